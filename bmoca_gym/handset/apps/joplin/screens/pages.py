"""Joplin's pages: a note in view and edit mode, its tags; a notebook; the configuration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.joplin import markdown
from bmoca_gym.handset.apps.joplin.handlers import listing, writing
from bmoca_gym.handset.apps.joplin.markdown import Line
from bmoca_gym.handset.apps.joplin.rows import TAGS, Order, id_of, is_done, number, text_of
from bmoca_gym.handset.apps.joplin.screens import parts
from bmoca_gym.handset.apps.joplin.screens.lists import SWITCHES
from bmoca_gym.handset.apps.joplin.screens.parts import VIEW, bar, bar_button
from bmoca_gym.handset.kits.attachments import Attached
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, heading, list_row, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Picture, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do

_HEADINGS = (24, 21, 19, 17, 16, 15)
_INDENT = 18
#: Class of the web view with a note's text in the UI tree.
_WEB_TEXT = "android.widget.TextView"


def note_screen(
    res: Resources, row: Record, editing: bool, focus: str, files: tuple[tuple[str, Attached], ...]
) -> Element:
    """A note: its title, and its body, rendered or as source. ``files``: of the note, by id."""
    c, id = res.colors, id_of(row)
    in_trash = bool(number(row, "deleted_time"))
    box: tuple[Element, ...] = ()
    if number(row, "is_todo"):
        said = res.string("joplin.todo_named", title=text_of(row, "title"))
        box = (CheckBox(is_done(row), c.text, c.text, width=44, height=44, tap=do(listing.tick, id),
                        description=said, enabled=not in_trash),)  # fmt: skip
    if in_trash:
        title: Element = Text(text_of(row, "title"), 16, c.text, 700, lines=None, grow=1, pad=(0, 14))
    else:
        title = TextField(
            text_of(row, "title"), "title", do(writing.write, id, "title"), focused=focus == "title",
            hint=res.string("joplin.title"), hint_color=c.secondary, accent=c.accent, color=c.text, size=16, weight=700,
            lines=3, grow=1, pad=(0, 14),
        )  # fmt: skip
    head = Row(*box, title, width=FILL, align="center", pad=(4 if box else 16, 0, 16, 0), class_name=VIEW)
    rule = Spacer(width=FILL, height=1, background=c.divider)
    if editing:
        body: Element = TextField(
            text_of(row, "body"), "body", do(writing.write, id, "body"), focused=focus == "body",
            hint=res.string("joplin.body"), hint_color=c.secondary, accent=c.accent, color=c.text, size=16, lines=None,
            width=FILL, pad=(16, 12),
        )  # fmt: skip
    else:
        shown = _rendered(res, id, text_of(row, "body"), in_trash, dict(files))
        body = Column(*shown, width=FILL, pad=(16, 12), gap=4, class_name="android.webkit.WebView")
    under = Column(head, rule, scrolling(body, Spacer(width=FILL, height=88), key="page", class_name=VIEW), width=FILL,
                   height=FILL, class_name="")  # fmt: skip
    actions = [bar_button(res, "more_vert", "actions", do(open_overlay, "note_menu"))]
    if editing:
        actions.insert(0, bar_button(res, "check", "save_changes", do(writing.stop_editing)))
    top = bar(res, parts.back_button(res, do(writing.leave_note)), "", *actions)
    pen = None if editing or in_trash else parts.round_button(res, "edit", "edit", do(writing.edit))
    return parts.screen(res, top, under, pen)


def _rendered(
    res: Resources, id: str, body: str, in_trash: bool, files: dict[str, Attached]
) -> list[Element]:
    """The rendered lines of a note's body."""
    return [
        _file(res, line, files[line.mark])
        if line.kind in ("picture", "file") and line.mark in files
        else _LINES.get(line.kind, _text)(res, line, id, in_trash)
        for line in markdown.lines(body)
    ]


