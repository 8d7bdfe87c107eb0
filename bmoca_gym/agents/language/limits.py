"""Usage of a model in an episode: calls, tokens, cost and time; limits on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bmoca_gym.errors import LimitReachedError


@dataclass
class Usage:
    """Usage of a model. ``seconds``: how long its answers took, without waits before retries; stored with the
    answers."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class Budget:
    """Budget of an episode: counts usage, and ends the episode when a limit is reached.

    Args:
        options: options of the language agent.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self.usage = Usage()

    def add(self, prompt_tokens: int, answer_tokens: int, seconds: float) -> None:
        """Count an answer."""
        used = self.usage
        used.calls += 1
        used.prompt_tokens += prompt_tokens
        used.answer_tokens += answer_tokens
        used.seconds = round(used.seconds + seconds, 3)
        prices = self._options["price_in"], self._options["price_out"]
        used.cost = round((used.prompt_tokens * prices[0] + used.answer_tokens * prices[1]) / 1e6, 9)

    def check(self) -> None:
        """Check the limits before the next request.

        Raises:
            LimitReachedError: a limit is reached.
        """
        used = self.usage
        for what, amount, limit in (
            ("tokens", used.prompt_tokens + used.answer_tokens, self._options["max_tokens_per_episode"]),
            ("cost", used.cost, self._options["max_cost"]),
            ("seconds", used.seconds, self._options["max_time"]),
        ):
            if limit and amount >= limit:
                raise LimitReachedError(f"limit reached: {amount:g} of {limit:g} {what}")
