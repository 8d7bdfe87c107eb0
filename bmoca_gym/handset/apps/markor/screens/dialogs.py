"""Markor's dialogs: new file or folder, rename, delete, move or copy, search, replace, information."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.handlers import browsing, writing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Entry
from bmoca_gym.handset.apps.markor.notes import Note
from bmoca_gym.handset.apps.markor.screens import browser
from bmoca_gym.handset.apps.markor.state import ID, TEMPLATES, TYPES, Markor
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons, cancel
from bmoca_gym.handset.kits.sizes import size_text
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system.files import STORAGE, shown
from bmoca_gym.handset.ui.components import dialog_card, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do


def _buttons(res: Resources, ok: Callback) -> tuple[Element, Element]:
    return buttons(res, "common.ok", ok)


def _fitted(*parts: Element, key: str) -> Element:
    """Parts of a dialog, which scroll if they do not fit."""
    return scrolling(*parts, key=key, grow=0, gap=4, class_name="android.widget.ScrollView")


def _spinner(res: Resources, name: str, label: str) -> Element:
    return Row(
        Text(label, 15, res.colors.text, grow=1, id="android:id/text1"),
        Icon("arrow_drop_down", 24, res.colors.secondary, class_name=""),
        width=FILL, height=44, align="center", tap=do(open_overlay, name), class_name="android.widget.Spinner",
        id=f"{ID}new_file_dialog__{name}",
    )  # fmt: skip


def _line(res: Resources, focused: bool) -> Element:
    return Spacer(
        width=FILL,
        height=2 if focused else 1,
        background=res.colors.accent if focused else res.colors.divider,
    )


def _caption(res: Resources, key: str) -> Element:
    return Text(res.string(f"markor.{key}"), 12, res.colors.secondary, lines=2)


def new_dialog(res: Resources, name: str, ending: str, kind: int, template: int, focus: str) -> Element:
    """Asks for the name and the kind of a new file, or the name of a new folder."""
    c = res.colors
    typed = [
        Column(
            TextField(
                text, key, do(take), focused=focus == key, hint=hint, hint_color=c.secondary, accent=c.accent,
                color=c.text,
                size=15, width=FILL, pad=(2, 8), on_submit=do(browsing.create_file), id=f"{ID}new_file_dialog__{entry}",
            ),
            _line(res, focus == key), grow=share, class_name="",
        )
        for text, key, take, hint, entry, share in (
            (name, "name", browsing.type_name, res.string("markor.my_note"), "name", 7),
            (ending, "ending", browsing.type_ending, "", "ext", 3),
        )
    ]  # fmt: skip
    body = _fitted(
        _caption(res, "name"), Row(*typed, width=FILL, gap=12),
        _caption(res, "type"), _spinner(res, "type", res.string(f"markor.{TYPES[kind][0]}")),
        _caption(res, "template"), _spinner(res, "template", res.string(f"markor.template_{TEMPLATES[template][0]}")),
        _caption(res, "folder_hint"), _caption(res, "file_hint"), key="new",
    )  # fmt: skip
    folder = text_button(
        res, res.string("markor.folder"), do(browsing.create_folder), id="android:id/button3"
    )
    return dialog_card(res, body, dismiss=CLOSE, buttons=(folder, *_buttons(res, do(browsing.create_file))))


def type_dialog(res: Resources, chosen: int) -> Element:
    """The types of new files."""
    return _choices(res, "type", [key for key, _ in TYPES], chosen, browsing.choose_type)


def template_dialog(res: Resources, chosen: int) -> Element:
    """The templates of new files."""
    return _choices(
        res, "template", [f"template_{key}" for key, _ in TEMPLATES], chosen, browsing.choose_template
    )


def _choices(
    res: Resources, title: str, names: list[str], chosen: int, choose: Callable[..., Markor]
) -> Element:
    rows = [
        choice(res, res.string(f"markor.{name}"), number == chosen, do(choose, number))
        for number, name in enumerate(names)
    ]
    body = _fitted(*rows, key="choices")
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string(f"markor.{title}"),
        buttons=(cancel(res),),
    )  # fmt: skip


def rename_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Asks for a new name."""
    c = res.colors
    field = TextField(
        name, "name", do(browsing.type_name), focused=focused, hint=res.string("markor.name"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, width=FILL, pad=(2, 10), on_submit=do(browsing.rename),
        id=ID + "new_name",
    )  # fmt: skip
    line = _line(res, focused)
    title = res.string("markor.rename_selected_item")
    return dialog_card(
        res, field, line, dismiss=CLOSE, title=title, buttons=_buttons(res, do(browsing.rename))
    )


def delete_dialog(res: Resources, paths: tuple[str, ...]) -> Element:
    """Asks before anything is deleted."""
    names = "\n".join(posixpath.basename(path) for path in paths)
    said = res.string("markor.delete_question", count=len(paths))
    message = Text(said, 16, res.colors.text, lines=3, id="android:id/message")
    listed = Text(names, 14, res.colors.secondary, lines=None)
    body = _fitted(message, listed, key="names")
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("markor.confirm_delete"),
                       buttons=_buttons(res, do(browsing.delete)))  # fmt: skip


