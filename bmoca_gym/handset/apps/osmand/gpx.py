"""OsmAnd's GPX 1.1 files: favourites as waypoints, a planned track as points."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from xml.parsers import expat

from bmoca_gym.handset.kits.xml_text import clean, degrees
from bmoca_gym.handset.value import memo

_HEAD = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"
    '<gpx version="1.1" creator="OsmAnd 4.6.13" xmlns="http://www.topografix.com/GPX/1/1" '
    'xmlns:osmand="https://osmand.net" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">\n'
)
_MOST_POINTS = 10_000
_TEXTS = ("name", "desc", "type", "address")
_EXTRA = (
    "<osmand:icon>special_star</osmand:icon><osmand:background>circle</osmand:background>"
    "<osmand:color>#eecc22</osmand:color>"
)


class Waypoint(NamedTuple):
    """A saved place. ``made``: the time it was saved, in GPX's format."""

    name: str
    latitude: float
    longitude: float
    description: str = ""
    address: str = ""
    made: str = ""


class Contents(NamedTuple):
    """Content of a file: its waypoints, and the points of its tracks as latitude and longitude."""

    waypoints: tuple[Waypoint, ...]
    track: tuple[tuple[float, float], ...]


def moment(at: datetime) -> str:
    """A UTC time in GPX's format."""
    return f"{at:%Y-%m-%dT%H:%M:%S}Z"


def favourites_text(name: str, waypoints: tuple[Waypoint, ...]) -> bytes:
    """The file of favourites."""
    parts = [_HEAD, f"  <metadata>\n    <name>{clean(name)}</name>\n  </metadata>\n"]
    for one in waypoints:
        parts.append(f'  <wpt lat="{degrees(one.latitude)}" lon="{degrees(one.longitude)}">\n')
        parts += [
            f"    <{tag}>{clean(text)}</{tag}>\n"
            for tag, text in (("time", one.made), ("name", one.name), ("desc", one.description))
            if text
        ]
        address = f"<osmand:address>{clean(one.address)}</osmand:address>" if one.address else ""
        parts.append(f"    <extensions>{address}{_EXTRA}</extensions>\n  </wpt>\n")
    return "".join([*parts, "</gpx>\n"]).encode()


def track_text(name: str, track: tuple[tuple[float, float], ...], made: str) -> bytes:
    """The file of a track of one segment."""
    parts = [
        _HEAD,
        f"  <metadata>\n    <name>{clean(name)}</name>\n    <time>{made}</time>\n  </metadata>\n",
    ]
    parts.append(f"  <trk>\n    <name>{clean(name)}</name>\n    <trkseg>\n")
    parts += [
        f'      <trkpt lat="{degrees(latitude)}" lon="{degrees(longitude)}" />\n'
        for latitude, longitude in track
    ]
    return "".join([*parts, "    </trkseg>\n  </trk>\n</gpx>\n"]).encode()


@memo(64)
def contents(data: bytes) -> Contents:
    """Content of a file.

    Raises:
        ValueError: it is not a GPX file, or has too many points.
    """
    waypoints: list[dict[str, Any]] = []
    track: list[tuple[float, float]] = []
    inside: list[str] = []
    keep: dict[str, Callable[[tuple[float, float]], None]] = {
        "wpt": lambda place: waypoints.append({"place": place}),
        "trkpt": track.append,
    }

    def begin(tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        inside.append(name)
        if name in keep:
            place = float(attributes["lat"]), float(attributes["lon"])
            if not (-90 <= place[0] <= 90 and -180 <= place[1] <= 180):
                raise ValueError(f"a point at {place}, which is not on Earth")
            if len(waypoints) + len(track) >= _MOST_POINTS:
                raise ValueError(f"more than {_MOST_POINTS} points")
            keep[name](place)

    def said(text: str) -> None:
        name = inside[-1] if inside else ""
        if "wpt" in inside and name in (*_TEXTS, "time"):
            waypoints[-1][name] = waypoints[-1].get(name, "") + text

    def doctype(*_: object) -> None:
        raise ValueError("a document type")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.CharacterDataHandler = begin, said
    parser.EndElementHandler = lambda tag: inside.pop()
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, KeyError) as error:
        raise ValueError(f"no GPX file: {error}") from None
    return Contents(
        tuple(
            [
                Waypoint(
                    one.get("name", ""), one["place"][0], one["place"][1], one.get("desc", ""), one.get("address", ""),
                    one.get("time", ""),
                )
                for one in waypoints
            ]
        ),
        tuple(track),
    )  # fmt: skip
