"""Rule on the agent's answer: text, a number, a time, a duration, a distance, yes or no, or several of these."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from bmoca_gym.errors import DetectorError
from bmoca_gym.handset import time_zones
from bmoca_gym.handset.words import plain as unaccented
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.comparison import alike, plain, unmatched
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied
from bmoca_gym.success_detectors.ui import dialled

#: Kinds of expected answers.
KINDS = ("text", "number", "datetime", "duration", "distance", "offset", "time_in", "yes_no", "model")

# Longest answer in characters.
_LONGEST_ANSWER = 4000

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NUMBER = r"[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[-+\u2212]?\.\d+"
_NUMBERS = re.compile(rf"(?<![\w.,]){'(?:' + _NUMBER + ')'}(?![\w]|[.,]\d)")
_BOUNDED = r"(?<![\w:.]){}(?![\w:])"
_CLOCK = re.compile(
    _BOUNDED.format(r"(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2}))?(?: ?(?P<half>[ap])\.?m\b\.?)?"), re.I
)
_HOUR = re.compile(_BOUNDED.format(r"(?P<h>\d{1,2}) ?(?P<half>[ap])\.?m\b\.?"), re.I)
_DATES = (
    re.compile(r"(?<![\w-])(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?=T\d|(?![\w-]))"),
    re.compile(rf"\b(?P<month>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<y>\d{{4}})\b)?", re.I),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b\.?(?:,? (?P<y>\d{{4}})\b)?", re.I
    ),
    re.compile(r"(?<![\w/])(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})(?![\w/])"),
)
_UNITS = {
    "d": 86400, "day": 86400, "days": 86400,
    "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
}  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_PART = rf"(?:{_NUMBER}) ?(?:{_UNIT})(?![a-z])\.?"
_DURATION = re.compile(rf"(?<![\w.,:]){_PART}(?:(?:,? (?:and )?|)(?:{_PART}))*", re.I)
#: Words for a clock that is behind another, and for one that is ahead.
_BEHIND = frozenset(["behind", "earlier", "slower", "before", "minus"])
_AHEAD = frozenset(["ahead", "later", "faster", "after", "plus"])
_COUNTS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_COUNT = re.compile(rf"\b({'|'.join(_COUNTS)})(?= (?:hours?|minutes?)\b)", re.I)
_DAY = 86400
#: Units of lengths in metres.
_LENGTHS = {
    "km": 1000.0, "kms": 1000.0, "kilometer": 1000.0, "kilometers": 1000.0, "kilometre": 1000.0, "kilometres": 1000.0,
    "m": 1.0, "meter": 1.0, "meters": 1.0, "metre": 1.0, "metres": 1.0,
    "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048,
}  # fmt: skip
_DISTANCE = re.compile(
    rf"(?<![\w.,:])({_NUMBER}) ?({'|'.join(sorted(_LENGTHS, key=len, reverse=True))})(?![a-z])", re.I
)
_YES = frozenset(["yes", "y", "true", "yeah", "yep", "correct"])
_NO = frozenset(["no", "n", "false", "nope", "incorrect"])


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """Rule on the agent's answer. Give exactly one kind.

    Each expected value must match once, and nothing may be left over.

    Attributes:
        text: a text, or several in any order. A single text is compared with the whole answer. Several texts
            must be the parts of the answer between ``separator``; a value may contain the separator.
        compare: for ``text``: ``exact``; ``same`` (trimmed, NFKC, equal white space and case); ``fuzzy``;
            ``digits`` (only what a phone dials, ignoring other words); or ``says`` (each text is in the
            answer as whole words, ignoring case, accents and other words).
        each_once: for ``text``: if false, the answer must have as many parts as there are texts, each equal
            to any of them.
        number: the only number in the answer, or all numbers in it, within ``tolerance``. Other words don't
            matter.
        dates_beside: for ``number``: whether dates in the answer are ignored.
        datetime: a date (``2023-10-15``), a time of day (``15:34``), or both. Only these parts are compared,
            and the answer must give them once.
        duration: seconds, or text such as ``1 h 30 min``, within ``tolerance`` seconds.
        distance: metres, or text such as ``7.0 km``, within ``tolerance`` metres.
        offset: difference between two clocks, ``-6 h`` for six hours behind, within ``tolerance`` seconds.
            The answer must say the direction.
        time_in: a zone such as ``Europe/Madrid``; the answer must be the time there when it is judged, within
            ``tolerance`` seconds.
        yes_no: true for yes.
        model: a text with the same meaning as the answer, as judged by the language model that the
            environment was given. Without one the result is unknown.

    Raises:
        DetectorError: a field is malformed, or not exactly one kind is given.
    """

    text: str | tuple[str, ...] | None = None
    number: float | tuple[float, ...] | None = None
    datetime: Any = None
    duration: Any = None
    offset: Any = None
    time_in: str | None = None
    distance: Any = None
    yes_no: bool | None = None
    model: str | None = None
    compare: str = "same"
    separator: str = ","
    tolerance: float = 0.0
    each_once: bool = True
    dates_beside: bool = False

    def __post_init__(self) -> None:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise DetectorError(
                f"{', '.join(given) or 'nothing'} is expected; give exactly one of {', '.join(KINDS)}"
            )
        fields.choice("compare", self.compare, ("exact", "same", "fuzzy", "digits", "says"))
        fields.text("separator", self.separator)
        if fields.number("tolerance", self.tolerance) < 0:
            raise DetectorError(f"tolerance is {self.tolerance!r}; it must be 0 or more")
        if not fields.flag("each_once", self.each_once) and self.text is None:
            raise DetectorError("each_once is false; only with text may it be")
        if fields.flag("dates_beside", self.dates_beside) and self.number is None:
            raise DetectorError("dates_beside is true; only with number may it be")
        self._expected(given[0])

    @property
    def kind(self) -> str:
        """The expected kind, one of `KINDS`."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    def start(self, reading: Reading) -> AnswerRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the agent's answer."""
        answer = reading.answer
        if answer is None:
            return unsatisfied("answer: none was given")
        place = f"answer: {shown(answer)}"
        if len(answer) > _LONGEST_ANSWER:
            return unsatisfied(f"{place}: is longer than {_LONGEST_ANSWER} characters")
        if self.model is not None:
            if reading.means is None:
                return unknown(f"{place}: no model was chosen that could compare it with {shown(self.model)}")
            meant = reading.means(self.model, answer)
            return satisfied(place) if meant else unsatisfied(f"{place}: does not mean {shown(self.model)}")
        fault = self._time_fault(answer, reading) if self.time_in is not None else self.fault(answer)
        return unsatisfied(f"{place}: {fault}") if fault else satisfied(place)

    def _time_fault(self, answer: str, reading: Reading) -> str:
        """Why ``answer`` is not the time in a zone by the phone's clock, or ""."""
        result = reading.shell("date +%s")
        if result.exit_code != 0 or not result.output.strip().isdecimal():
            return f"the phone does not say what time it is: {shown(result.output)}"
        now = time_zones.local(str(self.time_in), int(result.output) * 1000)
        wanted = now.hour * 3600 + now.minute * 60
        found = [h * 3600 + m * 60 + s for h, m, s in _times(_ascii(plain(answer)))]
        if len(found) != 1:
            return f"{len(found)} times in it, wanted one"
        apart = abs(found[0] - wanted)
        late = min(apart, _DAY - apart) > self.tolerance
        return f"wanted {now:%H:%M} within {self.tolerance:g} s" if late else ""

    def fault(self, answer: str) -> str:
        """Return why ``answer`` is not the expected one, or "". Not for the kinds ``model`` and ``time_in``."""
        kind = self.kind
        expected = self._expected(kind)
        if kind == "text":
            return self._text_fault(answer, expected)
        if kind == "yes_no":
            words = re.findall(r"\w+", plain(answer).lower())
            said = bool(_YES.intersection(words)), bool(_NO.intersection(words))
            return (
                "" if said == (expected[0], not expected[0]) else f"wanted {'yes' if expected[0] else 'no'}"
            )
        text = plain(answer)
        if self.dates_beside:
            text = _without_days(text)
        if kind == "datetime":
            found: list[Any] = _moments(text, expected)
        else:
            found = _READERS[kind](text)
        tolerance = self.tolerance + 1e-9
        left = unmatched(
            expected,
            found,
            lambda want, have: want == have if kind == "datetime" else abs(want - have) <= tolerance,
        )
        if left:
            return f"there is no {kind} {left[0]} in it"
        return (
            f"{len(found)} of kind {kind} in it, wanted {len(expected)}"
            if len(found) != len(expected)
            else ""
        )

    def _expected(self, kind: str) -> list[Any]:
        given = getattr(self, kind)
        values = list(given) if isinstance(given, tuple) else [given]
        if not values:
            raise DetectorError(f"{kind} is an empty list; it must be one value or more")
        if kind == "model":
            return [fields.text(kind, given)]
        if kind == "text":
            return [fields.text(kind, value) for value in values]
        if kind == "number":
            return [fields.number(kind, value) for value in values]
        if kind == "yes_no":
            return [fields.flag(kind, given)]
        if kind in ("duration", "offset"):
            return [_seconds(value) for value in values]
        if kind == "time_in":
            if not (isinstance(given, str) and time_zones.is_zone(given)):
                raise DetectorError(f"time_in is {given!r}; it must be a time zone such as Europe/Madrid")
            return [given]
        if kind == "distance":
            return [_metres(value) for value in values]
        moments = [_moment(value) for value in values]
        if len({(moment.day is None, moment.clock is None) for moment in moments}) > 1:
            raise DetectorError(f"datetime is {given!r}; all must be dates, or times, or both")
        return moments

    def _text_fault(self, answer: str, expected: list[str]) -> str:
        if self.compare == "says":
            said = _words(answer)
            missing = [want for want in expected if _words(want) not in said]
            return f"{shown(missing[0])} is not in it" if missing else ""
        if len(expected) == 1:
            return "" if self._alike(answer, expected[0]) else f"wanted {shown(expected[0])}"
        parts = [part for part in answer.split(self.separator) if part.strip()]
        if not self.each_once:
            odd = [part for part in parts if not any(self._alike(part, want) for want in expected)]
            if odd:
                return f"{shown(odd[0].strip())} is not among what is wanted"
            return f"it has {len(parts)} parts, wanted {len(expected)}" if len(parts) != len(expected) else ""
        # A value with separators in it matches several parts of the answer; try the longest values first.
        left = []
        for want in sorted(expected, key=lambda value: -value.count(self.separator)):
            size = len([part for part in want.split(self.separator) if part.strip()])
            if size < 2:
                left.append(want)
                continue
            for at in range(len(parts) - size + 1):
                if self._alike(self.separator.join(parts[at : at + size]), want):
                    parts[at : at + size] = []
                    break
            else:
                return f"{shown(want)} is not in it"
        missing = unmatched(left, parts, lambda want, part: self._alike(part, want))
        if missing:
            return f"{shown(missing[0])} is not in it"
        return (
            f"it has {len(parts)} parts beside those of several, wanted {len(left)}"
            if len(parts) != len(left)
            else ""
        )

    def _alike(self, found: str, wanted: str) -> bool:
        if self.compare == "exact":
            return found.strip() == wanted.strip()
        if self.compare == "fuzzy":
            return alike(found, wanted)
        if self.compare == "digits":
            return dialled(found) == dialled(wanted)
        return plain(found).casefold() == plain(wanted).casefold()


