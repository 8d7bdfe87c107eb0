"""Pro Expense's handlers: the currency, the list, the editor."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bmoca_gym.handset.apps.pro_expense.state import (
    AMOUNT_LIMIT,
    CATEGORY_SCROLL,
    EXPENSES,
    NAME_LIMIT,
    NOTE_LIMIT,
    Draft,
    Expenses,
    number,
)
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.amounts import parsed
from bmoca_gym.handset.kits.navigation import mark, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

#: The least and the greatest amount that can be saved.
_AMOUNTS = 0.01, 1e8


def choose_currency(state: Expenses, context: Context, currency: str) -> Expenses:
    """Show amounts in another currency."""
    return without_overlay(state, currency=currency)


# The list


def show(state: Expenses, context: Context, id: int) -> Next[Expenses]:
    """Open the details of an expense. If some expenses are marked, mark it too."""
    if state.marked:
        return mark(state, context, id)
    return open_overlay(state, context, "detail", id)


def swipe(state: Expenses, context: Context, id: int) -> Expenses:
    """Mark an expense that is swiped to a side, or unmark it."""
    return mark(state, context, id) if context.direction in ("left", "right") else state


def ask_to_delete(state: Expenses, context: Context) -> Expenses:
    """Ask before deleting the selected expenses, or the one whose details are open."""
    return replace(state, overlay="delete", marked=state.marked or (state.shown,), shown=0)


def delete(state: Expenses, context: Context) -> Next[Expenses]:
    """Delete the marked expenses."""
    gone = state.marked
    rows = tables.without(state.rows, gone)
    said = "pro_expense.item_deleted" if len(gone) == 1 else "pro_expense.items_deleted"
    return replace(state, rows=rows, marked=(), overlay=""), toast(context.res.string(said))


# The editor


def write(state: Expenses, context: Context, id: int) -> Next[Expenses]:
    """Open the editor of an expense, or of a new one (0)."""
    row = tables.with_id(state.rows, id)
    draft = Draft()
    if row is not None:
        _, name, amount, category, note, *_ = row
        text = f"{Decimal(number(amount)) / 100:.2f}".removesuffix(".00")
        draft = Draft(id, str(name or ""), text, number(category), str(note or ""))
    return replace(state, draft=draft, overlay="", shown=0), focus("name"), scroll_to(CATEGORY_SCROLL)


def leave_editor(state: Expenses, context: Context) -> Next[Expenses]:
    """Close the editor without saving."""
    return replace(state, draft=None), focus("")


def type_name(state: Expenses, context: Context, text: str) -> Expenses:
    """Update the name."""
    return _drafted(state, name=text[:NAME_LIMIT])


def type_amount(state: Expenses, context: Context, text: str) -> Expenses:
    """Update the amount."""
    return _drafted(state, amount=text[:AMOUNT_LIMIT], wrong=False)


def type_note(state: Expenses, context: Context, text: str) -> Expenses:
    """Update the note."""
    return _drafted(state, note=text[:NOTE_LIMIT])


def choose(state: Expenses, context: Context, category: int) -> Expenses:
    """Choose a category."""
    return _drafted(state, category=category)


def next_field(state: Expenses, context: Context, key: str) -> Next[Expenses]:
    """Move to the next field; "" for none."""
    return state, focus(key)


def _drafted(state: Expenses, **changes: Any) -> Expenses:
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def save(state: Expenses, context: Context) -> Next[Expenses]:
    """Save the record. An invalid amount is marked as wrong."""
    draft = state.draft
    if draft is None:
        return state
    cents = parsed(context.res, EXPENSES.column("amount"), draft.amount, *_AMOUNTS)
    if cents is None:
        return _drafted(state, wrong=True), focus("amount")
    old, now = tables.with_id(state.rows, draft.id), context.phone.clock.wall
    cells = {"name": draft.name, "amount": cents, "category": draft.category, "note": draft.note or None}
    row = EXPENSES.row(created_date=now) if old is None else old
    rows = tables.put(state.rows, EXPENSES.changed(row, **cells, modified_date=now))
    said = () if old is None else (toast(context.res.string("pro_expense.data_updated")),)
    return replace(state, rows=rows, draft=None), focus(""), *said
