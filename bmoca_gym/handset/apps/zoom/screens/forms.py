"""Zoom's screens without an account: welcome, forms, and the error of a meeting that can't be reached."""

from __future__ import annotations

from bmoca_gym.handset.apps.zoom import handlers
from bmoca_gym.handset.apps.zoom.state import ID, WELCOMES, Zoom, can_join, formatted
from bmoca_gym.handset.kits.navigation import leave_page
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import dialog_card, divider, icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.password_field import PasswordField
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do

_BUTTON = "android.widget.Button"
_BLUE = 0xFF0E71EB


def blue(res: Resources) -> int:
    """Zoom's blue, lighter in a dark theme."""
    return 0xFF6FB1FF if res.dark else _BLUE


def ground(res: Resources) -> int:
    """The colour between groups of rows."""
    return res.colors.background if res.dark else res.colors.raised


def bar(res: Resources, title: str) -> Element:
    """A screen's title, centred after the back arrow."""
    c = res.colors
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), c.text,
                    id=ID + "btnBack", class_name=_BUTTON),
        FittedText(title, 18, c.text, 500, grow=1, align="center", id=ID + "txtTitle"), Spacer(width=48, height=48),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "panelTitleBar",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def switch(res: Resources, on: bool, tap: Callback, entry: str) -> Element:
    """A switch that describes itself, like Zoom's own view."""
    return Switch(
        on, color=blue(res), tap=tap, description=res.string(f"zoom.switch_{'on' if on else 'off'}"), id=ID + entry,
        class_name="android.widget.CheckedTextView",
    )  # fmt: skip


def option(res: Resources, label: str, on: bool, tap: Callback, entry: str, row: str) -> Element:
    """A row with a switch."""
    c = res.colors
    return Row(
        Text(label, 16, c.text, grow=1, lines=3), switch(res, on, tap, entry),
        width=FILL, pad=(16, 10), gap=12, align="center", tap=tap, background=c.surface, id=ID + row,
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def heading(res: Resources, text: str) -> Element:
    """The small title over a group of rows."""
    return Text(text, 13, res.colors.secondary, width=FILL, pad=(16, 20, 16, 8), lines=2)


# The welcome


def welcome(res: Resources, at: int) -> Element:
    """Introduction to Zoom, page by page, and the ways to join."""
    c = res.colors
    name = tuple(WELCOMES)[at]
    gear = Row(
        icon_button("settings", res.string("zoom.settings"), do(handlers.open_page, "settings"), c.secondary,
                    id=ID + "btnSettings", class_name="android.widget.ImageView"),
        width=FILL, height=56, pad=(4, 0), align="center", class_name="",
    )  # fmt: skip
    dots = Row(
        *[
            Spacer(width=8, height=8, radius=4, background=blue(res) if name == one else c.disabled) for one in WELCOMES
        ],
        gap=8, id=ID + "vpIndexer",
    )  # fmt: skip
    pages = Column(
        Text(res.string(f"zoom.{name}_title"), 22, c.text, 500, lines=2, align="center", id=ID + "txtTitle"),
        Text(res.string(f"zoom.{name}_text"), 15, c.secondary, lines=3, align="center", id=ID + "txtInfo"),
        Icon(WELCOMES[name], 96, blue(res), id=ID + "image"), dots,
        width=FILL, grow=1, gap=20, pad=(24, 8), align="center", justify="center", swipe=do(handlers.turn),
        id=ID + "wlcViewpager", class_name="androidx.viewpager.widget.ViewPager",
    )  # fmt: skip

    def button(key: str, entry: str, tap: Callback, filled: bool) -> Element:
        return Text(
            res.string(f"zoom.{key}"), 16, 0xFFFFFFFF if filled else blue(res), 500, 2, width=FILL, pad=(16, 13),
            align="center", radius=8, background=_BLUE if filled else None, tap=tap, id=ID + entry, class_name=_BUTTON,
        )  # fmt: skip

    actions = Column(
        button("join_a_meeting", "btnJoinConf", do(handlers.open_form), True),
        button("sign_up", "btnSignup", do(handlers.sign_up), False),
        button("sign_in", "btnLogin", do(handlers.open_login), False),
        width=FILL, pad=(24, 8, 24, 24), gap=4, id=ID + "panelActions",
    )  # fmt: skip
    return page(res, gear, pages, actions)


# The form to join


def _field(
    res: Resources,
    text: str,
    key: str,
    on_text: Callback,
    hint: str,
    entry: str,
    focus: str,
    kind: str = "text",
) -> Element:
    c = res.colors
    return TextField(
        text, key, on_text, focused=focus == key, hint=hint, hint_color=c.secondary, accent=blue(res), color=c.text,
        size=17, width=FILL, pad=(16, 13), align="center", kind=kind, background=c.surface,
        on_submit=do(handlers.submit),
        id=ID + entry,
    )  # fmt: skip


def join_form(res: Resources, form: Zoom, focus: str) -> Element:
    """The form to join a meeting."""
    c = res.colors
    ready = can_join(form)
    if form.by_link:
        what = _field(res, form.link, "link", do(handlers.type_link), res.string("zoom.personal_link_name"),
                      "edtConfVanityUrl", focus)  # fmt: skip
        panel, other = "panelConfVanityUrl", ("with_id", "btnGotoMeetingId", False)
    else:
        what = _field(res, formatted(form.number), "number", do(handlers.type_number), res.string("zoom.meeting_id"),
                      "edtConfNumber", focus, "number")  # fmt: skip
        panel, other = "panelConfNumber", ("with_link", "btnGotoVanityUrl", True)
    label, entry, by_link = other
    name = _field(
        res, form.name, "name", do(handlers.type_name), res.string("zoom.your_name"), "edtScreenName", focus
    )
    join = Text(
        res.string("zoom.join"), 16, 0xFFFFFFFF if ready else c.secondary, 500, width=FILL, pad=(16, 13),
        align="center", radius=8, background=_BLUE if ready else c.divider, tap=do(handlers.join), enabled=ready,
        id=ID + "btnJoin", class_name=_BUTTON,
    )  # fmt: skip
    rows = (
        Spacer(width=FILL, height=16),
        Column(what, width=FILL, id=ID + panel),
        Row(
            Text(res.string(f"zoom.{label}"), 14, blue(res), 500, 2, pad=(12, 12), align="center",
                 tap=do(handlers.ask_for_link, by_link), id=ID + entry, class_name=_BUTTON),
            width=FILL, justify="center", class_name="",
        ),
        Column(name, width=FILL, id=ID + "panelScreenName"),
        Column(join, width=FILL, pad=(16, 16), class_name=""),
        Text(res.string("zoom.invitation"), 13, c.secondary, lines=3, width=FILL, pad=(24, 0), align="center"),
        heading(res, res.string("zoom.join_options")),
        option(res, res.string("zoom.no_audio"), form.no_audio, do(handlers.toggle, "no_audio"), "chkNoAudio",
               "optionNoAudio"),
        divider(res, 16),
        option(res, res.string("zoom.no_video"), form.no_video, do(handlers.toggle, "no_video"), "chkNoVideo",
               "optionNoVideo"),
        Spacer(width=FILL, height=24),
    )  # fmt: skip
    body = scrolling(*rows, key="join", class_name="android.widget.ScrollView")
    return page(res, bar(res, res.string("zoom.join_a_meeting")), body, background=ground(res))


def notice(res: Resources, title: str, text: str, close: Callback) -> Element:
    """A dialog that reports a failure."""
    return dialog_card(
        res, Text(res.string(text), 16, res.colors.text, lines=5, id=ID + "txtMsg"), dismiss=close,
        title=res.string(title), buttons=(text_button(res, res.string("zoom.ok"), close, id=ID + "button1"),),
    )  # fmt: skip


def connecting(res: Resources) -> Element:
    """The screen while waiting for a meeting."""
    top = Row(
        Spacer(grow=1, height=1),
        Text(res.string("zoom.leave"), 15, 0xFFFFFFFF, 500, pad=(16, 8), radius=8, background=0xFFE02828,
             tap=do(leave_page), id=ID + "btnLeave", class_name=_BUTTON),
        width=FILL, height=56, pad=(12, 0), align="center", class_name="",
    )  # fmt: skip
    middle = Stack(
        Text(res.string("zoom.connecting"), 18, 0xFFFFFFFF, id=ID + "txtConnecting"),
        width=FILL, grow=1, align="center", justify="center", class_name="",
    )  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), top, middle, width=FILL, height=FILL, background=0xFF1A1A1A
    )


