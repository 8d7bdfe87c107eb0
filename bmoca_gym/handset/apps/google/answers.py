"""Answers without the web: sums as in Calculator, conversions of lengths, weights and so on."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.arithmetic import engine
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import memo

_WIDTH = 12  # digits and marks of an answer at most
_KEYS = {
    "+": "op_add", "-": "op_sub", "−": "op_sub", "–": "op_sub", "*": "op_mul", "×": "op_mul", "x": "op_mul",
    "/": "op_div", "÷": "op_div", "^": "op_pow", "%": "op_pct", "!": "op_fact", "√": "op_sqrt", "π": "const_pi",
    "(": "lparen", ")": "rparen", ".": "dec_point", "٫": "dec_point",
}  # fmt: skip


class _Unit(NamedTuple):
    """A unit. ``of``: its quantity; one unit is ``factor`` times the quantity's first unit, plus ``shift``."""

    of: str
    factor: Fraction
    shift: Fraction = Fraction(0)


def _units(of: str, **factors: str) -> dict[str, _Unit]:
    return {name: _Unit(of, Fraction(factor)) for name, factor in factors.items()}


_UNITS: dict[str, _Unit] = {
    **_units("length", m="1", cm="1/100", mm="1/1000", km="1000", ft="0.3048", yd="0.9144", mi="1609.344"),
    "in": _Unit("length", Fraction("0.0254")),
    **_units("weight", kg="1", g="1/1000", lb="0.45359237", oz="0.028349523125"),
    **_units("volume", l="1", ml="1/1000", gal="3.785411784"),
    **_units("speed", kmh="5/18", mph="0.44704"),
    "°c": _Unit("temperature", Fraction(1)),
    "°f": _Unit("temperature", Fraction(5, 9), Fraction(-160, 9)),
}
_SPELLINGS = {"c": "°c", "f": "°f", "km/h": "kmh", "lbs": "lb", "miles": "mi", "feet": "ft", "inches": "in"}
_CONVERSION = re.compile(r"(-?\d+(?:\.\d+)?)\s*([°a-z/]+)\s+(?:to|in|=|→)\s+([°a-z/]+)")


def _plain(res: Resources, text: str) -> str:
    """A text in lower case with ASCII digits and point."""
    text = text.strip().casefold().replace(resources.decimal_separator(res.locale), ".")
    return "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in text)


def _written(res: Resources, canonical: str) -> str:
    shown = engine.format_result(canonical, _WIDTH)
    return engine.localize_result(shown, resources.decimal_separator(res.locale), res.digits("0123456789"))


@memo(128)
def answer(res: Resources, query: str) -> str:
    """The result of a sum or a conversion in the locale's format; "" if the query is neither."""
    text = _plain(res, query)
    conversion = _CONVERSION.fullmatch(text)
    if conversion is not None:
        return _converted(res, *conversion.groups())
    letters = text.removesuffix("=").replace(" ", "")
    keys = tuple(
        [f"digit_{letter}" if letter in "0123456789" else _KEYS.get(letter, "") for letter in letters]
    )
    if not all(keys) or not engine.has_operation(keys):
        return ""
    result = engine.evaluate(keys, degrees=False)
    return _written(res, result) if isinstance(result, str) else ""


def _converted(res: Resources, amount: str, given: str, wanted: str) -> str:
    source, target = (_UNITS.get(_SPELLINGS.get(name, name)) for name in (given, wanted))
    if source is None or target is None or source.of != target.of:
        return ""
    result = (Fraction(amount) * source.factor + source.shift - target.shift) / target.factor
    number = f"{float(result):.10g}".replace("e", "E").replace("E+", "E")
    name = f"°{wanted[-1].upper()}" if target.of == "temperature" else wanted
    return f"{_written(res, number)} {name}"
