"""Experts for MAPS.ME: they search for places, plan routes between them, and read how long these take."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.mapswithme.maps.pro:id/"
#: Separator between the time and the length of a route.
_DOT = " • "


class MapExpert(AppExpert):
    """Base of the experts of the app."""

    package = "com.mapswithme.maps.pro"
    label = "maps_me.app_name"

    def search(self, screen: Screen, query: str, name: str | None = None) -> Gesture:
        """Search for ``query`` in the open search, and take the first result whose name matches ``name``."""
        field = screen.id(_ID + "query")
        if field is None:
            return PressKey("BACK")
        if field.text != query:
            clear = screen.id(_ID + "clear")
            if clear is not None:
                return screen.tap(clear)
            return TypeText(query) if field.focused else screen.tap(field)
        return _tapped(screen, screen.id(_ID + "title", name or query))

    def look(self, screen: Screen, query: str, name: str | None = None) -> Gesture:
        """Search for a place from anywhere in the app."""
        button = screen.id(_ID + "search")
        return screen.tap(button) if button is not None else self.search(screen, query, name)


class FindExpert(MapExpert):
    """Opens the page of a place."""

    def __init__(self, place: str) -> None:
        self._place = place

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        title = screen.id(_ID + "tv__title")
        if title is None:
            return self.look(screen, self._place)
        return self.found(screen) if title.text == self._place else PressKey("BACK")

    def found(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do on the place's page."""
        return None


class BookmarkExpert(FindExpert):
    """Bookmarks a place."""

    def found(self, screen: Screen) -> Gesture | Answer | None:
        """See `FindExpert.found`."""
        save = screen.id(_ID + "title", screen.string("maps_me.save"))
        return screen.tap(save) if save is not None else None


