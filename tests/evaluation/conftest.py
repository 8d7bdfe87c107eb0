"""Fixtures of the evaluation's tests: settings, and a fake environment."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym.evaluation.settings import Settings

# Worker processes inherit the path, and find the fakes.
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "integrations"))

from evaluation_fakes import FakeEnv, Script, a_task, an_environment


@pytest.fixture
def make_env() -> Any:
    return FakeEnv


@pytest.fixture
def make_settings() -> Any:
    """Settings for two tasks in two environments; the fake environment has no expert."""

    def make(agent: str = "noop", **changes: Any) -> Settings:
        values: dict[str, Any] = {
            "agent": agent,
            "tasks": (a_task("back"), a_task("other")),
            "action": "discrete",
            "observation": "pixels",
            "environments": (an_environment("000", "train"), an_environment("100")),
            "catalogue_version": "1",
        }
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
            agents,
            "create",
            lambda name, *rest: Script(*actions) if name == "script" else create(name, *rest),
        )
        return "script"

    return register


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results"
