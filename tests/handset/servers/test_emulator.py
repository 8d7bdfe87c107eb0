"""`bmoca-emulator` as a program: ports, AVDs, the adb server's list, and that it leaves nothing behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_host import Host
from real_adb import PROGRAMS, Adb, needs_adb
from test_avd import make_avd

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.emulator import idle_log, main
from bmoca_gym.handset.servers.emulator.main import Emulator
from bmoca_gym.handset.servers.errors import PortTakenError
from bmoca_gym.handset.servers.served import ServedPhone
from tests.ports import free_port


class Program:
    """The emulator in a process of its own."""

    def __init__(self, home: Path, server_port: int, *arguments: str) -> None:
        environment = os.environ | {
            "HOME": str(home),
            "ANDROID_ADB_SERVER_PORT": str(server_port),
            "ANDROID_AVD_HOME": str(home / "avd"),
            "XDG_RUNTIME_DIR": str(home / "run"),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from bmoca_gym.cli.emulator import program; program()", *arguments], env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.said: list[str] = []

    def until(self, text: str) -> str:
        """Read its output up to a line with ``text``."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if text in line:
                return line
        raise AssertionError(f"no {text!r} in {self.said}")

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[object]:
    """``run(server_port, *arguments)``: an emulator, ended at the end whatever happens."""
    made: list[Program] = []

    def start(server_port: int, *arguments: str) -> Program:
        made.append(Program(tmp_path, server_port, *arguments))
        return made[-1]

    yield start
    for program in made:
        program.close()


def _ports() -> tuple[int, int]:
    """Two consecutive free ports, for console and daemon, as adb expects."""
    while True:
        port = free_port()
        with socket.socket() as after:
            try:
                after.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port, port + 1


@needs_adb
@pytest.mark.parametrize("source", sorted(PROGRAMS) or ["none"])
def test_a_whole_life(run, tmp_path: Path, source: str) -> None:  # type: ignore[no-untyped-def]
    make_avd(tmp_path / "avd", "Small")
    (tmp_path / ".emulator_console_auth_token").write_text("secret")
    running = tmp_path / "run/avd/running"
    running.mkdir(parents=True)
    adb = Adb(PROGRAMS[source], tmp_path)
    console, port = _ports()
    files_before = sorted(str(path) for path in tmp_path.rglob("*"))
    program = run(
        adb.port,
        "-avd",
        "Small",
        "-ports",
        f"{console},{port}",
        "-no-window",
        "-no-snapshot-save",
        "-frob",
        "7",
        "-gpu",
        "swiftshader_indirect",
        "-selinux",
        "permissive",
        "-timezone",
        "Asia/Tokyo",
        "-prop",
        "qemu.one=1",
    )
    assert "unknown option: -frob is ignored" in program.until("unknown")
    assert (
        f"(720x1280, 320 dpi) serves its console on port {console} and adb on port {port}"
        in program.until("serves")
    )
    try:
        adb.start()  # an emulator that was there before the server finds it
        adb.serial = f"emulator-{console}"
        adb.text("wait-for-device")
        assert adb.text("shell", "wm size") == "Physical size: 720x1280\n"
        assert "Small" in adb.text("emu", "avd", "name")
        (advertised,) = running.iterdir()
        assert advertised.name == f"pid_{program.process.pid}.ini"
        assert {f"port.serial={console}", f"port.adb={port}", "avd.name=Small"} <= set(
            advertised.read_text().splitlines()
        )
        assert str(advertised) in adb.text("emu", "avd", "discoverypath")
        assert str(tmp_path / "avd/Small.avd") in adb.text("emu", "avd", "path")
        said = adb.text("shell", "getenforce; date +%Z; getprop qemu.one")
        assert said.split() == ["Permissive", "JST", "1"]
        # Appium empties the file, which switches authentication off: `adb emu` sends no token then.
        (tmp_path / ".emulator_console_auth_token").write_text("")
        assert "KO" not in adb.text("emu", "gsm", "status")
        (tmp_path / ".emulator_console_auth_token").write_text("secret")
        assert adb.text("emu", "sms", "send", "+1555", "Hello", "it's", "me")
        assert "it's me" in adb.text("shell", "content query --uri content://sms/inbox")
        assert float(adb.text("shell", "date", "+%s")) >= 1714557600
        adb.close()
        adb.start()  # a server that was killed does not look on this port: it is told
        adb.text("wait-for-device")
        assert program.end() == 0
        end = time.monotonic() + 30
        while adb.serial in adb.run("devices", serial="").stdout.decode():
            assert time.monotonic() < end, "the server still lists an emulator that has ended"
            time.sleep(0.05)
    finally:
        adb.close()
    for number in (console, port):
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", number), timeout=30)
    left = {path for path in map(str, tmp_path.rglob("*")) if ".android" not in path and "adb." not in path}
    assert sorted(left) == files_before


