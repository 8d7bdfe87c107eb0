"""Conversion of times in files, which can be any number, to local times."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.resources import time_zones

#: The last time, in ms, that has a date: a file may contain any number.
_LAST = time_zones.wall("UTC", datetime(9998, 12, 31))


def moment(zone: str, wall: int) -> datetime:
    """Return the local time of ``wall`` ms, clamped to the years 1970 to 9998."""
    return time_zones.local(zone, min(max(wall, 0), _LAST))
