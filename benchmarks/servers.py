"""``python -m benchmarks.servers openenv|mcp``: many sessions on one server, in steps a second and memory a session.

The server is the command itself, in a process of its own; the clients share another. Each session plays on: a step is a
text action and the screen's text after it (with MCP two calls). Then clients are killed in the middle of a step, and as
many come again. ``--steps 1000000`` is the endurance run; the server's size is recorded ten times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

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
        await self._ask("reset", {"task": TASKS[self._number % len(TASKS)], "configuration": "100"})

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


class McpClient:
    """One connection that is kept, with a phone by its name in the address."""

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
        name, arguments = self._tool(action)
        told = await self._call(name, **arguments)
        await self._call("mobile_list_elements_on_screen")
        return "The episode is over" in told

    async def begin(self, action: str) -> None:
        """Send an action and don't wait for what it does."""
        name, arguments = self._tool(action)
        self._send(name, arguments)

    def kill(self) -> None:
        """Cut the connection."""
        self._writer.transport.abort()

    @staticmethod
    def _tool(action: str) -> tuple[str, dict[str, Any]]:
        kind, _, argument = action.rstrip(")").partition("(")
        if kind == "tap":
            return "mobile_click_on_screen_at_coordinates", {
                "x": 100 + 35 * int(argument),
                "y": 200 + 70 * int(argument),
            }
        if kind == "swipe":
            return "mobile_swipe_on_screen", {"direction": argument.strip('"')}
        return "mobile_press_button", {"button": argument.strip('"')}

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


KINDS: dict[str, Callable[[int, int], Any]] = {"openenv": OpenEnvClient, "mcp": McpClient}


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
    kind: str, port: int, process: int, sessions: int, steps: int, killed: int
) -> dict[str, Any]:
    """Measure a server that listens."""
    first = KINDS[kind](port, 0)
    await first.open()
    before = _size(process)
    clients = [first, *(KINDS[kind](port, number) for number in range(1, sessions))]
    await _at_once([client.open() for client in clients[1:]])
    opened = _size(process)
    done = 0
    sizes: list[float] = []

    async def play(client: Any, number: int) -> None:
        nonlocal done
        draw = random.Random(number)
        while done < steps:
            if await client.step(draw.choice(ACTIONS)):
                await client.reset()
            done += 1
            if done * 10 // steps > len(sizes):
                sizes.append(round(_size(process), 1))

    began, used = time.perf_counter(), _seconds(process)
    await asyncio.gather(*(play(client, number) for number, client in enumerate(clients)))
    wall, used = time.perf_counter() - began, _seconds(process) - used
    for client in clients[:killed]:
        await client.begin('press("HOME")')
        client.kill()
    await asyncio.sleep(2)
    again = [KINDS[kind](port, number) for number in range(min(killed, sessions))]
    await _at_once([client.open() for client in again])
    half = sizes[len(sizes) // 2 :]
    return {
        "server": kind, "sessions": sessions, "steps": done, "steps a second": round(done / wall),
        "server's processor ms a step": round(used / done * 1e3, 2), "MB with one session": round(before, 1),
        "KB a session": round((opened - before) * 1e3 / max(sessions - 1, 1), 1), "MB at tenths": sizes,
        "KB a thousand steps in the second half": round((half[-1] - half[0]) * 1e6 / max(done / 2, 1), 1),
        "killed and back": len(again), "MB then": round(_size(process), 1),
    }  # fmt: skip


def main() -> None:
    """Start a server, measure it, print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", choices=KINDS)
    parser.add_argument("--sessions", type=int, default=256)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--killed", type=int, default=100)
    chosen = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"openenv": ["--port", str(port), "--sessions"], "mcp": ["--http", str(port), "--phones"]}
    command = [
        sys.executable,
        "-m",
        "bmoca_gym.cli",
        chosen.server,
        *options[chosen.server],
        str(chosen.sessions),
    ]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(3000):
                with socket.socket() as asked:
                    if asked.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.2)
            found = measure(chosen.server, port, server.pid, chosen.sessions, chosen.steps, chosen.killed)
            print(json.dumps(asyncio.run(found), indent=1))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
