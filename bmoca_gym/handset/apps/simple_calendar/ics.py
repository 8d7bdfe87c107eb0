"""Events as iCalendar text (RFC 5545), in the form in which the app writes and reads it."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from typing import NamedTuple

from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import (
    ALL_DAY,
    DAY,
    DONE,
    EVENT_ROW,
    EVENTS,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH,
    OFF,
    SAME_DAY,
    TASK_ROW,
    TYPES,
    WEEK,
    WEEKDAY,
    YEAR,
    number_in,
    span_of,
    stamp,
    text_in,
    unit_of,
)
from bmoca_gym.handset.apps.simple_calendar.state import LIMITS, LINE_LIMIT
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.resources import time_zones

#: MIME type of the files.
TYPE = "text/calendar"
#: The most bytes of a file that are read, and the most events.
_BYTES, _MOST = 1 << 20, 2000
_LINE = 75  # letters of a line of a description
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_FREQUENCIES = {DAY: "DAILY", WEEK: "WEEKLY", MONTH: "MONTHLY", YEAR: "YEARLY"}
_COLOR = "X-SMT-CATEGORY-COLOR"
_STAMP = "%Y%m%dT%H%M%S"


# Writing


def written(rows: Rows, types: Rows, zone: str, now: int, reminder: str) -> bytes:
    """Return events and tasks as a file. ``now``: wall ms; ``reminder``: the word for the description of alarms."""
    lines = ["BEGIN:VCALENDAR", "PRODID:-//Simple Mobile Tools//NONSGML Event Calendar//EN", "VERSION:2.0"]
    for row in rows:
        lines += _component(row, types, zone, now, reminder)
    lines.append("END:VCALENDAR")
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace")


def _utc(seconds: int) -> str:
    at = datetime.fromtimestamp(0, timezone.utc) + timedelta(seconds=seconds)
    return f"{at:{_STAMP}}Z"


def _escaped(text: str) -> str:
    return text.replace("\n", "\\n")


def _component(row: Row, types: Rows, zone: str, now: int, reminder: str) -> list[str]:
    task = number_in(row, "type") == TASK_ROW
    name = "VTODO" if task else "VEVENT"
    kind = tables.with_id(types, number_in(row, "event_type")) or occurrences.REGULAR
    flags, (begin, end) = number_in(row, "flags"), span_of(row, zone)
    lines = [f"BEGIN:{name}", f"SUMMARY:{_escaped(text_in(row, 'title'))}"]
    if text_in(row, "import_id"):
        lines.append(f"UID:{text_in(row, 'import_id')}")
    lines += [
        f"{_COLOR}:{TYPES.get(kind, 'color')!s}",
        f"CATEGORIES:{TYPES.get(kind, 'title')!s}",
        f"LAST-MODIFIED:{_utc(number_in(row, 'last_updated') // 1000)}",
    ]
    if not task:
        lines.append(f"TRANSP:{'TRANSPARENT' if number_in(row, 'availability') == 1 else 'OPAQUE'}")
    if text_in(row, "location"):
        lines.append(f"LOCATION:{_escaped(text_in(row, 'location'))}")
    if flags & ALL_DAY:
        lines.append(f"DTSTART;VALUE=DATE:{begin:%Y%m%d}")
        if not task:
            lines.append(f"DTEND;VALUE=DATE:{end.date() + timedelta(1):%Y%m%d}")
    else:
        lines.append(f"DTSTART:{_utc(number_in(row, 'start_ts'))}")
        if not task:
            lines.append(f"DTEND:{_utc(number_in(row, 'end_ts'))}")
    if not task:
        lines.append("X-SMT-MISSING-YEAR:0")
    lines.append(f"DTSTAMP:{_utc(now // 1000)}")
    if not task:
        lines.append("STATUS:CONFIRMED")
    elif flags & DONE:
        lines.append("STATUS:COMPLETED")
    rule = _rule(row, begin, zone)
    if rule:
        lines.append(f"RRULE:{rule}")
    about = _escaped(text_in(row, "description"))
    pieces = [about[at : at + _LINE] for at in range(0, len(about), _LINE)]
    lines += [f"\t{piece}" if at else f"DESCRIPTION:{piece}" for at, piece in enumerate(pieces)]
    for n in (1, 2, 3):
        minutes = number_in(row, f"reminder_{n}_minutes")
        if minutes > OFF:
            lines += [
                "BEGIN:VALARM",
                f"DESCRIPTION:{reminder}",
                "ACTION:DISPLAY",
                _trigger(minutes),
                "END:VALARM",
            ]
    lines += [f"EXDATE:{day}" for day in occurrences.exceptions(row)]
    return [*lines, f"END:{name}"]


def _trigger(minutes: int) -> str:
    days, rest = divmod(minutes, 1440)
    return f"TRIGGER:-P{days}DT{rest // 60}H{rest % 60}M0S"


def _rule(row: Row, begin: datetime, zone: str) -> str:
    """Return the repetition, or ""."""
    unit, every = unit_of(number_in(row, "repeat_interval"))
    if not unit:
        return ""
    rule, limit = number_in(row, "repeat_rule"), number_in(row, "repeat_limit")
    parts = [f"FREQ={_FREQUENCIES[unit]}", f"INTERVAL={every}"]
    if limit > 0:
        parts.append(f"UNTIL={time_zones.local(zone, limit * 1000):%Y%m%d}")
    elif limit < 0:
        parts.append(f"COUNT={-limit}")
    if unit == YEAR:
        parts.append(f"BYMONTH={begin.month}")
    day = _WEEKDAYS[begin.weekday()]
    if unit == WEEK:
        parts.append("BYDAY=" + ",".join(name for n, name in enumerate(_WEEKDAYS) if rule >> n & 1))
    elif unit in (MONTH, YEAR) and rule == WEEKDAY:
        parts.append(f"BYDAY={(begin.day - 1) // 7 + 1}{day}")
    elif unit in (MONTH, YEAR) and rule == LAST_WEEKDAY:
        parts.append(f"BYDAY=-1{day}")
    elif unit in (MONTH, YEAR) and rule == LAST_DAY:
        parts.append("BYMONTHDAY=-1")
    return ";".join(parts)


# Reading


class Read(NamedTuple):
    """What a file adds. ``known``: how many of its events there are already."""

    rows: Rows
    types: Rows
    added: int
    known: int


class _Line(NamedTuple):
    name: str
    parameters: dict[str, str]
    text: str


def read(data: bytes, rows: Rows, types: Rows, zone: str, now: int) -> Read | None:
    """Return rows and types with the events of a file, or None if it isn't one or is too large."""
    if len(data) > _BYTES:
        return None
    components = _components(data.decode("utf-8", "replace"))
    if components is None:
        return None
    added = known = 0
    taken = {text_in(row, "import_id") for row in rows}
    for name, lines, alarms in components[:_MOST]:
        row, types = _row(name, lines, alarms, types, zone, now)
        if row is None:
            continue
        if text_in(row, "import_id") in taken:
            known += 1
            continue
        taken.add(text_in(row, "import_id"))
        rows = tables.put(rows, row)
        added += 1
    return Read(rows, types, added, known)