def _numbers(text: str) -> list[float]:
    return [float(found.replace(",", "").replace("\u2212", "-")) for found in _NUMBERS.findall(_ascii(text))]


def _durations(text: str) -> list[float]:
    """The durations in a text, in seconds: ``1 h 30 min``, ``90 minutes``, ``1:30:00``."""
    text = _ascii(text)
    found: list[float] = []
    for match in re.finditer(r"(?<![\w:.])(\d{1,3}):(\d{2}):(\d{2})(?![\w:])", text):
        hours, minutes, seconds = map(int, match.groups())
        found.append(hours * 3600 + minutes * 60 + seconds)
    for match in _DURATION.finditer(text):
        parts = re.findall(rf"({_NUMBER}) ?({_UNIT})(?![a-z])", match[0], re.I)
        found.append(
            sum(
                float(number.replace(",", "").replace("\u2212", "-")) * _UNITS[unit.lower()]
                for number, unit in parts
            )
        )
    return found


def _distances(text: str) -> list[float]:
    """The lengths in a text, in metres."""
    return [
        float(number.replace(",", "").replace("\u2212", "-")) * _LENGTHS[unit.lower()]
        for number, unit in _DISTANCE.findall(_ascii(text))
    ]


def _offsets(text: str) -> list[float]:
    """The differences between clocks in a text, in seconds; negative ones are behind."""
    found = _durations(_COUNT.sub(lambda match: str(_COUNTS.index(match[1].lower())), text))
    words = set(re.findall(r"\w+", text.lower()))
    behind, ahead = bool(words & _BEHIND), bool(words & _AHEAD)
    return found if behind == ahead else [-abs(each) if behind else abs(each) for each in found]


