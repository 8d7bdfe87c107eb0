"""Numbers as people write them: thousands and decimal marks, fractions, words."""

from __future__ import annotations

import math
import re
from functools import partial

#: Words of numbers up to twenty, in order.
UP_TO_TWENTY = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_VALUES = {word: number for number, word in enumerate(UP_TO_TWENTY)}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), start=2
    )
}
_ONES = "|".join(UP_TO_TWENTY[1:10])
_WORD = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[- ](?P<ones>{_ONES}))?|(?P<word>{'|'.join(UP_TO_TWENTY)}))\b",
    re.IGNORECASE,
)
#: ``one`` that is no number: "the one", "one of them".
_PRONOUN = re.compile(
    r"\b(?:no|the|this|that|any|every|each|which|some|another|only|last|next|first|right|correct|wrong)[ -]one\b"
    r"|\bone (?:of|another|by)\b|\bones\b",
    re.IGNORECASE,
)
#: A number that is part of a name: "A Tale of Two Cities".
_IN_NAME = re.compile(
    rf"\b(?={'|'.join(word.title() for word in (*UP_TO_TWENTY, *_TENS))})(?=[A-Z][a-z]+ [A-Z][a-z])"
    r"(?!\w+ (?:Hours?|Minutes?|Seconds?|Days?|Miles?|Kilomet|Met(?:er|re)|Percent|Hundred|Thousand|Million"
    r"|Dozen|Gigab|Megab))"
)
_A_SCALE = re.compile(r"\ban? (?=(?:hundred|thousand|million|billion|dozen)\b)", re.IGNORECASE)
_SCALES = {"hundred": 100, "dozen": 12, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SCALED = [
    (
        re.compile(rf"\b(\d+(?:\.\d+)?) {word}(?:(?:,| and)? (\d{{1,{digits}}})\b)?(?! (?:hundred|thousand))", re.I),
        _SCALES[word],
    )
    for word, digits in (("hundred", 2), ("dozen", 1), ("thousand", 3), ("million", 6), ("billion", 9))
]  # fmt: skip

#: A number in digits: a fraction, or digits with marks.
NUMBER = (
    r"[-+]?(?:(?:\d{1,9} )?\d{1,9}/\d{1,9}(?![/\d])|\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?"
    r"|\d(?:[\d.,']*\d)?|[.,]\d+)"
)
_GROUPS = re.compile(r"\d{1,3}(?:([,.'])\d{3})(?:\1\d{3})*")


def in_digits(text: str) -> str:
    """Return a text with the words of numbers as digits: ``one hundred and twenty`` is ``120``."""
    text = _PRONOUN.sub(lambda match: match[0].replace("one", "___").replace("One", "___"), text)
    text = _IN_NAME.sub("_", text)
    text = _A_SCALE.sub("1 ", _WORD.sub(_number_of_word, text))
    for pattern, scale in _SCALED:
        text = pattern.sub(partial(_scaled, scale), text)
    return text


def _scaled(scale: int, match: re.Match[str]) -> str:
    return f"{float(match[1]) * scale + int(match[2] or 0):.15g}"


def _number_of_word(match: re.Match[str]) -> str:
    if match["word"]:
        return str(_VALUES[match["word"].lower()])
    return str(_TENS[match["tens"].lower()] + _VALUES.get((match["ones"] or "zero").lower(), 0))


def value(written: str) -> float:
    """Return the number that `NUMBER` matched, or not-a-number if its marks make no sense.

    A comma is a thousands mark before exactly three digits and otherwise a decimal mark; a point is a decimal mark.
    Where both are written, the last one is the decimal mark.

    >>> value("1,250"), value("1.250,5"), value("7,0"), value("1 1/2")
    (1250.0, 1250.5, 7.0, 1.5)
    """
    sign, digits = (-1.0, written[1:]) if written[0] == "-" else (1.0, written.lstrip("+"))
    if "/" in digits:
        whole, _, fraction = digits.rpartition(" ")
        top, bottom = map(int, fraction.split("/"))
        return sign * (int(whole or 0) + top / bottom) if bottom else math.nan
    digits = digits.replace(" ", "")
    point = max(digits.rfind("."), digits.rfind(","))
    marks = {mark for mark in digits if mark in ",.'"}
    if not marks:
        return sign * float(digits)
    whole, mark, part = digits[:point], digits[point : point + 1], digits[point + 1 :]
    if _GROUPS.fullmatch(digits) and (digits.count(mark) > 1 or mark != ".") and digits[0] != "0":
        return sign * float(_without_marks(digits))
    if (
        point < 0
        or "'" in part
        or mark in whole
        or (whole and not whole.isdigit() and not _GROUPS.fullmatch(whole))
    ):
        return math.nan
    return sign * float(f"{_without_marks(whole) or '0'}.{part}")


def half_digit(written: str) -> float:
    """Return half of the last digit of a number that `NUMBER` matched."""
    point = max(written.rfind("."), written.rfind(","))
    whole = point < 0 or "/" in written or (written[point] == "," and _GROUPS.fullmatch(written.lstrip("+-")))
    return 0.5 if whole else 0.5 * 10.0 ** (point + 1 - len(written))


def _without_marks(digits: str) -> str:
    return re.sub("[,.']", "", digits)