def carry_dialog(res: Resources, how: str, target: str, folders: tuple[Entry, ...]) -> Element:
    """Chooses the folder that files are moved or copied to."""
    c = res.colors
    rows: list[Element] = []
    if target != STORAGE:
        above = listing.parent(target)
        rows.append(browser.folder_row(res, "..", shown(above), do(browsing.aim, above)))
    rows += [
        browser.folder_row(res, one.name, shown(one.path), do(browsing.aim, one.path)) for one in folders
    ]
    bar = Row(
        Column(
            Text(res.string(f"markor.{how}"), 18, c.text, 500, id=ID + "ui__filesystem_dialog__title_text"),
            Text(browser.folder_title(res, target), 14, c.secondary, id=ID + "ui__filesystem_dialog__folder"),
            grow=1,
        ),
        icon_button("home", res.string("markor.go_to_home"), do(browsing.aim, NOTEBOOK), c.text,
                    id=ID + "ui__filesystem_dialog__home"),
        width=FILL, height=56, align="center", id=ID + "ui__filesystem_dialog__title_bar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    listed = scrolling(*rows, key="carry", grow=0, height=420,
                       id=ID + "ui__filesystem_dialog__list")  # fmt: skip
    foot = (
        text_button(res, res.string("common.cancel"), CLOSE, id=ID + "ui__filesystem_dialog__button_cancel"),
        text_button(res, res.string("markor.select_this_folder"), do(browsing.put_down),
                    id=ID + "ui__filesystem_dialog__button_ok"),
    )  # fmt: skip
    for button in foot:
        button.class_name = "android.widget.TextView"
    return dialog_card(
        res, bar, listed, dismiss=CLOSE,
        buttons=foot,
    )  # fmt: skip


def search_dialog(
    res: Resources, query: str, in_content: bool, case_sensitive: bool, focused: bool
) -> Element:
    """Ask for the text to search for."""
    c = res.colors
    field = TextField(
        query, "query", do(browsing.type_query), focused=focused, hint=res.string("markor.search"),
        hint_color=c.secondary, accent=res.colors.accent, color=c.text, size=16, width=FILL, pad=(2, 10),
        on_submit=do(browsing.search),
    )  # fmt: skip
    boxes = [
        Row(
            CheckBox(on, c.accent, c.secondary, class_name=""),
            Text(res.string(f"markor.{name}"), 15, c.text, lines=2, grow=1, class_name=""),
            width=FILL, least=44, gap=8, align="center", tap=do(switch, name), checked=on,
            class_name="android.widget.CheckBox", description=res.string(f"markor.{name}"),
        )
        for name, on in (("in_content", in_content), ("case_sensitive", case_sensitive))
    ]  # fmt: skip
    body = _fitted(field, _line(res, focused), *boxes, key="search")
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("markor.search_documents"),
                       buttons=_buttons(res, do(browsing.search)))  # fmt: skip