_READ = {
    "androidlab": {
        "wm size": "Physical size: 1440x3120\n",
        "date '+%Y-%m-%d %H:%M %z'": "2024-05-10 12:00 +0800\n",
        "ls /sdcard/Music | wc -l": "12\n",
        "content query --uri content://com.android.contacts/contacts --projection display_name": (
            "Row: 0 display_name=AAA\nRow: 1 display_name=ABC\nRow: 2 display_name=Li\n"
        ),
    },
    "androidworld": {
        "wm size": "Physical size: 1080x2400\n",
        "date '+%Y-%m-%d %H:%M %z'": "2023-10-15 15:34 +0000\n",
        "ls -d /storage/emulated/0/VLCVideos": "/storage/emulated/0/VLCVideos\n",
        # Every app that the benchmark restores has a copy, with what the app has.
        "cd /data/data/android_world/snapshots; for f in $(find . -type f); do "
        '[ "$(md5sum < $f)" = "$(md5sum < /data/data/$f)" ] || echo $f; done; ls | wc -l': "22\n",
        "ls /data/data/android_world/snapshots/org.tasks": "databases\nshared_prefs\n",
    },
}


@needs_adb
@pytest.mark.parametrize("suite", sorted(_READ))
def test_it_starts_as_the_tasks_of_a_suite_do(run, tmp_path: Path, suite: str) -> None:  # type: ignore[no-untyped-def]
    adb = Adb(PROGRAMS[min(PROGRAMS)], tmp_path)
    console, port = _ports()
    program = run(adb.port, "--suite", suite, "-ports", f"{console},{port}", "-no-snapshot", "-virtual-time")
    program.until("serves")
    try:
        adb.start()
        adb.serial = f"emulator-{console}"
        adb.text("wait-for-device")
        assert {line: adb.text("shell", line) for line in _READ[suite]} == _READ[suite]
    finally:
        adb.close()


def test_it_ends_at_once_and_quietly_whatever_is_open(run) -> None:  # type: ignore[no-untyped-def]
    console, port = _ports()
    program = run(free_port(), "-ports", f"{console},{port}")
    program.until("serves")
    lines = (
        "shell:sleep 100",
        "shell:logcat",
        "shell:",
        "sync:",
        "track-jdwp",
        "shell,v2,raw:cat",
        "shell:while true; do :; done",
    )
    with Host(port) as host, socket.create_connection(("127.0.0.1", console), timeout=30), Host(port):
        host.connect()
        for number, line in enumerate(lines, 1):
            host.send(b"OPEN", number, 0, line.encode() + b"\0")
        time.sleep(0.2)
        start = time.monotonic()
        assert program.end() == 0
        took = time.monotonic() - start
    assert program.process.stdout.read() == "emulator: INFO: ending\n"
    assert took < 10  # 0.1 to 0.5 s; it was 0.9 where an end freed the phone's memory first


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_other_signals_end_it_too(run, number: int) -> None:  # type: ignore[no-untyped-def]
    console, port = _ports()
    program = run(free_port(), "-ports", f"{console},{port}")
    program.until("serves")
    with Host(port) as host:
        host.connect()
        stream = host.open("shell:logcat")
        assert stream is not None
        assert program.end(number) == 0
        assert host.is_closed()


