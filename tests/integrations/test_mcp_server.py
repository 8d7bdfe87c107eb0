"""The server for the Model Context Protocol, with the protocol's own client."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

mcp = pytest.importorskip("mcp")

from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402

from bmoca_gym import cli  # noqa: E402
from bmoca_gym.agents.expert import ExpertAgent  # noqa: E402
from bmoca_gym.handset.gestures import PressKey, Swipe, Tap  # noqa: E402
from bmoca_gym.integrations.mcp.ids import UniqueIds  # noqa: E402
from bmoca_gym.integrations.mcp.server import server  # noqa: E402
from bmoca_gym.integrations.phones import Phones  # noqa: E402
from bmoca_gym.integrations.session import PhoneSession  # noqa: E402
from tests.integrations.held_out import EPISODES  # noqa: E402

#: mobile-mcp's tools that a phone without a cloud needs.
MOBILE = {
    "mobile_list_available_devices", "mobile_list_apps", "mobile_get_foreground_app", "mobile_launch_app",
    "mobile_terminate_app", "mobile_get_screen_size", "mobile_click_on_screen_at_coordinates",
    "mobile_double_tap_on_screen", "mobile_long_press_on_screen_at_coordinates", "mobile_list_elements_on_screen",
    "mobile_press_button", "mobile_open_url", "mobile_swipe_on_screen", "mobile_type_keys", "mobile_take_screenshot",
    "mobile_get_orientation",
}  # fmt: skip
OURS = {"list_tasks", "start_task", "score", "save_state", "restore_state", "answer", "finish"}

Call = Callable[..., Awaitable[Any]]


def asked(
    talk: Callable[[Call], Awaitable[None]], session: PhoneSession | None = None, shows: bool = False
) -> None:
    """Let a client talk to a server in this process."""

    async def both() -> None:
        async with mcp.Client(server(session, shows)) as client:

            async def call(name: str, /, **arguments: Any) -> Any:
                return await client.call_tool(name, arguments)

            await talk(call)

    asyncio.run(both())


def text(result: Any) -> str:
    assert not result.is_error, result.content
    return str(result.content[0].text)


def test_the_tools_have_mobile_mcps_names_and_each_says_what_it_does() -> None:
    async def listed() -> Any:
        async with mcp.Client(server()) as client:
            return (await client.list_tools()).tools

    tools = asyncio.run(listed())
    assert {tool.name for tool in tools} == MOBILE | OURS
    assert all(tool.description for tool in tools)


def test_a_client_plays_a_task_to_its_end_as_the_expert_would() -> None:
    session = PhoneSession()

    async def talk(call: Call) -> None:
        assert text(await call("start_task", task="Alarm")) == "create alarm at 10:30 am"
        env = session._env
        assert env is not None
        assert session.info is not None
        expert = ExpertAgent()
        expert.reset(env, session.info, 0)
        width, height = env.device.info.width, env.device.info.height
        while not session.over:
            move = expert.act(None, session.info)
            if isinstance(move, Tap):
                await call("mobile_click_on_screen_at_coordinates", x=move.x * width, y=move.y * height)
            elif isinstance(move, PressKey):
                await call("mobile_press_button", button=move.key)
            else:
                assert isinstance(move, Swipe)
                session.act(move)
        stands = json.loads(text(await call("score")))
        assert stands["success"]
        assert stands["over"]
        refused = await call("mobile_press_button", button="HOME")
        assert refused.is_error
        assert "The episode is over" in refused.content[0].text

    asked(talk, session)


def test_what_is_listed_can_be_clicked_and_typed_into() -> None:
    async def talk(call: Call) -> None:
        assert text(await call("mobile_get_screen_size")) == "Screen size is 1080x2160 pixels"
        await call("mobile_launch_app", packageName="com.android.contacts")
        listed = json.loads(text(await call("mobile_list_elements_on_screen", format="json")))
        (create,) = [one for one in listed if one["label"] == "Create new contact"]
        assert "Clicked" in text(await call("mobile_click_on_screen_at_coordinates", ref=create["ref"]))
        lines = text(await call("mobile_list_elements_on_screen"))
        field = re.search(r"(@e\d+) EditText", lines)
        assert field is not None
        await call("mobile_click_on_screen_at_coordinates", ref=field[1])
        await call("mobile_type_keys", text="Ada Löwe")
        assert "Ada Löwe" in text(await call("mobile_list_elements_on_screen"))
        assert "com.android.contacts" in text(await call("mobile_get_foreground_app"))
        picture = (await call("mobile_take_screenshot")).content[0]
        assert (picture.type, picture.mime_type) == ("image", "image/png")

    asked(talk)


def test_tools_that_act_show_the_screen_if_asked() -> None:
    async def talk(call: Call) -> None:
        started = text(await call("start_task", task="androidworld/contacts_add_contact"))
        first = text(await call("mobile_list_elements_on_screen"))
        assert started.partition("\n")[2] == first
        await call("save_state", name="start")
        await call("mobile_press_button", button="APP_SWITCH")
        assert text(await call("restore_state", name="start")) == f"Restored 'start'.\n{first}"
        done, _, shown = text(await call("mobile_launch_app", packageName="Contacts")).partition("\n")
        assert done == "Launched 'Contacts'."
        assert shown == text(await call("mobile_list_elements_on_screen"))
        create = re.search(r"(@e\d+) \w+ \"Create new contact\" at \d+,\d+ size \d+x\d+", shown)
        assert create is not None
        after = text(await call("mobile_click_on_screen_at_coordinates", ref=create[1]))
        assert "EditText" in after
        assert "EditText" not in shown
        for _ in range(100):
            last = await call("mobile_press_button", button="HOME")
            if "The episode is over" in last.content[0].text:
                break
        assert text(last) == "Pressed HOME. The episode is over: see score."

    asked(talk, shows=True)


def test_states_are_kept_and_restored() -> None:
    async def talk(call: Call) -> None:
        await call("start_task", task="androidworld/ContactsAddContact", seed=3)
        await call("save_state", name="start")
        before = text(await call("mobile_list_elements_on_screen"))
        await call("mobile_launch_app", packageName="Contacts")
        assert text(await call("mobile_list_elements_on_screen")) != before
        assert text(await call("restore_state", name="start")) == "Restored 'start'."
        assert text(await call("mobile_list_elements_on_screen")) == before
        lost = await call("restore_state", name="strat")
        assert "Did you mean 'start'" in lost.content[0].text

    asked(talk)


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        (
            "mobile_click_on_screen_at_coordinates",
            {"x": 5000, "y": 3},
            "is not on the screen of 1080 x 2160 px",
        ),
        ("mobile_click_on_screen_at_coordinates", {"x": -1, "y": 3}, "is not on the screen"),
        ("mobile_click_on_screen_at_coordinates", {}, "Give x and y, or ref"),
        ("mobile_click_on_screen_at_coordinates", {"ref": "@e99999"}, "There is no element '@e99999'"),
        ("mobile_press_button", {"button": "NUKE"}, "There is no button 'NUKE'"),
        ("mobile_launch_app", {"packageName": "com.example.none"}, "There is no app"),
        (
            "mobile_terminate_app",
            {"packageName": "a; rm -rf /"},
            "There is no app 'a; rm -rf /' on this phone",
        ),
        ("mobile_terminate_app", {"packageName": "com.example.none"}, "There is no app 'com.example.none'"),
        ("mobile_terminate_app", {"packageName": "a " * 500_000}, "There is no app"),
        ("start_task", {"task": "Alram"}, "Did you mean"),
        ("start_task", {"task": "Alrm"}, "Here, the tool list_tasks lists them."),
        ("start_task", {"task": "all"}, "means"),
        ("score", {}, "No task was started"),
        ("save_state", {"name": "x"}, "No task was started"),
        ("answer", {"text": "x"}, "There is no task to answer"),
        ("mobile_swipe_on_screen", {"direction": "sideways"}, "direction"),
        ("mobile_click_on_screen_at_coordinates", {"x": 10**400, "y": 3}, "x"),
        ("mobile_click_on_screen_at_coordinates", {"x": "1", "y": []}, "y"),
        ("mobile_click_on_screen_at_coordinates", {"ref": "@e" + "9" * 5000}, "There is no element"),
        ("mobile_launch_app", {"packageName": "x" * 1_000_000}, "There is no app"),
        ("mobile_terminate_app", {"packageName": "$(reboot)"}, "There is no app"),
        ("mobile_open_url", {"url": "x" * 8000}, "x…` ended with 1"),
        ("mobile_open_url", {"url": "'; rm -rf / #"}, "ended with 1"),
        ("mobile_open_url", {"url": "x" * 2_000_000}, "2000000 characters; at most 8192"),
        ("list_tasks", {"choice": "x" * 1_000_000}, "1000000 characters; at most 200"),
        ("start_task", {"task": "x" * 1_000_000}, "1000000 characters; at most 200"),
        ("start_task", {"task": "Alarm", "configuration": "x" * 201}, "201 characters; at most 200"),
        ("start_task", {"task": "androidworld/contacts_add_contact", "seed": 2**40}, "from 0 to 2147483647"),
        (
            "list_tasks",
            {"choice": "Alarm,/etc/mine.yaml"},
            "not in the folder in which the server was started",
        ),
        (
            "start_task",
            {"task": "/etc/mine.yaml/wake_me"},
            "not in the folder in which the server was started",
        ),
        ("start_task", {"task": "Alarm", "configuration": "../mine.yaml"}, "not in the folder"),
        ("save_state", {"name": "x" * 3_000_000}, "3000000 characters; at most 200"),
        ("restore_state", {"name": "x" * 3_000_000}, "3000000 characters; at most 200"),
        (
            "start_task",
            {"task": "Alarm", "environment": "105"},
            "environment: Extra inputs are not permitted, given '105'. start_task takes task, seed, configuration.",
        ),
        (
            "score",
            {"task": "Alarm"},
            "Extra inputs are not permitted, given 'Alarm'. score takes no arguments.",
        ),
        ("start_task", {}, "task: Field required, given {}. start_task takes task, seed, configuration."),
        (
            "mobile_press_button",
            {"button": 5},
            "button: Input should be a valid string, given 5. mobile_press_button",
        ),
        ("no_such_tool", {}, "no_such_tool"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_can_not_be_done_is_told_to_the_model(name: str, arguments: dict[str, Any], said: str) -> None:
    async def talk(call: Call) -> None:
        result = await call(name, **arguments)
        assert result.is_error
        assert said in result.content[0].text
        assert len(result.content[0].text) < 10_000

    asked(talk)


def test_nothing_is_done_after_the_end_of_an_episode() -> None:
    async def talk(call: Call) -> None:
        await call("start_task", task="Alarm", configuration="100")
        await call("mobile_launch_app", packageName="Clock")
        await call("finish")
        before = text(await call("mobile_list_elements_on_screen"))
        for name, arguments in (
            ("mobile_open_url", {"url": "tel:911"}), ("mobile_terminate_app", {"packageName": "Clock"}),
            ("mobile_press_button", {"button": "HOME"}),
        ):  # fmt: skip
            result = await call(name, **arguments)
            assert result.is_error
            assert "Nothing was done: The episode is over" in result.content[0].text
        assert text(await call("mobile_list_elements_on_screen")) == before

    asked(talk)


def test_an_app_is_stopped_by_its_name() -> None:
    async def talk(call: Call) -> None:
        await call("mobile_launch_app", packageName="Clock")
        assert "deskclock" in text(await call("mobile_get_foreground_app"))
        assert text(await call("mobile_terminate_app", packageName="clock")) == "Terminated 'clock'."
        assert "nexuslauncher" in text(await call("mobile_get_foreground_app"))

    asked(talk)


def test_a_restored_state_has_the_reward_that_was_earned_there() -> None:
    session = PhoneSession(reward={"name": "success", "step": -1}, held_out=True)

    async def talk(call: Call) -> None:
        await call("start_task", task="Alarm", configuration="100")
        await call("mobile_press_button", button="HOME")
        await call("save_state", name="one")
        await call("mobile_press_button", button="HOME")
        await call("restore_state", name="one")
        assert json.loads(text(await call("score")))["reward"] == -1

    asked(talk, session)


def test_odd_arguments_do_what_can_be_done() -> None:
    """Numbers without bounds, what JSON does not have, and texts that no keyboard types: the phone goes on."""
    odd: list[tuple[str, dict[str, Any]]] = [
        ("mobile_long_press_on_screen_at_coordinates", {"x": 5, "y": 5, "duration": 10**30}),
        ("mobile_long_press_on_screen_at_coordinates", {"x": 5, "y": 5, "duration": -5}),
        ("mobile_swipe_on_screen", {"direction": "up", "distance": float("nan")}),
        ("mobile_swipe_on_screen", {"direction": "up", "x": float("inf")}),
        ("mobile_swipe_on_screen", {"direction": "up", "distance": 1e308}),
        ("mobile_type_keys", {"text": "x" * 2_000_000}),
        ("mobile_type_keys", {"text": "\ud800\0"}),
        ("mobile_list_available_devices", {"noParams": {}}),
    ]

    async def talk(call: Call) -> None:
        for name, arguments in odd:
            assert len(text(await call(name, **arguments))) < 200
        assert "nexuslauncher" in text(await call("mobile_get_foreground_app"))

    asked(talk)


def test_clients_over_http_have_a_phone_each(serve: Any) -> None:
    now = [0.0]
    phones = Phones(PhoneSession, most=3, idle=60, clock=lambda: now[0])

    async def score(client: Any) -> str:
        return str((await client.call_tool("score", {})).content[0].text)

    async def talk(address: str) -> None:
        async with (
            mcp.Client(f"{address}?phone=a") as first,
            mcp.Client(f"{address}?phone=b") as second,
            mcp.Client(address, mode="legacy") as third,
            mcp.Client(address, mode="legacy") as fourth,
        ):
            for client, task in (
                (first, "Alarm"),
                (second, "turn_on_airplane_mode"),
                (third, "androidworld/ClockTimerEntry"),
            ):
                await client.call_tool("start_task", {"task": task})
            assert "alarm" in await score(first)
            assert "airplane" in await score(second)
            assert "timer" in await score(third)
            assert len(phones) == 3
            assert "3 phones are in use" in await score(fourth)
            now[0] = 50
            await score(second)
            now[0] = 70
            assert "No task was started." in await score(fourth)
            assert "airplane" in await score(second)
            assert len(phones) == 2

    with serve(server(phones).streamable_http_app(json_response=True)) as port:
        asyncio.run(talk(f"http://127.0.0.1:{port}/mcp"))
        # What no client of the protocol sends is answered too, and the server lives.
        bodies = (b"", b"{", b"nan", b"[1]", b"null", b"9" * 5000, b"[" * 100_000, b'{"jsonrpc":"2.0"}', b"\xff" * 9, b"x" * (5 << 20))  # fmt: skip
        kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        for body in bodies:
            for more in (
                {},
                {"Host": "evil.example"},
                {"MCP-Protocol-Version": "1999-01-01"},
                {"Mcp-Session-Id": "x"},
            ):
                asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                asked.request("POST", "/mcp?phone=" + "n" * 300, body, kinds | more)
                assert 400 <= asked.getresponse().status < 500, (body[:20], more)
                asked.close()
        asyncio.run(talk_again(f"http://127.0.0.1:{port}/mcp?phone={'n' * 300}"))


def test_a_request_with_the_id_of_one_that_is_not_answered_is_refused(serve: Any) -> None:
    """The library would answer one of them, and leave the other waiting."""
    application = server(Phones(PhoneSession)).streamable_http_app(json_response=True)
    application.add_middleware(UniqueIds)
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    def post(port: int, session: str, method: str, params: dict[str, Any]) -> tuple[int, str, dict[str, Any]]:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        asked.request(
            "POST", "/mcp", json.dumps(body), kinds | ({"Mcp-Session-Id": session} if session else {})
        )
        answer = asked.getresponse()
        found = answer.status, answer.getheader("mcp-session-id") or "", json.loads(answer.read())
        asked.close()
        return found

    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    with serve(application) as port:
        _, session, _ = post(port, "", "initialize", about)
        _, other, _ = post(port, "", "initialize", about)
        call = {"name": "start_task", "arguments": {"task": "Alarm"}}
        with ThreadPoolExecutor(8) as clients:
            found = [clients.submit(post, port, session, "tools/call", call) for _ in range(8)]
            statuses = [one.result()[0] for one in found]
            told = [one.result()[2].get("error", {}).get("message") for one in found]
        assert set(statuses) == {200, 400}
        assert set(told) == {
            None,
            "A request of this session with the id 7 is not answered yet: ids must differ.",
        }
        # An answered id is free again, and sessions have ids of their own.
        for name in (session, other):
            assert post(port, name, "tools/call", call)[0] == 200


def test_ids_are_those_of_a_session_and_of_requests_without_an_answer() -> None:
    async def talk() -> None:
        go_on, passed, statuses = asyncio.Event(), [], []

        async def application(scope: Any, receive: Any, send: Any) -> None:
            passed.append((await receive())["body"] + (await receive())["body"])
            await go_on.wait()

        unique = UniqueIds(application)

        def ask(session: str, body: bytes) -> Awaitable[None]:
            parts = iter((body[:9], body[9:]))

            async def receive() -> dict[str, Any]:
                part = next(parts)
                return {"type": "http.request", "body": part, "more_body": part == body[:9]}

            async def send(message: Any) -> None:
                statuses.append(message.get("status"))

            headers = [(b"mcp-session-id", session.encode())]
            scope = {"type": "http", "method": "POST", "headers": headers}
            return asyncio.create_task(unique(scope, receive, send))

        one = b'{"jsonrpc": "2.0", "method": "ping", "id": 1}'
        waiting = [ask("a", one)]
        await asyncio.sleep(0)
        await ask("a", one.replace(b"1}", b'"1"}'))  # to the library, 1 and "1" are one id
        assert statuses == [400, None]
        others = [
            one.replace(b"1}", b"2}"),
            b'{"jsonrpc": "2.0", "method": "note"}',
            b"[" * 100_000,
            b"no JSON at all",
        ]
        waiting += [
            ask("b", one),
            *(ask("a", other) for other in others for _ in range(1 + (other != others[0]))),
        ]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*waiting)
        await ask("a", one)
        assert statuses == [400, None]
        assert len(passed) == 10
        assert set(passed) == {one, *others}

    asyncio.run(talk())


async def talk_again(address: str) -> None:
    async with mcp.Client(address) as client:
        refused = await client.call_tool("score", {})
        assert "at most 200" in refused.content[0].text


def test_the_command_speaks_on_standard_input_and_output() -> None:
    async def talk() -> None:
        parameters = StdioServerParameters(
            command=sys.executable, args=["-m", "bmoca_gym.cli", "mcp", "--image", "android13"]
        )
        async with mcp.Client(stdio_client(parameters)) as client:
            listed = await client.call_tool(
                "list_tasks", {"choice": "androidworld/all", "contains": "contact"}
            )
            assert "androidworld/contacts_add_contact" in listed.content[0].text
            told = await client.call_tool("mobile_list_apps", {})
            assert "Markor (net.gsantner.markor)" in told.content[0].text

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--http", "70000"], "port is 70000; it must be from 0 to 65535"),
        (["--http", "0", "--image", "android14"], "There is no image 'android14'"),
        (["--reward", "scroe"], "unknown reward 'scroe'"),
        (["--split", "by_app:train"], "give --training with it"),
        (["--training", "--split", "by_app:test"], "by_app:test is not for training; take by_app:train"),
    ],
)
def test_the_command_refuses_wrong_arguments_at_once(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = cli.main(["mcp", *arguments])
    except SystemExit as exit:
        code = exit.code
    assert code == cli.BAD_INPUT
    assert said in capsys.readouterr().err


def test_the_command_plays_what_is_for_tests_and_refuses_it_in_training() -> None:
    async def talk(call: Call) -> None:
        for episode in EPISODES:
            text(await call("start_task", **episode.row))
            episode.check_started(json.loads(text(await call("score"))))

    async def talk_in_training(call: Call) -> None:
        asking = ((episode.row, episode.why) for episode in EPISODES)
        for arguments, said in (*asking, ({"task": "call_911"}, "is in by_app:test")):
            refused = await call("start_task", **arguments)
            assert refused.is_error
            assert said in refused.content[0].text
        text(await call("start_task", task="androidworld/contacts_add_contact"))
        assert json.loads(text(await call("score")))["task_seed"] == 1000

    async def both() -> None:
        for options, talks in (([], talk), (["--training", "--split", "by_app:train"], talk_in_training)):
            command = StdioServerParameters(
                command=sys.executable, args=["-m", "bmoca_gym.cli", "mcp", *options]
            )
            async with mcp.Client(stdio_client(command)) as client:
                await talks(lambda name, /, **arguments: client.call_tool(name, arguments))

    asyncio.run(both())


def test_the_command_says_that_a_port_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert cli.main(["mcp", "--http", str(port)]) == cli.BAD_INPUT
    said = capsys.readouterr().err
    assert f"Port {port} of 127.0.0.1 can't be used: Address already in use. Choose another one" in said


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")
@pytest.mark.parametrize("options", [[], ["--http", "0"]])
def test_ctrl_c_ends_the_command_in_a_terminal_at_once(options: list[str]) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "bmoca_gym.cli", "mcp", *options],
        stdin=theirs,
        stderr=subprocess.PIPE,
        text=True,
    ) as served:
        assert served.stderr is not None
        first = served.stderr.readline()
        assert first.startswith("http://" if options else "bmoca mcp waits for a client on standard input")
        if options:  # only then does the server run
            asyncio.run(talk_again(f"{first.strip()}?phone={'n' * 300}"))
        served.send_signal(signal.SIGINT)
        assert served.stderr.read() == ""
    os.close(ours)
    os.close(theirs)


def test_the_command_serves_on_a_free_port() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bmoca_gym.cli", "mcp", "--http", "0"], stderr=subprocess.PIPE, text=True
    ) as served:
        assert served.stderr is not None
        try:
            asyncio.run(talk_again(f"{served.stderr.readline().strip()}?phone={'n' * 300}"))
        finally:
            served.terminate()
