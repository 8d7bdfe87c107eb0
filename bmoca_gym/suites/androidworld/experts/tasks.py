"""Experts for Tasks: they read the list, grouped by due date or priority, and answer a question."""

from __future__ import annotations

from datetime import date, timedelta

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.ui.tree import UiNode

_ID = "org.tasks:id/"
_HEADER, _TITLE = _ID + "header", _ID + "title"
#: The day of AndroidWorld's phones, and those that are called by name.
_TODAY = date(2023, 10, 15)
_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
#: Days behind the last that is asked for, to which others may be due.
_BEHIND = 40


class ReadExpert(AppExpert):
    """Answers with the titles of the tasks due from ``first`` to ``last``, or of all.

    ``completed``: whether they are completed; ``high_priority``: only those with that priority. It remembers what it
    has read and how it has arranged the list, since no screen shows all of that.
    """

    package = "org.tasks"
    label = "tasks.app_name"
    unsaved = ("_arranged", "_read", "_group", "_before")

    def __init__(
        self, first: date = date(2023, 10, 1), last: date | None = None, completed: bool = False,
        high_priority: bool = False,
    ) -> None:  # fmt: skip
        self._days = [first + timedelta(i) for i in range((last - first).days + 1)] if last else []
        self._completed, self._high_priority = completed, high_priority
        self._arranged = not (completed or high_priority)
        #: Group and due date of each task by its title, in the order of the list.
        self._read: dict[str, tuple[str, str]] = {}
        self._group = ""
        self._before: list[tuple[str, int]] = []

    def answer(self, titles: list[str]) -> Answer:
        """Return the answer from the search results, in the form the task asks for."""
        return Answer(", ".join(titles))

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        if not self._arranged:
            return self._with_completed(screen) if self._completed else self._by_priority(screen)
        rows = screen.id(_ID + "recycler_view")
        if rows is None:
            return PressKey("BACK")
        nodes = sorted(screen.ids(_HEADER) + screen.ids(_TITLE), key=lambda node: node.bounds[1])
        if not self._read and nodes and nodes[0].resource_id != _HEADER:
            return screen.swipe(rows, "down")
        self._take_in(screen, nodes)
        shown = [(node.text, node.bounds[1]) for node in nodes]
        if shown != self._before and not self._over(screen, nodes):
            self._before = shown
            return screen.swipe(rows, "up", reach=0.4)
        wanted = [title for title, (group, due) in self._read.items() if self._fits(screen, group, due)]
        return self.answer(wanted)

    def _with_completed(self, screen: Screen) -> Gesture:
        item = screen.id("android:id/title", screen.string("tasks.show_completed"))
        if item is None:
            return _opened(screen, screen.tree.find(content_description=screen.string("common.more_options")))
        self._arranged = True
        boxes = [box for box in screen.ids("android:id/checkbox") if _beside(box, item)]
        return PressKey("BACK") if boxes and boxes[0].checked else screen.tap(item)

    def _by_priority(self, screen: Screen) -> Gesture:
        chosen = screen.id("android:id/text1", screen.string("tasks.by_priority"))
        if chosen is not None:
            self._arranged = True
            return screen.tap(chosen)
        group = screen.id("android:id/title", screen.string("tasks.group"))
        return screen.tap(group) if group is not None else _opened(screen, screen.id(_ID + "menu_sort"))

    def _take_in(self, screen: Screen, nodes: list[UiNode]) -> None:
        """Remember the tasks on the screen. Swipes skip nothing, so the first task continues the last group."""
        group, dates = "", screen.ids(_ID + "due_date")
        for node in nodes:
            if node.resource_id == _HEADER:
                self._group = group = node.text
                continue
            known = self._read.get(node.text)
            group = group or (known[0] if known else self._group)
            due = next((one.text for one in dates if _beside(one, node)), known[1] if known else "")
            self._read[node.text] = (group, due)
            self._group = group

    def _over(self, screen: Screen, nodes: list[UiNode]) -> bool:
        """Whether a group after the relevant ones is visible."""
        if self._completed:
            return False
        if self._high_priority:
            behind = {screen.string(f"tasks.{name}_group") for name in ("medium", "low", "no_priority")}
        else:
            later = [self._days[-1] + timedelta(i + 1) for i in range(_BEHIND)]
            behind = {_called(screen, day, "MMMEd") for day in later} | {screen.string("tasks.none")}
        return any(node.resource_id == _HEADER and node.text in behind for node in nodes)

    def _fits(self, screen: Screen, group: str, due: str) -> bool:
        if self._completed or self._high_priority:
            kind = "completed" if self._completed else "high_group"
            return group == screen.string(f"tasks.{kind}") and (
                not self._days or any(f"{due} ".startswith(_label(screen, day) + " ") for day in self._days)
            )
        wanted = {_called(screen, day, "MMMEd") for day in self._days}
        if self._days[0] < _TODAY:
            wanted.add(screen.string("tasks.overdue"))
        return group in wanted


class CountExpert(ReadExpert):
    """Answers with the number of the tasks that `ReadExpert` reads."""

    def answer(self, titles: list[str]) -> Answer:
        """See `ReadExpert.answer`."""
        return Answer(str(len(titles)))


def _opened(screen: Screen, control: UiNode | None) -> Gesture:
    return screen.tap(control) if control is not None else PressKey("BACK")


def _beside(one: UiNode, other: UiNode) -> bool:
    """Whether two elements are on the same line."""
    return one.bounds[1] < other.bounds[3] and other.bounds[1] < one.bounds[3]


def _called(screen: Screen, day: date, skeleton: str) -> str:
    """A day as the list shows it: by name if it is close, else as a date."""
    near = _NEAR.get((day - _TODAY).days)
    return screen.string(f"tasks.{near}") if near else screen.date(day, skeleton)


def _label(screen: Screen, day: date) -> str:
    """A day as shown next to a task."""
    return _called(screen, day, "EEE" if 0 < (day - _TODAY).days < 7 else "MMMd")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"read": ReadExpert, "count": CountExpert}
