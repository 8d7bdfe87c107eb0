"""Tasks' state: rows, what is open over the page, selection, draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bmoca_gym.handset.apps.tasks.places import Collections, Setup
from bmoca_gym.handset.apps.tasks.rows import NO_PRIORITY, Alarm, View
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.value import Value, value

PACKAGE = "org.tasks"
ID = PACKAGE + ":id/"
MAIN = "com.todoroo.astrid.activity.MainActivity"
SETTINGS = f"{PACKAGE}.preferences.MainPreferences"
DATABASE = f"/data/data/{PACKAGE}/databases/database"
LIST_SCROLL = "tasks"
#: Channel of the reminders.
CHANNEL = "notifications"

#: The first lists of the drawer with their glyphs.
LISTS = {"my_tasks": "inbox", "today": "today", "recent": "history"}
FIRST_LIST = "my_tasks"
#: What the list may be grouped and sorted by.
ARRANGEMENTS = {
    "group": ("due", "priority", "modified", "created", "none"),
    "sort": ("due", "priority", "title", "modified", "created"),
}
#: Values of importance, from the highest on, by the names of their strings.
PRIORITIES = ("high", "medium", "low", "no_priority")
#: Due dates of new tasks: days from today on, -1 for none.
DEADLINES = {"no_due_date": -1, "today": 0, "tomorrow": 1, "next_week": 7}
#: Times of day that are offered: minutes of the day.
TIMES = {"morning": 540, "afternoon": 780, "evening": 1020, "night": 1200}
#: Values of the settings that are chosen, by the names of their strings.
DEFAULTS: dict[str, Mapping[str, object]] = {
    "priority": {name: place for place, name in enumerate(PRIORITIES)},
    "deadline": {name: name for name in DEADLINES},
}
LINE_LIMIT = 500
#: The longest texts of a draft.
LIMITS = {"title": LINE_LIMIT, "notes": 10_000}
#: Glyphs of what the drawer lists below its first rows.
GLYPHS = {"filter": "filter_list", "tag": "label_outline", "list": "list"}


@value
class Subtask(Value):
    """A subtask while its task is edited. ``id``: of its row, 0 for a new one."""

    id: int
    title: str
    done: bool = False


@value
class Draft(Value):
    """A task being written.

    Attributes:
        id: id of its row, 0 for a new one.
        due, start: as they are stored.
        list: id of its list, 0 for the first one.
        tags: ids of its tags.
        alarms: its reminders.
    """

    id: int = 0
    parent: int = 0
    title: str = ""
    notes: str = ""
    priority: int = NO_PRIORITY
    due: int = 0
    start: int = 0
    recurrence: str = ""
    done: bool = False
    subtasks: tuple[Subtask, ...] = ()
    list: int = 0
    tags: tuple[int, ...] = ()
    alarms: tuple[Alarm, ...] = ()


@value
class Pick(Value):
    """A date being picked.

    Attributes:
        field: due, start or alarm.
        day: ordinal, 0 for none.
        minute: -1 for none.
        month: number of the shown month.
    """

    field: str
    day: int
    minute: int
    month: int


@value
class Preferences(Value):
    """Values of the settings."""

    full_titles: bool = False
    notes: bool = True
    priority: int = NO_PRIORITY
    deadline: str = "no_due_date"


OverlayName = Literal[
    "", "drawer", "menu", "sort", "group", "order", "marked", "delete", "clear", "pick", "clock", "repeat", "discard",
    "delete_task", "priority", "deadline", "lists", "reminder", "before", "criteria", "chosen", "words",
    "discard_setup", "delete_setup",
]  # fmt: skip


@value
class Tasks(Value):
    """The app's state.

    Attributes:
        marked: ids of the selected rows.
        folded: keys of the collapsed groups.
        query: the search query.
        before: the draft as it was opened.
        undo: rows before the change that can be undone; ``said`` is the string that announces it.
        setup: the list, tag or filter being set up; ``kind`` is that of the criterion being added to it.
        tagging: whether the draft's tags are being chosen.
        typed: text typed there, or in a dialog.
    """

    rows: Rows = ()
    alarms: Rows = ()
    accounts: Rows = ()
    lists: Rows = ()
    links: Rows = ()
    tags: Rows = ()
    tagged: Rows = ()
    filters: Rows = ()
    undo: Rows = ()
    said: str = ""
    view: View = View()
    preferences: Preferences = Preferences()
    overlay: OverlayName = ""
    searching: bool = False
    query: str = ""
    marked: tuple[int, ...] = ()
    folded: tuple[str, ...] = ()
    draft: Draft | None = None
    before: Draft | None = None
    pick: Pick | None = None
    clock: TimePicker | None = None
    setup: Setup | None = None
    kind: str = ""
    tagging: bool = False
    typed: str = ""

    @property
    def collections(self) -> Collections:
        """The rows of all tables except tasks and their alarms."""
        return Collections(self.accounts, self.lists, self.links, self.tags, self.tagged, self.filters)
