"""The shell command ``date``: shows the time in any form, and sets the clock."""

from __future__ import annotations

import re
from datetime import datetime, timezone

from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    CommandError,
    Result,
    failed,
    printed,
)
from bmoca_gym.handset.shell.paths import resolved, time_of
from bmoca_gym.handset.shell.tools.listing import offset_text
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL, Phone
from bmoca_gym.handset.system import clock


def date(call: Call) -> Result:
    """``date [-u] [-d DATE | -r FILE] [-D FORMAT] [+FORMAT]``; ``date [-s] MMDDhhmm[[CC]YY][.ss]`` sets the clock.

    Of several operands the first is the date: ``date 2024-05-10 12:00:00`` sets midnight, as toybox does.
    """
    words = list(call.arguments)
    phone = call.phone
    form, text, told, known, shown, universal, iso = "", "", "", "", None, False, ""
    while words:
        word = words.pop(0)
        if word in ("-u", "--utc"):
            universal = True
        elif word == "-s" and words:
            text = words.pop(0)
        elif word == "-d" and words:
            told = words.pop(0)
        elif word == "-r" and words:
            shown = time_of(phone, resolved(call, words.pop(0)))
        elif word == "-D" and words:
            known = words.pop(0)
        elif re.fullmatch(r"-I[a-z]*|-R", word):
            iso = word
        elif word.startswith("+"):
            form = word[1:]
        elif word.startswith("-"):
            raise CommandError(f"Unknown option {word[1:2]}")
        else:
            text = text or word
    if told:
        shown = _read_date(phone, told, known, universal)
    if text:
        wall = _set_to(phone, text, known, universal)
        if wall is None:
            return failed(phone, f"date: bad date '{text}'; write MMDDhhmmYYYY[.SS]\n")
        if not FIRST_WALL <= wall <= LAST_WALL:
            return failed(phone, f"date: cannot set date '{text}': it is before 1970 or too far off\n")
        phone = clock.set_wall(phone, wall)
    wall = phone.clock.wall if shown is None else shown
    zone = "UTC" if universal else _zone(phone)
    local = time_zones.local("UTC", wall) if universal else clock.local_time(phone, wall)
    offset = "+0000" if universal else offset_text(phone, wall)
    if iso:
        form = (
            "%a, %d %b %Y %H:%M:%S %z"
            if iso == "-R"
            else {"": "%Y-%m-%d", "s": "%Y-%m-%dT%H:%M:%S%z"}.get(iso[2:3], "%Y-%m-%dT%H:%M%z")
        )
    if not form:
        day, month = _DAYS[local.weekday()][:3], _MONTHS[local.month - 1][:3]
        return printed(phone, f"{day} {month} {local.day:2d} {local:%H:%M:%S} {zone} {local.year}\n")
    return printed(phone, formatted(local, wall, form, zone, offset) + "\n")


def _zone(phone: Phone) -> str:
    """The short name of the phone's time zone; GMT if none is set."""
    name = phone.zone
    if name in ("GMT", "UTC", "Etc/UTC"):
        return name.rpartition("/")[2]
    from babel.dates import get_timezone

    moment = datetime.fromtimestamp(phone.clock.wall / 1000, timezone.utc)
    return moment.astimezone(get_timezone(name)).tzname() or name


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