# The form to sign in


def login(res: Resources, form: Zoom, focus: str) -> Element:
    """The form to sign in."""
    c = res.colors
    ready = bool(form.email and form.password)

    def options(key: str) -> dict[str, object]:
        return {
            "focused": focus == key, "hint": res.string(f"zoom.{key}"), "hint_color": c.secondary, "accent": blue(res),
            "color": c.text, "size": 17, "width": FILL, "pad": (16, 13), "background": c.surface,
        }  # fmt: skip

    email = TextField(
        form.email, "email", do(handlers.type_sign_in, "email"), kind="email", on_submit=do(handlers.go_on, "password"),
        id=ID + "edtUserName", **options("email"),  # type: ignore[arg-type]
    )  # fmt: skip
    password = PasswordField(
        form.password, "password", do(handlers.type_sign_in, "password"), on_submit=do(handlers.go_on, ""),
        id=ID + "edtPassword", **options("password"),
    )  # fmt: skip
    button = Text(
        res.string("zoom.sign_in"), 16, 0xFFFFFFFF if ready else c.secondary, 500, width=FILL, pad=(16, 13),
        align="center", radius=8, background=_BLUE if ready else c.divider, tap=do(handlers.sign_in), enabled=ready,
        id=ID + "btnLoginZoom", class_name=_BUTTON,
    )  # fmt: skip
    body = scrolling(
        Spacer(width=FILL, height=16), email, divider(res, 16), password,
        Column(button, width=FILL, pad=(16, 20), class_name=""), key="login", class_name="android.widget.ScrollView",
    )  # fmt: skip
    return page(res, bar(res, res.string("zoom.sign_in")), body, background=ground(res))
