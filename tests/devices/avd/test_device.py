"""The avd device: starting, sharing, replacing and ending emulators, and its errors when something is missing."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_adb import FakeAdbServer
from fake_sdk import ROOT, FakeSdk, needs_android_env

from bmoca_gym import randomization
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.avd import process as avd_process
from bmoca_gym.devices.avd.device import AvdDevice
from bmoca_gym.devices.avd.process import Ports, free_ports, listens
from bmoca_gym.errors import (
    AccelerationError,
    AndroidSdkError,
    AvdNotFoundError,
    DeviceError,
    EmulatorBootError,
    EmulatorLostError,
    MissingExtraError,
    PortInUseError,
    SnapshotError,
)
from bmoca_gym.handset.gestures import PressKey, Swipe

pytestmark = needs_android_env

DRAWER = Swipe(0.5, 0.9, 0.5, 0.2)


@pytest.fixture
def sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSdk:
    made = FakeSdk(tmp_path)
    made.use(monkeypatch)
    return made


@pytest.fixture
def shared(shared_sdk: FakeSdk, monkeypatch: pytest.MonkeyPatch) -> FakeSdk:
    """An SDK with two configurations on one AVD and one on another, that tests don't change."""
    shared_sdk.use(monkeypatch)
    return shared_sdk


