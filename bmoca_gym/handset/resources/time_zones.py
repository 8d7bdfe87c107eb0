"""Time zones: conversion between the wall clock's milliseconds and local times."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from babel.dates import get_timezone

from bmoca_gym.handset.value import memo

EPOCH = datetime(1970, 1, 1)


def offset_of(zone: str, wall: int) -> int:
    """Return the offset of a time zone from UTC, in ms, at ``wall`` ms since the epoch."""
    return 0 if zone in ("UTC", "GMT", "Etc/UTC") else _offset_of(zone, wall)


@memo(512, asset=True)
def _offset_of(zone: str, wall: int) -> int:
    moment = datetime.fromtimestamp(wall / 1000, timezone.utc)
    shift = moment.astimezone(get_timezone(zone)).utcoffset()
    return int((shift or timedelta()).total_seconds() * 1000)


@memo(64, asset=True)
def is_zone(name: str) -> bool:
    """Whether a time zone exists."""
    try:
        return bool(name) and get_timezone(name) is not None
    except (LookupError, OSError, ValueError):
        return False


def local(zone: str, wall: int) -> datetime:
    """Return the local time of a zone (without zone) at ``wall`` ms since the epoch."""
    return EPOCH + timedelta(milliseconds=wall + offset_of(zone, wall))


def wall(zone: str, local: datetime) -> int:
    """Return the ms since the epoch of a zone's local time, the inverse of `local`."""
    naive = round((local - EPOCH).total_seconds() * 1000)
    return naive - offset_of(zone, naive - offset_of(zone, naive))
