"""Messages that are sent later: when, the row over the text field, and what a message that waits can become."""

from __future__ import annotations

from datetime import datetime, time

from bmoca_gym.handset.apps.simple_sms.state import PACKAGE, Scheduled, SimpleSms
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, drafts, time_picker
from bmoca_gym.handset.kits.conversations import Draft, draft_for
from bmoca_gym.handset.kits.navigation import close_overlay, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import QUEUED, Message, same_address
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import Callback, do, memo, replace

#: The first id of a message that waits: beyond those of the provider.
_FIRST = 1 << 32
#: The latest year that the picker offers.
_YEARS = 10


def as_message(one: Scheduled) -> Message:
    """Return a waiting message as the conversation shows it: queued, at the time when it will be sent."""
    return Message(one.id, 0, one.address, one.body, one.at, QUEUED, attachment=one.attachment)


@memo(64)
def waiting(scheduled: tuple[Scheduled, ...], address: str) -> tuple[Message, ...]:
    """Return the messages that wait to be sent to an address, the next one first."""
    own = [one for one in scheduled if same_address(one.address, address)]
    return tuple([as_message(one) for one in sorted(own, key=lambda one: (one.at, one.id))])


def _with_id(state: SimpleSms, id: int) -> Scheduled | None:
    return next((one for one in state.scheduled if one.id == id), None)


def _now(context: Context) -> datetime:
    return time_zones.local(context.phone.zone, context.phone.clock.wall)


# When: first the day and then the time, or both beside each other when a time was set before


