"""Fixtures of the devices' tests: handsets behind a real adb server, and a check that no test leaves anything behind."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for served_handset, fake_adb, sdk_folder

from served_handset import NO_ADB, Handset, Handsets, adb_program

from bmoca_gym.devices.adb.device import AdbDevice


@pytest.fixture(scope="session")
def handsets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Handsets]:
    """Handsets behind an adb server of their own."""
    if adb_program() is None:
        pytest.skip(NO_ADB)
    made = Handsets(tmp_path_factory.mktemp("adb"))
    yield made
    made.close()


@pytest.fixture
def handset(handsets: Handsets) -> Iterator[Handset]:
    """A new handset; a test may look at its other side."""
    made = handsets.handset()
    yield made
    handsets._free.append(made)


@pytest.fixture
def device(handset: Handset, handsets: Handsets) -> Iterator[AdbDevice]:
    """The handset as a device; the test fails if the thread of the log outlives it."""
    before = set(threading.enumerate())
    made = AdbDevice(handset.serial, handsets.port)
    yield made
    made.close()
    left = set(threading.enumerate()) - before
    assert [thread for thread in left if thread.name == "bmoca-adb-log"] == []
