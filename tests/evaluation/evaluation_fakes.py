"""A fake environment that obeys the environment's contract, and agents for it, to test the runner.

In a module of its own, so that worker processes can import it by name.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np

from bmoca_gym.errors import DeviceError
from bmoca_gym.evaluation.settings import Settings
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.randomization import PROFILES, IconLayout

LIMIT = 5


class FakeDevice:
    info = SimpleNamespace(width=100, height=200, locale="en-US")

    def __init__(self) -> None:
        self.shade = 0

    def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        width, height = size or (100, 200)
        return np.full((height, width, 3), self.shade, np.uint8)

    def ui_tree(self) -> None:
        return None


class FakeModes:
    def encode(self, gesture: Any, tree: Any) -> int:
        return {"HOME": 0, "BACK": 1}[gesture.key]


class FakeEnv(gym.Env):
    """BACK at step 3 solves the task "back". Action 2 has a wrong format; action 3 raises an error of the phone."""

    action_space = gym.spaces.Discrete(4)
    observation_space = gym.spaces.Discrete(LIMIT + 1)
    action_mode = FakeModes()

    def __init__(self, settings: Settings) -> None:
        self.device = FakeDevice()
        self.closed = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        super().reset(seed=seed)
        assert options is not None
        self.options, self.count, self.device.shade = options, 0, int(self.np_random.integers(200))
        return 0, self._info(None, None, False)

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        assert not self.closed
        if action == 3:
            raise RuntimeError("the phone\nfell down")
        self.count += 1
        gesture = [PressKey("HOME"), PressKey("BACK"), None][action]
        success = self.options["task"].id == "back" and self.count == 3 and action == 1
        info = self._info(gesture, "no such action" if action == 2 else None, success)
        return self.count, float(success), success, self.count == LIMIT and not success, info

    def _info(self, gesture: Any, wrong_format: str | None, success: bool) -> dict[str, Any]:
        return {
            "success": success,
            "evidence": [f"step {self.count}"],
            "gesture": gesture,
            "wrong_format": wrong_format,
            "instruction": "do it",
        }

    def close(self) -> None:
        self.closed = True


class Script:
    """Plays the same actions in every episode."""

    name = "script"

    def __init__(self, *actions: int) -> None:
        self.actions = actions

    def __call__(self) -> Script:
        return self

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        self.rest = list(self.actions)

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        return self.rest.pop(0)


def a_task(name: str, task_seed: int = 0, **others: Any) -> Any:
    return SimpleNamespace(
        ends="success",
        id=name,
        task_seed=task_seed,
        instruction=f"please {name}" + (f" {task_seed}" if task_seed else ""),
        app="Clock",
        category="Event",
        step_limit=LIMIT,
        **others,
    )


def an_environment(name: str, split: str = "test", **others: Any) -> Any:
    return SimpleNamespace(
        id=name,
        split=split,
        profile=PROFILES["Pixel 3"],
        locale="en-US",
        density=440,
        font_scale=1.0,
        dark_theme=False,
        wallpaper="00_default",
        picture=None,
        icon_layout=IconLayout(),
        interruptions="",
        digest="12345678",
        to_dict=dict,
        **others,
    )


class Winner(Script):
    """Does the task "back"; the other one has no solution."""

    name = "winner"

    def __init__(self) -> None:
        super().__init__(0, 0, 1, 2, 0)


class Dying(Winner):
    """Kills its process in the second step of the task "other"."""

    name = "dying"

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        super().reset(env, info, seed)
        self.dies = env.options["task"].id == "other"

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        if self.dies and observation == 1:
            os._exit(3)
        return super().act(observation, info)


class Slow(Winner):
    """Takes its time, so that it can be interrupted."""

    name = "slow"

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        time.sleep(0.03)
        return super().act(observation, info)


def no_phone(settings: Settings) -> gym.Env:
    """An environment that can't be made."""
    raise DeviceError("no phone answers")


def dead_at_once(settings: Settings) -> gym.Env:
    """An environment whose constructor ends the process."""
    os._exit(4)


class Leaving(Winner):
    """Calls for its program to exit in the second step of the task "other"."""

    name = "leaving"

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        super().reset(env, info, seed)
        self.leaves = env.options["task"].id == "other"

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        if self.leaves and observation == 1:
            raise SystemExit
        return super().act(observation, info)


class Killed(Winner):
    """Is killed once, in the task "other"; a file in the folder $KILLED_ONCE records it."""

    name = "killed"

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        super().reset(env, info, seed)
        there = Path(os.environ["KILLED_ONCE"]) / env.options["environment"].id
        if env.options["task"].id == "other" and not there.exists():
            there.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class Unborn:
    """An agent whose constructor ends the program."""

    def __init__(self) -> None:
        raise SystemExit(0)
