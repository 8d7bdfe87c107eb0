"""Experts for Simple Calendar Pro: they add and delete events, and answer questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from functools import cache
from typing import Any, NamedTuple

from bmoca_gym.demonstrations.experts.picking import pick_day, pick_time
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, WritingExpert
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, TypeText
from bmoca_gym.handset.resources import first_weekday, format_date, format_time, months
from bmoca_gym.handset.ui.tree import UiNode

_PACKAGE = "com.simplemobiletools.calendar.pro"
_ID = _PACKAGE + ":id/"
_LABEL = "simple_calendar.app_name"
#: How events repeat, by their intervals in seconds: keys of the string catalogue.
_REPEATS = {0: "no_repetition", 86_400: "daily", 604_800: "weekly"}


class _Item(NamedTuple):
    """An event in a list: its row, its title, the text that says when it is, and the title of its section."""

    row: UiNode
    title: str
    when: str
    section: str


def _items(screen: Screen) -> list[_Item]:
    """The readable events of the list, from top to bottom."""
    found: list[_Item] = []
    row, title, section = None, "", ""
    for node in screen.tree:
        entry = node.resource_id.removeprefix(_ID)
        if entry == "event_section_title":
            section = node.text
        elif entry == "event_item_holder":
            row, title = node, ""
        elif entry == "event_item_title":
            title = node.text
        elif entry == "event_item_time" and row is not None and title:
            found.append(_Item(row, title, node.text, section))
    return found


@cache
def _clock(locale: str) -> dict[str, time]:
    """The times of day by the phone's words for them, in 12-hour and 24-hour form."""
    return {
        format_time(locale, m // 60, m % 60, hour_24): time(m // 60, m % 60)
        for m in range(24 * 60)
        for hour_24 in (False, True)
    }


def _start(screen: Screen, item: _Item) -> time:
    """The time of day at which an event starts; midnight for an all-day event."""
    return _clock(screen.locale).get(item.when.partition(" - ")[0], time())


def _is_day(screen: Screen, text: str, day: date) -> bool:
    """Whether a text of the app names a day."""
    return text.startswith(format_date(screen.locale, day, "MMMMd") + " (")


def _to_day(screen: Screen, day: date) -> Gesture | None:
    """The next gesture towards the list of a day; None if it is shown."""
    shown = screen.id(_ID + "top_value")
    if shown is None:
        return PressKey("BACK")
    if screen.id(_ID + "day_events") is not None:
        return None if _is_day(screen, shown.text, day) else PressKey("BACK")
    cells = screen.ids(_ID + "month_view_background")
    names = months(screen.locale)
    month = next((i for i, name in enumerate(names, 1) if shown.text == name), 0)
    if not cells or not month:
        return PressKey("BACK")
    if month != day.month:
        arrow = screen.id(_ID + ("top_right_arrow" if month < day.month else "top_left_arrow"))
        return screen.tap(arrow) if arrow is not None else PressKey("BACK")
    before = (day.replace(day=1).weekday() - first_weekday(screen.locale)) % 7
    return screen.tap(cells[before + day.day - 1])


def _more(screen: Screen, list_id: str) -> Gesture | None:
    """A swipe to more of a list; None at its end, where there is space below."""
    events = screen.id(_ID + list_id)
    rows = screen.ids(_ID + "event_item_holder")
    if events is None or not rows or rows[-1].bounds[3] + screen.tree.height * 0.02 < events.bounds[3]:
        return None
    return screen.swipe(events, "up", reach=0.4)


class AddExpert(WritingExpert):
    """Adds events, each starting from the list of its day.

    It remembers which fields are right, since not all are on the screen at once, and whether it is picking the start or
    the end, since the dialog does not say.
    """

    package = _PACKAGE
    label = _LABEL
    editor = _ID + "event_toolbar"
    add = _ID + "calendar_fab"
    unsaved = ("_right", "_picking")

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(rows)
        self._right: set[str] = set()
        self._picking: datetime | None = None
        self._unsure = False

    def restarted(self) -> None:
        """See `AppExpert.restarted`. A warning may have come up before the event was saved."""
        super().restarted()
        self._unsure, self._saving = self._unsure or self._saving, False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._picking is not None:
            picked = pick_day(screen, self._picking.date()) or pick_time(
                screen, self._picking.hour, self._picking.minute
            )
            if picked is not None and screen.id(self.editor) is None:
                return picked
            self._picking = None
        warning = screen.id("android:id/message")
        if warning is not None:
            ok = screen.id("android:id/button1")
            return screen.tap(ok) if ok is not None else PressKey("BACK")
        repeats = screen.id(_ID + "dialog_radio_group")
        if repeats is not None and self._left:
            words = screen.string(f"simple_calendar.{_REPEATS[self._left[0]['interval']]}")
            wanted = screen.id("android:id/text1", words)
            return screen.tap(wanted) if wanted is not None else PressKey("BACK")
        event = screen.id(_ID + "fab_event_label")
        if event is not None:
            return screen.tap(event)
        if screen.id(self.editor) is None and not self._saving and self._left:
            there = _to_day(screen, self._left[0]["start"].date())
            if there is not None:
                return there
            if self._unsure:
                return self._look_again(screen)
        if self._saving and screen.id(self.editor) is None:
            self._right.clear()
        return super().in_app(screen)

    def _look_again(self, screen: Screen) -> Gesture | None:
        """Check in the list of the day whether the last event was saved."""
        if any(item.title == self._left[0]["title"] for item in _items(screen)):
            self._unsure = False
            del self._left[0]
            return self.in_app(screen)
        more = _more(screen, "day_events")
        if more is not None:
            return more
        self._unsure = False
        return self.in_app(screen)

    def in_editor(self, screen: Screen, row: Mapping[str, Any]) -> Gesture | None:
        """See `WritingExpert.in_editor`."""
        for name in ("title", "description"):
            if name in self._right:
                continue
            field = screen.id(_ID + f"event_{name}")
            if field is None:
                return _further(screen)
            if field.text != row[name]:
                # Enter moves on to the next field.
                text = row[name] + "\n" * (name == "title")
                return TypeText(text) if field.focused else screen.tap(field)
            self._right.add(name)
        for which in ("start", "end"):
            at: datetime = row[which]
            for kind in ("date", "time"):
                name = f"{which}_{kind}"
                field = screen.id(_ID + f"event_{name}")
                if name in self._right:
                    continue
                if field is None:
                    return _further(screen)
                words = screen.time(at.hour, at.minute)
                right = _is_day(screen, field.text, at.date()) if kind == "date" else field.text == words
                if not right:
                    self._picking = at
                    return screen.tap(field)
                self._right.add(name)
        repetition = screen.id(_ID + "event_repetition")
        if "repetition" not in self._right:
            if repetition is None:
                return _further(screen)
            if repetition.text != screen.string(f"simple_calendar.{_REPEATS[row['interval']]}"):
                return screen.tap(repetition)
            self._right.add("repetition")
        return self.save(screen, _ID + "save")


def _further(screen: Screen) -> Gesture | None:
    """Close the keyboard, or scroll down."""
    if any(node.focused for node in screen.tree):
        return PressKey("BACK")
    fields = screen.id(_ID + "event_nested_scrollview")
    return screen.swipe(fields, "up", reach=0.4) if fields is not None else PressKey("BACK")


class DeleteExpert(AppExpert):
    """Goes through a day's list from top to bottom, selects events, and deletes them."""

    package = _PACKAGE
    label = _LABEL
    unsaved = ("_marked",)

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._day: date = rows[0]["start"].date()
        self._wanted = [(row["title"], row["start"].time()) for row in rows]
        self._marked = 0
        self._deleted = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "delete_event_description") is not None:
            yes = screen.id("android:id/button1")
            self._deleted = True
            return screen.tap(yes) if yes is not None else PressKey("BACK")
        if self._deleted:
            return None
        there = _to_day(screen, self._day)
        if there is not None:
            return there
        delete = screen.id(_ID + "cab_delete")
        if delete is not None and self._marked == len(self._wanted):
            return screen.tap(delete)
        for item in _items(screen):
            if not item.row.selected and (item.title, _start(screen, item)) in self._wanted:
                self._marked += 1
                x, y = item.row.center
                # The first mark takes a long press; then a touch marks.
                held = LongPress(x / screen.tree.width, y / screen.tree.height)
                return screen.tap(item.row) if delete is not None else held
        events = screen.id(_ID + "day_events")
        return screen.swipe(events, "up", reach=0.4) if events is not None else PressKey("BACK")


