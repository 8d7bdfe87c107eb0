"""The limit of Gymnasium's `TimeLimit` wrappers, read from inside the environment."""

from __future__ import annotations

import inspect

import gymnasium as gym
from gymnasium.wrappers import TimeLimit


def time_limit_around(env: gym.Env) -> int | None:
    """Return the smallest limit of the `TimeLimit` wrappers around ``env``; None without any.

    Call this in ``env.reset`` itself. Gymnasium applies ``gym.make(…, max_episode_steps=…)`` as such a
    wrapper and does not tell the environment. So the wrappers are searched among the callers of ``reset``.
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
