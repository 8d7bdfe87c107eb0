"""Vector environment: many phones in one process, stepped together."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import create_empty_array
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import ArgumentError

#: Entries of ``info`` that stay objects and are not split into arrays.
_WHOLE = ("params", "sub_goals", "final_obs")


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

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode on every phone, or only on those with True in ``options["reset_mask"]``."""
        self._observations = self._room()
        return super().reset(seed=seed, options=options)

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Perform a step on every phone."""
        self._observations = self._room()
        return super().step(actions)

    def _room(self) -> Any:
        """Make new memory for the next observations, so that the caller may keep them without a copy."""
        return create_empty_array(self.single_observation_space, self.num_envs, np.empty)

    def _add_info(
        self, vector_infos: dict[str, Any], env_info: dict[str, Any], env_num: int
    ) -> dict[str, Any]:
        """Add the info of one environment, as Gymnasium does, but much faster.

        Entries whose keys differ from task to task stay one dict for each environment.
        """
        for name, value in env_info.items():
            if isinstance(value, dict) and name not in _WHOLE:
                vector_infos[name] = self._add_info(vector_infos.get(name, {}), value, env_num)
                mask = vector_infos.setdefault(f"_{name}", np.zeros(self.num_envs, np.bool_))
            else:
                if name not in vector_infos:
                    vector_infos[name] = self._empty(None if name in _WHOLE else value)
                    vector_infos[f"_{name}"] = np.zeros(self.num_envs, np.bool_)
                vector_infos[name][env_num] = value
                mask = vector_infos[f"_{name}"]
            mask[env_num] = True
        return vector_infos

    def _empty(self, value: Any) -> NDArray[Any]:
        """Room for values like ``value`` of every environment."""
        if isinstance(value, (bool, int, float, np.number)):
            return np.zeros(self.num_envs, type(value))
        if isinstance(value, np.ndarray):
            return np.zeros((self.num_envs, *value.shape), value.dtype)
        return np.full(self.num_envs, None, object)
