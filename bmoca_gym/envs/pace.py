"""How fast an environment's phone responds: its motion, the starts of apps, and the toasts that came meanwhile."""

from __future__ import annotations

from bmoca_gym.devices.device import Device, run, screen_of
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.system.motion import REST
from bmoca_gym.handset.value import replace

#: The settings of Android that switch animations on and off.
SCALES = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")


class Pace:
    """Sets at the start of each episode how fast a phone responds.

    Attributes:
        is_slow: whether something moves, or apps take time to start.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._has_set = False
        self.is_slow = False

    def begin(self, motion: str, start_seconds: float) -> None:
        """Begin an episode. ``motion``: ``"none"`` or ``"real"``; ``start_seconds``: how long an app takes to start.

        A phone that is not embedded gets the scales of its animations, and starts its apps as fast as it can.
        """
        moves = motion == "real"
        self.is_slow = moves or start_seconds > 0
        screen = screen_of(self._device)
        if screen is None:
            if moves or self._has_set:
                self._has_set = True
                for name in SCALES:
                    run(self._device, f"settings put global {name} {int(moves)}")
        elif self.is_slow:
            phone = activities.starting_in(screen.phone, round(1000 * start_seconds))
            screen.phone = replace(phone, motion=REST if moves else None)


def toasts_since(before: tuple[tuple[int, str], ...] | None, phone: Phone) -> tuple[str, ...]:
    """Return the texts of the toasts that a phone has shown since ``before``, in order."""
    now = phone.toasts
    if now is before or not now:
        return ()
    new = now
    if before and before[-1] in now:
        new = now[len(now) - now[::-1].index(before[-1]) :]
    return tuple([text for _, text in new])
