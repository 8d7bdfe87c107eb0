"""Declaration of a kind of record: table, fields of the editor, content of a list row, resource ids."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.kits.amounts import number_text
from bmoca_gym.handset.kits.tables import Cell, Row, Rows, Table, moment
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import Value, memo, value

KINDS = ("text", "lines", "number", "date", "time", "choice", "check")
#: Kinds of text fields.
TYPED = ("text", "lines", "number")


@value
class Field(Value):
    """A field of the editor, and a line of the details. A date field and a time field may edit the same
    column.

    Attributes:
        column: the column that it edits.
        label: key of its label.
        kind: one of `KINDS`.
        name: its name and the entry name of its resource id, if not the column.
        low: least number, as it is displayed.
        high: greatest number, as it is displayed.
        choices: pairs of stored value and key of a string.
    """

    column: str
    label: str
    kind: str = "text"
    name: str = ""
    glyph: str = ""
    required: bool = False
    low: float = -1e12
    high: float = 1e12
    choices: tuple[tuple[Cell, str], ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(
                f"field {self.key!r} is of kind {self.kind!r}; expected one of {', '.join(KINDS)}"
            )

    @property
    def key(self) -> str:
        """Name of the field."""
        return self.name or self.column


@value
class Order(Value):
    """Order of the list. ``label``: key of its string; ``column``: the column to sort by."""

    label: str
    column: str
    descending: bool = False


@value
class Ids(Value):
    """Entry names of resource ids, after ``package:id/``."""

    list: str = "recycler_view"
    row: str = "list_item"
    title: str = "title"
    summary: str = "summary"
    end: str = "value"
    check: str = "checkbox"
    add: str = "fab"
    bar: str = "toolbar"
    search: str = "action_search"
    search_field: str = "search_src_text"
    sort: str = "action_sort"
    edit: str = "action_edit"
    delete: str = "action_delete"
    save: str = "action_save"
    empty: str = "empty_view"
    error: str = "textinput_error"


@value
class Records(Value):
    """A kind of record with three activities, whose full class names are ``list``, ``detail`` and ``editor``.

    Attributes:
        catalogue: string catalogue of the app, with ``app_name``, ``new`` and ``empty``.
        title: name of the field in a list row's first line.
        summary: names of the fields in its second line.
        end: name of the field at its end.
        check: column with 0 or 1 for a check box in the row.
        searched: columns of text that are searched.
        rows: field of the app's state with the table's rows.
        view: field of the app's state with the kit's `View`.
        detail: details activity; without it, a tap on a row opens the editor.
    """

    package: str
    catalogue: str
    list: str
    editor: str
    table: Table
    fields: tuple[Field, ...]
    title: str
    detail: str = ""
    summary: tuple[str, ...] = ()
    end: str = ""
    check: str = ""
    searched: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()
    rows: str = "rows"
    view: str = "view"
    ids: Ids = Ids()

    def __post_init__(self) -> None:
        for name in (*[f.column for f in self.fields], *self.searched, *[o.column for o in self.orders]):
            self.table.place(name)
        for name in (self.title, *self.summary, *filter(None, (self.end,))):
            self.field(name)

    def field(self, name: str) -> Field:
        """Return the field of that name.

        Raises:
            ValueError: there is no such field.
        """
        for field in self.fields:
            if field.key == name:
                return field
        known = ", ".join(field.key for field in self.fields)
        raise ValueError(f"records of {self.package} have no field {name!r}; they have {known}")

    def id(self, entry: str) -> str:
        """Return a resource id of the app."""
        return f"{self.package}:id/{entry}"

    def component(self, name: str) -> str:
        """Return the component of one of its activities."""
        return f"{self.package}/{name}"

    def rows_of(self, state: Any) -> Rows:
        """Return the rows in a state of the app."""
        rows: Rows = getattr(state, self.rows)
        return rows


# Values as text


def shown(res: Resources, kind: Records, field: Field, row: Row, zone: str) -> str:
    """Return the text of a row's field; "" if it is empty."""
    column, cell = kind.table.column(field.column), kind.table.get(row, field.column)
    if field.kind in ("date", "time"):
        at = moment(column, cell, zone)
        if at is None:
            return ""
        return res.date(at.date()) if field.kind == "date" else res.time(at.hour, at.minute)
    if field.kind == "number":
        return number_text(res, column, cell)
    label = next((key for stored, key in field.choices if stored == cell), "")
    return res.string(label) if label else "" if cell is None else str(cell)


@memo(64)
def listed(kind: Records, rows: Rows, query: str, order: int, locale: str) -> Rows:
    """Return the rows that contain the query, sorted by the order of that number, or as in the table."""
    wanted = plain(query).strip()
    places = [kind.table.place(name) for name in kind.searched or (kind.field(kind.title).column,)]
    found = [row for row in rows if any(wanted in plain(str(row[place] or "")) for place in places)]
    if kind.orders:
        chosen = kind.orders[min(order, len(kind.orders) - 1)]
        place = kind.table.place(chosen.column)

        def key(row: Row) -> Any:
            return sort_key(cell, locale) if isinstance(cell := row[place], str) else cell

        filled = sorted([row for row in found if row[place] is not None], key=key, reverse=chosen.descending)
        found = filled + [row for row in found if row[place] is None]
    return tuple(found)
