"""The expert of the plant diary."""

from __future__ import annotations

from bmoca_gym import Gesture, PressKey
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen

_ID = "org.example.plants:id/"


class WaterExpert(AppExpert):
    """Opens a plant that was never watered, and records that it was just watered."""

    package = "org.example.plants"
    label = "plants.app_name"

    def __init__(self, name: str) -> None:
        self.name = name

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "title", self.name) is not None:
            return None if screen.id(_ID + "watering") is not None else screen.tap(screen.id(_ID + "water"))
        plant = screen.id(_ID + "plant_name", self.name)
        if plant is not None:
            return screen.tap(plant)
        return PressKey("BACK") if screen.id(_ID + "fab") is None else screen.scroll_down()


#: The verbs that a task's ``expert`` can name.
VERBS = {"water": WaterExpert}
