"""Notifications of Android 13: rounded cards, their groups, and the buttons below them."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import status_bar
from bmoca_gym.handset.system_ui.shade import handlers, parts
from bmoca_gym.handset.system_ui.shade.android13 import colors, media
from bmoca_gym.handset.system_ui.shade.android13.media import Media
from bmoca_gym.handset.system_ui.shade.content import Shown
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import (
    FILL,
    WIDGET,
    Column,
    Element,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_ID = status_bar.ID
_RADIUS = 24
#: The notifications of an app are a group from this number on (NotificationManagerService, config_autoGroupAtCount).
GROUPED_FROM = 4
#: Lines of a closed group.
_LINES = 4


def ground(res: Resources) -> int:
    """The colour of a card."""
    return colors.DARK if res.dark else colors.WHITE


def _disc(res: Resources, glyph: str) -> Element:
    """The small icon in a circle, at the start of a card."""
    back, ink = (colors.ACCENT, colors.BLACK) if res.dark else (colors.DEEP_ACCENT, 0xFFFFFFFF)
    return Stack(
        Icon(glyph, 16, ink, class_name=""), width=24, height=24, radius=12, background=back, align="center",
        justify="center", id="android:id/icon", class_name=WIDGET + "ImageView",
    )  # fmt: skip


def _head(res: Resources, n: Shown, end: tuple[Element, ...] = ()) -> Element:
    c = res.colors
    return Row(
        Text(n.app, 12, c.secondary, id="android:id/app_name_text"), *parts.when(res, n), *end,
        width=FILL, gap=6, align="center", id="android:id/notification_header", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _action(res: Resources, label: str, tap: Any, id: str) -> Element:
    ink = colors.ACCENT if res.dark else colors.DEEP_ACCENT
    return Text(label, 14, ink, 500, pad=(0, 10, 20, 6), tap=tap, id=id, class_name=WIDGET + "Button")


@component(128)
def notification(res: Resources, n: Shown) -> Element:
    """The card of a notification."""
    if n.settings:
        return parts.guts(res, n, _head(res, n), _action, ground(res), _RADIUS, (16, 14))
    c, name = res.colors, (n.package, n.key)
    texts: list[Element] = [_head(res, n)]
    if n.title:
        texts.append(Text(n.title, 15, c.text, 500, lines=2, id="android:id/title", width=FILL))
    if n.text:
        texts.append(Text(n.text, 14, c.secondary, lines=4, id="android:id/text", width=FILL))
    actions = parts.actions(res, n, _action)
    if n.typed is not None:
        texts.append(parts.reply_field(res, n.typed))
    elif actions:
        texts.append(Row(*actions, width=FILL, id="android:id/actions"))
    return Row(
        _disc(res, n.glyph), Column(*texts, grow=1, gap=2, id="android:id/notification_main_column"),
        width=FILL, gap=14, pad=(16, 14), background=ground(res), radius=_RADIUS,
        id=_ID + "expandableNotificationRow",
        tap=do(handlers.open_notification, *name) if n.touchable else do(take_touch),
        class_name=WIDGET + "FrameLayout", long_press=do(handlers.show_settings, *name, True),
        swipe=None if n.ongoing else do(handlers.dismiss, *name),
    )  # fmt: skip


def _chevron(res: Resources, package: str, opened: bool) -> Element:
    return Icon(
        "expand_less" if opened else "expand_more", 20, res.colors.secondary, width=32, height=24,
        tap=do(handlers.unfold, package), id="android:id/expand_button", class_name=WIDGET + "Button",
        description=res.string("system_ui.collapse" if opened else "system_ui.expand"),
    )  # fmt: skip


@component(64)
def _group(res: Resources, members: tuple[Shown, ...]) -> Element:
    """The collapsed group of an app's notifications: a line for each of the first few, and the number of others."""
    c, first = res.colors, members[0]
    more = len(members) - _LINES
    count = (
        (Text(res.digits(f"+{more}"), 12, c.secondary, id="android:id/overflow_text"),) if more > 0 else ()
    )
    lines = [
        Row(
            Text(n.title, 14, c.text, 500, id="android:id/title"),
            Text(n.text, 14, c.secondary, grow=1, id="android:id/text"),
            width=FILL, gap=8, class_name="android.view.ViewGroup",
        )
        for n in members[:_LINES]
    ]  # fmt: skip
    head = _head(res, first, (Spacer(grow=1, height=1), *count, _chevron(res, first.package, False)))
    return Row(
        _disc(res, first.glyph), Column(head, *lines, grow=1, gap=4, id="android:id/notification_main_column"),
        width=FILL, gap=14, pad=(16, 12), background=ground(res), radius=_RADIUS,
        id=_ID + "expandableNotificationRow", tap=do(handlers.unfold, first.package),
        class_name=WIDGET + "FrameLayout",
        swipe=None if any(n.ongoing for n in members) else do(handlers.dismiss_group, first.package),
    )  # fmt: skip


