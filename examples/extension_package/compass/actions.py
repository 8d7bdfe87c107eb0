"""Action mode ``compass``: taps on nine points of the screen, and the key BACK."""

from typing import Any

import gymnasium as gym

from bmoca_gym.envs.actions import Move, no_such_action
from bmoca_gym.envs.registries import ModeSettings
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.ui.tree import UiTree

#: The gestures of the actions 0 to 9.
GESTURES = (*(Tap(x / 6, y / 6) for y in (1, 3, 5) for x in (1, 3, 5)), PressKey("BACK"))


class CompassActions:
    """``Discrete(10)``: north-west to south-east in the order of reading, then BACK.

    Args:
        settings: the environment's settings; none of them is used.
    """

    needs_tree = False
    wrong_format_counts = False

    def __init__(self, settings: ModeSettings) -> None:
        self.space = gym.spaces.Discrete(len(GESTURES))

    def to_gesture(self, action: Any, tree: UiTree | None = None) -> Move:
        """Return the gesture of an action."""
        if action not in self.space:
            raise ActionError(
                f"The action is {action!r}; it must be a whole number from 0 to {len(GESTURES) - 1}."
            )
        return GESTURES[int(action)]

    def encode(self, gesture: Any, tree: UiTree) -> int:
        """Return the action of a gesture, if it is one of the ten."""
        if gesture not in GESTURES:
            raise no_such_action(gesture, "compass")
        return GESTURES.index(gesture)
