"""Vector environment: many phones in one process, stepped together."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs import infos
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Column
from bmoca_gym.errors import ArgumentError


def checked_number(name: str, given: Any) -> int:
    """Check that ``given`` is a whole number above 0.

    Raises:
        ArgumentError: it is not; ``name`` is the argument's name in the message.
    """
    if not (isinstance(given, (int, np.integer)) and given >= 1):
        raise ArgumentError(f"{name} is {given!r}; it must be a whole number from 1 on.")
    return int(given)


def checked_mode(given: Any) -> AutoresetMode:
    """Return an `AutoresetMode`, given as such or as its value.

    Raises:
        ArgumentError: there is no such mode.
    """
    try:
        return AutoresetMode(given)
    except ValueError:
        modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise ArgumentError(f"autoreset_mode is {given!r}; it must be one of {modes}.") from None


def reset_arguments(
    number: int, seed: int | Sequence[int | None] | None, options: dict[str, Any] | None
) -> tuple[list[int | None], NDArray[np.bool_], dict[str, Any]]:
    """The arguments of a vector environment's ``reset``: a seed for each of ``number`` environments, a mask of those
    to reset, and the other options.

    Raises:
        ArgumentError: one is invalid.
    """
    given: Any = [None] * number if seed is None else seed
    seeds = (
        [given + place for place in range(number)] if isinstance(given, (int, np.integer)) else list(given)
    )
    others = dict(options or {})
    mask = np.asarray(others.pop("reset_mask", np.ones(number, np.bool_)))
    for name, items in (("seed", seeds), ("options['reset_mask']", mask)):
        check_length(name, items, number)
    if mask.dtype != np.bool_ or not mask.any():
        raise ArgumentError(
            f"options['reset_mask'] is {mask.tolist()!r}; it must be bool, with a True in it."
        )
    return seeds, mask, others


def check_length(name: str, given: Any, number: int) -> None:
    """Check that there is an item for each environment.

    Raises:
        ArgumentError: there is not; ``name`` is the argument's name in the message.
    """
    if len(given) != number:
        raise ArgumentError(
            f"{name} has {len(given)} items; there are {number} environments, and each needs one."
        )


class BMoCAVectorEnv(SyncVectorEnv):
    """``num_envs`` environments in one process. ``gym.make_vec("BMoCA-Alarm-v0", num_envs=8)`` makes one.

    It is a `gymnasium.vector.SyncVectorEnv` of environments without wrappers. Phones share their common data,
    so another phone costs only kilobytes. The start of an episode is computed once for all of them.

    Args:
        num_envs: number of environments, 1 or more.
        autoreset_mode: when an environment is reset after its episode: at the next step, which ignores its
            action (``NextStep``); in the same step, with the last observation and info in
            ``infos["final_obs"]`` and ``infos["final_info"]`` (``SameStep``); or never, so that ``reset`` is
            called with ``options={"reset_mask": bool[num_envs]}`` (``Disabled``). An `AutoresetMode` or its
            value.
        kwargs: as for `PhoneEnv`. ``device`` must not be one phone that they would share.

    Raises:
        ArgumentError: an argument is invalid. Further errors as `PhoneEnv`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        **PhoneEnv.metadata,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    _autoreset_envs: NDArray[np.bool_]

    def __init__(
        self, num_envs: int = 1, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, **kwargs: Any
    ) -> None:
        number = checked_number("num_envs", num_envs)
        device = kwargs.get("device")
        one_phone = isinstance(device, Device) and not isinstance(device, type)
        if num_envs > 1 and (one_phone or (isinstance(device, str) and device.partition(":")[0] == "adb")):
            raise ArgumentError(
                f"{num_envs} environments can't share one device: each needs a phone with a serial of its own. Give a "
                "function that makes a device, another one each time it is called."
            )
        mode = checked_mode(autoreset_mode)
        super().__init__([partial(PhoneEnv, **kwargs)] * number, copy=False, autoreset_mode=mode)
        env: Any
        for env in self.envs:
            env.observation_mode.share()  # what `step` returns are copies

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode on every phone, or only on those with True in ``options["reset_mask"]``.

        ``seed``: the seed of the first environment; the others have the numbers that follow. Or a list with
        one for each.

        Raises:
            ArgumentError: an argument is invalid.
            ResetNeeded: a phone without True has no episode. Further errors as `PhoneEnv.reset`.
        """
        seeds, mask, others = reset_arguments(self.num_envs, seed, options)
        if any(seen is None for seen, again in zip(self._env_obs, mask, strict=True) if not again):
            raise ResetNeeded("No episode has started: call reset() without 'reset_mask' first.")
        chosen = np.flatnonzero(mask).tolist()
        told = []
        for number in chosen:
            self._env_obs[number], info = self.envs[number].reset(seed=seeds[number], options=others)
            told.append(info)
        self._autoreset_envs[mask] = False
        return self._batch(), self._gathered(infos.columns(chosen, told))

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Perform a step on every phone.

        Raises:
            ArgumentError: there is not an action for each.
            ResetNeeded: an episode has ended, and ``autoreset_mode`` is ``Disabled``. Further errors as
                `PhoneEnv.step`.
        """
        check_length("actions", actions, self.num_envs)
        again = self.autoreset_mode is AutoresetMode.NEXT_STEP
        at_once = self.autoreset_mode is AutoresetMode.SAME_STEP
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        told: list[dict[str, Any]] = []
        last: dict[int, dict[str, Any]] = {}
        for number, (env, action) in enumerate(
            zip(self.envs, iterate(self.action_space, actions), strict=True)
        ):
            if again and self._autoreset_envs[number]:
                observation, info = env.reset()
            else:
                observation, rewards[number], terminated[number], truncated[number], info = env.step(action)
                if at_once and (terminated[number] or truncated[number]):
                    last[number] = {"final_obs": observation, "final_info": info}
                    observation, info = env.reset()
            self._env_obs[number] = observation
            told.append(info)
        self._autoreset_envs = terminated | truncated
        entries = infos.columns([*last], [*last.values()]) | infos.columns(range(self.num_envs), told)
        return self._batch(), rewards, terminated, truncated, self._gathered(entries)

    def _batch(self) -> Any:
        """The last observations of all phones in new memory, so that the caller may keep them."""
        room: Any = create_empty_array(self.single_observation_space, self.num_envs, np.empty)
        return concatenate(self.single_observation_space, self._env_obs, room)

    def _gathered(self, entries: dict[str, Column]) -> dict[str, Any]:
        """Combine the infos of environments as `reset` and `step` return them."""
        if "final_obs" in entries:
            last: Any = entries["final_obs"].values
            last[:] = map(copy.deepcopy, last)  # they may be shared
        return infos.arrays([(0, entries)], self.num_envs)
