"""Experts for pages with dates and times: the page's own calendar, the phone's dialogs, and the flight search."""

from __future__ import annotations

import re
from datetime import date

from bmoca_gym.demonstrations.experts.picking import pick_day, pick_time
from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import (
    BUTTON,
    FIELD,
    SPINNER,
    NotSeenError,
    Page,
    PageExpert,
    fill,
    name_of,
    words,
)

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
#: The title of a calendar.
_TITLE = re.compile(rf"({'|'.join(_MONTHS)})\s*(\d{{4}})")


def _date(text: str) -> date:
    month, day, year = map(int, text.split("/"))
    return date(year, month, day)


def pick(page: Page, day: date) -> Gesture | None:
    """Return the next tap on an open jQuery UI calendar; None if none is open."""
    titles = [(node, match) for node in page.nodes if (match := _TITLE.fullmatch(words(node)))]
    if not titles:
        return None
    shown, match = titles[-1]
    month, year = _MONTHS.index(match[1]), int(match[2])
    ahead = (day.year - year) * 12 + day.month - 1 - month
    if ahead:
        return page.tap(_arrow(page, shown, ahead > 0))
    days = [node for node in page.nodes if words(node) == str(day.day) and node.bounds[1] > shown.bounds[3]]
    if not days:
        raise ExpertError(f"The calendar does not show {day}.")
    return page.tap(days[-1])


def _arrow(page: Page, title: UiNode, later: bool) -> UiNode:
    named = page.said("Next" if later else "Prev")
    if named is None:
        raise ExpertError("The calendar has no arrows.")
    return named


class CalendarExpert(PageExpert):
    """Picks the date in the page's calendar and submits the page."""

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        wanted = self.found(r"(\d\d/\d\d/\d{4})")
        field = page.all(FIELD)[0]
        if field.text == wanted:
            return page.submit()
        return pick(page, _date(wanted)) or page.tap(field)


class FlightExpert(PageExpert):
    """Looks up the flights, scrolls through all of them, and books the cheapest or the shortest.

    It remembers the flights it has read, by the text of their buttons; what the screen showed before it scrolled; and
    whether it has read them all.
    """

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._flights: dict[str, int] = {}
        self._before: list[str] = []
        self._read = False

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        kind, origin, goal, day = re.findall(
            r"Book the (\w+) .* from: (.*) to: (.*) on (\S+?)\.?$", self.told
        )[0]
        book = [
            node
            for node in page.nodes
            if words(node).startswith("Book flight for") and node.class_name == BUTTON
        ]
        if book:
            return self._book(page, book, kind)
        fields = page.all(FIELD)
        open_calendar = pick(page, _date(day))
        if open_calendar is not None:
            return open_calendar
        for field, text in zip(fields, (origin, goal), strict=False):
            if _is_place(field.text, text):
                continue
            for node in page.nodes:
                if _is_place(words(node), text) and node.class_name != FIELD:
                    return page.tap(node)
            return fill(page, [(field, text)])
        if fields[2].text != day:
            return page.tap(fields[2])
        return page.tap(page.button("search"))

    def _book(self, page: Page, book: list[UiNode], kind: str) -> Gesture:
        """Read the flights on the screen and scroll on; at the end go back to the best and book it."""
        for button in book:
            cost = _price(button) if kind == "cheapest" else _minutes(page, button)
            if cost is not None:
                self._flights.setdefault(words(button), cost)
        said = [words(node) for node in page.nodes]
        self._read = self._read or said == self._before
        self._before = said
        if not self._read:
            return page.scroll(True)
        best = min(self._flights, key=self._flights.__getitem__)
        for button in book:
            if words(button) == best:
                return page.tap(button)
        return page.scroll(False)


def _price(button: UiNode) -> int:
    return int(re.findall(r"\$(\d+)", words(button))[0])


def _minutes(page: Page, button: UiNode) -> int | None:
    """The duration above the button of a flight; None if it is not on the screen."""
    times = [one for one in page.nodes if re.fullmatch(r"\d+h \d+m", words(one))]
    above = [one for one in times if one.bounds[3] <= button.bounds[1] + 1]
    if not above:
        return None
    hours, rest = map(int, re.findall(r"\d+", words(max(above, key=lambda one: one.bounds[1]))))
    return hours * 60 + rest


def _is_place(text: str, wanted: str) -> bool:
    """Whether an airport, such as "Emmonak, AK (EMK)", matches a city or a code."""
    city, _, code = text.partition(" (")
    return bool(code) and wanted in (city, code.rstrip(")"))


