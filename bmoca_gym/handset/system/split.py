"""Split screen: which two apps share the screen, and which part each of them has."""

from __future__ import annotations

from dataclasses import fields
from typing import NamedTuple

from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT, Configuration
from bmoca_gym.handset.state import Phone, Split, Task
from bmoca_gym.handset.value import memo, replace, value

#: Shares of the screen that the upper app can have, where both apps then have at least `_LEAST` dp.
_SHARES = (1 / 3, 1 / 2, 2 / 3)
#: Thickness of the divider in dp (``split_divider_bar_width``), and the least height of an app
#: (``default_minimal_size_resizable_task``).
DIVIDER, _LEAST = 10, 220
#: Since this API level an app that is opened over a pair has the whole screen; before, it takes the lower part.
PAIRS_STAY = 31


@value
class Part(Configuration):
    """The configuration of an app that has a part of the screen.

    Attributes:
        foot: height of the navigation bar in that part, in dp.
    """

    foot: int = 0

    def __post_init__(self) -> None:
        """Don't check the size: any part of a screen is large enough."""

    @property
    def bar_at_side(self) -> bool:
        """False: even a part that is wider than high has no bar at the side."""
        return False

    @property
    def bar(self) -> int:
        """Height of the navigation bar in it, in dp."""
        return self.foot


class Places(NamedTuple):
    """Where two apps meet, in px from the top of the screen: where the upper one ends and the lower one begins."""

    end: int
    start: int


def _task(phone: Phone, package: str) -> Task | None:
    return next((task for task in phone.tasks if task.package == package and task.activities), None)


def _room(configuration: Configuration) -> float:
    """Height in dp that is available to two apps."""
    c = configuration
    return c.height * 160 / c.density - c.bar - STATUS_HEIGHT - DIVIDER


@memo(64)
def shares(configuration: Configuration) -> tuple[float, ...]:
    """Return the shares that the upper app can have; none on a screen that is too low, or wider than high."""
    if configuration.width >= configuration.height:
        return ()
    room = _room(configuration)
    return tuple(share for share in _SHARES if room * min(share, 1 - share) >= _LEAST)


def fits(configuration: Configuration) -> bool:
    """Return whether two apps can share a screen."""
    return bool(shares(configuration))


def paired(phone: Phone) -> Split | None:
    """Return the pair of apps that have a card in the overview; None if there is none."""
    split = phone.split
    if split is None or not split.lower or not fits(phone.configuration):
        return None
    return split if _task(phone, split.upper) and _task(phone, split.lower) else None


def shown(phone: Phone) -> Split | None:
    """Return the pair of apps that share the screen; None if an app has it alone."""
    if phone.split is None or phone.home or not phone.tasks:
        return None
    split = paired(phone)
    return split if split is not None and phone.tasks[-1].package in (split.upper, split.lower) else None


def beside(phone: Phone) -> Task | None:
    """Return the task beside the one in front, on the other side of the divider; None without a divider."""
    split = shown(phone)
    if split is None:
        return None
    return _task(phone, split.lower if phone.tasks[-1].package == split.upper else split.upper)


def choosing(phone: Phone) -> str:
    """Return the package of the app that the user is choosing a partner for in the overview; "" for none."""
    split = phone.split
    return split.upper if split is not None and not split.lower and phone.overview else ""


def places(configuration: Configuration, share: float) -> Places:
    """Return where two apps are if the upper one has that share of the screen."""
    scale = configuration.metrics.scale
    end = round((STATUS_HEIGHT + _room(configuration) * share) * scale)
    return Places(end, end + round(DIVIDER * scale))


def share_at(configuration: Configuration, y: float) -> float:
    """Return the share that the upper app would have if the divider began at ``y`` px."""
    return (y / configuration.metrics.scale - STATUS_HEIGHT) / _room(configuration)


@memo(64)
def part(configuration: Configuration, share: float, lower: bool) -> Configuration:
    """Return the configuration of the upper or the lower app, if the upper one has that share of the screen."""
    c = configuration
    end, start = places(c, share)
    # The lower app's space for the status bar lies under the divider and the upper app.
    height = c.height - start + round(STATUS_HEIGHT * c.metrics.scale) if lower else end
    own = {field.name: getattr(c, field.name) for field in fields(Configuration)}
    return Part(**(own | {"height": height}), foot=c.bar if lower else 0)


def part_of(phone: Phone, package: str) -> Configuration:
    """Return the configuration of an app's part of the screen: all of it, if nothing shares the screen."""
    split = shown(phone)
    if split is None:
        return phone.configuration
    return part(phone.configuration, split.share, package == split.lower)


def closed(phone: Phone) -> Phone:
    """Give the app in front the whole screen."""
    return phone if phone.split is None else replace(phone, split=None)


def exchanged(phone: Phone, old: str, new: str) -> Phone:
    """Give one app's part to another app."""
    split = phone.split
    if split is None or old == new:
        return phone
    if new in (split.upper, split.lower):
        return closed(phone)
    if old == split.upper:
        return replace(phone, split=replace(split, upper=new))
    return replace(phone, split=replace(split, lower=new)) if old == split.lower else phone
