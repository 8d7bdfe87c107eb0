"""The keys and values that Calendar's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.calendario.state import REMINDERS, REPEATS, Event

_YEARS = range(1970, 2101)


def are_events(events: tuple[Event, ...]) -> bool:
    """Whether these are events with ids of their own, at times that the app shows."""
    return len({event.id for event in events}) == len(events) and all(map(_is_event, events))


def _is_event(event: Event) -> bool:
    return (
        event.id > 0
        and event.repeat in REPEATS
        and all(minutes in REMINDERS for minutes in event.reminders)
        and event.start <= event.end
        and event.start.year in _YEARS
        and event.end.year in _YEARS
    )
