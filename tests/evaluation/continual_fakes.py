"""Agents that can do some tasks and not others, and a learner, for the tests of continual evaluation.

In a module of its own, so that it can be imported by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.agents.simple import NoopAgent

CALLS: list[tuple[list[str], str | None, str, dict[str, Any]]] = []


class Able:
    """Does some tasks like the expert, and nothing in the others."""

    name = "able"
    knows: tuple[str, ...] = ()

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        self._acts = ExpertAgent() if env.task.id in self.knows else NoopAgent()
        self._acts.reset(env, info, seed)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        return self._acts.act(observation, info)


class First(Able):
    knows = ("open_the_clock_app",)


class Second(Able):
    knows = ("open_the_gmail", "open_the_clock_app")


class Third(Able):
    """Has forgotten the first task, and could do the third before learning it."""

    knows = ("open_the_gmail", "go_to_the_timer_page_in_clock")


def learn(stages: Sequence[Any], before: Path | None, folder: Path, **options: Any) -> str:
    """Learns without forgetting."""
    CALLS.append(([stage.id for stage in stages], before and before.name, folder.name, options))
    return "continual_fakes:" + ("First", "Second", "Third")[len(stages) - 1]


def stumble(stages: Sequence[Any], before: Path | None, folder: Path, **options: Any) -> Any:
    """Gives no agent."""
    return 3
