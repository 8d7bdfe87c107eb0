"""Servers that test programs start in the phone: which command starts one, where it listens, and when it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from bmoca_gym.handset.system import automation_packages, shell_automation
from bmoca_gym.handset.system.shell_automation import Server
from bmoca_gym.handset.wire import http_server
from bmoca_gym.handset.wire.http_server import Answer
from bmoca_gym.handset.wire.served import ServedPhone

if TYPE_CHECKING:
    from bmoca_gym.handset.wire.adb_connection import AdbStream
    from bmoca_gym.handset.wire.adb_daemon import AdbDaemon

#: Clients of one server at a time; others find their stream closed.
MOST_CLIENTS = 64
#: What each server prints once it listens.
_GREETINGS = {
    shell_automation.UIAUTOMATOR2: b"[server] INFO: [UiAutomator2Server] Starting Server\n",
    shell_automation.APPIUM: b"",
}
_TAKEN = b"java.net.BindException: Address already in use\n"


def _answer_of(server: Server, served: ServedPhone) -> Answer:
    if server.kind == shell_automation.UIAUTOMATOR2:
        from bmoca_gym.handset.wire.uiautomator2_server import UiAutomator2Server

        return UiAutomator2Server(served).answer
    from bmoca_gym.handset.wire.appium_server import AppiumServer

    return AppiumServer(served).answer


async def run(server: Server, daemon: AdbDaemon, stream: AdbStream, written: Callable[[bytes], bytes]) -> int:
    """Run a server for as long as the stream that started it is open and its process lives; returns the exit code.

    ``written``: what the server prints, as the stream wants it.
    """
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
        await http_server.serve(near, answer)

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
