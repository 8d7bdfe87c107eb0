"""Handlers of snoozing mails: for some hours or days, or until a day and a time that are picked."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from bmoca_gym.handset.apps.gmail.handlers.mails import armed, in_place_of
from bmoca_gym.handset.apps.gmail.state import Gmail
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace

_MORNING, _EVENING = time(8), time(18)
_SATURDAY = 5
#: Years ahead that the picker offers.
_YEARS = 5


def proposals(now: datetime) -> tuple[tuple[str, datetime], ...]:
    """Times until which mails can be snoozed, with the keys of their names."""
    day = now.date()
    found = []
    if now.hour < _EVENING.hour - 1:
        found.append(("later_today", datetime.combine(day, _EVENING)))
    found.append(("tomorrow", datetime.combine(day + timedelta(1), _MORNING)))
    if day.weekday() < _SATURDAY - 1:
        found.append(("this_weekend", datetime.combine(day + timedelta(_SATURDAY - day.weekday()), _MORNING)))
    found.append(("next_week", datetime.combine(day + timedelta(7 - day.weekday()), _MORNING)))
    return tuple(found)


def until_text(res: Resources, at: datetime, today: int) -> str:
    """A day and a time. ``today``: the day's ordinal."""
    year = datetime.fromordinal(today).year
    return f"{res.date(at.date(), 'MMMEd' if at.year == year else 'yMMMEd')} {res.time(at.hour, at.minute)}"


def snooze(state: Gmail, context: Context, ids: tuple[int, ...], until: datetime) -> Next[Gmail]:
    """Take mails out of the inbox until a local time."""
    phone = context.phone
    at = time_zones.wall(phone.zone, until)
    before = tuple(mail for mail in state.mails if mail.id in ids)
    after = tuple(replace(mail, folder="snoozed", snoozed=at) for mail in before)
    said = until_text(context.res, until, phone.local_minute.toordinal())
    return and_then(in_place_of(state, context, before, after, f"snoozed_until {said}"), do(armed))


def pick_day(state: Gmail, context: Context) -> Next[Gmail]:
    """Ask for the day."""
    today = moment(context.phone.zone, context.phone.clock.wall).date()
    picker = date_picker.opened(today, today.year, today.year + _YEARS)
    return and_then(open_overlay(state, context, "snooze_date", picker), scroll_to("month"))


def day_done(state: Gmail, context: Context) -> Next[Gmail]:
    """Ask for the time on the day that was picked."""
    today = moment(context.phone.zone, context.phone.clock.wall).date()
    if state.dates is None or state.dates.day < today:
        return state, toast(context.res.string("gmail.past_time"))
    return open_overlay(state, context, "snooze_time", time_picker.opened(context.res, _MORNING.hour, 0))


def time_done(state: Gmail, context: Context, ids: tuple[int, ...]) -> Next[Gmail]:
    """Snooze mails until the day and the time that were picked."""
    if state.dates is None or state.times is None:
        return state
    picker = time_picker.picked(context.res, state.times)
    if picker is None:
        return replace(state, times=replace(state.times, wrong=True))
    until = datetime.combine(state.dates.day, time(picker.hour, picker.minute))
    if until <= moment(context.phone.zone, context.phone.clock.wall):
        return state, toast(context.res.string("gmail.past_time"))
    return and_then(snooze(state, context, ids, until), focus(""))
