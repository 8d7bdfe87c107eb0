"""Answers in the phone's language: their dates, times and units in English, as the other modules read them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from importlib import resources as package_files
from typing import Any, NamedTuple

from bmoca_gym.handset.resources.locales import LOCALES, locale_named
from bmoca_gym.success_detectors.answers import wording

#: English words of months and of days of the week, as `moments` reads them.
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
#: CLDR's units, and what `quantities` calls them.
_UNITS = {
    "duration-day": "days", "duration-hour": "hr", "duration-minute": "min", "duration-second": "sec",
    "length-kilometer": "km", "length-meter": "meters", "length-mile": "miles", "length-foot": "feet",
    "digital-byte": "byte", "digital-kilobyte": "kB", "digital-megabyte": "MB", "digital-gigabyte": "GB",
}  # fmt: skip
#: Numbers that have every plural form in some language.
_COUNTS = (2, 1, 3, 5, 11, 21, 100, 0, 1.5)
#: Words behind a digit that an app may write, and CLDR does not.
_FURTHER_UNITS = {
    "ar": {"س": "hr", "د": "min", "كلم": "km", "ك.ب": "kB", "م.ب": "MB", "غ.ب": "GB"}, "de": {"Std": "hr"},
    "ja": {"キロ": "km"}, "ko": {"킬로": "km"}, "zh-Hans": {"钟头": "hr", "分": "min"}, "ru": {"час": "hr"},
}  # fmt: skip
#: Units before their number.
_UNITS_BEFORE = {"ak": {"nnɔnhwere": "hr", "dɔnhwere": "hr", "simma": "min", "sima": "min"}}
#: Scripts whose words stand together without spaces.
_JOINED = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_ENGLISH = "en"
#: Halves of the day that are as in English, and letters alone.
_READ_AS_ENGLISH = frozenset(["am", "pm", "a", "p", "n"])

#: Kinds of answers whose values have words of a language.
KINDS = frozenset(["number", "datetime", "duration", "distance", "offset", "time_in", "yes_no", "size"])

_OF_TIME = frozenset(["datetime", "time_in"])

#: Text that replaces what a pattern finds, or makes it.
_Change = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]


class Said(NamedTuple):
    """An answer in English.

    Attributes:
        text: the answer.
        taken_back: whether words of its language negate or hedge it.
        told: whether a time of day was in its language, so that the remaining text alone would mean a different time.
    """

    text: str
    taken_back: bool
    told: bool


def in_english(text: str, locale: str, kind: str) -> Said | None:
    """Return a cleaned answer with the words of a kind of values in English.

    None if the locale's language is English, or one without words here.
    """
    if locale not in LOCALES or kind not in KINDS:
        return None
    catalogue = locale_named(locale).catalogue
    if catalogue == _ENGLISH:
        return None
    known = _language(locale)
    words: dict[str, list[str]] = known.words
    against = known.doubt if kind == "yes_no" else known.against
    taken_back = against.search(text) is not None
    before = text
    for pattern, english in known.times if kind in _OF_TIME else ():
        text = pattern.sub(english, text)
    told = text != before
    for pattern, english in (*known.dates, *(() if kind in _OF_TIME else known.units)):
        text = pattern.sub(english, text)
    if kind == "yes_no":
        text = _leading(text, words)
    elif kind == "offset":
        for english in ("behind", "ahead"):
            text = _any_of(words[english]).sub(f" {english} ", text)
    text = re.sub(rf"(?<=\d)(?=[{_JOINED}])|(?<=[{_JOINED}])(?=\d)", " ", text)
    return Said(re.sub(" +(?=[,.;:]|$)", "", re.sub(" +", " ", text)).strip(), taken_back, told)


def readings(text: str, locale: str) -> list[str]:
    """Return a cleaned answer with texts, and what it may say besides: in the locale's language it may list them with
    "and", and begin with words such as "The place is".
    """
    if locale not in LOCALES or locale_named(locale).catalogue == _ENGLISH:
        return [text]
    frame = _frame(locale)
    bare = frame.tail.sub("", frame.lead.sub("", text))
    return list(dict.fromkeys([text, bare, frame.joint.sub(", ", text), frame.joint.sub(", ", bare)]))


class _Frame(NamedTuple):
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    joint: re.Pattern[str]


@lru_cache(32)
def _frame(locale: str) -> _Frame:
    """Patterns of what may appear around and between texts."""
    words = _words()[locale_named(locale).catalogue]
    lead, copula, tail, joint = (_either(words[name]) for name in ("lead", "is", "tail", "and"))
    joins = re.search(f"[{_JOINED}]", words["yes"][0])
    space, ends = (" ?", "") if joins else (" ", r"(?!\w)")
    said = rf"(?:(?:{copula}){space}|: ?)" if words["is"] else "(?:: ?| )"
    return _Frame(
        re.compile(rf"^(?:(?:{lead}){ends}{space}?){{1,5}}(?:{said})", re.IGNORECASE),
        re.compile(rf" ?(?:{tail})\.?$" if words["tail"] else r"(?!)", re.IGNORECASE),
        re.compile(rf" ?(?:{joint}) ?" if joins else rf",? (?:{joint}) ", re.IGNORECASE),
    )


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(map(wording.cleaned, words), key=len, reverse=True)))


def judged(text: str, locale: str, kind: str, fault: Callable[[str], str]) -> str:
    """Return why a cleaned answer in English or in a locale's language is wrong, or "". ``fault`` judges English."""
    found, said = fault(text), in_english(text, locale, kind)
    if said is None:
        return found
    if said.taken_back:
        return f"it denies the {kind}, leaves it open, or gives a bound"
    if said.text == text:
        return found
    return fault(said.text) if said.told or found else ""