#: Functions that find the values of a kind in an answer.
_READERS = {"number": _numbers, "duration": _durations, "distance": _distances, "offset": _offsets}


def _words(text: str) -> str:
    """The words of a text without case and accents, separated by spaces."""
    return " ".join(["", *re.findall(r"[^\W_]+", unaccented(text)), ""])


def _ascii(text: str) -> str:
    """``text`` with the decimal digits of all scripts as ASCII digits."""
    return text if text.isascii() else "".join([str(int(c)) if c.isdecimal() else c for c in text])


#: A day and a time of day; each may be None, and the year of a day may be 0, if not given.
_Moment = tuple[tuple[int, int, int] | None, tuple[int, int, int] | None]


def _moments(text: str, expected: list[Any]) -> list[Any]:
    """The days, times of day, or both, in a text; only the parts that are expected."""
    text = _ascii(text)
    days = _days(text)
    times = _times(text)
    wants_day, wants_time = expected[0].day is not None, expected[0].clock is not None
    if wants_day and wants_time:
        return (
            [_Named(day, clock) for day, clock in zip(days, times, strict=True)]
            if len(days) == len(times)
            else []
        )
    return [_Named(day, None) for day in days] if wants_day else [_Named(None, clock) for clock in times]


@dataclass(frozen=True, slots=True, eq=False)
class _Named:
    """A day as (year, month, day) and a time of day as (hour, minute, second), as far as given."""

    day: tuple[int, int, int] | None
    clock: tuple[int, int, int] | None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Named):
            return NotImplemented
        if self.clock != other.clock or (self.day is None) != (other.day is None):
            return False
        if self.day is None or other.day is None:
            return True
        # The year is ignored if one of the two does not have it.
        return self.day[1:] == other.day[1:] and (
            self.day[0] == other.day[0] or 0 in (self.day[0], other.day[0])
        )

    def __str__(self) -> str:
        day = "-".join(f"{part:02d}" for part in self.day) if self.day else ""
        return " ".join(
            filter(None, [day, ":".join(f"{part:02d}" for part in self.clock) if self.clock else ""])
        )


