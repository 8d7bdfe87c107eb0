"""Fixtures of the wire's tests: a phone whose time stands still, a daemon that serves it, and a check for threads."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for adb_host

from adb_host import Host

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.served import ServedPhone


@pytest.fixture
def served() -> ServedPhone:
    """A new phone, without a clock."""
    return ServedPhone(images.boot())


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    """A thread for servers; the test fails if one of the wire's threads outlives it."""
    before = set(threading.enumerate())
    with LoopThread() as made:
        yield made
    assert {t for t in threading.enumerate() if t not in before and t.name.startswith("bmoca")} == set()


@pytest.fixture
def daemon(served: ServedPhone, loop: LoopThread) -> Iterator[AdbDaemon]:
    """The adb daemon of the phone, on a free port: ``daemon.port``."""
    made = AdbDaemon(served)
    loop.run(made.start())
    yield made
    loop.run(made.close())


@pytest.fixture
def host(daemon: AdbDaemon) -> Iterator[Host]:
    """A host that has completed the handshake with the daemon."""
    with Host(daemon.port) as made:
        made.connect()
        yield made
