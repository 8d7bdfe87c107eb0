"""``content insert`` at ``content://com.android.calendar/events``."""

from __future__ import annotations

from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Event
from bmoca_gym.handset.providers.table import Bindings
from bmoca_gym.handset.state import LAST_WALL, Phone


def insert(phone: Phone, values: Bindings) -> Phone:
    """Insert an event.

    Raises:
        ContentError: its begin and end are not given, or not in this order.
    """
    begin, end = values.get("dtstart"), values.get("dtend")
    if not (isinstance(begin, int) and isinstance(end, int) and 0 <= begin <= end <= LAST_WALL):
        raise ContentError("an event has dtstart and dtend, bound as l: milliseconds since the epoch")
    title, place, about = (str(values.get(name) or "") for name in ("title", "eventLocation", "description"))
    zone = str(values.get("eventTimezone") or "UTC")
    whole_days = str(values.get("allDay", 0)) in ("1", "True")
    made = Event(
        begin=begin, end=end, zone=zone, all_day=whole_days, title=title, location=place, description=about
    )  # fmt: skip
    return calendar.save(phone, made)
