"""The keys and values that Maps's preferences file may have."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.apps.maps import town
from bmoca_gym.handset.apps.maps.state import LISTS


def is_place(key: str) -> bool:
    """Whether a key names a place, or a point on the map."""
    try:
        place = town.place(key)
    except (KeyError, ValueError):
        return False
    left, top, right, bottom = town.EDGES
    return left <= place.x <= right and top <= place.y <= bottom


def are_places(keys: tuple[str, ...]) -> bool:
    """Whether these are keys of places."""
    return all(map(is_place, keys))


#: Whether a text may be what was looked for, by the kind of the search.
_RECENTS: dict[str, Callable[[str], bool]] = {
    "query": lambda text: True,
    "place": is_place,
    "category": lambda text: text in town.CATEGORY_GLYPHS,
}


def are_recents(recents: tuple[tuple[str, str], ...]) -> bool:
    """Whether these are searches for places, categories or words."""
    return all(kind in _RECENTS and _RECENTS[kind](text) for kind, text in recents)


def are_saved(saved: tuple[tuple[str, str], ...]) -> bool:
    """Whether these are places in known lists."""
    return all(name in LISTS and is_place(key) for name, key in saved)
