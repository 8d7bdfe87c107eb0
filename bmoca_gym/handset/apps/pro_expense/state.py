"""Pro Expense's state: the rows of its table, open pages, the draft; and the handlers of its screens."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.records.declaration import Field, parsed
from bmoca_gym.handset.kits.tables import Cell, Column, Rows, Table
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.arduia.expense"
ID = PACKAGE + ":id/"
ACTIVITY = f"{PACKAGE}.ui.MainActivity"
DATABASE = f"/data/data/{PACKAGE}/databases/accounting.db"

EXPENSES = Table(
    "expense",
    (
        Column("name", null=True),
        Column("amount", "integer", unit="hundredths"),
        Column("category", "integer", default=1),
        Column("note", null=True),
        Column("created_date", "integer", unit="ms"),
        Column("modified_date", "integer", unit="ms"),
    ),
    id="expense_id",
)

_AMOUNT = Field("amount", "pro_expense.amount", "number", low=0.01, high=1e8)

#: The categories by their number, with their glyphs, in the order in which the editor offers them.
CATEGORIES = {
    1: ("others", "more_horiz"), 2: ("income", "attach_money"), 3: ("food", "restaurant"), 4: ("housing", "home"),
    5: ("social", "groups"), 6: ("entertainment", "sports_esports"), 7: ("transportation", "directions_bus"),
    8: ("clothes", "checkroom"), 9: ("health_care", "medical_services"), 10: ("education", "school"),
    11: ("donation", "volunteer_activism"),
}  # fmt: skip
INCOME = 2
CURRENCIES = ("$", "€", "£", "¥", "₹", "₩", "MMK")
#: Pages that the drawer leads to, with their glyphs.
PAGES = {
    "home": "home", "logs": "receipt_long", "statistics": "pie_chart", "settings": "settings", "about": "info",
}  # fmt: skip

NAME_LIMIT, AMOUNT_LIMIT, NOTE_LIMIT = 40, 10, 200
LOGS_SCROLL, CATEGORY_SCROLL = "logs", "categories"


@value
class Draft(Value):
    """An expense while it is written. ``id``: of its row, 0 for a new one; ``wrong``: the amount can't be read."""

    id: int = 0
    name: str = ""
    amount: str = ""
    category: int = 1
    note: str = ""
    wrong: bool = False


@value
class Expenses(Value):
    """``page``: one of `PAGES`; ``shown``: the id of the expense whose details are open; ``marked``: those that are
    marked in the list. ``overlay``: "" or what is open over the page: drawer, detail, delete or currency.
    """

    rows: Rows = ()
    page: str = "home"
    overlay: str = ""
    shown: int = 0
    marked: tuple[int, ...] = ()
    draft: Draft | None = None
    currency: str = "$"


@memo(64)
def newest_first(rows: Rows) -> Rows:
    """The rows in the order of the list: what was changed last comes first."""
    place = EXPENSES.place("modified_date")
    return tuple(sorted(rows, key=lambda row: (number(row[place]), number(row[0])), reverse=True))


def amount_text(res: Resources, cents: Any) -> str:
    """An amount as the list shows it: ``1,204.5`` without zeros that say nothing, in the locale's digits."""
    text = f"{Decimal(int(cents)) / 100:,.2f}".rstrip("0").rstrip(".")
    mark = resources.decimal_separator(res.locale)
    if mark == ",":
        text = text.translate({ord(","): ".", ord("."): ","})
    return res.digits(text)


def number(cell: Cell) -> int:
    """A cell of whole numbers, 0 where it holds none."""
    return cell if type(cell) is int else 0


# Pages


def go_to(state: Expenses, context: Context, page: str) -> Next[Expenses]:
    """Show a page."""
    return replace(state, page=page, overlay="", marked=()), focus(""), scroll_to(LOGS_SCROLL)


def open_overlay(state: Expenses, context: Context, overlay: str) -> Expenses:
    """Open a drawer or a dialog over the page."""
    return replace(state, overlay=overlay)


def close_overlay(state: Expenses, context: Context) -> Expenses:
    """Close what is open over the page."""
    return replace(state, overlay="", shown=0)


def choose_currency(state: Expenses, context: Context, currency: str) -> Expenses:
    """Show amounts in another currency."""
    return replace(state, currency=currency, overlay="")


