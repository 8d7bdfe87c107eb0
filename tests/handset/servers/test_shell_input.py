"""Shell input over the wire, which stays open as in a terminal: commands answer at once and read on demand."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_host import Host, Stream
from real_adb import PROGRAMS, Adb, needs_adb

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.adb import shell
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.adb.packets import shell_packet
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.system import files

WRAPPED = (
    "sh -c 'echo hi'", "su -c 'echo hi'", "su 0 sh -c 'echo hi'", "su root echo hi", "env A=1 echo hi", "eval echo hi", "timeout 5 echo hi", "nice echo hi",
    "nohup echo hi", "setsid echo hi", "exec echo hi", "for i in 1; do sh -c 'echo hi'; done", "if true; then eval echo hi; fi", "echo hi | cat", "echo $(sh -c 'echo hi')",
    "(sh -c 'echo hi')", "sh -c 'echo hi' | cat", "echo hi | xargs echo", "echo 'echo hi' > /data/local/tmp/s; chmod 755 /data/local/tmp/s; /data/local/tmp/s",
)  # fmt: skip


def opened(host: Host, line: str, options: str = "v2,raw") -> Stream:
    stream = host.open(f"shell,{options}:{line}")
    assert stream is not None
    return stream


@pytest.fixture
def timed(loop: LoopThread) -> Iterator[AdbDaemon]:
    """A daemon whose phone follows the clock."""
    made = AdbDaemon(ServedPhone(images.boot(), time.monotonic))
    loop.run(made.start())
    yield made
    loop.run(made.close())


@pytest.mark.parametrize("line", WRAPPED)
def test_a_command_that_reads_nothing_answers_at_once(host: Host, line: str) -> None:
    assert opened(host, line).read_all() == shell_packet(1, b"hi\n") + shell_packet(3, b"\0")


@pytest.mark.parametrize(
    ("line", "parts", "said"),
    [
        ("read x; echo got $x", [b"a\n"], [b"got a\n"]),
        ("while read l; do sh -c \"echo got $l\"; done", [b"a\n", b"b\n", b""], [b"got a\n", b"got b\n", b""]),
        ("cat", [b"a", b"b\n", b""], [b"a", b"b\n", b""]), ("sh -c cat", [b"a", b"b\n", b""], [b"a", b"b\n", b""]),
        ("head -n1", [b"a\nb\n"], [b"a\n"]), ("wc -l", [b"a\n", b"b\n", b""], [b"", b"", b"2\n"]),
        ("sh -c 'echo x'; cat", [b"a\n", b""], [b"x\na\n", b""]), ("read -n1 k; echo $k", [b"qrs"], [b"q\n"]),
        ("echo a; read x; echo b; read y; echo $x$y", [b"1\n", b"2\n"], [b"a\nb\n", b"12\n"]),
    ],
)  # fmt: skip
def test_input_is_read_as_it_comes(host: Host, line: str, parts: list[bytes], said: list[bytes]) -> None:
    stream = opened(host, line)
    for part, expected in zip(parts, said, strict=True):
        stream.write(shell_packet(0, part) if part else shell_packet(4, b""))
        got = b""
        while len(got) < len(expected):
            kind, *size = stream.read(5)
            assert kind == 1
            got += stream.read(int.from_bytes(bytes(size), "little"))
        assert got == expected
    assert stream.read_all() == shell_packet(3, b"\0")


def test_others_are_served_while_a_line_waits_for_input(host: Host, daemon: AdbDaemon) -> None:
    with Host(daemon.port) as other:
        other.connect()
        stream = opened(
            host, "settings put system x 1; cat > /sdcard/f; cat /sdcard/f; settings get system x"
        )
        end = time.monotonic() + 20
        while other.shell("ls /sdcard/f")[2]:  # the file is there from the start
            assert time.monotonic() < end
        assert (
            other.shell("settings get system x; settings put system x 2; wc -c < /sdcard/f")[0] == b"1\n0\n"
        )
        stream.write(shell_packet(0, b"data") + shell_packet(4, b""))
        assert stream.read_all() == shell_packet(1, b"data") + shell_packet(1, b"2\n") + shell_packet(
            3, b"\0"
        )


def test_lines_that_wait_for_input_are_bounded(
    host: Host, daemon: AdbDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "_MOST_WAITING", 2)
    with Host(daemon.port) as other:
        other.connect()
        for number in (1, 2):
            other.send(b"OPEN", number, 0, b"shell,v2,raw:cat\0")
        end = time.monotonic() + 20
        while daemon.waiting < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        other.send(b"OPEN", 3, 0, b"shell,v2,raw:cat\0")
        other.socket.settimeout(20)
        said = b"".join(other.receive()[3] for _ in range(4))
        assert b"too many commands wait for input" in said
        assert host.shell("echo on")[0] == b"on\n"


@pytest.mark.parametrize("data", [b"data", b"", b"x" * 100_000])
def test_the_next_command_sees_what_exec_in_was_given(host: Host, data: bytes) -> None:
    for number in range(5):
        stream = host.open(f"exec:cat > /sdcard/f{number}")
        assert stream is not None
        if data:
            stream.write(data)
        stream.close()
        assert host.shell(f"wc -c < /sdcard/f{number}") == (b"%d\n" % len(data), b"", 0)


def test_a_script_is_the_input_of_its_commands(host: Host) -> None:
    stream = opened(host, "")
    stream.write(
        shell_packet(0, b"read x\nhello\necho [$x]\nhead -n2\n1\n2\necho \\\non\n") + shell_packet(4, b"")
    )
    said = [b"[hello]\n", b"1\n2\n", b"on\n"]
    assert stream.read_all() == b"".join(shell_packet(1, part) for part in said) + shell_packet(3, b"\0")


def test_a_here_document_keeps_nobody_waiting(host: Host, daemon: AdbDaemon) -> None:
    """50,000 lines took 528 s of processor time on the event loop."""
    stream = opened(host, "", "raw")
    started = time.process_time()
    stream.write(b"cat > /sdcard/h <<E\n" + b"a line of text\n" * 6000 + b"E\nwc -l < /sdcard/h\n")
    with Host(daemon.port) as other:
        other.connect()
        assert other.shell("echo on")[0] == b"on\n"
    assert stream.read(5) == b"6000\n"
    assert time.process_time() - started < 3
    stream.write(b"cat <<E\n" + b"a\n" * 100_000)
    assert (
        stream.read_all() == b"/system/bin/sh: script too long: over 131072 letters, and it has not ended\n"
    )


def test_lines_are_looked_at_no_further_than_a_package_can_be_installed() -> None:
    started = time.process_time()
    for line in ("cmd package install " + "x " * 450_000, "'" + "x" * 900_000, "a " * 450_000):
        assert shell._package_size(line) is None
    assert time.process_time() - started < 0.1
    assert shell._package_size("cmd package 'install' '-S' '392'") == 392
    assert shell._package_size("pm install-write -S 12 1 base -") == 12


def test_a_terminal_for_one_command(host: Host) -> None:
    stream = opened(host, "echo a; cat; echo b", "v2,TERM=xterm,pty")
    assert stream.read(8) == shell_packet(1, b"a\r\n")
    stream.write(shell_packet(0, b"xy\r"))
    assert stream.read(9 + 9) == shell_packet(1, b"xy\r\n") * 2  # the echo, and what cat prints
    stream.write(shell_packet(0, b"\x04"))
    assert stream.read_all() == shell_packet(1, b"b\r\n") + shell_packet(3, b"\0")
    stream = opened(host, "cat; echo no", "v2,pty")
    stream.write(shell_packet(0, b"\x03"))
    assert stream.read_all()[-1:] == bytes([130])


def test_an_interactive_terminal_gives_cat_what_is_typed(host: Host) -> None:
    stream = opened(host, "", "pty")
    prompt = b"generic_x86_64:/ # "
    stream.read(len(prompt))
    stream.write(b"cat\rone\r\x04")
    assert stream.read(len(b"cat\r\none\r\none\r\n" + prompt)) == b"cat\r\none\r\none\r\n" + prompt
    stream.write(b"read x; echo [$x]\rtwo\recho on\r")
    said = b"read x; echo [$x]\r\ntwo\r\necho on\r\n[two]\r\n" + prompt + b"on\r\n" + prompt
    assert stream.read(len(said)) == said
    stream.write(b"\x04")
    assert stream.read_all() == b"\r\n"


def test_read_waits_for_its_seconds(timed: AdbDaemon) -> None:
    with Host(timed.port) as host:
        host.connect()
        started = time.monotonic()
        assert opened(host, "read -t 0.3 x; echo $?").read_all()[5:7] == b"1\n"
        assert time.monotonic() - started >= 0.3


def test_jobs_go_on_while_a_line_waits_for_input(timed: AdbDaemon) -> None:
    """Like adbutils' script that records the screen: start, wait for a line, interrupt, wait."""
    with Host(timed.port) as host:
        host.connect()
        script = "(sleep 0.2; echo slept; sleep 9) & PID=$!; read ANY; kill -INT $PID; wait; echo over"
        stream = opened(host, script, "raw")
        assert stream.read(6) == b"slept\n"
        stream.write(b"\n")
        assert stream.read_all() == b"over\n"
        assert threading.active_count() < 80


