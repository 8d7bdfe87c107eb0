"""Servers that test programs start on the phone: the commands that start them, their ports, and their end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from bmoca_gym.handset.servers import http
from bmoca_gym.handset.servers.adb.connection import AdbStream, Daemon
from bmoca_gym.handset.servers.appium.server import AppiumServer
from bmoca_gym.handset.servers.http import Answer
from bmoca_gym.handset.servers.pushed_helpers import scrcpy
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.uiautomator2.server import UiAutomator2Server
from bmoca_gym.handset.shell.android import automation
from bmoca_gym.handset.shell.android.automation import Server
from bmoca_gym.handset.system import automation_packages, pushed_helpers

#: Clients of one server at a time; others find their stream closed.
MOST_CLIENTS = 64
#: What each server prints once it listens.
_GREETINGS = {
    automation.UIAUTOMATOR2: b"[server] INFO: [UiAutomator2Server] Starting Server\n",
    automation.APPIUM: b"",
}
_TAKEN = b"java.net.BindException: Address already in use\n"


def _answer_of(server: Server, served: ServedPhone) -> Answer:
    if server.kind == automation.UIAUTOMATOR2:
        return UiAutomator2Server(served).answer
    return AppiumServer(served).answer


async def run(server: Server, daemon: Daemon, stream: AdbStream, written: Callable[[bytes], bytes]) -> int:
    """Run a server until its stream is closed or its process ends. Returns the exit code.

    ``written``: what the server prints, as the stream wants it.
    """
    if server.kind == automation.PUSHED:
        if pushed_helpers.SCRCPY in server.process:
            await stream.write(written(scrcpy.greeting(daemon.served.phone).encode("utf-8", "replace")))
        return await _run_pushed(server, daemon.served, stream)
    address = f"tcp:{server.port}"
    if address in daemon.inside:
        await stream.write(written(_TAKEN))
        return 1
    served = daemon.served
    answer = _answer_of(server, served)
    clients: set[asyncio.Task[None]] = set()

    async def client(near: AdbStream) -> None:
        task = asyncio.current_task()
        if task is None or len(clients) >= MOST_CLIENTS:
            return
        clients.add(task)
        task.add_done_callback(clients.discard)
        await http.serve(near, answer)

    served.apply(automation_packages.started, server.process)
    daemon.inside[address] = client
    try:
        await stream.write(written(_GREETINGS[server.kind]))
        await _until_over(server, served, stream)
    finally:
        del daemon.inside[address]
        for task in clients:
            task.cancel()
        served.apply(automation_packages.ended, server.process)
    return 0


async def _run_pushed(server: Server, served: ServedPhone, stream: AdbStream) -> int:
    """Keep a pushed program's process until the stream is closed. `PushedPrograms` serves its clients."""
    served.apply(automation_packages.started, server.process)
    try:
        await _until_over(server, served, stream)
    finally:
        served.apply(automation_packages.ended, server.process)
    return 0


async def _until_over(server: Server, served: ServedPhone, stream: AdbStream) -> None:
    """Wait until the host closes the stream or the phone ends the process."""
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()
    unsubscribe = served.subscribe(lambda: loop.call_soon_threadsafe(changed.set))
    closed = asyncio.ensure_future(_closed(stream))
    try:
        loads = served.look()[1].loads
        while not closed.done():
            changed.clear()
            phone, mark = served.look()
            if server.process not in phone.processes:
                if mark.loads == loads:
                    return
                # A snapshot from before the server was started is loaded; the server outlives it.
                served.apply(automation_packages.started, server.process)
            loads = mark.loads
            change = asyncio.ensure_future(changed.wait())
            await asyncio.wait({closed, change}, return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
    finally:
        unsubscribe()
        closed.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await closed


async def _closed(stream: AdbStream) -> None:
    while await stream.read():
        pass
