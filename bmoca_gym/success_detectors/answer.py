"""Rule on the agent's answer: text, a number, a time, a duration, a distance, yes or no, or several of these."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar

from bmoca_gym.errors import DetectorError
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.resources.words import plain as unaccented
from bmoca_gym.success_detectors import fields, phone_language
from bmoca_gym.success_detectors.answers import languages, moments, quantities, texts, wording
from bmoca_gym.success_detectors.answers.moments import Moment
from bmoca_gym.success_detectors.answers.quantities import Amount
from bmoca_gym.success_detectors.comparison import alike, plain, unmatched
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied
from bmoca_gym.success_detectors.ui import dialled

#: Kinds of expected answers.
KINDS = ("text", "number", "datetime", "duration", "distance", "offset", "time_in", "yes_no", "model")

# Longest answer in characters.
_LONGEST_ANSWER = 4000
_TOO_LONG = f"is longer than {_LONGEST_ANSWER} characters"

_DAY = 86400
#: Words for a clock that is behind another, and for one that is ahead.
_BEHIND = frozenset(["behind", "earlier", "slower", "before", "minus"])
_AHEAD = frozenset(["ahead", "later", "faster", "after", "plus"])
_YES = frozenset(["yes", "y", "true", "yeah", "yep", "correct"])
_NO = frozenset(["no", "n", "false", "nope", "incorrect"])
_COMPARISONS = ("same", "any_case", "exact", "fuzzy", "digits", "says")


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """Rule on the agent's answer. Give exactly one kind.

    Each expected value must match once, and nothing may be left over. Punctuation, quotes, markup, case, width
    and the way in which numbers, days, times and units are written make no difference. An answer that hedges or negates
    ("maybe", "not", "more than") is wrong.

    Attributes:
        text: a text, or several in any order. A single one may be a part in the phone's language, as in a
            `ListingRule`: also ``<zone Asia/Shanghai>`` (a time zone) or ``<language>`` (the phone's language).
        compare: for ``text``: ``same`` (what a person would call the same, see
            `bmoca_gym.success_detectors.answers.texts.same`); ``any_case`` (trimmed, NFKC, equal white space,
            ignoring case); ``exact``; ``fuzzy``; ``digits`` (only what a phone dials, ignoring other words); or
            ``says`` (each text is in the answer as whole words, ignoring case, accents and other words).
        separator: for ``text`` with another comparison than ``same`` and ``says``: several texts must be the
            parts of the answer between separators; a value may contain the separator.
        each_once: for ``text``: if false, the answer must have as many parts as there are texts, each equal
            to any of them.
        number: the only number in the answer, or all numbers in it, within ``tolerance``. Other words don't
            matter.
        unit: for ``number``: its unit, such as ``min``, one of
            `bmoca_gym.success_detectors.answers.quantities.UNITS`. Then a number without a unit is right, as is an
            equal quantity in another unit, and any other quantity is wrong.
        whole: for ``number``: whether the whole answer must convert to the number, as Python's `float` does it,
            and differ from it by less than ``tolerance``. So does AndroidWorld's own judge.
        dates_beside: for ``number``: whether dates in the answer are ignored.
        datetime: a date (``2023-10-15``), a time of day (``15:34``), or both. Only these parts are compared,
            and the answer must give them once. A zone behind a time must be the phone's.
        duration: seconds, or text such as ``1 h 30 min``, within ``tolerance`` seconds.
        distance: metres, or text such as ``7.0 km``, within ``tolerance`` metres. Miles and feet may be rounded.
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

    #: The rule reads the agent's answer, so the task is a question.
    asks: ClassVar[bool] = True

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
    unit: str = ""
    whole: bool = False

    def __post_init__(self) -> None:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise DetectorError(
                f"{', '.join(given) or 'nothing'} is expected; give exactly one of {', '.join(KINDS)}"
            )
        fields.choice("compare", self.compare, _COMPARISONS)
        fields.text("separator", self.separator)
        if fields.number("tolerance", self.tolerance) < 0:
            raise DetectorError(f"tolerance is {self.tolerance!r}; it must be 0 or more")
        if not fields.flag("each_once", self.each_once) and self.text is None:
            raise DetectorError("each_once is false; only with text may it be")
        if fields.flag("dates_beside", self.dates_beside) and self.number is None:
            raise DetectorError("dates_beside is true; only with number may it be")
        if fields.flag("whole", self.whole) and self.number is None:
            raise DetectorError("whole is true; only with number may it be")
        if self.unit:
            fields.choice("unit", self.unit, quantities.UNITS)
            if self.number is None:
                raise DetectorError("unit is given; only with number may it be")
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
            return unsatisfied(f"{place}: {_TOO_LONG}")
        if self.model is not None:
            if reading.means is None:
                return unknown(f"{place}: no model was chosen that could compare it with {shown(self.model)}")
            meant = reading.means(self.model, answer)
            return satisfied(place) if meant else unsatisfied(f"{place}: does not mean {shown(self.model)}")
        locale = reading.locale
        if self.time_in is not None:
            fault = self._time_fault(answer, reading, locale)
        else:
            offset = _offset(reading) if self.datetime and moments.names_zone(answer) else 0
            fault = self.fault(answer, offset, locale)
        return unsatisfied(f"{place}: {fault}") if fault else satisfied(place)

    def _time_fault(self, answer: str, reading: Reading, locale: str) -> str:
        """Why ``answer`` is not the time in a zone by the phone's clock, or ""."""
        result = reading.shell("date +%s")
        if result.exit_code != 0 or not result.output.strip().isdecimal():
            return f"the phone does not say what time it is: {shown(result.output)}"
        zone, wall = str(self.time_in), int(result.output) * 1000
        now = time_zones.local(zone, wall)
        wanted = now.hour * 3600 + now.minute * 60
        offset = time_zones.offset_of(zone, wall) // 60_000

        def fault_of(text: str) -> str:
            said = moments.read(text, False, True, offset)
            found = [
                h * 3600 + m * 60 + s for moment, _, _ in said if moment.clock for h, m, s in [moment.clock]
            ]
            if len(found) != 1:
                return f"{len(found)} times in it, wanted one"
            apart = abs(found[0] - wanted)
            late = found[0] < 0 or min(apart, _DAY - apart) > self.tolerance
            return f"wanted {now:%H:%M} within {self.tolerance:g} s" if late else ""

        return languages.judged(wording.cleaned(answer), locale, self.kind, fault_of)

    def fault(self, answer: str, offset: int = 0, locale: str = "en-US") -> str:
        """Return why ``answer`` is not the expected one, or "". It does not handle the kinds ``model`` and ``time_in``.

        Args:
            answer: the answer.
            offset: minutes that the phone's time zone is ahead of UTC.
            locale: the phone's locale; the answer is in its language or in English.
        """
        if len(answer) > _LONGEST_ANSWER:
            return _TOO_LONG
        kind = self.kind
        expected = self._expected(kind)
        if kind == "text":
            said = [answer]
            if self.compare == "same":
                said += languages.readings(wording.cleaned(answer), locale)[1:]
            faults = [
                self._text_fault(one, texts) for texts in _in_language(expected, locale) for one in said
            ]
            return "" if "" in faults else faults[0]
        if self.whole:
            return self._whole_fault(answer, expected)
        text = wording.cleaned(answer)
        if len(text) > _LONGEST_ANSWER:  # some characters stand for several
            return _TOO_LONG
        return languages.judged(
            text, locale, kind, lambda said: self._value_fault(said, kind, expected, offset)
        )

    def _value_fault(self, text: str, kind: str, expected: list[Any], offset: int) -> str:
        if kind == "yes_no":
            return _yes_no_fault(text, expected[0])
        if kind == "datetime":
            return moments.fault(text, expected, offset)
        if self.dates_beside:
            text = moments.without_days(text)
        if kind == "number":
            return self._number_fault(text, expected)
        if kind == "offset":  # what stands in parentheses need not say the direction again
            inside = quantities.durations(quantities.prepared(wording.in_parentheses(text)[1]))
            sizes = [abs(want.readings[0]) for want in expected]
            if any(
                all(abs(abs(one.readings[0]) - size) > self.tolerance for size in sizes) for one in inside
            ):
                return f"it says {inside[0]} s in parentheses"
        return quantities.fault(text, kind, expected, self.tolerance, _READERS[kind])

    def _number_fault(self, text: str, expected: list[Amount]) -> str:
        def read(part: str) -> list[Amount]:
            return quantities.numbers(part, self.unit)

        fault = quantities.fault(text, "number", expected, self.tolerance, read)
        if fault and len(expected) > 1 and "," in text:  # "1,2" may be two numbers
            return quantities.fault(text.replace(",", ", "), "number", expected, self.tolerance, read)
        return fault

    def _whole_fault(self, answer: str, expected: list[Amount]) -> str:
        parts = answer.split(",")
        try:
            found = [float(part) for part in parts]
        except ValueError:
            return "it is not a number alone"
        apart = [abs(have - want.readings[0]) for have, want in zip(found, expected, strict=False)]
        right = len(found) == len(expected) and all(one < self.tolerance or one == 0 for one in apart)
        return "" if right else f"wanted {', '.join(map(str, expected))}"

    def _expected(self, kind: str) -> list[Any]:
        given = getattr(self, kind)
        values = list(given) if isinstance(given, tuple) else [given]
        if not values:
            raise DetectorError(f"{kind} is an empty list; it must be one value or more")
        if kind == "model":
            return [fields.text(kind, given)]
        if kind == "text":
            for value in values:
                if phone_language.is_part(fields.text(kind, value)):
                    phone_language.checked(kind, value, False)
            return values
        if kind == "number":
            return [self._number(value) for value in values]
        if kind == "yes_no":
            return [fields.flag(kind, given)]
        if kind in ("duration", "offset"):
            return [Amount((_seconds(value),), unit="s") for value in values]
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

    def _number(self, value: object) -> Amount:
        number = fields.number("number", value)
        if not self.unit:
            return Amount((number,))
        return Amount((number * quantities.factor(self.unit),), unit=self.unit.lower())

    def _text_fault(self, answer: str, expected: list[str]) -> str:
        if self.compare == "says":
            said = _words(answer)
            missing = [want for want in expected if not _says(said, _words(want))]
            return f"{shown(missing[0])} is not in it" if missing else ""
        if self.compare == "same" and self.each_once:
            return "" if texts.same(answer, expected) else f"wanted {', '.join(map(shown, expected))}"
        if self.compare == "digits":
            text = wording.cleaned(answer)
            number = re.search(r"\d", text)
            if wording.doubtful(text) or (number and wording.taken_back(text, number.start(), len(text))):
                return "it denies the number, or leaves open whether it is meant"
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
            return dialled(re.sub(r"(?:#\s|[,;](?=\s|$))", " ", wording.cleaned(found))) == dialled(wanted)
        return plain(found).casefold() == plain(wanted).casefold()


def _in_language(texts: list[str], locale: str) -> list[list[str]]:
    """Expected texts as a phone in a locale writes them. A single text may have several forms."""
    if len(texts) == 1 and phone_language.is_part(texts[0]):
        return [[form] for form in phone_language.forms(texts[0], locale)]
    return [texts]


def _yes_no_fault(text: str, wanted: bool) -> str:
    """Why a cleaned answer does not say yes, or no, or ""."""
    fault = f"wanted {'yes' if wanted else 'no'}"
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)?|[.,;:!\n]", text.lower())
    said: list[bool] = []
    for place, word in enumerate(words):
        if word not in _YES and word not in _NO:
            continue
        before, after = words[max(place - 3, 0) : place], words[place + 1 : place + 2]
        if word in ("no", "n", "y") and said and after and after[0].isalnum():
            continue  # "yes, there is no problem"
        denied = any(one == "not" or one.endswith("n't") for one in before)
        said.append((word in _YES) is not denied)
    return fault if wording.doubtful(text) or not said or set(said) != {wanted} else ""


