"""Bluecoins' handlers of the form: typing, choosing, and saving into the tables."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from bmoca_gym.handset.apps.bluecoins.drafts import KEY_LIMIT, Draft, drafted, micros, plain, typed, worth
from bmoca_gym.handset.apps.bluecoins.handlers.listing import halves, with_state
from bmoca_gym.handset.apps.bluecoins.records import RATES, categories_of
from bmoca_gym.handset.apps.bluecoins.state import FORM_SCROLL, Bluecoins
from bmoca_gym.handset.apps.bluecoins.tables import (
    ALONE,
    DESTINATION,
    EXPENSE,
    EXPENSES,
    INCOME,
    INCOMES,
    ITEMS,
    KEPT,
    SOURCE,
    TRANSACTIONS,
    TRANSFER,
    TRANSFER_CATEGORY,
    TRASHED,
)
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.kits.arithmetic import engine as arithmetic
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Cell, Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import decimal_separator
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

_ITEM_LIMIT, _NOTES_LIMIT = 63, 255


def write(state: Bluecoins, context: Context, id: int, day: int = 0) -> Next[Bluecoins]:
    """Open the form of a transaction, or of a new one (0) on a day, or today (0)."""
    row = tables.with_id(state.transactions, id)
    if row is None:
        now = context.now
        draft = Draft(
            day=day or now.toordinal(),
            minute=now.hour * 60 + now.minute,
            category=first_category(state, EXPENSE),
        )
    else:
        draft = drafted(state.books, row)
    opened = without_overlay(state, draft=draft, before=draft, searching=False, query="")
    return opened, focus(""), scroll_to(FORM_SCROLL)


def first_category(state: Bluecoins, kind: int) -> int:
    """The category of a new transaction of a kind."""
    if kind == TRANSFER:
        return TRANSFER_CATEGORY
    for found in categories_of(state.books, INCOMES if kind == INCOME else EXPENSES).values():
        return found[0][0]
    return 0


def _drafted(state: Bluecoins, **changes: Any) -> Bluecoins:
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def choose_kind(state: Bluecoins, context: Context, kind: int) -> Next[Bluecoins]:
    """Make it an expense, an income or a transfer."""
    draft = state.draft
    if draft is None or draft.kind == kind:
        return state
    changes = {"kind": kind, "negative": kind != INCOME, "category": first_category(state, kind)}
    return _drafted(state, **changes), focus("")


def toggle_sign(state: Bluecoins, context: Context) -> Bluecoins:
    """Flip the sign, for a refunded expense or a repaid income."""
    return state if state.draft is None else _drafted(state, negative=not state.draft.negative)


def type_item(state: Bluecoins, context: Context, text: str) -> Bluecoins:
    """Update the item's name."""
    return _drafted(state, item=text[:_ITEM_LIMIT])


def suggest(state: Bluecoins, context: Context, name: str) -> Next[Bluecoins]:
    """Fill in the name of an earlier transaction."""
    return _drafted(state, item=name), focus("")


def type_notes(state: Bluecoins, context: Context, text: str) -> Bluecoins:
    """Update the notes."""
    return _drafted(state, notes=text[:_NOTES_LIMIT])


def go_on(state: Bluecoins, context: Context, key: str) -> Next[Bluecoins]:
    """Move to another field; "" for none."""
    return state, focus(key)


# The calculator


def type_amount(state: Bluecoins, context: Context, text: str) -> Bluecoins:
    """Update the amount that is typed as text."""
    return _drafted(state, amount=typed(text.replace(decimal_separator(context.res.locale), ".")))


def press(state: Bluecoins, context: Context, key: str) -> Bluecoins:
    """Handle a key of the calculator."""
    draft = state.draft
    if draft is None or len(draft.amount) >= KEY_LIMIT:
        return state
    return _drafted(state, amount=arithmetic.append(draft.amount, key))


def erase(state: Bluecoins, context: Context) -> Bluecoins:
    """Undo the last key."""
    return state if state.draft is None else _drafted(state, amount=arithmetic.delete(state.draft.amount))


def clear(state: Bluecoins, context: Context) -> Bluecoins:
    """Clear the calculator."""
    return _drafted(state, amount=())


def work_out(state: Bluecoins, context: Context) -> Bluecoins:
    """Replace the formula by its result."""
    draft = state.draft
    if draft is None or not arithmetic.has_operation(draft.amount):
        return state
    found = worth(draft.amount)
    if found is None:
        return state
    return _drafted(state, amount=plain(found), negative=draft.negative != (found < 0))


