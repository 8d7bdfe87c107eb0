"""The OpenEnv server, with OpenEnv's own client and hostile ones, and the folder, checked by OpenEnv's own
validator."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import cli
from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.session import PhoneSession
from tests.integrations.held_out import EPISODES

#: Where `make .venv/openenv.stamp` installs OpenEnv.
LIBRARY = Path(sys.prefix) / "openenv"


def solution(task: str, configuration: str) -> list[str]:
    """The expert's way through a task, as text actions."""
    session, words, expert = PhoneSession(), TextActions(), ExpertAgent()
    session.start(task, 0, configuration, held_out=True)
    env = session._env
    assert env is not None
    assert session.info is not None
    expert.reset(env, session.info, 0)
    said = []
    while not session.over:
        said.append(words.encode(expert.act(None, session.info), session.tree()))
        session.step(said[-1])
    assert session.info["success"]
    return said


def play_ten_episodes(port: int) -> None:
    """Five as the expert does, and five in which nothing is ever understood."""
    from bmoca_gym.integrations.openenv.client import PhoneClient

    task = "turn_on_airplane_mode"
    ways = {name: solution(task, name) for name in ("100", "105")}
    with PhoneClient(base_url=f"http://127.0.0.1:{port}").sync() as phone:
        for number in range(10):
            name = ("100", "105")[number % 2]
            picture = 108 if not number else 0
            seen = phone.reset(task=task, configuration=name, picture=picture, held_out=True)
            assert seen.observation.instruction == "turn on airplane mode"
            assert "'numeric_tag': 0" in seen.observation.screen
            assert bool(seen.observation.picture) is (not number)
            rewards = []
            for action in ways[name] if number < 5 else ["I would rather not."] * 6:
                assert not seen.done
                seen = phone.step(action)
                rewards.append(seen.reward)
                assert (seen.observation.wrong_format is None) is (number < 5)
            state = phone.state()
            assert seen.done
            assert state.over
            assert (state.success, sum(rewards), state.step_count) == (number < 5, number < 5, len(rewards))
            assert (state.task, state.environment) == (task, name)


def refused(port: int) -> None:
    """What can't be done is told in a sentence, and the session goes on."""
    from openenv.core.generic_client import GenericEnvClient

    told = [
        ("step", {"action": "tap(0)"}, "reset before the first step"),
        ("reset", {"task": "Alram"}, "Did you mean 'Alarm'"),
        ("reset", {"task": "all"}, "means"),
        ("reset", {"task": 3}, "task: Input should be a valid string"),
        ("reset", {"task": "x" * 300}, "at most 200 characters"),
        ("reset", {"task": "/etc/mine.yaml/wake_me"}, "not in the folder in which the server was started"),
        ("reset", {"configuration": "../mine.yaml"}, "not in the folder in which the server was started"),
        ("reset", {"seed": float("nan")}, "seed: Input should be a valid integer"),
        ("reset", {"seed": float("inf")}, "seed: Input should be a valid integer"),
        ("reset", {"seed": -1}, "greater than or equal to 0"),
        ("reset", {"seed": 10**400}, "seed: "),
        ("reset", {"seed": True}, "seed: Input should be a valid integer"),
        ("reset", {"picture": 10**6}, "less than or equal to 2160"),
        ("reset", {"configuration": "nowhere"}, "nowhere"),
        ("reset", {"task": "call_911"}, "bmoca/call_911 is in by_app:test"),
        ("reset", {"held_out": 1}, "held_out: Input should be a valid boolean"),
        ("reset", {"later_field": 1}, "later_field: Extra inputs are not permitted"),
        ("reset", {"protocol": 2}, "The client speaks protocol 2, this server 1"),
        ("step", {"message": "tap(0)"}, "action: Field required"),
        ("step", {"action": None}, "action: Input should be a valid string"),
        ("step", {"action": "\ud800"}, "action: Input should be a valid string"),
        ("step", {"action": "x" * 200_000}, "at most 131072 characters"),
        ("step", {"action": "tap(0)", "later_field": 1}, "later_field: Extra inputs are not permitted"),
    ]
    with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
        for kind, data, words in told:
            with pytest.raises(RuntimeError, match=re.escape(words)):
                client.reset(**data) if kind == "reset" else client.step(data)
        for episode in EPISODES:
            for columns in ({}, {"held_out": False}):
                with pytest.raises(RuntimeError, match=re.escape(episode.why)):
                    client.reset(**episode.row | columns)
            client.reset(**episode.row, held_out=True)
            episode.check_started(client.state())
        seen = client.reset()
        assert seen.observation["instruction"] == "create alarm at 10:30 am"
        for text in ("", "tap(nan)", "tap(-1)", "tap(99999999999)", "\0", "dual-gesture(nan,0,0,0)"):
            assert client.step({"action": text}).observation["wrong_format"], repr(text)