def _offsets(text: str) -> list[Amount]:
    """The differences between clocks in a prepared text, in seconds; negative ones are behind."""
    found = [one for one in quantities.durations(text) if one.unit != "clock"]  # those are times of day
    words = set(re.findall(r"\w+", text.lower()))
    behind, ahead = bool(words & _BEHIND), bool(words & _AHEAD)
    if behind == ahead:
        signed = [one for one in found if text[one.start] in "+-"]
        return found if signed == found and not behind else []
    sign = -1 if behind else 1
    return [
        Amount(tuple(sign * abs(reading) for reading in one.readings), one.half, one.unit, one.start, one.end)
        for one in found
    ]


#: Functions that find the values of a kind in an answer.
_READERS = {"duration": quantities.durations, "distance": quantities.lengths, "offset": _offsets}


def _words(text: str) -> str:
    """The words of a text without case and accents, separated by spaces."""
    return " ".join(["", *re.findall(r"[^\W_]+", unaccented(wording.cleaned(text))), ""])


def _says(said: str, wanted: str) -> bool:
    """Whether words contain others, at least once without a "not" before them."""
    if not wanted.strip():
        return wanted in said
    for match in re.finditer(f"(?={re.escape(wanted)})", said):
        before = said[: match.start()].split()[-3:]
        while before and before[-1] in ("the", "a", "an", "at", "in", "by", "called"):
            before.pop()
        if not before or (
            before[-1] not in ("not", "never", "neither", "nor")
            and before[-2:] not in (["isn", "t"], ["wasn", "t"])
        ):
            return True
    return False


