"""Bluecoins' transactions for its screens: with the names of accounts and categories, filtered and totalled."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.bluecoins.tables import (
    ACCOUNT_TYPES,
    ACCOUNTS,
    CATEGORIES,
    EXPENSE,
    INCOME,
    ITEMS,
    KEPT,
    PARENTS,
    TRANSACTIONS,
    TRASHED,
)
from bmoca_gym.handset.kits.tables import Cell, Row, Rows, with_id
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import Value, memo, value

#: Amount in the table that stands for one unit of the currency.
MICRO = 1_000_000
BASE_CURRENCY = "CNY"
#: How much of a currency one yuan buys; the app asks no server for it here.
RATES = {"CNY": 1.0, "EUR": 0.1285, "GBP": 0.1105, "HKD": 1.0813, "JPY": 21.55, "USD": 0.1384}
_PLACES = {name: TRANSACTIONS.place(name) for name in TRANSACTIONS.names}
_FIRST_DAY = date(1970, 1, 1)


class Record(NamedTuple):
    """A transaction. ``kind``: its transactionTypeID; ``amount``: in millionths of a yuan, negative for expenses."""

    id: int
    kind: int
    title: str
    amount: int
    at: datetime
    category: str
    category_id: int
    account: str
    account_id: int
    notes: str

    @property
    def day(self) -> int:
        """Its day as an ordinal."""
        return self.at.toordinal()


@value
class Books(Value):
    """The rows of the tables."""

    transactions: Rows
    items: Rows
    categories: Rows
    parents: Rows
    accounts: Rows


def number(cell: Cell) -> int:
    """The whole number in a cell, or 0."""
    return cell if type(cell) is int else 0


def moment_of(cell: Cell) -> datetime:
    """The time in a date column; the earliest one if it has none."""
    try:
        return datetime.fromisoformat(str(cell)).replace(tzinfo=None)
    except ValueError:
        return datetime.combine(_FIRST_DAY, datetime.min.time())


def get(row: Row, name: str) -> Cell:
    """The value of a transaction in a column."""
    return row[_PLACES[name]]


def item_name(items: Rows, id: Cell) -> str:
    """The name of an item, "" for none."""
    row = with_id(items, id) if id else None
    return "" if row is None else str(ITEMS.get(row, "itemName") or "")


def category_names(books: Books, id: Cell) -> tuple[str, str]:
    """The names of a category's group and of the category itself."""
    row = with_id(books.categories, id)
    if row is None:
        return "", ""
    parent = with_id(books.parents, CATEGORIES.get(row, "parentCategoryID"))
    group = "" if parent is None else str(PARENTS.get(parent, "parentCategoryName") or "")
    return group, str(CATEGORIES.get(row, "childCategoryName") or "")


def account_names(books: Books, id: Cell) -> tuple[str, str]:
    """The names of an account's type and of the account itself."""
    row = with_id(books.accounts, id)
    if row is None:
        return "", ""
    kind = ACCOUNT_TYPES.get(number(ACCOUNTS.get(row, "accountTypeID")), "")
    return kind, str(ACCOUNTS.get(row, "accountName") or "")


def categories_of(books: Books, group: int) -> dict[str, list[tuple[int, str]]]:
    """The categories of income or of expenses: (id, name), ordered by group."""
    found: dict[str, list[tuple[int, str]]] = {}
    for row in books.categories:
        parent = with_id(books.parents, CATEGORIES.get(row, "parentCategoryID"))
        if parent is not None and PARENTS.get(parent, "categoryGroupID") == group:
            above, name = category_names(books, row[0])
            found.setdefault(above, []).append((number(row[0]), name))
    return found


def _record(books: Books, row: Row) -> Record:
    category, account = number(get(row, "categoryID")), number(get(row, "accountID"))
    name = category_names(books, category)[1]
    return Record(
        number(row[0]), number(get(row, "transactionTypeID")), item_name(books.items, get(row, "itemID")) or name,
        number(get(row, "amount")), moment_of(get(row, "date")), name, category, account_names(books, account)[1],
        account, str(get(row, "notes") or ""),
    )  # fmt: skip


@memo(64)
def records(books: Books) -> tuple[Record, ...]:
    """Transactions that count, the latest first."""
    return _with_state(books, KEPT)


@memo(16)
def trash(books: Books) -> tuple[Record, ...]:
    """Deleted transactions, the latest first."""
    return _with_state(books, TRASHED)


def _with_state(books: Books, state: int) -> tuple[Record, ...]:
    found = [_record(books, row) for row in books.transactions if get(row, "deletedTransaction") == state]
    return tuple(sorted(found, key=lambda record: (record.at, record.id), reverse=True))


# Which of them are listed


@value
class Filter(Value):
    """Filter of a list.

    Attributes:
        period: one of `PERIODS`.
        first, last: days of a custom period, 0 if it is open.
        kind: a transactionTypeID.
        category, account: ids, 0 for all.
    """

    period: str = "all_time"
    first: int = 0
    last: int = 0
    kind: int = 0
    category: int = 0
    account: int = 0


PERIODS = ("all_time", "today", "this_week", "last_week", "this_month", "last_month", "this_year", "custom")


def span(filter: Filter, today: int) -> tuple[int, int]:
    """The first and the last day of a filter's period, as ordinals. Weeks begin on Sunday."""
    day = date.fromordinal(today)
    sunday = today - day.isoweekday() % 7
    month = day.replace(day=1)
    before = (month - timedelta(1)).replace(day=1)
    after = (month + timedelta(31)).replace(day=1)
    return {
        "today": (today, today),
        "this_week": (sunday, sunday + 6),
        "last_week": (sunday - 7, sunday - 1),
        "this_month": (month.toordinal(), after.toordinal() - 1),
        "last_month": (before.toordinal(), month.toordinal() - 1),
        "this_year": (date(day.year, 1, 1).toordinal(), date(day.year, 12, 31).toordinal()),
        "custom": (filter.first, filter.last or date.max.toordinal()),
    }.get(filter.period, (0, date.max.toordinal()))


@memo(64)
def listed(found: tuple[Record, ...], filter: Filter, query: str, today: int) -> tuple[Record, ...]:
    """The records that pass a filter and contain all words of a query."""
    first, last = span(filter, today)
    words = query.casefold().split()
    kept = []
    for record in found:
        if not first <= record.day <= last or (filter.kind and record.kind != filter.kind):
            continue
        if (filter.category and record.category_id != filter.category) or (
            filter.account and record.account_id != filter.account
        ):
            continue
        text = f"{record.title} {record.category} {record.account} {record.notes}".casefold()
        if all(word in text for word in words):
            kept.append(record)
    return tuple(kept)


# Sums


def total(found: tuple[Record, ...], *kinds: int) -> int:
    """The sum of the records of some kinds, or of all."""
    return sum([record.amount for record in found if not kinds or record.kind in kinds])


def earned_and_spent(found: tuple[Record, ...]) -> tuple[int, int, int]:
    """Income, expenses (a positive number), and the balance."""
    income, expense = total(found, INCOME), -total(found, EXPENSE)
    return income, expense, income - expense


def amount_text(res: Resources, micros: Any, signed: bool = False) -> str:
    """An amount as lists show it: ``11,400.00 CNY``, in the locale's digits; ``signed``: with a minus or a plus."""
    amount = Decimal(number(micros)) / MICRO
    sign = "-" if amount < 0 else "+" if signed and amount > 0 else ""
    return f"{res.number(f'{sign}{abs(amount):,.2f}')} {BASE_CURRENCY}"
