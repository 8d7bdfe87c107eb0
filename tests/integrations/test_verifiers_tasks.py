"""The interface for verifiers: its own evaluation plays ten episodes with its own chat program, with the same scores as
ours."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.rows import dataset
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED
from tests.agents.language.chat_server import Calls, ChatServer
from tests.integrations import grid
from tests.integrations.held_out import EPISODES, HeldOut

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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What verifiers finds: a hub's package, uv, and a home folder, below which it keeps what it prepares from its
    import on."""
    made = tmp_path_factory.mktemp("verifiers")
    put(made / "packages/bmoca_phone.py", PACKAGE)
    put(made / "bin/uv", UV)
    (made / "bin/uv").chmod(0o755)
    (made / "home").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(made / "packages")
        patch.setenv("PATH", str(made / "bin"), prepend=":")
        patch.setenv("HOME", str(made / "home"))
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=":")
        yield made


@pytest.fixture
def ours(folder: Path) -> Any:
    """Our module, with the library."""
    pytest.importorskip("verifiers", reason="verifiers needs a folder of its own")
    return importlib.import_module("bmoca_gym.integrations.verifiers_tasks")


def test_a_taskset_has_what_its_settings_say(ours: Any) -> None:
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
    for configuration in ("100", "203"):
        with pytest.raises(ArgumentError, match="training must not see it"):
            loaded(environments=configuration)
    [task] = loaded(choice="androidworld/contacts_add_contact", environments="100", held_out=True)
    assert (task.data.seed, task.data.held_out) == (0, True)


@pytest.mark.parametrize("episode", EPISODES)
def test_the_tool_server_refuses_what_training_must_not_see_unless_asked(ours: Any, episode: HeldOut) -> None:
    """As a taskset of one's own may name it: ours makes no such rows."""
    server = importlib.import_module("mcp.server.mcpserver").MCPServer("phones")

    class Toolset(ours.PhoneToolset):  # type: ignore[misc]
        """A tool server, told what the rollout plays."""

        played: dict[str, Any]

        async def _pull_state(self) -> Any:
            data = ours.PhoneData(name="one", prompt="", most_turns=9, **self.played)
            return ours.PhoneState(rollout="one", data=data)

    toolset = Toolset(ours.vf.SharedToolsetConfig())
    toolset.register(server)
    for columns in ({}, {"held_out": False}):
        toolset.played = episode.row | columns
        with pytest.raises(Exception, match=re.escape(episode.why)):
            asyncio.run(server.call_tool("look", {}))
    toolset.played = episode.row | {"held_out": True}
    asyncio.run(server.call_tool("look", {}))
    episode.check_started(toolset._phones["one"].session.score())


def test_verifiers_own_evaluation_scores_episodes_as_we_do(ours: Any, folder: Path) -> None:
    runner = importlib.import_module("verifiers.v1.cli.eval.runner")
    settings = importlib.import_module("verifiers.v1.configs.cli.eval")
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
                "output_dir": folder / "out",
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
