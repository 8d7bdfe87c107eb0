"""Days and times of day in an answer, in the ways that people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from bmoca_gym.success_detectors.answers import wording
from bmoca_gym.success_detectors.comparison import unmatched

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
    "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
)  # fmt: skip
_ORDINAL = re.compile(
    rf"\b({'|'.join(sorted(_ORDINALS, key=len, reverse=True))})\b(?! (?:event|meeting|task))", re.I
)
_DAYS_OF_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY_OF_WEEK = re.compile(
    rf"\b({'|'.join(_DAYS_OF_WEEK)})\b|\b(mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?=[.,] )", re.I
)

_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>\d{4})"
#: Forms of dates, in the order in which they are tried.
_DATES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<![\w-]){_YEAR}(?P<mark>[-/.])(?P<m>\d{{1,2}})(?P=mark)(?P<d>\d{{1,2}})(?=T\d|(?![\w-]))",
        r"(?<!\w)(?P<y>20\d{2}|19\d{2})(?P<m>\d{2})(?P<d>\d{2})(?=T\d|(?![\w.,]))",
        r"(?<!\w)(?:(?P<y>\d{4}) ?[年년] ?)?(?P<m>\d{1,2}) ?[月월] ?(?P<d>\d{1,2}) ?[日号일]",
        rf"(?<![\w-]){_YEAR}[ ,/.-]{{1,2}}{_MONTH}[ ,/.-]{{1,2}}{_DAY}\b",
        rf"\b{_MONTH}[ ./-]{{1,2}}(?:the )?{_DAY}\b(?!:)(?:(?:, ?| of |[ /.-]){_YEAR}\b(?!:))?",
        rf"\b{_DAY}(?: of |[ ./-]{{1,2}}){_MONTH}\b\.?(?:(?:, ?| of |[ /.-]){_YEAR}\b(?!:))?",
        r"(?<![\w./])(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?:(?P<y>\d{4}|\d{2})(?![\w/])|(?!\w))",
        r"(?<![\w/-])(?P<a>\d{1,2})(?P<mark>[/-])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{4}|\d{2})(?![\w/-])",
    )
)
#: A day and a month alone, only where a date is asked for.
_SHORT_DATE = re.compile(r"(?<![\w./-])(?P<a>\d{1,2})(?P<mark>/)(?P<b>\d{1,2})(?![\w/]|[.-]\d)")

#: Most moments beside the wanted ones that are compared with them.
_MOST_BESIDE = 20

#: Hours that a zone is ahead of UTC.
_ZONES = {
    "z": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    "cet": 1, "cest": 2, "bst": 1, "jst": 9, "kst": 9,
}  # fmt: skip
_ZONE = (
    r"(?: ?(?P<zone>(?:(?:UTC|GMT) ?)?[-+]\d{2}:?\d{2}|(?:UTC|GMT) ?[-+]\d{1,2}|"
    rf"(?:{'|'.join(_ZONES)}))(?![\w:]))?"
)
_HALF = r"(?:,? ?(?:(?P<half>[ap])\.? ?m\b\.?|(?:in the |at )(?P<part>morning|afternoon|evening|night)\b))?"
_CLOCKS = (
    re.compile(
        rf"(?<![\w:.])(?P<h>\d{{1,2}}):(?P<m>\d{{2}})(?::(?P<s>\d{{2}})(?:[.,]\d{{1,6}})?)?"
        rf"(?: ?(?:hours|hrs|h|uhr|o'clock)\b)?{_HALF}{_ZONE}(?![\w:])",
        re.I,
    ),
    re.compile(
        rf"(?<![\w:.,])(?P<h>\d{{1,2}})\.(?P<m>\d{{2}})(?![\d:b-oq-z]|\.\d| ?(?:km|mi|m|%|min|hours?)\b)"
        rf"(?: ?(?:uhr|o'clock)\b)?{_HALF}{_ZONE}",
        re.I,
    ),
    re.compile(
        rf"(?<![\w:.,])(?P<h>\d{{1,2}}) ?[h时時시] ?(?P<m>\d{{2}}) ?(?:[分분]|m(?:in)?\b)?(?![\w:]){_HALF}{_ZONE}", re.I
    ),
    re.compile(rf"(?<![\w:.,])(?P<h>\d{{2}})(?P<m>\d{{2}}) ?(?:hrs|hours|h)\b{_ZONE}", re.I),
    re.compile(rf"(?<![\w:.,])(?P<h>\d{{1,2}}) ?(?:o'clock|uhr|h)\b{_HALF}{_ZONE}(?! ?\d)", re.I),
    re.compile(rf"(?<![\w:.])(?P<h>\d{{1,2}}) ?(?P<half>[ap])\.? ?m\b\.?{_ZONE}(?! ?\d{{2}}\b)", re.I),
    re.compile(r"\b(?:12 )?(?P<word>noon|midnight|midday)\b", re.I),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A day as (year, month, day) and a time of day as (hour, minute, second), as far as given. Year 0 is any year."""

    day: tuple[int, int, int] | None
    clock: tuple[int, int, int] | None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moment):
            return NotImplemented
        if self.clock != other.clock or (self.day is None) != (other.day is None):
            return False
        if self.day is None or other.day is None:
            return True
        return self.day[1:] == other.day[1:] and (
            self.day[0] == other.day[0] or 0 in (self.day[0], other.day[0])
        )

    def __str__(self) -> str:
        day = "-".join(f"{part:02d}" for part in self.day) if self.day else ""
        clock = ":".join(f"{part:02d}" for part in self.clock) if self.clock else ""
        return " ".join(filter(None, [day, clock]))


