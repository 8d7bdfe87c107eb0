"""Simple Calendar's handlers of events that come from files and go into them."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.simple_calendar import ics, reminders
from bmoca_gym.handset.apps.simple_calendar.occurrences import TASK_ROW, number_in
from bmoca_gym.handset.apps.simple_calendar.state import LINE_LIMIT, MAIN, PACKAGE, SimpleCalendar
from bmoca_gym.handset.effects import focus, show, toast
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents, files, intents
from bmoca_gym.handset.value import do, replace


def ask_for_file(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Let the user pick the file whose events are added."""
    return without_overlay(state), focus(""), attachments.ask_for_file(do(_picked), ics.TYPE)


def _picked(state: SimpleCalendar, context: Context, result: Any) -> Next[SimpleCalendar]:
    path = attachments.picked_file(context.phone, result)
    return _imported(state, context, path) if path else state


def _imported(state: SimpleCalendar, context: Context, path: str) -> Next[SimpleCalendar]:
    """Add the events of a file."""
    phone, res = context.phone, context.res
    found = ics.read(phone.files.get(path, b""), state.rows, state.types, phone.zone, phone.clock.wall)
    if found is None or not (found.added or found.known):
        return state, toast(res.string("simple_calendar.import_failed"))
    if not found.added:
        return state, toast(res.string("simple_calendar.no_new_items"))
    said = toast(res.string("simple_calendar.import_done"))
    return replace(state, rows=found.rows, types=found.types), do(reminders.armed), said


def answer_view(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the calendar open, and with the events of the file that another app opens in it."""
    path = documents.path_of(intent.data)
    if path not in phone.files:
        return None
    phone = activities.start(phone, f"{PACKAGE}/{MAIN}")
    return phone.handled(PACKAGE, _imported, (path,))


def begin_export(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Ask what to write into a file, and how to name it."""
    name = f"{context.res.string('simple_calendar.events')}_{context.now:%Y%m%d_%H%M%S}"
    return open_overlay(state, context, "export", name)


def switch(state: SimpleCalendar, context: Context, name: str) -> SimpleCalendar:
    """Include a kind of entries, or leave it out."""
    left = tuple(one for one in state.left_out if one != name)
    return replace(state, left_out=left if name in state.left_out else (*left, name))


def type_name(state: SimpleCalendar, context: Context, text: str) -> SimpleCalendar:
    """Update the name of the file."""
    return replace(state, typed=text[:LINE_LIMIT])


def chosen(state: SimpleCalendar, now: int) -> Rows:
    """The rows to export: events, tasks, and those that are over, as the user wants."""
    return tuple(
        [
            row
            for row in state.rows
            if ("tasks" if number_in(row, "type") == TASK_ROW else "events") not in state.left_out
            and (
                "past" not in state.left_out
                or number_in(row, "end_ts") * 1000 > now
                or number_in(row, "repeat_interval")
            )
        ]
    )


def export(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Ask where to write the file."""
    name = state.typed.strip()
    if not name or "/" in name:
        return state, toast(context.res.string("simple_calendar.empty_name"))
    if not chosen(state, context.phone.clock.wall):
        return state, toast(context.res.string("simple_calendar.no_entries"))
    title = ((intents.TITLE, f"{name}.ics"),)
    asked = Intent(intents.CREATE_DOCUMENT, type=ics.TYPE, categories=(intents.OPENABLE,), extras=title)
    return without_overlay(state), focus(""), show(asked, do(_exported))


def _exported(state: SimpleCalendar, context: Context, result: Any) -> Next[SimpleCalendar]:
    path = documents.path_of(result.data) if isinstance(result, Intent) else ""
    if not path:
        return state
    phone, res = context.phone, context.res
    word = res.string("simple_calendar.reminder")
    data = ics.written(chosen(state, phone.clock.wall), state.types, phone.zone, phone.clock.wall, word)
    said = toast(res.string("simple_calendar.export_done"))
    failed = res.string("simple_calendar.export_failed")
    return state, said, do(attempted, failed, files.write, path, data)
