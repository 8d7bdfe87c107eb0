"""``calendar.db``: calendars and events as the file of Android's calendar provider, in both directions."""

from __future__ import annotations

import re
import sqlite3
from datetime import datetime, timedelta

from bmoca_gym.handset.manifest import AppFile, Provider
from bmoca_gym.handset.providers.calendar.store import DAY, PACKAGE, Calendar, CalendarStore, Event, armed
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.system.sqlite_rows import insert, last_number, set_last_number, storable, text_of
from bmoca_gym.handset.value import do, memo

DATABASE = f"/data/data/{PACKAGE}/databases/calendar.db"
EVENT_LIMIT, CALENDAR_LIMIT = 2000, 100
#: Valid times of an event, in ms since the epoch: the years 1902 to 2400.
_FIRST, _LAST = -2_145_916_800_000, 13_569_465_600_000
_ACCOUNT, _ACCOUNT_TYPE = "local", "LOCAL"
_OWNER_ACCESS, _CONFIRMED, _ALERT = 700, 1, 1
_DURATION = re.compile(
    r"P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T?(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})S)?)?"
)
_EPOCH = datetime(1970, 1, 1)

_SYNC = ", ".join(f"cal_sync{i} TEXT" for i in range(1, 11))
_DATA = ", ".join(f"sync_data{i} TEXT" for i in range(1, 11))
_SCHEMA = f"""
PRAGMA user_version = 600;
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE Colors (
  _id INTEGER PRIMARY KEY, account_name TEXT NOT NULL, account_type TEXT NOT NULL, data TEXT,
  color_type INTEGER NOT NULL, color_index TEXT NOT NULL, color INTEGER NOT NULL);
CREATE TABLE Calendars (
  _id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, _sync_id TEXT, dirty INTEGER, mutators TEXT,
  name TEXT, calendar_displayName TEXT, calendar_color INTEGER, calendar_color_index TEXT,
  calendar_access_level INTEGER, visible INTEGER NOT NULL DEFAULT 1, sync_events INTEGER NOT NULL DEFAULT 0,
  calendar_location TEXT, calendar_timezone TEXT, ownerAccount TEXT, isPrimary INTEGER,
  canOrganizerRespond INTEGER NOT NULL DEFAULT 1, canModifyTimeZone INTEGER DEFAULT 1,
  canPartiallyUpdate INTEGER DEFAULT 0, maxReminders INTEGER DEFAULT 5, allowedReminders TEXT DEFAULT '0,1',
  allowedAvailability TEXT DEFAULT '0,1', allowedAttendeeTypes TEXT DEFAULT '0,1,2',
  deleted INTEGER NOT NULL DEFAULT 0, {_SYNC});
CREATE TABLE Events (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, _sync_id TEXT, dirty INTEGER, mutators TEXT,
  lastSynced INTEGER DEFAULT 0, calendar_id INTEGER NOT NULL, title TEXT, eventLocation TEXT, description TEXT,
  eventColor INTEGER, eventColor_index TEXT, eventStatus INTEGER, selfAttendeeStatus INTEGER NOT NULL DEFAULT 0,
  dtstart INTEGER, dtend INTEGER, eventTimezone TEXT, duration TEXT, allDay INTEGER NOT NULL DEFAULT 0,
  accessLevel INTEGER NOT NULL DEFAULT 0, availability INTEGER NOT NULL DEFAULT 0,
  hasAlarm INTEGER NOT NULL DEFAULT 0, hasExtendedProperties INTEGER NOT NULL DEFAULT 0, rrule TEXT, rdate TEXT,
  exrule TEXT, exdate TEXT, original_id INTEGER, original_sync_id TEXT, originalInstanceTime INTEGER,
  originalAllDay INTEGER, lastDate INTEGER, hasAttendeeData INTEGER NOT NULL DEFAULT 0,
  guestsCanModify INTEGER NOT NULL DEFAULT 0, guestsCanInviteOthers INTEGER NOT NULL DEFAULT 1,
  guestsCanSeeGuests INTEGER NOT NULL DEFAULT 1, organizer STRING, isOrganizer INTEGER,
  deleted INTEGER NOT NULL DEFAULT 0, eventEndTimezone TEXT, customAppPackage TEXT, customAppUri TEXT,
  uid2445 TEXT, {_DATA});
CREATE INDEX eventsCalendarIdIndex ON Events (calendar_id);
CREATE TABLE Reminders (
  _id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method INTEGER NOT NULL DEFAULT 0);
CREATE INDEX remindersEventIdIndex ON Reminders (event_id);
CREATE TABLE Attendees (
  _id INTEGER PRIMARY KEY, event_id INTEGER, attendeeName TEXT, attendeeEmail TEXT, attendeeStatus INTEGER,
  attendeeRelationship INTEGER, attendeeType INTEGER, attendeeIdentity TEXT, attendeeIdNamespace TEXT);
CREATE INDEX attendeesEventIdIndex ON Attendees (event_id);
INSERT INTO android_metadata VALUES ('en_US');
"""