def begin(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Ask when the message shall be sent."""
    state = replace(state, attaching=False)
    if state.planned:
        return _preview(state, context, time_zones.local(context.phone.zone, state.planned))
    return _ask_day(replace(state, when=None), context)


def _preview(state: SimpleSms, context: Context, when: datetime) -> Next[SimpleSms]:
    return open_overlay(without_overlay(state), context, "schedule", when)


def _ask_day(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    today = _now(context).date()
    day = state.when.date() if state.when is not None else today
    picker = date_picker.opened(day, today.year, today.year + _YEARS)
    return and_then(open_overlay(state, context, "schedule_date", picker), scroll_to("month"))


def ask_day(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Change the day."""
    return _ask_day(replace(state, previewed=True), context)


def ask_time(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Change the time of day."""
    return _ask_time(replace(state, previewed=True), context)


def _ask_time(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    at = state.when or _next_hour(_now(context))
    return open_overlay(state, context, "schedule_time", time_picker.opened(context.res, at.hour, at.minute))


def _next_hour(now: datetime) -> datetime:
    """Return an hour and some minutes from now, on the same day, as the app proposes it."""
    minute = min(round((now.minute + 5) / 5) * 5, 59)
    return now.replace(hour=min(now.hour + 1, 23), minute=minute, second=0, microsecond=0)


def date_done(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Take the day over. The time comes next, unless it was set before."""
    if state.dates is None:
        return state
    now = _now(context)
    when = datetime.combine(state.dates.day, (state.when or _next_hour(now)).time())
    if when.date() < now.date() or (state.previewed and when <= now):
        return state, _too_early(context)
    state = replace(state, when=when)
    return _preview(state, context, when) if state.previewed else _ask_time(state, context)


def time_done(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Take the time of day over and show both."""
    if state.times is None or state.when is None:
        return state
    picker = time_picker.picked(context.res, state.times)
    if picker is None:
        return replace(state, times=replace(state.times, wrong=True))
    when = datetime.combine(state.when, time(picker.hour, picker.minute))
    if when <= _now(context):
        return state, _too_early(context)
    return and_then(_preview(state, context, when), focus(""))


def cancel_picker(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Leave a picker: back to what was set, or to the conversation."""
    if state.previewed and state.when is not None:
        return and_then(_preview(state, context, state.when), focus(""))
    return close_overlay(state, context)


def plan(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Confirm the time. The message can then be written on, and waits when it is sent."""
    if state.when is None:
        return state
    if state.when <= _now(context):
        return state, _too_early(context)
    return without_overlay(state, planned=time_zones.wall(context.phone.zone, state.when)), focus("compose")


def _too_early(context: Context) -> Callback:
    return toast(context.res.string("simple_sms.time_in_future"))


def discard(state: SimpleSms, context: Context) -> Next[SimpleSms]:
    """Give the time up. A waiting message that was being changed is given up with it."""
    after = _without(state, (state.revised,))
    return replace(after, planned=0, revised=0), do(armed)


# Sending, now or later


def send(state: SimpleSms, context: Context, address: str) -> Next[SimpleSms]:
    """Send the draft, or have it wait for its time."""
    if not state.planned:
        return drafts.send(replace(state, attaching=False), context, address)
    draft = draft_for(state.drafts, address)
    text = draft.text.strip()
    if not (text or draft.attachment):
        return state
    if state.planned < context.phone.clock.wall + 1000:
        when = time_zones.local(context.phone.zone, state.planned)
        return and_then(_preview(state, context, when), _too_early(context))
    id = state.revised or max([one.id for one in state.scheduled], default=_FIRST - 1) + 1
    after = _without(state, (id,))
    one = Scheduled(id, address, text, state.planned, draft.attachment)
    after = replace(after, scheduled=(*after.scheduled, one), planned=0, revised=0, attaching=False)
    return drafts.kept(after, Draft(address, "", 0)), do(armed), scroll_to(drafts.SCROLL, drafts.END)


def _without(state: SimpleSms, ids: tuple[int, ...]) -> SimpleSms:
    if not any(one.id in ids for one in state.scheduled):
        return state
    return replace(state, scheduled=tuple([one for one in state.scheduled if one.id not in ids]))


def without(state: SimpleSms, ids: tuple[int, ...]) -> Next[SimpleSms]:
    """Give up the waiting messages among ``ids``."""
    after = _without(state, ids)
    return state if after is state else (after, do(armed))


def without_address(state: SimpleSms, addresses: tuple[str, ...]) -> Next[SimpleSms]:
    """Give up the messages that wait to be sent to these addresses."""
    own = [one.id for one in state.scheduled if any(same_address(one.address, a) for a in addresses)]
    return without(state, tuple(own))


def armed(phone: Phone) -> Phone:
    """Schedule the waiting messages, and nothing else."""
    phone = clock.cancel_all(phone, PACKAGE)
    for one in phone.apps[PACKAGE].scheduled:
        phone = clock.schedule(phone, PACKAGE, f"message {one.id}", one.at, do(_fall_due, one.id))
    return phone


def _fall_due(state: SimpleSms, context: Context, id: int) -> Next[SimpleSms]:
    """Send a message whose time has come."""
    one = _with_id(state, id)
    return state if one is None else _sent(state, one)


def _sent(state: SimpleSms, one: Scheduled) -> Next[SimpleSms]:
    after = _without(state, (one.id,))
    if after.revised == one.id:
        after = replace(after, planned=0, revised=0)
    return after, do(messages.send, one.address, one.body, state.delivery_reports, one.attachment)


# What a touch on a waiting message offers


def change(state: SimpleSms, context: Context, id: int) -> Next[SimpleSms]:
    """Put a waiting message back into the field, with its time."""
    one = _with_id(state, id)
    if one is None:
        return without_overlay(state)
    draft = Draft(one.address, one.body, context.phone.clock.wall, one.attachment)
    after = drafts.kept(without_overlay(state, planned=one.at, revised=id), draft)
    return after, focus("compose")


def send_now(state: SimpleSms, context: Context, id: int) -> Next[SimpleSms]:
    """Send a waiting message at once."""
    one = _with_id(state, id)
    if one is None:
        return without_overlay(state)
    return and_then(_sent(without_overlay(state), one), do(armed), scroll_to(drafts.SCROLL, drafts.END))


def delete(state: SimpleSms, context: Context, id: int) -> Next[SimpleSms]:
    """Delete a waiting message."""
    return without(without_overlay(state), (id,))
