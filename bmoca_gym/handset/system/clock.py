"""The virtual clock and scheduled calls. Time moves by `advance`, never by the host's clock."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset import packages
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL, Due, Phone
from bmoca_gym.handset.value import Callback, replace


def local_time(phone: Phone, wall: int | None = None) -> datetime:
    """Return the phone's local time (naive) now, or at ``wall`` ms."""
    return time_zones.local(phone.zone, phone.clock.wall if wall is None else wall)


def wall_of(phone: Phone, local: datetime) -> int:
    """Return a local time as ms since the epoch; the inverse of `local_time`."""
    return time_zones.wall(phone.zone, local)


def set_wall(phone: Phone, wall: int) -> Phone:
    """Set the wall clock, clamped to the clock's limits, and tell all apps."""
    wall = min(max(wall, FIRST_WALL), LAST_WALL)
    return tell_apps(replace(phone, clock=replace(phone.clock, wall=wall)))


def tell_apps(phone: Phone) -> Phone:
    """Tell all apps that the clock or the time zone was set."""
    for app in packages.apps_of(phone.image).values():
        if app.time_changed is not None:
            phone = app.time_changed(phone)
    return phone


def freeze(phone: Phone, frozen: bool) -> Phone:
    """Stop the wall clock, or let it run again."""
    return replace(phone, clock=replace(phone.clock, frozen=frozen))


def schedule(phone: Phone, owner: str, tag: str, at: int, callback: Callback, clock: str = "wall") -> Phone:
    """Schedule a callback at ``at`` ms. It replaces an earlier one of the same owner and tag."""
    phone = cancel(phone, owner, tag)
    return replace(phone, due=tuple(sorted((*phone.due, Due(at, clock, owner, tag, callback)), key=_order)))


def cancel(phone: Phone, owner: str, tag: str) -> Phone:
    """Cancel a scheduled callback."""
    if not any(d.owner == owner and d.tag == tag for d in phone.due):
        return phone
    return replace(phone, due=tuple(d for d in phone.due if (d.owner, d.tag) != (owner, tag)))


def cancel_all(phone: Phone, owner: str) -> Phone:
    """Cancel all scheduled callbacks of ``owner``: its data are gone."""
    return replace(phone, due=tuple(due for due in phone.due if due.owner != owner))


def _order(due: Due) -> tuple[int, str, str]:
    return (due.at, due.owner, due.tag)


def next_due(phone: Phone, until_uptime: int) -> tuple[Due, int] | None:
    """Return the earliest callback up to ``until_uptime``, and the uptime at which it is due."""
    best: tuple[int, Due] | None = None
    clock = phone.clock
    for due in phone.due:
        if due.clock == "uptime":
            at = max(due.at, clock.uptime)
        elif clock.frozen:
            continue
        else:
            at = clock.uptime + max(0, due.at - clock.wall)
        if at <= until_uptime and (best is None or at < best[0]):
            best = (at, due)
    return None if best is None else (best[1], best[0])
