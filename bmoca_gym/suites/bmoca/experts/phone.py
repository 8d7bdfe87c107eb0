"""Experts for Phone: they dial and call a number."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.handset.gestures import Gesture, PressKey

_PACKAGE = "com.android.dialer"
_ID = _PACKAGE + ":id/"
_KEYS = dict(
    zip(
        "0123456789*#",
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "star", "pound"),
        strict=True,
    )
)


def dialled(text: str) -> str:
    """The keys for a number on the screen, in any digits and format."""
    return "".join(c for c in ascii_digits(text) if c in "0123456789*#+")


class CallExpert(AppExpert):
    """Calls a number."""

    package = _PACKAGE
    label = "dialer.app_name"

    def __init__(self, number: str) -> None:
        self.number = number

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        end = screen.id(_ID + "incall_end_call")
        if end is not None:
            name = screen.id(_ID + "contactgrid_contact_name")
            return None if name is not None and dialled(name.text) == self.number else screen.tap(end)
        digits = screen.id(_ID + "digits")
        if digits is None:
            pad = screen.id(_ID + "fab")
            return screen.tap(pad) if pad is not None else PressKey("BACK")
        typed = dialled(digits.text)
        if typed == self.number:
            call = screen.id(_ID + "dialpad_floating_action_button")
            return screen.tap(call) if call is not None else None
        wanted = _KEYS[self.number[len(typed)]] if self.number.startswith(typed) else "deleteButton"
        key = screen.id(_ID + wanted)
        return screen.tap(key) if key is not None else None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "call": CallExpert,
}
