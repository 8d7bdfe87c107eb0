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
    """The phone with an empty search field in front and the keyboard open; the app's other screens are gone."""
    package = QUERY_ENTRY.partition("/")[0]
    tasks = tuple(replace(task, activities=()) if task.package == package else task for task in phone.tasks)
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
    """The phone with what shows a web address over the app in front; as it is where there is nothing that does."""
    front = activities.top(phone).package
    after = shown(phone, address)
    if after is None or phone.home:
        return phone if after is None else after
    *others, task = after.tasks
    return replace(after, tasks=(*others, replace(task, caller="" if task.package == front else front)))
