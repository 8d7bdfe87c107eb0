"""The vectorised environment: many phones in one process, stepped together."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from bmoca_gym.devices.device import Device
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import ArgumentError

#: What of ``info`` is not taken apart into arrays.
_WHOLE = ("params", "sub_goals")


def checked_number(name: str, given: Any) -> int:
    """``given`` as a number of things.

    Raises:
        ArgumentError: it is no whole number from 1 on; ``name`` is what the message calls it.
    """
    if not (isinstance(given, (int, np.integer)) and given >= 1):
        raise ArgumentError(f"{name} is {given!r}; it must be a whole number from 1 on.")
    return int(given)


def checked_mode(given: Any) -> AutoresetMode:
    """An `AutoresetMode`, of itself or of its value.

    Raises:
        ArgumentError: there is none of that value.
    """
    try:
        return AutoresetMode(given)
    except ValueError:
        modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise ArgumentError(f"autoreset_mode is {given!r}; it must be one of {modes}.") from None


class BMoCAVectorEnv(SyncVectorEnv):
    """``num_envs`` environments in one process, what ``gym.make_vec("BMoCA-Alarm-v0", num_envs=8)`` makes.

    A `gymnasium.vector.SyncVectorEnv` of environments without wrappers. What their phones have in common they
    share, so that one more costs kilobytes, and a start that one of them has built is there for all.

    Args:
        num_envs: how many, 1 or more.
        autoreset_mode: when an environment whose episode has ended is reset: at the next step (whose action
            it ignores), within the same step (what ended is in ``infos["final_obs"]`` and
            ``infos["final_info"]``), or never (call ``reset`` with ``options={"reset_mask":
            bool[num_envs]}``). An `AutoresetMode` or its value.
        kwargs: as for `BMoCAEnv`. ``device`` must not be a phone that they would all share.

    Raises:
        ArgumentError: an argument is none of these; otherwise as `BMoCAEnv`.
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
        super().__init__([partial(BMoCAEnv, **kwargs)] * number, autoreset_mode=mode)

    def _add_info(
        self, vector_infos: dict[str, Any], env_info: dict[str, Any], env_num: int
    ) -> dict[str, Any]:
        """Add an environment's info. What differs in kind from one task to the next stays a dict an environment."""
        others = {name: value for name, value in env_info.items() if name not in _WHOLE}
        found: dict[str, Any] = super()._add_info(vector_infos, others, env_num)
        for name in _WHOLE:
            if name in env_info:
                found.setdefault(name, np.full(self.num_envs, None, object))[env_num] = env_info[name]
                found.setdefault(f"_{name}", np.zeros(self.num_envs, np.bool_))[env_num] = True
        return found