def amount_done(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Close the calculator."""
    return work_out(state, context), focus("")


# What is picked


def choose(state: Bluecoins, context: Context, name: str, id: int) -> Bluecoins:
    """Choose a category or an account; ``name``: the part of the draft."""
    return without_overlay(_drafted(state, **{name: id}))


def choose_currency(state: Bluecoins, context: Context, name: str) -> Bluecoins:
    """Write the amount in another currency."""
    return without_overlay(_drafted(state, currency=name)) if name in RATES else state


def pick_day(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Open the date picker for the draft's day."""
    return _pick(state, context, "date", "", 0 if state.draft is None else state.draft.day)


def pick_filter_day(state: Bluecoins, context: Context, which: str) -> Next[Bluecoins]:
    """Open the date picker for the "first" or the "last" day of the filter."""
    return _pick(state, context, "filter_date", which, getattr(state.filter, which))


def _pick(state: Bluecoins, context: Context, overlay: str, which: str, day: int) -> Next[Bluecoins]:
    picker = date_picker.opened(date.fromordinal(day) if day else context.now.date())
    return open_overlay(state, context, overlay, picker, which)


def day_changed(state: Bluecoins, context: Context, picker: DatePicker) -> Bluecoins:
    """Update the date picker."""
    return replace(state, picker=picker)


def day_picked(state: Bluecoins, context: Context) -> Bluecoins:
    """Set the picked day."""
    if state.picker is None:
        return state
    ordinal = state.picker.day.toordinal()
    if not state.picking:
        return without_overlay(_drafted(state, day=ordinal))
    changed = replace(state.filter, period="custom", **{state.picking: ordinal})
    return without_overlay(state, filter=changed, overlay="filter")


def pick_time(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Open the time picker."""
    minute = 0 if state.draft is None else state.draft.minute
    clock = time_picker.opened(context.res, minute // 60, minute % 60)
    return open_overlay(state, context, "time", clock)


def time_changed(state: Bluecoins, context: Context, clock: TimePicker) -> Next[Bluecoins]:
    """Update the time picker."""
    return replace(state, clock=clock)


def time_picked(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Set the picked time."""
    if state.clock is None:
        return state
    found = time_picker.picked(context.res, state.clock)
    if found is None:
        return replace(state, clock=replace(state.clock, wrong=True))
    return without_overlay(_drafted(state, minute=found.hour * 60 + found.minute)), focus("")


# From the form to the tables


def save(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Save the transaction. An invalid amount is not saved, nor a transfer from an account to itself."""
    draft = state.draft
    if draft is None:
        return state
    amount = worth(draft.amount)
    if amount is None or amount <= 0:
        return state, focus("amount"), toast(context.res.string("bluecoins.no_amount"))
    if draft.kind == TRANSFER and draft.account == draft.to:
        return state, focus(""), toast(context.res.string("bluecoins.same_account"))
    items, item = _with_item(state.items, draft.item.strip())
    at = datetime.combine(date.fromordinal(draft.day), datetime.min.time()) + timedelta(minutes=draft.minute)
    transfer = draft.kind == TRANSFER
    sum = micros(replace(draft, negative=draft.negative or transfer), amount)
    cells: dict[str, Cell] = {
        "itemID": item, "amount": sum, "transactionCurrency": draft.currency,
        "conversionRateNew": RATES[draft.currency], "date": at.isoformat(" ", "seconds"),
        "transactionTypeID": draft.kind, "categoryID": draft.category, "accountID": draft.account,
        "notes": draft.notes.strip(), "deletedTransaction": KEPT,
    }  # fmt: skip
    old = tables.with_id(state.transactions, draft.id)
    rows = tables.without(state.transactions, tuple([id for id in halves(state, draft.id) if id != draft.id]))
    new = TRANSACTIONS.row(status=0, newSplitTransactionID=0, reminderTransaction=0) if old is None else old
    rows = tables.put(rows, TRANSACTIONS.changed(new, **cells))
    id = draft.id if old is not None else rows[-1][0]
    rows = _paired(rows, id, draft) if transfer else _alone(rows, id, draft)
    said = toast(context.res.string("bluecoins.saved"))
    return replace(state, transactions=rows, items=items, draft=None, before=None), focus(""), said


def _with_item(items: Rows, name: str) -> tuple[Rows, Cell]:
    """Find or add the item of that name. Returns the items and its id."""
    if not name:
        return items, None
    place = ITEMS.place("itemName")
    for row in items:
        if row[place] == name:
            return items, row[0]
    items = tables.put(items, ITEMS.row(itemName=name, itemAutoFillVisibility=0))
    return items, items[-1][0]


def _alone(rows: Rows, id: Cell, draft: Draft) -> Rows:
    row = tables.with_id(rows, id)
    if row is None:
        return rows
    cells: dict[str, Cell] = {
        "accountReference": ALONE, "accountPairID": draft.account, "uidPairID": id, "transferGroupID": None,
    }  # fmt: skip
    return tables.put(rows, TRANSACTIONS.changed(row, **cells))


def _paired(rows: Rows, id: Cell, draft: Draft) -> Rows:
    """Add the other half of a transfer: the row of the account that receives the amount."""
    row = tables.with_id(rows, id)
    if row is None:
        return rows
    amount = TRANSACTIONS.get(row, "amount")
    there = TRANSACTIONS.changed((0, *row[1:]), amount=-amount if type(amount) is int else 0, accountID=draft.to,
                                 accountReference=DESTINATION, accountPairID=draft.account, uidPairID=id,
                                 transferGroupID=id)  # fmt: skip
    rows = tables.put(rows, there)
    here = TRANSACTIONS.changed(row, accountReference=SOURCE, accountPairID=draft.to, uidPairID=rows[-1][0],
                                transferGroupID=id)  # fmt: skip
    return tables.put(rows, here)


def delete(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Move the transaction being edited to the trash."""
    draft = state.draft
    if draft is None:
        return state
    said = toast(context.res.string("bluecoins.deleted"))
    left = with_state(state, halves(state, draft.id), TRASHED)
    return without_overlay(left, draft=None, before=None), focus(""), said


def leave(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Leave the form; ask before changes are lost."""
    if state.draft != state.before:
        return open_overlay(state, context, "discard")
    return discard(state, context)


def discard(state: Bluecoins, context: Context) -> Next[Bluecoins]:
    """Leave the form without saving."""
    return without_overlay(state, draft=None, before=None), focus("")