@pytest.mark.exhaustive
def test_kill_on_the_console_ends_it(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    console, port = _ports()
    program = run(free_port(), "-ports", f"{console},{port}")
    program.until("serves")
    with socket.create_connection(("127.0.0.1", console), timeout=30) as talk:
        token = (tmp_path / ".emulator_console_auth_token").read_text()
        assert len(token) >= 16, "made for who starts the first emulator"
        talk.sendall(f"auth {token}\nkill\n".encode())
        assert program.process.wait(60) == 0


def test_what_it_refuses(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_AVD_HOME", str(tmp_path))
    make_avd(tmp_path, "Phone")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        assert main.main(["-ports", f"{free_port()},{number}"]) == 1
        assert f"can't listen on 127.0.0.1:{number}" in capsys.readouterr().err
    assert main.main(["-avd", "Phne"]) == 1
    assert "Did you mean 'Phone'" in capsys.readouterr().err
    assert main.main(["Phone"]) == 1
    assert "use '@Phone'" in capsys.readouterr().err
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "many")
    assert main.main([]) == 1
    assert "ANDROID_ADB_SERVER_PORT" in capsys.readouterr().err


def test_what_it_prints_and_ends(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_AVD_HOME", str(tmp_path))
    for name in ("B", "A"):
        make_avd(tmp_path, name)
    assert main.main(["-list-avds"]) == 0
    assert capsys.readouterr().out == "A\nB\n"
    assert main.main(["-help"]) == 0
    told = capsys.readouterr().out
    assert "CONSOLE,ADB" in told
    assert all(image in told for image in ("android10", "android13", "androidlab"))
    printed = {
        "-help-all": "-noaudio",
        "-help-selinux": "getenforce",
        "-help-frob": "unknown",
        "-webcam-list": "no webcam",
    }
    for option, text in printed.items():
        assert main.main([option]) == 0
        assert text in capsys.readouterr().out, option
    assert main.main(["-snapshot-list", "@A"]) == 0
    assert "no snapshot" in capsys.readouterr().out
    assert main.main(["-snapshot-list"]) == 1
    assert "add -avd NAME" in capsys.readouterr().err
    assert main.main(["-version"]) == 0
    assert "Android 10 and 13" in capsys.readouterr().out


def test_several_at_once_and_the_ports_of_one_are_not_the_others(loop: LoopThread) -> None:
    server_port = free_port()

    async def make() -> list[Emulator]:
        made = [Emulator(ServedPhone(images.boot()), f"e{n}", server_port) for n in range(3)]
        for one in made:
            await one.start()
        return made

    async def end(made: list[Emulator]) -> None:
        for one in made:
            await one.close()

    made = loop.run(make())
    try:
        ports = [(one.console.port, one.daemon.port) for one in made]
        assert len(set(ports)) == 3
        assert all(daemon == console + 1 for console, daemon in ports)

        async def again() -> None:
            await Emulator(ServedPhone(images.boot()), "x", server_port).start(ports[0])

        with pytest.raises(PortTakenError):
            loop.run(again())
    finally:
        loop.run(end(made))


def test_time_goes_on_by_itself(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_log, "_MILLISECONDS", 30)
    served = ServedPhone(images.boot(), time.monotonic, rate=50)
    start = served.phone.clock.uptime

    async def make() -> Emulator:
        made = Emulator(served, "e", free_port())
        await made.start(_ports())
        return made

    made = loop.run(make())
    try:
        heard: list[int] = []
        served.subscribe(lambda: heard.append(1))
        time.sleep(0.5)
        assert len(heard) >= 5
        assert "battery l=100 v=5000 t=25.0 h=2 st=2 chg=a" in [
            line.message for line in served.phone.log.since(0)
        ]
        assert 400 <= served.phone.clock.uptime - start < 5000
    finally:
        loop.run(made.close())


def _told(port: int, command: str) -> str:
    """The console's answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as talk:
        talk.sendall(f"{command}\nquit\n".encode())
        return b"".join(iter(lambda: talk.recv(4096), b"")).decode()


def _probe(port: int, text: str = "") -> str:
    """Write a setting of the phone, and read it."""
    with Host(port) as host:
        host.connect()
        line = f"settings put system probe '{text}'; " if text else ""
        return host.shell(f"{line}settings get system probe")[0].decode().strip()


@pytest.mark.exhaustive
def test_snapshots_outlive_the_process(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    make_avd(tmp_path / "avd", "Small")
    (tmp_path / ".emulator_console_auth_token").touch()  # nobody is asked for a token then
    console, port = _ports()
    words = ("-avd", "Small", "-ports", f"{console},{port}")

    first = run(free_port(), *words)
    first.until("serves")
    assert _probe(port, "kept") == "kept"
    assert "OK" in _told(console, "avd snapshot save mine")
    second = run(free_port(), "-avd", "Small")
    assert "same AVD" in second.until("same AVD"), "two would write over each other's state"
    assert second.process.wait(60) == 1
    reader = run(free_port(), "-avd", "Small", "-read-only", "-snapshot", "mine")
    reader.until("loaded the snapshot 'mine'")
    reader.until("serves")
    assert reader.end() == 0
    assert _probe(port, "at the end") == "at the end"
    assert first.end() == 0
    first.until("saved the snapshot 'default_boot'")

    again = run(free_port(), *words)  # goes on where the first was when it ended
    again.until("loaded the snapshot 'default_boot'")
    again.until("serves")
    assert _probe(port) == "at the end"
    listed = _told(console, "avd snapshot list")
    assert "mine" in listed
    assert "default_boot" in listed
    assert "OK" in _told(console, "avd snapshot load mine")
    assert _probe(port) == "kept"
    assert "OK" in _told(console, "avd snapshot del default_boot")
    again.end(signal.SIGKILL)

    last = run(free_port(), *words, "-snapshot", "mine", "-no-snapshot-save")
    last.until("loaded the snapshot 'mine'")
    last.until("serves")
    assert _probe(port, "not kept") == "not kept"
    assert last.end() == 0
    assert "default_boot" not in [path.name for path in (tmp_path / "avd/Small.avd/snapshots").iterdir()]

    cold = run(free_port(), *words, "-no-snapshot", "-snapshot", "mine", "-virtual-time")
    cold.until("serves")
    assert _probe(port) == "null"
    assert not any("loaded" in line for line in cold.said)
    cold.end()
    missing = run(free_port(), *words, "-read-only", "-snapshot", "none")
    missing.until("snapshot 'none' does not exist, cold booting")


@pytest.mark.exhaustive
def test_time_that_only_sleep_moves(run) -> None:  # type: ignore[no-untyped-def]
    console, port = _ports()
    run(free_port(), "-ports", f"{console},{port}", "-virtual-time").until("serves")
    with Host(port) as host:
        host.connect()
        before = host.shell("cat /proc/uptime; date +%s")[0]
        time.sleep(0.3)
        assert host.shell("cat /proc/uptime; date +%s")[0] == before
        assert int(host.shell("sleep 60; date +%s")[0]) == int(before.split()[-1]) + 60


def test_it_needs_no_acceleration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["-accel-check"]) == 0
    assert "needs no acceleration" in capsys.readouterr().out
