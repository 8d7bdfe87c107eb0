"""Bluecoins' filter of the list: period, type, category and account."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.bluecoins import editing, state
from bmoca_gym.handset.apps.bluecoins.records import (
    PERIODS,
    Books,
    Filter,
    account_names,
    categories_of,
    category_names,
)
from bmoca_gym.handset.apps.bluecoins.state import ID
from bmoca_gym.handset.apps.bluecoins.tables import EXPENSE, EXPENSES, INCOME, INCOMES, TRANSFER
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.tables import with_id
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, list_row, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do

_KINDS = {0: "all", EXPENSE: "expense", INCOME: "income", TRANSFER: "transfer"}


def dialog(res: Resources, books: Books, filter: Filter) -> Element:
    """The filter, a row for each of its parts."""
    close = do(state.close_overlay)
    everything = res.string("bluecoins.all")
    account = (
        account_names(books, filter.account)[1] if with_id(books.accounts, filter.account) else everything
    )
    category = category_names(books, filter.category)[1] if filter.category else everything
    rows = [
        _part(res, "period", res.string(f"bluecoins.{filter.period}"), do(state.open_overlay, "filter_period")),
        *([_day(res, "from_day", filter.first, "first"), _day(res, "to_day", filter.last, "last")]
          if filter.period == "custom" else []),
        _part(res, "kind", res.string(f"bluecoins.{_KINDS.get(filter.kind, 'all')}"),
              do(state.open_overlay, "filter_kind")),
        _part(res, "category", category, do(state.open_overlay, "filter_category")),
        _part(res, "account", account, do(state.open_overlay, "filter_account")),
    ]  # fmt: skip
    buttons = (
        text_button(res, res.string("bluecoins.reset"), do(state.reset_filter), id="android:id/button3"),
        text_button(res, res.string("common.ok"), close, id="android:id/button1"),
    )
    body = scrolling(*rows, key="filter", grow=0, height=min(68.0 * len(rows), res.height - 240))
    return dialog_card(res, body, dismiss=close, title=res.string("bluecoins.filter"), buttons=buttons)


def _part(res: Resources, name: str, shown: str, tap: Callback) -> Element:
    return list_row(res, res.string(f"bluecoins.{name}"), shown, tap=tap, id=ID + f"filter_{name}", inset=0)


def _day(res: Resources, name: str, day: int, which: str) -> Element:
    shown = res.date(date.fromordinal(day)) if day else res.string("bluecoins.any_day")
    return _part(res, name, shown, do(editing.pick_day, which))


def choices(res: Resources, books: Books, name: str, filter: Filter) -> Element:
    """Choices for a part of the filter."""
    everything = res.string("bluecoins.all")
    if name == "period":
        rows = [
            choice(res, res.string(f"bluecoins.{one}"), one == filter.period, do(state.choose_period, one))
            for one in PERIODS
        ]
    elif name == "kind":
        rows = [
            choice(res, res.string(f"bluecoins.{key}"), kind == filter.kind, do(state.choose_kind, kind))
            for kind, key in _KINDS.items()
        ]
    elif name == "account":
        rows = [choice(res, everything, not filter.account, do(state.filter_account, 0))]
        for row in books.accounts:
            kind, shown = account_names(books, row[0])
            rows.append(subheading(res, kind))
            rows.append(choice(res, shown, row[0] == filter.account, do(state.filter_account, row[0])))
    else:
        rows = [choice(res, everything, not filter.category, do(state.filter_category, 0))]
        for group in (EXPENSES, INCOMES):
            if filter.kind in (0, EXPENSE if group == EXPENSES else INCOME):
                rows += grouped(res, books, group, filter.category, state.filter_category)
    return listing(res, res.string(f"bluecoins.{name}"), rows, do(state.open_overlay, "filter"))


def subheading(res: Resources, text: str) -> Element:
    """Groups to which some of the choices belong."""
    return Text(text, 13, res.colors.secondary, 500, width=FILL, pad=(0, 10, 0, 2), lines=2,
                id=ID + "parent_tv")  # fmt: skip


def grouped(
    res: Resources, books: Books, group: int, chosen: int, handler: object, *before: object
) -> list[Element]:
    """The categories of a group under their headings. ``handler`` gets the values of ``before``, and an id."""
    rows: list[Element] = []
    for above, of_group in categories_of(books, group).items():
        rows.append(subheading(res, above))
        rows += [choice(res, name, id == chosen, do(handler, *before, id)) for id, name in of_group]  # type: ignore[arg-type]
    return rows


def listing(res: Resources, title: str, rows: list[Element], close: Callback) -> Element:
    """A dialog with choices that scroll."""
    body = scrolling(*rows, key="choices", grow=0, height=min(44.0 * len(rows), res.height - 220))
    cancel = text_button(res, res.string("common.cancel"), close, id="android:id/button2")
    return dialog_card(res, body, dismiss=close, title=title, buttons=(cancel,))
