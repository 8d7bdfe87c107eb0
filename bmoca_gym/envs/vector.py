"""Vector environment: many phones in one process, stepped together."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs import infos
from bmoca_gym.envs.environment import BMoCAEnv
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
        kwargs: as for `BMoCAEnv`. ``device`` must not be one phone that they would share.

    Raises:
        ArgumentError: an argument is invalid. Further errors as `BMoCAEnv`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        **BMoCAEnv.metadata,
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
        super().__init__([partial(BMoCAEnv, **kwargs)] * number, copy=False, autoreset_mode=mode)
        env: Any
        for env in self.envs:
            env.observation_mode.share()  # what `step` returns are copies

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode on every phone, or only on those with True in ``options["reset_mask"]``."""
        self._observations = self._room()
        observations, told = super().reset(seed=seed, options=options)
        return observations, self._gathered(infos.columns([*map(int, told)], [*told.values()]))

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Perform a step on every phone.

        Raises:
            ResetNeeded: an episode has ended, and ``autoreset_mode`` is ``Disabled``. Further errors as
                `BMoCAEnv.step`.
        """
        again = self.autoreset_mode is AutoresetMode.NEXT_STEP
        at_once = self.autoreset_mode is AutoresetMode.SAME_STEP
        ended = self._autoreset_envs.tolist()
        told: list[dict[str, Any]] = []
        finals: dict[int, dict[str, Any]] = {}
        for number, (env, action) in enumerate(
            zip(self.envs, iterate(self.action_space, actions), strict=True)
        ):
            if again and ended[number]:
                observation, info = env.reset()
                reward, terminated, truncated = 0.0, False, False
            else:
                observation, reward, terminated, truncated, info = env.step(action)  # type: ignore[assignment]
                if at_once and (terminated or truncated):
                    finals[number] = {"final_obs": copy.deepcopy(observation), "final_info": info}
                    observation, info = env.reset()
            self._env_obs[number] = observation
            self._rewards[number] = reward
            self._terminations[number], self._truncations[number] = terminated, truncated
            told.append(info)
        entries = infos.columns([*finals], [*finals.values()])
        entries |= infos.columns(range(self.num_envs), told)
        self._autoreset_envs = np.logical_or(self._terminations, self._truncations)
        self._observations = concatenate(self.single_observation_space, self._env_obs, self._room())
        return (
            self._observations,
            self._rewards.copy(),
            self._terminations.copy(),
            self._truncations.copy(),
            self._gathered(entries),
        )

    def _room(self) -> Any:
        """Make new memory for the next observations, so that the caller may keep them without a copy."""
        return create_empty_array(self.single_observation_space, self.num_envs, np.empty)

    def _add_info(
        self, vector_infos: dict[str, Any], env_info: dict[str, Any], env_num: int
    ) -> dict[str, Any]:
        """Note the info of an environment; `reset` gathers them."""
        vector_infos[str(env_num)] = env_info
        return vector_infos

    def _gathered(self, entries: dict[str, Column]) -> dict[str, Any]:
        """Turn the infos of environments into those that `reset` and `step` return."""
        return infos.arrays([(0, entries)], self.num_envs)
