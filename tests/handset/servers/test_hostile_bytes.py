"""Hostile bytes on the daemon's port: connections may end, but the phone keeps working and memory is bounded."""

from __future__ import annotations

import contextlib
import gc
import socket
import struct
import time
import tracemalloc

import pytest
from adb_host import Host, packet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.servers.adb.daemon import ROOM, AdbDaemon

HELLO = packet(b"CNXN", 0x01000001, 1 << 20, b"host::features=shell_v2")
LIVE = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

numbers = st.integers(0, 0xFFFFFFFF) | st.integers(0, 5)
services = st.sampled_from(
    ["shell:", "shell,v2,raw:", "shell:logcat", "shell:echo x", "exec:screencap -p", "sync:", "framebuffer:x", "abb:", "abb_exec:\0\0",
     "reverse:forward:tcp:0;tcp:1", "reverse:", "root:", "tcp:1", "localabstract:", "reboot:", "exec:cmd package install -S 99999999"]
)  # fmt: skip
sync_requests = st.builds(
    lambda id, size, data: id + struct.pack("<I", size) + data,
    st.sampled_from(
        [b"STAT", b"LST2", b"LIST", b"LIS2", b"SEND", b"SND2", b"RECV", b"RCV2", b"DATA", b"DONE", b"QUIT"]
    ),
    st.integers(0, 40) | numbers,
    st.binary(max_size=40) | st.just(b"/sdcard/x,33188"),
)
payloads = st.binary(max_size=100) | sync_requests | services.map(lambda name: name.encode() + b"\0")
packets = st.builds(
    packet,
    st.sampled_from([b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH", b"STLS"]),
    numbers,
    numbers,
    payloads,
)
openings = st.builds(
    lambda local, name: packet(b"OPEN", local, 0, name.encode() + b"\0"), st.integers(1, 5), services
)


def _pour(port: int, data: bytes) -> None:
    """Send bytes without reading much of the answer, and disconnect."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client, contextlib.suppress(OSError):
        client.sendall(data)
        client.settimeout(0.01)
        client.recv(1 << 16)


def _alive(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect()
        assert host.shell("echo on") == (b"on\n", b"", 0)


def _all_given_back(daemon: AdbDaemon) -> None:
    end = time.monotonic() + 30
    while daemon.connections:
        assert time.monotonic() < end, "a connection that is gone is still served"
        time.sleep(0.005)
    assert daemon._room == ROOM


@LIVE
@given(data=st.binary(max_size=300))
def test_noise(daemon: AdbDaemon, data: bytes) -> None:
    _pour(daemon.port, data)
    _alive(daemon)


@LIVE
@given(parts=st.lists(packets | openings, max_size=12))
def test_packets_in_no_order(daemon: AdbDaemon, parts: list[bytes]) -> None:
    _pour(daemon.port, HELLO + b"".join(parts))
    _alive(daemon)
    _all_given_back(daemon)


@LIVE
@given(parts=st.lists(sync_requests | st.binary(max_size=30), min_size=1, max_size=6))
def test_files_requested_in_no_order(daemon: AdbDaemon, parts: list[bytes]) -> None:
    with Host(daemon.port) as host, contextlib.suppress(OSError, AssertionError):
        host.connect()
        stream = host.open("sync:")
        assert stream is not None
        host.socket.settimeout(0.05)
        for part in parts:
            stream.write(part)
    _alive(daemon)
    _all_given_back(daemon)


@pytest.mark.exhaustive
def test_ten_thousand_streams_and_headers_that_promise_much_take_little_memory(daemon: AdbDaemon) -> None:
    _alive(daemon)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        opened = b"".join(packet(b"OPEN", n, 0, b"sync:\0") for n in range(1, 10_001))
        with socket.create_connection(("127.0.0.1", daemon.port), timeout=30) as client:
            client.sendall(HELLO + opened)
            client.settimeout(30)
            left = 10_000 * 24
            while left > 0:
                left -= len(client.recv(1 << 16))
        for _ in range(20):
            _pour(
                daemon.port, HELLO + struct.pack("<6I", 0x45545257, 1, 1, 1 << 20, 0, 0x45545257 ^ 0xFFFFFFFF)
            )
        _alive(daemon)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - before < 64 << 20


@pytest.mark.exhaustive
def test_a_host_that_never_reads(daemon: AdbDaemon) -> None:
    ask = b"".join(packet(b"OPEN", n, 0, b"nothing\0") for n in range(1, 2000))
    with socket.create_connection(("127.0.0.1", daemon.port), timeout=1) as client:
        client.sendall(HELLO)
        with contextlib.suppress(TimeoutError):
            for _ in range(400):
                client.sendall(ask)
        _alive(daemon)


def test_half_open_connections(daemon: AdbDaemon) -> None:
    silent = [socket.create_connection(("127.0.0.1", daemon.port), timeout=30) for _ in range(30)]
    for number, client in enumerate(silent):
        client.sendall(HELLO[:number])
    _alive(daemon)
    for client in silent:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()  # resets the connection
    _alive(daemon)
