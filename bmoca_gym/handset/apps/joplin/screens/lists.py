"""Joplin's lists: notes of a notebook, search results, tags; the drawer, and dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.joplin.handlers import listing, writing
from bmoca_gym.handset.apps.joplin.rows import (
    ALL,
    FOLDERS,
    ORDERS,
    TAGGED,
    TAGS,
    TRASH,
    Order,
    id_of,
    text_of,
)
from bmoca_gym.handset.apps.joplin.screens import parts
from bmoca_gym.handset.apps.joplin.screens.parts import BAR, BUTTON, RED, VIEW, WHITE, bar, bar_button
from bmoca_gym.handset.apps.joplin.state import LIST_SCROLL
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay, unmark
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    floating_button,
    icon_button,
    menu,
    scrim,
    scrolling,
    side_drawer,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: The parts of an order that are on or off.
SWITCHES = ("reverse", "open_first", "completed")


# A list of notes


def screen(
    res: Resources, rows: Rows, shown: str, title: str, selected: tuple[str, ...], no_folders: bool
) -> Element:
    """The notes of a list. ``no_folders``: whether there is no notebook yet."""
    named = {ALL: "all_notes", TRASH: "trash"}.get(shown)
    title = res.string(f"joplin.{named}") if named else title
    top = _selection_bar(res, shown == TRASH) if selected else _bar(res, shown, title, bool(rows))
    lines: list[Element] = [parts.note_row(res, row, id_of(row) in selected, bool(selected)) for row in rows]
    if rows:
        body: Element = scrolling(*lines, Spacer(width=FILL, height=88), key=LIST_SCROLL, grow=0, height=FILL,
                                  class_name="android.widget.ScrollView")  # fmt: skip
    else:
        body = _nothing(res, shown, no_folders)
    writable = not selected and shown != TRASH and not no_folders
    add = parts.round_button(res, "add", "add_new", do(open_overlay, "add")) if writable else None
    return parts.screen(res, top, body, add)


def _nothing(res: Resources, shown: str, no_folders: bool) -> Element:
    c = res.colors
    said = "no_folders" if no_folders else "trash_empty" if shown == TRASH else "no_notes"
    text = Text(res.string(f"joplin.{said}"), 16, c.text, lines=5, width=FILL, pad=(16, 12))
    new = Text(res.string("joplin.create_notebook"), 16, c.accent, 500, lines=2, pad=(16, 12),
               tap=do(listing.edit_folder), class_name=BUTTON)  # fmt: skip
    return Column(
        text, *((new,) if no_folders and shown != TRASH else ()), width=FILL, height=FILL, class_name=VIEW
    )


def _bar(res: Resources, shown: str, title: str, any_notes: bool) -> Element:
    more: tuple[Element, ...] = ()
    if shown == TRASH and any_notes:
        more = (bar_button(res, "more_vert", "actions", do(open_overlay, "trash_menu")),)
    return bar(
        res, bar_button(res, "menu", "sidebar", do(open_overlay, "drawer")), title,
        bar_button(res, "search", "search", do(listing.show_page, "search")),
        bar_button(res, "filter_list", "sort_notes", do(open_overlay, "sort")), *more,
    )  # fmt: skip


def _selection_bar(res: Resources, in_trash: bool) -> Element:
    lead = parts.back_button(res, do(unmark))
    every = bar_button(res, "check_circle", "select_all", do(listing.select_all))
    if in_trash:
        return bar(
            res, lead, "", every, bar_button(res, "restore", "restore", do(listing.restore_selected)),
            bar_button(res, "delete_forever", "delete_for_good", do(open_overlay, "destroy")),
        )  # fmt: skip
    move = Row(
        Text(res.string("joplin.move_to"), 15, WHITE, lines=2, grow=1, class_name="android.widget.TextView"),
        Icon("arrow_drop_down", 24, WHITE, class_name=""),
        grow=1, least=48, align="center", pad=(4, 0), tap=do(open_overlay, "move"), class_name=VIEW,
    )  # fmt: skip
    return bar(
        res, lead, move, every, bar_button(res, "content_copy", "duplicate", do(listing.copy_selected)),
        bar_button(res, "delete", "delete", do(open_overlay, "delete")),
    )  # fmt: skip


def add_sheet(res: Resources) -> Element:
    """Menu of the round button: a to-do and a note, over a darkened screen."""
    c, rows = res.colors, []
    for glyph, name, tap in (
        ("check_box", "new_todo", do(writing.add, True)),
        ("description", "new_note", do(writing.add, False)),
    ):
        label = Text(
            res.string(f"joplin.{name}"),
            14,
            c.text,
            500,
            pad=(10, 6),
            background=c.surface,
            radius=5,
            tap=tap,
        )
        small = icon_button(glyph, res.string(f"joplin.{name}"), tap, c.text, background=c.raised, radius=20, width=40,
                            height=40, class_name=BUTTON)  # fmt: skip
        rows.append(Row(label, small, gap=12, align="center", pad=(0, 0, 8, 0), class_name=VIEW))
    shut = floating_button(res, "close", res.string("joplin.add_new"), CLOSE, background=RED, color=WHITE)
    return scrim(
        res,
        Column(*rows, shut, gap=14, pad=16, align="end", class_name=""),
        CLOSE,
        align="end",
        justify="end",
    )


def sort_dialog(res: Resources, order: Order) -> Element:
    """Order of the notes."""
    rows: list[Element] = []
    for field in ORDERS:
        label = res.string(f"joplin.by_{field}")
        rows.append(
            parts.choice_row(res, f"• {label}" if field == order.field else label, do(listing.sort_by, field))
        )
    for name in SWITCHES:
        label = f"[ {res.string(f'joplin.order_{name}')} ]"
        rows.append(
            parts.choice_row(
                res, f"✓ {label}" if getattr(order, name) else label, do(listing.switch_order, name)
            )
        )
    return dialog_card(res, *rows, dismiss=CLOSE, title=res.string("joplin.sort_notes"))


def move_dialog(res: Resources, folders: tuple[tuple[Record, int, bool], ...]) -> Element:
    """The notebooks into which notes may be moved."""
    rows = [
        Text("      " * depth + text_of(row, "title", FOLDERS), 16, res.colors.text, width=FILL, lines=1, pad=(4, 12),
             spoken=text_of(row, "title", FOLDERS), tap=do(listing.move_selected, id_of(row)), class_name=BUTTON)
        for row, depth, _ in folders
    ]  # fmt: skip
    body = scrolling(*rows, key="move", grow=0, class_name="android.widget.ScrollView")
    cancel = text_button(res, res.string("common.cancel"), CLOSE)
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("joplin.move_to"), buttons=(cancel,))


def trash_menu(res: Resources) -> Element:
    """Actions on the whole trash."""
    items = ((res.string("joplin.empty_trash"), do(open_overlay, "empty")),)
    return menu(res, items, CLOSE)


# The drawer


def drawer(
    res: Resources, folders: tuple[tuple[Record, int, bool], ...], folded: tuple[str, ...], shown: str
) -> Element:
    """All notes, the notebooks, the trash, and the pages of the app."""
    rows: list[Element] = [
        Spacer(width=FILL, height=8),
        _entry(res, "description", res.string("joplin.all_notes"), do(listing.show_list, ALL), shown == ALL),
        _rule(res),
        _entry(res, "folder", res.string("joplin.notebooks"), None),
    ]
    for row, depth, parent in folders:
        rows.append(_folder(res, row, depth, parent, id_of(row) in folded, id_of(row) == shown))
    rows += [
        _entry(res, "delete", res.string("joplin.trash"), do(listing.show_list, TRASH), shown == TRASH),
        _rule(res),
        _entry(res, "create_new_folder", res.string("joplin.new_notebook"), do(listing.edit_folder)),
        _entry(res, "label", res.string("joplin.tags"), do(listing.show_page, "tags")),
        _entry(res, "settings", res.string("joplin.settings"), do(listing.show_page, "settings")),
        _rule(res),
        _entry(res, "sync", res.string("joplin.synchronise"), do(listing.show_page, "settings")),
    ]
    head = Spacer(width=FILL, height=0, background=BAR)  # of which the status bar keeps the colour
    return side_drawer(res, head, rows, CLOSE, key="drawer", id="", list_id="", class_name=VIEW)


def _rule(res: Resources) -> Element:
    return Column(
        Spacer(width=FILL, height=1, background=res.colors.divider), width=FILL, pad=(0, 10), class_name=""
    )


def _entry(res: Resources, glyph: str, label: str, tap: Callback | None, chosen: bool = False) -> Element:
    c = res.colors
    return Row(
        Icon(glyph, 22, c.text, class_name=""), Text(label, 15, c.text, lines=2, grow=1),
        width=FILL, least=44, pad=(16, 0), gap=14, align="center", tap=tap, selected=chosen,
        background=c.raised if chosen else None, class_name=VIEW,
    )  # fmt: skip


def _folder(res: Resources, row: Record, depth: int, parent: bool, folded: bool, chosen: bool) -> Element:
    c, id = res.colors, id_of(row)
    toggle: tuple[Element, ...] = ()
    if parent:
        said = res.string("joplin.expand" if folded else "joplin.collapse")
        toggle = (icon_button("expand_more" if folded else "expand_less", said, do(listing.fold, id), c.secondary,
                              class_name=BUTTON),)  # fmt: skip
    name = Row(
        Text(text_of(row, "title", FOLDERS) or res.string("joplin.untitled"), 15, c.text, grow=1),
        grow=1, height=44, align="center", tap=do(listing.show_list, id), class_name=VIEW,
        pad=(16 + 10 * min(depth, 8), 0, 8, 0), long_press=do(open_overlay, "notebook", id), selected=chosen,
    )  # fmt: skip
    return Row(
        name, *toggle, width=FILL, align="center", background=c.raised if chosen else None, class_name=""
    )


def folder_menu(res: Resources, id: str, title: str) -> Element:
    """Actions on a notebook."""
    said = res.string("joplin.notebook_named", title=title)
    return dialog_card(
        res, Text(said, 16, res.colors.text, lines=4, id="android:id/message"), dismiss=CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id="android:id/button3"),
            text_button(res, res.string("joplin.delete"), do(open_overlay, "delete_notebook", id),
                        id="android:id/button2"),
            text_button(res, res.string("joplin.edit"), do(listing.edit_folder, id), id="android:id/button1"),
        ),
    )  # fmt: skip


# Search and tags


def search_screen(res: Resources, rows: Rows, query: str, focused: bool) -> Element:
    """The search field and the results."""
    c = res.colors
    field = TextField(
        query, "search", do(listing.search), focused=focused, hint=res.string("joplin.search"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, grow=1, height=52,
    )  # fmt: skip
    clear = icon_button(
        "close", res.string("joplin.clear"), do(listing.search, ""), c.secondary, class_name=BUTTON
    )
    line = Row(
        field, *((clear,) if query else ()), width=FILL, pad=(16, 0, 4, 0), align="center", class_name=VIEW
    )
    lines = [parts.note_row(res, row, False, False) for row in rows]
    body = scrolling(*lines, key="page", class_name="android.widget.ScrollView")
    under = Column(
        line, Spacer(width=FILL, height=1, background=c.divider), body, width=FILL, height=FILL, class_name=""
    )
    top = bar(res, parts.back_button(res, do(listing.leave_page)), res.string("joplin.search"))
    return parts.screen(res, top, under)


def tags_screen(res: Resources, tags: Rows) -> Element:
    """The tags in use."""
    c = res.colors
    lines = [
        Text(text_of(row, "title", TAGS), 16, c.text, width=FILL, lines=2, pad=(16, 14),
             tap=do(listing.show_list, TAGGED + id_of(row)))
        for row in tags
    ]  # fmt: skip
    if lines:
        body: Element = scrolling(
            *lines, key="page", grow=0, height=FILL, class_name="android.widget.ScrollView"
        )
    else:
        body = Column(Text(res.string("joplin.no_tags"), 16, c.text, lines=4, pad=16), width=FILL, height=FILL,
                      class_name=VIEW)  # fmt: skip
    top = bar(res, parts.back_button(res, do(listing.leave_page)), res.string("joplin.tags"))
    return parts.screen(res, top, body)
