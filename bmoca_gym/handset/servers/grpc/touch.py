"""Touches on the emulator's screen: recognises gestures of one and two fingers in its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, Swipe, Tap
from bmoca_gym.handset.resources.configuration import Configuration

MOST_FINGERS = 10
#: A finger that nobody has moved or lifted for so long (s) is lifted, but where its event says that it is never.
EXPIRY = 120.0
NEVER_EXPIRE = 1
#: From when on (s) a touch is a long one, and from what way on (dp) it is a swipe, as in `phone.perform`.
LONG_PRESS_SECONDS = 0.4
TOUCH_SLOP_DP = 8
_SHORTEST, _LONGEST = 0.001, 60.0


class Touch(Protocol):
    """A finger of an event. ``x``, ``y``: px; ``pressure``: 0 if it was lifted."""

    @property
    def x(self) -> int: ...  # noqa: D102

    @property
    def y(self) -> int: ...  # noqa: D102

    @property
    def identifier(self) -> int: ...  # noqa: D102

    @property
    def pressure(self) -> int: ...  # noqa: D102

    @property
    def expiration(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class MouseTouch:
    """A mouse as a finger: it touches while its primary button is down. ``x``, ``y``: px; ``buttons``: bits."""

    x: int
    y: int
    buttons: int
    identifier: int = 0
    expiration: int = NEVER_EXPIRE

    @property
    def pressure(self) -> int:
        """1 while the primary button is down, else 0."""
        return self.buttons & 1

    @property
    def finger(self) -> tuple[int, int, int, int]:
        """Number, x, y and pressure."""
        return self.identifier, self.x, self.y, self.pressure


@dataclass(slots=True)
class _Finger:
    """A finger on the screen. ``leads``: it came first, and makes the gestures of one finger."""

    leads: bool
    down_at: float
    first: tuple[int, int]
    last: tuple[int, int]
    expires_at: float = 0.0
    moved: bool = False


class Fingers:
    """Tracks fingers over several events, and returns their gestures when they are lifted.

    ``now``: a clock in seconds, which measures how long a finger stays.

    As on the emulator, a finger is lifted where it last was: the place sent with the lift is ignored. Two fingers that
    are down together make a pinch when one of them is lifted, if either has moved. Without movement only the first
    counts, as it does if it moved before the second came. More fingers change nothing.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._fingers: dict[int, _Finger] = {}
        self._pair: tuple[_Finger, _Finger] | None = None
        self._epoch = 0

    @property
    def held(self) -> frozenset[int]:
        """The numbers of the fingers that are down."""
        return frozenset(self._fingers)

    def handle(self, touches: Iterable[Touch], config: Configuration, epoch: int) -> list[Gesture]:
        """The gestures that an event completes.

        ``epoch``: fingers put down in an earlier one are forgotten; a loaded snapshot's screen was not touched.
        """
        at = self._now()
        if epoch != self._epoch:
            self._fingers.clear()
            self._pair = None
            self._epoch = epoch
        lifted = [
            self._fingers.pop(i) for i, finger in list(self._fingers.items()) if finger.expires_at <= at
        ]
        slop = TOUCH_SLOP_DP * config.density / 160
        for touch in touches:
            if touch.pressure:
                self._press(touch, config, at, slop)
            elif touch.identifier in self._fingers:
                lifted.append(self._fingers.pop(touch.identifier))
        gestures = [self._lift(finger, at, config, slop) for finger in lifted]
        return [gesture for gesture in gestures if gesture is not None]

    def _lift(self, finger: _Finger, at: float, config: Configuration, slop: float) -> Gesture | None:
        """The gesture that ends with a finger, if any."""
        pair = self._pair
        if pair is not None and any(one is finger for one in pair):
            self._pair = None
            if any(one.moved for one in pair):
                for one in pair:
                    one.leads = False
                return _pinch(pair, at, config)
        return _gesture(finger, at, config, slop) if finger.leads else None

    def _press(self, touch: Touch, config: Configuration, at: float, slop: float) -> None:
        place = min(max(touch.x, 0), config.width - 1), min(max(touch.y, 0), config.height - 1)
        finger = self._fingers.get(touch.identifier)
        if finger is None:
            if len(self._fingers) >= MOST_FINGERS:
                return
            others = [*self._fingers.values()]
            finger = self._fingers[touch.identifier] = _Finger(not others, at, place, place)
            if len(others) == 1 and others[0].leads and not others[0].moved:
                self._pair = others[0], finger
        finger.last = place
        finger.expires_at = float("inf") if touch.expiration == NEVER_EXPIRE else at + EXPIRY
        finger.moved = finger.moved or _far(finger, slop)


def _far(finger: _Finger, slop: float) -> bool:
    """Whether a finger is too far from where it went down to be a tap."""
    (x0, y0), (x1, y1) = finger.first, finger.last
    return max(abs(x1 - x0), abs(y1 - y0)) >= slop


def _pinch(pair: tuple[_Finger, _Finger], at: float, config: Configuration) -> Pinch:
    places = [place for one in pair for place in (one.first, one.last)]
    parts = [((x + 0.5) / config.width, (y + 0.5) / config.height) for x, y in places]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = parts
    seconds = min(max(at - pair[1].down_at, _SHORTEST), _LONGEST)
    return Pinch(x0, y0, x1, y1, x2, y2, x3, y3, seconds)


def _gesture(finger: _Finger, at: float, config: Configuration, slop: float) -> Gesture | None:
    seconds = min(max(at - finger.down_at, _SHORTEST), _LONGEST)
    # The middle of a pixel: no rounding error makes another pixel of it.
    x0, y0 = (finger.first[0] + 0.5) / config.width, (finger.first[1] + 0.5) / config.height
    if _far(finger, slop):
        x1, y1 = (finger.last[0] + 0.5) / config.width, (finger.last[1] + 0.5) / config.height
        return Swipe(x0, y0, x1, y1, seconds)
    if finger.moved:  # there and back: it scrolled nothing in the end, and is no tap any more
        return None
    return Tap(x0, y0) if seconds < LONG_PRESS_SECONDS else LongPress(x0, y0, seconds)
