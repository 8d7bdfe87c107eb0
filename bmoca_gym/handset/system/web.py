"""The web as the system knows it: who shows an address, and what the launcher's search bar opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import replace

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

#: Where a search is typed, in the Google app, and the text field there.
QUERY_ENTRY = (
    "com.google.android.googlequicksearchbox/com.google.android.apps.gsa.queryentry.QueryEntryActivity"
)
QUERY_FIELD = "query"


def open_search(phone: Phone) -> Phone:
    """The phone with an empty search field in front and the keyboard open; what was being typed is gone."""
    tasks = tuple(
        replace(task, activities=tuple(a for a in task.activities if a.component != QUERY_ENTRY))
        for task in phone.tasks
    )
    phone = activities.start(replace(phone, tasks=tasks), QUERY_ENTRY)
    return activities.focus(phone, QUERY_FIELD)


def shown(phone: Phone, address: str) -> Phone | None:
    """The phone with the first app in front that can show a web address; None where there is none."""
    from bmoca_gym.handset import apps

    for app in apps.INSTALLED.values():
        if app.view is not None:
            after = app.view(phone, address)
            if after is not None:
                return after
    return None


def show(phone: Phone, address: str) -> Phone:
    """The phone with what shows a web address in front, as it is where there is nothing that does."""
    after = shown(phone, address)
    return phone if after is None else after
