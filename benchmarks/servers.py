"""``python -m benchmarks.servers openenv|mcp|mcp-screen``: steps a second of many sessions, and memory a session.

The server is the command itself, in a process of its own; the clients share another. Each session plays without pause.
A step is an action and the screen's text after it: two calls with ``mcp``, one with ``mcp-screen``, which is
``bmoca mcp --show-screen``. Then clients are killed in the middle of a step, and as many new ones connect. The server's
size is recorded ten times, and printed. ``--steps 1000000`` or ``--minutes 5`` is the endurance run.

The clients write the protocol themselves, to leave the processor to the server; ``--library`` plays with OpenEnv's and
MCP's own. Finally the same steps are taken without a server: "the phone's processor ms a step" is the package's share,
and the rest of "the server's" is that of the protocol's libraries. On a busy machine both grow alike.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import IO, Any

#: Tasks that the sessions start, and actions, of which most change the screen.
TASKS = (
    "Alarm",
    "turn_on_airplane_mode",
    "androidworld/contacts_add_contact",
    "androidworld/clock_timer_entry",
)
ACTIONS = (
    *(f"tap({tag})" for tag in range(0, 25, 3)),
    'swipe("up")',
    'swipe("down")',
    'press("BACK")',
    'press("HOME")',
)
#: The version of MCP without sessions, which the newest clients speak.
_MODERN = "2026-07-28"
_META = {"io.modelcontextprotocol/protocolVersion": _MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


def tool(action: str) -> tuple[str, dict[str, Any]]:
    """The call of a tool of MCP that an action stands for: its name and arguments."""
    kind, _, argument = action.rstrip(")").partition("(")
    if kind == "tap":
        return "mobile_click_on_screen_at_coordinates", {
            "x": 100 + 35 * int(argument),
            "y": 200 + 70 * int(argument),
        }
    if kind == "swipe":
        return "mobile_swipe_on_screen", {"direction": argument.strip('"')}
    return "mobile_press_button", {"button": argument.strip('"')}


class OpenEnvClient:
    """One WebSocket."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._number = port, number

    async def open(self) -> None:
        """Connect, and start a task."""
        from websockets.asyncio.client import connect

        self._wire = await connect(
            f"ws://127.0.0.1:{self._port}/ws",
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=60,
        )
        await self.reset()

    async def reset(self) -> None:
        """Start a task."""
        row = {"task": TASKS[self._number % len(TASKS)], "configuration": "100", "held_out": True}
        await self._ask("reset", row)

    async def step(self, action: str) -> bool:
        """Act; return whether the episode is over."""
        return bool((await self._ask("step", {"action": action}))["done"])

    async def begin(self, action: str) -> None:
        """Send an action and don't wait for what it does."""
        await self._wire.send(json.dumps({"type": "step", "data": {"action": action}}))

    def kill(self) -> None:
        """Cut the connection."""
        self._wire.transport.abort()

    async def _ask(self, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        await self._wire.send(json.dumps({"type": kind, "data": data}))
        answer = json.loads(await self._wire.recv())
        if answer["type"] != "observation":
            raise RuntimeError(answer["data"]["message"])
        found: dict[str, Any] = answer["data"]
        return found


class OpenEnvLibrary:
    """OpenEnv's own client."""

    def __init__(self, port: int, number: int) -> None:
        from bmoca_gym.integrations.openenv.client import PhoneClient

        self._client, self._number = PhoneClient(base_url=f"http://127.0.0.1:{port}"), number

    async def open(self) -> None:
        """Connect, and start a task."""
        await self.reset()

    async def reset(self) -> None:
        """Start a task."""
        await self._client.reset(task=TASKS[self._number % len(TASKS)], configuration="100", held_out=True)

    async def step(self, action: str) -> bool:
        """Act; return whether the episode is over."""
        return bool((await self._client.step(action)).done)

    async def close(self) -> None:
        """Take leave."""
        await self._client.close()


class McpClient:
    """One connection that is kept, with a phone by its name in the address."""

    #: Whether the answer to an action has the screen's text.
    shown = False

    def __init__(self, port: int, number: int) -> None:
        self._port, self._number = port, number

    async def open(self) -> None:
        """Connect, and start a task."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        await self.reset()

    async def reset(self) -> None:
        """Start a task."""
        await self._call("start_task", task=TASKS[self._number % len(TASKS)], configuration="100")

    async def step(self, action: str) -> bool:
        """Act and list the elements; return whether the episode is over."""
        name, arguments = tool(action)
        told = await self._call(name, **arguments)
        if not self.shown:
            await self._call("mobile_list_elements_on_screen")
        return "The episode is over" in told.partition("\n")[0]

    async def begin(self, action: str) -> None:
        """Send an action and don't wait for what it does."""
        name, arguments = tool(action)
        self._send(name, arguments)

    def kill(self) -> None:
        """Cut the connection."""
        self._writer.transport.abort()

    def _send(self, name: str, arguments: dict[str, Any]) -> None:
        body = json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": name, "arguments": arguments, "_meta": _META},
            }
        ).encode()
        head = (
            f"POST /mcp?phone={self._number} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            f"MCP-Protocol-Version: {_MODERN}\r\nMcp-Method: tools/call\r\nMcp-Name: {name}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)

    async def _call(self, name: str, **arguments: Any) -> str:
        head = b""
        while not head:
            try:
                self._send(name, arguments)
                head = await self._reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                # The server ends connections that were idle for five seconds.
                self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        length = re.search(rb"content-length: (\d+)", head, re.I)
        if length is None:
            raise RuntimeError(f"an answer without a length: {head!r}")
        answer = json.loads(await self._reader.readexactly(int(length[1])))
        if "result" not in answer:
            raise RuntimeError(str(answer))
        return str(answer["result"]["content"][0].get("text", ""))