def _open_group(res: Resources, members: tuple[Shown, ...]) -> list[Element]:
    head = Row(
        _disc(res, members[0].glyph), Text(members[0].app, 14, colors.PALE, 500, grow=1),
        _chevron(res, members[0].package, True), width=FILL, gap=14, pad=(16, 6), align="center",
        id="android:id/notification_header", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return [head, *(notification(res, n) for n in members)]


def _section(res: Resources, shown: tuple[Shown, ...], unfolded: tuple[str, ...]) -> list[Element]:
    """The cards of a section, newest first, grouped by app."""
    found: list[Element] = []
    for package in dict.fromkeys(n.package for n in shown):
        members = tuple(n for n in shown if n.package == package)
        if len(members) < GROUPED_FROM:
            found += [notification(res, n) for n in members]
        elif package in unfolded or any(n.settings or n.typed is not None for n in members):
            found += _open_group(res, members)
        else:
            found.append(_group(res, members))
    return found


def _foot_button(label: str, tap: Any, id: str, description: str = "") -> Element:
    return Text(
        label, 14, colors.PALE, 500, pad=(18, 10), tap=tap, background=colors.DARK, radius=20, id=id,
        description=description, class_name=WIDGET + "Button",
    )  # fmt: skip


def listed(
    res: Resources, width: float, played: tuple[Media, ...], shown: tuple[Shown, ...], unfolded: tuple[str, ...],
    history: bool, player: int,
) -> Element:  # fmt: skip
    """What plays (``player``: which of several), and all notifications: those that alert, the silent ones, and
    buttons."""
    if not shown and not played:
        none = Text(
            res.string("system_ui.no_notifications"), 14, colors.PALE, lines=2, align="center", pad=(16, 28),
            width=width, id=_ID + "no_notifications",
        )  # fmt: skip
        return Column(
            none, width=width, id=_ID + "notification_stack_scroller", class_name=WIDGET + "ScrollView"
        )
    loud, quiet = tuple(n for n in shown if not n.quiet), tuple(n for n in shown if n.quiet)
    found = [*media.carousel(res, played, player), *_section(res, loud, unfolded)]
    if quiet:
        clear: tuple[Element, ...] = ()
        if not all(n.ongoing for n in quiet):
            clear = (icon_button(
                "close", res.string("system_ui.clear_silent"), do(handlers.clear_silent), colors.PALE, size=18,
                id=_ID + "btn_clear_all",
            ),)  # fmt: skip
        label = Text(
            res.string("system_ui.silent"), 14, colors.PALE, 500, pad=(0, 12), grow=1, id=_ID + "header_label"
        )
        found.append(Row(label, *clear, width=FILL, pad=(16, 0, 0, 0), align="center", id=_ID + "content"))
        found += _section(res, quiet, unfolded)
    words = "system_ui.history" if history else "system_ui.manage"
    buttons = [
        _foot_button(res.string(words), do(handlers.manage), _ID + "manage_text"),
        Spacer(grow=1, height=1),
    ]
    if not all(n.ongoing for n in shown):
        buttons.append(_foot_button(
            res.string("system_ui.clear_all"), do(handlers.clear), _ID + "dismiss_text",
            res.string("system_ui.clear_all_notifications"),
        ))  # fmt: skip
    if shown:
        found.append(Row(*buttons, width=FILL, pad=(8, 8)))
    return Scroll(
        Column(*found, width=FILL, gap=3, pad=(8, 0), class_name=""), key="notifications", width=width,
        id=_ID + "notification_stack_scroller", class_name=WIDGET + "ScrollView",
    )  # fmt: skip
