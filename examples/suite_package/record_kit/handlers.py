"""Handlers of records: search, sort, select and delete in the list; edit, check and save in the editor."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.kits.amounts import number_text, parsed
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.tables import Cell, Row, moment, stored
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value
from record_kit.declaration import TYPED, Records

LIST_SCROLL = "records"
TEXT_LIMIT, LINES_LIMIT = 500, 5000
_FIRST_YEAR = 1971


@value
class Draft(Value):
    """A row that is being edited. ``texts``: content of text fields, "" for others.

    ``errors``: pairs of a field's index and the key of its error.
    """

    row: Row
    texts: tuple[str, ...]
    errors: tuple[tuple[int, str], ...] = ()


@value
class View(Value):
    """State of the screens of records.

    Attributes:
        dialog: open dialog: "", "sort", "delete", "discard", "date", "time" or "choice".
        at: index of the field to which "date", "time" or "choice" belongs.
        selected: ids of selected rows.
        draft: the edited row.
        before: the draft when the editor was opened.
    """

    searching: bool = False
    query: str = ""
    order: int = 0
    selected: tuple[int, ...] = ()
    dialog: str = ""
    at: int = 0
    dates: DatePicker | None = None
    times: TimePicker | None = None
    draft: Draft | None = None
    before: Draft | None = None


def view_of(kind: Records, state: Any) -> View:
    """Return the kit's part of an app's state."""
    view: View = getattr(state, kind.view)
    return view


def _with(kind: Records, state: Any, **changes: Any) -> Any:
    return replace(state, **{kind.view: replace(view_of(kind, state), **changes)})


def _closed(kind: Records, state: Any) -> Any:
    return _with(kind, state, dialog="", dates=None, times=None)


def _argument(context: Context) -> int:
    """The id that the current activity shows; 0 for a new row."""
    argument = context.activity.argument if context.activity is not None else None
    return argument if type(argument) is int else 0


# The list


def open_search(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Open the search field."""
    return _with(kind, state, searching=True, query=""), focus("search"), scroll_to(LIST_SCROLL)


