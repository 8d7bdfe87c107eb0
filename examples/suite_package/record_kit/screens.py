"""Screens of records: list, details, editor, and their dialogs."""

from __future__ import annotations

from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    floating_button,
    icon_button,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer, Stack, component
from bmoca_gym.handset.ui.elements import Row as Line
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do
from record_kit import handlers
from record_kit.declaration import TYPED, Field, Records, shown
from record_kit.handlers import Draft

_TEXT_VIEW = "android.widget.TextView"
_SEPARATOR = " · "

# The list


@component(1024)
def _row(res: Resources, kind: Records, row: Row, zone: str, marking: bool, marked: bool) -> Element:
    c, ids, id = res.colors, kind.ids, int(row[0] or 0)
    title = shown(res, kind, kind.field(kind.title), row, zone)
    parts = [shown(res, kind, kind.field(name), row, zone) for name in kind.summary]
    summary = _SEPARATOR.join(filter(None, parts))
    done = bool(kind.check and kind.table.get(row, kind.check))
    lead: tuple[Element, ...] = ()
    if kind.check:
        lead = (
            CheckBox(done, c.accent, c.secondary, width=48, height=48, tap=do(handlers.check, kind, id),
                     id=kind.id(ids.check), description=title),
        )  # fmt: skip
    texts = [Text(title, 16, c.secondary if done else c.text, lines=2, id=kind.id(ids.title))]
    if summary:
        texts.append(Text(summary, 14, c.secondary, lines=2, id=kind.id(ids.summary)))
    end = shown(res, kind, kind.field(kind.end), row, zone) if kind.end else ""
    tail = (Text(end, 14, c.text, 500, id=kind.id(ids.end)),) if end else ()
    return Line(
        *lead, Column(*texts, grow=1, gap=2, pad=(0, 12), class_name=""), *tail,
        width=FILL, pad=(4 if lead else 16, 4, 16, 4), gap=8, align="center", id=kind.id(ids.row), selected=marked,
        background=c.raised if marked else None, class_name="android.view.ViewGroup",
        tap=do(handlers.mark if marking else handlers.show, kind, id), long_press=do(handlers.mark, kind, id),
    )  # fmt: skip