@memo(256, asset=True)
def calendar_database(store: CalendarStore) -> bytes:
    """Return the database file of calendars and events, with the tables of Android's provider."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(_SCHEMA)
        for calendar in store.calendars:
            _write_calendar(connection, calendar)
        for event in store.events:
            _write_event(connection, event)
        set_last_number(connection, ("Events",), store.next_id - 1)

    return database_bytes(fill)


def _write_calendar(connection: sqlite3.Connection, calendar: Calendar) -> None:
    name = storable(calendar.name)
    row = {
        "_id": calendar.id, "account_name": _ACCOUNT, "account_type": _ACCOUNT_TYPE, "name": name,
        "calendar_displayName": name, "calendar_color": _signed(calendar.color),
        "calendar_access_level": _OWNER_ACCESS, "visible": int(calendar.visible), "sync_events": 1,
        "ownerAccount": _ACCOUNT,
    }  # fmt: skip
    insert(connection, "Calendars", row)


def _write_event(connection: sqlite3.Connection, event: Event) -> None:
    # A repeating event has a duration in place of an end.
    length = event.end - event.begin
    duration = f"P{length // DAY}D" if event.all_day else f"P{length // 1000}S"
    row = {
        "_id": event.id, "calendar_id": event.calendar, "title": storable(event.title),
        "eventLocation": storable(event.location), "description": storable(event.description),
        "eventColor": _signed(event.color) if event.color else None, "eventStatus": _CONFIRMED, "dtstart": event.begin,
        "dtend": None if event.rule else event.end, "eventTimezone": "UTC" if event.all_day else event.zone,
        "duration": duration if event.rule else None, "allDay": int(event.all_day),
        "hasAlarm": int(bool(event.reminders)), "rrule": storable(event.rule) or None,
        "exdate": ",".join(_utc(wall) for wall in event.excluded) or None,
        "lastDate": None if event.rule else event.end, "hasAttendeeData": 1, "organizer": _ACCOUNT, "isOrganizer": 1,
    }  # fmt: skip
    insert(connection, "Events", row)
    for minutes in event.reminders:
        insert(connection, "Reminders", {"event_id": event.id, "minutes": minutes, "method": _ALERT})


def _signed(color: int) -> int:
    """Return a colour as a signed Java int."""
    return color - (1 << 32) if color >= 1 << 31 else color


def _utc(wall: int) -> str:
    return (_EPOCH + timedelta(milliseconds=wall)).strftime("%Y%m%dT%H%M%SZ")


def read_file(store: CalendarStore) -> bytes:
    """Return the calendars and events as a database file."""
    return calendar_database(store)


def write_file(store: CalendarStore, data: bytes) -> CalendarStore:
    """Replace the calendars and events by those of a file, without deleted ones and exceptions from rules.

    Raises:
        sqlite3.DatabaseError: the file is not a database of events.
        ValueError: a row has a value that is not valid for an event.
    """
    connection = read_database(data)
    try:
        calendars = connection.execute(
            "SELECT _id, calendar_displayName, calendar_color, visible FROM Calendars "
            "WHERE deleted = 0 ORDER BY _id LIMIT ?",
            (CALENDAR_LIMIT,),
        ).fetchall()
        events = connection.execute(
            "SELECT _id, calendar_id, title, dtstart, dtend, duration, allDay, eventTimezone, rrule, exdate, "
            "eventLocation, description, eventColor FROM Events WHERE deleted = 0 AND original_id IS NULL "
            "ORDER BY _id LIMIT ?",
            (EVENT_LIMIT,),
        ).fetchall()
        reminders = connection.execute(
            "SELECT event_id, minutes FROM Reminders ORDER BY _id LIMIT ?", (EVENT_LIMIT * 5,)
        ).fetchall()
        used = last_number(connection, "Events")
    finally:
        connection.close()
    found = tuple([_event(row, tuple([m for id, m in reminders if id == row[0]])) for row in events])
    next_id = max([1, used + 1, *(event.id + 1 for event in found)])
    return CalendarStore(tuple([_calendar(row) for row in calendars]), found, next_id)


def _calendar(row: tuple[object, ...]) -> Calendar:
    id, name, color, visible = row
    return Calendar(
        _integer("Calendars", id, "_id", id), text_of(name), _color(color) or 0xFF039BE5, bool(visible)
    )


def _event(row: tuple[object, ...], minutes: tuple[object, ...]) -> Event:
    id, calendar, title, begin, end, duration, all_day, zone, rule, exdate, place, about, color = row
    start = _integer("Events", id, "dtstart", begin)
    stop = start + _length(text_of(duration)) if end is None else _integer("Events", id, "dtend", end)
    if type(id) is int and id < 1:
        raise ValueError(f"Events row {id!r}: _id must be a number above 0")
    if not (_FIRST <= start <= _LAST and stop <= _LAST):
        raise ValueError(
            f"Events row {id!r}: it lasts from {start} to {stop} ms, outside the years 1902 to 2400"
        )
    if all_day:
        start, stop = start - start % DAY, stop + -stop % DAY
        stop = max(stop, start + DAY)
    return Event(
        id=_integer("Events", id, "_id", id), calendar=_integer("Events", id, "calendar_id", calendar),
        title=text_of(title), begin=start, end=max(start, stop), all_day=bool(all_day), zone=text_of(zone) or "UTC",
        rule=text_of(rule), excluded=_excluded(text_of(exdate)), location=text_of(place), description=text_of(about),
        color=_color(color),
        reminders=tuple(sorted({m for m in minutes if type(m) is int and 0 <= m <= 40_320})),
    )  # fmt: skip


def _integer(table: str, row: object, column: str, stored: object) -> int:
    if type(stored) is not int or abs(stored) >= 1 << 53:
        raise ValueError(f"{table} row {row!r}: {column} is {stored!r}; it must be a whole number")
    return stored


def _color(stored: object) -> int:
    return stored & 0xFFFFFFFF if type(stored) is int else 0


def _length(duration: str) -> int:
    """Return an RFC 5545 duration in ms; 0 if it is not one."""
    found = _DURATION.fullmatch(duration.lstrip("+"))
    weeks, days, hours, minutes, seconds = [int(part or 0) for part in found.groups()] if found else [0] * 5
    return ((weeks * 7 + days) * 86400 + hours * 3600 + minutes * 60 + seconds) * 1000


def _excluded(exdate: str) -> tuple[int, ...]:
    found = []
    for part in exdate.rpartition(";")[2].split(",")[:1000]:
        try:
            moment = datetime.strptime(part.strip().rstrip("Z"), "%Y%m%dT%H%M%S" if "T" in part else "%Y%m%d")
        except ValueError:
            continue
        found.append(round((moment - _EPOCH).total_seconds()) * 1000)
    return tuple(found)


PROVIDER = Provider(
    PACKAGE,
    CalendarStore,
    (AppFile(DATABASE, read_file, write_file, do(armed)),),
    (("content://com.android.calendar/events", "vnd.android.cursor.dir/event"),),
)
