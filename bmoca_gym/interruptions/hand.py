"""Touch interruptions: touches that are missed, doubled, shifted or late, and typed letters that get lost."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from bmoca_gym.handset.gestures import Gesture, Tap, TypeText
from bmoca_gym.interruptions.interruption import Interruption, Moment, Reach


class _Hand(Interruption):
    """Changes touches. ``chance``: the fraction of touches that it changes while it lasts."""

    reach: ClassVar[Reach] = "all"
    touches: ClassVar[bool] = True

    def __init__(self, chance: float = 1.0) -> None:
        self.chance = chance

    def _now(self, moment: Moment) -> bool:
        return moment.chance("touch") < self.chance


class Missed(_Hand):
    """A tap does not arrive."""

    def touch(self, gesture: Gesture, moment: Moment) -> tuple[Gesture, ...]:
        """See `Interruption.touch`."""
        return () if isinstance(gesture, Tap) and self._now(moment) else (gesture,)


class Doubled(_Hand):
    """A tap arrives twice, if what it touches is still there after the first time."""

    def touch(self, gesture: Gesture, moment: Moment) -> tuple[Gesture, ...]:
        """See `Interruption.touch`."""
        return (gesture, gesture) if isinstance(gesture, Tap) and self._now(moment) else (gesture,)


class Shifted(_Hand):
    """A tap lands off its point. ``distance``: the maximum shift in each direction, as a fraction of the screen."""

    def __init__(self, chance: float = 1.0, distance: float = 0.01) -> None:
        super().__init__(chance)
        self.distance = distance

    def touch(self, gesture: Gesture, moment: Moment) -> tuple[Gesture, ...]:
        """See `Interruption.touch`."""
        if not isinstance(gesture, Tap) or not self._now(moment):
            return (gesture,)
        x, y = (
            min(max(at + (2 * moment.chance(name) - 1) * self.distance, 0.0), 1.0)
            for name, at in (("x", gesture.x), ("y", gesture.y))
        )
        return (replace(gesture, x=x, y=y),)


class Late(_Hand):
    """A tap arrives at the end of the step, when its time has already passed."""

    def late(self, gesture: Gesture, moment: Moment) -> bool:
        """See `Interruption.late`."""
        return isinstance(gesture, Tap) and self._now(moment)


class Dropped(_Hand):
    """One of the typed letters gets lost."""

    def touch(self, gesture: Gesture, moment: Moment) -> tuple[Gesture, ...]:
        """See `Interruption.touch`."""
        if not isinstance(gesture, TypeText) or len(gesture.text) < 2 or not self._now(moment):
            return (gesture,)
        at = int(moment.chance("letter") * len(gesture.text))
        return (replace(gesture, text=gesture.text[:at] + gesture.text[at + 1 :]),)
