"""The keys and values that Calculator's preferences file may have."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from bmoca_gym.handset.kits.arithmetic.text import TOKENS, Formula, result_of


def is_history(history: tuple[tuple[Formula, str], ...]) -> bool:
    """Whether these are formulas of known keys, with numbers as their results."""
    return all(_is_number(result) and all(map(_is_token, formula)) for formula, result in history)


def _is_token(token: str) -> bool:
    result = result_of(token)
    return token in TOKENS if result is None else _is_number(result)


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False