class McpScreenClient(McpClient):
    """A client of a server that shows the screen after each action."""

    shown = True


class McpLibrary:
    """MCP's own client."""

    shown = False

    def __init__(self, port: int, number: int) -> None:
        self._address, self._number = f"http://127.0.0.1:{port}/mcp?phone={number}", number

    async def open(self) -> None:
        """Connect, and start a task."""
        self._left, opened = asyncio.Event(), asyncio.Event()
        self._life = asyncio.create_task(self._live(opened))
        await opened.wait()
        await self.reset()

    async def _live(self, opened: asyncio.Event) -> None:
        """Hold the connection open: MCP's client must be closed by the same asyncio task that opened it."""
        import mcp

        async with mcp.Client(self._address) as self._client:
            opened.set()
            await self._left.wait()

    async def close(self) -> None:
        """Take leave."""
        self._left.set()
        await self._life

    async def reset(self) -> None:
        """Start a task."""
        row = {"task": TASKS[self._number % len(TASKS)], "configuration": "100"}
        await self._client.call_tool("start_task", row)

    async def step(self, action: str) -> bool:
        """Act and list the elements; return whether the episode is over."""
        told = await self._client.call_tool(*tool(action))
        if not self.shown:
            await self._client.call_tool("mobile_list_elements_on_screen", {})
        return "The episode is over" in str(getattr(told.content[0], "text", "")).partition("\n")[0]


class McpScreenLibrary(McpLibrary):
    """MCP's own client of a server that shows the screen after each action."""

    shown = True


#: The clients of each kind of server: the lean one, and the library's own.
KINDS: dict[str, tuple[Callable[[int, int], Any], Callable[[int, int], Any]]] = {
    "openenv": (OpenEnvClient, OpenEnvLibrary),
    "mcp": (McpClient, McpLibrary),
    "mcp-screen": (McpScreenClient, McpScreenLibrary),
}


def alone(kind: str, steps: int, sessions: int = 4) -> float:
    """Make steps without a server. Return the processor ms a step."""
    if kind == "openenv":
        from bmoca_gym.integrations.openenv.environment import PhoneEnvironment
        from bmoca_gym.integrations.openenv.messages import PhoneAction

        def played(number: int) -> tuple[Callable[[], object], Callable[[str], bool]]:
            phone = PhoneEnvironment(held_out=True)
            return (
                lambda: phone.reset(task=TASKS[number % len(TASKS)], configuration="100"),
                lambda action: phone.step(PhoneAction(action=action)).done,
            )
    else:
        from mcp.server.mcpserver.exceptions import ToolError

        from bmoca_gym.integrations.mcp.server import tools
        from bmoca_gym.integrations.session import PhoneSession

        def played(number: int) -> tuple[Callable[[], object], Callable[[str], bool]]:
            session = PhoneSession(held_out=True)
            named = {one.__name__: one for one in tools(lambda: session, kind == "mcp-screen")}

            def step(action: str) -> bool:
                name, arguments = tool(action)
                with contextlib.suppress(ToolError):
                    named[name](**arguments)
                if kind == "mcp":
                    named["mobile_list_elements_on_screen"]()
                return session.over

            return lambda: named["start_task"](TASKS[number % len(TASKS)], configuration="100"), step

    players = [played(number) for number in range(sessions)]
    draw = random.Random(0)
    for start, _ in players:
        start()
    began = time.process_time()
    for number in range(steps):
        start, step = players[number % sessions]
        if step(draw.choice(ACTIONS)):
            start()
    return (time.process_time() - began) / steps * 1e3