@dataclass(frozen=True, slots=True)
class _Found:
    value: tuple[int, int, int]
    start: int
    end: int


def _days(text: str, short: bool = True) -> list[_Found]:
    found: list[_Found] = []
    for pattern in (*_DATES, _SHORT_DATE) if short else _DATES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < one.end and one.start < end for one in found):
                continue
            day = _day(match.groupdict())
            if day is not None:
                found.append(_Found(day, start, end))
    return sorted(found, key=lambda one: one.start)


def _day(named: dict[str, str | None]) -> tuple[int, int, int] | None:
    """The day of a match; None if there is no such day, or if it is unclear which number is the month."""
    year = int(named.get("y") or 0)
    year += 2000 if 0 < year < 100 else 0
    if named.get("a"):
        month, day = int(named["a"] or 0), int(named["b"] or 0)
        if month > 12 or (named["mark"] == "-" and month == day):
            month, day = day, month
        elif named["mark"] == "-" and day <= 12:
            return None
    else:
        month = _MONTHS[str(named["month"]).lower()] if named.get("month") else int(named["m"] or 0)
        day = int(named["d"] or 0)
    try:
        date(year or 2000, month, day)
    except ValueError:
        return None
    return year, month, day


def without_days(text: str) -> str:
    """Return a cleaned text without the days in it."""
    text = _ordinals(text)
    for one in reversed(_days(text, short=False)):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text


def _ordinals(text: str) -> str:
    return _ORDINAL.sub(lambda match: f"{_ORDINALS.index(match[1].lower()) + 1}th", text)


def _times(text: str, offset: int) -> list[_Found]:
    text = re.sub(r"(?<=\d)T(?=\d{2}:?\d{2})", " ", text)
    text = re.sub(r"(?<= )(\d{2})(\d{2})(\d{2})?(?=Z\b)", r"\1:\2", text)
    found: list[_Found] = []
    for pattern in _CLOCKS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < one.end and one.start < end for one in found):
                continue
            clock = _clock(match.groupdict(), offset)
            if clock is not None:
                found.append(_Found(clock, start, end))
    return sorted(found, key=lambda one: one.start)


def _clock(named: dict[str, str | None], offset: int) -> tuple[int, int, int] | None:
    """The time of day of a match, or None if there is no such time. -1 hours: it is in another zone."""
    if named.get("word"):
        return (0 if str(named["word"]).lower() == "midnight" else 12), 0, 0
    hour, minute, second = int(named["h"] or 0), int(named.get("m") or 0), int(named.get("s") or 0)
    half, part = (named.get("half") or "").lower(), (named.get("part") or "").lower()
    late = half == "p" or part in ("afternoon", "evening") or (part == "night" and 6 <= hour != 12)
    if half or part:
        if hour > 12 and not late:
            return None
        if hour == 0 and late:
            return None
        hour = hour if hour > 12 else hour % 12 + (12 if late else 0)
    if hour == 24 and not minute:
        hour = 0
    if hour > 23 or minute > 59 or second > 59:
        return None
    zone = named.get("zone")
    return (-1, minute, second) if zone and _offset(zone) != offset else (hour, minute, second)


