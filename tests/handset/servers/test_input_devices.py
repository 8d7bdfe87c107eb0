"""``getevent`` as a stream: events of other clients on the input devices, as they happen; the daemon's process list."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from adb_host import Host, Stream

from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.grpc.services import EmulatorController
from bmoca_gym.handset.system import activities

DOWN = "sendevent /dev/input/event1 3 57 0; sendevent /dev/input/event1 3 53 16000; sendevent /dev/input/event1 0 0 0"


def watching(daemon: AdbDaemon, host: Host, line: str, head: int) -> Stream:
    """A running ``getevent`` whose listing has been read."""
    stream = host.open(f"exec:{line}")
    assert stream is not None
    if head:
        assert stream.read(head)
    else:
        host.shell("true")
        while not daemon.served._watchers:
            host.shell("true")
    return stream


def test_events_of_other_clients_come_as_they_happen(daemon: AdbDaemon, host: Host) -> None:
    listing = len(host.shell("getevent -S")[0])
    stream = watching(daemon, host, "getevent", listing)
    with Host(daemon.port) as other:
        other.connect()
        other.shell(DOWN)
    at = "/dev/input/event1: "
    said = f"{at}0003 0039 00000000\n{at}0003 0035 00003e80\n{at}0000 0000 00000000\n"
    assert stream.read(len(said)).decode() == said
    host.shell("input tap 5 5")  # which tells the system alone, as on Android
    host.shell("sendevent /dev/input/event0 1 158 1")
    said = "/dev/input/event0: 0001 009e 00000001\n"
    assert stream.read(len(said)).decode() == said
    stream.close()


def test_labels_times_and_a_count_of_one_device(daemon: AdbDaemon, host: Host) -> None:
    stream = watching(daemon, host, "getevent -lt -c 2 /dev/input/event1", 0)
    host.shell(f"sendevent /dev/input/event0 1 158 1; {DOWN}")
    lines = stream.read_all().decode().splitlines()
    up = daemon.served.phone.clock.uptime
    stamp = f"[{up // 1000:8d}.{up % 1000:03d}000] "
    assert lines == [
        f"{stamp}EV_ABS       ABS_MT_TRACKING_ID   00000000            ",
        f"{stamp}EV_ABS       ABS_MT_POSITION_X    00003e80            ",
    ]
    assert not daemon.served._watchers


class Finger(NamedTuple):
    x: int
    y: int
    identifier: int = 0
    pressure: int = 1
    expiration: int = 0


class Touches(NamedTuple):
    touches: list[Finger]
    display: int = 0


def test_fingers_of_grpc_are_events_of_the_screen(daemon: AdbDaemon) -> None:
    pytest.importorskip("grpc", reason="grpcio is not installed")
    seen: list[tuple[int, ...]] = []
    end: Callable[[], None] = daemon.served.watch(
        lambda events: seen.extend(tuple(one)[2:] for one in events)
    )
    controller = EmulatorController(daemon.served, time.monotonic, lambda: None, {})
    context = object()
    config = daemon.served.phone.configuration
    controller.sendTouch(Touches([Finger(0, 0, 0, 0)]), context)
    assert seen == []  # nothing was down
    controller.sendTouch(Touches([Finger(config.width // 2, 0)]), context)
    assert seen == [(3, 47, 0), (3, 57, 0), (1, 330, 1), (3, 53, 16383), (3, 54, 0), (0, 0, 0)]
    seen.clear()
    controller.sendTouch(Touches([Finger(0, 0, 0, 0)]), context)
    assert seen == [(3, 47, 0), (3, 57, (1 << 32) - 1), (1, 330, 0), (0, 0, 0)]
    end()


def test_track_app_lists_processes_whenever_they_change(daemon: AdbDaemon, host: Host) -> None:
    stream = host.open("track-app")
    assert stream is not None
    size = int(stream.read(4), 16)
    assert stream.read(size).count(b"x86_64") == len(daemon.served.phone.processes)
    daemon.served.apply(activities.start, "com.android.settings/com.android.settings.Settings")
    pid = daemon.served.phone.processes["com.android.settings"]
    more = stream.read(int(stream.read(4), 16))
    assert more.count(b"x86_64") == len(daemon.served.phone.processes)
    assert bytes([pid & 0x7F | 0x80, pid >> 7]) in more
    stream.close()
