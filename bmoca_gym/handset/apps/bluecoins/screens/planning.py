"""Bluecoins' budgets, and the dialog of a new account."""

from __future__ import annotations

from bmoca_gym.handset.apps.bluecoins.handlers import planning
from bmoca_gym.handset.apps.bluecoins.records import (
    MICRO,
    Books,
    Filter,
    amount_text,
    categories_of,
    category_names,
    listed,
    number,
    records,
)
from bmoca_gym.handset.apps.bluecoins.screens.frame import LIST, framed
from bmoca_gym.handset.apps.bluecoins.state import ID
from bmoca_gym.handset.apps.bluecoins.tables import ACCOUNT_TYPES, CATEGORIES, EXPENSE, EXPENSES
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons
from bmoca_gym.handset.kits.tables import with_id
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do


def plain_amount(micros: int) -> str:
    """An amount in the form it is typed in; "" for zero."""
    return f"{micros / MICRO:.2f}".rstrip("0").rstrip(".") if micros else ""


def _budget_of(books: Books, id: int) -> int:
    row = with_id(books.categories, id)
    set_up = row is not None and bool(CATEGORIES.get(row, "budgetEnabledCategoryChild"))
    return number(CATEGORIES.get(row, "budgetAmount")) if row is not None and set_up else 0


def budgets(res: Resources, books: Books, today: int) -> Element:
    """The expense categories, with what was spent this month and their budgets."""
    month = listed(records(books), Filter("this_month"), "", today)
    rows: list[Element] = []
    for group, categories in categories_of(books, EXPENSES).items():
        rows.append(
            Text(
                group, 14, res.colors.secondary, 500, 2, width=FILL, pad=(16, 16, 16, 4), id=ID + "parent_tv"
            )
        )
        for id, name in categories:
            spent = -sum([one.amount for one in month if one.category_id == id and one.kind == EXPENSE])
            rows.append(_budget(res, id, name, spent, _budget_of(books, id)))
    body = scrolling(*rows, key="budget", height=FILL, id=ID + "recyclerview", class_name=LIST)
    return framed(res, "budget", body)


def _budget(res: Resources, id: int, name: str, spent: int, budget: int) -> Element:
    c = res.colors
    words = res.string("bluecoins.no_budget")
    bar: Element = Spacer(width=FILL, height=4, background=c.divider, radius=2)
    if budget:
        words = res.string(
            "bluecoins.budget_of", spent=amount_text(res, spent), budget=amount_text(res, budget)
        )
        share = min(1.0, spent / budget)
        ink = c.error if spent > budget else c.accent
        parts = ((share, ink), (1 - share, c.divider))
        bar = Row(
            *[Spacer(grow=part, height=4, background=color) for part, color in parts if part], width=FILL,
            id=ID + "progress", class_name="android.widget.ProgressBar",
        )  # fmt: skip
    return Column(
        Row(
            Text(name, 16, c.text, grow=1, lines=2, id=ID + "category_tv"),
            Text(words, 13, c.error if budget and spent > budget else c.secondary, id=ID + "amount_tv"),
            width=FILL, gap=12, align="center", class_name="",
        ),
        bar,
        width=FILL, pad=(16, 10), gap=6, tap=do(open_overlay, "budget", id, plain_amount(budget)),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def budget_dialog(res: Resources, books: Books, id: int, text: str, focused: bool) -> Element:
    """The budget of a category."""
    body = _field(res, text, "monthly_budget", "budget_amount", focused, "number")
    save = buttons(res, "bluecoins.save", do(planning.save_budget))
    return dialog_card(res, body, title=category_names(books, id)[1], dismiss=CLOSE, buttons=save)


def account_dialog(res: Resources, kind: int, text: str, focused: bool) -> Element:
    """Name and type of a new account."""
    rows = [choice(res, name, id == kind, do(planning.choose_type, id)) for id, name in ACCOUNT_TYPES.items()]
    body = Column(
        _field(res, text, "account_name", "account_name", focused), Column(*rows, width=FILL, class_name=""),
        width=FILL, gap=4, class_name="",
    )  # fmt: skip
    save = buttons(res, "bluecoins.save", do(planning.save_account))
    return dialog_card(res, body, title=res.string("bluecoins.new_account"), dismiss=CLOSE, buttons=save)


def _field(res: Resources, text: str, hint: str, id: str, focused: bool, keys: str = "text") -> Element:
    c = res.colors
    field = TextField(
        text, "text", do(planning.type_text), focused=focused, hint=res.string(f"bluecoins.{hint}"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, height=44, kind=keys,
        id=ID + id,
    )  # fmt: skip
    return Column(field, Spacer(width=FILL, height=2, background=c.accent), width=FILL, class_name="")