def close_search(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Close the search and show the whole list."""
    return _with(kind, state, searching=False, query=""), focus(""), scroll_to(LIST_SCROLL)


def search(state: Any, context: Context, kind: Records, text: str) -> Next[Any]:
    """Search for a text."""
    return _with(kind, state, query=text[:TEXT_LIMIT]), scroll_to(LIST_SCROLL)


def show(state: Any, context: Context, kind: Records, id: int) -> Next[Any]:
    """Open the details of a row, or its editor if there are no details."""
    return state, focus(""), start(kind.component(kind.detail or kind.editor), id)


def edit(state: Any, context: Context, kind: Records, id: int) -> Next[Any]:
    """Open the editor of a row; 0 for a new one."""
    return state, focus(""), start(kind.component(kind.editor), id)


def mark(state: Any, context: Context, kind: Records, id: int) -> Next[Any]:
    """Select a row, or deselect it."""
    selected = view_of(kind, state).selected
    after = tuple(n for n in selected if n != id) if id in selected else (*selected, id)
    return _with(kind, state, selected=after), focus("")


def mark_all(state: Any, context: Context, kind: Records, ids: tuple[int, ...]) -> Next[Any]:
    """Select exactly these rows."""
    return _with(kind, state, selected=ids)


def check(state: Any, context: Context, kind: Records, id: int) -> Next[Any]:
    """Toggle the check box of a row."""
    rows = kind.rows_of(state)
    row = tables.with_id(rows, id)
    if row is None:
        return state
    after = kind.table.changed(row, **{kind.check: 0 if kind.table.get(row, kind.check) else 1})
    return replace(state, **{kind.rows: tables.put(rows, after)})


def choose_order(state: Any, context: Context, kind: Records, order: int) -> Next[Any]:
    """Sort the list by another order."""
    return _with(kind, state, order=order, dialog=""), scroll_to(LIST_SCROLL)


def open_dialog(state: Any, context: Context, kind: Records, name: str, at: int = 0) -> Next[Any]:
    """Open a dialog; ``at``: index of its field."""
    return _with(kind, state, dialog=name, at=at), focus("")


def close_dialog(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Close the dialog."""
    return _closed(kind, state), focus("")


def delete(state: Any, context: Context, kind: Records, ids: tuple[int, ...]) -> Next[Any]:
    """Delete rows. From the details, return to the list."""
    state = replace(state, **{kind.rows: tables.without(kind.rows_of(state), ids)})
    state = _with(kind, state, selected=(), dialog="")
    there = context.activity is not None and context.activity.name != kind.list
    return (state, finish()) if there else state


# The editor


def draft_of(state: Any, context: Context, kind: Records, id: int) -> Draft:
    """Return the draft with which an editor starts."""
    row = tables.with_id(kind.rows_of(state), id) or kind.table.row()
    texts = []
    for field in kind.fields:
        cell = kind.table.get(row, field.column)
        if field.kind == "number":
            new = not row[0] and kind.table.column(field.column).default is None
            texts.append("" if new else number_text(context.res, kind.table.column(field.column), cell))
        else:
            texts.append(str(cell) if field.kind in TYPED and cell is not None else "")
    return Draft(row, tuple(texts))


def _draft(state: Any, context: Context, kind: Records) -> Draft:
    return view_of(kind, state).draft or draft_of(state, context, kind, _argument(context))


def _edited(state: Any, context: Context, kind: Records, at: int, **changes: Any) -> Next[Any]:
    """The state after a change of one field of the draft, without that field's error."""
    draft = _draft(state, context, kind)
    errors = tuple(error for error in draft.errors if error[0] != at)
    return _with(
        kind, state, draft=replace(draft, errors=errors, **changes), dialog="", dates=None, times=None
    )


def is_edited(view: View) -> bool:
    """Whether the draft differs from the one at the start."""
    old, new = view.before, view.draft
    return old is not None and new is not None and (old.row, old.texts) != (new.row, new.texts)


def type_text(state: Any, context: Context, kind: Records, at: int, text: str) -> Next[Any]:
    """Set the text of a field."""
    texts = list(_draft(state, context, kind).texts)
    texts[at] = text[: LINES_LIMIT if kind.fields[at].kind == "lines" else TEXT_LIMIT]
    return _edited(state, context, kind, at, texts=tuple(texts))


def set_cell(state: Any, context: Context, kind: Records, at: int, cell: Cell) -> Next[Any]:
    """Set or clear the chosen value of a field."""
    row = kind.table.changed(_draft(state, context, kind).row, **{kind.fields[at].column: cell})
    return _edited(state, context, kind, at, row=row)


def _moment(state: Any, context: Context, kind: Records, at: int) -> datetime:
    """Date and time of a field; if it is empty, now, on the full hour."""
    column = kind.table.column(kind.fields[at].column)
    cell = kind.table.get(_draft(state, context, kind).row, column.name)
    now = context.now.replace(minute=0, second=0, microsecond=0)
    return moment(column, cell, context.phone.zone) or now


def open_dates(state: Any, context: Context, kind: Records, at: int) -> Next[Any]:
    """Open the date picker of a field."""
    picker = date_picker.opened(_moment(state, context, kind, at).date(), _FIRST_YEAR)
    return _with(kind, state, dialog="date", at=at, dates=picker), focus(""), scroll_to("month")


def open_times(state: Any, context: Context, kind: Records, at: int) -> Next[Any]:
    """Open the time picker of a field."""
    found = _moment(state, context, kind, at)
    picker = time_picker.opened(context.res, found.hour, found.minute)
    return _with(kind, state, dialog="time", at=at, times=picker), focus("")


@value
class DatesChanged(Value):
    """Handler of the date picker."""

    kind: Records

    def __call__(self, state: Any, context: Context, picker: DatePicker) -> Next[Any]:
        """Apply a touch on the date picker."""
        return _with(self.kind, state, dates=picker)


@value
class TimesChanged(Value):
    """Handler of the time picker."""

    kind: Records

    def __call__(self, state: Any, context: Context, picker: TimePicker) -> Next[Any]:
        """Apply a touch on the time picker."""
        old = view_of(self.kind, state).times
        state = _with(self.kind, state, times=picker)
        return (state, focus("")) if old is not None and old.typed != picker.typed else state


def date_done(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Set the picked date."""
    view = view_of(kind, state)
    if view.dates is None:
        return state
    at = datetime.combine(view.dates.day, _moment(state, context, kind, view.at).time())
    column = kind.table.column(kind.fields[view.at].column)
    return set_cell(state, context, kind, view.at, stored(column, at, context.phone.zone))


def time_done(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Set the picked time, if it is valid."""
    view = view_of(kind, state)
    picker = None if view.times is None else time_picker.picked(context.res, view.times)
    if view.times is None or picker is None:
        return state if view.times is None else _with(kind, state, times=replace(view.times, wrong=True))
    day = _moment(state, context, kind, view.at).date()
    column = kind.table.column(kind.fields[view.at].column)
    cell = stored(column, datetime.combine(day, time(picker.hour, picker.minute)), context.phone.zone)
    return set_cell(state, context, kind, view.at, cell), focus("")


def _checked(context: Context, kind: Records, draft: Draft) -> Draft:
    """The draft with its texts in its row, or with their errors."""
    row, errors = draft.row, []
    for at, (field, text) in enumerate(zip(kind.fields, draft.texts, strict=True)):
        column = kind.table.column(field.column)
        if field.kind not in TYPED:
            if field.required and kind.table.get(row, field.column) in (None, ""):
                errors.append((at, "records.required"))
            continue
        cell: Cell = text.strip() if field.kind == "text" else text
        if field.required and not text.strip():
            errors.append((at, "records.required"))
        elif not text.strip():
            cell = None if column.null else column.empty
        elif field.kind == "number":
            cell = parsed(context.res, column, text, field.low, field.high)
            if cell is None:
                errors.append((at, "records.wrong_number"))
        row = kind.table.changed(row, **{field.column: cell})
    return replace(draft, errors=tuple(errors)) if errors else replace(draft, row=row)


def save(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Save the draft and leave the editor, or show its errors."""
    draft = _checked(context, kind, _draft(state, context, kind))
    if draft.errors:
        return _with(kind, state, draft=draft), focus("")
    state = replace(state, **{kind.rows: tables.put(kind.rows_of(state), draft.row)})
    return discard(state, context, kind)


def cancel(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Leave the editor; ask first if changes would be lost."""
    if is_edited(view_of(kind, state)):
        return _with(kind, state, dialog="discard"), focus("")
    return discard(state, context, kind)


def discard(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Leave the editor."""
    return _with(kind, state, draft=None, before=None, dialog=""), focus(""), finish()


def leave(state: Any, context: Context, kind: Records) -> Next[Any]:
    """Return to the previous screen."""
    return _closed(kind, state), finish()


# The app


def created(kind: Records, state: Any, context: Context) -> Next[Any]:
    """Start a draft when an editor is opened. For a new row, focus its first field."""
    if context.activity is None or context.activity.name != kind.editor:
        return _with(kind, state, dialog="")
    draft = draft_of(state, context, kind, _argument(context))
    state = _with(kind, state, draft=draft, before=draft, dialog="")
    typed = next((field.key for field in kind.fields if field.kind in TYPED), "")
    return state if draft.row[0] or not typed else (state, focus(typed))


def back(kind: Records, state: Any, context: Context) -> Next[Any]:
    """Close what is open over the screen, or ask before changes are lost. Otherwise the system leaves the
    activity.
    """
    view = view_of(kind, state)
    if view.dialog:
        return close_dialog(state, context, kind)
    if context.activity is not None and context.activity.name == kind.editor:
        return _with(kind, state, dialog="discard") if is_edited(view) else state
    if context.activity is not None and context.activity.name == kind.list:
        if view.selected:
            return _with(kind, state, selected=())
        if view.searching:
            return close_search(state, context, kind)
    return state


def closed(kind: Records, state: Any) -> Any:
    """Return the state after the app was left: rows and their order are kept."""
    return replace(state, **{kind.view: View(order=view_of(kind, state).order)})