def evaluated(port: int) -> None:
    """A server that is for evaluation starts what training must not see."""
    from openenv.core.generic_client import GenericEnvClient

    with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
        client.reset(task="androidworld/contacts_add_contact")
        assert client.state()["task_seed"] == 0
        for episode in EPISODES:
            client.reset(**episode.row)
            episode.check_started(client.state())


def attacked(port: int) -> None:
    """Frames that OpenEnv's client never sends. Each is answered, or its connection closed; the server lives."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    address = f"ws://127.0.0.1:{port}/ws"
    frames: list[str | bytes] = [
        "", "{", "nan", "[1]", '"reset"', "null", "1e999", "9" * 5000, "[" * 100_000, '{"type":"reset","data":[]}',
        '{"type":[]}', '{"type":"nothing"}', '{"type":"step"}', '{"type":"step","data":{"action":"\\ud800"}}',
        '{"type":"reset","data":{"seed":NaN}}', b"\0\xff", "x" * (2 << 20),
    ]  # fmt: skip
    for frame in frames:
        with connect(address, proxy=None) as wire:
            try:
                wire.send(frame)
                answer = json.loads(wire.recv(10))
            except ConnectionClosed:
                continue
            assert answer["type"] == "error", (frame[:40], answer)
            assert answer["data"]["message"]
    # A page of another site, by its own name or by one that leads to loopback.
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}):
        for path in ("/ws", "/health"):
            with socket.create_connection(("127.0.0.1", port)) as page:
                lines = {"Host": f"127.0.0.1:{port}", "Connection": "close"} | headers
                if path == "/ws":
                    lines |= {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}  # fmt: skip
                head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
                page.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
                assert page.recv(100).split()[1] in (b"400", b"403"), (headers, path)


async def many(port: int) -> None:
    """All places are taken, one more is told so, and clients that are killed leave theirs."""
    from openenv.core.generic_client import GenericEnvClient

    address = f"http://127.0.0.1:{port}"
    clients = [GenericEnvClient(base_url=address) for _ in range(8)]
    for client in clients:
        await client.reset(task="Alarm")
    with pytest.raises(RuntimeError, match="capacity"):
        await GenericEnvClient(base_url=address).reset()
    for client in clients:
        assert client._ws is not None
        client._ws.transport.abort()
    for _ in range(100):
        try:
            again = GenericEnvClient(base_url=address)
            await again.reset()
            break
        except RuntimeError:
            await asyncio.sleep(0.05)
    await again.close()


def validate(folder: Path, port: int) -> None:
    from openenv.cli._cli_utils import validate_env_structure
    from openenv.cli._validation import validate_multi_mode_deployment, validate_running_environment
    from openenv.validation import Level, run_validation

    assert cli.main(["openenv", "--folder", str(folder)]) == 0
    assert validate_env_structure(folder) == ["Recommended directory missing: outputs/"]
    # The lock file names a registry, so each user makes it.
    assert validate_multi_mode_deployment(folder)[1] == ["Missing uv.lock - run 'uv lock' to generate it"]
    report = run_validation(folder, max_level=Level.STATIC, skip_build=True)
    assert report.verdict.value == "pass", report
    assert validate_running_environment(f"http://127.0.0.1:{port}", timeout_s=30)["passed"]
    assert cli.main(["openenv", "--folder", str(folder)]) != 0


@pytest.mark.apart
def test_openenvs_client_plays_hostile_ones_are_refused_and_the_folder_is_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Any
) -> None:
    if LIBRARY.is_dir():
        monkeypatch.syspath_prepend(str(LIBRARY))
    pytest.importorskip("openenv", reason="OpenEnv is not installed: make .venv/openenv.stamp")
    from bmoca_gym.integrations.openenv.server import app

    with pytest.raises(ArgumentError, match="not for training"):
        app(split="by_app:test")
    with serve(app(held_out=True)) as port:
        evaluated(port)
    with serve(app(sessions=8, split="by_app:train")) as port:
        play_ten_episodes(port)
        refused(port)
        attacked(port)
        asyncio.run(many(port))
        validate(tmp_path / "folder", port)
        with socket.create_connection(("127.0.0.1", port)) as broken:
            broken.sendall(b"GET /ws HTTP/1.1\r\n\xff\xff\r\n\r\n")
            assert b"400" in broken.recv(1000)
