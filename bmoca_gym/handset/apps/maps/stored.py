"""The keys and values that Maps's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import town
from bmoca_gym.handset.apps.maps.state import LISTS


def is_place(key: str) -> bool:
    """Whether a key is that of a place, or of a point on the map."""
    try:
        place = town.place(key)
    except (KeyError, ValueError):
        return False
    left, top, right, bottom = town.EDGES
    return left <= place.x <= right and top <= place.y <= bottom


def are_places(keys: tuple[str, ...]) -> bool:
    """Whether these are keys of places."""
    return all(map(is_place, keys))


def are_recents(recents: tuple[tuple[str, str], ...]) -> bool:
    """Whether these are searches for places, categories or words."""
    return all(
        kind == "query"
        or (kind == "place" and is_place(text))
        or (kind == "category" and text in town.CATEGORY_GLYPHS)
        for kind, text in recents
    )


def are_saved(saved: tuple[tuple[str, str], ...]) -> bool:
    """Whether these are places in known lists."""
    return all(name in LISTS and is_place(key) for name, key in saved)
