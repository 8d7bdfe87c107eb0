"""The limit that Gymnasium's `TimeLimit` wrappers set to an environment which is being reset."""

from __future__ import annotations

import inspect

import gymnasium as gym
from gymnasium.wrappers import TimeLimit


def time_limit_around(env: gym.Env) -> int | None:
    """The least limit of the `TimeLimit` wrappers whose ``reset`` has called that of ``env``; None without any.

    Gymnasium applies ``gym.make(…, max_episode_steps=…)`` as such a wrapper, and tells the environment nothing of it.
    The wrappers are found among the callers. Call this in ``env.reset`` itself.
    """
    limits: list[int] = []
    frame = inspect.currentframe()
    while frame is not None and (frame := frame.f_back) is not None:
        caller = frame.f_locals.get("self")
        if isinstance(caller, TimeLimit) and caller.unwrapped is env:
            limits.append(caller._max_episode_steps)
        passed_on = caller is env or isinstance(caller, gym.Wrapper)
        if not passed_on and not str(frame.f_globals.get("__name__")).startswith("gymnasium."):
            break
    return min(limits, default=None)