@pytest.fixture(scope="module")
def shared_sdk(tmp_path_factory: pytest.TempPathFactory) -> FakeSdk:
    made = FakeSdk(tmp_path_factory.mktemp("avd"))
    made.build(map(randomization.get, ("100", "105", "109")))
    return made


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Check that no process, thread or emulator of a device outlives its test."""
    before, there = {thread.name for thread in threading.enumerate()}, set(children())
    yield
    end = time.monotonic() + 30
    while set(children()) - there and time.monotonic() < end:
        time.sleep(0.05)
    assert set(children()) <= there
    assert {thread.name for thread in threading.enumerate() if thread.name.startswith("bmoca")} <= before


def children() -> list[str]:
    """The command lines of this process's children, without those of other tests in the same run."""
    found = []
    for task in Path(f"/proc/{os.getpid()}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            for child in (task / "children").read_text().split():
                line = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                if "servers.emulator" in line or "kill -s KILL" in line:
                    found.append(line)
    return found


# One device


@pytest.mark.exhaustive
def test_it_goes_from_avd_to_avd_and_back(shared: FakeSdk) -> None:
    device = AvdDevice(loads_per_launch=3)
    try:
        assert (device.avd, device.launches, device.serial) == ("bmoca_WXGA_Tablet", 0, "")
        device.enter("bmoca_pixel_3", "bmoca_100")
        first, home = device.emulator, device.screenshot()
        assert (device.avd, device.info.width) == ("bmoca_pixel_3", 1080)
        device.enter("bmoca_WXGA_Tablet", "bmoca_109")
        assert (device.info.width, device.info.locale, device.launches) == (1280, "ar-EG", 2)
        device.enter("bmoca_pixel_3", "bmoca_105")
        assert (device.emulator, device.info.locale, device.launches) == (first, "ko-KR", 2)
        device.perform(DRAWER)
        device.enter("bmoca_pixel_3", "bmoca_100")
        assert np.array_equal(device.screenshot(), home)
        assert (device.emulator, device.launches) == (first, 2)
        device.enter("bmoca_pixel_3", "bmoca_100")  # the fourth load: a new emulator
        assert np.array_equal(device.screenshot(), home)
        assert (device.emulator is first, device.launches) == (False, 3)
        assert first.process is not None
        assert first.process.ended()
    finally:
        device.close()
    assert not listens(first.ports.console)
    with pytest.raises(EmulatorLostError, match="closed"):
        device.info  # noqa: B018


@pytest.mark.exhaustive
def test_the_emulator_not_used_for_longest_makes_room(shared: FakeSdk) -> None:
    device = AvdDevice(most_emulators=1)
    try:
        device.enter("bmoca_pixel_3", "bmoca_100")
        first = device.emulator.process
        device.enter("bmoca_WXGA_Tablet", "bmoca_109")
        assert first is not None
        assert first.ended()
        assert device.launches == 2
    finally:
        device.close()


@pytest.mark.exhaustive
def test_devices_on_one_avd_do_not_touch_each_other(shared: FakeSdk) -> None:
    one, other = AvdDevice("bmoca_pixel_3"), AvdDevice("bmoca_pixel_3")
    try:
        for device in (one, other):
            device.enter("bmoca_pixel_3", "bmoca_100")
        before = other.screenshot()
        one.perform(DRAWER)
        one.shell("settings put system probe 1")
        assert not np.array_equal(one.screenshot(), before)
        assert np.array_equal(other.screenshot(), before)
        assert other.shell("settings get system probe").output == "null\n"
        assert set(one.emulator.ports).isdisjoint(other.emulator.ports)
        assert one.emulator.adb.server.port != other.emulator.adb.server.port
        assert one.emulator.adb.server.devices() == {one.serial: "device"}, "it knows no emulator but its own"
        for device in (one, other):
            with pytest.raises(SnapshotError, match="read-only"):
                device.save_snapshot("mine")
    finally:
        one.close()
        other.close()


@pytest.mark.exhaustive
def test_a_lost_emulator_says_so_until_a_snapshot_is_loaded(shared: FakeSdk) -> None:
    device = AvdDevice("bmoca_pixel_3")
    try:
        cursor = device.log_cursor()
        process = device.emulator.process
        assert process is not None
        os.killpg(process.id, signal.SIGKILL)
        calls = (
            lambda: device.info, lambda: device.perform(PressKey("HOME")), lambda: device.wait(1), device.screenshot,
            device.ui_tree, lambda: device.shell("true"), lambda: device.read_file("/sdcard/x"), device.snapshots,
            lambda: device.write_file("/sdcard/x", b""), device.log_cursor, lambda: device.log_since(cursor),
            lambda: device.save_snapshot("x"), device.check_health, device.settle,
        )  # fmt: skip
        for call in calls:
            start = time.monotonic()
            with pytest.raises(EmulatorLostError, match=r"bmoca_pixel_3.*SIGKILL"):
                call()
            assert time.monotonic() - start < 5
        device.load_snapshot("bmoca_105")
        assert (device.info.locale, device.launches) == ("ko-KR", 2)
        device.check_health()
    finally:
        device.close()


def test_a_copy_is_a_device_of_its_own(shared: FakeSdk) -> None:
    device = AvdDevice("bmoca_pixel_3", hang_seconds=7)
    device.close()
    copy = pickle.loads(pickle.dumps(device))
    assert copy._arguments == device._arguments
    copy.close()
    copy.close()


@pytest.mark.exhaustive
def test_attached_it_drives_an_emulator_that_is_there_and_leaves_it_running(
    shared: FakeSdk, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = AvdDevice("bmoca_pixel_3")
    try:
        ports, server = owner.emulator.ports, owner.emulator.adb.server
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        guest = AvdDevice("bmoca_pixel_3", ports=tuple(ports), attach=True)
        guest.enter("bmoca_pixel_3", "bmoca_105")
        assert guest.info.locale == owner.info.locale == "ko-KR"
        assert os.environ["ANDROID_ADB_SERVER_PORT"] == str(server.port), "android-env takes it away"
        with pytest.raises(AvdNotFoundError, match="attached to an emulator of bmoca_pixel_3"):
            guest.enter("bmoca_WXGA_Tablet", "bmoca_109")
        with pytest.raises(SnapshotError, match="bmoca_999"):
            guest.enter("bmoca_pixel_3", "bmoca_999")
        guest.close()
        owner.check_health()
    finally:
        owner.close()
    late = AvdDevice("bmoca_pixel_3", ports=tuple(ports), attach=True, boot_seconds=0.3)
    with pytest.raises(EmulatorBootError, match=rf"-ports {ports.console},{ports.adb} -grpc {ports.grpc}"):
        late.info  # noqa: B018
    late.close()


@pytest.mark.exhaustive
def test_no_orphan_stays_when_the_program_is_killed(shared: FakeSdk) -> None:
    code = (
        "from bmoca_gym.devices.avd.device import AvdDevice; device = AvdDevice('bmoca_pixel_3'); device.info\n"
        "e = device.emulator; print(*e.ports, e.process.id, e.adb.server.port, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=shared.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        console, grpc, emulator, server = map(int, program.stdout.readline().split())
        assert listens(console)
        assert listens(server)
        program.kill()
    end = time.monotonic() + 30
    while any(map(listens, (console, grpc, server))) or Path(f"/proc/{emulator}").exists():
        assert time.monotonic() < end, "the emulator or its adb server outlives the program"
        time.sleep(0.05)


def test_a_server_that_was_started_anew_is_told_of_an_emulator() -> None:
    """The Android emulator announces itself to the server when it boots, and never again."""

    class Told(FakeAdbServer):
        def _answer(self, file: Any, name: str) -> bool:
            if name == "host:emulator:7001":
                self.devices["emulator-7000"] = "device"
                return False
            return super()._answer(file, name)

    with Told(devices={}) as fake:
        AdbServer(fake.port).wait_for("emulator-7000", 5)
        with pytest.raises(DeviceError):
            AdbServer(fake.port).wait_for("emulator-7002", 0.2)
        given_up = AdbServer(fake.port)
        given_up.over = lambda: True
        start = time.monotonic()
        with pytest.raises(DeviceError):
            given_up.wait_for("emulator-7002", 30)
        assert time.monotonic() - start < 5, "it is known to stay away"


# What is missing


def fails(error: type[DeviceError], message: str, *arguments: object, **named: object) -> None:
    """Assert that making such a device, or its first use, raises this error."""

    def made_and_used() -> None:
        device = AvdDevice(*arguments, **named)  # type: ignore[arg-type]
        try:
            device.check_health()
        finally:
            device.close()

    with pytest.raises(error, match=message):
        made_and_used()


def test_no_extra(sdk: FakeSdk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bmoca_gym.devices.avd.client", raising=False)
    monkeypatch.delattr("bmoca_gym.devices.avd.client", raising=False)
    monkeypatch.setitem(sys.modules, "android_env.components", None)
    fails(MissingExtraError, r"pip install .*\[android\]'")


def test_no_sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_SDK_ROOT", raising=False)
    monkeypatch.setenv("ANDROID_HOME", str(tmp_path / "nowhere"))
    fails(AndroidSdkError, "nowhere")
    fails(AndroidSdkError, "other", sdk=str(tmp_path / "other"))


def test_an_sdk_without_its_parts(sdk: FakeSdk) -> None:
    (sdk.root / "emulator" / "emulator").rename(sdk.root / "emulator" / "gone")
    fails(AndroidSdkError, r"emulator/emulator is missing.*sdkmanager.* emulator")
    (sdk.root / "emulator" / "gone").rename(sdk.root / "emulator" / "emulator")
    (sdk.root / "platform-tools" / "adb").unlink()
    fails(AndroidSdkError, "platform-tools")


def test_no_avd(sdk: FakeSdk) -> None:
    fails(AvdNotFoundError, r"bmoca avd build")
    sdk.make_avd("My_Phone")
    fails(AvdNotFoundError, r"there are: My_Phone.*bmoca avd build.*AvdDevice\('NAME'\)")
    fails(AvdNotFoundError, r"Did you mean 'My_Phone'", "MyPhone")
    (sdk.avd_home / "My_Phone.avd" / "config.ini").unlink()
    fails(AvdNotFoundError, r"no config.ini", "My_Phone")


def test_no_snapshot_is_known_before_anything_is_started(shared: FakeSdk) -> None:
    device = AvdDevice()
    with pytest.raises(SnapshotError, match=r"it has bmoca_100, bmoca_105.*build --environments 101"):
        device.enter("bmoca_pixel_3", "bmoca_101")
    with pytest.raises(AvdNotFoundError, match="bmoca_pixel_5"):
        device.enter("bmoca_pixel_5", "bmoca_107")
    assert device.launches == 0
    device.close()


@pytest.mark.exhaustive
def test_a_damaged_snapshot_is_told(sdk: FakeSdk) -> None:
    sdk.build([randomization.get("100")])
    (sdk.avd_home / "bmoca_pixel_3.avd/snapshots/bmoca_100/handset.snapshot").write_bytes(b"half")
    device = AvdDevice()
    try:
        with pytest.raises(SnapshotError, match="bmoca_100"):
            device.enter("bmoca_pixel_3", "bmoca_100")
    finally:
        device.close()


def test_no_acceleration(sdk: FakeSdk, monkeypatch: pytest.MonkeyPatch) -> None:
    sdk.make_avd("bmoca_pixel_3")
    monkeypatch.setattr(avd_process.os, "access", lambda path, mode: path != "/dev/kvm")
    sdk.emulator_runs('echo "accel:"; echo 8; echo "/dev/kvm is not found"; exit 8\n')
    avd_process._refusal.cache_clear()
    fails(AccelerationError, r"/dev/kvm is not found.*gpasswd.*bmoca doctor")
    avd_process._refusal.cache_clear()


@pytest.mark.parametrize("which", [0, 1, 2], ids=["console", "adb", "gRPC"])
def test_a_port_that_is_taken(shared: FakeSdk, which: int) -> None:
    ports = free_ports()
    number = (ports.console, ports.adb, ports.grpc)[which]
    with socket.create_server(("127.0.0.1", number)):
        fails(
            PortInUseError, f"listens on port {number}.*leave them out", "bmoca_pixel_3", ports=tuple(ports)
        )


@pytest.mark.exhaustive
def test_a_port_that_is_taken_in_the_last_moment(shared: FakeSdk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device chooses another port of its own; for a given port it reports the conflict."""
    taken = free_ports()
    monkeypatch.setattr(Ports, "check_free", lambda self: None)
    with socket.create_server(("127.0.0.1", taken.console)):
        fails(PortInUseError, r"found one of its ports taken", "bmoca_pixel_3", ports=tuple(taken))
        choices = iter([taken, free_ports()])
        monkeypatch.setattr(avd_process, "free_ports", lambda: next(choices))
        device = AvdDevice("bmoca_pixel_3")
        try:
            assert device.info.width == 1080
        finally:
            device.close()


def test_an_emulator_that_ends_while_it_boots(sdk: FakeSdk) -> None:
    sdk.make_avd("bmoca_pixel_3")
    sdk.emulator_runs(
        'case "$1" in -accel-check) exit 0;; esac; echo "emulator: PANIC: no system image"; exit 3\n'
    )
    avd_process._refusal.cache_clear()
    fails(EmulatorBootError, r"(?s)ended with 3 while it booted.*PANIC: no system image.*bmoca doctor")


def test_an_emulator_that_does_not_boot_in_time(sdk: FakeSdk) -> None:
    sdk.make_avd("bmoca_pixel_3")
    sdk.emulator_runs('case "$1" in -accel-check) exit 0;; esac; echo "still at it"; exec sleep 100\n')
    avd_process._refusal.cache_clear()
    fails(EmulatorBootError, r"(?s)has not booted within 0.5 s.*boot_seconds.*still at it", boot_seconds=0.5)


@pytest.mark.exhaustive
def test_two_that_would_write_to_one_avd(sdk: FakeSdk) -> None:
    sdk.make_avd("bmoca_pixel_3")
    first = AvdDevice("bmoca_pixel_3", read_only=False)
    try:
        first.save_snapshot("mine")
        assert first.snapshots() == ("mine",)
        fails(EmulatorBootError, "(?s)same AVD.*-read-only", "bmoca_pixel_3", read_only=False)
    finally:
        first.close()


@pytest.mark.parametrize(
    "named", [{"attach": True}, {"most_emulators": 0}, {"hang_seconds": 0}, {"loads_per_launch": -1}, {"boot_seconds": float("nan")}]
)  # fmt: skip
def test_arguments_that_mean_nothing(shared: FakeSdk, named: dict[str, object]) -> None:
    fails(DeviceError, next(iter(named)), "bmoca_pixel_3", **named)