def formatted(local: datetime, wall: int, form: str, zone: str, offset: str) -> str:
    """Format a time as strftime does, always in English."""
    day, month = _DAYS[local.weekday()], _MONTHS[local.month - 1]
    hour = local.hour % 12 or 12
    values = {
        "a": day[:3], "A": day, "b": month[:3], "B": month, "h": month[:3], "d": f"{local.day:02d}",
        "e": f"{local.day:2d}",
        "H": f"{local.hour:02d}", "I": f"{hour:02d}", "k": f"{local.hour:2d}", "l": f"{hour:2d}",
        "j": f"{local.timetuple().tm_yday:03d}",
        "m": f"{local.month:02d}", "M": f"{local.minute:02d}", "N": f"{wall % 1000:03d}000000",
        "p": "AM" if local.hour < 12 else "PM",
        "P": "am" if local.hour < 12 else "pm", "s": str(wall // 1000), "S": f"{local.second:02d}",
        "u": str(local.isoweekday()),
        "w": str(local.isoweekday() % 7), "y": f"{local.year % 100:02d}", "Y": f"{local.year:04d}",
        "C": f"{local.year // 100:02d}",
        "Z": zone, "z": offset, "n": "\n", "t": "\t", "%": "%", "V": f"{local.isocalendar()[1]:02d}",
        "G": str(local.isocalendar()[0]),
    }  # fmt: skip
    compound = {
        "D": "%m/%d/%y", "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "c": "%a %b %e %H:%M:%S %Y",
        "r": "%I:%M:%S %p", "x": "%m/%d/%y", "X": "%H:%M:%S",
    }  # fmt: skip
    form = re.sub(r"%([DFTRcrxX])", lambda m: compound[m[1]], form)
    return re.sub(r"%[-_0^]?(.)", lambda m: values.get(m[1], m[0]), form, flags=re.DOTALL)


def _set_to(phone: Phone, text: str, known: str = "", universal: bool = False) -> int | None:
    """The wall time (ms) of a date in the given format or one of toybox's; None if it can't be parsed.

    These are ``MMDDhhmm[[CC]YY][.ss]``, ``YYYY-MM-DD [hh:mm[:ss]]``, ``hh:mm[:ss]`` of today and ``@SECONDS``.
    ``universal``: it is in UTC.
    """
    moment = _moment(phone, text, known)
    if moment is None or isinstance(moment, int):
        return moment
    try:
        if universal or text.endswith("Z"):
            return time_zones.wall("UTC", moment)
        return clock.wall_of(phone, moment)
    except OverflowError:
        return None


def _moment(phone: Phone, text: str, known: str) -> datetime | int | None:
    """A date as a local time, or as ms since the epoch; None if it can't be parsed."""
    if known:
        if known == "%s":
            return int(text) * 1000 if re.fullmatch(r"\d{1,12}", text, re.ASCII) else None
        try:
            return datetime.strptime(text, known)
        except (ValueError, re.error):
            return None
    if found := re.fullmatch(r"@(\d{1,12})", text):
        return int(found[1]) * 1000
    digits, dot, seconds = text.partition(".")
    if re.fullmatch(r"\d{12}", digits, re.ASCII) and (not dot or re.fullmatch("[0-5][0-9]", seconds)):
        month, day, hour, minute = (int(digits[at : at + 2]) for at in range(0, 8, 2))
        try:
            return datetime(int(digits[8:]), month, day, hour, minute, int(seconds or 0))
        except ValueError:
            return None
    if re.fullmatch(r"\d{8}", digits):
        digits += f"{clock.local_time(phone).year:04d}"
    elif re.fullmatch(r"\d{10}", digits):
        digits = digits[:8] + "20" + digits[8:]
    worded = text.removesuffix("Z").replace("T", " ")
    today = f"{clock.local_time(phone):%Y-%m-%d} {worded}"
    for form, given in (
        ("%m%d%H%M%Y.%S", f"{digits}.{seconds if dot else '00'}"),
        ("%Y-%m-%d %H:%M:%S", worded),
        ("%Y-%m-%d %H:%M", worded),
        ("%Y-%m-%d", worded),
        ("%Y-%m-%d %H:%M:%S", today),
        ("%Y-%m-%d %H:%M", today),
    ):
        try:
            return datetime.strptime(given, form)
        except ValueError:
            continue
    return None


def _read_date(phone: Phone, text: str, known: str, universal: bool) -> int:
    wall = _set_to(phone, text, known, universal)
    if text in ("now", "today"):
        wall = phone.clock.wall
    if wall is None or not 0 <= wall <= LAST_WALL:
        raise CommandError(f"bad date '{text}'")
    return wall


COMMANDS: dict[str, Command] = {"date": date}