def _leading(text: str, words: dict[str, list[str]]) -> str:
    """An answer whose first word is yes or no, with that word in English."""
    said = {wording.cleaned(word): english for english in ("yes", "no") for word in words[english]}
    for word in sorted(said, key=len, reverse=True):
        # A Korean word ends at a space or a mark; Japanese and Chinese ones do not.
        end = "" if re.search("[\u3040-\u30ff\u4e00-\u9fff]", word) else r"(?!\w)"
        first = re.match(rf"{re.escape(word)}{end}[ ,.]*", text, re.IGNORECASE)
        if first is not None:
            return f"{said[word]}, {text[first.end() :]}"
    return text


class _Language(NamedTuple):
    words: dict[str, list[str]]
    against: re.Pattern[str]
    doubt: re.Pattern[str]
    times: tuple[_Change, ...]
    dates: tuple[_Change, ...]
    units: tuple[_Change, ...]


@lru_cache(32)
def _language(locale: str) -> _Language:
    words = _words()[locale_named(locale).catalogue]
    return _Language(
        words,
        _any_of([*words["against"], *words["doubt"]]),
        _any_of(words["doubt"]),
        tuple(_of_times(locale, words)),
        tuple(_of_dates(locale)),
        tuple(_of_units(locale, words)),
    )