def _days(text: str) -> list[tuple[int, int, int]]:
    found: list[tuple[int, tuple[int, int, int]]] = []
    taken: list[tuple[int, int]] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            named = match.groupdict()
            month = _MONTHS[named["month"].lower()] if named.get("month") else int(named["m"])
            year = int(named["y"]) if named.get("y") else 0
            try:
                date(year or 2000, month, int(named["d"]))
            except ValueError:
                continue
            taken.append(match.span())
            found.append((match.start(), (year, month, int(named["d"]))))
    return [day for _, day in sorted(found)]


def _without_days(text: str) -> str:
    """A text without the days in it."""
    for pattern in _DATES:
        text = pattern.sub(" ", text)
    return text


def _times(text: str) -> list[tuple[int, int, int]]:
    text = re.sub(r"(?<=\d)T(?=\d)", " ", text)
    found = []
    for pattern in (_CLOCK, _HOUR):
        for match in pattern.finditer(text):
            named = match.groupdict()
            hour, half = int(named["h"]), (named.get("half") or "").lower()
            if half and not 1 <= hour <= 12:
                continue
            hour = hour % 12 + (12 if half == "p" else 0) if half else hour
            minute, second = int(named.get("m") or 0), int(named.get("s") or 0)
            if hour < 24 and minute < 60 and second < 60:
                found.append((match.start(), (hour, minute, second)))
    return [clock for _, clock in sorted(found)]


def _moment(given: object) -> _Named:
    """The expected moment, from a date, a time, or text such as ``2023-10-15``, ``15:34``, ``October 15``."""
    if isinstance(given, datetime):
        return _Named((given.year, given.month, given.day), (given.hour, given.minute, given.second))
    if isinstance(given, date):
        return _Named((given.year, given.month, given.day), None)
    if isinstance(given, time):
        return _Named(None, (given.hour, given.minute, given.second))
    days, times = (_days(plain(given)), _times(plain(given))) if isinstance(given, str) else ([], [])
    if len(days) > 1 or len(times) > 1 or not (days or times):
        hint = "; put it in quotes" if isinstance(given, int) else ""
        raise DetectorError(
            f"datetime is {given!r}; it must be a date such as 2023-10-15, a time such as '15:34', or both{hint}"
        )
    return _Named(days[0] if days else None, times[0] if times else None)


def _metres(given: object) -> float:
    if isinstance(given, str):
        found = _distances(plain(given))
        if len(found) == 1:
            return found[0]
    elif isinstance(given, (int, float)) and not isinstance(given, bool):
        return fields.number("distance", given)
    raise DetectorError(f"distance is {given!r}; it must be metres, or text such as '7.0 km'")


def _seconds(given: object) -> float:
    if isinstance(given, timedelta):
        return given.total_seconds()
    if isinstance(given, str):
        found = _durations(plain(given))
        if len(found) == 1:
            return found[0]
    elif isinstance(given, (int, float)) and not isinstance(given, bool):
        return fields.number("duration", given)
    raise DetectorError(f"duration is {given!r}; it must be seconds, or text such as '1 h 30 min'")