_Component = tuple[str, dict[str, list[_Line]], list[str]]


def _components(text: str) -> list[_Component] | None:
    """Return the events and tasks of a text with their lines by name, and the triggers of their alarms."""
    unfolded = text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "")
    lines = [line for line in unfolded.split("\n") if line.strip()]
    if not lines or lines[0].strip().upper().lstrip("\ufeff") != "BEGIN:VCALENDAR":
        return None
    found: list[_Component] = []
    inside: list[str] = []
    for raw in lines:
        head, _, value = raw.partition(":")
        name, *parameters = head.split(";")
        name, value = name.strip().upper(), value.strip()
        if name == "BEGIN":
            inside.append(value.upper())
            if value.upper() in ("VEVENT", "VTODO"):
                found.append((value.upper(), {}, []))
        elif name == "END":
            del inside[-1:]
        elif found and inside[-1:] == ["VALARM"]:
            if name == "TRIGGER":
                found[-1][2].append(value)
        elif found and inside and inside[-1] in ("VEVENT", "VTODO"):
            pairs = dict(one.partition("=")[::2] for one in parameters)
            found[-1][1].setdefault(name, []).append(_Line(name, pairs, value))
    return found


def _first(lines: dict[str, list[_Line]], name: str) -> str:
    found = lines.get(name)
    return found[0].text if found else ""


def _plain(text: str, limit: int = LINE_LIMIT) -> str:
    for mark, letter in (("\\n", "\n"), ("\\N", "\n"), ("\\,", ","), ("\\;", ";"), ("\\\\", "\\")):
        text = text.replace(mark, letter)
    return text.strip()[:limit]


def _moment(line: _Line, zone: str) -> tuple[datetime, bool] | None:
    """Return the local time of a line, and whether it is a whole day; None if it is not a time."""
    text = line.text
    try:
        if len(text) == 8:
            return datetime.strptime(text, "%Y%m%d"), True
        at = datetime.strptime(text.removesuffix("Z"), _STAMP)
    except ValueError:
        return None
    if not 1970 <= at.year <= 9000:
        return None
    there = "UTC" if text.endswith("Z") else line.parameters.get("TZID", "").strip('"')
    if there and time_zones.is_zone(there):
        at = time_zones.local(zone, time_zones.wall(there, at))
    return at, False


