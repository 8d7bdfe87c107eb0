"""Text of Calculator's keys, formulas and results."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import NamedTuple

#: The name of the key that typed it, which is the entry name of the key's resource id, ``op_add`` in
#: ``com.google.android.calculator:id/op_add``; or ``=`` and a result (see `result_token`).
Token = str
Formula = tuple[Token, ...]

#: The keys that make up numbers.
NUMBER_KEYS: tuple[Token, ...] = (*(f"digit_{digit}" for digit in range(10)), "dec_point")


class _Writing(NamedTuple):
    on_screen: str
    in_tree: str


# How the text attribute of id/formula (in_tree) gives a key. Evidence, from the published B-MoCA criteria:
# digits and + × ÷ ! % ( ) √ π stand for themselves, cos( is "c" and ln( is "l", both without a parenthesis,
# and 1234 has no separator: one character a key. Inference: the other functions have the letters that AOSP's
# KeyMaps.toByte stores keys with, which has "c" and "l" for those two as well; − ^ ² e stand for themselves.
_WRITINGS: dict[Token, _Writing] = {
    "op_add": _Writing("+", "+"),
    "op_sub": _Writing("−", "−"),
    "op_mul": _Writing("×", "×"),
    "op_div": _Writing("÷", "÷"),
    "op_pow": _Writing("^", "^"),
    "op_pct": _Writing("%", "%"),
    "op_fact": _Writing("!", "!"),
    "op_sqr": _Writing("²", "²"),
    "op_sqrt": _Writing("√", "√"),
    "const_pi": _Writing("π", "π"),
    "const_e": _Writing("e", "e"),
    "lparen": _Writing("(", "("),
    "rparen": _Writing(")", ")"),
    "fun_sin": _Writing("sin(", "s"),
    "fun_cos": _Writing("cos(", "c"),
    "fun_tan": _Writing("tan(", "t"),
    "fun_arcsin": _Writing("sin⁻¹(", "S"),
    "fun_arccos": _Writing("cos⁻¹(", "C"),
    "fun_arctan": _Writing("tan⁻¹(", "T"),
    "fun_ln": _Writing("ln(", "l"),
    "fun_log": _Writing("log(", "L"),
    "fun_exp": _Writing("exp(", "E"),
}

#: Every key that a formula may hold.
TOKENS: tuple[Token, ...] = (*NUMBER_KEYS, *_WRITINGS)

_ASCII_DIGITS = "0123456789"
_RESULT_MARK = "="
_ELLIPSIS = "…"
# AOSP Calculator shows a former result in a formula with this many characters.
_RESULT_TOKEN_WIDTH = 8
# So many zeros after the decimal point are written out, more become an exponent (AOSP, MAX_LEADING_ZEROES).
_LEADING_ZEROS = 6


def result_token(result: str) -> Token:
    """Return an earlier result of `evaluate` as one token for further calculation. `delete` removes it as a whole."""
    return _RESULT_MARK + result


def result_of(token: Token) -> str | None:
    """The result in a token that `result_token` made; ``None`` for a key."""
    return token.removeprefix(_RESULT_MARK) if token.startswith(_RESULT_MARK) else None


def number_text(keys: Formula) -> str:
    """Number typed with ``keys``, all of `NUMBER_KEYS`, in ASCII: ``12.5``."""
    return "".join("." if key == "dec_point" else key[-1] for key in keys)


def format_result(canonical: str, width: int) -> str:
    """Format a result of `evaluate` in at most ``width`` characters, as the app does.

    Digits that do not fit are cut off, not rounded: the user can scroll to them. Numbers have an exponent if their
    integer part does not fit or more than six zeros follow the point: ``9.332621E157``.

    Raises:
        ValueError: ``canonical`` is neither empty nor a number.
    """
    if not canonical:
        return ""
    try:
        sign, marks, exponent = Decimal(canonical).as_tuple()
    except InvalidOperation:
        exponent = "n"
    if not isinstance(exponent, int):
        raise ValueError(f"format_result got {canonical!r}; it takes a result of evaluate(), such as '-0.5'")
    digits = "".join(map(str, marks)).rstrip("0") or "0"
    # The number of digits before the decimal point; if there are none, minus the number of zeros after it.
    point = len(marks) + exponent if digits != "0" else 1
    room = width - sign
    text = _plain(digits, point, room) or _scientific(digits, point - 1, room)
    return "-" * sign + text if text else _ELLIPSIS[: max(width, 0)]


def _plain(digits: str, point: int, room: int) -> str:
    """Format without an exponent; empty if ``room`` characters can't show anything useful."""
    if point > room or point < -_LEADING_ZEROS:
        return ""
    whole = digits[:point].ljust(point, "0") if point > 0 else "0"
    fraction = digits[point:] if point > 0 else "0" * -point + digits
    text = f"{whole}.{fraction}"[: max(room, 0)].rstrip(".") if fraction else whole
    return text if digits == "0" or text.strip("0.") else ""


def _scientific(digits: str, exponent: int, room: int) -> str:
    """Format with one digit before the point and an exponent; empty if there is no room."""
    suffix = f"E{exponent}"
    if len(suffix) >= room:
        return ""
    mantissa = f"{digits[0]}.{digits[1:]}"[: room - len(suffix)].rstrip(".")
    return mantissa + suffix


def _short(result: str) -> str:
    """Format an earlier result as part of a formula: ``0.33333…``."""
    try:
        text = format_result(result, _RESULT_TOKEN_WIDTH)
    except ValueError:
        return ""
    mantissa, mark, exponent = text.partition("E")
    if not text or text == _ELLIPSIS or Decimal(text) == Decimal(result):
        return text
    return mantissa[:-1].rstrip(".") + _ELLIPSIS + mark + exponent


def _grouped(whole: str, group: str) -> str:
    first = len(whole) % 3 or 3
    return group.join([whole[:first], *(whole[start : start + 3] for start in range(first, len(whole), 3))])


def localize_result(result: str, decimal: str = ".", digits: str = _ASCII_DIGITS, group: str = "") -> str:
    """Format a result for a locale: true minus sign, its ten ``digits``, decimal point, thousands separator."""
    sign = "−" if result.startswith("-") else ""
    whole, point, fraction = result.removeprefix("-").partition(".")
    if whole.isdecimal():
        whole = _grouped(whole, group)
    text = sign + whole + (decimal if point else "") + fraction
    return text.replace("-", "−").translate(str.maketrans(_ASCII_DIGITS, digits))


def _written(formula: Formula, column: int, decimal: str, digits: str, group: str) -> str:
    parts: list[str] = []
    typed: list[Token] = []
    for token in (*formula, ""):
        if token in NUMBER_KEYS:
            typed.append(token)
            continue
        if typed:
            parts.append(localize_result(number_text(tuple(typed)), decimal, digits, group))
            typed.clear()
        result = result_of(token)
        if result is not None:
            parts.append(localize_result(_short(result), decimal, digits, group))
        elif token in _WRITINGS:
            parts.append(_WRITINGS[token][column])
    return "".join(parts)


def display(formula: Formula, decimal: str = ".", digits: str = _ASCII_DIGITS, group: str = "") -> str:
    """Return the formula as on the screen, ``cos(180``; ``group`` separates thousands, as the app does."""
    return _written(formula, 0, decimal, digits, group)


def spoken(formula: Formula, decimal: str = ".", digits: str = _ASCII_DIGITS) -> str:
    """Return the text attribute of ``id/formula``: ``c180`` for cos(180."""
    return _written(formula, 1, decimal, digits, "")
