"""The vectorised environment: many phones in one process, stepped together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import ArgumentError

Flags = NDArray[np.bool_]
VectorStep = tuple[Any, NDArray[np.float64], Flags, Flags, dict[str, Any]]


class BMoCAVectorEnv(gym.vector.VectorEnv[Any, Any, NDArray[Any]]):
    """``num_envs`` environments in one process, what ``gym.make_vec("BMoCA-Alarm-v0", num_envs=8)`` makes.

    Gives what `gymnasium.vector.SyncVectorEnv` gives with the same seeds, faster. What the phones have in
    common they share, so that one more costs kilobytes. The actions of a step are all read before the first
    is performed: an invalid one raises `ActionError` and no phone is touched.

    Args:
        num_envs: how many, 1 or more.
        autoreset_mode: when an environment whose episode has ended is reset: at the next step (its action is
            then ignored), within the same step (what ended is in ``infos["final_obs"]`` and
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
        if not (isinstance(num_envs, (int, np.integer)) and num_envs >= 1):
            raise ArgumentError(f"num_envs is {num_envs!r}; it must be a whole number from 1 on.")
        device = kwargs.get("device")
        if num_envs > 1 and isinstance(device, Device) and not isinstance(device, type):
            raise ArgumentError(
                f"{num_envs} environments can't share one device; give a function that makes one."
            )
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
            raise ArgumentError(f"autoreset_mode is {autoreset_mode!r}; it must be one of {modes}.") from None
        self.num_envs = int(num_envs)
        self.envs = [BMoCAEnv(**kwargs) for _ in range(num_envs)]
        first = self.envs[0]
        self.metadata = {**first.metadata, "autoreset_mode": self._mode}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self.action_space = batch_space(first.action_space, self.num_envs)
        self._observations: list[Any] = [None] * self.num_envs
        self._ended: Flags = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode in every environment, or in those of ``options["reset_mask"]``.

        Args:
            seed: one for each environment; a number stands for that number and those after it.
            options: those of `BMoCAEnv.reset`, the same for every environment, and ``reset_mask``.

        Raises:
            ArgumentError: another number of seeds than environments, or a mask of another shape or type.
        """
        seeds = _seeds(seed, self.num_envs)
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        chosen = np.ones(self.num_envs, np.bool_) if mask is None else _mask(mask, self.num_envs)
        infos: dict[str, Any] = {}
        for i in np.flatnonzero(chosen).tolist():
            self._observations[i], info = self.envs[i].reset(seed=seeds[i], options=options)
            infos = self._add_info(infos, info, i)
        self._ended = self._ended & ~chosen
        return self._batch(), infos

    def step(self, actions: Any) -> VectorStep:
        """Step every environment; see `BMoCAEnv.step`.

        Returns:
            observations, ``float64[num_envs]`` rewards, ``bool[num_envs]`` terminations and truncations,
            infos. All are the caller's own.

        Raises:
            ActionError: an invalid action; no environment has made a step.
            ResetNeeded: an environment has no running episode and is not to be reset by itself.
        """
        resets = self._ended if self._mode is AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, np.bool_)
        given = list(iterate(self.action_space, actions))
        if len(given) != self.num_envs:
            raise ArgumentError(f"step got {len(given)} actions for {self.num_envs} environments.")
        read = [None if resets[i] else env.read_action(given[i]) for i, env in enumerate(self.envs)]
        rewards = np.zeros(self.num_envs, np.float64)
        terminations, truncations = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        for i, (env, gesture) in enumerate(zip(self.envs, read, strict=True)):
            if gesture is None:
                observation, info = env.reset()
            else:
                observation, rewards[i], terminations[i], truncations[i], info = env.advance(*gesture)
                if self._mode is AutoresetMode.SAME_STEP and (terminations[i] or truncations[i]):
                    infos = self._add_info(infos, {"final_obs": observation, "final_info": info}, i)
                    observation, info = env.reset()
            self._observations[i] = observation
            infos = self._add_info(infos, info, i)
        self._ended = terminations | truncations
        return self._batch(), rewards, terminations, truncations, infos

    def render(self) -> tuple[Any, ...]:
        """What each environment renders."""
        return tuple(env.render() for env in self.envs)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Of each environment the attribute ``name``, or what it returns if it is a method."""
        values = [getattr(env, name) for env in self.envs]
        return tuple(value(*args, **kwargs) if callable(value) else value for value in values)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Of each environment the attribute ``name``."""
        return tuple(getattr(env, name) for env in self.envs)

    def close_extras(self, **kwargs: Any) -> None:
        """Close every environment."""
        for env in self.envs:
            env.close()

    def _batch(self) -> Any:
        empty: Any = create_empty_array(self.single_observation_space, self.num_envs, fn=np.empty)
        return concatenate(self.single_observation_space, self._observations, empty)


def _seeds(seed: int | Sequence[int | None] | None, count: int) -> Sequence[int | None]:
    if seed is None:
        return [None] * count
    if isinstance(seed, (int, np.integer)):
        return [int(seed) + i for i in range(count)]
    if len(seed) != count:
        raise ArgumentError(f"seed has {len(seed)} entries for {count} environments.")
    return seed


def _mask(mask: Any, count: int) -> Flags:
    if not (
        isinstance(mask, np.ndarray) and mask.shape == (count,) and mask.dtype == np.bool_ and mask.any()
    ):
        raise ArgumentError(f"reset_mask is {mask!r}; it must be bool[{count}] with at least one True.")
    return mask
