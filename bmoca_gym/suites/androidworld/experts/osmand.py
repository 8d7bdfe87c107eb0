"""Experts for OsmAnd: they search for a place, then save it, mark it, or add it to a track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "net.osmand:id/"


class PlaceExpert(AppExpert):
    """Base of experts that search for a place by name and choose the result.

    ``place``: its ``title`` and position; ``location``: what is searched for.
    """

    package = "net.osmand"
    label = "osmand.app_name"

    def __init__(self, place: Mapping[str, Any], location: str) -> None:
        self._place, self._location = place, location

    def search(self, screen: Screen, place: Mapping[str, Any], location: str) -> Gesture:
        """Search for a place, from the map or the search itself."""
        field = screen.id(_ID + "searchEditText")
        if field is None:
            return _tapped(screen, screen.id(_ID + "map_search_button"))
        if field.text != location:
            clear = screen.id(_ID + "clearButton")
            return TypeText(location) if clear is None else screen.tap(clear)
        titles = screen.ids(_ID + "title")
        found = next((node for node in titles if node.text == place["title"]), None)
        if found is None and location != place["title"] and titles:  # a position is found first of all
            found = titles[0]
        return _tapped(screen, found)

    def chosen(self, screen: Screen) -> bool:
        """Whether the place's menu is open."""
        line = screen.id(_ID + "context_menu_line1")
        return line is not None and line.text in (self._place["title"], _position(self._place))


class FavouriteExpert(PlaceExpert):
    """Saves a place as a favourite under the name that the goal uses."""

    def __init__(self, place: Mapping[str, Any], location: str) -> None:
        super().__init__(place, location)
        self._saving = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._saving:
            return None
        name = screen.id(_ID + "name_edit")
        if name is not None:
            return self._named(screen, name)
        if self.chosen(screen):
            return _tapped(screen, screen.id(_ID + "context_menu_fav_view"))
        return self.search(screen, self._place, self._location)

    def _named(self, screen: Screen, name: UiNode) -> Gesture:
        if name.text == self._place["title"] and name.focused:  # it is selected
            return TypeText(self._location)
        button = screen.id(_ID + "save_button")
        if button is None:
            return PressKey("BACK")
        self._saving = True
        return screen.tap(button)


class MarkerExpert(PlaceExpert):
    """Sets a marker at a place."""

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if not self.chosen(screen):
            return self.search(screen, self._place, self._location)
        label = screen.id(_ID + "context_menu_route_text_view")
        if label is not None and label.text == screen.string("osmand.delete_marker"):
            return None
        return _tapped(screen, screen.id(_ID + "context_menu_route_view"))


class TrackExpert(PlaceExpert):
    """Plans a track from place to place, and saves it under the app's suggested name.

    It remembers which places it has added, since no screen shows their names.
    """

    unsaved = ("_left", "_found")

    def __init__(self, places: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(places[0], places[0]["title"])
        self._left = list(places)
        self._found = self._saved = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._saved:
            return None
        save = screen.id(_ID + "save_button")
        if save is not None:
            self._saved = True
            return screen.tap(save)
        if screen.id(_ID + "searchEditText") is not None:
            gesture = self.search(screen, self._left[0], self._left[0]["title"])
            titles = [node for node in screen.ids(_ID + "title") if node.text == self._left[0]["title"]]
            self._found = bool(titles) and gesture == screen.tap(titles[0])
            return gesture
        add = screen.id(_ID + "add_point_button")
        if add is None:
            return self._begin(screen)
        if self._found:
            self._found = False
            del self._left[0]
            return screen.tap(add)
        button = "map_search_button" if self._left else "widget_top_bar_save"
        return _tapped(screen, screen.id(_ID + button))

    def _begin(self, screen: Screen) -> Gesture:
        for name in ("new_route", "plan_route"):
            entry = screen.id(_ID + "title", screen.string(f"osmand.{name}"))
            if entry is not None:
                return screen.tap(entry)
        return _tapped(screen, screen.id(_ID + "map_menu_button"))


def _position(place: Mapping[str, Any]) -> str:
    """A place's position, as the app names a point without a name."""
    return f"{place['lat']:.5f}, {place['lon']:.5f}"


def _tapped(screen: Screen, node: UiNode | None) -> Gesture:
    return PressKey("BACK") if node is None else screen.tap(node)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"favourite": FavouriteExpert, "marker": MarkerExpert, "track": TrackExpert}
