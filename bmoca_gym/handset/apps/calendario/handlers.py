"""Calendar's handlers: of the month and the lists, and of the editor of an event."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from bmoca_gym.handset.apps.calendario import reminders
from bmoca_gym.handset.apps.calendario.state import (
    DAY_SCROLL,
    DETAIL,
    EDITOR,
    FIRST_MONTH,
    LAST_MONTH,
    LIMITS,
    LIST,
    PACKAGE,
    REMINDERS,
    Calendario,
    Event,
    day_of,
    in_order,
    month_shown,
    with_id,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits.date_picker import month_of
from bmoca_gym.handset.kits.navigation import open_overlay, page_step, without_overlay
from bmoca_gym.handset.kits.spans import edited
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace

# Getting about


def select_day(state: Calendario, context: Context, day: int) -> Next[Calendario]:
    """Show the events of a day below the month."""
    return replace(state, day=day, month=month_of(date.fromordinal(day))), scroll_to(DAY_SCROLL)


def turn(state: Calendario, context: Context, by: int) -> Next[Calendario]:
    """Show another month."""
    month = month_shown(state, context.now.date()) + by
    return replace(state, month=min(max(month, FIRST_MONTH), LAST_MONTH))


def swipe(state: Calendario, context: Context) -> Next[Calendario]:
    """Turn the page following the swipe; one against the reading direction shows the next."""
    by = page_step(context)
    return turn(state, context, by) if by else state


def go_to_today(state: Calendario, context: Context) -> Next[Calendario]:
    """Show today."""
    return without_overlay(state, day=0, month=0), scroll_to(DAY_SCROLL)


def show_list(state: Calendario, context: Context) -> Next[Calendario]:
    """Open the list of all events."""
    return without_overlay(state), start(f"{PACKAGE}/{LIST}")


def show_event(state: Calendario, context: Context, id: int, day: int) -> Next[Calendario]:
    """Open an event's occurrence on a day."""
    return state, start(f"{PACKAGE}/{DETAIL}", (id, day))


def edit_event(state: Calendario, context: Context, id: int) -> Next[Calendario]:
    """Open the editor of an event."""
    return state, start(f"{PACKAGE}/{EDITOR}", (id, 0))


def new_event(state: Calendario, context: Context) -> Next[Calendario]:
    """Open the editor of a new event of the chosen day."""
    return state, start(f"{PACKAGE}/{EDITOR}", (0, day_of(state, context.now.date()).toordinal()))


# The editor


def created(state: Calendario, context: Context) -> Next[Calendario]:
    """Start a draft when the editor opens."""
    activity = context.activity
    if activity is None or activity.name != EDITOR:
        return without_overlay(state)
    id, day = activity.argument or (0, context.now.toordinal())
    event = with_id(state, id)
    if event is None:
        hour = (context.now + timedelta(hours=1)).hour
        begin = datetime.fromordinal(day or context.now.toordinal()) + timedelta(hours=hour)
        event = Event(start=begin, end=begin + timedelta(hours=1))
    return without_overlay(state, draft=event, original=event)


def write(state: Calendario, context: Context, name: str, text: str) -> Next[Calendario]:
    """Update the title or the note."""
    return edited(state, **{name: text[: LIMITS[name]]})


def next_field(state: Calendario, context: Context, name: str) -> Next[Calendario]:
    """Move to another field; "" for none."""
    return state, focus(name)


def switch_all_day(state: Calendario, context: Context) -> Next[Calendario]:
    """Make the event an all-day event, or not."""
    return (edited(state, all_day=not state.draft.all_day) if state.draft else state), focus("")


def repeat(state: Calendario, context: Context, how: str) -> Next[Calendario]:
    """Set how the event repeats."""
    return edited(state, repeat=how)


def open_reminders(state: Calendario, context: Context) -> Next[Calendario]:
    """Open the list of reminders, with the event's reminders checked."""
    picked = state.draft.reminders if state.draft else ()
    return open_overlay(state, context, "reminders", picked)


def pick_reminder(state: Calendario, context: Context, minutes: int) -> Next[Calendario]:
    """Check or uncheck a reminder."""
    others = tuple(n for n in state.picked if n != minutes)
    return replace(state, picked=others if minutes in state.picked else (*others, minutes))


def reminders_done(state: Calendario, context: Context) -> Next[Calendario]:
    """Set the selected reminders."""
    picked = tuple(n for n in REMINDERS if n in state.picked)
    return edited(state, reminders=picked)


def save(state: Calendario, context: Context) -> Next[Calendario]:
    """Save the event and show it."""
    draft = state.draft
    if draft is None:
        return state
    if draft.end < draft.start:
        return state, toast(context.res.string("calendario.ends_before"))
    event = replace(draft, id=draft.id or max((one.id for one in state.events), default=0) + 1,
                    title=draft.title.strip(), note=draft.note.strip())  # fmt: skip
    others = tuple(one for one in state.events if one.id != event.id)
    kept = without_overlay(state, events=in_order((*others, event)), draft=None, original=None)
    day = event.start.toordinal()
    left = finish() if draft.id else start(f"{PACKAGE}/{DETAIL}", (event.id, day))
    effects = (left,) if draft.id else (finish(), left)
    return kept, focus(""), *effects, do(reminders.armed)


def leave_editor(state: Calendario, context: Context) -> Next[Calendario]:
    """Leave the editor, asking first if something was changed."""
    return discard(state, context) if state.draft == state.original else ask(state, context)


def ask(state: Calendario, context: Context) -> Next[Calendario]:
    """Ask before changes are lost; do nothing if there are none."""
    return state if state.draft == state.original else open_overlay(state, context, "discard")


def discard(state: Calendario, context: Context) -> Next[Calendario]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=None, original=None), focus(""), finish()


def delete(state: Calendario, context: Context, id: int) -> Next[Calendario]:
    """Delete an event and leave its page."""
    left = tuple(event for event in state.events if event.id != id)
    return without_overlay(state, events=left), finish(), do(reminders.armed)