def back(state: Expenses, context: Context) -> Next[Expenses]:
    """Close what is open over the page, leave the editor, the marks or a page; home is left by the system."""
    if state.overlay:
        return close_overlay(state, context)
    if state.draft is not None:
        return replace(state, draft=None), focus("")
    if state.marked:
        return replace(state, marked=())
    return replace(state, page="home") if state.page != "home" else state


def closed(state: Expenses) -> Expenses:
    """The state when the app is left: its rows and its currency are kept."""
    return Expenses(state.rows, currency=state.currency)


# The list


def show(state: Expenses, context: Context, id: int) -> Expenses:
    """Open the details of an expense; where some are marked, mark it too."""
    if state.marked:
        return mark(state, context, id)
    return replace(state, overlay="detail", shown=id)


def mark(state: Expenses, context: Context, id: int) -> Expenses:
    """Mark an expense, or no more."""
    marked = state.marked
    return replace(state, marked=tuple(n for n in marked if n != id) if id in marked else (*marked, id))


def swipe(state: Expenses, context: Context, id: int) -> Expenses:
    """Mark an expense that is swiped to a side, or no more."""
    return mark(state, context, id) if context.direction in ("left", "right") else state


def unmark_all(state: Expenses, context: Context) -> Expenses:
    """Mark nothing."""
    return replace(state, marked=())


def ask_to_delete(state: Expenses, context: Context) -> Expenses:
    """Ask before the marked expenses, or the one whose details are open, are deleted."""
    return replace(state, overlay="delete", marked=state.marked or (state.shown,), shown=0)


def delete(state: Expenses, context: Context) -> Next[Expenses]:
    """Delete the marked expenses."""
    gone = state.marked
    rows = tables.without(state.rows, gone)
    said = "pro_expense.item_deleted" if len(gone) == 1 else "pro_expense.items_deleted"
    return replace(state, rows=rows, marked=(), overlay=""), toast(context.res.string(said))


# The editor


def write(state: Expenses, context: Context, id: int) -> Next[Expenses]:
    """Open the editor of an expense, or of a new one (0)."""
    row = tables.with_id(state.rows, id)
    draft = Draft()
    if row is not None:
        _, name, amount, category, note, *_ = row
        text = f"{Decimal(number(amount)) / 100:.2f}".removesuffix(".00")
        draft = Draft(id, str(name or ""), text, number(category), str(note or ""))
    return replace(state, draft=draft, overlay="", shown=0), focus("name"), scroll_to(CATEGORY_SCROLL)


def leave_editor(state: Expenses, context: Context) -> Next[Expenses]:
    """Close the editor without saving."""
    return replace(state, draft=None), focus("")


def type_name(state: Expenses, context: Context, text: str) -> Expenses:
    """Take over the name that is typed."""
    return _drafted(state, name=text[:NAME_LIMIT])


def type_amount(state: Expenses, context: Context, text: str) -> Expenses:
    """Take over the amount that is typed."""
    return _drafted(state, amount=text[:AMOUNT_LIMIT], wrong=False)


def type_note(state: Expenses, context: Context, text: str) -> Expenses:
    """Take over the note that is typed."""
    return _drafted(state, note=text[:NOTE_LIMIT])


def choose(state: Expenses, context: Context, category: int) -> Expenses:
    """Choose a category."""
    return _drafted(state, category=category)


def next_field(state: Expenses, context: Context, key: str) -> Next[Expenses]:
    """Go on to the next field, "" for none."""
    return state, focus(key)


def _drafted(state: Expenses, **changes: Any) -> Expenses:
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def save(state: Expenses, context: Context) -> Next[Expenses]:
    """Save what was written; an amount that is none is marked as wrong."""
    draft = state.draft
    if draft is None:
        return state
    cents = parsed(context.res, EXPENSES.column("amount"), _AMOUNT, draft.amount)
    if cents is None:
        return _drafted(state, wrong=True), focus("amount")
    old, now = tables.with_id(state.rows, draft.id), context.phone.clock.wall
    cells = {"name": draft.name, "amount": cents, "category": draft.category, "note": draft.note or None}
    row = EXPENSES.row(created_date=now) if old is None else old
    rows = tables.put(state.rows, EXPENSES.changed(row, **cells, modified_date=now))
    said = () if old is None else (toast(context.res.string("pro_expense.data_updated")),)
    return replace(state, rows=rows, draft=None), focus(""), *said
