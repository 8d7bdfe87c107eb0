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
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
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
    """What can be set for a notification, in its place: whether it makes a sound, or for how long it is snoozed."""
    name = (n.package, n.key)
    off, done = res.string("system_ui.turn_off_notifications"), res.string("system_ui.done")
    choices = _snoozes(res, name) if n.snoozing else _sounds(res, n, name)
    clock: tuple[Element, ...] = ()
    if n.snoozes and not n.snoozing:
        clock = (
            icon_button("snooze", res.string("system_ui.snooze"), do(handlers.offer_snooze), res.colors.secondary,
                        id=_ID + "snooze"),
        )  # fmt: skip
    return Column(
        Row(Column(head, grow=1, class_name=""), *clock, width=FILL, align="center", class_name=""),
        Text(n.channel, 14, res.colors.text, 500, lines=2, id=_ID + "channel_name", width=FILL),
        *choices,
        Row(
            button(res, off, do(handlers.silence, *name), _ID + "turn_off"), Spacer(grow=1, height=1),
            button(res, done, do(handlers.show_settings, *name, False), _ID + "done"), width=FILL, align="center",
        ),
        width=FILL, gap=8, pad=pad, background=ground, radius=radius, id=_ID + "notification_guts",
        tap=do(take_touch), class_name=WIDGET + "FrameLayout",
    )  # fmt: skip


#: For how long a notification can be snoozed, in minutes (NotificationSnooze: config_notification_snooze_time_options).
_SNOOZES = (15, 30, 60, 120)


def _snoozes(res: Resources, name: tuple[str, str]) -> list[Element]:
    return [
        Text(
            res.digits(content.length_of(res.locale, minutes)), 14, res.colors.text, width=FILL, pad=(0, 10),
            tap=do(handlers.snooze, *name, minutes), id=_ID + "snooze_option",
        )
        for minutes in _SNOOZES
    ]  # fmt: skip


def _sounds(res: Resources, n: Shown, name: tuple[str, str]) -> list[Element]:
    """Whether the channel of a notification makes sounds."""
    c = res.colors
    return [
        Row(
            Icon(glyph, 20, c.accent if chosen else c.secondary, id=_ID + f"{id}_icon"),
            Text(res.string(f"system_ui.{key}"), 14, c.accent if chosen else c.text, 500 if chosen else 400, grow=1,
                 id=_ID + f"{id}_label"),
            width=FILL, height=40, gap=12, align="center", pad=(10, 0), radius=8,
            border=c.accent if chosen else c.divider, selected=chosen,
            tap=None if chosen else do(handlers.set_alerting, *name, on),
            id=_ID + id, class_name=WIDGET + "LinearLayout",
        )
        for id, key, glyph, on, chosen in (
            ("alert", "alerting", "notifications_active", True, not n.quiet),
            ("silence", "silent", "notifications_off", False, n.quiet),
        )
    ]  # fmt: skip
