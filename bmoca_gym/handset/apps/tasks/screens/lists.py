"""Tasks' list with groups, search and selection; the drawer, the menu, and the sort order."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.tasks.handlers import collecting, editing, listing, reminding
from bmoca_gym.handset.apps.tasks.rows import Section, View, has_time, id_of, local, number, text_of
from bmoca_gym.handset.apps.tasks.state import ARRANGEMENTS, GLYPHS, ID, LIST_SCROLL, LISTS, PRIORITIES
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import (
    CLOSE,
    close_search,
    mark,
    open_overlay,
    open_search,
    type_query,
    unmark,
)
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    floating_button,
    icon_button,
    list_row,
    menu,
    page,
    scrolling,
    sheet,
    snackbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.fitting import Wrap
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Switch, Text
from bmoca_gym.handset.value import Callback, do

BLUE = 0xFF2196F3
#: The colours of the boxes by the tasks' importance; None: the colour of secondary text.
_INKS = (0xFFD32F2F, 0xFFFF8F00, BLUE, None)
_LIST = "androidx.recyclerview.widget.RecyclerView"
_WEEK = 7
_INDENT = 24


def ink_of(res: Resources, importance: int) -> int:
    """The colour of an importance."""
    return _INKS[min(max(importance, 0), len(_INKS) - 1)] or res.colors.secondary


def day_text(res: Resources, day: date, today: int, full: bool = False) -> str:
    """A day by name if it is close, else its date. ``full``: a date except for the closest days."""
    ahead = day.toordinal() - today
    if ahead in (-1, 0, 1):
        return res.string(("tasks.yesterday", "tasks.today", "tasks.tomorrow")[ahead + 1])
    year = "" if day.year == date.fromordinal(today).year else "y"
    if full:
        return res.date(day, f"{year}MMMEd")
    return res.date(day, "EEE" if 0 < ahead < _WEEK else f"{year}MMMd")


def due_text(res: Resources, due: int, zone: str, today: int, day_is_told: bool = False) -> str:
    """The day and time a task is due. ``day_is_told``: only the time."""
    at = local(zone, due)
    if at is None:
        return ""
    clock = res.time(at.hour, at.minute) if has_time(due) else ""
    return clock if day_is_told else " ".join(filter(None, (day_text(res, at.date(), today), clock)))


# A row


@component(512)
def _row(
    res: Resources, row: Record, when: str, late: bool, depth: int, below: int, marked: bool, marking: bool,
    full: bool, notes: bool, unstarted: bool, chips: tuple[tuple[str, int, str, int], ...],
) -> Element:  # fmt: skip
    c, id, done = res.colors, id_of(row), bool(number(row, "completed"))
    ink = c.disabled if done or unstarted else c.text
    tone = ink_of(res, number(row, "importance"))
    box = CheckBox(done, tone, tone, width=56, height=48, tap=do(reminding.complete, id), id=ID + "completeBox",
                   description=res.string("tasks.complete"), class_name="android.widget.ImageView")  # fmt: skip
    title = Text(
        text_of(row, "title"), 16, ink, lines=4 if full else 1, grow=1, id=ID + "title", pad=(0, 12, 8, 2)
    )
    due = Text(when, 14, c.error if late and not done else c.secondary, id=ID + "due_date", pad=(0, 13, 8, 2))
    lines: list[Element] = [Row(title, *((due,) if when else ()), width=FILL, class_name="")]
    said = " ".join(text_of(row, "notes").split())
    if notes and said:
        lines.append(Text(said, 14, c.secondary, lines=2, pad=(0, 0, 16, 4), id=ID + "description"))
    if below:
        lines.append(_chip(res, id, below, bool(number(row, "collapsed"))))
    if chips:
        shown = [
            chip(res, kind, name, color, do(listing.show_list, f"{kind} {at}"))
            for kind, at, name, color in chips
        ]
        lines.append(
            Wrap(*shown, gap=6, width=FILL, id=ID + "chip_group", class_name="android.view.ViewGroup")
        )
    body = Row(
        box, Column(*lines, grow=1, pad=(0, 0, 8, 10), class_name=""),
        width=FILL, tap=do(mark, id) if marking else do(reminding.opened, id), long_press=do(mark, id),
        background=c.raised if marked else None, selected=marked, id=ID + "rowBody",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    inset = (Spacer(width=min(depth, 4) * _INDENT, height=1),) if depth else ()
    rule = Spacer(width=FILL, height=1, background=c.divider)
    return Column(Row(*inset, Column(body, grow=1, class_name=""), width=FILL, class_name=""), rule, width=FILL,
                  id=ID + "row", class_name="android.widget.FrameLayout")  # fmt: skip


def _chip(res: Resources, id: int, below: int, collapsed: bool) -> Element:
    """The number of a task's subtasks; a tap hides and shows them."""
    c = res.colors
    return Row(
        Icon("expand_more" if collapsed else "expand_less", 18, c.text, class_name=""),
        Text(res.digits(res.string("tasks.subtasks_count", count=below)), 13, c.text, 500),
        pad=(8, 6, 12, 6), gap=4, align="center", radius=8, border=c.divider, background=c.raised,
        tap=do(listing.fold_subtasks, id), id=ID + "chip_group", class_name="android.view.View",
    )  # fmt: skip