@needs_adb
@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_the_real_adb_with_an_open_input(daemon: AdbDaemon, tmp_path: Path, program: str) -> None:
    adb = Adb(PROGRAMS[program], tmp_path)
    adb.start()
    try:
        adb.connect(daemon.port)
        for line in WRAPPED:
            with subprocess.Popen(
                [adb.program, "-s", adb.serial, "shell", line], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env=adb.environment,
            ) as started:  # fmt: skip
                try:
                    assert started.wait(20) == 0
                    assert started.stdout is not None
                    assert started.stdout.read() == b"hi\n"
                finally:
                    started.kill()
        read = 'while read l; do sh -c "echo got $l"; done'
        assert adb.run("shell", read, input=b"a\nb\nc\n").stdout == b"got a\ngot b\ngot c\n"
        assert adb.run("shell", "sh -c 'echo x'; cat", input=b"a\nb\n").stdout == b"x\na\nb\n"
        for number in range(4):
            adb.run("exec-in", f"cat > /sdcard/f{number}", input=b"data")
            assert adb.run("shell", f"cat /sdcard/f{number}").stdout == b"data"
        assert files.read(daemon.served.phone, "/sdcard/f0") == b"data"
    finally:
        adb.close()


def test_a_line_begins_nothing_on_a_loop_that_is_done_with_it() -> None:
    """A coroutine that a closed loop never awaits is a warning at the end of the emulator."""
    begun: list[str] = []

    async def note(word: str) -> str:
        begun.append(word)
        return word

    with LoopThread() as loop:

        async def way() -> shell._Way:
            return shell._Way()

        found = loop.run(way())
        open_yet = found.begin(lambda: note("open"))
        assert open_yet is not None
        assert open_yet.result(30) == "open"
        found.close()
    assert found.begin(lambda: note("closed")) is None
    assert begun == ["open"]
