"""Bluecoins' handlers of budgets and of new accounts."""

from __future__ import annotations

import re

from bmoca_gym.handset.apps.bluecoins.records import BASE_CURRENCY, MICRO
from bmoca_gym.handset.apps.bluecoins.state import Bluecoins
from bmoca_gym.handset.apps.bluecoins.tables import ACCOUNT_TYPES, ACCOUNTS, CATEGORIES
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

_AMOUNT = re.compile(r"\d{1,9}(?:\.\d{0,2})?")
NAME_LIMIT = 60


def type_text(state: Bluecoins, context: Context, text: str) -> Bluecoins:
    """Type into the dialog's field."""
    return replace(state, text=text[:NAME_LIMIT])


def save_budget(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Save the amount as the category's monthly budget. No amount, or zero, ends the budget."""
    row = tables.with_id(state.categories, state.subject)
    text = state.text.strip().replace(",", ".")
    if row is None:
        return state
    if text and _AMOUNT.fullmatch(text) is None:
        return state, focus("text"), toast(context.res.string("bluecoins.no_amount"))
    amount = round(float(text or 0) * MICRO)
    row = CATEGORIES.changed(row, budgetAmount=amount, budgetEnabledCategoryChild=int(amount > 0))
    return without_overlay(state, categories=tables.put(state.categories, row)), focus("")


def choose_type(state: Bluecoins, context: Context, kind: int) -> Bluecoins:
    """Choose the type of the new account."""
    return replace(state, subject=kind)


def save_account(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Save the new account, unless it has no name."""
    name = state.text.strip()
    if state.subject not in ACCOUNT_TYPES:
        return state
    if not name:
        return state, focus("text"), toast(context.res.string("bluecoins.no_name"))
    row = ACCOUNTS.row(
        accountName=name, accountTypeID=state.subject, accountHidden=0, accountCurrency=BASE_CURRENCY,
        accountConversionRateNew=1.0, accountSelectorVisibility=0,
    )  # fmt: skip
    return without_overlay(state, accounts=tables.put(state.accounts, row)), focus("")
