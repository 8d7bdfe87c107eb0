"""A transaction being edited, and its amount, which is typed as on a calculator."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from fractions import Fraction

from bmoca_gym.handset.apps.bluecoins.records import (
    BASE_CURRENCY,
    MICRO,
    RATES,
    Books,
    get,
    item_name,
    moment_of,
    number,
)
from bmoca_gym.handset.apps.bluecoins.tables import DESTINATION, EXPENSE, INCOME, TRANSFER
from bmoca_gym.handset.kits.arithmetic import engine as arithmetic
from bmoca_gym.handset.kits.arithmetic.engine import Formula
from bmoca_gym.handset.kits.tables import Row, with_id
from bmoca_gym.handset.value import Value, value

#: The most keys that an amount is typed with, and the largest one that is saved.
KEY_LIMIT, LARGEST = 40, 10**12
_KEYS = {str(digit): f"digit_{digit}" for digit in range(10)} | {
    ".": "dec_point", "+": "op_add", "-": "op_sub", "−": "op_sub", "*": "op_mul", "×": "op_mul", "/": "op_div",
    "÷": "op_div",
}  # fmt: skip


@value
class Draft(Value):
    """A transaction being edited.

    Attributes:
        id: 0 for a new one.
        kind: its transactionTypeID.
        amount: the text in the field.
        negative: whether it is an expense.
        day: an ordinal.
        minute: minute of the day.
        category, account: ids.
        to: id of the account that receives a transfer.
    """

    id: int = 0
    kind: int = EXPENSE
    item: str = ""
    amount: Formula = ()
    negative: bool = True
    currency: str = BASE_CURRENCY
    day: int = 1
    minute: int = 0
    category: int = 0
    account: int = 1
    to: int = 2
    notes: str = ""


def typed(text: str) -> Formula:
    """The keys that type a text, with digits of any script; letters that no key has are left out."""
    formula: Formula = ()
    for letter in text[: 4 * KEY_LIMIT]:
        key = _KEYS.get(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter)
        if key is not None and len(formula) < KEY_LIMIT:
            formula = arithmetic.append(formula, key)
    return formula


def worth(formula: Formula) -> Decimal | None:
    """Result of a formula, rounded to hundredths; None if it is not an amount."""
    result = arithmetic.evaluate(formula, degrees=True)
    if not isinstance(result, str) or not result:
        return None
    found = Decimal(result)
    return found.quantize(Decimal("0.01")) if abs(found) < LARGEST else None


def plain(amount: Decimal) -> Formula:
    """The keys of an amount with two decimal places."""
    return typed(f"{abs(amount):.2f}")


def micros(draft: Draft, amount: Decimal) -> int:
    """Amount of the draft in micros of the base currency, with the draft's sign."""
    found = round(Fraction(amount) * MICRO / Fraction(str(RATES[draft.currency])))
    return -found if draft.negative else found


def drafted(books: Books, row: Row) -> Draft:
    """The draft of a transaction. For the second half of a transfer it is the draft of the first half."""
    if get(row, "accountReference") == DESTINATION:
        row = with_id(books.transactions, get(row, "uidPairID")) or row
    kind = number(get(row, "transactionTypeID"))
    currency = str(get(row, "transactionCurrency") or BASE_CURRENCY)
    currency = currency if currency in RATES else BASE_CURRENCY
    stored = number(get(row, "amount"))
    amount = Decimal(round(Fraction(abs(stored), 10_000) * Fraction(str(RATES[currency])))) / 100
    at = moment_of(get(row, "date"))
    return Draft(
        number(row[0]), kind if kind in (INCOME, TRANSFER) else EXPENSE, item_name(books.items, get(row, "itemID")),
        plain(amount), stored < 0, currency, at.toordinal(), at.hour * 60 + at.minute, number(get(row, "categoryID")),
        number(get(row, "accountID")), number(get(row, "accountPairID")), str(get(row, "notes") or ""),
    )  # fmt: skip
