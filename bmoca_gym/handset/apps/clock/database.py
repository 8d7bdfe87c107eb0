"""Clock's files: the database of alarms, and Clock 7's preferences."""

from __future__ import annotations

import sqlite3
from datetime import date

from bmoca_gym.handset.apps.clock.state import ALL_DAYS, Alarm, ClockState, closed
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import memo, replace

# The database


@memo(256, asset=True)
def alarms_database(alarms: tuple[Alarm, ...]) -> bytes:
    """``alarms.db`` as DeskClock writes it: user_version 9."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(
            """
            PRAGMA user_version = 9;
            CREATE TABLE android_metadata (locale TEXT);
            CREATE TABLE alarm_templates (
              _id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, minutes INTEGER NOT NULL, daysofweek INTEGER NOT NULL,
              enabled INTEGER NOT NULL, vibrate INTEGER NOT NULL, label TEXT NOT NULL, ringtone TEXT,
              delete_after_use INTEGER NOT NULL DEFAULT 0, workflow_label TEXT, workflow_data TEXT);
            CREATE TABLE alarm_instances (
              _id INTEGER PRIMARY KEY, year INTEGER NOT NULL, month INTEGER NOT NULL, day INTEGER NOT NULL,
              hour INTEGER NOT NULL, minutes INTEGER NOT NULL, vibrate INTEGER NOT NULL, label TEXT NOT NULL,
              ringtone TEXT, alarm_state INTEGER NOT NULL,
              alarm_id INTEGER REFERENCES alarm_templates (_id) ON UPDATE CASCADE ON DELETE CASCADE);
            INSERT INTO android_metadata VALUES ('en_US');
            """
        )
        connection.executemany(
            "INSERT INTO alarm_templates (_id, hour, minutes, daysofweek, enabled, vibrate, label, ringtone) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (a.id, a.hour, a.minute, a.days, int(a.enabled), int(a.vibrate), a.label, a.ringtone)
                for a in alarms
            ],
        )
        # An alarm's day comes from its instance; months begin with 0.
        connection.executemany(
            "INSERT INTO alarm_instances (year, month, day, hour, minutes, vibrate, label, ringtone, alarm_state, "
            "alarm_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
            [
                (on.year, on.month - 1, on.day, a.hour, a.minute, int(a.vibrate), a.label, a.ringtone, a.id)
                for a in alarms
                if a.day
                for on in (date.fromordinal(a.day),)
            ],
        )

    return database_bytes(fill)


def _ordinal(year: object, month: object, day: object) -> int:
    """The ordinal of an instance's day, whose month counts from 0; 0 if it is not a day."""
    try:
        return date(int(str(year)), int(str(month)) + 1, int(str(day))).toordinal()
    except (ValueError, OverflowError):
        return 0


def read_database_file(state: ClockState) -> bytes:
    """The alarms as their file."""
    return alarms_database(state.alarms)


def write_database_file(state: ClockState, data: bytes) -> ClockState:
    """The state with the alarms of a file.

    Raises:
        sqlite3.DatabaseError: it is not a database of alarms.
        ValueError: a row is not a valid alarm.
    """
    connection = read_database(data)
    try:
        rows = connection.execute(
            "SELECT _id, hour, minutes, daysofweek, enabled, vibrate, label, ringtone "
            "FROM alarm_templates ORDER BY _id LIMIT 1000"
        ).fetchall()
        instances = connection.execute(
            "SELECT alarm_id, year, month, day FROM alarm_instances ORDER BY _id LIMIT 1000"
        ).fetchall()
    finally:
        connection.close()
    on_days = {id: _ordinal(*day) for id, *day in instances}
    alarms = []
    for id, hour, minute, days, enabled, vibrate, label, ringtone in rows:
        if not all(isinstance(n, int) for n in (id, hour, minute, days, enabled, vibrate)):
            raise ValueError(f"alarm_templates row {id!r}: a number is missing")
        if not (0 <= hour <= 23 and 0 <= minute <= 59 and 0 <= days <= ALL_DAYS):
            raise ValueError(f"alarm_templates row {id}: {hour}:{minute} on days {days} is not an alarm")
        sound = None if ringtone is None else str(ringtone)[:1000]
        alarms.append(
            Alarm(
                id, hour, minute, days, bool(enabled), bool(vibrate), str(label)[:200], ringtone=sound,
                day=0 if days else on_days.get(id, 0),
            )
        )  # fmt: skip
    return replace(
        closed(state),
        alarms=tuple(alarms),
        next_alarm_id=max([1, *(a.id + 1 for a in alarms)]),
        setting_up=not state.timers,
    )


# The preferences


def has_preferences(state: ClockState) -> bool:
    """Whether there is a preferences file: only Clock 7 writes one."""
    return bool(state.preferences)


def read_preferences(state: ClockState) -> bytes:
    """The preferences as their file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: ClockState, data: bytes) -> ClockState:
    """The state with the preferences of a file. Raises ValueError if it is not one."""
    return replace(state, preferences=shared_preferences.parse(data))
