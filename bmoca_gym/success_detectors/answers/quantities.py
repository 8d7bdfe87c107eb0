"""Numbers and quantities in an answer: counts, lengths, durations, shares, sums of money."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bmoca_gym.success_detectors.answers import wording
from bmoca_gym.success_detectors.answers.numbers import NUMBER, half_digit, in_digits, value
from bmoca_gym.success_detectors.comparison import unmatched

#: Units by family: name, and how many of the family's first unit one of it is.
_FAMILIES: dict[str, dict[str, float]] = {
    "time": {
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
        "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "d": 86400, "day": 86400, "days": 86400,
        "ms": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "week": 604800, "weeks": 604800,
    },
    "length": {
        "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1,
        "km": 1000, "kms": 1000, "kilometer": 1000, "kilometers": 1000, "kilometre": 1000, "kilometres": 1000,
        "cm": 0.01, "centimeter": 0.01, "centimeters": 0.01, "centimetre": 0.01, "centimetres": 0.01, "mm": 0.001,
        "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048,
        "yd": 0.9144, "yard": 0.9144, "yards": 0.9144,
    },
    "share": {"%": 1, "percent": 1, "per cent": 1, "pct": 1, "‰": 0.1, "permille": 0.1},
    "size": {
        name: 1000.0**power
        for power, names in enumerate(
            ("b byte bytes", "kb kilobyte kilobytes k", "mb megabyte megabytes m", "gb gigabyte gigabytes g",
             "tb terabyte terabytes t")
        )
        for name in names.split()
    },
}  # fmt: skip
_CURRENCIES = {
    "CNY": "cny rmb yuan 元 人民币 ￥", "USD": "usd dollar dollars $ us$", "EUR": "eur euro euros €",
    "JPY": "jpy yen 円", "GBP": "gbp pound pounds £", "INR": "inr rupee rupees ₹", "KRW": "krw won ₩", "CHF": "chf",
}  # fmt: skip
_FAMILIES |= {currency: dict.fromkeys(names.split(), 1.0) for currency, names in _CURRENCIES.items()}
_FAMILIES["CNY"]["¥"] = 1.0
_IMPERIAL = frozenset(["mi", "mile", "miles", "ft", "foot", "feet", "yd", "yard", "yards"])

#: Families by unit of a rule on a number.
UNITS = {
    **{unit: "time" for unit in _FAMILIES["time"] if unit != "m"},
    **dict.fromkeys(_FAMILIES["length"], "length"),
    **dict.fromkeys(_FAMILIES["share"], "share"),
    **{currency: currency for currency in _CURRENCIES},
}


def _either(words: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_ANY_UNIT = _either([*{unit for units in _FAMILIES.values() for unit in units}])
_SIGNS = _either(["$", "¥", "￥", "€", "£", "₹", "₩", "us$", *map(str.lower, _CURRENCIES)])
# A number that no other number or word touches: with a unit behind it or in front, or without.
_AMOUNT = re.compile(
    rf"(?:(?<!\w)(?P<sign>{_SIGNS}) ?)?(?:(?<![\w.,:/'])|(?<=[$¥￥€£₹₩])|(?<=[a-z]{{3}}(?=[\d])))(?P<number>{NUMBER})"
    rf"(?:[ -]?(?P<unit>{_ANY_UNIT})(?![\w^])|(?!\w|[:/]\d))",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"(?<![\w.,:/'])(?P<number>{NUMBER})[ -]?(?P<unit>{_either([*_FAMILIES['time']])})(?![^\W\d_]|\^)\.?",
    re.IGNORECASE,
)
#: A part right behind another: "1h30m".
_FURTHER = re.compile(_PART.pattern.partition(")")[2], re.IGNORECASE)
_AND = re.compile(r",? ?(?:and )?")
# "1h30": minutes without a unit behind hours.
_REST = re.compile(r"(?<=[a-z]) ?([0-5]?\d)(?![\w:.,/%]|,\d| (?:[ap]\.?m|[a-z%]))", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![\w:.,])(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\w:]|\.\d| ?[ap]\.? ?m\b)"
    r"(?: ?(h|hrs?|hours?|m|min|mins|minutes?)\b)?",
    re.IGNORECASE,
)
#: Words before a time of day: "arriving at 9:15".
_OF_DAY = re.compile(r"\b(?:at|by|around|until|till|from|arriv\w*|leav\w*|depart\w*) $", re.IGNORECASE)
_ISO = re.compile(r"\bPT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?\b")
_FRACTIONS = (
    (re.compile(r"\bhalf an? (?=hour|minute|day|mile|kilomet)", re.I), "0.5 "),
    (re.compile(r"(?<!and )\ba half (?=hour|mile)", re.I), "0.5 "),
    (re.compile(r"\b(?:3|three)[ -]quarters of an? (?=hour|minute|mile)", re.I), "0.75 "),
    (re.compile(r"\b(?:a|1) quarter of an? (?=hour|minute|mile)", re.I), "0.25 "),
    (re.compile(r"\b(?:an?|1) (hour|minute|day|mile|kilomet(?:er|re)) and a half\b", re.I), r"1.5 \1s"),
    (
        re.compile(r"\b(\d{1,6}) (hours?|minutes?|days?|miles?|kilomet(?:er|re)s?) and a half\b", re.I),
        r"\1.5 \2",
    ),
    (re.compile(r"\b(\d{1,6}) and a half\b", re.I), r"\1.5"),
    (re.compile(r"\ban? (?=(?:hour|minute|second|day|mile|kilometer|kilometre|meter|metre)\b)", re.I), "1 "),
)

#: A number before a quantity that makes a range of it: "6 to 7 km".
_RANGE = re.compile(r"(?<![\w.,:])\d[\d.,]* ?(?:-|to|or|and|through|,|/|~)? ?$", re.IGNORECASE)

#: Largest error that a quantity in another system of units may have by its rounding, as a share of it.
_ROUGHEST = 0.02
#: The same for one that only says again what stands before it.
_ROUGHEST_AGAIN = 0.05
#: Most amounts beside the wanted ones that are compared with them.
_MOST_BESIDE = 20


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or a quantity in a text.

    Attributes:
        readings: what it may be, in the family's first unit: "1:30" is 90 s or 5,400 s.
        half: half of its last digit, in the same unit.
        unit: its unit as written, in lower case, or "".
        start: position of its first character.
        end: position behind its last character.
    """

    readings: tuple[float, ...]
    half: float = 0.0
    unit: str = ""
    start: int = 0
    end: int = 0

    @property
    def imperial(self) -> bool:
        """Whether it is in miles, feet or yards."""
        return self.unit in _IMPERIAL

    def __str__(self) -> str:
        return f"{self.readings[0]:g}"