def _offset(reading: Reading) -> int:
    """Minutes that the phone's time zone is ahead of UTC; a day if it does not say."""
    result = reading.shell("date +%z")
    found = re.fullmatch(r"([+-])(\d\d)(\d\d)", result.output.strip()) if result.exit_code == 0 else None
    return int(f"{found[1]}1") * (int(found[2]) * 60 + int(found[3])) if found else _DAY // 60


def _moment(given: object) -> Moment:
    """The expected moment, from a date, a time, or text such as ``2023-10-15``, ``15:34``, ``October 15``."""
    if isinstance(given, datetime):
        return Moment((given.year, given.month, given.day), (given.hour, given.minute, given.second))
    if isinstance(given, date):
        return Moment((given.year, given.month, given.day), None)
    if isinstance(given, time):
        return Moment(None, (given.hour, given.minute, given.second))
    text = wording.cleaned(given) if isinstance(given, str) else ""
    days = [moment.day for moment, _, _ in moments.read(text, True, False)]
    times = [moment.clock for moment, _, _ in moments.read(text, False, True)]
    if len(days) > 1 or len(times) > 1 or not (days or times):
        hint = "; put it in quotes" if isinstance(given, int) else ""
        raise DetectorError(
            f"datetime is {given!r}; it must be a date such as 2023-10-15, a time such as '15:34', or both{hint}"
        )
    return Moment(days[0] if days else None, times[0] if times else None)


def _metres(given: object) -> Amount:
    if isinstance(given, str):
        found = quantities.lengths(quantities.prepared(wording.cleaned(given)))
        if len(found) == 1 and math.isfinite(found[0].readings[0]):
            return found[0]
    elif isinstance(given, (int, float)) and not isinstance(given, bool):
        return Amount((fields.number("distance", given),), unit="m")
    raise DetectorError(f"distance is {given!r}; it must be metres, or text such as '7.0 km'")


def _seconds(given: object) -> float:
    if isinstance(given, timedelta):
        return given.total_seconds()
    if isinstance(given, str):
        found = quantities.durations(quantities.prepared(wording.cleaned(given)))
        if len(found) == 1:
            return found[0].readings[0]
    elif isinstance(given, (int, float)) and not isinstance(given, bool):
        return fields.number("duration", given)
    raise DetectorError(f"duration is {given!r}; it must be seconds, or text such as '1 h 30 min'")