class TitlesExpert(AppExpert):
    """Answers with the titles of a day's events: all, those ``at`` a time, from ``after`` to ``until``, or the
    ``first``.

    It remembers what it has read, since not all may be on the screen at once.
    """

    package = _PACKAGE
    label = _LABEL
    unsaved = ("_read",)

    def __init__(
        self, day: date, at: datetime | None = None, after: datetime | None = None, until: str = "23:59",
        first: bool = False,
    ) -> None:  # fmt: skip
        self._day = day
        self._low = (at or after or datetime.min).time()
        self._high = at.time() if at is not None else time.fromisoformat(until)
        self._first = first
        self._read: dict[tuple[str, str], None] = {}

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        there = _to_day(screen, self._day)
        if there is not None:
            return there
        for item in _items(screen):
            if self._low <= _start(screen, item) <= self._high:
                self._read[item.title, item.when] = None
        titles = [title for title, _ in self._read]
        if self._first and titles:
            return Answer(titles[0])
        return _more(screen, "day_events") or Answer(", ".join(titles))


class ComingExpert(AppExpert):
    """Answers with the titles of all events up to a day, read from the list of events."""

    package = _PACKAGE
    label = _LABEL
    unsaved = ("_read",)

    def __init__(self, until: date) -> None:
        self._until = until
        self._read: dict[tuple[str, str, str], None] = {}

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        wanted = screen.id("android:id/text1", screen.string("simple_calendar.list_view"))
        if wanted is not None:
            return screen.tap(wanted)
        if screen.id(_ID + "calendar_events_list") is None:
            change = screen.id(_ID + "change_view")
            return screen.tap(change) if change is not None else PressKey("BACK")
        days = [date.fromordinal(self._until.toordinal() - i) for i in range(8)]
        for item in _items(screen):
            if any(_is_day(screen, item.section, day) for day in days):
                self._read[item.title, item.when, item.section] = None
            elif item.section:
                break  # a later day
        else:
            more = _more(screen, "calendar_events_list")
            if more is not None:
                return more
        return Answer(", ".join(title for title, *_ in self._read))


