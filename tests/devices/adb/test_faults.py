"""Faults in the middle of an episode: each is repaired silently, or raises one typed error."""

from __future__ import annotations

import json
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fake_adb import FakeAdbServer
from served_handset import Handset, Handsets

from bmoca_gym.devices.adb import server as adb_server
from bmoca_gym.devices.adb import ui_dump
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import (
    AdbServerError,
    DeviceError,
    DeviceLostError,
    DeviceNotFoundError,
    DeviceOfflineError,
    DeviceUnauthorizedError,
    GestureError,
    ScreenError,
)
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Tap, TypeText
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from tests.ports import free_port

LOST = (AdbServerError, DeviceNotFoundError, DeviceOfflineError, DeviceUnauthorizedError, ScreenError)
FLAT = struct.pack("<4I", 4, 6, 1, 1) + bytes(range(96))


@pytest.fixture
def _started_as_ours(handsets: Handsets, monkeypatch: pytest.MonkeyPatch) -> None:
    """An adb server started by the device does not look for other phones of this machine."""
    for name in ("ADB_LOCAL_TRANSPORT_MAX_PORT", "ADB_LIBUSB", "ADB_MDNS", "HOME", "TMPDIR"):
        monkeypatch.setenv(name, handsets.environment[name])


def no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*arguments: object, **named: object) -> None:
        raise AssertionError(f"no program may be run: {arguments}")

    monkeypatch.setattr(adb_server.subprocess, "run", run)


def test_every_loss_of_the_phone_is_one_kind_of_error() -> None:
    assert all(issubclass(error, DeviceLostError) and issubclass(error, DeviceError) for error in LOST)


# The adb server


@pytest.mark.usefixtures("_started_as_ours")
def test_an_episode_goes_on_when_the_adb_server_is_killed(
    handset: Handset, handsets: Handsets, device: AdbDevice
) -> None:
    envs = [PhoneEnv("Alarm", "100", device, "both"), PhoneEnv("Alarm", "100", "embedded", "both")]
    for env in envs:
        env.action_space.seed(3)
    for step in range(6):
        if step % 2:
            handsets.kill_server()
        seen = []
        for env in envs:
            before = env.reset(seed=0) if step == 0 else env.step(env.action_space.sample())
            seen.append(before[0])
        assert np.abs(seen[0]["pixels"].astype(int) - seen[1]["pixels"]).mean() < 4, "scaled, not drawn small"
        assert seen[0]["text"] == seen[1]["text"]
    assert handset.served.phone.clock == envs[1].device.phone.clock, "no step was made twice"  # type: ignore[attr-defined]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_started_as_ours")
def test_what_only_reads_is_read_again_when_the_server_is_killed_in_its_middle(
    handset: Handset, handsets: Handsets, device: AdbDevice
) -> None:
    device._server.patience = 15.0
    device.write_file("/sdcard/big", bytes(3_000_000))
    readings: list[Callable[[], Any]] = [
        device.screenshot,
        device.ui_tree,
        lambda: device.shell("getprop").output,
        lambda: device.read_file("/sdcard/big"),
    ]
    for read in readings:
        expected = read()
        for seconds in (0.0, 0.02, 0.1):
            cut = threading.Timer(seconds, handset.cut)
            cut.start()
            found = read()
            cut.join()
            assert np.array_equal(found, expected) if isinstance(found, np.ndarray) else found == expected
    AdbServer(handsets.port).wait_for(handset.serial, 20)


def test_an_adb_server_that_somebody_else_starts_at_the_same_moment_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port, started = free_port(), []

    def lose_the_race(*arguments: object, **named: object) -> subprocess.CompletedProcess[bytes]:
        timer = threading.Timer(0.3, lambda: started.append(FakeAdbServer(port=port)))
        timer.start()
        return subprocess.CompletedProcess(
            [], 255, b"", b"could not install listener: Address already in use"
        )

    monkeypatch.setattr(adb_server.subprocess, "run", lose_the_race)
    assert AdbServer(port).devices() == {"PHONE": "device"}
    with started[0]:
        assert AdbServer(port).only_serial() == "PHONE"


