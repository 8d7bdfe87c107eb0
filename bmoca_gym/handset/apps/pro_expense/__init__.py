"""Pro Expense: a diary of expenses and income, as com.arduia.expense 1.0.0-beta09."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.pro_expense.handlers import leave_editor
from bmoca_gym.handset.apps.pro_expense.screens import editor, lists, pages
from bmoca_gym.handset.apps.pro_expense.state import (
    ACTIVITY,
    CURRENCIES,
    DATABASE,
    EXPENSES,
    LOGS_SCROLL,
    PACKAGE,
    Expenses,
    newest_first,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, TourStep


def _detail(state: Expenses, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.rows, state.shown)
    return None if row is None else (row, state.currency, place.zone)


NAVIGATION = Navigation(
    Expenses,
    {
        "home": Page(lists.home, lambda s, at: (newest_first(s.rows), s.currency, at.zone, at.today)),
        "logs": Page(
            lists.logs,
            lambda s, at: (newest_first(s.rows), s.currency, s.marked, at.zone, at.today),
            up="home",
        ),
        "statistics": Page(pages.statistics, lambda s, at: (newest_first(s.rows),), up="home"),
        "settings": Page(pages.settings, lambda s, at: (s.currency,), up="home"),
        "about": Page(pages.about, up="home"),
        "editor": Page(editor.screen, lambda s, at: (s.draft, at.focus), back=leave_editor),
    },
    {
        "drawer": Overlay(pages.drawer, lambda s, at: (s.page,)),
        "currency": Overlay(pages.currency_dialog, lambda s, at: (s.currency,)),
        "detail": Overlay(lists.detail_sheet, _detail, takes=("shown",)),
        "delete": Overlay(lists.delete_sheet, lambda s, at: (len(s.marked),)),
    },
    where=lambda s, at: s.page if s.draft is None else "editor",
    kept=("rows", "currency"),
    passing=("shown",),
    selection=Selection("marked"),
    scroll=LOGS_SCROLL,
)

APP = App(
    tour=(
        TourStep(
            "welcome",
            "pro_expense.tour_language",
            "pro_expense.tour_language_text",
            "translate",
            buttons=(("tours.next", 1),),
            choices=("English", "中文"),
        ),
        TourStep(
            "welcome",
            "pro_expense.tour_currency",
            "pro_expense.tour_currency_text",
            "payments",
            buttons=(("pro_expense.tour_continue", 1),),
            choices=("Dollar ($)", "Euro (€)", "Pound (£)", "Yen (¥)"),
        ),
    ),
    name="pro_expense",
    package=PACKAGE,
    activity=ACTIVITY,
    icon=AppIcon("account_balance_wallet", 0xFF1565C0),
    state=Expenses,
    layers=NAVIGATION.layers,
    uid=10150,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    files=(
        tables.database(DATABASE, (("rows", EXPENSES),)),
        preference_file(PACKAGE, {"currency": Stored("currency_symbol", CURRENCIES)}),
    ),
)
