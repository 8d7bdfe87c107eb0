"""Parts of a rule's text that a phone writes in its own language: texts of apps, times of day, dates."""

from __future__ import annotations

import re
from datetime import date, time

from bmoca_gym.errors import DetectorError
from bmoca_gym.handset import resources
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.success_detectors import patterns
from bmoca_gym.success_detectors.ui import normalised

_PART = re.compile(
    r"<(?:(?P<key>[a-z]\w*\.[a-z]\w*)(?: (?P<count>\d+))?|(?P<time>\d\d:\d\d)"
    r"|(?P<day>\d{4}-\d\d-\d\d) (?P<form>[A-Za-z]+))>",
    re.ASCII,
)
_ENGLISH = "en-US"


def has_parts(text: str) -> bool:
    """Whether a text has a part ``<…>`` that depends on the phone's language."""
    return _PART.search(text) is not None


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
    return [resources.format_date(locale, date.fromisoformat(part["day"]), part["form"])]
