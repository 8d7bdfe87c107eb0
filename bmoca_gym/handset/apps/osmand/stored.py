"""The keys and values that OsmAnd's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.osmand.land import CATEGORIES, SETTLED, Place

_KINDS = ("position", *SETTLED, *CATEGORIES)


def are_places(places: tuple[Place, ...]) -> bool:
    """Whether these are places of known kinds on the earth."""
    return all(
        place.kind in _KINDS and abs(place.latitude) <= 90 and abs(place.longitude) <= 180 for place in places
    )