#: Finds the amounts in a prepared text.
Reader = Callable[[str], list[Amount]]


def prepared(text: str) -> str:
    """Return a cleaned text with the words of numbers and simple fractions as digits."""
    for pattern, digits in _FRACTIONS[:4]:
        text = pattern.sub(digits, text)
    text = in_digits(text)
    for pattern, digits in _FRACTIONS[4:]:
        text = pattern.sub(digits, text)
    return text


def numbers(text: str, unit: str = "") -> list[Amount]:
    """The numbers in a prepared text.

    ``unit``: what a bare number means. Then quantities are in the family's first unit, and a quantity of another kind
    is not-a-number. Without it, the unit after a number is a word like any other.
    """
    if unit:
        family = UNITS[unit]
        found = durations(text) if family == "time" else []
        durable = found[: _MOST_BESIDE * 2]
        for match in _AMOUNT.finditer(text):
            if any(one.start < match.end() and match.start("number") < one.end for one in durable):
                continue
            written = (match["unit"] or match["sign"] or "").lower()
            by = _FAMILIES[family].get(written, math.nan) if written else factor(unit)
            found.append(_amount(match, by))
        return sorted(found, key=lambda one: one.start)
    return [_amount(match, 1.0) for match in _AMOUNT.finditer(text)]


def factor(unit: str) -> float:
    """How many of its family's first unit one unit of `UNITS` equals."""
    return _FAMILIES[UNITS[unit]].get(unit.lower(), 1.0)


def _amount(match: re.Match[str], by: float) -> Amount:
    number = match["number"]
    return Amount(
        (value(number) * by,),
        half_digit(number) * by,
        (match["unit"] or "").lower(),
        match.start(),
        match.end(),
    )


def lengths(text: str) -> list[Amount]:
    """The lengths in a prepared text, in metres."""
    units = _FAMILIES["length"]
    matches = [match for match in _AMOUNT.finditer(text) if (match["unit"] or "").lower() in units]
    return [_amount(match, units[match["unit"].lower()]) for match in matches]


def sizes(text: str) -> list[Amount]:
    """The sizes of storage in a prepared text, in bytes."""
    units = _FAMILIES["size"]
    matches = [match for match in _AMOUNT.finditer(text) if (match["unit"] or "").lower() in units]
    return [_amount(match, units[match["unit"].lower()]) for match in matches]


