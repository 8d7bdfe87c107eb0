"""Experts for OpenTracks: they search for a category, read the tracks found, and answer a question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, TypeText
from bmoca_gym.handset.resources import weekdays
from bmoca_gym.handset.ui.tree import UiNode

_ID = "de.dennisguse.opentracks:id/"
_TOLD = _ID + "track_list_item_time_distance"
#: The date of AndroidWorld's phones, and the range of days before it that tracks may have.
_TODAY = date(2023, 10, 15)
_BEFORE = 40
#: Metres of the units that distances are told in.
_METRES = {"mi": 1609.344, "ft": 0.3048, "km": 1000.0, "m": 1.0}


class Track:
    """A track in the list: its day, start, duration in seconds, and distance in metres."""

    def __init__(self, day: date, clock: str, told: str, metres: Mapping[str, float]) -> None:
        """Parse what the list shows. ``metres``: the phone's units of length in metres."""
        self.day, self.key = day, (day, clock, told)
        time, _, far = ascii_digits(told).replace("٫", ".").partition("(")
        self.seconds = 0
        for part in re.findall(r"\d+", time):
            self.seconds = 60 * self.seconds + int(part)
        found = re.match(r"([\d.,]+) ([^)]+)", far)
        self.metres = float(found[1].replace(",", ".")) * metres[found[2].strip()] if found else 0.0


class ReadExpert(AppExpert):
    """Reads the tracks from day ``first`` to ``last`` that a search for ``category`` finds, and answers.

    It remembers what it has read, and that it has searched, which no screen shows as a whole.
    """

    package = "de.dennisguse.opentracks"
    label = "opentracks.app_name"
    unsaved: tuple[str, ...] = ("_searched", "_read", "_before")

    def __init__(self, first: date, last: date, category: str = "") -> None:
        self._first, self._last, self._category = first, last, category
        self._searched = not category
        self._read: dict[tuple[date, str, str], Track] = {}
        self._before: list[tuple[str, int]] = []

    def answer(self, tracks: list[Track]) -> str:
        """Answer from the tracks that were found."""
        raise NotImplementedError

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        bar = screen.id(_ID + "track_list_toolbar")
        said = [node.text for node in screen.tree.subtree(bar)] if bar is not None else []
        typing = screen.id(_ID + "search_src_text") is not None
        if (
            not self._searched
            or typing
            or (self._category and bar is not None and self._category not in said)
        ):
            return self._search(screen)
        rows = screen.id(_ID + "track_list")
        if rows is None:
            found = screen.id(_ID + "track_list_empty_view")
            return PressKey("BACK") if found is None else Answer(self.answer([]))
        tracks = _tracks(screen)
        for _, track in tracks:
            if self._first <= track.day <= self._last:
                self._read[track.key] = track
        more = self._more(screen, rows, tracks)
        return Answer(self.answer(list(self._read.values()))) if more is None else more

    def _more(self, screen: Screen, rows: UiNode, tracks: list[tuple[UiNode, Track]]) -> Gesture | None:
        """A swipe to older tracks, if there may be relevant ones."""
        shown = [(node.text, node.bounds[1]) for node, _ in tracks]
        if shown == self._before or any(track.day < self._first for _, track in tracks):
            return None
        self._before = shown
        return screen.swipe(rows, "up", reach=0.4)

    def _search(self, screen: Screen) -> Gesture:
        field = screen.id(_ID + "search_src_text")
        if field is None:
            button = screen.id(_ID + "track_list_search")
            return PressKey("BACK") if button is None else screen.tap(button)
        self._searched = True
        if field.text == self._category:
            return PressKey("ENTER")
        return TypeText(self._category + "\n")


class CountExpert(ReadExpert):
    """Answers with the number of the tracks."""

    def answer(self, tracks: list[Track]) -> str:
        """See `ReadExpert.answer`."""
        return str(len(tracks))