class _SearchExpert(AppExpert):
    """Searches for an event, and reads the results."""

    package = _PACKAGE
    label = _LABEL

    def __init__(self, text: str) -> None:
        self._text = text

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "top_toolbar_search")
        if field is None:
            return self.elsewhere(screen)
        if field.text != self._text:
            return TypeText(self._text) if field.focused else screen.tap(field)
        found = next((item for item in _items(screen) if self._text in item.title), None)
        return self.found(screen, found) if found is not None else PressKey("BACK")

    def elsewhere(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do if the search is not open."""
        return PressKey("BACK")

    def found(self, screen: Screen, item: _Item) -> Gesture | Answer | None:
        """Return the next move after the search."""
        raise NotImplementedError


class PlaceExpert(_SearchExpert):
    """Answers with the place of an event."""

    def __init__(self, title: str) -> None:
        super().__init__(title)

    def elsewhere(self, screen: Screen) -> Gesture | Answer | None:
        """See `_SearchExpert.elsewhere`."""
        place = screen.id(_ID + "event_location")
        return Answer(place.text) if place is not None else PressKey("BACK")

    def found(self, screen: Screen, item: _Item) -> Gesture | Answer | None:
        """See `_SearchExpert.found`."""
        return screen.tap(item.row)


class MeetingExpert(_SearchExpert):
    """Answers when the meeting with a person is, in the benchmark's format: ``October 24 2023 9:30``."""

    def __init__(self, person: str, year: int = 2023) -> None:
        super().__init__(person)
        self._year = year

    def found(self, screen: Screen, item: _Item) -> Gesture | Answer | None:
        """See `_SearchExpert.found`."""
        first = date(self._year, 1, 1).toordinal()
        days = (date.fromordinal(first + i) for i in range(365))
        day = next((day for day in days if _is_day(screen, item.section, day)), None)
        if day is None:
            return PressKey("BACK")  # its section is not on the screen
        start = _start(screen, item)
        return Answer(f"{day:%B} {day.day} {day.year} {start:%H:%M}")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "add": AddExpert,
    "delete": DeleteExpert,
    "titles": TitlesExpert,
    "coming": ComingExpert,
    "place": PlaceExpert,
    "meeting": MeetingExpert,
}