@lru_cache(1)
def _words() -> dict[str, dict[str, list[str]]]:
    file = package_files.files(__package__).joinpath("words.json")
    found: dict[str, dict[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _bounded(word: str) -> str:
    """A pattern of a word; in scripts without spaces other words may touch it."""
    written = r"[ .]*".join([re.escape(part) for part in re.split(r"[ .]+", word) if part])
    return written if re.search(f"[{_JOINED}]", word) else rf"(?<!\w){written}(?!\w)"


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    kept = sorted({wording.cleaned(word) for word in words}, key=len, reverse=True)
    return re.compile("|".join(map(_bounded, kept)), re.IGNORECASE)


def _babel(locale: str) -> Any:
    from babel import Locale

    return Locale.parse(locale_named(locale).babel)


def _of_dates(locale: str) -> Iterator[_Change]:
    """Names of days and months, and dates in digits whose day comes first."""
    known = _babel(locale)
    for number, english in enumerate(_MONTHS, start=1):
        names = {
            wording.cleaned(known.months[context][width][number]).rstrip(".")
            for context in ("format", "stand-alone")
            for width in ("wide", "abbreviated")
        }
        for name in sorted(names, key=len, reverse=True):
            if not re.search(r"\d", name):
                whole = name in (
                    known.months["format"]["wide"][number],
                    known.months["stand-alone"]["wide"][number],
                )
                yield from _of_month(re.escape(name), english, whole)
    for number, english in enumerate(_DAYS):
        wide = wording.cleaned(known.days["format"]["wide"][number])
        yield re.compile(_bounded(wide), re.IGNORECASE), f" {english} "
    if not known.date_formats["short"].pattern.startswith("y"):
        day_first = re.compile(r"(?<![\w/.-])(\d{1,2})([/.-])(0?[1-9]|1[0-2])\2(\d{4})(?![\w/-])")
        yield day_first, r"\4-\3-\1"
    yield re.compile(r"(?<!\d)(?:(\d{4}) ?[年년] ?)?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日号일]"), _east_asian
    yield re.compile(r"(?<![\w.])(\d{4})\. (\d{1,2})\. (\d{1,2})(?!\d)\.?"), r"\1-\2-\3"


def _east_asian(match: re.Match[str]) -> str:
    year, month, day = match.groups()
    if not 1 <= int(month) <= 12:
        return match[0]
    return f" {_MONTHS[int(month) - 1]} {day}" + (f", {year} " if year else " ")


def _of_month(name: str, english: str, whole: bool) -> Iterator[_Change]:
    """A month's name: short names are also ordinary words, so they need a day next to them."""
    of = r"(?:de |d'|da |del )?"
    behind = rf"(\d{{1,2}})(?:er|o|\.)?,? {of}{name}(?![^\W\d_])\.?(?:,? {of}(\d{{4}}))?"
    if whole:
        yield re.compile(rf"(?<!\w){behind}", re.IGNORECASE), rf"\1 {english} \2"
        yield re.compile(rf"(?<!\w){name}(?!\w)", re.IGNORECASE), english
    else:
        yield re.compile(rf"(?<!\w){behind}", re.IGNORECASE), rf"\1 {english} \2"
        yield re.compile(rf"(?<!\w){name}\.? (?=\d)", re.IGNORECASE), f"{english} "


def _of_times(locale: str, words: dict[str, list[str]]) -> Iterator[_Change]:
    """Hours and minutes in words of East Asia, and the halves of the day."""
    hour = r"(?<!\d)(?P<h>\d{1,2}) ?[시時时点點](?![間间간일])"
    yield re.compile(rf"{hour} ?半"), r"\g<h>:30"
    yield re.compile(rf"{hour} ?(?P<m>\d{{1,2}}) ?[分분]"), _clock
    yield re.compile(hour), r"\g<h>:00"
    periods = _babel(locale).day_periods["format"]
    clock = r"(?P<h>\d{1,2})(?::(?P<m>\d\d)| h (?P<minute>\d\d))?"
    for half in ("am", "pm"):
        told = {*words[half], *(periods[width][half] for width in periods if half in periods[width])}
        told = {wording.cleaned(one) for one in told if _letters(one) not in _READ_AS_ENGLISH}
        for word in sorted(told, key=len, reverse=True):
            bounded = _bounded(word)
            yield re.compile(rf"{bounded} ?{clock}(?![\d:])", re.IGNORECASE), partial(_half, half.upper())
            yield (
                re.compile(rf"(?<![\d:]){clock}(?: Uhr)? ?{bounded}", re.IGNORECASE),
                partial(_half, half.upper()),
            )


def _letters(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter.isalpha())


def _clock(match: re.Match[str]) -> str:
    return f"{match['h']}:{int(match['m']):02d}"


def _half(half: str, match: re.Match[str]) -> str:
    """A time with AM or PM; some languages have an hour 0 after noon."""
    hour, minute = int(match["h"]), match["m"] or match["minute"] or "00"
    return f"{hour if hour or half == 'AM' else 12}:{minute} {half}"


def _of_units(locale: str, words: dict[str, list[str]]) -> Iterator[_Change]:
    """Units after numbers, and what may come between two of them."""
    named: dict[str, set[str]] = {}
    alone: dict[str, str] = {}
    for unit, english in _UNITS.items():
        for name, counted in _names(locale, unit):
            if counted is None:
                named.setdefault(name, set()).add(english)
            else:
                alone[name] = f"{counted} {english}"
    for name, english in _FURTHER_UNITS.get(locale_named(locale).catalogue, {}).items():
        named[name] = {english}
    for name in sorted(named, key=len, reverse=True):
        if len(named[name]) == 1:
            end = "" if re.search(f"[{_JOINED}]", name) else r"(?![^\W\d_])"
            yield re.compile(rf"(?<=\d) ?{re.escape(name)}{end}\.?", re.IGNORECASE), f" {min(named[name])} "
    for name, english in _UNITS_BEFORE.get(locale_named(locale).catalogue, {}).items():
        yield re.compile(rf"(?<!\w){name} (\d+)", re.IGNORECASE), rf"\1 {english}"
    for name, text in alone.items():
        yield re.compile(_bounded(name), re.IGNORECASE), text
    units = "|".join(sorted(set(_UNITS.values()), key=len, reverse=True))
    joints = "|".join(map(re.escape, words["and"]))
    yield re.compile(rf"(?<= )({units}) +(?:{joints}) ?(?=\d)"), r"\1 and "


def _names(locale: str, unit: str) -> Iterator[tuple[str, int | None]]:
    """Names of a unit; with their number where the language writes it as a word of its own."""
    from babel.units import format_unit

    for length in ("long", "short", "narrow"):
        for count in _COUNTS:
            text = format_unit(count, unit, length, locale=_babel(locale), numbering_system="latn")
            name = re.sub(r"[\d.,٫]+", "", wording.cleaned(text)).strip().rstrip(".")
            if re.search(r"\d", text):
                if len(name) > 1 or not name.isascii():
                    yield name, None
            elif count in (1, 2):
                yield name, int(count)