def chip(res: Resources, kind: str, name: str, color: int, tap: Callback) -> Element:
    """A list or tag of a task; a tap opens it."""
    c = res.colors
    return Row(
        Icon(GLYPHS[kind], 16, color or c.secondary, class_name=""), Text(name, 13, c.text, 500),
        pad=(8, 6, 12, 6), gap=4, align="center", radius=8, border=c.divider, background=c.raised, tap=tap,
        description=name, class_name="android.view.View",
    )  # fmt: skip


def header_text(res: Resources, section: Section, today: int) -> str:
    """The title of a group."""
    if section.day:
        return day_text(res, date.fromordinal(section.day), today, full=True)
    if section.key.startswith("priority "):
        return res.string(f"tasks.{PRIORITIES[int(section.key[-1])]}_group")
    return res.string(f"tasks.{section.key}")


@component(256)
def _header(res: Resources, text: str, key: str, folded: bool) -> Element:
    c = res.colors
    return Row(
        Text(text, 14, c.error if key == "overdue" else c.secondary, 500, grow=1, lines=2, id=ID + "header"),
        Icon("expand_more" if folded else "expand_less", 24, c.secondary, class_name=""),
        width=FILL, least=44, pad=(16, 0), align="center", tap=do(listing.fold, key),
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


# The screen


def screen(
    res: Resources, sections: tuple[Section, ...], view: View, folded: tuple[str, ...], marked: tuple[int, ...],
    late: tuple[int, ...], unstarted: tuple[int, ...], full: bool, notes: bool, searching: bool, query: str,
    focused: bool, zone: str, today: int, said: str, title: str,
    chips: tuple[tuple[int, tuple[tuple[str, int, str, int], ...]], ...],
) -> Element:  # fmt: skip
    """The tasks in their groups, a bar above and one below. ``said``: what can be undone, or "".

    ``title``: the name of the list, tag or filter, "" for one of the first lists; ``chips``: those of each task.
    """
    c, told_of = res.colors, dict(chips)
    lines: list[Element] = []
    for section in sections:
        if section.key:
            shut = section.key in folded
            lines.append(_header(res, header_text(res, section, today), section.key, shut))
            if shut:
                continue
        told = bool(section.day) and view.group == "due"
        for row, depth, below in section.items:
            when = due_text(res, number(row, "dueDate"), zone, today, told and not depth)
            lines.append(
                _row(res, row, when, row[0] in late, depth, below, row[0] in marked, bool(marked), full, notes,
                     row[0] in unstarted, told_of.get(id_of(row), ()))
            )  # fmt: skip
    if lines:
        body: Element = scrolling(*lines, Spacer(width=FILL, height=24), key=LIST_SCROLL, id=ID + "recycler_view",
                                  class_name=_LIST)  # fmt: skip
    else:
        body = empty_message(res, "task_alt", res.string("tasks.nothing_here"), id=ID + "empty_view")
    if marked:
        top = _marked_bar(res, len(marked))
    elif searching:
        top = _search_bar(res, query, focused)
    else:
        top = _bar(res, view.list, title)
    foot = (
        () if marked or searching else (Spacer(width=FILL, height=1, background=c.divider), _bottom_bar(res))
    )
    word = (
        (
            snackbar(
                res, res.string(f"tasks.{said}"), res.string("tasks.undo").upper(), do(reminding.undo), ID
            ),
        )
        if said
        else ()
    )
    return page(
        res, top, body, *word, *foot, id=ID + "task_list_coordinator", class_name="android.view.ViewGroup"
    )


def _bar(res: Resources, name: str, title: str) -> Element:
    c = res.colors
    find = icon_button("search", res.string("tasks.search"), do(open_search), c.on_bar,
                       id=ID + "menu_search", class_name="android.widget.Button")  # fmt: skip
    return Row(
        Text(title or res.string(f"tasks.{name}"), 20, c.on_bar, 500, grow=1), find,
        width=FILL, height=56, pad=(16, 0, 4, 0), align="center", background=c.bar, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    return search_bar(
        res, query, focused, res.string("tasks.search"), do(type_query), do(close_search),
        field={"hint_color": 0xB3FFFFFF, "accent": c.on_bar, "color": c.on_bar, "id": ID + "search_src_text"},
        clear={"id": ID + "search_close_btn"}, labels=("common.stop_searching", "common.clear_search"),
        inks=(c.on_bar, c.on_bar), background=c.bar, id=ID + "search_bar",
    )  # fmt: skip


def _marked_bar(res: Resources, count: int) -> Element:
    c = res.colors

    def action(glyph: str, name: str, tap: Callback, id: str = "") -> Element:
        return icon_button(
            glyph,
            res.string(f"tasks.{name}"),
            tap,
            c.on_bar,
            id=id and ID + id,
            width=44 if res.width >= 280 else 40,
        )

    return selection_bar(
        res, res.digits(str(count)), do(unmark),
        action("done_all", "complete", do(listing.complete_marked)),
        action("content_copy", "duplicate", do(listing.copy_marked), "copy_tasks"),
        action("delete", "delete", do(open_overlay, "delete"), "delete"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "marked"), c.on_bar),
        id=ID, gap=4, fitted=True, ink=c.on_bar, background=c.bar,
    )  # fmt: skip


def _bottom_bar(res: Resources) -> Element:
    c = res.colors
    add = floating_button(res, "add", res.string("tasks.new_task"), do(editing.add), ID + "fab")
    return Row(
        icon_button("menu", res.string("tasks.menu"), do(open_overlay, "drawer"), c.secondary),
        icon_button("sort", res.string("tasks.sort"), do(open_overlay, "sort"), c.secondary,
                    id=ID + "menu_sort", class_name="android.widget.Button"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.secondary),
        Spacer(grow=1, height=1), add,
        width=FILL, height=72, pad=(4, 0, 12, 0), align="center", id=ID + "bottomAppBar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


# What lies over it


def _drawer_row(
    res: Resources, view: str, name: str, glyph: str, color: int, count: int, chosen: bool
) -> Element:
    c = res.colors
    ink = c.accent if chosen else c.text
    return Row(
        Icon(glyph, 24, color or ink, id=ID + "icon"),
        Text(name, 15, ink, 500, lines=2, grow=1, id=ID + "text"),
        Text(res.digits(str(count)) if count else "", 14, c.secondary, 500, id=ID + "size"),
        width=FILL, least=48, pad=(16, 0), gap=24, align="center", tap=do(listing.show_list, view), selected=chosen,
        id=ID + "row", class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def drawer(
    res: Resources, current: str, counts: tuple[int, ...],
    more: tuple[tuple[str, tuple[tuple[int, str, int, int], ...]], ...],
) -> Element:  # fmt: skip
    """The lists with their numbers of tasks, and the settings.

    ``more``: the user's own filters, tags and lists: id, name, colour and number of tasks of each.
    """
    c = res.colors
    rows: list[Element] = [
        _drawer_row(res, name, res.string(f"tasks.{name}"), glyph, 0, count, name == current)
        for (name, glyph), count in zip(LISTS.items(), counts, strict=True)
    ]
    for kind, entries in more:
        add = icon_button("add", res.string(f"tasks.new_{kind}"), do(collecting.new, kind), c.secondary,
                          id=ID + "add_item", class_name="android.widget.ImageView")  # fmt: skip
        title = Text(res.string(f"tasks.{kind}s"), 14, c.secondary, 500, grow=1, lines=2, id=ID + "text")
        rows += [
            Spacer(width=FILL, height=1, background=c.divider),
            Row(title, add, width=FILL, height=48, pad=(16, 0, 4, 0), align="center",
                id=ID + "subheader_row", class_name="android.widget.RelativeLayout"),
        ]  # fmt: skip
        for id, name, color, count in entries:
            view = f"{kind} {id}"
            glyph, chosen = GLYPHS[kind], view == current
            if kind == "list" and not id:
                name = res.string("tasks.default_list")
            rows.append(_drawer_row(res, view, name, glyph, color, count, chosen))
    rows += [
        Spacer(width=FILL, height=1, background=c.divider),
        Row(
            Icon("settings", 24, c.secondary, id=ID + "icon"),
            Text(res.string("tasks.settings"), 15, c.text, 500, lines=2, grow=1, id=ID + "text"),
            width=FILL, least=48, pad=(16, 0), gap=24, align="center", tap=do(listing.open_settings), id=ID + "row",
            class_name="android.widget.RelativeLayout",
        ),
        Spacer(width=FILL, height=8),
    ]  # fmt: skip
    body = scrolling(*rows, key="drawer", grow=0, id=ID + "recycler_view", class_name=_LIST)  # fmt: skip
    return sheet(res, body, dismiss=CLOSE, id=ID + "design_bottom_sheet")


def overflow(
    res: Resources, view: View, titles: tuple[str, ...], parents: bool, done: bool, kind: str
) -> Element:
    """More actions for the list. ``parents``: whether some tasks have subtasks; ``done``: whether some are completed.

    ``kind``: of the list, tag or filter that is shown, or "".
    """
    items: list[tuple[str, Callback, bool | None]] = [
        (res.string("tasks.show_unstarted"), do(listing.switch_view, "unstarted"), view.unstarted),
        (res.string("tasks.show_completed"), do(listing.switch_view, "completed"), view.completed),
    ]
    if parents:
        items += [
            (res.string("tasks.collapse_subtasks"), do(listing.fold_all, 1), None),
            (res.string("tasks.expand_subtasks"), do(listing.fold_all, 0), None),
        ]
    if done:
        items.append((res.string("tasks.clear_completed"), do(open_overlay, "clear"), None))
    if titles:
        items.append((res.string("tasks.share"), do(listing.share_list, titles), None))
    if kind:
        items.append((res.string(f"tasks.{kind}_settings"), do(collecting.change), None))
    return menu(res, tuple(items), CLOSE, foot=64)


def marked_menu(res: Resources, ids: tuple[int, ...]) -> Element:
    """Further actions on the marked tasks."""
    items = ((res.string("tasks.select_all"), do(listing.mark_all, ids)),)
    return menu(res, items, CLOSE)


def arrangement(res: Resources, view: View) -> Element:
    """The sheet with the arrangement of the list."""
    below = Switch(view.bottom, res.string("common.on" if view.bottom else "common.off"), color=res.colors.accent,
                   tap=do(listing.keep_below))  # fmt: skip
    rows = (
        list_row(res, res.string("tasks.group"), res.string(f"tasks.by_{view.group}"), icon="segment",
                 tap=do(open_overlay, "group")),
        list_row(res, res.string("tasks.sort"), res.string(f"tasks.by_{view.sort}"), icon="sort",
                 tap=do(open_overlay, "order"),
                 end=icon_button("arrow_downward" if view.reverse else "arrow_upward",
                                 res.string("tasks.descending" if view.reverse else "tasks.ascending"),
                                 do(listing.turn_round), res.colors.secondary)),
        list_row(res, res.string("tasks.completed_at_bottom"), icon="done_all", tap=do(listing.keep_below), end=below),
        Spacer(width=FILL, height=8),
    )  # fmt: skip
    return sheet(res, *rows, dismiss=CLOSE, id=ID + "design_bottom_sheet")


def arrangement_choices(res: Resources, name: str, chosen: str) -> Element:
    """Choices for grouping or sorting the list."""
    options = [(one, res.string(f"tasks.by_{one}")) for one in ARRANGEMENTS[name]]
    return choice_dialog(res, options, chosen, listing.arrange, name, title=res.string(f"tasks.{name}"))


def question(res: Resources, text: str, yes: str, answer: Callback, **values: int) -> Element:
    """Ask before doing something that can't be undone."""
    said = res.digits(res.string(f"tasks.{text}", **values))
    return questions.question(res, said, f"tasks.{yes}", answer)


def named_question(res: Resources, text: str, yes: str, answer: Callback, name: str) -> Element:
    """Ask before deleting something that has a name."""
    return questions.question(res, res.string(f"tasks.{text}", name=name), f"tasks.{yes}", answer)


def delete_question(res: Resources, count: int) -> Element:
    """Ask before deleting the selected tasks."""
    return question(res, "delete_marked", "delete", do(listing.delete_marked), count=count)
