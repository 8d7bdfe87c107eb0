"""Editing and deleting an event of Calendar."""

from __future__ import annotations

from datetime import datetime, timedelta

from bmoca_gym.handset.apps.calendario import reminders
from bmoca_gym.handset.apps.calendario.state import (
    DETAIL,
    EDITOR,
    PACKAGE,
    REMINDERS,
    Calendario,
    Event,
    close_overlay,
    in_order,
    with_id,
)
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits.spans import edited
from bmoca_gym.handset.manifest import Next, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace

TITLE_LIMIT, NOTE_LIMIT = 200, 2000


def created(state: Calendario, context: Context) -> Next[Calendario]:
    """Begin a draft with an editor that is opened."""
    activity = context.activity
    if activity is None or activity.name != EDITOR:
        return replace(state, overlay="")
    id, day = activity.argument or (0, context.now.toordinal())
    event = with_id(state, id)
    if event is None:
        hour = (context.now + timedelta(hours=1)).hour
        begin = datetime.fromordinal(day or context.now.toordinal()) + timedelta(hours=hour)
        event = Event(start=begin, end=begin + timedelta(hours=1))
    return replace(state, draft=event, original=event, overlay="")


def write(state: Calendario, context: Context, name: str, text: str) -> Next[Calendario]:
    """Take over the title or the note."""
    return edited(state, **{name: text[: NOTE_LIMIT if name == "note" else TITLE_LIMIT]})


def next_field(state: Calendario, context: Context, name: str) -> Next[Calendario]:
    """Go on to another field, "" for none."""
    return state, focus(name)


def switch_all_day(state: Calendario, context: Context) -> Next[Calendario]:
    """Make the event an all-day event, or not."""
    return (edited(state, all_day=not state.draft.all_day) if state.draft else state), focus("")


def repeat(state: Calendario, context: Context, how: str) -> Next[Calendario]:
    """Take over how the event repeats."""
    return edited(state, repeat=how)


def open_reminders(state: Calendario, context: Context) -> Next[Calendario]:
    """Open the list of reminders, with the event's reminders checked."""
    picked = state.draft.reminders if state.draft else ()
    return replace(state, overlay="reminders", picked=picked), focus("")


def pick_reminder(state: Calendario, context: Context, minutes: int) -> Next[Calendario]:
    """Check or uncheck a reminder."""
    others = tuple(n for n in state.picked if n != minutes)
    return replace(state, picked=others if minutes in state.picked else (*others, minutes))


def reminders_done(state: Calendario, context: Context) -> Next[Calendario]:
    """Take over the marked reminders."""
    picked = tuple(n for n in REMINDERS if n in state.picked)
    return replace(edited(state, reminders=picked), picked=())


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
    kept = replace(state, events=in_order((*others, event)), draft=None, original=None, overlay="")
    day = event.start.toordinal()
    left = finish() if draft.id else start(f"{PACKAGE}/{DETAIL}", (event.id, day))
    effects = (left,) if draft.id else (finish(), left)
    return kept, focus(""), *effects, do(reminders.armed)


def leave_editor(state: Calendario, context: Context) -> Next[Calendario]:
    """Leave the editor; where something was changed, only after a question."""
    if state.draft != state.original:
        return replace(state, overlay="discard"), focus("")
    return discard(state, context)


def discard(state: Calendario, context: Context) -> Next[Calendario]:
    """Leave the editor without saving."""
    return replace(split(close_overlay(state, context))[0], draft=None, original=None), focus(""), finish()


def delete(state: Calendario, context: Context, id: int) -> Next[Calendario]:
    """Delete an event and leave its page."""
    left = tuple(event for event in state.events if event.id != id)
    return replace(state, events=left, overlay=""), finish(), do(reminders.armed)
