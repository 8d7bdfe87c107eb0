"""Rule ``brightness`` for task files: ``{brightness: {least: 200}}``."""

from __future__ import annotations

from dataclasses import dataclass

from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, unknown, unsatisfied


@dataclass(frozen=True, slots=True)
class BrightnessRule:
    """Rule that holds if the screen's brightness, 0 to 255, is at least ``least``."""

    least: int

    def start(self, reading: Reading) -> BrightnessRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Read the setting."""
        said = reading.shell("settings get system screen_brightness").output.strip()
        if not said.isdecimal():
            return unknown(f"brightness: the phone says {said!r}")
        return (satisfied if int(said) >= self.least else unsatisfied)(f"brightness: {said}")
