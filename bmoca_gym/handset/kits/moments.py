"""Conversion of times in a file, which can be any number, into local times."""

from __future__ import annotations

from datetime import datetime, timedelta

from bmoca_gym.handset.time_zones import offset_of

_EPOCH = datetime(1970, 1, 1)

#: The last moment, ms, of which there is a date: a file may hold any number.
_LAST = (datetime(9998, 12, 31) - _EPOCH) // timedelta(milliseconds=1)


def moment(zone: str, wall: int) -> datetime:
    """Local time of ``wall`` ms; of times before 1970 or after 9998 the nearest there is."""
    wall = min(max(wall, 0), _LAST)
    return _EPOCH + timedelta(milliseconds=wall + offset_of(zone, wall))
