"""Positions in NMEA 0183 sentences, for ``geo nmea``."""

from __future__ import annotations

import re

_DEGREES = re.compile(r"(\d{2,3})(\d{2}(?:\.\d{1,8})?)", re.ASCII)
#: Sentences with a position: the fields of the latitude (longitude behind it) and of the altitude.
_SENTENCES = {"GGA": (2, 9), "RMC": (3, 0)}
_NO_FIX = {"GGA": (6, "0"), "RMC": (2, "V")}


def position(sentence: str) -> tuple[float, float, float] | None:
    """Longitude and latitude in degrees and altitude in m; None if the sentence has no position.

    Raises:
        ValueError: it is not a sentence, or its position is malformed.
    """
    if not sentence.startswith("$") or len(sentence) > 128:
        raise ValueError("NMEA sentence missing or malformed")
    fields = sentence.partition("*")[0].split(",")
    kind = fields[0][3:]
    if kind not in _SENTENCES:
        return None
    at, height = _SENTENCES[kind]
    if len(fields) <= max(at + 3, height):
        raise ValueError("NMEA sentence is too short")
    place, missing = _NO_FIX[kind]
    if fields[place] == missing:
        return None
    latitude = _angle(fields[at], fields[at + 1], "NS", 90)
    longitude = _angle(fields[at + 2], fields[at + 3], "EW", 180)
    altitude = fields[height] if height else ""
    if not re.fullmatch(r"(-?\d{1,5}(\.\d{1,6})?)?", altitude, re.ASCII):
        raise ValueError(f"'{altitude[:20]}' is no altitude")
    return longitude, latitude, float(altitude or 0)


def _angle(text: str, side: str, sides: str, most: float) -> float:
    found = _DEGREES.fullmatch(text)
    angle = int(found[1]) + float(found[2]) / 60 if found else most + 1
    if angle > most or len(side) != 1 or side not in sides:
        raise ValueError(f"'{text[:20]},{side[:5]}' is not a position")
    return -angle if side == sides[1] else angle
