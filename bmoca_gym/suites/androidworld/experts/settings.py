"""The expert for Settings' brightness; B-MoCA's ``settings.go`` handles switches."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import Screen, ascii_digits
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.suites.bmoca.experts.settings import SettingsExpert

_SLIDER = "com.android.systemui:id/slider"


class BrightnessExpert(SettingsExpert):
    """Sets the brightness slider to one of its ends, ``max`` or ``min``."""

    def __init__(self, end: str) -> None:
        super().__init__(("display", "brightness"))
        self.end = end

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        slider = screen.id(_SLIDER)
        if slider is None:
            return super().in_app(screen)
        at_end = float(ascii_digits(slider.text).replace("٫", ".")) == (100 if self.end == "max" else 0)
        return None if at_end else screen.tap_at(slider, 0.995 if self.end == "max" else 0.005)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"brightness": BrightnessExpert}
