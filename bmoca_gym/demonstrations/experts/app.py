"""Expert for any app: it opens the app."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture


class OpenExpert(AppExpert):
    """Opens an app, by its package and the key of its name."""

    def __init__(self, package: str, label: str) -> None:
        self.package = package
        self.label = label

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        return None


#: Verbs for a task's ``expert``.
VERBS = {
    "open": OpenExpert,
}
