"""The interface for verifiers: its own evaluation plays ten episodes with its own chat program, with the same scores as
ours."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.rows import dataset
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED
from tests.agents.language.chat_server import Calls, ChatServer
from tests.integrations import grid

#: What docs/integrations.md shows as the whole package of a hub.
PACKAGE = """from bmoca_gym.integrations.verifiers_tasks import PhoneTaskset

__all__ = ["PhoneTaskset"]
"""
#: Stands for the program uv, which would fetch what the chat program imports: this environment has it.
UV = f"""#!/bin/sh
case "$*" in *--help*) echo --script;; "python find"*) echo {sys.executable};; esac
"""


def put(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def check_taskset(ours: Any) -> None:
    """Commas separate names; a wrong reward is refused before anything is played; a model that only looks is stopped."""

    def loaded(**config: Any) -> list[Any]:
        config = {"choice": "turn_on_airplane_mode", "environments": "000", **config}
        return list(ours.PhoneTaskset(ours.PhoneTasksetConfig(**config)).load())

    [task] = loaded(reward={"name": "success", "step": -1})
    assert task.data.reward == {"name": "success", "step": -1}
    assert task.data.most_turns == 2 * 6
    stopped = [asyncio.run(task.most_turns(SimpleNamespace(num_turns=turns))) for turns in (11, 12)]
    assert stopped == [False, True]
    for wrong in ("money", {"name": "score", "discount": 2}):
        with pytest.raises(ArgumentError, match=r"reward|discount"):
            loaded(reward=wrong)
    assert len(loaded(choice="turn_on_airplane_mode, Alarm", environments="000,001")) == 4
    assert len(loaded(environments=["000", "001"])) == 2
    with pytest.raises(ArgumentError, match="is for tests"):
        loaded(environments="100")
    [task] = loaded(choice="androidworld/contacts_add_contact", environments="100", held_out=True)
    assert (task.data.seed, task.data.held_out) == (0, True)


def test_verifiers_own_evaluation_scores_episodes_as_we_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "packages/bmoca_phone.py", PACKAGE)
    put(tmp_path / "bin/uv", UV)
    (tmp_path / "bin/uv").chmod(0o755)
    (tmp_path / "home").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "packages")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=":")
    # Only now: verifiers keeps what it prepares below the home folder of its import.
    pytest.importorskip("verifiers", reason="verifiers needs an environment of its own")
    runner = importlib.import_module("verifiers.v1.cli.eval.runner")
    settings = importlib.import_module("verifiers.v1.configs.cli.eval")

    check_taskset(importlib.import_module("bmoca_gym.integrations.verifiers_tasks"))

    rows = iter(dataset(grid.TASKS, grid.CONFIGURATIONS))
    played: Any = iter(())

    def model(request: dict[str, Any]) -> Calls:
        nonlocal played
        if all(message["role"] != "assistant" for message in request["messages"]):
            assert next(played, None) is None  # every call of the episode before was asked for
            row = next(rows)
            assert "Task: " in request["messages"][-1]["content"]
            played = grid.calls(row["task"], row["seed"], row["configuration"])
        tool, arguments = next(played)
        assert tool in {one["function"]["name"] for one in request["tools"]}
        return Calls(((tool, json.dumps(arguments)),))

    with ChatServer(model) as server:
        config = settings.EvalConfig.model_validate(
            {
                "env": {
                    "taskset": {
                        "id": "bmoca-phone",
                        "choice": grid.TASKS,
                        "environments": grid.CONFIGURATIONS,
                    },
                    "agent": {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}},
                },
                "model": "m",
                "client": {"base_url": server.url, "api_key_var": "NO_KEY"},
                "max_concurrent": 1,
                "push": False,
                "rich": None,
                "output_dir": tmp_path / "out",
            }
        )
        episodes = asyncio.run(runner.run_eval(config))
    assert next(rows, None) is None
    found = {}
    for episode in episodes:
        [trace] = episode.traces
        assert not trace.errors
        assert trace.stop_condition == "over"
        data = trace.task.data
        values = trace.metrics
        found[data.task.rpartition("/")[2], data.configuration] = (
            values["success"] == 1.0, values["score"], int(values["steps"]),
        )  # fmt: skip
        assert trace.reward == values["success"]
    assert found == grid.ours(FIRST_TRAINING_SEED)
    assert [success for success, _, _ in found.values()] == [True, False] * 5
