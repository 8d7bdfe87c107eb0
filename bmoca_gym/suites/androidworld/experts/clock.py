"""Experts for Clock's stopwatch and timer on Android 13."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.handset.gestures import Gesture, PressKey

_ID = "com.google.android.deskclock:id/"


class TabExpert(AppExpert):
    """Goes to a tab of Clock, then acts there."""

    package = "com.google.android.deskclock"
    label = "clock.app_name"
    tab: str

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        tab = screen.id(_ID + f"tab_menu_{self.tab}")
        if tab is None:
            return PressKey("BACK")
        return self.on_tab(screen) if tab.selected else screen.tap(tab)

    def on_tab(self, screen: Screen) -> Gesture | None:
        """Return the next move on the tab, or None when everything is done."""
        raise NotImplementedError


class StopwatchExpert(TabExpert):
    """Starts or pauses the stopwatch."""

    tab = "stopwatch"

    def __init__(self, running: bool) -> None:
        self.running = running

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `TabExpert.on_tab`."""
        runs = screen.id(_ID + "right_button") is not None  # laps can be taken
        button = screen.id(_ID + "fab")
        return screen.tap(button) if button is not None and runs != self.running else None


class TimerExpert(TabExpert):
    """Enters a timer digit by digit without starting it."""

    tab = "timer"

    def __init__(self, hours: int, minutes: int, seconds: int) -> None:
        self.digits = f"{hours:02d}{minutes:02d}{seconds:02d}".lstrip("0")

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `TabExpert.on_tab`."""
        shown = screen.id(_ID + "timer_setup_time")
        if shown is None:
            return PressKey("BACK")
        entered = "".join(c for c in ascii_digits(shown.text) if c.isdecimal()).lstrip("0")
        if not self.digits.startswith(entered):
            return self._press(screen, "timer_setup_delete")
        left = self.digits[len(entered) :]
        if not left:
            return None
        return self._press(screen, f"timer_setup_digit_{'00' if left.startswith('00') else left[0]}")

    def _press(self, screen: Screen, key: str) -> Gesture | None:
        button = screen.id(_ID + key)
        return screen.tap(button) if button is not None else None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"stopwatch": StopwatchExpert, "timer": TimerExpert}