def found_dialog(res: Resources, folder: str, found: tuple[Entry, ...]) -> Element:
    """Search results."""
    c = res.colors
    rows: list[Element] = [
        Row(
            Icon("folder" if entry.is_folder else "description", 24, c.secondary, class_name=""),
            Text(entry.path[len(folder) + 1 :], 16, c.text, lines=2, grow=1, id="android:id/text1"),
            width=FILL, pad=(0, 12), gap=12, align="center", tap=do(browsing.show_found, entry.path),
        )
        for entry in found
    ]  # fmt: skip
    if not rows:
        rows = [Text(res.string("markor.nothing_found"), 16, c.secondary, lines=2, id="android:id/message")]
    body = _fitted(*rows, key="found")
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("markor.search_documents"),
        buttons=(cancel(res),),
    )  # fmt: skip


_MATCHES = 50


def note_search_dialog(res: Resources, text: str, query: str, focused: bool) -> Element:
    """Search in a note: the lines that contain the text."""
    c = res.colors
    rows: list[Element] = []
    at, wanted = 0, re.compile(re.escape(query), re.IGNORECASE)
    for number, line in enumerate(text.split("\n"), 1):
        found = wanted.search(line) if query and len(rows) < _MATCHES else None
        if found is not None:
            start, end = at + found.start(), at + found.end()
            rows.append(
                Row(
                    Text(res.digits(f"{number}:"), 15, c.secondary, class_name=""),
                    Text(line, 15, c.text, lines=2, grow=1, id="android:id/text1"),
                    width=FILL, pad=(0, 10), gap=8, tap=do(writing.show_match, start, end),
                )
            )  # fmt: skip
        at += len(line) + 1
    if query and not rows:
        rows = [Text(res.string("markor.nothing_found"), 15, c.secondary, lines=2, id="android:id/message")]
    field = _words(res, "query", query, "search", do(browsing.type_query), focused)
    body = _fitted(field, _line(res, focused), *rows, key="note_search")
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("markor.search"), buttons=(cancel(res),))


def note_replace_dialog(res: Resources, query: str, replacement: str, focus: str) -> Element:
    """Replace a text in a note by another."""
    lines: list[Element] = []
    for key, text, hint, typed in (
        ("query", query, "search", do(browsing.type_query)),
        ("replacement", replacement, "replace_with", do(writing.type_replacement)),
    ):
        lines += [_words(res, key, text, hint, typed, focus == key), _line(res, focus == key)]
    body = _fitted(*lines, key="note_replace")
    buttons = (
        cancel(res),
        text_button(res, res.string("markor.replace_all"), do(writing.replace_all), id="android:id/button1"),
    )
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("markor.search_replace"), buttons=buttons)


def _words(res: Resources, key: str, text: str, hint: str, typed: Callback, focused: bool) -> Element:
    c = res.colors
    return TextField(
        text, key, typed, focused=focused, hint=res.string(f"markor.{hint}"), hint_color=c.secondary, accent=c.accent,
        color=c.text, size=16, width=FILL, pad=(2, 10), id=f"{ID}{key}",
    )  # fmt: skip


def info_dialog(res: Resources, entry: Entry, zone: str, note: Note | None) -> Element:
    """Details of a file or folder. ``note``: its text, if it is a text file."""
    facts = [
        ("name", "name", entry.name),
        ("location", "location", shown(posixpath.dirname(entry.path))),
        ("last_modified", "last_modified", browser.when(res, zone, entry.modified)),
    ]
    if not entry.is_folder:
        facts.append(("size", "size_description", size_text(res, entry.size)))
    if note is not None and note.readable:
        counts = (len(note.saved.splitlines()), len(note.saved.split()), len(note.saved))
        facts.append(("text_counts", "textinfo_description", res.digits(" / ".join(map(str, counts)))))
    lines: list[Element] = []
    for key, name, text in facts:
        lines += [
            _caption(res, key),
            Text(text, 16, res.colors.text, lines=3, pad=(0, 0, 0, 8), id=f"{ID}ui__fileinfodialog__{name}"),
        ]
    body = _fitted(*lines, key="info")
    ok = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("markor.info_selected_item"), buttons=(ok,))