def durations(text: str) -> list[Amount]:
    """The durations in a prepared text, in seconds: ``1 h 30 min``, ``90 minutes``, ``1:30``, ``PT1H30M``."""
    found: list[Amount] = []
    for match in _ISO.finditer(text):
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        found.append(Amount((hours * 3600.0 + minutes * 60 + seconds,), 0, "iso", *match.span()))
    for match in _CLOCK.finditer(text):
        if not _OF_DAY.search(text[max(0, match.start() - 20) : match.start()]):
            found += _of_clock(match)
    place = 0
    while (part := _PART.search(text, place)) is not None:
        one, place = _parts(text, part)
        found.append(one)
    return sorted(found, key=lambda one: one.start)


def _of_clock(match: re.Match[str]) -> list[Amount]:
    first, second, third, unit = int(match[1]), int(match[2]), match[3], (match[4] or "").lower()
    if second >= 60 or (third and int(third) >= 60):
        return []
    if third:
        return [Amount((first * 3600.0 + second * 60 + int(third),), 0, "clock", *match.span())]
    hours, minutes = first * 3600.0 + second * 60, first * 60.0 + second
    readings = (hours,) if unit[:1] == "h" else (minutes,) if unit else (hours, minutes)
    return [Amount(readings, 0, unit or "clock", *match.span())]


def _parts(text: str, match: re.Match[str]) -> tuple[Amount, int]:
    """The duration that begins with a part: each further one has a smaller unit."""
    total, half, start, unit = 0.0, 0.0, match.start(), match["unit"].lower()
    while True:
        factor = _FAMILIES["time"][match["unit"].lower()]
        amount = value(match["number"])
        total += math.copysign(1.0, total or 1.0) * amount * factor
        half, end = half_digit(match["number"]) * factor, match.end()
        if factor == 3600:
            rest = _REST.match(text, end)
            if rest and not text[end - 1].isspace():
                return Amount((total + int(rest[1]) * 60,), 30.0, unit, start, rest.end()), rest.end()
        joint = _AND.match(text, end)
        further = _FURTHER.match(text, joint.end() if joint else end)
        if (
            further is None
            or _FAMILIES["time"][further["unit"].lower()] >= factor
            or further["number"][0] in "+-"
        ):
            return Amount((total,), half, unit, start, end), end
        match = further


def bounded(text: str, found: Sequence[Amount]) -> bool:
    """Whether a prepared text negates one of the amounts in it, or states a bound or a range."""
    return any(
        wording.taken_back(text, one.start, one.end)
        or (one.unit and _RANGE.search(text[max(0, one.start - 40) : one.start]))
        for one in found
    )


def fault(text: str, kind: str, wanted: Sequence[Amount], tolerance: float, read: Reader) -> str:
    """Return why the amounts in an answer are not ``wanted``, one each in any order, or "".

    Text in parentheses, or in another unit, may repeat the same value.
    """
    if wording.doubtful(text):
        return f"it leaves open whether the {kind} is meant"
    outside, inside = wording.in_parentheses(text)
    outer, inner = prepared(outside), prepared(inside)
    found, again = read(outer), read(inner)
    if not found:
        outer, found, again = prepared(text), read(prepared(text)), []
    if len(found) + len(again) > len(wanted) + _MOST_BESIDE:
        return f"{len(found)} of kind {kind} in it, wanted {len(wanted)}"
    if bounded(outer, found):
        return f"it denies the {kind}, or gives a bound"

    def fits(want: Amount, have: Amount) -> bool:
        near = tolerance + 1e-9 * max(1.0, abs(want.readings[0]))
        rounded = (
            have.half
            if have.imperial and not want.imperial and have.half <= _ROUGHEST * abs(want.readings[0])
            else 0.0
        )
        return any(abs(want.readings[0] - reading) <= max(near, rounded) for reading in have.readings)

    def says_again(have: Amount) -> bool:
        return any(
            abs(want.readings[0] - reading) <= max(tolerance, have.half * (1 + 1e-9))
            and have.half <= abs(want.readings[0]) * _ROUGHEST_AGAIN
            for want in wanted
            for reading in have.readings
        )

    left = unmatched(wanted, found, fits)
    if left:
        return f"there is no {kind} {left[0]} in it"
    beside = [
        one
        for one in unmatched(found, wanted, lambda have, want: fits(want, have))
        if math.isfinite(one.readings[0])
    ]
    if len(found) - len(wanted) != len(beside) or not all(
        one.unit and all(one.unit != other.unit for other in found if other is not one) and says_again(one)
        for one in beside
    ):
        return f"{len(found)} of kind {kind} in it, wanted {len(wanted)}"
    odd = [
        one
        for one in again
        if not any(fits(want, one) for want in wanted) and not (one.unit and says_again(one))
    ]
    return f"it says {odd[0]} in parentheses" if odd else ""