class MinutesExpert(ReadExpert):
    """Answers with the total minutes of the tracks."""

    def answer(self, tracks: list[Track]) -> str:
        """See `ReadExpert.answer`."""
        return str(round(sum(track.seconds for track in tracks) / 60))


class DistanceExpert(ReadExpert):
    """Answers with the total metres of the tracks."""

    def answer(self, tracks: list[Track]) -> str:
        """See `ReadExpert.answer`."""
        return str(round(sum(track.metres for track in tracks)))


class LongestExpert(ReadExpert):
    """Answers with the length of the longest track, in metres."""

    def answer(self, tracks: list[Track]) -> str:
        """See `ReadExpert.answer`."""
        return str(round(max((track.metres for track in tracks), default=0.0)))


class CategoriesExpert(ReadExpert):
    """Answers with the categories of the tracks: it selects them and reads their combined categories."""

    unsaved = (*ReadExpert.unsaved, "_marked", "_kinds", "_seen")

    def __init__(self, first: date, last: date) -> None:
        super().__init__(first, last)
        self._marked: set[tuple[date, str, str]] = set()
        self._kinds: dict[str, None] = {}
        self._seen: list[str] = []

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        sums = screen.id(_ID + "aggregated_stats_list")
        if sums is not None:
            return self._kinds_of(screen, sums)
        rows = screen.id(_ID + "track_list")
        if rows is None:
            return PressKey("BACK")
        tracks = _tracks(screen)
        for node, track in tracks:
            if self._first <= track.day <= self._last and track.key not in self._marked:
                marking = bool(self._marked)
                self._marked.add(track.key)
                x, y = node.center
                return (
                    screen.tap(node) if marking else LongPress(x / screen.tree.width, y / screen.tree.height)
                )
        more = self._more(screen, rows, tracks)
        if more is not None:
            return more
        button = screen.id(_ID + "list_context_menu_aggregated_stats")
        return PressKey("BACK") if button is None else screen.tap(button)

    def _kinds_of(self, screen: Screen, sums: UiNode) -> Gesture | Answer:
        seen = [node.text for node in screen.ids(_ID + "aggregated_stats_type_label")]
        self._kinds.update(dict.fromkeys(seen))
        if seen == self._seen or len(self._kinds) == len(self._marked):
            return Answer(", ".join(self._kinds))
        self._seen = seen
        return screen.swipe(sums, "up", reach=0.4)


def _tracks(screen: Screen) -> list[tuple[UiNode, Track]]:
    """The fully visible tracks, each with the element of its time."""
    days = {_label(screen, day): day for day in (_TODAY - timedelta(ago) for ago in range(_BEFORE))}
    dates, clocks = (screen.ids(_ID + f"track_list_item_{name}") for name in ("date", "time"))
    metres = {screen.string(f"opentracks.{unit}"): length for unit, length in _METRES.items()}
    found = []
    for node in screen.ids(_TOLD):
        top, bottom = node.bounds[1], node.bounds[3]
        above = [one for one in dates if top - 2 * (bottom - top) < one.bounds[3] <= (top + bottom) / 2]
        beside = [one for one in clocks if one.bounds[1] < bottom and top < one.bounds[3]]
        if above and beside and above[-1].text in days:
            found.append((node, Track(days[above[-1].text], beside[0].text, node.text, metres)))
    return found


def _label(screen: Screen, day: date) -> str:
    """A day as the list calls it."""
    ago = (_TODAY - day).days
    if ago < 2:
        return screen.string(("opentracks.today", "opentracks.yesterday")[ago])
    if ago < 7:
        return weekdays(screen.locale, "wide")[day.weekday()]
    if screen.locale.startswith("en"):
        return f"{screen.date(day, 'd')} {screen.date(day, 'MMM')}"
    return screen.date(day, "MMMd")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "count": CountExpert, "minutes": MinutesExpert, "distance": DistanceExpert, "longest": LongestExpert,
    "categories": CategoriesExpert,
}  # fmt: skip