def test_a_server_of_another_version_in_the_place_of_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    no_program(monkeypatch)
    with FakeAdbServer(lambda line, stdin: (b"0\n", b"", 0)) as server:
        device = AdbDevice("PHONE", server.port)
        device._server.patience = 0.2
        device.shell("true")
        server.version, server.devices["PHONE"] = b"0028", "offline"
        for use in (lambda: device.shell("true"), device.screenshot, device.check_health):
            with pytest.raises(AdbServerError, match=r"version '0028'.*kill-server"):
                use()


@pytest.mark.parametrize("line", ["false", "exit 3", "nosuch", "grep -q nothing /dev/null", "kill -9 99999"])
def test_lines_that_fail_leave_the_server_alone(
    device: AdbDevice, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    no_program(monkeypatch)
    cursor = device.log_cursor()
    assert device.shell(line).exit_code != 0
    assert device.shell("log -t Mine still; true").exit_code == 0
    assert [entry.message for entry in device.log_since(cursor) if entry.tag == "Mine"] == ["still"]


@pytest.mark.usefixtures("_started_as_ours")
def test_a_phone_over_a_network_is_connected_again(handset: Handset, handsets: Handsets) -> None:
    serial = f"127.0.0.1:{handset.emulator.daemon.port}"
    device = AdbDevice(serial, handsets.port)  # which nobody has connected yet
    try:
        assert device.shell("echo there").output == "there\n"
        handsets.kill_server()
        assert device.shell("echo again").output == "again\n"
        start = time.monotonic()
        handset.cut()
        assert device.shell("echo back").output == "back\n"
        assert time.monotonic() - start < 3, "the server itself tries again after ten seconds"
    finally:
        AdbServer(handsets.port)._ask(f"host:disconnect:{serial}")
    with pytest.raises(DeviceNotFoundError, match=r"127\.0\.0\.1:1'"):
        AdbDevice("127.0.0.1:1", handsets.port)


def test_a_phone_that_was_away_is_asked_for_its_rights_again() -> None:
    rights = ["0"]

    def phone(line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        if line.startswith(("su", "run-as")):
            return b"", b"not found", 127
        return (rights[-1] if line.startswith("id -u") else "done").encode(), b"", 0

    with FakeAdbServer(phone) as server:
        server.services["root:"] = b"adbd cannot run as root in production builds\n"
        device = AdbDevice("PHONE", server.port)
        device.shell("a")
        assert device._shell.has_root
        server.devices["PHONE"] = "offline"
        rights.append("2000")
        threading.Timer(0.3, server.devices.update, [{"PHONE": "device"}]).start()
        device.shell("b")
        assert not device._shell.has_root


def test_a_phone_that_is_gone_ends_its_episode_and_the_next_begins_when_it_is_back(
    handset: Handset, handsets: Handsets, device: AdbDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bmoca_gym.devices.adb.device._LOADING", 0.5)
    device._server.patience = 0.5
    env = PhoneEnv("Alarm", "100", device, "both", "discrete")
    before, _ = env.reset(seed=0)
    daemon = handset.emulator.daemon
    port = daemon.port
    handset.loop.run(daemon.close())
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert handset.serial in info["device_lost"]
    assert np.array_equal(observation["pixels"], before["pixels"]), "the last that was seen"
    with pytest.raises(DeviceLostError, match=handset.serial):
        env.reset()
    handset.loop.run(daemon.start(port))
    AdbServer(handsets.port).wait_for(handset.serial, 20)
    assert env.reset(seed=0)[0]["text"] == before["text"]
    assert env.step(0)[4]["device_lost"] is None


# Lines that hang


def hanging(stop: threading.Event, hangs: tuple[str, ...]) -> FakeAdbServer:
    def shell(line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        if line.startswith(hangs):
            stop.wait(10)
        return b"0\n", b"", 0

    return FakeAdbServer(shell)


def test_a_line_that_hangs() -> None:
    stop = threading.Event()
    with hanging(stop, ("hang", "input", "uiautomator", "screencap")) as server:
        device = AdbDevice("PHONE", server.port, shell_timeout=0.2)
        device._size = 1080, 2160
        for use in (
            lambda: device.perform(Tap(0.5, 0.5)),
            device.ui_tree,
            lambda: device.shell("hang"),
        ):
            with pytest.raises(DeviceLostError, match=r"nothing for 0\.2 s.*Other lines are answered"):
                use()
        with pytest.raises(DeviceLostError, match="lost while it took a screenshot"):
            device.screenshot()
        stop.set()


def test_a_phone_that_hangs() -> None:
    stop = threading.Event()
    with hanging(stop, ("hang", "echo")) as server:
        device = AdbDevice("PHONE", server.port, shell_timeout=0.2)
        with pytest.raises(DeviceLostError, match="Nor does the phone answer otherwise: restart it"):
            device.shell("hang")
        stop.set()


def test_a_frozen_phone_is_noticed_early_and_a_slow_line_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(adb_server, "WATCH_SECONDS", 0.1)
    stop = threading.Event()
    with hanging(stop, ("hang", "echo")) as server:
        device = AdbDevice("PHONE", server.port, shell_timeout=60)
        start = time.monotonic()
        with pytest.raises(
            DeviceLostError, match=r"nothing for 0\.1 s .* Nor does the phone answer otherwise"
        ):
            device.shell("hang")
        assert time.monotonic() - start < 5
        stop.set()
    stop.clear()
    with hanging(stop, ("slow",)) as server:
        threading.Timer(0.5, stop.set).start()
        assert AdbDevice("PHONE", server.port, shell_timeout=60).shell("slow").exit_code == 0


def test_a_line_that_prints_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeAdbServer(lambda line, stdin: (b"0\n" if "id -u" in line else bytes(3 << 20), b"", 0)) as server:
        device = AdbDevice("PHONE", server.port)
        device.shell("true")
        monkeypatch.setattr("bmoca_gym.devices.adb.shell._MOST_OUTPUT", 1 << 20)
        with pytest.raises(DeviceError, match="does not end: it has printed"):
            device.shell("yes")
        monkeypatch.setattr("bmoca_gym.devices.adb.shell._MOST_OUTPUT", 1 << 30)
        monkeypatch.setattr("bmoca_gym.devices.adb.shell._LONGEST", -1)
        with pytest.raises(DeviceError, match="does not end: it has printed"):
            device.shell("top")


# The screen


def answering(*screens: bytes) -> FakeAdbServer:
    """A phone whose screenshots are these, one after the other."""
    left = list(screens)
    return FakeAdbServer(
        lambda line, stdin: (left.pop(0) if line.startswith("screencap") else b"0\n", b"", 0)
    )


@pytest.mark.parametrize("wrong", [b"", FLAT[:-1], FLAT[:9], FLAT + b"more", b"\0" * 112])
def test_a_picture_that_is_cut_or_of_another_size_is_taken_again(wrong: bytes) -> None:
    with answering(wrong, wrong, FLAT, wrong, wrong, wrong) as server:
        device = AdbDevice("PHONE", server.port)
        pixels = np.frombuffer(FLAT, np.uint8, offset=16).reshape(6, 4, 4)[..., :3]
        assert np.array_equal(device.screenshot(), pixels)
        with pytest.raises(ScreenError, match="no picture in 3 tries"):
            device.screenshot()


def test_a_screen_that_is_turned_in_the_middle_of_an_episode() -> None:
    turned = struct.pack("<4I", 6, 4, 1, 1) + FLAT[16:]
    with answering(FLAT, turned) as server:
        device = AdbDevice("PHONE", server.port)
        assert [device.screenshot().shape for _ in range(2)] == [(6, 4, 3), (4, 6, 3)]
        device.perform(Tap(0.5, 0.5))
        assert server.lines[-1] == "input tap 3.00 2.00"


TREE = (
    '<?xml version="1.0"?><hierarchy rotation="0"><node index="0" text="%s" resource-id="" class="a.B" package="p" '
    'content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="false" '
    'focused="false" scrollable="false" long-clickable="false" password="false" selected="false" '
    'visible-to-user="true" bounds="[0,0][4,6]" drawing-order="0" hint="" display-id="0"/></hierarchy>'
)


def http(result: object, head: bytes = b"") -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()
    return head + b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.parametrize(
    "said", [b"ERROR: could not get idle state.\n", b"Killed \n", b"x already registered!\n"]
)
def test_three_dumps_that_fail_and_a_server_of_uiautomator2(
    said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bmoca_gym.devices.adb.screen._BETWEEN_TRIES", 0.01)
    dumps = [said]
    with FakeAdbServer(
        lambda line, stdin: (dumps[-1] if "uiautomator" in line else b"0\n", b"", 0)
    ) as server:
        device = AdbDevice("PHONE", server.port)
        device._size = 4, 6
        with pytest.raises(ScreenError, match="no UI tree in 3 tries"):
            device.ui_tree()
        tried = len(server.lines)
        again = sum("uiautomator" in line for line in server.lines)  # what kind of phone it is, is asked once
        for answer in (
            b"HTTP/1.1 404 Not found\r\n\r\n",
            b"",
            b"\xff" * 100,
            http(None),
            http("<hierarchy/>"),
        ):
            server.services["tcp:9008"] = answer
            with pytest.raises(ScreenError):
                device.ui_tree()
        server.services["tcp:9008"] = http(TREE % "from the server", b"HTTP/1.1 100 Continue\r\n\r\n")
        assert device.ui_tree().nodes[0].text == "from the server"
        assert len(server.lines) == tried + 6 * again
        assert device.ui_tree().nodes[0].text == "from the server"
        assert len(server.lines) == tried + 6 * again, "uiautomator is not asked while that server answers"
        del server.services["tcp:9008"]
        dumps.append(TREE.encode() % b"from uiautomator")
        assert device.ui_tree().nodes[0].text == "from uiautomator"


def test_a_server_of_uiautomator2_gives_the_same_tree(device: AdbDevice) -> None:
    assert device._screen._automation.dump() is None, "nobody has started one"
    device.write_file("/data/local/tmp/u2.jar", b"the server's program")
    started = device._shell.bytes_of(
        "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
    )
    with started:
        end = time.monotonic() + 30
        while (document := device._screen._automation.dump()) is None and time.monotonic() < end:
            time.sleep(0.02)
        assert document is not None
        assert ui_dump.tree_of(document, 1080, 2160) == device.ui_tree()


# The log


def test_a_log_that_was_cleared_while_the_stream_was_cut_says_that_lines_may_be_missing(
    handset: Handset, device: AdbDevice
) -> None:
    def write(text: str) -> None:
        handset.served.apply(Phone.logged, "Mine", text)

    write("first")
    cursor = device.log_cursor()
    write("second")
    assert [entry.message for entry in device.log_since(cursor)] == ["second"]
    for round in range(2):
        handset.cut()
        handset.served.apply(lambda phone: session.run(phone, "logcat -c")[0])
        write(f"new {round}")
    found = [(entry.tag, entry.message[:24]) for entry in device.log_since(cursor)]
    note = ("bmoca.log", "lines may be missing her")
    assert found == [("Mine", "second"), note, ("Mine", "new 1")]
    handset.cut()
    write("last")
    assert [entry.message for entry in device.log_since(cursor)][-2:] == ["new 1", "last"], "none is doubled"


def test_a_phone_whose_log_can_not_be_read_is_lost(
    device: AdbDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bmoca_gym.devices.adb.log._COMMAND", "exec nosuch")
    monkeypatch.setattr("bmoca_gym.devices.adb.log._MARK_SECONDS", 0.5)
    with pytest.raises(DeviceLostError, match=r"the log of .* can't be read"):
        device.log_cursor()


# Text


def test_text_that_the_phone_can_not_type_is_refused_and_nothing_is_typed() -> None:
    with FakeAdbServer(lambda line, stdin: (b"com.google/.Latin\n", b"", 0)) as server:
        device = AdbDevice("PHONE", server.port)
        device.__dict__["_handset"] = False
        device._size = 4, 6
        with pytest.raises(
            GestureError, match=r"can't type 'Zoë 時'.*adb types ASCII alone. Install one of"
        ) as raised:
            device.perform(TypeText("Zoë 時"))
        assert not isinstance(raised.value, DeviceLostError)
        assert not [line for line in server.lines if line.startswith("input")]


def test_a_phone_that_boots_again_in_the_middle(handset: Handset, device: AdbDevice) -> None:
    cursor = device.log_cursor()
    device.shell("setprop ctl.restart zygote")
    handset.cut()
    handset.served.apply(lambda phone: inputs.wait(phone, 10))
    device.perform(Tap(0.5, 0.5))
    device.check_health()
    assert isinstance(device.log_since(cursor), list)
