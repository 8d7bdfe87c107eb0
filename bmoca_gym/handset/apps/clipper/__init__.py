"""Clipper: test programs set and read the clipboard through its broadcasts, as with ca.zgrs.clipper."""

from __future__ import annotations

from bmoca_gym.handset.manifest import App, AppIcon, Intent, Layer, TourStep, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clipboard
from bmoca_gym.handset.system.text_input import TEXT_LIMIT, unicode_of
from bmoca_gym.handset.ui.components import page, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element
from bmoca_gym.handset.ui.widgets import Text

PACKAGE = "ca.zgrs.clipper"
ID = PACKAGE + ":id/"


def screen(res: Resources) -> Element:
    """The app's only screen, which explains what it is for."""
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
    """Handle a test program's broadcast.

    On a real phone only an app in front may read the clipboard; here it always may, so that judging changes nothing.
    """
    verb = intent.action.removeprefix("clipper.")
    if verb == "set":
        text = dict(intent.extras).get("text")
        if text is None:
            return phone, 'result=0, data="No text is provided. Use -e text \\"text to be pasted\\""'
        return clipboard.put(
            phone, unicode_of(text)[:TEXT_LIMIT]
        ), 'result=-1, data="Text is copied into clipboard."'
    if verb == "get":
        return phone, f'result=-1, data="{phone.clipboard}"'
    return None


APP = App(
    tour=(
        TourStep(
            "question",
            "clipper.tour_allow",
            "clipper.tour_allow_text",
            buttons=(("clipper.tour_continue", 1),),
        ),
        TourStep("question", "", "clipper.tour_older", buttons=(("common.ok", 1),)),
    ),
    name="clipper",
    package=PACKAGE,
    activity=PACKAGE + ".Main",
    icon=AppIcon("assignment", 0xFF455A64),
    state=type(None),
    layers=_layers,
    uid=10144,
    broadcast=broadcast,
)
