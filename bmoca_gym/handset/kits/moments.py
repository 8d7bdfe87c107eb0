"""Conversion of times in files, which can be any number, to local times."""

from __future__ import annotations

from datetime import datetime, timedelta

from bmoca_gym.handset.resources.time_zones import offset_of

_EPOCH = datetime(1970, 1, 1)

#: The last time, in ms, that has a date: a file may contain any number.
_LAST = (datetime(9998, 12, 31) - _EPOCH) // timedelta(milliseconds=1)


def moment(zone: str, wall: int) -> datetime:
    """Return the local time of ``wall`` ms, clamped to the years 1970 to 9998."""
    wall = min(max(wall, 0), _LAST)
    return _EPOCH + timedelta(milliseconds=wall + offset_of(zone, wall))
