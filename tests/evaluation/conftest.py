"""A fake environment that obeys the environment's contract: what is tested here is who plays it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from bmoca_gym.evaluation.records import Episode
from bmoca_gym.evaluation.settings import Settings
from bmoca_gym.handset.gestures import PressKey, Tap

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
    """Success is BACK at step 3 in the task "back". Action 2 is a wrong format, 3 an error of the phone's."""

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
        return {"success": success, "evidence": [f"step {self.count}"], "gesture": gesture,
                "wrong_format": wrong_format, "instruction": "do it"}  # fmt: skip

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


def a_task(name: str, **others: Any) -> Any:
    return SimpleNamespace(
        id=name, instruction=f"please {name}", app="Clock", category="Event", step_limit=LIMIT, **others
    )


def an_environment(name: str, split: str = "test", **others: Any) -> Any:
    return SimpleNamespace(id=name, split=split, profile=SimpleNamespace(name="Pixel 3"), locale="en-US", density=440,
                           font_scale=1.0, dark_theme=False, digest="12345678", **others)  # fmt: skip


@pytest.fixture
def make_env() -> Any:
    return FakeEnv


@pytest.fixture
def make_settings() -> Any:
    """Settings for two tasks in two environments; the fake environment has no expert."""

    def make(agent: str = "noop", **changes: Any) -> Settings:
        values: dict[str, Any] = {
            "agent": agent, "tasks": (a_task("back"), a_task("other")), "action": "discrete", "observation": "pixels",
            "environments": (an_environment("000", "train"), an_environment("100")), "catalogue_version": "1",
        }  # fmt: skip
        return Settings(**{**values, **changes})

    return make


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes an agent called "script" that plays the given actions."""

    def register(*actions: int) -> str:
        from bmoca_gym import agents

        monkeypatch.setitem(agents.AGENTS, "script", agents.AgentEntry("not:imported", ""))
        create = agents.create
        monkeypatch.setattr(
            agents, "create", lambda name: Script(*actions) if name == "script" else create(name)
        )
        return "script"

    return register


@pytest.fixture
def tap() -> Tap:
    return Tap(0.5, 0.25)


@pytest.fixture
def make_episode() -> Any:
    def make(
        task: str = "t", environment: str = "e", seed: int = 0, success: bool = True, **changes: Any
    ) -> Episode:
        values: dict[str, Any] = {
            "agent": "a", "steps": 6, "total_reward": float(success), "expert_steps": 4, "wrong_formats": 0,
            "seconds": 0.5, "evidence": ("seen",),
        }  # fmt: skip
        return Episode(
            task=task, environment=environment, seed=seed, success=success, **{**values, **changes}
        )

    return make


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results"
