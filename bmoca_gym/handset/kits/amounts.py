"""Numbers of a table as text to read and type, in the locale's digits."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import Decimal

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.tables import Cell, Column
from bmoca_gym.handset.resources import Resources

_NUMBER = re.compile(r"-?(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})", re.ASCII)


def number_text(res: Resources, column: Column, cell: Cell) -> str:
    """Format a number in the locale."""
    if not isinstance(cell, (int, float)) or not math.isfinite(cell):
        return ""
    if column.unit == "hundredths":
        text = f"{Decimal(cell) / 100:.2f}"
    else:
        text = str(cell) if isinstance(cell, int) else f"{Decimal(repr(cell)):f}".removesuffix(".0")
    return res.digits(text.replace(".", resources.decimal_separator(res.locale)))


def parsed(res: Resources, column: Column, text: str, low: float, high: float) -> Cell:
    """Return the stored value of a number from ``low`` to ``high`` in the locale's digits or in ASCII digits; None if
    it is not such a number.
    """
    plain = text.strip().replace(resources.decimal_separator(res.locale), ".")
    plain = "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in plain)
    if not _NUMBER.fullmatch(plain) or not low <= float(plain) <= high:
        return None
    number = Decimal(plain)
    if column.unit == "hundredths":
        number *= 100
    if column.kind == "real":
        return float(number)
    return int(number) if number == int(number) else None
