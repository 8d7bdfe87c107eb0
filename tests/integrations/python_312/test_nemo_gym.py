"""NeMo-Gym's runner plays ten episodes: its own servers and agent, and a model that is a script."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from fastapi import HTTPException
from nemo_gym.openai_utils import NeMoGymResponse
from nemo_gym.server_utils import ServerClient
from pydantic import ValidationError

from bmoca_gym.integrations import nemo_gym_folder
from bmoca_gym.integrations.nemo_gym import PhoneServer, PhoneServerConfig
from tests.integrations.held_out import EPISODES, HeldOut
from tests.integrations.scripted import Script, scripts

#: How long the runner may take, in seconds of the clock. It starts Ray and three servers, for a minute of processor time.
LONGEST = 1500
#: The folders of the servers that NeMo-Gym starts for a run, for each of which it would make an environment.
SERVERS = (
    "resources_servers/phone",
    "responses_api_agents/gymnasium_agent",
    "responses_api_models/openai_model",
)


def answered(output: list[dict[str, Any]]) -> dict[str, Any]:
    """A model's answer as the Responses API gives it."""
    return {
        "id": "r", "created_at": 0, "model": "script", "object": "response", "output": output,
        "parallel_tool_calls": False, "tool_choice": "auto", "tools": [],
    }  # fmt: skip


def called(name: str, arguments: object, number: int = 0) -> dict[str, Any]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {
        "type": "function_call",
        "id": f"f{number}",
        "call_id": f"c{number}",
        "name": name,
        "arguments": text,
    }


