"""Opens and closes the listeners of pushed programs as they start and end on the phone."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor

from bmoca_gym.handset.servers.adb.connection import AdbStream, Daemon
from bmoca_gym.handset.servers.http import Stream
from bmoca_gym.handset.servers.pushed_helpers.helper import Helper
from bmoca_gym.handset.servers.pushed_helpers.table import HELPERS
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.system import pushed_helpers
from bmoca_gym.handset.system.pushed_helpers import Program

_log = logging.getLogger(__name__)

#: Clients of one program at a time; others find their stream closed.
MOST_CLIENTS = 64


class _Surroundings:
    """The daemon, as far as a pushed program may use it."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon

    @property
    def served(self) -> ServedPhone:
        return self._daemon.served

    @property
    def workers(self) -> Executor:
        return self._daemon.workers

    async def call(self, address: str) -> Stream | None:
        for connection in self._daemon.connections:
            remote = connection.reversed.get(address)
            if remote is not None:
                return await connection.open(remote)
        return None

    async def hang_up(self, stream: Stream) -> None:
        if isinstance(stream, AdbStream):
            await stream.connection.close_stream(stream)


class _Running:
    """A running program: its helper, its task, and its clients."""

    def __init__(self, daemon: Daemon, program: Program, helper: Helper) -> None:
        self._daemon = daemon
        self._program = program
        self._helper = helper
        self._clients: set[asyncio.Task[None]] = set()
        daemon.inside[helper.address] = self._client
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._helper.run()
        except Exception:
            _log.exception("a program in the phone failed: %.200s", self._program.process)
        self._daemon.served.apply(pushed_helpers.ended, self._program)

    async def _client(self, stream: AdbStream) -> None:
        task = asyncio.current_task()
        if task is None or len(self._clients) >= MOST_CLIENTS:
            return
        self._clients.add(task)
        task.add_done_callback(self._clients.discard)
        await self._helper.talk(stream)

    def end(self) -> None:
        """Close its address and its connections."""
        self._daemon.inside.pop(self._helper.address, None)
        for task in (self._task, *self._clients):
            task.cancel()


class PushedPrograms:
    """Runs the helper of each pushed program as long as its process exists."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._running: dict[Program, _Running] = {}

    async def run(self) -> None:
        """Watch the phone until cancelled."""
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        served = self._daemon.served
        unsubscribe = served.subscribe(lambda: loop.call_soon_threadsafe(changed.set))
        seen: object = None
        try:
            while True:
                processes = served.latest.processes
                if processes is not seen:
                    seen = processes
                    self._follow(pushed_helpers.programs(served.latest))
                await changed.wait()
                changed.clear()
        finally:
            unsubscribe()
            self._follow([])

    def _follow(self, programs: list[Program]) -> None:
        for program in [one for one in self._running if one not in programs]:
            self._running.pop(program).end()
        for program in programs:
            if program in self._running or program.class_name not in HELPERS:
                continue
            helper = HELPERS[program.class_name](_Surroundings(self._daemon), program)
            if helper.address not in self._daemon.inside:
                self._running[program] = _Running(self._daemon, program, helper)
