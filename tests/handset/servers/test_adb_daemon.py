"""The adb daemon's transport: handshake, streams, flow control, and violations of its rules."""

from __future__ import annotations

import asyncio
import struct
import threading
import time

import pytest
from adb_host import OLD_VERSION, Host, packet

from bmoca_gym.handset.servers.adb import connection
from bmoca_gym.handset.servers.adb.connection import MOST_STREAMS, AdbStream
from bmoca_gym.handset.servers.adb.daemon import MOST_CONNECTIONS, AdbDaemon
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.errors import PortTakenError
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import commands
from bmoca_gym.handset.shell.call import Call, Result


def test_the_handshake(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.send(b"CNXN", 0x01000001, 4096, b"host::")
        command, version, payload, banner = host.receive()
    assert (command, version, payload) == (b"CNXN", 0x01000001, 1 << 20)
    state, _, rest = banner.decode().partition("::")
    properties = dict(part.split("=") for part in rest.split(";"))
    assert state == "device"
    assert properties["ro.product.model"] == "Android SDK built for x86_64"
    assert set(properties["features"].split(",")) >= {"shell_v2", "cmd", "stat_v2", "ls_v2"}
    assert not properties["features"].count("sendrecv_v2")


def test_a_banner_that_somebody_tries_to_break(daemon: AdbDaemon, host: Host) -> None:
    host.shell("wm size")
    daemon.served.apply(lambda p: p)
    assert daemon.banner().count(b";") == 3


def test_payloads_are_no_longer_than_the_host_takes(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect(payload=100)
        stream = host.open("shell:getprop")
        assert stream is not None
        command, _, _, data = host.receive()
        assert command == b"WRTE"
        assert len(data) == 100


def test_an_old_host_gets_sums(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect(OLD_VERSION)
        host.send(b"OPEN", 1, 0, b"shell:echo hi\0")
        assert host.receive()[0] == b"OKAY"
        header = host._exactly(24)
        size, total = struct.unpack_from("<2I", header, 12)
        assert host._exactly(size) == b"hi\n"
        assert total == sum(b"hi\n")


def test_every_payload_waits_for_its_okay(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect(payload=64)
        stream = host.open("shell:getprop")
        assert stream is not None
        assert host.receive()[0] == b"WRTE"
        host.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            host.receive()
        host.socket.settimeout(30)
        host.send(b"OKAY", stream.local, stream.remote)
        assert host.receive()[0] == b"WRTE"


def test_a_close_is_answered_with_a_close(host: Host) -> None:
    stream = host.open("sync:")
    assert stream is not None
    stream.close()
    assert host.shell("echo on")[0] == b"on\n"


@pytest.mark.parametrize(
    "service", ["", "nothing", "jdwp:1", "tcp:9008", "tcp:22", "tcp:127.0.0.1:22", "localabstract:x",
                "localfilesystem:/etc/passwd", "dev:/dev/mem", "shel:ls", "shellx:ls", "backup:", "source:5", "\0:"],
)  # fmt: skip
def test_services_that_there_are_not(host: Host, service: str) -> None:
    assert host.open(service) is None
    assert host.shell("echo on")[0] == b"on\n"


def test_late_packets_for_streams_that_are_gone_are_ignored(host: Host) -> None:
    for command in (b"OKAY", b"WRTE", b"CLSE"):
        host.send(command, 5, 99, b"x" if command == b"WRTE" else b"")
        host.send(command, 0, 0)
    assert host.shell("echo on")[0] == b"on\n"


def test_streams_are_bounded_and_the_ones_before_go_on(daemon: AdbDaemon, host: Host) -> None:
    streams = [host.open("sync:") for _ in range(MOST_STREAMS)]
    assert None not in streams
    assert host.open("sync:") is None
    assert streams[0] is not None
    streams[0].close()
    assert host.shell("echo on")[0] == b"on\n"


def test_a_host_that_does_not_wait_for_okay_is_cut_off(daemon: AdbDaemon, host: Host) -> None:
    stream = host.open("shell,v2,raw:logcat")
    assert stream is not None
    stream.read(10)
    for _ in range(3):
        host.send(b"WRTE", stream.local, stream.remote, b"x" * 100)
    assert host.is_closed()
    _still_alive(daemon)


def test_what_waits_to_be_read_is_bounded_for_the_whole_phone(
    daemon: AdbDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = daemon._room
    monkeypatch.setattr(daemon, "_room", 1000)
    with Host(daemon.port) as host:
        host.connect()
        for _ in range(2):
            stream = host.open("shell,v2,raw:logcat")
            assert stream is not None
            stream.read(10)
            host.send(b"WRTE", stream.local, stream.remote, b"x" * 600)
        assert host.is_closed()
    _still_alive(daemon)
    assert daemon._room == 1000 <= full


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\0" * 100, packet(b"OPEN", 1, 0, b"shell:ls\0"), packet(b"STLS", 0x01000000, 0),
        packet(b"CNXN", 0x01000001, 1 << 20, b"x" * 4097), packet(b"CNXN", 0, 1 << 20, b"host::"), packet(b"CNXN", 0x01000001, 0, b"host::"),
        packet(b"WRTE", 1, 1, b"x"), packet(b"CNXN", 0x01000001, 4096, b"host::") + b"junk" * 10,
        packet(b"CNXN", 0x01000001, 4096, b"host::") + packet(b"STLS", 0x01000000, 0),
    ],
)  # fmt: skip
def test_bytes_that_end_the_connection(daemon: AdbDaemon, data: bytes) -> None:
    with Host(daemon.port) as host:
        host.socket.sendall(data)
        assert host.is_closed()
    _still_alive(daemon)


def test_who_says_nothing_is_cut_off(daemon: AdbDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HANDSHAKE_SECONDS", 0.1)
    with Host(daemon.port) as silent, Host(daemon.port) as half:
        half.socket.sendall(packet(b"CNXN", 0x01000001, 4096, b"host::")[:27])
        assert silent.is_closed(2)
        assert half.is_closed(2)


def test_connections_are_bounded(daemon: AdbDaemon) -> None:
    hosts = [Host(daemon.port) for _ in range(MOST_CONNECTIONS)]
    try:
        for host in hosts:
            host.connect()
        with Host(daemon.port) as one_more:
            one_more.connect()
            assert hosts[0].is_closed(), "it was silent for longest"
    finally:
        for host in hosts:
            host.socket.close()
    _until(lambda: not daemon.connections)
    _still_alive(daemon)


def _until(condition: object, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.01)


def _still_alive(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect()
        assert host.shell("echo on")[0] == b"on\n"


def test_room_is_given_back_for_a_stream_that_is_closed_before_it_began(daemon: AdbDaemon) -> None:
    hello = packet(b"CNXN", 0x01000001, 1 << 20, b"host::")
    room = daemon._room
    for last in (b"", packet(b"CLSE", 5, 1), b"junk" * 10):
        with Host(daemon.port) as host:
            host.socket.sendall(
                hello + packet(b"OPEN", 5, 0, b"sync:\0") + packet(b"WRTE", 5, 1, b"x" * 5000) + last
            )
            for _ in range(2):
                host.receive()
    _until(lambda: not daemon.connections)
    assert daemon._room == room


def test_a_service_that_fails_takes_nothing_with_it(daemon: AdbDaemon, host: Host) -> None:
    async def fail(stream: AdbStream) -> None:
        raise RuntimeError("broken")

    daemon.inside["tcp:7"] = fail
    stream = host.open("tcp:7")
    assert stream is not None
    assert stream.read_all() == b""
    assert host.shell("echo on")[0] == b"on\n"


def test_servers_in_the_phone(daemon: AdbDaemon, host: Host) -> None:
    async def echo(stream: AdbStream) -> None:
        while data := await stream.read():
            await stream.write(data.upper())

    daemon.inside |= {"tcp:9008": echo, "localabstract:echo": echo}
    for name in ("tcp:9008", "tcp:localhost:9008", "localabstract:echo"):
        stream = host.open(name)
        assert stream is not None
        stream.write(b"hello")
        assert stream.read(5) == b"HELLO"
        stream.close()


def test_reversed_ports(host: Host) -> None:
    assert host.ask("reverse:forward:tcp:9000;tcp:8000") == b"OKAY"
    assert host.ask("reverse:forward:norebind:tcp:9000;tcp:8001").startswith(b"FAIL")
    assert host.ask("reverse:forward:tcp:0;tcp:8002") == b"OKAY000532768"
    lines = b"host-1 tcp:9000 tcp:8000\nhost-2 tcp:32768 tcp:8002\n"
    assert host.ask("reverse:list-forward") == b"%04x" % len(lines) + lines
    assert host.ask("reverse:killforward:tcp:1") == b"FAIL%04xlistener 'tcp:1' not found" % 26
    assert host.ask("reverse:killforward:tcp:9000") == b"OKAY"
    assert host.ask("reverse:killforward-all") == b"OKAY"
    assert host.ask("reverse:list-forward") == b"0000"
    for bad in (
        "forward:",
        "forward:x;y",
        "forward:tcp:1",
        "forward:tcp:99999;tcp:1",
        "forward:tcp:1;a\nb",
        "nonsense",
    ):
        assert host.ask(f"reverse:{bad}").startswith(b"FAIL")


def test_a_reversed_port_reaches_the_host_that_asked_for_it(daemon: AdbDaemon, host: Host) -> None:
    assert host.ask("reverse:forward:tcp:9000;tcp:8000") == b"OKAY"
    with Host(daemon.port) as other:
        other.connect()
        near = other.open("tcp:9000")
        assert near is not None
        command, far, _, name = host.receive()
        assert (command, name) == (b"OPEN", b"tcp:8000\0")
        host.send(b"OKAY", 77, far)
        other.send(b"WRTE", near.local, near.remote, b"to the host")
        command, _, mine, data = host.receive()
        assert (command, mine, data) == (b"WRTE", 77, b"to the host")
        host.send(b"OKAY", 77, far)
        host.send(b"WRTE", 77, far, b"and back")
        assert near.read(8) == b"and back"
        assert host.receive()[0] == b"OKAY"
        host.send(b"CLSE", 77, far)
        assert host.receive()[0] == b"CLSE"
        assert near.read_all() == b""


def test_a_host_that_refuses_a_reversed_connection(daemon: AdbDaemon, host: Host) -> None:
    assert host.ask("reverse:forward:tcp:9000;tcp:8000") == b"OKAY"
    with Host(daemon.port) as other:
        other.connect()
        near = other.open("tcp:9000")
        _, far, _, _ = host.receive()
        host.send(b"CLSE", 0, far)
        assert near is not None
        assert near.read_all() == b""


def test_closing_leaves_no_task(served: ServedPhone, loop: LoopThread) -> None:
    daemon = AdbDaemon(served)
    loop.run(daemon.start())
    with Host(daemon.port) as host:
        host.connect()
        for service in ("shell:logcat", "shell:"):
            stream = host.open(service)
            assert stream is not None
            stream.read(10)
        loop.run(daemon.close())

        async def tasks() -> int:
            return len(asyncio.all_tasks() - {asyncio.current_task()})

        assert loop.run(tasks()) == 0
        assert host.is_closed()
    assert served._listeners == []


def test_a_port_that_is_taken(daemon: AdbDaemon, served: ServedPhone, loop: LoopThread) -> None:
    with pytest.raises(PortTakenError, match=str(daemon.port)):
        loop.run(AdbDaemon(served).start(daemon.port))
    with pytest.raises(PortTakenError):
        loop.run(AdbDaemon(served).start(99999))


def test_a_process_that_ends_waits_for_no_line(
    loop: LoopThread, monkeypatch: pytest.MonkeyPatch, served: ServedPhone
) -> None:
    """SIGTERM took up to 1.2 s while a line made screenshots, since it waited for the line."""
    begun, over = threading.Event(), threading.Event()

    def stuck(call: Call) -> Result:
        begun.set()
        over.wait(60)
        return Result(call.phone)

    monkeypatch.setitem(commands.COMMANDS, "sync", stuck)
    daemon = AdbDaemon(served)
    loop.run(daemon.start())
    with Host(daemon.port) as host:
        host.connect()
        assert host.open("shell:sync") is not None
        assert begun.wait(30)
        try:
            loop.run(daemon.close(patient=False))
            assert not over.is_set()
        finally:
            over.set()
    daemon.workers.shutdown()
