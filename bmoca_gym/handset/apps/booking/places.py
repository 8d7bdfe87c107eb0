"""The cities and properties that can be booked, from `properties.json`, and their photographs, which are files."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from bmoca_gym.handset.resources import Resources, catalogues

#: Orders of the list of results.
ORDERS = ("top_picks", "price", "score", "distance")


class Property(NamedTuple):
    """A property. ``score``: tenths of ten; ``metres``: from the centre; ``price``: dollars a night."""

    id: str
    city: str
    name: str
    kind: str
    stars: int
    score: int
    reviews: int
    metres: int
    price: int
    has: tuple[str, ...]


_file = partial(catalogues.json_of, "booking", "properties")


@cache
def cities() -> tuple[str, ...]:
    """Return the names of the cities."""
    return tuple(_file()["cities"])


@cache
def photograph(name: str) -> bytes:
    """Return the photograph of a city or a property, as a file: `graphics.photographs` makes them."""
    file: bytes = (catalogues.folder_of("booking") / "photographs" / f"{name}.jpg").read_bytes()
    return file


@cache
def properties() -> dict[str, Property]:
    """Return all properties by their ids."""
    return {
        id: Property(id, **(row | {"has": tuple(row["has"])})) for id, row in _file()["properties"].items()
    }


def in_city(city: str, order: str) -> tuple[Property, ...]:
    """Return the properties of a city in an order of `ORDERS`."""
    found = [one for one in properties().values() if one.city == city]
    if order == "price":
        found.sort(key=lambda one: one.price)
    elif order == "score":
        found.sort(key=lambda one: -one.score)
    elif order == "distance":
        found.sort(key=lambda one: one.metres)
    return tuple(found)


def found(res: Resources, query: str) -> tuple[str, ...]:
    """Return the cities whose names start with a query, in the phone's language or in English."""
    wanted = query.strip().casefold()
    return tuple(
        [
            city
            for city in cities()
            if city.startswith(wanted) or res.string(f"booking.city_{city}").casefold().startswith(wanted)
        ]
    )
