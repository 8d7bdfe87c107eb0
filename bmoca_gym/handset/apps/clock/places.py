"""The cities and time zones that Clock lists, with their names in the phone's language."""

from __future__ import annotations

from functools import cache
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.resources import catalogues, time_zones
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import memo


@cache
def _places() -> dict[str, Any]:
    """The tables of ``places.json``.

    A city has its English name, its time zone, and where CLDR doesn't name that zone by the city, the zone that it
    does or the names in other languages. A time zone has its English name, and where that isn't a city, the parts of
    what it is called elsewhere: a zone for its city, ``~`` and a zone for the zone itself, a territory, a city's id.
    """
    found: dict[str, Any] = catalogues.json_of("clock", "places")
    return found


def city(id: str) -> tuple[str, str]:
    """The English name and time zone of a city, given its id; the id and UTC if it is unknown."""
    name, zone, *_ = _places()["cities"].get(id, (id, "UTC"))
    return name, zone


def city_ids() -> tuple[str, ...]:
    """The ids of all cities."""
    return tuple(_places()["cities"])


def is_city(id: str) -> bool:
    """Whether there is a city with this id."""
    return id in _places()["cities"]


@memo(1024, asset=True)
def city_name(locale: str, id: str) -> str:
    """The name of a city in a locale's language, or in English if that isn't known."""
    name, zone, *more = _places()["cities"].get(id, (id, "UTC"))
    known = locale_named(locale)
    if more and isinstance(more[0], dict):
        return str(more[0].get(known.catalogue, name))
    if known.catalogue == "en":
        return str(name)
    return _city_of(locale, *more) if more else _city_of(locale, zone, name)


def _city_of(locale: str, zone: str, name: str = "") -> str:
    """The city by which CLDR names a zone. ``name``: the city that it must be, "" for any."""
    english = _exemplar("en", zone) or zone.rpartition("/")[2].replace("_", " ")
    if name and plain(english) != plain(name):
        return name
    return _exemplar(locale_named(locale).babel, zone) or name or english


def _exemplar(cldr: str, zone: str) -> str:
    """The city that CLDR names in a locale for a zone, which it may know by an older name; "" for none."""
    from babel import Locale

    known = Locale.parse(cldr).time_zones
    return next((str(known[name]["city"]) for name in _names_of(zone) if "city" in known.get(name, {})), "")


@memo(512, asset=True)
def _names_of(zone: str) -> tuple[str, ...]:
    """All names of a time zone, the one in use first."""
    from babel.core import get_global

    aliases = get_global("zone_aliases")
    zone = aliases.get(zone, zone)
    return (zone, *(old for old, new in aliases.items() if new == zone))


@memo(1024, asset=True)
def zone_city(locale: str, zone: str) -> str:
    """The city by which CLDR names a time zone, in a locale's language."""
    return _city_of(locale, zone)


@memo(512, asset=True)
def zone_name(locale: str, english: str) -> str:
    """What a time zone of the list is called in a locale's language, given its English name."""
    known = locale_named(locale)
    found = _places()["zones"][english]
    if known.catalogue == "en":
        return english
    if isinstance(found, str):
        return _city_of(locale, found, english)
    between = resources.string(locale, "common.list_separator")
    return between.join(_part(locale, part) for part in found[1:])


def _part(locale: str, part: str) -> str:
    from babel import Locale
    from babel.dates import get_timezone, get_timezone_name

    if part in _places()["cities"]:
        return city_name(locale, part)
    known = Locale.parse(locale_named(locale).babel)
    if part.startswith("~"):
        return str(get_timezone_name(get_timezone(part[1:]), locale=known))
    return _city_of(locale, part) if "/" in part else str(known.territories[part])


def cities_called(locale: str, english: str) -> tuple[str, ...]:
    """The localised names of the cities with an English name."""
    return tuple(city_name(locale, id) for id in city_ids() if city(id)[0] == english)


def zones_called(locale: str, english: str) -> tuple[str, ...]:
    """The localised names of the time zones whose English names start with a text."""
    return tuple(zone_name(locale, name) for name in _places()["zones"] if name.startswith(english))


@memo(64, asset=True)
def home_zones(locale: str, hour: int) -> tuple[tuple[str, str], ...]:
    """The zones that home may be in, from west to east: id and name. ``hour``: hours since the epoch."""
    wall = hour * 3_600_000
    zones = {name: row if isinstance(row, str) else row[0] for name, row in _places()["zones"].items()}
    rows = sorted((time_zones.offset_of(zone, wall), name, zone) for name, zone in zones.items())
    return tuple((zone, f"({_offset(shift)}) {zone_name(locale, name)}") for shift, name, zone in rows)


def _offset(shift: int) -> str:
    """A zone's offset from Greenwich, as DeskClock writes it: ``GMT+8:00``."""
    hours, minutes = divmod(abs(shift) // 60_000, 60)
    return f"GMT{'-' if shift < 0 else '+'}{hours}:{minutes:02d}"
