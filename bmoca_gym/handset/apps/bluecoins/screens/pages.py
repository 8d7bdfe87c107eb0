"""Bluecoins' pages: dashboard, transactions, calendar, accounts, trash, about."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.bluecoins.handlers import listing
from bmoca_gym.handset.apps.bluecoins.records import (
    Books,
    Filter,
    Record,
    account_names,
    amount_text,
    listed,
    number,
    records,
    span,
    total,
    trash,
)
from bmoca_gym.handset.apps.bluecoins.screens import frame
from bmoca_gym.handset.apps.bluecoins.screens.frame import (
    LIST,
    UNDER_BUTTON,
    by_days,
    framed,
    record_row,
    search_action,
    sums,
)
from bmoca_gym.handset.apps.bluecoins.state import DAY_SCROLL, ID, LIST_SCROLL
from bmoca_gym.handset.apps.bluecoins.tables import CASH, EXPENSE
from bmoca_gym.handset.kits.date_picker import first_of, month_grid, month_of
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import empty_message, icon_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_TOP, _RECENT = 5, 5


def _room() -> Element:
    return Spacer(width=FILL, height=UNDER_BUTTON)


def _heading(res: Resources, key: str) -> Element:
    return Text(res.string(f"bluecoins.{key}"), 16, res.colors.text, 500, width=FILL, pad=(16, 16, 16, 4), lines=2,
                id=ID + "card_title")  # fmt: skip


def dashboard(res: Resources, books: Books, today: int) -> Element:
    """The month's totals, its largest expenses, and the latest transactions."""
    found = records(books)
    month = listed(found, Filter("this_month"), "", today)
    spent: dict[tuple[int, str], int] = {}
    for record in month:
        if record.kind == EXPENSE:
            key = (record.category_id, record.category)
            spent[key] = spent.get(key, 0) - record.amount
    most = sorted(spent.items(), key=lambda one: (-one[1], one[0]))[:_TOP]
    c = res.colors
    top = [
        Row(
            Text(name, 15, c.text, grow=1, lines=2, id=ID + "category_tv"),
            Text(amount_text(res, amount), 15, c.text, id=ID + "amount_tv"),
            width=FILL, pad=(16, 10), gap=12, align="center", tap=do(listing.show_category, id, "this_month"),
            class_name="android.view.ViewGroup",
        )
        for (id, name), amount in most
    ]  # fmt: skip
    recent = [record_row(res, record, True) for record in found if record.day <= today][:_RECENT]
    rows: list[Element] = [_heading(res, "this_month"), sums(res, month)]
    if top:
        rows += [_heading(res, "top_expenses"), *top]
    if recent:
        rows += [_heading(res, "recent"), *recent]
    body = scrolling(*rows, _room(), key="dashboard", height=FILL, id=ID + "recyclerview", class_name=LIST,
                     swipe=do(listing.swipe_tab))  # fmt: skip
    return framed(res, "dashboard", body, search_action(res))


# Transactions


def period_text(res: Resources, filter: Filter, today: int) -> str:
    """A filter's period in words."""
    if filter.period != "custom":
        return res.string(f"bluecoins.{filter.period}")
    first, last = span(filter, today)
    ends = [
        res.string("bluecoins.any_day") if not day else res.date(date.fromordinal(day))
        for day in (first, filter.last and last)
    ]
    return " – ".join(ends)


def transactions(
    res: Resources, books: Books, filter: Filter, query: str, searching: bool, focused: bool, today: int
) -> Element:
    """All transactions that match the filter and the query, under their days."""
    c = res.colors
    found = listed(records(books), filter, query if searching else "", today)
    summary = Row(
        Column(
            Text(period_text(res, filter, today), 13, c.secondary, lines=2, id=ID + "date_range_tv"),
            Text(res.digits(res.string("bluecoins.count", count=len(found))), 13, c.secondary, id=ID + "count_tv"),
            grow=1, gap=2, class_name="",
        ),
        Column(
            Text(res.string("bluecoins.total"), 13, c.secondary, id=ID + "total_label_tv"),
            Text(amount_text(res, total(found)), 16, frame.ink_of(res, total(found)), 500, id=ID + "total_tv"),
            gap=2, align="end", class_name="",
        ),
        width=FILL, pad=(16, 10), gap=12, align="center", class_name="",
    )  # fmt: skip
    if found:
        rows: Element = scrolling(*by_days(res, found), _room(), key=LIST_SCROLL, id=ID + "recyclerview",
                                  class_name=LIST, swipe=do(listing.swipe_tab))  # fmt: skip
    else:
        rows = empty_message(res, "receipt_long", res.string("bluecoins.nothing"), id=ID + "empty_tab")
    body = Column(summary, rows, width=FILL, height=FILL, class_name="")
    if searching:
        return frame.searched(res, query, focused, body)
    opened = icon_button("filter_list", res.string("bluecoins.filter"), do(listing.open_filter),
                         c.accent if filter != Filter() else c.text, id=ID + "menu_filter",
                         class_name="android.widget.Button")  # fmt: skip
    return framed(res, "transactions", body, search_action(res), opened)


# The calendar


