"""Bluecoins: income and expenses by day, category and account, as com.rammigsoftware.bluecoins."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.bluecoins.handlers import editing, listing
from bmoca_gym.handset.apps.bluecoins.screens import filters, form, frame, pages, planning
from bmoca_gym.handset.apps.bluecoins.state import ACTIVITY, LIST_SCROLL, QUERY_LIMIT, Bluecoins
from bmoca_gym.handset.apps.bluecoins.tables import (
    ACCOUNTS,
    CATEGORIES,
    DATABASE,
    ITEMS,
    PACKAGE,
    PARENTS,
    SCRIPT,
    TRANSACTIONS,
)
from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.kits.navigation import CLOSE, Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.manifest import App, AppIcon
from bmoca_gym.handset.value import do


def _transactions(state: Bluecoins, place: Place) -> tuple[Any, ...]:
    return state.books, state.filter, state.query, state.searching, place.focus == "search", place.today


def _day(state: Bluecoins, place: Place) -> tuple[Any, ...]:
    today = place.phone.local_minute.date()
    return state.picker, today, editing.day_changed, do(editing.day_picked), CLOSE


def _time(state: Bluecoins, place: Place) -> tuple[Any, ...]:
    return state.clock, place.focus, editing.time_changed, do(editing.time_picked), CLOSE


NAVIGATION = Navigation(
    Bluecoins,
    {
        "dashboard": Page(pages.dashboard, lambda s, at: (s.books, at.today)),
        "transactions": Page(pages.transactions, _transactions, up="dashboard", back=listing.end_search),
        "calendar": Page(
            pages.calendar, lambda s, at: (s.books, s.day, s.month, at.today), up="dashboard"
        ),
        "accounts": Page(pages.accounts, lambda s, at: (s.books,), up="dashboard"),
        "budget": Page(planning.budgets, lambda s, at: (s.books, at.today), up="dashboard"),
        "trash": Page(pages.trash_page, lambda s, at: (s.books,), up="dashboard"),
        "about": Page(pages.about, up="dashboard"),
        "form": Page(form.screen, lambda s, at: (s.books, s.draft, at.focus), back=editing.leave),
    },
    {
        "drawer": Overlay(frame.drawer, lambda s, at: (s.page,)),
        "empty_trash": Overlay(frame.question, lambda s, at: ("empty_trash", do(listing.empty_trash))),
        "filter": Overlay(filters.dialog, lambda s, at: (s.books, s.filter)),
        "filter_period": Overlay(
            filters.period_choices, lambda s, at: (s.filter.period,), under="filter", covers=True
        ),
        "filter_kind": Overlay(
            filters.kind_choices, lambda s, at: (s.filter.kind,), under="filter", covers=True
        ),
        "filter_category": Overlay(
            filters.category_choices, lambda s, at: (s.books, s.filter.kind, s.filter.category),
            under="filter", covers=True,
        ),
        "filter_account": Overlay(
            filters.account_choices, lambda s, at: (s.books, s.filter.account), under="filter", covers=True
        ),
        "filter_date": Overlay(
            date_picker.picker_dialog, _day, takes=("picker", "picking"), under="filter", covers=True
        ),
        "date": Overlay(date_picker.picker_dialog, _day, takes=("picker", "picking")),
        "time": Overlay(time_picker.picker_dialog, _time, takes=("clock",)),
        "category": Overlay(form.category_choices, lambda s, at: (s.books, s.draft), on=("form",)),
        "account": Overlay(
            form.account_choices,
            lambda s, at: (s.books, "account", "account", s.draft.account) if s.draft else None,
        ),
        "to": Overlay(
            form.account_choices, lambda s, at: (s.books, "to", "to_account", s.draft.to) if s.draft else None
        ),
        "currency": Overlay(
            form.currency_choices, lambda s, at: (s.draft.currency,) if s.draft else None
        ),
        "budget": Overlay(
            planning.budget_dialog, lambda s, at: (s.books, s.subject, s.text, at.focus == "text"),
            on=("budget",), takes=("subject", "text"), focus="text",
        ),
        "new_account": Overlay(
            planning.account_dialog, lambda s, at: (s.subject, s.text, at.focus == "text"),
            on=("accounts",), takes=("subject",), focus="text",
        ),
        "discard": Overlay(frame.question, lambda s, at: ("discard", do(editing.discard))),
        "delete": Overlay(frame.question, lambda s, at: ("delete", do(editing.delete))),
    },
    where=lambda s, at: s.page if s.draft is None else "form",
    kept=("transactions", "items", "categories", "parents", "accounts"),
    passing=("picker", "picking", "clock", "subject", "text"),
    search=Search(on=("transactions",), limit=QUERY_LIMIT),
    scroll=LIST_SCROLL,
)  # fmt: skip

APP = App(
    name="bluecoins",
    package=PACKAGE,
    activity=ACTIVITY,
    icon=AppIcon("savings", 0xFF1976D2),
    state=Bluecoins,
    layers=NAVIGATION.layers,
    uid=10185,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    files=(
        tables.database(
            DATABASE,
            (
                ("transactions", TRANSACTIONS), ("items", ITEMS), ("categories", CATEGORIES), ("parents", PARENTS),
                ("accounts", ACCOUNTS),
            ),
            script=SCRIPT,
        ),
    ),
)  # fmt: skip
