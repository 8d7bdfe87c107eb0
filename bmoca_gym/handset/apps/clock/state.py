"""Clock's state: alarms, timers, stopwatch and cities; its database; and ringing."""

from __future__ import annotations

import sqlite3
from datetime import date, datetime, timedelta
from typing import Any

from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clock, logcat, notifications, shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import Callback, Value, do, memo, replace, value

PACKAGE = "com.google.android.deskclock"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}/com.android.deskclock.DeskClock"
DATABASE = f"/data/user_de/0/{PACKAGE}/databases/alarms.db"
PREFERENCES = f"/data/user_de/0/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
ALARM_ACTIVITY = f"{PACKAGE}/com.android.deskclock.alarms.AlarmActivity"
EXPIRED_ACTIVITY = f"{PACKAGE}/com.android.deskclock.timer.ExpiredTimersActivity"
CITIES_ACTIVITY = f"{PACKAGE}/com.android.deskclock.worldclock.CitySelectionActivity"
ALL_DAYS = 127
#: The first version code of Google's Clock 7, which has cards, bedtime and settings.
_SEVEN = 70_000_000


@value
class Alarm(Value):
    """An alarm. ``days``: bits from 1 (Monday) to 64 (Sunday), 0 for once; ``snoozed``: wall ms when it rings again,
    or 0.

    ``ringtone``: the address of its sound, "" for none, None for the phone's default. ``day``: the ordinal of the day
    on which one without ``days`` rings, 0 for the next time that it can.
    """

    id: int
    hour: int
    minute: int
    days: int = 0
    enabled: bool = True
    vibrate: bool = True
    label: str = ""
    snoozed: int = 0
    ringtone: str | None = None
    day: int = 0


@value
class Timer(Value):
    """A timer. ``length``: ms; ``left``: ms left when it last stopped; ``since``: uptime in ms when it was
    started, or -1.
    """

    id: int
    length: int
    left: int
    since: int = -1
    label: str = ""


@value
class PickAlarm(Value):
    """The time picker's dialog: for the alarm ``id``, a new one (0), or a time of bedtime (`BEDTIME`, `WAKE_UP`)."""

    id: int
    picker: TimePicker


@value
class PickDay(Value):
    """The date picker's dialog: for the day of the alarm ``id``."""

    id: int
    picker: DatePicker


#: What the time picker is for, beside alarms.
BEDTIME, WAKE_UP = -1, -2


@value
class Opened(Value):
    """The open dialog or list of a Clock 7 screen: "menu", a bedtime, or a setting's list."""

    name: str


@value
class EditLabel(Value):
    """The label's dialog of an alarm or a timer."""

    id: int
    text: str
    of_timer: bool = False


@value
class ClockState(Value):
    """The app's state. ``tab``: the selected one; ``expanded``: id of the open alarm; ``digits``: of a timer being
    set; ``announced``: wall ms of the next alarm as logged last, or 0; ``ringing``: id of an alarm; ``deleted``: the
    alarm that undo restores. Of Clock 7: ``preferences``: settings, cities and bedtime; ``removed``: the cities that
    undo restores; ``playing``: a sleep sound is playing.
    """

    alarms: tuple[Alarm, ...] = (Alarm(1, 9, 0, 96, False),)
    next_alarm_id: int = 2
    tab: str = "clock"
    expanded: int = 0
    dialog: PickAlarm | PickDay | EditLabel | Opened | None = None
    timers: tuple[Timer, ...] = ()
    next_timer_id: int = 1
    digits: str = ""
    setting_up: bool = True
    watch_since: int = -1
    watch_before: int = 0
    laps: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    city_query: str = ""
    announced: int = 0
    ringing: int = 0
    deleted: Alarm | None = None
    preferences: Preferences = ()
    removed: tuple[str, ...] = ()
    playing: bool = False


def is_seven(phone: Phone) -> bool:
    """Whether the phone has Google's Clock 7, as its image's versions say."""
    return phone.image.versions.get(PACKAGE, (0, ""))[0] >= _SEVEN


def closed(state: ClockState) -> ClockState:
    """The state after the app is closed: dialogs and open rows are gone."""
    return replace(state, dialog=None, expanded=0, city_query="", deleted=None, removed=())


def alarm_of(state: ClockState, id: int) -> Alarm | None:
    """The alarm with that id."""
    return next((a for a in state.alarms if a.id == id), None)


def with_alarm(state: ClockState, id: int, **changes: Any) -> ClockState:
    """The state with one alarm changed."""
    return replace(state, alarms=tuple(replace(a, **changes) if a.id == id else a for a in state.alarms))


def in_order(alarms: tuple[Alarm, ...]) -> tuple[Alarm, ...]:
    """Alarms as the list shows them: by time of day."""
    return tuple(sorted(alarms, key=lambda a: (a.hour, a.minute, a.id)))


