"""Agent ``wanderer``: walks around the compass, then goes back."""

from typing import Any


class Wanderer:
    """Agent that does the ten actions of the mode ``compass`` one after the other."""

    name = "wanderer"

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        """Begin an episode in the north-west, or where the seed says."""
        self._next = seed % 10

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        """Return the next action."""
        action, self._next = self._next, (self._next + 1) % 10
        return action
