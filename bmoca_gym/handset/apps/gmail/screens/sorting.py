"""Dialogs of what is done with mails: move to a label, change labels, snooze; and of a new label."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.apps.gmail.handlers.mails import (
    label_mails,
    make_label,
    move,
    move_to,
    tick,
    type_label,
)
from bmoca_gym.handset.apps.gmail.handlers.snoozing import pick_day, proposals, snooze, until_text
from bmoca_gym.handset.apps.gmail.screens.parts import NARROW, menu_items, reading_of
from bmoca_gym.handset.apps.gmail.state import ID
from bmoca_gym.handset.kits.choices import put_into, several
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.questions import buttons, cancel, name_dialog
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, menu, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

_GLYPHS = {
    "later_today": "light_mode", "tomorrow": "wb_twilight", "this_weekend": "weekend", "next_week": "next_week",
}  # fmt: skip


def marked_menu(res: Resources, dark: bool, mails: tuple[Mail, ...]) -> Element:
    """The overflow menu of the marked mails."""
    res = look(res, dark)
    items, reads = menu_items(res, mails), reading_of(mails)
    if reads is not None and res.width < NARROW:
        items += ((res.string(f"gmail.{reads[0]}"), reads[1]),)
    return menu(res, items, CLOSE)


def move_dialog(
    res: Resources, dark: bool, ids: tuple[int, ...], labels: tuple[str, ...], inbox: bool
) -> Element:
    """The labels that mails can be moved to, and the inbox if some are elsewhere."""
    res = look(res, dark)
    targets = [(label, do(move_to, ids, label)) for label in labels]
    if inbox:
        targets.insert(0, (res.string("gmail.inbox"), do(move, ids, "inbox", "moved")))
    return put_into(res, res.string("gmail.move_to"), *targets)


def labels_dialog(
    res: Resources, dark: bool, ids: tuple[int, ...], labels: tuple[str, ...], ticked: tuple[str, ...]
) -> Element:
    """The labels, which are checked if the mails have them."""
    res = look(res, dark)
    rows = [several(res, label, label in ticked, do(tick, label)) for label in labels]
    body = scrolling(*rows, key="labels", grow=0, class_name="android.widget.ListView")
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("gmail.label_as"),
        buttons=buttons(res, "common.ok", do(label_mails, ids)),
    )  # fmt: skip


def snooze_dialog(res: Resources, dark: bool, ids: tuple[int, ...], now: datetime) -> Element:
    """The times until which mails can be snoozed."""
    res = look(res, dark)
    c, today = res.colors, now.toordinal()

    def row(glyph: str, label: str, at: str, tap: Callback) -> Element:
        when = (Text(at, 14, c.secondary, lines=2, id=ID + "snooze_option_time"),) if at else ()
        words = Column(
            Text(label, 16, c.text, lines=2, id=ID + "snooze_option_title"), *when, grow=1, class_name=""
        )
        return Row(
            Icon(glyph, 24, c.secondary, class_name=""), words, width=FILL, least=52, pad=(24, 6), gap=20,
            align="center", tap=tap, id=ID + "snooze_option", class_name="android.widget.LinearLayout",
        )  # fmt: skip

    rows = [
        row(_GLYPHS[name], res.string(f"gmail.{name}"), until_text(res, at, today), do(snooze, ids, at))
        for name, at in proposals(now)
    ]
    rows.append(row("calendar_today", res.string("gmail.pick_time"), "", do(pick_day)))
    head = Text(res.string("gmail.snooze_until"), 20, c.text, 500, lines=2, pad=(24, 0, 24, 12),
                id="android:id/alertTitle")  # fmt: skip
    body = scrolling(*rows, key="snooze", grow=0, class_name="android.widget.ScrollView")
    return dialog_card(res, head, body, dismiss=CLOSE, buttons=(cancel(res),), pad=(0, 20, 0, 8))


def new_label_dialog(res: Resources, dark: bool, text: str, focused: bool) -> Element:
    """The field for the name of a new label."""
    res = look(res, dark)
    field = {"hint": res.string("gmail.label_name"), "id": "android:id/edit", "capitals": "sentences"}
    return name_dialog(
        res, "gmail.new_label", text, focused, do(type_label), "common.ok", do(make_label), field
    )