def _size(process: int) -> float:
    """Resident MB of a process."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _seconds(process: int) -> float:
    """Processor seconds of a process."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _at_once(made: list[Awaitable[Any]]) -> None:
    for first in range(0, len(made), 32):
        await asyncio.gather(*made[first : first + 32])


async def measure(
    kind: str, port: int, process: int, sessions: int, steps: int, killed: int, minutes: float, library: bool
) -> dict[str, Any]:
    """Measure a server that listens: so many steps, or so many minutes if that is not 0."""
    lean, whole = KINDS[kind]
    make = whole if library else lean
    first = make(port, 0)
    await first.open()
    before = _size(process)
    clients = [first, *(make(port, number) for number in range(1, sessions))]
    await _at_once([client.open() for client in clients[1:]])
    opened = _size(process)
    done = 0
    sizes: list[float] = []
    began, used, mine = time.perf_counter(), _seconds(process), time.process_time()

    def part() -> float:
        return (time.perf_counter() - began) / (60 * minutes) if minutes else done / steps

    async def play(client: Any, number: int) -> None:
        nonlocal done
        draw = random.Random(number)
        while part() < 1:
            if await client.step(draw.choice(ACTIONS)):
                await client.reset()
            done += 1
            if int(part() * 10) > len(sizes):
                sizes.append(round(_size(process), 1))
                minute = (time.perf_counter() - began) / 60
                print(f"minute {minute:.1f}: {done} steps, {sizes[-1]} MB", file=sys.stderr)

    await asyncio.gather(*(play(client, number) for number, client in enumerate(clients)))
    wall, used = time.perf_counter() - began, _seconds(process) - used
    mine = time.process_time() - mine
    again = []
    if library:
        await _at_once([client.close() for client in clients])
    else:
        for client in clients[:killed]:
            await client.begin('press("HOME")')
            client.kill()
        await asyncio.sleep(2)
        again = [make(port, number) for number in range(min(killed, sessions))]
        await _at_once([client.open() for client in again])
    half = sizes[len(sizes) // 2 :]
    return {
        "server": kind, "client": "the library's own" if library else "lean", "sessions": sessions, "steps": done,
        "steps a second": round(done / wall), "server's processor ms a step": round(used / done * 1e3, 2),
        "the phone's processor ms a step": round(alone(kind, min(done, 5000)), 2),
        "clients' processor ms a step": round(mine / done * 1e3, 2), "MB with one session": round(before, 1),
        "KB a session": round((opened - before) * 1e3 / max(sessions - 1, 1), 1), "MB at tenths": sizes,
        "KB a thousand steps in the second half": round((half[-1] - half[0]) * 1e6 / max(done / 2, 1), 1),
        "killed and back": len(again), "MB then": round(_size(process), 1),
    }  # fmt: skip


def wait_for(server: subprocess.Popen[bytes], port: int, said: IO[bytes], seconds: float = 600) -> None:
    """Wait until a server listens.

    Raises:
        SystemExit: it has ended, with the last line that it ``said``, or doesn't listen in time.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        if server.poll() is not None:
            said.seek(0)
            last = said.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise SystemExit(f"The server has ended with {server.returncode}: {last}")
        time.sleep(0.2)
    raise SystemExit(f"The server doesn't listen after {seconds:.0f} s.")


def main() -> None:
    """Start a server, measure it, print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", choices=KINDS)
    parser.add_argument("--sessions", type=int, default=256)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument(
        "--minutes", type=float, default=0, help="play so long, however many steps that makes"
    )
    parser.add_argument("--killed", type=int, default=100)
    parser.add_argument("--library", action="store_true", help="play with the protocol's own client")
    chosen = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {
        "openenv": ["openenv", "--port", str(port), "--sessions"],
        "mcp": ["mcp", "--http", str(port), "--phones"],
        "mcp-screen": ["mcp", "--show-screen", "--http", str(port), "--phones"],
    }
    command = [sys.executable, "-m", "bmoca_gym.cli", *options[chosen.server], str(chosen.sessions)]
    with tempfile.TemporaryFile() as said, subprocess.Popen(command, stderr=said) as server:
        try:
            wait_for(server, port, said)
            found = measure(
                chosen.server, port, server.pid, chosen.sessions, chosen.steps, chosen.killed, chosen.minutes,
                chosen.library,
            )  # fmt: skip
            print(json.dumps(asyncio.run(found), indent=1))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