def _row(
    name: str, lines: dict[str, list[_Line]], alarms: list[str], types: Rows, zone: str, now: int
) -> tuple[Row | None, Rows]:
    """Return the row of an event or a task, None if it has no title or no start; and the types with its own."""
    title = _plain(_first(lines, "SUMMARY"))
    start = _moment(lines["DTSTART"][0], zone) if "DTSTART" in lines else None
    if not title or start is None or not 1970 <= start[0].year <= 9000:
        return None, types
    begin, whole = start
    task = name == "VTODO"
    ended = _moment(lines["DTEND"][0], zone) if "DTEND" in lines and not task else None
    end = ended[0] if ended else begin
    if whole and not task:
        last = max(begin.date(), end.date() - timedelta(1)) if ended else begin.date()
        end = datetime.combine(last, time(12))
    done = task and ("COMPLETED" in lines or _first(lines, "STATUS").upper() == "COMPLETED")
    kind, types = _type(lines, types)
    reminders = (*sorted({m for m in map(_minutes, alarms) if m is not None}), OFF, OFF, OFF)[:3]
    interval, rule, limit = _repetition(_first(lines, "RRULE"), begin, zone)
    days = [one.text[:8] for line in lines.get("EXDATE", ()) for one in _split(line)]
    excepted = [day for day in days if len(day) == 8 and day.isdecimal()]
    row = EVENTS.row(
        type=TASK_ROW if task else EVENT_ROW, start_ts=stamp(zone, begin), end_ts=stamp(zone, max(begin, end)),
        title=title, location=_plain(_first(lines, "LOCATION")),
        description=_plain(_first(lines, "DESCRIPTION"), LIMITS["description"]),
        **{f"reminder_{n}_minutes": minutes for n, minutes in enumerate(reminders, 1)},
        repeat_interval=interval, repeat_rule=rule, repeat_limit=limit, time_zone=zone,
        import_id=_first(lines, "UID") or f"{title}{stamp(zone, begin)}", flags=ALL_DAY * whole | DONE * done,
        event_type=kind, last_updated=now, source="imported-ics",
    )  # fmt: skip
    for day in excepted:
        row = (
            occurrences.without_day(row, date(int(day[:4]), int(day[4:6]), int(day[6:])))
            if _is_day(day)
            else row
        )
    return row, types


def _is_day(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y%m%d")
    except ValueError:
        return False
    return True


def _split(line: _Line) -> list[_Line]:
    return [line._replace(text=text) for text in line.text.split(",")]


def _type(lines: dict[str, list[_Line]], types: Rows) -> tuple[int, Rows]:
    """Return the number of the event type that a component names, and the types with it."""
    title = _plain(_first(lines, "CATEGORIES").split(",")[0])
    if not title:
        return 1, types
    known = next((row for row in types if str(TYPES.get(row, "title")).casefold() == title.casefold()), None)
    if known is None:
        color = _first(lines, _COLOR)
        number = int(color) if color.lstrip("-").isdecimal() else 0
        stored = (
            number if -(1 << 31) <= number < 1 << 31 and number else TYPES.get(occurrences.REGULAR, "color")
        )
        types = tables.put(types, TYPES.row(title=title, color=stored))
        known = types[-1]
    return int(known[0] or 1), types


def _minutes(trigger: str) -> int | None:
    """Return how many minutes before the event an alarm is, None if it is after the start or at a fixed time."""
    if not trigger.startswith("-P") and trigger not in ("PT0S", "P0D", "PT0M"):
        return None
    seconds, number = 0, ""
    for letter in trigger.lstrip("-P"):
        if letter.isdecimal():
            number += letter
        elif letter in _SECONDS:
            seconds += int(number or 0) * _SECONDS[letter]
            number = ""
    return seconds // 60 if seconds < 1 << 31 else None


_SECONDS = {"W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1}


def _repetition(rule: str, begin: datetime, zone: str) -> tuple[int, int, int]:
    """Return interval, rule and limit of a repetition as the table has them; zeros for none."""
    parts = dict(part.partition("=")[::2] for part in rule.upper().split(";"))
    unit = next((unit for unit, name in _FREQUENCIES.items() if name == parts.get("FREQ")), 0)
    if not unit:
        return 0, 0, 0
    given = parts.get("INTERVAL", "1")
    interval = unit * max(1, min(int(given) if given.isdecimal() else 1, 999))
    days = [day for day in parts.get("BYDAY", "").split(",") if day[-2:] in _WEEKDAYS]
    found = 0
    if unit == WEEK:
        found = sum(1 << n for n, name in enumerate(_WEEKDAYS) if name in days) or 1 << begin.weekday()
    elif unit in (MONTH, YEAR):
        found = SAME_DAY
        if days:
            found = LAST_WEEKDAY if days[0].startswith("-1") else WEEKDAY
        elif parts.get("BYMONTHDAY") == "-1":
            found = LAST_DAY
    limit, count, until = 0, parts.get("COUNT", ""), parts.get("UNTIL", "")
    if count.isdecimal() and 0 < int(count) < 1 << 31:
        limit = -int(count)
    elif until:
        last = _moment(_Line("UNTIL", {}, until), zone)
        limit = stamp(zone, datetime.combine(last[0], time(23, 59, 59))) if last else 0
    return interval, found, limit