@contextmanager
def model(found: list[Script]) -> Iterator[str]:
    """Serve a model that makes the calls of the script which the request names. Yields its address."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            made = sum(item.get("type") == "function_call" for item in asked["input"])
            script = found[int(asked["metadata"]["script"])]
            text = json.dumps(answered([called(*script.calls[made], made)])).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def test_the_runner_plays_ten_episodes_and_scores_as_on_our_phone(tmp_path: Path) -> None:
    found = scripts()
    folder = tmp_path / "resources_servers" / "phone"
    nemo_gym_folder.write(folder, "Alarm", "000")
    (row,) = nemo_gym_folder.rows("Alarm", "000", 1, nemo_gym_folder.agent_of("phone"))
    lines = []
    for number, script in enumerate(found):
        parameters = row["responses_create_params"] | {"metadata": {"script": str(number)}}
        lines.append(json.dumps(row | script.row | {"responses_create_params": parameters}))
    (folder / "data" / "train.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for server in SERVERS:  # so that nothing is installed
        (tmp_path / "environments" / server).mkdir(parents=True)
        (tmp_path / "environments" / server / ".venv").symlink_to(sys.prefix)
    with model(found) as address:
        command = [
            Path(sys.prefix, "bin", "gym"), "eval", "run", "--config", "resources_servers/phone/configs/phone.yaml",
            "--model-type", "openai_model", "--model-url", address, "--model-api-key", "none", "--model", "script",
            "--split", "train", "--output", "results/rollouts.jsonl", "+skip_venv_if_present=true",
            f"+uv_venv_dir={tmp_path / 'environments'}", "+head_server.host=127.0.0.1",
            f"+head_server.port={free_port()}",
        ]  # fmt: skip
        said = tmp_path / "said.txt"
        with said.open("w") as out:
            runner = subprocess.Popen(
                command,
                cwd=tmp_path,
                env=os.environ | {"RAY_raylet_start_wait_time_s": "600"},
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                ended = runner.wait(LONGEST)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(runner.pid, signal.SIGKILL)  # the servers that it has started too
    assert ended == 0, said.read_text()[-4000:]
    results = [
        json.loads(line) for line in (tmp_path / "results" / "rollouts.jsonl").read_text().splitlines()
    ]
    assert len(results) == 10
    for result in results:
        script = found[int(result["responses_create_params"]["metadata"]["script"])]
        assert result["reward"] == script.score["reward"]
        assert (result["terminated"], result["truncated"]) == (True, False)
        assert result["info"] == json.loads(json.dumps(script.score))
        first = result["responses_create_params"]["input"][-1]["content"]
        assert first.startswith(f"Task: {script.instruction}\n")
    assert sum(result["reward"] for result in results) == 6.0


@pytest.fixture
def server() -> PhoneServer:
    config = PhoneServerConfig(host="", port=0, entrypoint="", name="phone", max_sessions=2)
    return PhoneServer(config=config, server_client=MagicMock(spec=ServerClient))


def step(server: PhoneServer, session: str, *output: dict[str, Any]) -> tuple[Any, ...]:
    response = NeMoGymResponse.model_validate(answered(list(output)))
    return asyncio.run(server.step(response, {}, session))


def written(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}


def test_an_answer_may_be_text_and_a_fault_costs_no_step(server: PhoneServer) -> None:
    row = {"task": "turn_on_airplane_mode", "configuration": "000", "agent_ref": {}}
    shown, info = asyncio.run(server.reset(row, "a"))
    assert str(shown).startswith("Task: turn on airplane mode")
    assert info == {}
    for wrong in (written("I would rather not."), written("tap(9999)"), written("")):
        shown, earned, terminated, truncated, info = step(server, "a", wrong)
        assert shown.startswith("Nothing was done: ")
        assert (earned, terminated, truncated) == (0.0, False, False)
    for arguments in (
        "{",
        "[" * 100_000,
        "[]",
        '{"element": true}',
        '{"element": 1e400}',
        '{"element": 1, "x": 1}',
    ):
        shown, earned, terminated, truncated, info = step(server, "a", called("tap", arguments))
        assert shown is None
        assert info["tool_outputs"][0]["call_id"] == "c0"
        assert info["tool_outputs"][0]["output"].startswith("Nothing was done: ")
    shown, *_ = step(server, "a", written('Thought: go home.\nAction: press("HOME")'))
    assert shown.startswith("[")
    for _ in range(server.session_state["a"].session.info["step_limit"] - 1):
        *_, terminated, truncated, info = step(server, "a", called("wait", {}))
    assert (terminated, truncated) == (False, True)
    assert info["steps"] == info["step_limit"]


def test_the_episode_that_was_played_longest_ago_makes_room(server: PhoneServer) -> None:
    for session in ("a", "b"):
        asyncio.run(server.reset({"task": "Alarm"}, session))
    step(server, "a", called("wait", {}))
    asyncio.run(server.reset({"task": "Alarm"}, "c"))
    assert [*server.session_state] == ["a", "c"]
    with pytest.raises(HTTPException, match="reset first"):
        step(server, "b", called("wait", {}))


@pytest.mark.parametrize(
    ("row", "said"),
    [({}, "task: Field required"), ({"task": 5}, "task: Input should be a valid string, given 5"),
     ({"task": "fly_to_the_moon"}, "fly_to_the_moon"), ({"task": "Alarm", "seed": -1}, "seed: Input should be greater"),
     ({"task": "Alarm", "seed": "1"}, "seed: Input should be a valid integer"),
     ({"task": "Alarm", "configuration": "x" * 1000}, "at most 200 characters"),
     ({"task": "Alarm", "configuration": "no_such"}, "no_such"),
     ({"task": "Alarm", "configuration": "100"}, "the configuration is for tests"),
     ({"task": "Alarm", "configuration": "../mine.yaml"}, "clients can't name files elsewhere")],
)  # fmt: skip
def test_a_row_that_can_not_be_played_earns_nothing_and_says_why(
    server: PhoneServer, row: dict[str, Any], said: str
) -> None:
    """The runner would end the whole run at any status but 200, without the reason."""
    shown, info = asyncio.run(server.reset(row, "a"))
    assert str(shown).startswith("This row can't be played: ")
    assert said in info["error"]
    assert len(info["error"]) < 500
    assert step(server, "a", written("tap(1)")) == (None, 0.0, True, False, info)
    with pytest.raises(HTTPException, match="reset first"):
        step(server, "a", written("tap(1)"))
    asyncio.run(server.reset({"task": "Alarm"}, "a"))  # the session goes on
    assert step(server, "a", called("wait", {}))[2:4] == (False, False)


@pytest.mark.parametrize("episode", EPISODES)
def test_a_row_that_training_must_not_see_asks_for_it(server: PhoneServer, episode: HeldOut) -> None:
    for columns in ({}, {"held_out": False}):
        shown, info = asyncio.run(server.reset(episode.row | columns, "a"))
        assert str(shown).startswith("This row can't be played: ")
        assert episode.why in info["error"]
    assert asyncio.run(server.reset(episode.row | {"held_out": True}, "a"))[1] == {}
    episode.check_started(server.session_state["a"].session.score())


@pytest.mark.parametrize(
    ("setting", "said"),
    [({"reward": "money"}, "reward is 'money'"), ({"split": "by_app:test"}, "not for training")],
)
def test_a_wrong_setting_is_refused_when_the_server_starts(setting: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        PhoneServerConfig(host="", port=0, entrypoint="", name="phone", **setting)