def calendar(res: Resources, books: Books, day: int, month: int, today: int) -> Element:
    """A month, with income and expenses of the chosen day."""
    c = res.colors
    chosen = date.fromordinal(day or today)
    shown = month or month_of(chosen)
    found = records(books)

    def turn(glyph: str, key: str, by: int, id: str) -> Element:
        return icon_button(glyph, res.string(f"common.{key}"), do(listing.turn_month, by), c.secondary,
                           id=ID + id)  # fmt: skip

    bar = Row(
        turn("chevron_left", "previous_month", -1, "previous_month"),
        Text(res.date(first_of(shown), "yMMMM"), 16, c.text, 500, grow=1, align="center", id=ID + "month_name"),
        turn("chevron_right", "next_month", 1, "next_month"),
        width=FILL, height=48, align="center", pad=(4, 0), class_name="",
    )  # fmt: skip
    grid = month_grid(
        res, shown, listing.show_day, chosen=chosen, today=date.fromordinal(today), side=36, first_weekday=6,
        dotted=frozenset([record.day for record in found]), id=ID + "calendar_view", pad=(8, 0),
        swipe=do(listing.swipe_month),
    )  # fmt: skip
    rows: list[Element] = [bar, grid, *_of_day(res, found, chosen.toordinal())]
    body = scrolling(*rows, _room(), key=DAY_SCROLL, height=FILL, id=ID + "recyclerview",
                     class_name="android.widget.ScrollView", swipe=do(listing.swipe_tab))  # fmt: skip
    return framed(res, "calendar", body, search_action(res), day=day)


def _of_day(res: Resources, found: tuple[Record, ...], day: int) -> list[Element]:
    of_day = tuple([record for record in found if record.day == day])
    count = res.digits(res.string("bluecoins.count", count=len(of_day)))
    title = Row(
        Text(frame.day_text(res, day), 15, res.colors.text, 500, grow=1, id=ID + "selected_date_tv"),
        Text(count, 13, res.colors.secondary, id=ID + "count_tv"),
        width=FILL, pad=(16, 16, 16, 4), align="center", class_name="",
    )  # fmt: skip
    if not of_day:
        nothing = Text(res.string("bluecoins.nothing"), 15, res.colors.secondary, width=FILL, pad=(16, 12),
                       align="center", id=ID + "empty_tab")  # fmt: skip
        return [title, nothing]
    return [title, sums(res, of_day), *[record_row(res, record, False) for record in of_day]]


# Accounts


def accounts(res: Resources, books: Books) -> Element:
    """The accounts by type, with their balances."""
    c = res.colors
    found = records(books)
    kinds: dict[str, list[tuple[int, str, int]]] = {}
    for row in books.accounts:
        kind, name = account_names(books, row[0])
        id = number(row[0])
        amount = total(tuple([record for record in found if record.account_id == id]))
        kinds.setdefault(kind, []).append((id, name, amount))
    rows: list[Element] = []
    for kind, of_kind in kinds.items():
        rows.append(
            Text(kind, 14, c.secondary, 500, width=FILL, pad=(16, 12, 16, 4), id=ID + "account_type_tv")
        )
        rows += [
            Row(
                Icon("account_balance", 24, c.secondary, class_name=""),
                Text(name, 16, c.text, grow=1, lines=2, id=ID + "account_tv"),
                Text(amount_text(res, amount), 15, frame.ink_of(res, amount), 500, id=ID + "amount_tv"),
                width=FILL, pad=(16, 12), gap=16, align="center", tap=do(listing.show_account, id),
                class_name="android.view.ViewGroup",
            )
            for id, name, amount in of_kind
        ]  # fmt: skip
    worth = sum([amount for of_kind in kinds.values() for _, _, amount in of_kind])
    foot = Row(
        Text(res.string("bluecoins.net_worth"), 14, c.secondary, 500, grow=1, id=ID + "label_tv"),
        Text(amount_text(res, worth), 16, frame.ink_of(res, worth), 500, id=ID + "net_worth_tv"),
        width=FILL, pad=(16, 16), gap=12, align="center", class_name="",
    )  # fmt: skip
    body = scrolling(*rows, foot, _room(), key="accounts", height=FILL, id=ID + "recyclerview", class_name=LIST,
                     swipe=do(listing.swipe_tab))  # fmt: skip
    new = icon_button("add_card", res.string("bluecoins.new_account"), do(open_overlay, "new_account", CASH), c.text,
                      id=ID + "menu_new_account", class_name="android.widget.Button")  # fmt: skip
    return framed(res, "accounts", body, search_action(res), new)


# Other pages


def trash_page(res: Resources, books: Books) -> Element:
    """Deleted transactions, each with a button that restores it."""
    c = res.colors
    found = trash(books)
    if not found:
        return framed(
            res,
            "trash",
            empty_message(res, "delete", res.string("bluecoins.trash_empty"), id=ID + "empty_tab"),
        )
    empty = icon_button("delete_forever", res.string("bluecoins.empty_trash"), do(open_overlay, "empty_trash"),
                        c.text, id=ID + "menu_empty_trash", class_name="android.widget.Button")  # fmt: skip
    rows = [
        record_row(
            res, record, True,
            icon_button("restore_from_trash", res.string("bluecoins.restore"), do(listing.restore, record.id), c.accent,
                        id=ID + "restore"),
        )
        for record in found
    ]  # fmt: skip
    body = scrolling(*rows, key="trash", id=ID + "recyclerview", class_name=LIST)
    return framed(res, "trash", body, empty)


def about(res: Resources) -> Element:
    """About page of the app."""
    c = res.colors
    body = scrolling(
        Icon("account_balance_wallet", 64, c.accent, class_name=""),
        Text(res.string("bluecoins.app_name"), 20, c.text, 500),
        Text(res.string("bluecoins.description"), 16, c.secondary, lines=None),
        key="about", pad=24, gap=12, class_name="android.widget.ScrollView",
    )  # fmt: skip
    return framed(res, "about", body)
