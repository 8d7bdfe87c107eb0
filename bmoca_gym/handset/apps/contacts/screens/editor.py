"""The editor of a contact: names, fields with their types, more fields."""

from __future__ import annotations

from bmoca_gym.handset.apps.contacts.handlers import (
    TYPE_ROW,
    cancel,
    choose_type,
    clear_row,
    discard,
    open_date,
    open_types,
    save,
    show_more,
    type_name,
    type_row,
)
from bmoca_gym.handset.apps.contacts.screens.details import (
    GLYPHS,
    day_text,
    kind_text,
    question,
    type_text,
    word_for_type,
)
from bmoca_gym.handset.apps.contacts.state import ID, Draft, field_key, names_in_order
from bmoca_gym.handset.kits.avatars import tonal_avatar
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.outlined import BOX, HIDDEN, outlined
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, Contact, Detail
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.large_screens import form_inset
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Least height of a screen in dp on which the editor shows the contact's picture.
_PHOTO_ROOM = 720
_HINTS = {"given": "first_name", "family": "last_name"}
#: The keyboards of kinds of details, and what begins with capitals in them.
_KEYBOARDS = {"phone": "phone", "email": "email", "website": "uri"}
_CAPITALS = {"company": "words", "nickname": "words", "address": "words", "notes": "sentences"}