class EnterExpert(PageExpert):
    """Enters a date or a time through the phone's dialog. It remembers whether it has confirmed one."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._entered = False

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        fields = page.all(SPINNER)
        if not fields:
            raise NotSeenError("The page has no field to enter it into.")
        return page.submit() if self._entered else page.tap(fields[0])

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        time = re.search(r"(\d+):(\d+) ([AP]M)", self.told)
        if time is None:
            gesture = _pick_far_day(screen, _date(self.found(r"(\d\d/\d\d/\d{4})")))
        else:
            hour = int(time[1]) % 12 + (12 if time[3] == "PM" else 0)
            gesture = pick_time(screen, hour, int(time[2]))
        done = screen.id("android:id/button1")
        self._entered = done is not None and gesture == screen.tap(done)
        return gesture


def _pick_far_day(screen: Screen, day: date) -> Gesture | None:
    """Return the next gesture in a date picker: the year, the month, the day, then OK."""
    year = screen.id("android:id/date_picker_header_year")
    if year is None:
        return None
    # `int` reads the digits of every language.
    if int(year.text) != day.year:
        rows = [node for node in screen.tree if re.fullmatch(r"\d{4}", node.text) and node is not year]
        if not rows:
            return screen.tap(year)
        for row in rows:
            if int(row.text) == day.year:
                return screen.tap(row)
        place = next(node for node in screen.tree if node.scrollable)
        return screen.swipe(place, "down" if int(rows[0].text) > day.year else "up", 0.6)
    shown = screen.id("android:id/month_view")
    if shown is None:
        return screen.tap(screen.id("android:id/date_picker_header_date") or year)
    months = [screen.date(date(day.year, month, 1), "yMMMM") for month in range(1, 13)]
    month = months.index(shown.content_description) + 1
    if month != day.month:
        arrow = screen.id("android:id/next" if month < day.month else "android:id/prev")
        return None if arrow is None else screen.tap(arrow)
    return pick_day(screen, day)


class DayExpert(PageExpert):
    """Creates an event in a calendar of half hours: a tap where it starts, a tap where it ends, then its name.

    The page expects a mouse drag, but a tap moves the mouse too, and the page doesn't hear the button's release outside
    events.
    """

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._slots: list[int] = []

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        name = page.id("event-name")
        if name is not None:
            return fill(page, [(name, self.quoted[0])]) or page.tap(page.button("create"))
        halves = {int(name_of(node)[3:]): node for node in page.nodes if _HALF_HOUR.fullmatch(name_of(node))}
        if not self._slots:
            first = self._free(page, halves)
            self._slots = [first, first + self._length() - 1]
        slot = self._slots.pop(0)
        left, top, right, bottom = page.css(halves[slot])
        # Two taps on one half hour are beside each other.
        return page.at(left + (right - left) * (0.3 if self._slots else 0.6), (top + bottom) / 2)

    def _length(self) -> int:
        """How many half hours the event takes."""
        long, unit = float(self.found(r"Create a ([\d.]+)")), self.found(r"Create a [\d.]+ (\w+)")
        return round(long / 30 if unit == "mins" else long * 2)

    def _free(self, page: Page, halves: dict[int, UiNode]) -> int:
        """The first half hour on the screen that starts a long enough gap between events."""
        begin, end = (_half_hour(self.found(rf"between {one}")) for one in (r"(\w+)", r"\w+ and (\w+)"))
        events = [node.bounds for node in page.nodes if name_of(node).startswith("randomEvent")]
        free = []
        for slot, node in halves.items():
            _, top, _, bottom = page.css(node)
            middle = node.center[1]
            covered = any(above <= middle < below for _, above, _, below in events)
            if begin <= slot < end and bottom - top > _WHOLE and not covered:
                free.append(slot)
        for slot in free:
            if all(slot + more in free for more in range(self._length())):
                return slot
        raise NotSeenError("The calendar shows no time that is free for long enough.")


_HALF_HOUR = re.compile(r"hh-\d+")
#: Least height of a half hour that is wholly on the screen, in CSS px.
_WHOLE = 15


def _half_hour(text: str) -> int:
    """Return the half hours from midnight to a time such as ``4PM``."""
    hour = int(text[:-2]) % 12 + (12 if text.endswith("PM") else 0)
    return 2 * hour


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"calendar": CalendarExpert, "flight": FlightExpert, "enter": EnterExpert, "day": DayExpert}
