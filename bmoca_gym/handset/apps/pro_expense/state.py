"""Pro Expense's state: the rows of its table, its page and overlay, and the draft."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.tables import Cell, Column, Rows, Table
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import Value, memo, value

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
DRAWER = {
    "home": "home", "logs": "receipt_long", "statistics": "pie_chart", "settings": "settings", "about": "info",
}  # fmt: skip

NAME_LIMIT, AMOUNT_LIMIT, NOTE_LIMIT = 40, 10, 200
LOGS_SCROLL, CATEGORY_SCROLL = "logs", "categories"


@value
class Draft(Value):
    """An expense being written. ``id``: of its row, 0 for a new one; ``wrong``: the amount is invalid."""

    id: int = 0
    name: str = ""
    amount: str = ""
    category: int = 1
    note: str = ""
    wrong: bool = False


PageName = Literal["home", "logs", "statistics", "settings", "about"]
OverlayName = Literal["", "drawer", "detail", "delete", "currency"]


@value
class Expenses(Value):
    """The app's state. ``shown``: the id of the open expense; ``marked``: the selection of the list."""

    rows: Rows = ()
    page: PageName = "home"
    overlay: OverlayName = ""
    shown: int = 0
    marked: tuple[int, ...] = ()
    draft: Draft | None = None
    currency: str = "$"


@memo(64)
def newest_first(rows: Rows) -> Rows:
    """The rows in the order of the list: latest changes first."""
    place = EXPENSES.place("modified_date")
    return tuple(sorted(rows, key=lambda row: (number(row[place]), number(row[0])), reverse=True))


def amount_text(res: Resources, cents: Any) -> str:
    """An amount as the list shows it: ``1,204.5`` without trailing zeros, in the locale's digits."""
    text = f"{Decimal(int(cents)) / 100:,.2f}".rstrip("0").rstrip(".")
    mark = resources.decimal_separator(res.locale)
    if mark == ",":
        text = text.translate({ord(","): ".", ord("."): ","})
    return res.digits(text)


def number(cell: Cell) -> int:
    """The whole number in a cell, or 0."""
    return cell if type(cell) is int else 0
