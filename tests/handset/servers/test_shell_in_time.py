"""Shells on a phone that follows a clock: slow commands take their time, show output, and can be interrupted."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

import pytest
from adb_host import Host

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.adb import shell
from bmoca_gym.handset.servers.adb.connection import Budget
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.served import Pause, ServedPhone
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import booting, settings

PROMPT = b"generic_x86_64:/ # "


@pytest.fixture
def timed(loop: LoopThread) -> Iterator[AdbDaemon]:
    """A daemon whose phone follows the clock."""
    made = AdbDaemon(ServedPhone(images.boot(), time.monotonic))
    loop.run(made.start())
    yield made
    loop.run(made.close())


def test_sleep_takes_its_time_and_others_see_the_phone_meanwhile(timed: AdbDaemon) -> None:
    with Host(timed.port) as host, Host(timed.port) as other:
        host.connect()
        other.connect()
        start, uptime = time.monotonic(), timed.served.phone.clock.uptime
        stream = host.open("shell:settings put system probe 1; echo a; sleep 0.6; settings get system probe")
        assert stream is not None
        assert stream.read(2) == b"a\n"  # while it still sleeps
        assert other.shell("settings get system probe; settings put system probe 2")[0] == b"1\n"
        assert stream.read_all() == b"2\n"
        assert 0.6 <= time.monotonic() - start < 10
        assert timed.served.phone.clock.uptime - uptime >= 500


def test_a_long_gesture_takes_its_time_and_a_short_one_none(timed: AdbDaemon) -> None:
    with Host(timed.port) as host:
        host.connect()
        for milliseconds, least, most in ((600, 0.6, 10), (300, 0, 10)):
            start = time.monotonic()
            assert host.shell(f"input swipe 500 1500 500 900 {milliseconds}")[2] == 0
            assert least <= time.monotonic() - start < most


def test_a_reboot_is_over_a_while_later(timed: AdbDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booting, "BOOT_MILLISECONDS", 400)
    with Host(timed.port) as host:
        host.connect()
        assert host.open("reboot:") is not None
        assert host.is_closed()
    with Host(timed.port) as host:
        host.connect()
        assert host.shell("getprop sys.boot_completed; cut -d. -f1 /proc/uptime")[0] == b"\n0\n"
        end = time.monotonic() + 20
        while host.shell("getprop sys.boot_completed")[0] != b"1\n":
            assert time.monotonic() < end
            time.sleep(0.05)


def test_many_sleepers_keep_nobody_waiting(timed: AdbDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "_MOST_WAITING", 6)
    with Host(timed.port) as busy, Host(timed.port) as host:
        busy.connect()
        host.connect()
        for number in range(1, 9):
            busy.send(b"OPEN", number, 0, b"shell:sleep 100\0")
        end = time.monotonic() + 20
        while timed.waiting < 6:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert host.shell("sleep 0.01; echo on")[0] == b"on\n"
        assert timed.waiting < 8, "the time of the others is virtual"
    while timed.waiting:
        assert time.monotonic() < end + 5, "sleepers outlive their client"
        time.sleep(0.01)


@pytest.mark.parametrize("line", [b"sleep 100", b"while true; do echo x; sleep 0.02; done", b"logcat"])
def test_ctrl_c_ends_what_runs_and_the_shell_goes_on(timed: AdbDaemon, line: bytes) -> None:
    with Host(timed.port) as host:
        host.connect()
        stream = host.open("shell:")
        assert stream is not None
        stream.read(len(PROMPT))
        stream.write(b"cd /sdcard\r")
        stream.write(line + b"\r")
        echoed = b""
        while line not in echoed:  # a busy machine takes its time to begin
            echoed += stream.read(1)
        time.sleep(0.5)
        stream.write(b"\x03echo $? $PWD\r")
        stream.write(b"exit\r")
        said = stream.read_all()
    assert b"^C" in said
    assert b"\r\n130 /sdcard\r\n" in said.partition(b"^C")[2]


def test_what_others_did_while_an_interrupted_line_slept_stays(timed: AdbDaemon) -> None:
    with Host(timed.port) as host, Host(timed.port) as other:
        host.connect()
        other.connect()
        stream = host.open("shell:")
        assert stream is not None
        stream.write(b"settings put system mine 1; while true; do sleep 0.02; done\r")
        end = time.monotonic() + 30
        while other.shell("settings get system mine")[0] != b"1\n":
            assert time.monotonic() < end
        assert other.shell("settings put system probe 2")[2] == 0
        stream.write(b"\x03exit\r")
        stream.read_all()
        assert other.shell("settings get system mine; settings get system probe")[0] == b"1\n2\n"
        assert timed.served._apart == 0


def test_a_line_without_end_is_interrupted_where_time_stands_still_too(host: Host) -> None:
    stream = host.open("shell:")
    assert stream is not None
    stream.read(len(PROMPT))
    stream.write(b"i=0; while true; do screencap -p /sdcard/$i.png; i=$((i+1)); done\r")
    stream.write(b"\x03")
    stream.write(b"echo on\r")
    stream.write(b"\x04")
    assert b"\r\non\r\n" in stream.read_all()


def test_a_line_that_others_overtake_before_it_pauses_loses_nothing() -> None:
    shared = ServedPhone(images.boot())
    runs: list[str] = []

    def line(phone: Phone, pause: Pause) -> tuple[Phone, str]:
        runs.append("")
        if len(runs) == 1:
            shared.apply(settings.put, "system", "other", "1")
        phone = settings.put(phone, "system", "first", "1")
        phone = pause(phone, lambda: shared.apply(settings.put, "system", "meanwhile", "1"))
        other = threading.Thread(target=shared.apply, args=(settings.put, "system", "later", "1"))
        other.start()
        other.join(0.1)
        assert other.is_alive(), "after a pause the phone is the line's alone"
        return settings.put(phone, "system", "last", "1"), "done"

    assert shared.run_apart(line) == "done"
    end = time.monotonic() + 20
    while any(
        ("system", key) not in shared.phone.settings
        for key in ("other", "first", "meanwhile", "last", "later")
    ):
        assert time.monotonic() < end
    assert len(runs) == 2


def test_a_wait_that_fails_leaves_the_phone_to_others() -> None:
    shared = ServedPhone(images.boot())

    def fail() -> None:
        raise ValueError("gone")

    def line(phone: Phone, pause: Pause) -> tuple[Phone, None]:
        pause(settings.put(phone, "system", "first", "1"), fail)
        raise AssertionError("not reached")

    with pytest.raises(ValueError, match="gone"):
        shared.run_apart(line)
    other = threading.Thread(target=shared.apply, args=(settings.put, "system", "x", "1"))
    other.start()
    other.join(30)
    assert ("system", "x") in shared.phone.settings
    assert ("system", "first") in shared.phone.settings


def test_a_connection_has_a_budget_of_processor_time(timed: AdbDaemon) -> None:
    now = [0.0]
    budget = Budget(10, 0.5, lambda: now[0])
    assert budget.left(3) == 3
    budget.spend(9)
    assert budget.left(3) == 1
    now[0] += 2
    assert budget.left(3) == 2
    now[0] += 100
    assert budget.left(100) == 10
    with Host(timed.port) as host, Host(timed.port) as other:
        host.connect()
        other.connect()
        timed.connections[0].budget.spend(1e6)
        assert host.shell("seq 1 100000 | sort | md5sum; echo on")[1:] == (b"/system/bin/sh: Killed\n", 137)
        assert other.shell("echo on")[0] == b"on\n"


@pytest.mark.parametrize(
    ("line", "name", "printed", "code"),
    [
        ("sleep 100; echo $?", "sleep", b"143\n", 0),
        ("logcat", "logcat", b"--------- beginning of main\n", 143),
        ("sh -c 'sleep 50'; echo next", "sleep", b"next\n", 0),
        ("screenrecord /sdcard/s.mp4; [ -s /sdcard/s.mp4 ] && echo kept", "screenrecord", b"kept\n", 0),
    ],
)
def test_another_shell_ends_a_command_that_waits(
    timed: AdbDaemon, line: str, name: str, printed: bytes, code: int
) -> None:
    with Host(timed.port) as host, Host(timed.port) as other:
        host.connect()
        other.connect()
        stream = host.open(f"shell,v2,raw:{line}")
        assert stream is not None
        end = time.monotonic() + 20
        while not (pid := other.shell(f"pgrep {name}")[0].strip()):
            assert time.monotonic() < end
            time.sleep(0.02)
        assert other.shell(f"kill -0 {pid.decode()}; ps -A | grep -c {name}")[0] == b"1\n"
        assert other.shell(f"pkill {name}")[1:] == (b"", 0)
        data = stream.read_all()
        assert printed in data
        assert data.endswith(b"\x03\x01\0\0\0" + bytes([code]))
        assert other.shell(f"pgrep {name}")[0] == b""


def test_logcat_waits_for_the_lines_that_it_is_asked_for(timed: AdbDaemon) -> None:
    with contextlib.ExitStack() as stack:
        other, *hosts = (stack.enter_context(Host(timed.port)) for _ in range(5))
        for host in (other, *hosts):
            host.connect()
        other.shell("logcat -c")
        lines = ("-v raw -m 2 -s A", "-B -m 1 -s A", "-v raw -f /sdcard/log -m 2 -s A", "-f /system/log")
        streams = [host.open(f"shell:logcat {line}") for host, line in zip(hosts, lines, strict=True)]
        other.shell("log -t B no; log -t A one; log -t A two; log -t A three")
        told, binary, filed, refused = (stream.read_all() for stream in streams if stream is not None)
        assert told == b"--------- beginning of main\none\ntwo\n"
        assert binary.endswith(b"A\0one\0")
        assert filed == b""
        assert other.shell("cat /sdcard/log")[0] == told
        assert refused.endswith(b"output file '/system/log': /system/log: Read-only file system\n")
