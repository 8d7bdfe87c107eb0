"""Clipper: lets test programs set and read the clipboard by broadcasts, as ca.zgrs.clipper does."""

from __future__ import annotations

from bmoca_gym.handset.manifest import App, AppIcon, Intent, Layer, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system.text_input import TEXT_LIMIT, unicode_of
from bmoca_gym.handset.ui.components import page, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import replace

PACKAGE = "ca.zgrs.clipper"
ID = PACKAGE + ":id/"
_SET, _GET = ("clipper.set", "set"), ("clipper.get", "get")


def screen(res: Resources) -> Element:
    """The app's only screen: what it is for."""
    c = res.colors
    words = Column(
        Text(res.string("clipper.ready"), 20, c.text, 500, lines=3),
        Text(res.string("clipper.what"), 16, c.secondary, lines=8),
        width=FILL, grow=1, pad=24, gap=12, id=ID + "content",
    )  # fmt: skip
    return page(res, toolbar(res, res.string("clipper.app_name"), id=ID + "action_bar"), words)


def _layers(phone: Phone, state: None, activity: Activity) -> tuple[Layer, ...]:
    return (layer(screen),)


def broadcast(phone: Phone, intent: Intent) -> tuple[Phone, str] | None:
    """The phone after a broadcast of a test program. Only an app in front may read the clipboard (Android 10)."""
    if intent.action in _SET:
        text = dict(intent.extras).get("text")
        if text is None:
            return phone, 'result=0, data="No text is provided. Use -e text \\"text to be pasted\\""'
        phone = replace(phone, clipboard=unicode_of(text)[:TEXT_LIMIT])
        return phone, 'result=-1, data="Text is copied into clipboard."'
    if intent.action in _GET:
        if phone.top.package != PACKAGE:
            return phone, "result=0"
        return phone, f'result=-1, data="{phone.clipboard}"'
    return None


APP = App(
    name="clipper",
    package=PACKAGE,
    activity=PACKAGE + ".Main",
    icon=AppIcon("assignment", 0xFF455A64),
    state=type(None),
    layers=_layers,
    uid=10144,
    broadcast=broadcast,
)
