"""Bluecoins' handlers of its pages: the list with search and filter, the calendar, the trash."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.bluecoins.records import Filter, get, number
from bmoca_gym.handset.apps.bluecoins.state import DAY_SCROLL, LIST_SCROLL, TABS, Bluecoins, PageName
from bmoca_gym.handset.apps.bluecoins.tables import KEPT, TRANSACTIONS, TRANSFER, TRASHED
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, navigation, tables
from bmoca_gym.handset.kits.navigation import page_step, without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

# Pages


def show_page(state: Bluecoins, context: Context, page: PageName) -> Next[Bluecoins]:
    """Show a page, scrolled to its top."""
    shown = without_overlay(state, page=page, searching=False, query="")
    return shown, focus(""), scroll_to(page)


def swipe_tab(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Go to the next or previous tab, following the swipe."""
    names, step = tuple(TABS), page_step(context)
    at = names.index(state.page) + step
    return show_page(state, context, names[at]) if step and 0 <= at < len(names) else state


# The list


def open_search(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Open the search field over the list of transactions."""
    return navigation.open_search(replace(state, page="transactions"), context)


def end_search(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Close the search field on Back. The list stays where it is."""
    return (replace(state, searching=False, query=""), focus("")) if state.searching else state


def submit_search(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Hide the keyboard."""
    return state, focus("")


def open_filter(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Open the filter of the list of transactions."""
    return navigation.open_overlay(replace(state, page="transactions"), context, "filter")


def filter_by(state: Bluecoins, context: Context, name: str, chosen: Any) -> Next[Bluecoins]:
    """List the transactions of a period, a category or an account, or of all (0)."""
    return _filtered(state, **{name: chosen})


def choose_kind(state: Bluecoins, context: Context, kind: int) -> Next[Bluecoins]:
    """List another kind of transactions."""
    return _filtered(state, kind=kind, category=0)


def show_account(state: Bluecoins, context: Context, id: int) -> Next[Bluecoins]:
    """Show the transactions of an account."""
    return replace(state, page="transactions", filter=Filter(account=id)), scroll_to(LIST_SCROLL)


def show_category(state: Bluecoins, context: Context, id: int, period: str) -> Next[Bluecoins]:
    """Show the transactions of a category in a period."""
    return replace(state, page="transactions", filter=Filter(period, category=id)), scroll_to(LIST_SCROLL)


def reset_filter(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """List everything again."""
    return without_overlay(state, filter=Filter()), scroll_to(LIST_SCROLL)


def _filtered(state: Bluecoins, **changes: Any) -> Next[Bluecoins]:
    filter = replace(state.filter, **changes)
    return without_overlay(state, filter=filter, overlay="filter"), scroll_to(LIST_SCROLL)


# The calendar


def show_day(state: Bluecoins, context: Context, day: int) -> Next[Bluecoins]:
    """Choose a day of the calendar."""
    month = date_picker.month_of(date.fromordinal(day))
    return replace(state, day=day, month=month), scroll_to(DAY_SCROLL)


def turn_month(state: Bluecoins, context: Context, by: int) -> Bluecoins:
    """Show a later or an earlier month."""
    month = (state.month or date_picker.month_of(context.now.date())) + by
    return replace(state, month=month) if 1902 <= month // 12 <= 2100 else state


def swipe_month(state: Bluecoins, context: Context) -> Bluecoins:
    """Show the next or previous month, following the swipe."""
    step = page_step(context)
    return turn_month(state, context, step) if step else state


# The trash


def restore(state: Bluecoins, context: Context, id: int) -> Next[Bluecoins]:
    """Restore a transaction from the trash, along with the other half if it is a transfer."""
    said = toast(context.res.string("bluecoins.restored"))
    return with_state(state, halves(state, id), KEPT), said


def empty_trash(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Delete everything in the trash."""
    rows = tuple([row for row in state.transactions if get(row, "deletedTransaction") != TRASHED])
    return without_overlay(state, transactions=rows)


def halves(state: Bluecoins, id: int) -> tuple[int, ...]:
    """A transaction's id, and the id of its other half if it is a transfer."""
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
