"""The steps of apps' tours as windows: slides, welcome pages, questions, choices, and the page of file access."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.manifest import App, Layer, TourStep
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import SYSTEM, Context, Phone, Prompt
from bmoca_gym.handset.system import tours, windows
from bmoca_gym.handset.ui.components import app_icon, dialog_card, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Text, WideSwitch
from bmoca_gym.handset.value import do

_BUTTON = "android.widget.Button"
_SETTINGS = "com.android.settings"
#: The packages of windows that are not the app's own.
PACKAGES = {"files": _SETTINGS, "role": "com.android.permissioncontroller"}


def layer_of(phone: Phone, app: App, prompt: Prompt) -> Layer:
    """The window of a step."""
    step = app.tour[prompt.subject]
    shown = Layer(_KINDS[step.kind], (app, prompt.subject, prompt.chosen), "dialog", owner=SYSTEM)
    if app.palette is None or step.kind in PACKAGES:
        return shown
    return windows.in_its_colors((shown,), app.palette, phone.configuration.dark)[0]


def _go(phone: Phone, context: Context, index: int) -> Phone:
    return tours.go(phone, index)


def _back(phone: Phone, context: Context) -> Phone:
    return tours.back(phone)


def _switch(phone: Phone, context: Context) -> Phone:
    return tours.switch(phone)


def _choose(phone: Phone, context: Context, name: str) -> Phone:
    return tours.choose(phone, name)


def _say(res: Resources, app: App, key: str) -> str:
    return res.string(key, app=app.title(res)) if key else ""


def _id(app: App, name: str) -> str:
    return f"{app.package}:id/{name}"


def _page(res: Resources, *parts: Element, background: int | None = None) -> Element:
    ground = res.colors.background if background is None else background
    return Column(
        Spacer(width=1, height=STATUS_HEIGHT), *parts, width=FILL, height=FILL, background=ground,
        tap=do(take_touch), class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _slide(res: Resources, app: App, index: int, chosen: str) -> Element:
    """A page of an introduction in the app's colour, as the library AppIntro shows it."""
    steps = [step for step in app.tour if step.kind == "slide"]
    step = app.tour[index]
    last, white = index == len(steps) - 1, 0xFFFFFFFF
    dots = [
        Spacer(width=8, height=8, radius=4, background=white if at == index else 0x66FFFFFF)
        for at in range(len(steps))
    ]
    skip: Element = Spacer(width=88, height=48)
    if not last:
        skip = Text(
            res.string("tours.skip"), 14, white, 500, width=88, height=48, align="center", pad=(4, 15),
            tap=do(_go, len(steps)), id=_id(app, "skip"), class_name=_BUTTON,
        )  # fmt: skip
    onward = Text(
        res.string("tours.done" if last else "tours.next"), 14, white, 500, width=88, height=48, align="center",
        pad=(4, 15), tap=do(_go, index + 1), id=_id(app, "done" if last else "next"), class_name=_BUTTON,
    )  # fmt: skip
    body = Column(
        Spacer(height=48, width=1),
        Text(_say(res, app, step.title), 26, white, 500, lines=3, align="center", width=FILL, id=_id(app, "title")),
        Column(
            Icon(step.glyph, min(160, res.height * 0.25), white, id=_id(app, "image")),
            width=FILL, grow=1, align="center", justify="center", class_name="",
        ),
        Text(_say(res, app, step.text), 17, white, lines=6, align="center", width=FILL, id=_id(app, "description")),
        width=FILL, grow=1, pad=(28, 24), gap=16, id=_id(app, "main"),
    )  # fmt: skip
    foot = Row(
        skip, Row(Spacer(grow=1, height=1), *dots, Spacer(grow=1, height=1), gap=6, grow=1, align="center"), onward,
        width=FILL, height=56, align="center", pad=(4, 0), background=0x22000000, id=_id(app, "bottomContainer"),
    )  # fmt: skip
    return _page(res, body, foot, background=step.color)


def _welcome(res: Resources, app: App, index: int, chosen: str) -> Element:
    """A page with an icon, a title, a text, and buttons at its foot."""
    c, step = res.colors, app.tour[index]
    mark: Element = app_icon(res, app, 72)
    if step.glyph:
        mark = Icon(step.glyph, 72, c.accent)
    body = scrolling(
        Spacer(height=min(96, res.height * 0.12), width=1),
        Stack(mark, width=FILL, align="center", class_name=""),
        Text(_say(res, app, step.title), 26, c.text, lines=4, align="center", width=FILL, id=_id(app, "title")),
        Text(_say(res, app, step.text), 16, c.secondary, lines=None, align="center", width=FILL,
             id=_id(app, "description")),
        *_choices(res, step, chosen), key="tour", gap=20, pad=(32, 0, 32, 16),
    )  # fmt: skip
    first, *others = step.buttons
    buttons: list[Element] = [
        Text(
            _say(res, app, key), 14, c.accent, 500, lines=2, pad=(20, 12), tap=do(_go, index + by),
            id=_id(app, f"button{at}"), class_name=_BUTTON,
        )
        for at, (key, by) in enumerate(others, 2)
    ]  # fmt: skip
    buttons.append(
        Text(
            _say(res, app, first[0]), 14, c.on_accent, 500, lines=2, pad=(24, 12), background=c.accent, radius=20,
            tap=do(_go, index + first[1]), id=_id(app, "button1"), class_name=_BUTTON,
        )
    )  # fmt: skip
    foot = Row(Spacer(grow=1, height=1), *buttons, width=FILL, pad=(24, 12, 24, 20), gap=8, align="center")
    return _page(res, body, foot)


