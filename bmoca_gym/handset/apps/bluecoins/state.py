"""Bluecoins' state: its tables, the current page, the listed transactions; and the handlers of its pages."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.bluecoins.drafts import Draft
from bmoca_gym.handset.apps.bluecoins.records import Books, Filter, get, number
from bmoca_gym.handset.apps.bluecoins.tables import (
    FIRST_ACCOUNTS,
    FIRST_CATEGORIES,
    FIRST_PARENTS,
    KEPT,
    PACKAGE,
    TRANSACTIONS,
    TRANSFER,
    TRASHED,
)
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, tables
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

ID = PACKAGE + ":id/"
ACTIVITY = f"{PACKAGE}.ui.activities.main.MainActivity"
#: The tabs, with their glyphs, and the other pages that the drawer leads to.
TABS = {
    "dashboard": "dashboard",
    "transactions": "list",
    "calendar": "calendar_month",
    "accounts": "account_balance",
}
PAGES = {"trash": "delete", "about": "info"}
LIST_SCROLL, FORM_SCROLL, DAY_SCROLL = "transactions", "form", "day"
_QUERY_LIMIT = 100


@value
class Bluecoins(Value):
    """The app's state. ``page``: one of `TABS` or `PAGES`; ``overlay``: the open dialog or "".

    ``day``, ``month``: the chosen day of the calendar (an ordinal, 0 for today) and the shown month (0 for today's).
    ``picking``: what the open date picker picks: "day" of the draft, "first" or "last" of a filter.
    """

    transactions: Rows = ()
    items: Rows = ()
    categories: Rows = FIRST_CATEGORIES
    parents: Rows = FIRST_PARENTS
    accounts: Rows = FIRST_ACCOUNTS
    page: str = "dashboard"
    overlay: str = ""
    searching: bool = False
    query: str = ""
    filter: Filter = Filter()
    day: int = 0
    month: int = 0
    draft: Draft | None = None
    before: Draft | None = None
    picker: DatePicker | None = None
    picking: str = ""
    clock: TimePicker | None = None

    @property
    def books(self) -> Books:
        """The rows of the tables."""
        return Books(self.transactions, self.items, self.categories, self.parents, self.accounts)


# Pages


def go_to(state: Bluecoins, context: Context, page: str) -> Next[Bluecoins]:
    """Show a page."""
    shown = replace(state, page=page, overlay="", searching=False, query="")
    return shown, focus(""), scroll_to(page)


def swipe_tab(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Go on to the next tab, or back, as one swipes."""
    if context.direction not in ("left", "right"):
        return state
    names = tuple(TABS)
    at = names.index(state.page) + (1 if (context.direction == "left") != context.res.rtl else -1)
    return go_to(state, context, names[at]) if 0 <= at < len(names) else state


def open_overlay(state: Bluecoins, context: Context, overlay: str) -> Next[Bluecoins]:
    """Open a drawer, a menu or a dialog over the screen."""
    return replace(state, overlay=overlay), focus("")


def close_overlay(state: Bluecoins, context: Context) -> Bluecoins:
    """Close the open dialog or menu."""
    return replace(state, overlay="", picker=None, clock=None)


# The list


def open_search(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Open the search field over the list of transactions."""
    return replace(state, page="transactions", searching=True, query="", overlay=""), focus("search")


def close_search(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Go back to the whole list."""
    return replace(state, searching=False, query=""), focus(""), scroll_to(LIST_SCROLL)


def search(state: Bluecoins, context: Context, text: str) -> Next[Bluecoins]:
    """Update the search text."""
    return replace(state, query=text[:_QUERY_LIMIT]), scroll_to(LIST_SCROLL)


def submit_search(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Hide the keyboard."""
    return state, focus("")


def open_filter(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Open the filter of the list of transactions."""
    return replace(state, page="transactions", overlay="filter"), focus("")


def choose_period(state: Bluecoins, context: Context, period: str) -> Next[Bluecoins]:
    """List the transactions of another period."""
    return _filtered(state, period=period)


def choose_kind(state: Bluecoins, context: Context, kind: int) -> Next[Bluecoins]:
    """List another kind of transactions."""
    return _filtered(state, kind=kind, category=0)


def filter_category(state: Bluecoins, context: Context, id: int) -> Next[Bluecoins]:
    """List the transactions of a category, or of all (0)."""
    return _filtered(state, category=id)


def filter_account(state: Bluecoins, context: Context, id: int) -> Next[Bluecoins]:
    """List the transactions of an account, or of all (0)."""
    return _filtered(state, account=id)


def show_account(state: Bluecoins, context: Context, id: int) -> Next[Bluecoins]:
    """Show the transactions of an account."""
    return replace(state, page="transactions", filter=Filter(account=id)), scroll_to(LIST_SCROLL)


def show_category(state: Bluecoins, context: Context, id: int, period: str) -> Next[Bluecoins]:
    """Show the transactions of a category in a period."""
    return replace(state, page="transactions", filter=Filter(period, category=id)), scroll_to(LIST_SCROLL)


def reset_filter(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """List everything again."""
    return replace(state, filter=Filter(), overlay=""), scroll_to(LIST_SCROLL)


def _filtered(state: Bluecoins, **changes: Any) -> Any:
    return replace(state, filter=replace(state.filter, **changes), overlay="filter"), scroll_to(LIST_SCROLL)


# The calendar


def today(context: Context) -> date:
    """The phone's day."""
    return context.now.date()


def show_day(state: Bluecoins, context: Context, day: int) -> Next[Bluecoins]:
    """Choose a day of the calendar."""
    month = date_picker.month_of(date.fromordinal(day))
    return replace(state, day=day, month=month), scroll_to(DAY_SCROLL)


def turn_month(state: Bluecoins, context: Context, by: int) -> Bluecoins:
    """Show a later or an earlier month."""
    month = (state.month or date_picker.month_of(today(context))) + by
    return replace(state, month=month) if 1902 <= month // 12 <= 2100 else state


def swipe_month(state: Bluecoins, context: Context) -> Bluecoins:
    """Show the next month, or the one before, as one swipes."""
    if context.direction not in ("left", "right"):
        return state
    return turn_month(state, context, 1 if (context.direction == "left") != context.res.rtl else -1)


# The trash


def restore(state: Bluecoins, context: Context, id: int) -> Next[Bluecoins]:
    """Take a transaction out of the trash, the other half of a transfer with it."""
    said = toast(context.res.string("bluecoins.restored"))
    return with_state(state, halves(state, id), KEPT), said


def empty_trash(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Delete everything in the trash."""
    rows = tuple([row for row in state.transactions if get(row, "deletedTransaction") != TRASHED])
    return replace(state, transactions=rows, overlay="")


def halves(state: Bluecoins, id: int) -> tuple[int, ...]:
    """A transaction's id and, of a transfer, that of its other half."""
    row = tables.with_id(state.transactions, id)
    if row is None or get(row, "transactionTypeID") != TRANSFER:
        return () if row is None else (id,)
    pair = number(get(row, "uidPairID"))
    return (id, pair) if pair and pair != id else (id,)


def with_state(state: Bluecoins, ids: tuple[int, ...], kept: int) -> Bluecoins:
    """Move transactions to the trash, or restore them."""
    rows = tuple([
        TRANSACTIONS.changed(row, deletedTransaction=kept) if row[0] in ids else row for row in state.transactions
    ])  # fmt: skip
    return replace(state, transactions=rows)
