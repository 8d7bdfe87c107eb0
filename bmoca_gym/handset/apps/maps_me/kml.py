"""MAPS.ME's bookmarks: KML 2.2 with a placemark for each."""

from __future__ import annotations

from typing import NamedTuple
from xml.parsers import expat

from bmoca_gym.handset.kits.xml_text import clean, degrees
from bmoca_gym.handset.value import memo

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://earth.google.com/kml/2.2">\n<Document>\n'
    '  <Style id="placemark-red">\n    <IconStyle>\n      <Icon>\n'
    "        <href>http://maps.me/placemarks/placemark-red.png</href>\n"
    "      </Icon>\n    </IconStyle>\n  </Style>\n"
)
_MOST = 5000
_WANTED = ("name", "description", "when", "coordinates")


class Bookmark(NamedTuple):
    """A saved place. ``made``: the time in KML's format; ``description``: its kind and address."""

    name: str
    latitude: float
    longitude: float
    description: str = ""
    made: str = ""


def to_bytes(name: str, bookmarks: tuple[Bookmark, ...]) -> bytes:
    """The file of a list of bookmarks."""
    parts = [_HEAD, f"  <name>{clean(name)}</name>\n  <visibility>1</visibility>\n"]
    for one in bookmarks:
        parts.append(f"  <Placemark>\n    <name>{clean(one.name)}</name>\n")
        if one.description:
            parts.append(f"    <description>{clean(one.description)}</description>\n")
        if one.made:
            parts.append(f"    <TimeStamp><when>{clean(one.made)}</when></TimeStamp>\n")
        at = f"{degrees(one.longitude)},{degrees(one.latitude)}"
        parts.append(
            "    <styleUrl>#placemark-red</styleUrl>\n"
            f"    <Point><coordinates>{at}</coordinates></Point>\n  </Placemark>\n"
        )
    return "".join([*parts, "</Document>\n</kml>\n"]).encode()


def _position(text: str) -> tuple[float, float]:
    longitude, latitude = (float(part) for part in text.strip().split(",")[:2])
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise ValueError(f"a place at {latitude}, {longitude}, which is not on Earth")
    return latitude, longitude


@memo(64)
def bookmarks(data: bytes) -> tuple[Bookmark, ...]:
    """The placemarks of a file.

    Raises:
        ValueError: it is not a KML file, or has too many placemarks.
    """
    found: list[dict[str, str]] = []
    inside: list[str] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        inside.append(tag.rpartition(":")[2])
        if inside[-1] == "Placemark":
            if len(found) >= _MOST:
                raise ValueError(f"more than {_MOST} placemarks")
            found.append({})

    def said(text: str) -> None:
        if "Placemark" in inside and inside[-1] in _WANTED:
            found[-1][inside[-1]] = found[-1].get(inside[-1], "") + text

    def end(tag: str) -> None:
        inside.pop()

    def doctype(*_: object) -> None:
        raise ValueError("a document type")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.CharacterDataHandler, parser.EndElementHandler = begin, said, end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"no KML file: {error}") from None
    return tuple(
        [
            Bookmark(
                one.get("name", ""), *_position(one.get("coordinates", "")), one.get("description", ""),
                one.get("when", ""),
            )
            for one in found
        ]
    )  # fmt: skip
