"""Bluecoins' filter of the list: period, type, category and account."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from bmoca_gym.handset.apps.bluecoins.handlers import editing, listing
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
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.tables import with_id
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, list_row, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do

_KINDS = {0: "all", EXPENSE: "expense", INCOME: "income", TRANSFER: "transfer"}


def dialog(res: Resources, books: Books, filter: Filter) -> Element:
    """The filter, a row for each of its parts."""
    everything = res.string("bluecoins.all")
    account = (
        account_names(books, filter.account)[1] if with_id(books.accounts, filter.account) else everything
    )
    category = category_names(books, filter.category)[1] if filter.category else everything
    rows = [
        _part(res, "period", res.string(f"bluecoins.{filter.period}"), do(open_overlay, "filter_period")),
        *([_day(res, "from_day", filter.first, "first"), _day(res, "to_day", filter.last, "last")]
          if filter.period == "custom" else []),
        _part(res, "kind", res.string(f"bluecoins.{_KINDS.get(filter.kind, 'all')}"),
              do(open_overlay, "filter_kind")),
        _part(res, "category", category, do(open_overlay, "filter_category")),
        _part(res, "account", account, do(open_overlay, "filter_account")),
    ]  # fmt: skip
    buttons = (
        text_button(res, res.string("bluecoins.reset"), do(listing.reset_filter), id="android:id/button3"),
        text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1"),
    )
    body = scrolling(*rows, key="filter", grow=0)
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("bluecoins.filter"), buttons=buttons)


def _part(res: Resources, name: str, shown: str, tap: Callback) -> Element:
    return list_row(res, res.string(f"bluecoins.{name}"), shown, tap=tap, id=ID + f"filter_{name}", inset=0)


def _day(res: Resources, name: str, day: int, which: str) -> Element:
    shown = res.date(date.fromordinal(day)) if day else res.string("bluecoins.any_day")
    return _part(res, name, shown, do(editing.pick_filter_day, which))


def period_choices(res: Resources, chosen: str) -> Element:
    """The periods to choose from."""
    options = [(one, res.string(f"bluecoins.{one}")) for one in PERIODS]
    return plain_choices(res, "period", options, chosen, listing.filter_by, "period")


def kind_choices(res: Resources, chosen: int) -> Element:
    """The kinds of transactions to choose from."""
    options = [(kind, res.string(f"bluecoins.{key}")) for kind, key in _KINDS.items()]
    return plain_choices(res, "kind", options, chosen, listing.choose_kind)


def account_choices(res: Resources, books: Books, chosen: int) -> Element:
    """The accounts to choose from, or all."""
    every = choice(res, res.string("bluecoins.all"), not chosen, do(listing.filter_by, "account", 0))
    return choices(res, "account", [every, *accounts(res, books, chosen, listing.filter_by, "account")])


def category_choices(res: Resources, books: Books, kind: int, chosen: int) -> Element:
    """The categories of a kind to choose from, or all."""
    rows: list[Element] = [
        choice(res, res.string("bluecoins.all"), not chosen, do(listing.filter_by, "category", 0))
    ]
    for group, of in ((EXPENSES, EXPENSE), (INCOMES, INCOME)):
        if kind in (0, of):
            rows += categories(res, books, group, chosen, listing.filter_by, "category")
    return choices(res, "category", rows)


def subheading(res: Resources, text: str) -> Element:
    """Groups to which some of the choices belong."""
    return Text(text, 13, res.colors.secondary, 500, width=FILL, pad=(0, 10, 0, 2), lines=2,
                id=ID + "parent_tv")  # fmt: skip


def categories(
    res: Resources, books: Books, group: int, chosen: int, handler: Callable[..., Any], *before: object
) -> list[Element]:
    """The categories of a group under their headings. ``handler`` gets the values of ``before``, and an id."""
    rows: list[Element] = []
    for above, of_group in categories_of(books, group).items():
        rows.append(subheading(res, above))
        rows += [choice(res, name, id == chosen, do(handler, *before, id)) for id, name in of_group]
    return rows


def accounts(
    res: Resources, books: Books, chosen: int, handler: Callable[..., Any], *before: object
) -> list[Element]:
    """The accounts, each under its type. ``handler`` gets the values of ``before``, and an id."""
    rows: list[Element] = []
    for row in books.accounts:
        kind, name = account_names(books, row[0])
        rows += [subheading(res, kind), choice(res, name, row[0] == chosen, do(handler, *before, row[0]))]
    return rows


def plain_choices(
    res: Resources, title: str, options: Iterable[tuple[Any, str]], chosen: object, handler: Callable[..., Any],
    *before: object,
) -> Element:  # fmt: skip
    """A dialog with values by their labels, without headings."""
    rows: list[Element] = [
        choice(res, label, value == chosen, do(handler, *before, value)) for value, label in options
    ]
    return choices(res, title, rows)


def choices(res: Resources, title: str, rows: list[Element]) -> Element:
    """A dialog with choices that scroll."""
    body = scrolling(*rows, key="choices", grow=0)
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string(f"bluecoins.{title}"), buttons=(cancel(res),)
    )
