"""Phones for Stable-Baselines3: `BMoCAVectorEnv` as a `VecEnv`, with reward shaping and masks."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from bmoca_gym.demonstrations.distance import ExpertDistance
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.vector import BMoCAVectorEnv
from bmoca_gym.errors import ActionError, ExpertError
from bmoca_gym.policies.compact_network import halved
from bmoca_gym.policies.ppo_settings import ShapingSettings
from bmoca_gym.policies.settings import CLASSES, RESOLUTION
from bmoca_gym.tasks import Task


class Phones(VecEnv):
    """Phones in this process. An observation has the screen (``pixels``) and the number of the task (``task``).

    ``seconds``: time spent in the phones so far. ``places``: the id of each phone's configuration.

    Args:
        count: number of phones.
        tasks: the tasks of episodes. The number of a task is its index here.
        environments: configurations, as for `PhoneEnv`.
        action: ``discrete`` or ``dual_gesture``.
        shaping: additions to the reward.
        halve: whether to halve the pixels, for the compact network.
        masked: share of the phones with masks; these are the first ones.
        reward: what a step earns, as for `PhoneEnv`.
        reward_limits: the least and the most that a step earns; None: no limit.
        take_back: whether a step with a reward of zero or less is undone. It still counts as a step of the episode.
        expert_starts: share of the episodes that begin on the expert's path, after some of its steps. All numbers of
            steps, up to one less than the expert needs, are equally likely. Their infos have ``led`` set to True.
    """

    def __init__(
        self,
        count: int,
        tasks: Sequence[Task],
        environments: Any,
        action: str = "discrete",
        shaping: ShapingSettings | None = None,
        halve: bool = False,
        masked: float = 0.0,
        reward: str | Mapping[str, Any] = "success",
        reward_limits: tuple[float | None, float | None] = (None, None),
        take_back: bool = False,
        expert_starts: float = 0.0,
    ) -> None:
        self.tasks = tuple(tasks)
        self._numbers = {task.id: number for number, task in enumerate(self.tasks)}
        self.vector = BMoCAVectorEnv(
            count,
            AutoresetMode.SAME_STEP,
            tasks=self.tasks,
            environments=environments,
            action=action,
            reward=reward,
        )
        self._envs: list[Any] = list(self.vector.envs)
        self.shaping = shaping or ShapingSettings()
        self.seconds = 0.0
        self.places: list[str] = [""] * count
        self._reward_limits = reward_limits
        self._take_back = take_back
        self._expert_starts = expert_starts
        self._distance = ExpertDistance()
        self._generator = np.random.default_rng()
        self._led = np.zeros(count, np.bool_)
        self._seed: int | None = None
        self._actions: Any = None
        self._returns = np.zeros(count)
        self._seen: list[set[bytes]] = [set() for _ in range(count)]
        self._scores = np.zeros(count)
        self._halve = halve
        #: Number of phones with masks; these are the first ones.
        self.masked = round(masked * count)
        shape = (RESOLUTION[0] // 2, RESOLUTION[1] // 2, 3) if halve else (*RESOLUTION, 3)
        space = gym.spaces.Dict(
            {
                "pixels": gym.spaces.Box(0, 255, shape, np.uint8),
                "task": gym.spaces.Box(0, max(len(self.tasks) - 1, 1), (1,), np.int64),
            }
        )
        super().__init__(count, space, self.vector.single_action_space)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Set the seed of the next `reset`."""
        self._seed = seed
        return [None if seed is None else seed + number for number in range(self.num_envs)]

    def reset(self) -> dict[str, NDArray[Any]]:
        """Begin an episode on every phone."""
        start = time.perf_counter()
        pixels, infos = self.vector.reset(seed=self._seed)
        if self._seed is not None:
            self._generator = np.random.default_rng(self._seed)
        self._seed = None
        for number in range(self.num_envs):
            self._begin(number, pixels[number])
        self.places = [*infos["environment"]]
        self.seconds += time.perf_counter() - start
        return self._observation(pixels, infos["task"])

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Step every phone. A phone whose episode ends begins the next one at once."""
        start = time.perf_counter()
        before = [env.save_state() for env in self._envs] if self._take_back else []
        pixels, rewards, terminated, truncated, infos = self.vector.step(self._actions)
        self._returns += rewards
        useless = rewards <= 0
        rewards = rewards.astype(np.float32)
        ended = terminated | truncated
        found: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in range(self.num_envs):
            over = bool(ended[number])
            if not self.shaping.off:
                screen = infos["final_obs"][number] if over else pixels[number]
                scores = infos["final_info"]["score"] if over else infos["score"]
                rewards[number] += self._shaped(number, screen, float(scores[number]))
            if over:
                last = infos["final_info"]
                found[number] = {
                    "terminal_observation": self._single(infos["final_obs"][number], last["task"][number]),
                    "TimeLimit.truncated": bool(truncated[number]),
                    "is_success": bool(terminated[number]),
                    "episode": {"r": float(self._returns[number]), "l": int(last["steps"][number]), "t": 0.0},
                    "environment": last["environment"][number],
                    "task": last["task"][number],
                    "led": bool(self._led[number]),
                }
                self._begin(number, pixels[number])
            elif before and useless[number]:
                state = replace(before[number], steps=before[number].steps + 1)
                pixels[number], _ = self._envs[number].restore_state(state)
        if self._reward_limits != (None, None):
            rewards = np.clip(rewards, *self._reward_limits)
        self.places = [*infos["environment"]]
        self.seconds += time.perf_counter() - start
        return self._observation(pixels, infos["task"]), rewards, ended, found

    def close(self) -> None:
        """Close the phones."""
        self.vector.close()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method of each phone's environment, such as ``action_masks``."""
        start = time.perf_counter()
        found = []
        for number in self._get_indices(indices):
            if method_name == "action_masks" and number >= self.masked:
                found.append(np.ones(CLASSES, bool))
            else:
                found.append(getattr(self.vector.envs[number], method_name)(*args, **kwargs))
        self.seconds += time.perf_counter() - start
        return found

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of each environment."""
        return [getattr(self.vector.envs[i], attr_name) for i in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of each environment."""
        for i in self._get_indices(indices):
            setattr(self.vector.envs[i], attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each phone: no environment is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def _begin(self, number: int, pixels: NDArray[np.uint8]) -> None:
        """Begin an episode. `pixels` is its first screen, and becomes the one to which the expert leads."""
        self._returns[number] = self._scores[number] = 0
        self._led[number] = self._expert_starts > self._generator.random() and self._lead(number, pixels)
        self._seen[number] = set() if self.shaping.off else {pixels.tobytes()}

    def _lead(self, number: int, pixels: NDArray[np.uint8]) -> bool:
        """Let the expert play some steps. Return whether it played any."""
        env: Any = self.vector.envs[number]
        first, left = env.save_state(), self._distance.played(env)
        if left.lost:
            return False
        expert = expert_for(env.task)
        steps = int(self._generator.integers(left.steps))
        for played in range(steps):
            tree = env.device.ui_tree()
            try:
                action = env.action_mode.encode(expert.next_gesture(tree, env.device.info.locale), tree)
            except (
                ActionError,
                ExpertError,
            ):  # a class is coarser than a gesture, and a few gestures have none
                return played > 0
            pixels[:], _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                pixels[:], _ = env.restore_state(first)
                self._scores[number] = 0
                return False
            self._scores[number] = max(self._scores[number], info["score"])
        return steps > 0

    def _shaped(self, number: int, pixels: NDArray[np.uint8], score: float) -> float:
        shaping = self.shaping
        screen = pixels.tobytes()
        new = screen not in self._seen[number]
        self._seen[number].add(screen)
        gained = max(0.0, score - self._scores[number])
        self._scores[number] += gained
        return shaping.step + shaping.new_screen * new + shaping.progress * gained

    def _observation(self, pixels: NDArray[np.uint8], tasks: Any) -> dict[str, NDArray[Any]]:
        numbers = [[self._numbers[task]] for task in tasks]
        return {"pixels": halved(pixels) if self._halve else pixels, "task": np.array(numbers, np.int64)}

    def _single(self, pixels: NDArray[np.uint8], task: str) -> dict[str, NDArray[Any]]:
        found = self._observation(pixels[None], [task])
        return {name: batch[0] for name, batch in found.items()}
