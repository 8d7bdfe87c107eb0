"""Lets an agent play in an environment, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bmoca_gym import agents


class Step(NamedTuple):
    """What an agent did, and what the environment answered."""

    action: Any
    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


def steps(env: Any, observation: Any, info: Any, agent: str = "expert", seed: int = 0) -> Iterator[Step]:
    """Let an agent play on to the end of the episode. Each step is made when it is asked for.

    ``observation`` and ``info`` are those of the reset, or of the last step.
    """
    player = agents.create(agent)
    player.reset(env, info, seed)
    while True:
        action = player.act(observation, info)
        step = Step(action, *env.step(action))
        yield step
        if step.terminated or step.truncated:
            return
        observation, info = step.observation, step.info


def play(env: Any, agent: str = "expert", seed: int = 0, **options: Any) -> Step:
    """Play a whole episode from the reset with ``options``, and return its last step."""
    *_, last = steps(env, *env.reset(seed=seed, options=options), agent, seed)
    return last