def _file(res: Resources, line: Line, file: Attached) -> Element:
    """A picture of the note, or a link to another file."""
    c = res.colors
    if line.kind == "picture" and file.picture:
        scale = min((res.width - 32) / file.size[0], 1.0 if file.size[0] < 160 else 8.0, 320 / file.size[1])
        return Picture(file.picture, width=file.size[0] * scale, height=file.size[1] * scale,
                       description=line.text, class_name="android.widget.Image")  # fmt: skip
    return Row(
        Icon("attach_file", 18, c.accent, class_name=""), Text(line.text, 16, c.accent, lines=2, grow=1, class_name=""),
        width=FILL, gap=6, pad=(0, 6), align="center",
        tap=do(writing.open_file, file.path), description=line.text, class_name="android.view.View",
    )  # fmt: skip


def _text(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    return Text(line.text, 16, res.colors.text, lines=None, width=FILL, class_name=_WEB_TEXT)


def _blank(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    return Spacer(width=FILL, height=8)


def _rule(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    return Spacer(width=FILL, height=1, background=res.colors.divider)


def _heading(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    return Text(line.text, _HEADINGS[line.depth - 1], res.colors.text, 700, lines=None, width=FILL, pad=(0, 8, 0, 2),
                class_name=_WEB_TEXT)  # fmt: skip


def _inset(line: Line) -> int:
    return 4 + _INDENT * min(line.depth, 8)


def _beside(res: Resources, line: Line) -> Element:
    """The text of a line, beside its mark."""
    return Text(line.text, 16, res.colors.text, lines=None, grow=1, class_name=_WEB_TEXT)


def _item(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    mark = Text(line.mark, 16, res.colors.text, width=24, class_name="")
    return Row(
        mark, _beside(res, line), width=FILL, pad=(_inset(line), 1, 0, 1), class_name="android.view.View"
    )


def _box(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    c = res.colors
    box = CheckBox(line.done, c.accent, c.secondary, width=36, height=32, enabled=not in_trash,
                   tap=do(writing.tick_box, id, line.source), description=line.text)  # fmt: skip
    return Row(
        box, _beside(res, line), width=FILL, pad=(_inset(line) - 4, 0, 0, 0), align="center",
        class_name="android.view.View",
    )  # fmt: skip


def _block(res: Resources, line: Line, ink: int) -> Element:
    return Text(line.text, 15, ink, lines=None, width=FILL, pad=(12, 4), background=res.colors.raised,
                class_name=_WEB_TEXT)  # fmt: skip


def _quote(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    return _block(res, line, res.colors.secondary)


def _code(res: Resources, line: Line, id: str, in_trash: bool) -> Element:
    return _block(res, line, res.colors.text)


#: How lines are shown, by their kind; the others are plain text.
_LINES: dict[str, Callable[[Resources, Line, str, bool], Element]] = {
    "blank": _blank, "rule": _rule, "heading": _heading, "item": _item, "box": _box, "quote": _quote, "code": _code,
}  # fmt: skip


def note_menu(res: Resources, row: Record) -> Element:
    """Actions on a note."""
    id = id_of(row)
    items: list[tuple[str, Callback]] = []
    if number(row, "deleted_time"):
        items = [
            ("restore", do(writing.restore, id)),
            ("delete_for_good", do(open_overlay, "destroy_note", id)),
        ]
    else:
        items = [
            ("attach", do(open_overlay, "attach")),
            ("share", do(writing.share_note, id)),
            ("tags", do(writing.open_tags, id)),
            ("to_note" if number(row, "is_todo") else "to_todo", do(writing.convert, id)),
            ("copy_link", do(writing.copy_link, id)),
            ("move_to", do(open_overlay, "move", id)),
            ("delete", do(open_overlay, "delete_note", id)),
        ]
    return menu(res, tuple([(res.string(f"joplin.{name}"), tap) for name, tap in items]), CLOSE)


def attach_dialog(res: Resources) -> Element:
    """The ways to attach a file to a note."""
    ways = (
        ("attach_photo", writing.attach_photo),
        ("take_photo", writing.take_photo),
        ("attach_file", writing.attach_file),
    )
    rows = [
        Text(res.string(f"joplin.{name}"), 16, res.colors.text, width=FILL, lines=2, height=48, pad=(24, 13),
             tap=do(way), class_name="android.widget.Button")
        for name, way in ways
    ]  # fmt: skip
    title = Text(res.string("joplin.choose_option"), 20, res.colors.text, 500, lines=2, pad=(24, 0, 24, 8))
    buttons = (text_button(res, res.string("common.cancel"), CLOSE),)
    return dialog_card(res, title, *rows, dismiss=CLOSE, pad=(0, 20, 0, 8), buttons=buttons)


def tags_dialog(res: Resources, tags: Rows, chosen: tuple[str, ...], typed: str, focused: bool) -> Element:
    """The tags of a note: existing ones as check boxes, and a field for new ones."""
    c = res.colors
    field = TextField(
        typed, "tags", do(listing.type_text), focused=focused, hint=res.string("joplin.new_tags"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, width=FILL, height=48,
        on_submit=do(writing.save_tags),
    )  # fmt: skip
    rows = [
        Row(
            CheckBox(id_of(row) in chosen, c.accent, c.secondary, width=40, height=44,
                     description=text_of(row, "title", TAGS), tap=do(writing.choose_tag, id_of(row))),
            Text(text_of(row, "title", TAGS), 16, c.text, grow=1, lines=2), width=FILL, align="center",
            tap=do(writing.choose_tag, id_of(row)), class_name=VIEW,
        )
        for row in tags
    ]  # fmt: skip
    known = (scrolling(*rows, key="tags", grow=0, class_name="android.widget.ScrollView"),) if rows else ()
    buttons = (
        text_button(res, res.string("common.cancel"), CLOSE),
        text_button(res, res.string("common.ok"), do(writing.save_tags)),
    )
    return dialog_card(
        res, field, *known, dismiss=CLOSE, title=res.string("joplin.tags_question"), buttons=buttons
    )


# A notebook, the configuration


def notebook_screen(res: Resources, title: str, new: bool, focused: bool) -> Element:
    """The page to set a notebook's title."""
    c = res.colors
    field = TextField(
        title, "title", do(listing.type_text), focused=focused, hint=res.string("joplin.enter_title"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, width=FILL, height=56,
        on_submit=do(listing.save_folder),
    )  # fmt: skip
    rule = Spacer(width=FILL, height=1, background=c.divider)
    body = Column(
        Column(field, width=FILL, pad=(16, 0), class_name=""), rule, width=FILL, height=FILL, class_name=VIEW
    )
    save = bar_button(res, "check", "save_changes", do(listing.save_folder))
    top = bar(res, parts.back_button(res, do(listing.leave_page)),
              res.string("joplin.new_notebook" if new else "joplin.edit_notebook"), save)  # fmt: skip
    return parts.screen(res, top, body)


def _entry(
    res: Resources, title: str, summary: str = "", tap: Callback | None = None, end: Element | None = None
) -> Element:
    """A row of the configuration, of React Native's views."""
    row: Any = list_row(
        res, title, summary, tap=tap, end=end, lines=3 if end is not None else 2, title_id="", summary_id="",
        class_name=VIEW,
    )  # fmt: skip
    row.children[0].class_name = VIEW
    made: Element = row
    return made


def settings_screen(res: Resources, order: Order, focus_body: bool) -> Element:
    """The configuration: how notes are listed and started."""
    c = res.colors
    rows: list[Element] = [
        heading(res, res.string("joplin.note_section")),
        _entry(res, res.string("joplin.sort_notes"), res.string(f"joplin.by_{order.field}"),
               do(open_overlay, "sort")),
    ]  # fmt: skip
    switches = [(f"order_{name}", getattr(order, name), do(listing.switch_order, name)) for name in SWITCHES]
    switches.append(("focus_body", focus_body, do(listing.switch_focus)))
    for name, on, tap in switches:
        end = Switch(on, res.string("common.on" if on else "common.off"), color=c.accent, tap=tap,
                     description=res.string(f"joplin.{name}"))  # fmt: skip
        rows.append(_entry(res, res.string(f"joplin.{name}"), tap=tap, end=end))
    rows += [
        heading(res, res.string("joplin.sync_section")),
        _entry(res, res.string("joplin.sync_target"), res.string("joplin.sync_none")),
        heading(res, res.string("joplin.more_section")),
        _entry(res, "Joplin 3.0.1", "android"),
    ]
    top = bar(res, parts.back_button(res, do(listing.leave_page)), res.string("joplin.settings"))
    return parts.screen(
        res, top, scrolling(*rows, key="page", grow=0, height=FILL, class_name="android.widget.ScrollView")
    )
