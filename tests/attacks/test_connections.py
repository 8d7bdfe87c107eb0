"""Abusive connections: unread streams, silence, and browsers; memory stays bounded, and others are served."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import stat
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_host import Host, packet

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.adb import connection
from bmoca_gym.handset.servers.adb.daemon import MOST_CONNECTIONS, AdbDaemon
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.console.server import Console
from bmoca_gym.handset.servers.emulator.main import Emulator
from bmoca_gym.handset.servers.served import ServedPhone

HELLO = packet(b"CNXN", 0x01000001, 1 << 20, b"host::features=shell_v2")


@pytest.fixture
def daemon() -> Iterator[AdbDaemon]:
    with LoopThread() as loop:
        made = AdbDaemon(ServedPhone(images.boot()))
        loop.run(made.start())
        yield made
        loop.run(made.close())


def _alive(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect()
        assert host.shell("echo on") == (b"on\n", b"", 0)


def test_frames_that_nobody_reads_take_no_memory(daemon: AdbDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_OUTPUT", 40 << 20)
    opened = b"".join(packet(b"OPEN", n, 0, b"framebuffer:\0") for n in range(1, 61))
    _alive(daemon)
    gc.collect()
    tracemalloc.start()
    try:
        with socket.create_connection(("127.0.0.1", daemon.port), timeout=30) as client:
            client.sendall(HELLO + opened)
            client.settimeout(0.05)
            end = time.monotonic() + 30
            while daemon._output < connection.MOST_OUTPUT - (10 << 20):
                with contextlib.suppress(TimeoutError):
                    client.recv(1 << 20)
                assert time.monotonic() < end
            assert daemon._output <= connection.MOST_OUTPUT
            _alive(daemon)
        assert tracemalloc.get_traced_memory()[1] < 104 << 20
        end = time.monotonic() + 30
        while daemon._output:
            assert time.monotonic() < end, "what nobody will read is kept"
            time.sleep(0.01)
    finally:
        tracemalloc.stop()


def test_a_frame_that_is_not_taken_is_given_up(daemon: AdbDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "STALL_SECONDS", 0.1)
    with Host(daemon.port) as host:
        host.connect()
        host.send(b"OPEN", 1, 0, b"framebuffer:\0")
        commands = [host.receive()[0] for _ in range(3)]
        assert commands == [b"OKAY", b"WRTE", b"CLSE"]
    assert daemon._output == 0


def test_silent_connections_lock_nobody_out(daemon: AdbDaemon) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_CONNECTIONS + 5):
            stack.enter_context(socket.create_connection(("127.0.0.1", daemon.port), timeout=30)).sendall(
                HELLO
            )
        _alive(daemon)


REQUESTS = [
    b"POST / HTTP/1.1\r\nHost: localhost:5554\r\nContent-Type: text/plain\r\n\r\navd snapshot save x\r\nkill\r\n",
    b"GET /kill HTTP/1.0\r\n\r\nkill\r\n",
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_browser_drives_no_console(request_: bytes) -> None:
    served = ServedPhone(images.boot())
    stopped: list[int] = []
    with LoopThread() as loop:
        console = Console(served, "x", lambda: stopped.append(1))
        port = loop.run(console.start())
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            client.sendall(request_)
            with contextlib.suppress(ConnectionError):
                while client.recv(4096):
                    pass
        loop.run(console.close())
    assert not stopped
    assert not served.snapshots()


def test_an_emulator_makes_a_token_for_its_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "token"

    async def emulator() -> str:
        return Emulator(ServedPhone(images.boot()), "x", token_file=path).console._token()

    token = asyncio.run(emulator())
    assert len(token) >= 16
    assert path.read_text() == token
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["token"]
    assert asyncio.run(emulator()) == token
    path.write_text("")
    assert asyncio.run(emulator()) == ""
