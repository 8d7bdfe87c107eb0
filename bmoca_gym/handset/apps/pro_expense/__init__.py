"""Pro Expense: a diary of expenses and income, as com.arduia.expense 1.0.0-beta09."""

from __future__ import annotations

from bmoca_gym.handset.apps.pro_expense import entry, lists, pages
from bmoca_gym.handset.apps.pro_expense.state import (
    ACTIVITY,
    CURRENCIES,
    DATABASE,
    EXPENSES,
    PACKAGE,
    Expenses,
    back,
    closed,
    newest_first,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock


def _layers(phone: Phone, state: Expenses, activity: Activity) -> tuple[Layer, ...]:
    money = state.currency
    if state.draft is not None:
        return (layer(entry.screen, state.draft, activity.focus),)
    rows, today = newest_first(state.rows), clock.local_minute(phone).toordinal()
    if state.page == "logs":
        shown = layer(lists.logs, rows, money, state.marked, phone.zone, today)
    elif state.page == "statistics":
        shown = layer(pages.statistics, rows)
    elif state.page == "settings":
        shown = layer(pages.settings, money)
    elif state.page == "about":
        shown = layer(pages.about)
    else:
        shown = layer(lists.home, rows, money, phone.zone, today)
    expense = tables.with_id(state.rows, state.shown)
    if state.overlay == "drawer":
        return (shown, dialog(pages.drawer, state.page))
    if state.overlay == "currency":
        return (shown, dialog(pages.currency_dialog, money))
    if state.overlay == "delete":
        return (shown, dialog(lists.delete_sheet, len(state.marked)))
    if state.overlay == "detail" and expense is not None:
        return (shown, dialog(lists.detail_sheet, expense, money, phone.zone))
    return (shown,)


APP = App(
    name="pro_expense",
    package=PACKAGE,
    activity=ACTIVITY,
    icon=AppIcon("account_balance_wallet", 0xFF1565C0),
    state=Expenses,
    layers=_layers,
    uid=10150,
    back=back,
    closed=closed,
    files=(
        tables.database(DATABASE, (("rows", EXPENSES),)),
        preference_file(PACKAGE, {"currency": Stored("currency_symbol", CURRENCIES)}),
    ),
)
