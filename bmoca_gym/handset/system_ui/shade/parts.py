"""Parts of a notification's card that all releases share, in the style of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import status_bar
from bmoca_gym.handset.system_ui.shade import content, handlers
from bmoca_gym.handset.system_ui.shade.content import Shown
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, WIDGET, Column, Element, Row, Spacer, take_touch
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do

_ID = status_bar.ID
_ACTION = "android:id/action0"
#: A button of a release: function from resources, label, callback and resource id.
Button = Callable[[Resources, str, Any, str], Element]


def when(res: Resources, n: Shown) -> tuple[Element, ...]:
    """How old a notification is; nothing if its title shows a time."""
    if n.age < 0:
        return ()
    age = content.age_of(res.locale, n.age) if n.age else res.string("system_ui.now")
    return (
        Text("•", 12, res.colors.secondary, class_name=""),
        Text(res.digits(age), 12, res.colors.secondary, id="android:id/time"),
    )


def actions(res: Resources, n: Shown, button: Button) -> list[Element]:
    """The buttons of a notification: its actions and Reply."""
    name = (n.package, n.key)
    found = [button(res, label, do(handlers.press, *name, i), _ACTION) for i, label in enumerate(n.actions)]
    if n.replies:
        found.append(button(res, res.string("system_ui.reply"), do(handlers.begin_reply, *name), _ACTION))
    return found


def reply_field(res: Resources, typed: str) -> Element:
    """The field of an inline reply."""
    c = res.colors
    field = TextField(
        typed, "reply", do(take_touch), focused=True, hint=res.string("system_ui.reply"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=14, lines=3, grow=1, id=_ID + "remote_input_text",
    )  # fmt: skip
    send = icon_button(
        "send", res.string("system_ui.send"), do(status_bar.send_reply), c.accent,
        id=_ID + "remote_input_send",
    )  # fmt: skip
    return Row(field, send, width=FILL, align="center", id=_ID + "remote_input")


def guts(
    res: Resources, n: Shown, head: Element, button: Button, ground: int, radius: float, pad: tuple[int, int]
) -> Element:
    """What can be set for a notification, in its place."""
    name = (n.package, n.key)
    off, done = res.string("system_ui.turn_off_notifications"), res.string("system_ui.done")
    return Column(
        head, Text(n.channel, 14, res.colors.text, 500, lines=2, id=_ID + "channel_name", width=FILL),
        Row(
            button(res, off, do(handlers.silence, *name), _ID + "turn_off"), Spacer(grow=1, height=1),
            button(res, done, do(handlers.show_settings, *name, False), _ID + "done"), width=FILL, align="center",
        ),
        width=FILL, gap=8, pad=pad, background=ground, radius=radius, id=_ID + "notification_guts",
        tap=do(take_touch), class_name=WIDGET + "FrameLayout",
    )  # fmt: skip