def next_time(alarm: Alarm, now: datetime) -> datetime:
    """Next time at which an alarm rings after ``now`` (local times)."""
    at = now.replace(hour=alarm.hour, minute=alarm.minute, second=0, microsecond=0)
    if alarm.day and not alarm.days:
        on_day = at + timedelta(days=alarm.day - at.toordinal())
        if on_day > now:
            return on_day
    if at <= now:
        at += timedelta(days=1)
    while alarm.days and not alarm.days >> at.weekday() & 1:
        at += timedelta(days=1)
    return at


# What rings when: after each change of the alarms the system is told, and says so in its log.


def armed() -> Callback:
    """Effect: set the appointments of all alarms, and log the next one."""
    return do(_arm)


def _arm(phone: Phone, moved: bool = False) -> Phone:
    """Schedule the alarms. ``moved``: the clock was set, and alarms due in between are missed."""
    state: ClockState = phone.apps[PACKAGE]
    now = clock.local_time(phone)
    times: list[int] = []
    # Of alarms at the same minute one rings first: the others, due now, must not be put off to their next day.
    due_now: dict[str, int] = {}
    for due in phone.due:
        if due.owner == PACKAGE and due.tag.startswith("alarm-"):
            if due.at <= phone.clock.wall and not moved:
                due_now[due.tag] = due.at
            phone = clock.cancel(phone, due.owner, due.tag)
    for alarm in state.alarms:
        if alarm.snoozed:
            at = alarm.snoozed
        elif alarm.enabled and f"alarm-{alarm.id}" in due_now:
            at = due_now[f"alarm-{alarm.id}"]
        elif alarm.enabled:
            at = clock.wall_of(phone, next_time(alarm, now))
        else:
            continue
        times.append(at)
        phone = clock.schedule(phone, PACKAGE, f"alarm-{alarm.id}", at, do(_ring, alarm.id))
    phone = notifications.refresh(phone, PACKAGE)
    first = min(times, default=0)
    if first == state.announced:
        return phone
    return _announced(replace(phone, apps=phone.apps.set(PACKAGE, replace(state, announced=first))))


def _announced(phone: Phone) -> Phone:
    """The phone with the line that the notification policy prints when the next alarm or the clock has changed."""
    first: int = phone.apps[PACKAGE].announced
    times = [f"{_stamp(phone, at)} ({at})" for at in (phone.clock.wall, first)]
    message = f"evaluateSubscriptionLocked cal=ScheduleCalendar, now={times[0]}, nextUserAlarmTime={times[1]}"
    return logcat.write(phone, "ConditionProviders.SCP", message, "D")


def time_changed(phone: Phone) -> Phone:
    """Schedule alarms again after the clock was set, and log the next one again."""
    return _announced(_arm(phone, moved=True))


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _stamp(phone: Phone, wall: int) -> str:
    """A time as Java's Date prints it."""
    t = clock.local_time(phone, wall)
    zone = clock.zone_of(phone)
    return f"{_DAYS[t.weekday()]} {_MONTHS[t.month - 1]} {t.day:02d} {t:%H:%M:%S} {zone} {t.year}"


def _ring(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    alarm = alarm_of(state, id)
    if alarm is None:
        return state
    if not alarm.days and not alarm.snoozed:
        state = with_alarm(state, id, enabled=False, day=0)
    # One rings at a time (AlarmService): another one that still did is missed.
    return and_then(
        replace(with_alarm(state, id, snoozed=0), ringing=id),
        do(activities.close, ALARM_ACTIVITY, state.ringing),
        do(logcat.write, "AlarmClock", f"Starting alarm instance for alarm {id}", "I"),
        armed(),
        *_silenced(state, context, id),
    )


def _silenced(state: ClockState, context: Context, id: int) -> tuple[Callback, ...]:
    """Effect: have Clock 7 give a ringing alarm up after the minutes that its settings say."""
    minutes = shared_preferences.get(state.preferences, "auto_silence", "string", "10")
    if not (is_seven(context.phone) and minutes.isdecimal()):
        return ()
    at = context.phone.clock.wall + int(minutes) * 60_000
    return (do(clock.schedule, PACKAGE, "silence", at, do(_miss, id)),)


def _miss(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    if state.ringing != id:
        return state
    missed = replace(with_alarm(state, id, snoozed=0), ringing=0)
    told = do(logcat.write, "AlarmClock", f"Missed alarm {id}", "I")
    return missed, told, armed(), do(activities.close, ALARM_ACTIVITY, id)


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
        # The day of an alarm is that of its instance; months begin with 0.
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
    """The ordinal of an instance's day, whose month counts from 0; 0 if it is invalid."""
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
        sqlite3.DatabaseError: it is no database of alarms.
        ValueError: a row holds what no alarm can have.
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
    """Whether there is a file of preferences: Clock 7 alone writes one."""
    return bool(state.preferences)


def read_preferences(state: ClockState) -> bytes:
    """The preferences as their file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: ClockState, data: bytes) -> ClockState:
    """The state with the preferences in a file. Raises ValueError if it is invalid."""
    return replace(state, preferences=shared_preferences.parse(data))
