"""The virtual clock and what is due on it. Time moves by `advance`, never by the host's clock."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, NamedTuple

from bmoca_gym.handset.value import Callback, Value, memo, replace, value

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

_EPOCH = datetime(1970, 1, 1)


@value
class SystemClock(Value):
    """``wall``: ms since the epoch; ``uptime``: ms since boot; ``frozen``: the wall clock stands still."""

    wall: int = 1714557600000  # 2024-05-01 10:00 UTC
    uptime: int = 60000
    frozen: bool = False


class Due(NamedTuple):
    """A call to ``owner``'s state when ``clock`` ("wall" or "uptime") reaches ``at`` ms; ``tag`` names it."""

    at: int
    clock: str
    owner: str
    tag: str
    callback: Callback


@memo(512)
def offset_of(zone: str, wall: int) -> int:
    """How far (ms) a time zone's clocks are ahead of UTC at ``wall`` ms since the epoch."""
    from babel.dates import get_timezone

    if zone in ("UTC", "GMT", "Etc/UTC"):
        return 0
    try:
        moment = datetime.fromtimestamp(wall / 1000, timezone.utc)
        shift = moment.astimezone(get_timezone(zone)).utcoffset()
    except LookupError:
        return 0
    return int((shift or timedelta()).total_seconds() * 1000)


def zone_of(phone: Phone) -> str:
    """The time zone the phone is set to, e.g. ``Europe/Berlin``."""
    return phone.properties.get("persist.sys.timezone", "GMT")


def local_time(phone: Phone, wall: int | None = None) -> datetime:
    """The phone's local time (naive) now, or at ``wall`` ms."""
    at = phone.clock.wall if wall is None else wall
    return _EPOCH + timedelta(milliseconds=at + offset_of(zone_of(phone), at))


def wall_of(phone: Phone, local: datetime) -> int:
    """The inverse of `local_time`: ms since the epoch of a local time."""
    naive = round((local - _EPOCH).total_seconds() * 1000)
    return naive - offset_of(zone_of(phone), naive - offset_of(zone_of(phone), naive))


def set_wall(phone: Phone, wall: int) -> Phone:
    """The phone with its wall clock set; what fell due in between does not ring."""
    return replace(phone, clock=replace(phone.clock, wall=wall))


def freeze(phone: Phone, frozen: bool) -> Phone:
    """The phone with its wall clock stopped, or running again."""
    return replace(phone, clock=replace(phone.clock, frozen=frozen))


def schedule(phone: Phone, owner: str, tag: str, at: int, callback: Callback, clock: str = "wall") -> Phone:
    """The phone that will call back at ``at`` ms, in place of an earlier appointment of that owner and tag."""
    phone = cancel(phone, owner, tag)
    return replace(phone, due=tuple(sorted((*phone.due, Due(at, clock, owner, tag, callback)), key=_order)))


def cancel(phone: Phone, owner: str, tag: str) -> Phone:
    """The phone without that appointment."""
    if not any(d.owner == owner and d.tag == tag for d in phone.due):
        return phone
    return replace(phone, due=tuple(d for d in phone.due if (d.owner, d.tag) != (owner, tag)))


def _order(due: Due) -> tuple[int, str, str]:
    return (due.at, due.owner, due.tag)


def next_due(phone: Phone, until_uptime: int) -> tuple[Due, int] | None:
    """The earliest appointment up to ``until_uptime``, and the uptime at which it falls due."""
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


def advanced(clock: SystemClock, milliseconds: int) -> SystemClock:
    """The clock ``milliseconds`` later."""
    return SystemClock(
        clock.wall if clock.frozen else clock.wall + milliseconds, clock.uptime + milliseconds, clock.frozen
    )