def _offset(zone: str) -> int:
    """Minutes that a written zone is ahead of UTC."""
    zone = zone.lower().replace(" ", "")
    if zone in _ZONES:
        return _ZONES[zone] * 60
    digits = zone.removeprefix("utc").removeprefix("gmt")
    sign, digits = (-1 if digits[0] == "-" else 1), digits[1:].replace(":", "")
    hours, minutes = (int(digits), 0) if len(digits) < 3 else (int(digits[:2]), int(digits[2:]))
    return sign * (hours * 60 + minutes)


def names_zone(text: str) -> bool:
    """Whether a text names the zone of a time."""
    return any(match.groupdict().get("zone") for match in _zoned(re.sub(r"(?<=\d)T(?=\d)", " ", text)))


def _zoned(text: str) -> Iterator[re.Match[str]]:
    for pattern in _CLOCKS[:-1]:
        yield from pattern.finditer(text)


def read(text: str, wants_day: bool, wants_clock: bool, offset: int = 0) -> list[tuple[Moment, int, int]]:
    """Return the days, the times of day, or both, in a cleaned text, each with its place.

    Args:
        text: the text.
        wants_day: whether days are asked for.
        wants_clock: whether times of day are asked for.
        offset: minutes that the phone's zone is ahead of UTC.
    """
    text = _ordinals(text)
    days = _days(text)
    if not wants_clock:
        return [(Moment(day.value, None), day.start, day.end) for day in days]
    rest = text
    for day in days:
        end = day.end + 1 if text[day.end : day.end + 1] in "Tt" else day.end
        rest = rest[: day.start] + "  ".ljust(end - day.start) + rest[end:]
    times = _times(rest, offset)
    if not wants_day:
        return [(Moment(None, clock.value), clock.start, clock.end) for clock in times]
    if len(days) != len(times):
        return []
    return [
        (Moment(day.value, clock.value), min(day.start, clock.start), max(day.end, clock.end))
        for day, clock in zip(days, times, strict=True)
    ]


def fault(text: str, wanted: Sequence[Moment], offset: int = 0) -> str:
    """Return why the days and times in a cleaned answer are not ``wanted``, one each in any order, or "".

    Text in parentheses may repeat the same value.
    """
    if wording.doubtful(text):
        return "it leaves open whether the datetime is meant"
    kinds = wanted[0].day is not None, wanted[0].clock is not None
    outside, inside = (_ordinals(part) for part in wording.in_parentheses(text))
    found, again = read(outside, *kinds, offset), read(inside, *kinds, offset)
    if not found:
        outside, found, again = _ordinals(text), read(text, *kinds, offset), []
    if len(found) + len(again) > len(wanted) + _MOST_BESIDE:
        return f"{len(found)} of kind datetime in it, wanted {len(wanted)}"
    if any(wording.taken_back(outside, start, end) for _, start, end in found):
        return "it denies the datetime, or gives a bound"
    left = unmatched(wanted, [one for one, _, _ in found], lambda want, have: want == have)
    if left:
        return f"there is no datetime {left[0]} in it"
    if len(found) != len(wanted):
        return f"{len(found)} of kind datetime in it, wanted {len(wanted)}"
    odd = [one for one, _, _ in again if one not in wanted]
    return f"it says {odd[0]} in parentheses" if odd else _weekday_fault(text, wanted)


def _weekday_fault(text: str, wanted: Sequence[Moment]) -> str:
    """Why a weekday in a text does not fit the only wanted day, or ""."""
    day = wanted[0].day
    said = {(match[1] or match[2]).lower()[:3] for match in _DAY_OF_WEEK.finditer(text)}
    if not said or len(wanted) > 1 or day is None or not day[0]:
        return ""
    right = _DAYS_OF_WEEK[date(*day).weekday()]
    return "" if said == {right[:3]} else f"the day is a {right.title()}"