def _search_bar(res: Resources, kind: Records, query: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        query, "search", do(handlers.search, kind), focused=focused, hint=res.string("records.search"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=18, grow=1, height=56,
        id=kind.id(kind.ids.search_field),
    )  # fmt: skip
    clear = icon_button("close", res.string("records.clear_search"), do(handlers.search, kind, ""), c.secondary,
                        id=kind.id("search_close_btn"))  # fmt: skip
    return Line(
        icon_button("arrow_back", res.string("records.stop_searching"), do(handlers.close_search, kind), c.secondary),
        field, *((clear,) if query else ()),
        width=FILL, height=56, align="center", pad=(4, 0), gap=8, background=c.raised, id=kind.id("search_bar"),
    )  # fmt: skip


def _marked_bar(res: Resources, kind: Records, rows: Rows, selected: tuple[int, ...]) -> Element:
    c = res.colors
    everything = tuple([int(row[0] or 0) for row in rows])
    return Line(
        icon_button("close", res.string("common.cancel"), do(handlers.mark_all, kind, ()), c.text,
                    id=kind.id("action_mode_close_button")),
        Text(res.digits(res.string("records.selected", count=len(selected))), 18, c.text, 500, grow=1, pad=(8, 0),
             id=kind.id("action_bar_title")),
        icon_button("select_all", res.string("records.select_all"), do(handlers.mark_all, kind, everything), c.text,
                    id=kind.id("action_select_all"), class_name=_TEXT_VIEW),
        icon_button("delete", res.string("records.delete"), do(handlers.open_dialog, kind, "delete"), c.text,
                    id=kind.id(kind.ids.delete), class_name=_TEXT_VIEW),
        width=FILL, height=56, align="center", pad=(4, 0), background=c.raised, id=kind.id("action_mode_bar"),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _list_bar(res: Resources, kind: Records) -> Element:
    c, ids = res.colors, kind.ids
    find = icon_button("search", res.string("records.search"), do(handlers.open_search, kind), c.secondary,
                       id=kind.id(ids.search), class_name=_TEXT_VIEW)  # fmt: skip
    sort = icon_button("sort", res.string("records.sort_by"), do(handlers.open_dialog, kind, "sort"), c.secondary,
                       id=kind.id(ids.sort), class_name=_TEXT_VIEW)  # fmt: skip
    more = (sort,) if len(kind.orders) > 1 else ()
    return toolbar(res, res.string(f"{kind.catalogue}.app_name"), find, *more, id=kind.id(ids.bar))


def list_screen(
    res: Resources, kind: Records, rows: Rows, searching: bool, query: str, focused: bool,
    selected: tuple[int, ...], zone: str,
) -> Element:  # fmt: skip
    """The list of rows, with the tool bar, the search field, or the bar of selected rows."""
    ids = kind.ids
    if selected:
        bar = _marked_bar(res, kind, rows, selected)
    elif searching:
        bar = _search_bar(res, kind, query, focused)
    else:
        bar = _list_bar(res, kind)
    if rows:
        shown_rows = [_row(res, kind, row, zone, bool(selected), row[0] in selected) for row in rows]
        body = scrolling(
            *shown_rows, Spacer(width=FILL, height=88), key=handlers.LIST_SCROLL, grow=0, height=FILL,
            id=kind.id(ids.list), class_name="android.support.v7.widget.RecyclerView",
        )  # fmt: skip
    elif query:
        body = empty_message(
            res, "search_off", res.string("records.no_results"), id=kind.id(ids.empty), height=FILL
        )
    else:
        text = res.string(f"{kind.catalogue}.empty")
        body = empty_message(res, "inbox", text, id=kind.id(ids.empty), height=FILL)
    add = floating_button(res, "add", res.string(f"{kind.catalogue}.new"), do(handlers.edit, kind, 0),
                          kind.id(ids.add))  # fmt: skip
    floating = () if searching or selected else (Column(add, pad=16, class_name=""),)
    return page(
        res, bar, Stack(body, *floating, width=FILL, grow=1, align="end", justify="end", class_name="")
    )


# The details


def detail_screen(res: Resources, kind: Records, row: Row, zone: str) -> Element:
    """The fields of a row as text."""
    c, ids, id = res.colors, kind.ids, int(row[0] or 0)
    bar = toolbar(
        res, "",
        icon_button("edit", res.string("records.edit"), do(handlers.edit, kind, id), c.secondary,
                    id=kind.id(ids.edit), class_name=_TEXT_VIEW),
        icon_button("delete", res.string("records.delete"), do(handlers.open_dialog, kind, "delete"), c.secondary,
                    id=kind.id(ids.delete), class_name=_TEXT_VIEW),
        up=do(handlers.leave, kind), id=kind.id(ids.bar),
    )  # fmt: skip
    lines: list[Element] = [
        Text(shown(res, kind, kind.field(kind.title), row, zone), 24, c.text, lines=None, pad=(16, 8, 16, 12),
             width=FILL, id=kind.id(ids.title))
    ]  # fmt: skip
    for field in kind.fields:
        text = shown(res, kind, field, row, zone)
        if text and field.key != kind.title and field.kind != "check":
            lines.append(_detail(res, kind, field, text))
    return page(
        res, bar,
        scrolling(*lines, Spacer(width=1, height=24), key="detail", class_name="android.widget.ScrollView"),
    )  # fmt: skip


def _detail(res: Resources, kind: Records, field: Field, text: str) -> Element:
    c = res.colors
    lead = (Icon(field.glyph, 24, c.secondary, class_name=""),) if field.glyph else ()
    return Line(
        *lead,
        Column(
            Text(res.string(field.label), 13, c.secondary),
            Text(text, 16, c.text, lines=None, id=kind.id(field.key)),
            grow=1, gap=2, class_name="",
        ),
        width=FILL, pad=(16, 10), gap=24, align="center", class_name="android.widget.LinearLayout",
    )  # fmt: skip


def missing_screen(res: Resources, kind: Records) -> Element:
    """Message for a row that no longer exists."""
    return page(
        res, toolbar(res, res.string(f"{kind.catalogue}.app_name"), up=do(handlers.leave, kind)),
        empty_message(res, "inbox", res.string("records.missing"), id=kind.id(kind.ids.empty)),
    )  # fmt: skip


# The editor


def editor_screen(res: Resources, kind: Records, draft: Draft, focus: str, zone: str) -> Element:
    """The editor of a row."""
    c, ids = res.colors, kind.ids
    title = res.string("records.edit") if draft.row[0] else res.string(f"{kind.catalogue}.new")
    bar = Line(
        icon_button("close", res.string("common.cancel"), do(handlers.cancel, kind), c.text),
        Text(title, 18, c.text, 500, grow=1, pad=(8, 0)),
        text_button(res, res.string("records.save"), do(handlers.save, kind), id=kind.id(ids.save)),
        width=FILL, height=56, align="center", pad=(4, 0), id=kind.id(ids.bar), class_name="android.view.ViewGroup",
    )  # fmt: skip
    errors = dict(draft.errors)
    lines: list[Element] = []
    for at, field in enumerate(kind.fields):
        lines.append(_field(res, kind, at, draft, focus, zone, at in errors))
        if at in errors:
            inset = 64 if field.glyph else 16
            lines.append(Text(res.string(errors[at]), 12, c.error, lines=2, pad=(inset, 2, 16, 6), width=FILL,
                              id=kind.id(ids.error)))  # fmt: skip
    body = scrolling(*lines, pad=(0, 8, 0, 24), key="editor", class_name="android.widget.ScrollView")
    return page(res, bar, body)


def _field(
    res: Resources, kind: Records, at: int, draft: Draft, focus: str, zone: str, wrong: bool
) -> Element:
    c = res.colors
    field = kind.fields[at]
    label, id = res.string(field.label), kind.id(field.key)
    lead = (Icon(field.glyph, 24, c.secondary, class_name=""),) if field.glyph else ()
    cell = kind.table.get(draft.row, field.column)
    if field.kind == "check":
        return Line(
            *lead, Text(label, 16, c.text, lines=2, grow=1),
            CheckBox(bool(cell), c.accent, c.secondary, class_name=""),
            width=FILL, height=56, pad=(16, 0), gap=24, align="center", id=id, checked=bool(cell),
            tap=do(handlers.set_cell, kind, at, 0 if cell else 1), class_name="android.widget.CheckBox",
        )  # fmt: skip
    if field.kind in TYPED:
        focused = focus == field.key
        box: Element = TextField(
            draft.texts[at], field.key, do(handlers.type_text, kind, at), focused=focused, hint=label,
            hint_color=c.secondary, accent=c.accent, color=c.text, size=16, width=FILL, pad=(0, 14),
            lines=6 if field.kind == "lines" else 1, kind="number" if field.kind == "number" else "text", id=id,
        )  # fmt: skip
        line = c.error if wrong else c.accent if focused else c.divider
        rule = Spacer(width=FILL, height=2 if focused else 1, background=line)
        return Line(*lead, Column(box, rule, grow=1, class_name=""), width=FILL, pad=(16, 2), gap=24,
                    align="center", class_name="android.widget.LinearLayout")  # fmt: skip
    return _chooser(res, kind, at, draft, zone, label, lead)


def _chooser(
    res: Resources, kind: Records, at: int, draft: Draft, zone: str, label: str, lead: tuple[Element, ...]
) -> Element:
    """A field that is filled by a dialog."""
    c = res.colors
    field = kind.fields[at]
    text = shown(res, kind, field, draft.row, zone)
    tap: Callback = {
        "date": do(handlers.open_dates, kind, at), "time": do(handlers.open_times, kind, at),
        "choice": do(handlers.open_dialog, kind, "choice", at),
    }[field.kind]  # fmt: skip
    end: Element = Icon("arrow_drop_down", 24, c.secondary, width=24, height=48, class_name="")
    clearable = kind.table.column(field.column).null and field.kind != "choice" and text
    if clearable:
        end = icon_button("close", res.string("records.clear"), do(handlers.set_cell, kind, at, None), c.secondary,
                          size=20, id=kind.id(field.key + "_clear"))  # fmt: skip
    words = Column(
        Text(label, 13, c.secondary),
        *((Text(text, 16, c.text, lines=2, id=kind.id(field.key)),) if text else ()),
        grow=1, gap=2, pad=(0, 8), class_name="",
    )  # fmt: skip
    return Line(
        *lead, words, end, width=FILL, pad=(16, 2, 4 if clearable else 16, 2), gap=24, align="center", tap=tap,
        id=kind.id(field.key + "_row"), description=label, class_name="android.widget.LinearLayout",
    )  # fmt: skip


# Dialogs


def question(res: Resources, kind: Records, text: str, no: str, yes: str, answer: Callback) -> Element:
    """Dialog with two buttons: ``no`` closes it, ``yes`` calls ``answer``. ``text``, ``no``, ``yes``: keys of
    strings.
    """
    close = do(handlers.close_dialog, kind)
    buttons: tuple[Element, ...] = (
        text_button(res, res.string(no), close, id="android:id/button2"),
        text_button(res, res.string(yes), answer, id="android:id/button1"),
    )
    if res.width < 330:  # two long labels do not fit side by side
        buttons = (Column(*buttons, align="end", class_name=""),)
    words = Text(res.string(text), 16, res.colors.text, lines=4, id="android:id/message")
    return dialog_card(res, words, dismiss=close, buttons=buttons)


def delete_dialog(res: Resources, kind: Records, ids: tuple[int, ...]) -> Element:
    """Confirmation before rows are deleted."""
    answer = do(handlers.delete, kind, ids)
    return question(res, kind, "records.delete_question", "common.cancel", "records.delete", answer)


def discard_dialog(res: Resources, kind: Records) -> Element:
    """Confirmation before changes are lost."""
    answer = do(handlers.discard, kind)
    return question(res, kind, "records.discard_question", "records.keep_editing", "records.discard", answer)


def _choices(res: Resources, kind: Records, title: str, rows: list[Element]) -> Element:
    height = min(44 * len(rows), max(88, res.height - 200))
    body = scrolling(*rows, key="choices", grow=0, height=height, class_name="android.widget.ListView")
    return dialog_card(res, body, dismiss=do(handlers.close_dialog, kind), title=title)


def sort_dialog(res: Resources, kind: Records, order: int) -> Element:
    """Choice of the list's order."""
    rows = [
        choice(res, res.string(one.label), at == order, do(handlers.choose_order, kind, at))
        for at, one in enumerate(kind.orders)
    ]
    return _choices(res, kind, res.string("records.sort_by"), rows)


def choice_dialog(res: Resources, kind: Records, at: int, draft: Draft) -> Element:
    """Choice of a field's value."""
    field = kind.fields[at]
    now = kind.table.get(draft.row, field.column)
    rows = [
        choice(res, res.string(label), cell == now, do(handlers.set_cell, kind, at, cell))
        for cell, label in field.choices
    ]
    return _choices(res, kind, res.string(field.label), rows)