def _picture(res: Resources, app: App, index: int, chosen: str) -> Element:
    """A page with the app's picture and a large text; a round button leads on."""
    c, step = res.colors, app.tour[index]
    mark: Element = app_icon(res, app, min(200, res.height * 0.24))
    if step.glyph:
        mark = Icon(step.glyph, min(200, res.height * 0.24), c.accent)
    body = scrolling(
        Spacer(height=min(75, res.height * 0.08), width=1),
        Stack(mark, width=FILL, align="center", class_name=""),
        Text(_say(res, app, step.text), 30, c.text, lines=None, align="center", width=FILL),
        Spacer(height=96, width=1),
        key="tour", gap=10, pad=(16, 0), id=_id(app, "introduction_view_pager"),
    )  # fmt: skip
    onward = icon_button(
        "arrow_right", res.string("tours.next"), do(_go, index + 1), c.on_accent, width=56, height=56, radius=28,
        background=c.accent, id=_id(app, "next_button"),
    )  # fmt: skip
    foot = Row(Spacer(grow=1, height=1), onward, width=FILL, pad=(20, 0, 20, res.foot + 24), class_name="")
    return Stack(
        _page(res, body), Column(Spacer(grow=1, width=1), foot, width=FILL, height=FILL, class_name=""),
        width=FILL, height=FILL, class_name="",
    )  # fmt: skip


def _choices(res: Resources, step: TourStep, chosen: str) -> list[Element]:
    """Rows with a radio button. The first one is chosen at first."""
    c = res.colors
    now = chosen or (step.choices[0] if step.choices else "")
    return [
        Row(
            RadioButton(name == now, color=c.accent, off_color=c.secondary, class_name=""),
            Text(name, 16, c.text, grow=1, checked=name == now, class_name="android.widget.RadioButton"),
            width=FILL, gap=16, pad=(8, 6), align="center", tap=do(_choose, name),
        )
        for name in step.choices
    ]  # fmt: skip


def _question(res: Resources, app: App, index: int, chosen: str) -> Element:
    """A dialog over the app."""
    step = app.tour[index]
    ids = ("android:id/button1", "android:id/button2")
    buttons = [
        text_button(res, _say(res, app, key), do(_go, index + by), id=id)
        for (key, by), id in zip(step.buttons, ids, strict=False)
    ]
    text = Text(_say(res, app, step.text), 16, res.colors.secondary, lines=None, id="android:id/message")
    return dialog_card(
        res, text, dismiss=do(take_touch), title=_say(res, app, step.title), buttons=tuple(reversed(buttons))
    )


def _role(res: Resources, app: App, index: int, chosen: str) -> Element:
    """The system's question whether to make an app the default one."""
    c, step = res.colors, app.tour[index]
    id = "com.android.permissioncontroller:id/"
    row = Row(
        RadioButton(bool(chosen), color=c.accent, off_color=c.secondary, class_name=""), app_icon(res, app, 32),
        Text(app.title(res), 16, c.text, grow=1, lines=2, id=id + "title"),
        width=FILL, gap=16, pad=(0, 10), align="center", tap=do(_choose, app.package), checked=bool(chosen),
    )  # fmt: skip
    (yes, by), (no, past) = step.buttons
    return dialog_card(
        res, row, dismiss=do(take_touch), title=_say(res, app, step.title),
        buttons=(
            text_button(res, _say(res, app, no), do(_go, index + past), id="android:id/button2"),
            text_button(res, _say(res, app, yes), do(_go, index + by), id="android:id/button1", enabled=bool(chosen)),
        ),
    )  # fmt: skip


def _files(res: Resources, app: App, index: int, chosen: str) -> Element:
    """The page of Settings that gives an app all files."""
    c = res.colors
    on = chosen == tours.ON
    label = res.string("common.on" if on else "common.off")
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(_back), c.text,
                    class_name="android.widget.ImageButton"),
        width=FILL, height=56, pad=(4, 0), align="center",
    )  # fmt: skip
    switch = Row(
        Text(res.string("tours.all_files_allow"), 18, c.text, grow=1, lines=3, id="android:id/title"),
        WideSwitch(on, label, color=c.accent, id="android:id/switch_widget"),
        width=FILL, pad=(24, 16), gap=12, align="center", tap=do(_switch),
    )  # fmt: skip
    body = scrolling(
        Text(res.string("tours.all_files"), 32, c.text, lines=3, width=FILL, pad=(24, 16)),
        Row(app_icon(res, app, 40),
            Text(app.title(res), 20, c.text, grow=1, lines=2, id=f"{_SETTINGS}:id/entity_header_title"),
            width=FILL, gap=16, pad=(24, 8), align="center"),
        switch,
        Text(res.string("tours.all_files_note"), 14, c.secondary, lines=None, width=FILL, pad=(24, 8),
             id="android:id/summary"),
        key="tour", id=f"{_SETTINGS}:id/recycler_view",
    )  # fmt: skip
    return _page(res, bar, body)


_KINDS: dict[str, Callable[[Resources, App, int, str], Element]] = {
    "slide": _slide, "welcome": _welcome, "question": _question, "role": _role, "files": _files,
    "picture": _picture,
}  # fmt: skip
