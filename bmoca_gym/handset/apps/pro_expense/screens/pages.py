"""Pro Expense's drawer and its pages, except the home page and the list."""

from __future__ import annotations

from bmoca_gym.handset.apps.pro_expense import handlers
from bmoca_gym.handset.apps.pro_expense.state import (
    CATEGORIES,
    CURRENCIES,
    DRAWER,
    EXPENSES,
    ID,
    INCOME,
    number,
)
from bmoca_gym.handset.kits import drawers
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, go_to, open_overlay
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    icon_button,
    list_row,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_BAR_WIDTH = 240


def _bar(res: Resources, name: str) -> Element:
    menu = icon_button("menu", res.string("pro_expense.open_drawer"), do(open_overlay, "drawer"),
                       res.colors.text)  # fmt: skip
    return Row(menu, toolbar(res, res.string(f"pro_expense.{name}"), id=ID + "toolbar"), width=FILL, align="center",
               class_name="")  # fmt: skip


def drawer(res: Resources, current: str) -> Element:
    """The drawer: the app's name and its pages."""
    return drawers.drawer(
        res, "pro_expense", "account_balance_wallet", DRAWER.items(), current, go_to, ID, "nv_main",
        labels={"logs": "expense_logs"},
    )  # fmt: skip


def statistics(res: Resources, rows: Rows) -> Element:
    """The share of each category in the expenses."""
    c = res.colors
    spent = dict.fromkeys(CATEGORIES, 0)
    for row in rows:
        category = number(EXPENSES.get(row, "category"))
        spent[category if category in spent else 1] += number(EXPENSES.get(row, "amount"))
    del spent[INCOME]
    total = sum(spent.values())
    bar = _bar(res, "statistics")
    if not total:
        return page(
            res, bar, empty_message(res, "pie_chart", res.string("pro_expense.no_data"), id=ID + "tv_no_data")
        )
    lines: list[Element] = [
        Text(res.string("pro_expense.category_statistics"), 16, c.text, 500, lines=2, width=FILL)
    ]
    for category, cents in sorted(spent.items(), key=lambda one: (-one[1], one[0])):
        if not cents:
            continue
        share = cents / total
        name, _ = CATEGORIES[category]
        lines.append(
            Column(
                Row(
                    Text(res.string(f"pro_expense.{name}"), 14, c.text, grow=1, id=ID + "tv_category_name"),
                    Text(res.digits(f"{100 * share:.1f}%"), 14, c.secondary, id=ID + "tv_progress"),
                    width=FILL,
                    class_name="",
                ),
                Spacer(width=max(4, round(_BAR_WIDTH * share)), height=8, radius=4, background=c.accent),
                width=FILL,
                gap=6,
                class_name="android.view.ViewGroup",
            )
        )
    return page(res, bar, scrolling(*lines, key="statistics", pad=16, gap=16, id=ID + "rv_category_statistics",
                                    class_name="androidx.recyclerview.widget.RecyclerView"))  # fmt: skip


def settings(res: Resources, money: str) -> Element:
    """The currency."""
    row = list_row(res, res.string("pro_expense.currency"), money, icon="attach_money",
                   tap=do(open_overlay, "currency"), id=ID + "fl_currency", title_id=ID + "tv_currency",
                   summary_id=ID + "tv_currency_value", class_name="android.widget.FrameLayout")  # fmt: skip
    return page(
        res, _bar(res, "settings"), scrolling(row, key="settings", class_name="android.widget.ScrollView")
    )


def currency_dialog(res: Resources, money: str) -> Element:
    """The currencies to choose from."""
    rows = [choice(res, name, name == money, do(handlers.choose_currency, name)) for name in CURRENCIES]
    cancel = text_button(res, res.string("common.cancel"), CLOSE)
    return dialog_card(
        res, *rows, dismiss=CLOSE, buttons=(cancel,), title=res.string("pro_expense.choose_currency")
    )


def about(res: Resources) -> Element:
    """About page of the app."""
    c = res.colors
    body = scrolling(
        Icon("account_balance_wallet", 64, c.accent, class_name=""),
        Text(res.string("pro_expense.app_name"), 20, c.text, 500),
        Text("1.0.0-beta09", 14, c.secondary, id=ID + "tv_version_name"),
        Text(res.string("pro_expense.description"), 16, c.secondary, lines=None),
        key="about", pad=24, gap=12, class_name="android.widget.ScrollView",
    )  # fmt: skip
    return page(res, _bar(res, "about"), body)
