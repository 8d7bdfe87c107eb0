"""Parts of a rule's text that a phone writes in its own language: texts of apps, times of day, dates."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, time
from functools import lru_cache

from bmoca_gym.errors import DetectorError
from bmoca_gym.handset import resources
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.resources.locales import LOCALES, locale_named
from bmoca_gym.success_detectors import patterns

_PART = re.compile(
    r"<(?:(?P<key>[a-z]\w*\.[a-z]\w*)(?: (?P<count>\d+))?|(?P<time>\d\d:\d\d)"
    r"|(?P<day>\d{4}-\d\d-\d\d) (?P<form>[A-Za-z]+)|zone (?P<zone>[A-Za-z_]+(?:/[A-Za-z_]+)+)|(?P<language>language))>",
    re.ASCII,
)
_ENGLISH = "en-US"
# Invisible marks of the writing direction; apps put them around numbers in right-to-left locales.
_BIDI_MARKS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def normalised(text: str) -> str:
    """Return ``text`` with the digits of all scripts as ASCII digits, and without bidirectional marks."""
    if text.isascii():
        return text
    kept = text.translate(_BIDI_MARKS)
    return "".join([str(unicodedata.decimal(c)) if c.isdecimal() else c for c in kept])


def has_parts(text: str) -> bool:
    """Whether a text has a part ``<…>`` that depends on the phone's language."""
    return _PART.search(text) is not None


def is_part(text: str) -> bool:
    """Whether a text is one such part."""
    return _PART.fullmatch(text) is not None


def checked(field: str, text: str, is_pattern: bool) -> str:
    """Return a text whose parts the phone can write.

    Raises:
        DetectorError: no app has such a text, there is no such time or day, or the pattern is malformed.
    """
    try:
        pattern(text, _ENGLISH, is_pattern)
    except (HandsetError, ValueError, KeyError) as error:
        raise DetectorError(f"{field} is {text!r}: {error}") from error
    except DetectorError as error:
        raise DetectorError(f"{field} {error}") from error
    return text


@lru_cache(1024)
def pattern(text: str, locale: str, is_pattern: bool) -> str:
    """Return the regular expression of a text in the language of a locale, for `normalised` texts.

    A time of day matches with 12 and with 24 hours, since a setting of the phone chooses one.
    """
    known = locale if locale in LOCALES else _ENGLISH
    found, end = "", 0
    for part in _PART.finditer(text):
        found += _plain(text[end : part.start()], is_pattern)
        found += f"(?:{'|'.join([re.escape(normalised(one)) for one in _written(part, known)])})"
        end = part.end()
    found += _plain(text[end:], is_pattern)
    found = found if is_pattern else rf"\A(?:{found})\z"
    patterns.compiled(found)
    return found


def _plain(text: str, is_pattern: bool) -> str:
    return text if is_pattern else re.escape(text)


def _written(part: re.Match[str], locale: str) -> list[str]:
    if part["key"] and part["count"]:
        return [resources.string(locale, part["key"], count=int(part["count"]), shown=part["count"])]
    if part["key"]:
        text = resources.string(locale, part["key"])
        if "{" in text:
            raise ValueError(f"{part['key']} is {text!r}, which needs a value; a number may follow the key")
        return [text]
    if part["time"]:
        at = time.fromisoformat(part["time"])
        return sorted({resources.format_time(locale, at.hour, at.minute, hours) for hours in (False, True)})
    if part["zone"]:
        return _names_of_zone(locale, part["zone"])
    if part["language"]:
        return _names_of_language(locale)
    return [resources.format_date(locale, date.fromisoformat(part["day"]), part["form"])]


def _names_of_zone(locale: str, zone: str) -> list[str]:
    from babel.dates import get_timezone, get_timezone_name

    known = locale_named(locale).babel
    return [get_timezone_name(get_timezone(zone), zone_variant="standard", locale=known)]


def _names_of_language(locale: str) -> list[str]:
    """A locale's language in itself and in English, with and without its country, and its tag."""
    from babel import Locale

    known = Locale.parse(locale_named(locale).babel)
    english = Locale.parse(_ENGLISH, sep="-")
    names = [locale_named(locale).name, locale]
    for one in (known, english):
        names += [str(name) for name in (known.get_display_name(one), known.get_language_name(one)) if name]
    return list(dict.fromkeys(names))


def forms(text: str, locale: str) -> list[str]:
    """Return what a text that is one part may be in the language of a locale; others are as they are."""
    part = _PART.fullmatch(text)
    return [text] if part is None else _written(part, locale if locale in LOCALES else _ENGLISH)


def in_every_language(field: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return texts with each that is one part ``<app.name>`` replaced by what it is in every language.

    Raises:
        DetectorError: no app has such a text, or it has values.
    """
    found: list[str] = []
    for text in texts:
        part = _PART.fullmatch(text)
        if part is None or not part["key"] or part["count"]:
            found.append(text)
        else:
            checked(field, text, False)
            found += dict.fromkeys(one for locale in LOCALES for one in _written(part, locale))
    return tuple(found)