class RouteExpert(MapExpert):
    """Plans a route to a place, from another place or the phone's position, in a given mode.

    ``turned``: whether it is reversed at the end.
    """

    def __init__(self, goal: str, start: str = "", mode: str = "", turned: bool = False) -> None:
        self._goal, self._start, self._mode = goal, start, mode
        self._turned = turned

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        ends = [screen.id(_ID + name) for name in ("start_point", "finish_point")]
        if ends[0] is None or ends[1] is None:
            return self._before(screen)
        wanted = (self._start or screen.string("maps_me.my_location"), self._goal)
        said = (ends[0].text, ends[1].text)
        if said == wanted[::-1]:
            return None
        for node, text, name in zip(ends, said, wanted, strict=True):
            if text != name and node is not None:
                return screen.tap(node)
        mode = screen.id(_ID + self._mode) if self._mode else None
        if mode is not None and not mode.checked:
            return screen.tap(mode)
        swap = next(iter(_called(screen, screen.string("maps_me.swap"))), None)
        if self._turned and swap is not None:
            return screen.tap(swap)
        return self.planned(screen)

    def _before(self, screen: Screen) -> Gesture:
        """Open the page of the place where the route starts, or else ends, and start planning there."""
        first, button = (self._start, "route_from") if self._start else (self._goal, "route_to")
        title = screen.id(_ID + "tv__title")
        if title is None:
            return self.look(screen, self._wanted(screen, first))
        if title.text != first:
            return PressKey("BACK")
        return _tapped(screen, screen.id(_ID + "title", screen.string(f"maps_me.{button}")))

    def _wanted(self, screen: Screen, first: str) -> str:
        """The place being searched for."""
        field = screen.id(_ID + "query")
        return self._goal if field is not None and field.hint == screen.string("maps_me.to") else first

    def planned(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do once the route is planned."""
        return None


class MeasureExpert(RouteExpert):
    """Answers how long a route is, and how long it takes."""

    def planned(self, screen: Screen) -> Gesture | Answer | None:
        """See `RouteExpert.planned`."""
        told = screen.id(_ID + "time")
        return Answer(screen.plain_numbers(told.text).replace(_DOT, ", ")) if told is not None else None


class DriveExpert(RouteExpert):
    """Answers how long it takes to drive to the nearest place with a given name."""

    def __init__(self, place: str) -> None:
        super().__init__(place, mode="vehicle")

    def planned(self, screen: Screen) -> Gesture | Answer | None:
        """See `RouteExpert.planned`."""
        told = screen.id(_ID + "time")
        return Answer(screen.plain_numbers(told.text).partition(_DOT)[0]) if told is not None else None


class LinesExpert(RouteExpert):
    """Answers which public transport lines the route takes."""

    def __init__(self, start: str, goal: str) -> None:
        super().__init__(goal, start, "transit")

    def planned(self, screen: Screen) -> Gesture | Answer | None:
        """See `RouteExpert.planned`."""
        steps = screen.id(_ID + "transit_recycler_view")
        parts = [] if steps is None else _in(screen, steps)
        walk = screen.string("maps_me.leg_walk")
        told = [
            f"{kind.content_description.lower()} {name.text}"
            for kind, name in itertools.pairwise(parts)
            if kind.content_description not in ("", walk)
        ]
        return Answer(" and ".join(told))


class CompareExpert(RouteExpert):
    """Answers which of two modes is quicker, in the words that ``says`` gives for each.

    It remembers how long each takes, which no screen shows together.
    """

    def __init__(self, start: str, goal: str, modes: Sequence[str], says: Sequence[str]) -> None:
        super().__init__(goal, start, modes[0])
        self._modes, self._says = list(modes), list(says)
        self._minutes: list[int] = []

    def planned(self, screen: Screen) -> Gesture | Answer | None:
        """See `RouteExpert.planned`."""
        told = screen.id(_ID + "time")
        if told is None:
            return None
        self._minutes.append(_minutes(screen, told.text.partition(_DOT)[0]))
        if len(self._minutes) == len(self._modes):
            return Answer(self._says[self._minutes.index(min(self._minutes))])
        self._mode = self._modes[len(self._minutes)]
        return _tapped(screen, screen.id(_ID + self._mode))


class NearestExpert(MapExpert):
    """Answers which place of a category (in English) is nearest; with a ``mode``, also how long it takes to get
    there."""

    def __init__(self, category: str, mode: str = "") -> None:
        self._category, self._mode = category, mode
        self._name = ""

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        told = screen.id(_ID + "time")
        mode = screen.id(_ID + self._mode) if self._mode else None
        if told is not None and mode is not None:
            return (
                Answer(f"{self._name}, {screen.plain_numbers(told.text).partition(_DOT)[0]}")
                if mode.checked
                else screen.tap(mode)
            )
        title = screen.id(_ID + "tv__title")
        if title is not None:
            return _tapped(screen, screen.id(_ID + "title", screen.string("maps_me.route_to")))
        return self._looked(screen)

    def _looked(self, screen: Screen) -> Gesture | Answer | None:
        field = screen.id(_ID + "query")
        if field is None:
            return _tapped(screen, screen.id(_ID + "search"))
        names = screen.shown(self._category, "maps_me")
        if field.text not in names:
            category = next((row for name in names for row in _called(screen, name)), None)
            return screen.tap(category) if category is not None else screen.scroll_down()
        first = screen.id(_ID + "title")
        if first is None:
            return None
        self._name = first.text
        return screen.tap(first) if self._mode else Answer(first.text)


class KeepExpert(MapExpert):
    """Sets a place as home or work. ``picked``: false to stop once it is found."""

    def __init__(self, place: str, which: str = "work", picked: bool = True) -> None:
        self._place, self._which, self._picked = place, which, picked
        self._chosen = False

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        if self._chosen:
            return None
        field = screen.id(_ID + "query")
        if field is None:
            return _tapped(screen, screen.id(_ID + "search"))
        if field.hint == screen.string("maps_me.search"):
            return _tapped(screen, screen.id(_ID + self._which))
        found = screen.id(_ID + "title", self._place)
        if found is not None:
            self._chosen = True
            if not self._picked:
                return None
        return self.search(screen, self._place)


def _called(screen: Screen, name: str) -> list[UiNode]:
    return [node for node in screen.tree if name in (node.text, node.content_description)]


def _in(screen: Screen, list: UiNode) -> list[UiNode]:
    """The elements of a list that have text, in order."""
    nodes = iter(screen.tree)
    next(node for node in nodes if node is list)
    inside = itertools.takewhile(lambda node: node.depth > list.depth, nodes)
    return [node for node in inside if node.text or node.content_description]


def _minutes(screen: Screen, told: str) -> int:
    """The minutes in a duration such as ``2 hr 31 min``."""
    told = ascii_digits(told)
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    if len(numbers) == 1 and told != screen.string("maps_me.minutes", number=numbers[0]):
        numbers.append(0)
    return sum(number * part for number, part in zip(reversed(numbers), (1, 60), strict=False))


def _tapped(screen: Screen, node: UiNode | None) -> Gesture:
    return PressKey("BACK") if node is None else screen.tap(node)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "find": FindExpert, "bookmark": BookmarkExpert, "navigate": RouteExpert, "plan": RouteExpert,
    "measure": MeasureExpert, "drive": DriveExpert, "lines": LinesExpert, "compare": CompareExpert,
    "nearest": NearestExpert, "keep": KeepExpert,
}  # fmt: skip