def _bar(res: Resources, new: bool) -> Element:
    """The tool bar: on narrow screens the title gives way to the button."""
    c = res.colors
    modern = res.material > 2
    title = res.string("contacts.new_contact" if new else "contacts.edit_contact")
    return Row(
        icon_button("close", res.string("common.cancel"), do(cancel), c.text),
        Text(title, 22 if modern else 18, c.text, 400 if modern else 500, grow=1, pad=(8, 0)),
        _filled_save(res) if modern else _flat_save(res),
        width=FILL, height=64 if modern else 56, align="center", pad=(4, 0, 16 if modern else 4, 0),
        id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _flat_save(res: Resources) -> Element:
    return text_button(res, res.string("contacts.save").upper(), do(save), id=ID + "editor_menu_save_button")


def _filled_save(res: Resources) -> Element:
    tone = tones(res)
    return Text(
        res.string("contacts.save"), 14, tone.on_primary, 500, height=40, pad=(24, 0), radius=20,
        background=tone.primary, align="center", tap=do(save), id=ID + "editor_menu_save_button",
        class_name="android.widget.Button",
    )  # fmt: skip


def _account(res: Resources) -> Element:
    c = res.colors
    words = Column(
        Text(res.string("contacts.saving_to"), 14, c.secondary, id=ID + "account_type"),
        Text(res.string("contacts.device"), 16, c.text, id=ID + "account_name"),
        grow=1, class_name="",
    )  # fmt: skip
    return Row(
        Icon("smartphone", 24, c.secondary, id=ID + "account_type_icon"), words,
        width=FILL, pad=(16, 12), gap=24, align="center", id=ID + "account_header_container",
    )  # fmt: skip


def _photo(res: Resources, contact: Contact) -> Element:
    """The picture of the contact, as on its page."""
    picture = tonal_avatar(res, contact if contact.id else None, 96, class_name="")
    photo = Stack(picture, id=ID + "photo", class_name="android.widget.ImageView")
    return Row(photo, width=FILL, justify="center", pad=(0, 8, 0, 12), class_name="")


def _field(
    res: Resources,
    text: str,
    key: str,
    hint: str,
    callback: Callback,
    focus: str,
    kind: str = "text",
    capitals: str = "",
) -> Element:
    c = res.colors
    focused = focus == key
    number = kind == "phone" and bool(text) and res.rtl
    modern = res.material > 2
    field: Element = TextField(
        text, key, callback, focused=focused, hint=hint, hint_color=HIDDEN if modern and focused else c.secondary,
        accent=c.accent, color=c.text, size=16, width=FILL, height=BOX if modern else 44, kind=kind,
        capitals=capitals, align="end" if number else "start", pad=(16, 0) if modern else None,
    )  # fmt: skip
    if number:  # its brackets and dashes stay in their places
        field = LeftToRight(field, width=FILL)
    if modern:
        return _boxed(res, field, hint if text or focused else "", focused)
    return Column(
        field,
        Spacer(width=FILL, height=2 if focused else 1, background=c.accent if focused else c.divider),
        grow=1, id=ID + "editors", class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _boxed(res: Resources, field: Element, label: str, focused: bool = False) -> Element:
    box = outlined(res, field, label, res.colors.background, focused=focused)
    return Column(box, grow=1, id=ID + "editors", class_name="android.widget.LinearLayout")


def _text(res: Resources, draft: Draft, index: int, hint: str, focus: str) -> Element:
    """A field for a text."""
    row = draft.rows[index]
    return _field(
        res, row.text, field_key(draft.rows, index), hint, do(type_row, index), focus,
        _KEYBOARDS.get(row.kind, "text"), _CAPITALS.get(row.kind, ""),
    )  # fmt: skip


def _day(res: Resources, draft: Draft, index: int, hint: str, focus: str) -> Element:
    """A field for a date, which is picked, not typed."""
    c, row = res.colors, draft.rows[index]
    modern = res.material > 2
    shown = Text(
        day_text(res, row.text) or hint, 16, c.text if row.text else c.secondary, width=FILL,
        height=BOX if modern else 44, pad=(16, 0) if modern else (0, 12), tap=do(open_date, index),
        id=ID + "event_date", class_name="android.widget.EditText",
    )  # fmt: skip
    if modern:
        return _boxed(res, shown, hint if row.text else "")
    return Column(
        shown, Spacer(width=FILL, height=1, background=c.divider), grow=1, id=ID + "editors",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


#: Fields by the kinds of details; `_text` for all others.
_FIELDS = {"event": _day}


def _line(res: Resources, glyph: str, label: str, *parts: Element) -> Element:
    """A field with the glyph of its kind before it, or the space for one."""
    lead: Element = Spacer(width=24, height=24)
    if glyph:
        lead = Icon(glyph, 24, res.colors.secondary, description=label, id=ID + "kind_icon")
    return Row(lead, *parts, width=FILL, pad=(16, 0, 4, 0), gap=16, align="center", class_name="")


def _names(res: Resources, draft: Draft, focus: str) -> list[Element]:
    lines = []
    for i, which in enumerate(names_in_order(res.locale)):
        hint = res.string(f"contacts.{_HINTS[which]}")
        field = _field(res, getattr(draft, which), which, hint, do(type_name, which), focus, capitals="words")
        glyph = "person" if i == 0 else ""
        lines.append(_line(res, glyph, res.string("contacts.name"), field, Spacer(width=36, height=1)))
    return lines


def _spinner(res: Resources, index: int, row: Detail, label: str, spoken: bool) -> Element:
    c = res.colors
    name = type_text(res, row)
    if res.material > 2:
        box = Row(
            Text(name, 16, c.text, grow=1, id="android:id/text1", description=f"{name} {label}" if spoken else ""),
            Icon("arrow_drop_down", 24, c.secondary, class_name=""),
            width=FILL, height=BOX, align="center", pad=(16, 0, 12, 0), gap=4, tap=do(open_types, index),
            id=ID + "spinner", description=label, class_name="android.widget.Spinner",
        )  # fmt: skip
        return _boxed(res, box, res.string("google_contacts.label"))
    return Row(
        Text(name, 14, c.text, id="android:id/text1", description=f"{name} {label}" if spoken else ""),
        Icon("arrow_drop_down", 24, c.secondary, class_name=""),
        height=44, align="center", pad=(0, 0, 0, 0), gap=4, tap=do(open_types, index), id=ID + "spinner",
        description=label, class_name="android.widget.Spinner",
    )  # fmt: skip


def _row(res: Resources, draft: Draft, index: int, focus: str, spoken: bool) -> list[Element]:
    """A field, with its type below it if it has types and is not empty or focused."""
    row = draft.rows[index]
    label = kind_text(res, row.kind)
    key = field_key(draft.rows, index)
    field = _FIELDS.get(row.kind, _text)(res, draft, index, label, focus)
    end: Element = Spacer(width=36, height=1)
    if row.text:
        end = icon_button("close", res.string("contacts.delete"), do(clear_row, index), res.colors.secondary,
                          id=ID + "delete_button", size=20, width=36)  # fmt: skip
    lines = [_line(res, GLYPHS[row.kind] if key.endswith("-0") else "", label, field, end)]
    if ALL_KINDS[row.kind].types and (row.text or focus == key or key == "phone-0"):
        room = (Spacer(width=36, height=1),) if res.material > 2 else ()
        lines.append(_line(res, "", "", _spinner(res, index, row, label, spoken), *room))
    return lines


def screen(res: Resources, draft: Draft, focus: str, spoken: bool = False) -> Element:
    """The fields of a contact. ``spoken``: whether a field's type has a description for screen readers."""
    c = res.colors
    modern = res.material > 2
    lines = [_photo(res, draft.contact)] if modern and res.height >= _PHOTO_ROOM else []
    if not draft.contact.id:
        lines.append(_account(res))
    lines += _names(res, draft, focus)
    for index in range(len(draft.rows)):
        lines += _row(res, draft, index, focus, spoken)
    if not draft.more:
        lines.append(
            Row(
                Spacer(width=24, height=1),
                Text(res.string("contacts.more_fields"), 14, c.accent, 500),
                width=FILL, height=48, pad=(16, 0), gap=16, align="center", tap=do(show_more),
                id=ID + "more_fields", class_name="android.widget.TextView",
            )
        )  # fmt: skip
    inset = form_inset(res)
    body = scrolling(*lines, gap=0 if modern else 6, pad=(inset, 8, inset, 24), key="editor",
                     id=ID + "contact_editor_scroller", class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, _bar(res, not draft.contact.id), body)


def type_dialog(res: Resources, index: int, row: Detail) -> Element:
    """The types that a field may have."""
    c = res.colors
    rows = [
        Row(
            RadioButton(number == row.type, c.accent, c.secondary, class_name=""),
            Text(word_for_type(res, row.kind, name), 16, c.text, grow=1, id="android:id/text1"),
            width=FILL, height=TYPE_ROW, pad=(16, 0), gap=16, align="center", tap=do(choose_type, index, number),
            class_name="android.widget.CheckedTextView", checked=number == row.type,
        )
        for number, name in ALL_KINDS[row.kind].types
    ]  # fmt: skip
    listed = scrolling(*rows, key="types", grow=0, class_name="android.widget.ListView")
    return dialog_card(res, listed, dismiss=CLOSE, pad=(0, 8), width=280)


def discard_dialog(res: Resources) -> Element:
    """The question before changes are lost."""
    return question(res, "discard_question", "contacts.keep_editing", "discard", do(discard))
