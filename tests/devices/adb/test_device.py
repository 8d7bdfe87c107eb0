"""Phones behind adb: the embedded handset through a real adb server, compared with the one in this process."""

from __future__ import annotations

import gc
import os
import pickle
import threading
import time
import weakref

import numpy as np
import pytest
from served_handset import Handset, Handsets

from bmoca_gym import randomization
from bmoca_gym.devices.adb.device import LONGEST_WAIT, AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DeviceError, DeviceNotFoundError, DeviceOfflineError, GestureError, SnapshotError
from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps.maps import state as maps
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText, pinch
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Phone

APPS = (
    "com.android.settings",
    "com.google.android.deskclock/com.android.deskclock.DeskClock",
    "com.google.android.dialer",
)
SEARCH_BOX = "com.google.android.apps.nexuslauncher:id/search_box_input"


def beside(handset: Handset) -> EmbeddedDevice:
    """A device in this process with the handset's current phone."""
    device = EmbeddedDevice()
    device.phone = handset.served.phone
    return device


def open_search(device: AdbDevice) -> None:
    device.perform(Swipe(0.5, 0.8, 0.5, 0.3))
    box = device.ui_tree().find(SEARCH_BOX)
    assert box is not None
    device.perform(Tap(box.center[0] / device.info.width, box.center[1] / device.info.height))


# The screen


@pytest.mark.parametrize("environment", ["100", "105", "109"])
def test_the_screen_is_the_phones_pixel_for_pixel_and_node_for_node(
    handset: Handset, device: AdbDevice, environment: str
) -> None:
    configuration = Configuration(**randomization.get(environment).screen_configuration())
    handset.served.apply(lambda _: images.boot(configuration))
    for app in APPS:
        device.shell(f"monkey -p {app.partition('/')[0]} -c android.intent.category.LAUNCHER 1")
        other = beside(handset)
        assert np.array_equal(device.screenshot(), other.screenshot())
        assert device.ui_tree() == other.ui_tree()
    info = device.info
    assert (info.width, info.height, info.locale) == (other.info.width, other.info.height, other.info.locale)


def test_a_small_screenshot_is_the_average_of_the_screen(device: AdbDevice) -> None:
    native = device.screenshot().astype(np.float64)
    small = device.screenshot((108, 216)).astype(np.float64)
    averaged = native.reshape(216, 10, 108, 10, 3).mean(axis=(1, 3))
    assert np.abs(small - averaged).max() <= 1


def test_it_settles_when_nothing_moves(device: AdbDevice) -> None:
    assert device.settle(timeout=5)


def test_it_does_not_settle_while_something_moves(device: AdbDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = iter(range(1000))
    monkeypatch.setattr(device, "screenshot", lambda size: np.full((2, 2, 3), next(frames) % 256, np.uint8))
    assert not device.settle(timeout=0.3)


# Gestures


def test_two_fingers_zoom_as_in_process(handset: Handset, device: AdbDevice) -> None:
    device.shell(f"am start -n {maps.PACKAGE}/{maps.MAIN}")
    for scale in (2.0, 0.25, 3.0):
        other = beside(handset)
        other.perform(pinch(0.5, 0.5, scale))
        device.perform(pinch(0.5, 0.5, scale))
        one, two = (phone.apps[maps.PACKAGE] for phone in (handset.served.phone, other.phone))
        assert one.zoom == two.zoom
        assert (one.x, one.y) == pytest.approx((two.x, two.y), abs=2)
    device.perform(Tap(0.5, 0.05))
    assert "debug.bmoca.finger" not in handset.served.phone.properties


@pytest.mark.parametrize(
    "gesture",
    [
        Tap(0.5, 0.5),
        Tap(0, 0),
        Tap(1, 1),
        LongPress(0.5, 0.4),
        LongPress(0.2, 0.9, 0.1),
        Swipe(0.5, 0.8, 0.5, 0.2),
        Swipe(0.5, 0.0, 0.5, 0.9),
        Swipe(0.9, 0.5, 0.1, 0.5, 2),
        PressKey("OVERVIEW"),
        PressKey("BACK"),
    ],
    ids=str,
)
def test_a_gesture_does_what_it_does_in_process(handset: Handset, device: AdbDevice, gesture: object) -> None:
    device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    device.perform(PressKey("HOME"))
    other = beside(handset)
    other.perform(gesture)  # type: ignore[arg-type]
    device.perform(gesture)  # type: ignore[arg-type]
    assert handset.served.phone == other.phone


@pytest.mark.parametrize(
    "text",
    [
        "a b",
        "100%s",
        "%%s %s%s",
        'it\'s "quoted" \\ $HOME `x` ; & | < > * ? ! # ~',
        "-1",
        "  two  ",
        "ü ☃ 時計 مرحبا 👍",
    ],
)
def test_text_comes_as_it_was_written(handset: Handset, device: AdbDevice, text: str) -> None:
    open_search(device)
    device.perform(TypeText(text))
    box = device.ui_tree().find(SEARCH_BOX)
    assert box is not None
    assert box.text == text


def test_text_that_no_shell_can_hold(device: AdbDevice) -> None:
    with pytest.raises(GestureError, match="NUL"):
        device.perform(TypeText("a\0b"))


# Time


def test_time_is_virtual_and_exact(handset: Handset, device: AdbDevice) -> None:
    before = handset.served.phone.clock.uptime
    for seconds in (0, 0.001, 3, 0.0004, 90, 3 * 24 * 3600 + 0.5):
        device.wait(seconds)
    assert handset.served.phone.clock.uptime - before == 1 + 3000 + 90_000 + 3 * 24 * 3_600_000 + 500


def test_a_real_phone_is_waited_for_an_hour_at_most(device: AdbDevice) -> None:
    device.__dict__["_handset"] = False
    start = time.monotonic()
    device.wait(0.2)
    assert 0.2 <= time.monotonic() - start < 5
    with pytest.raises(DeviceError, match="3600 s at most"):
        device.wait(LONGEST_WAIT + 1)


# Shell


def test_outputs_of_any_length_and_kind(handset: Handset, device: AdbDevice) -> None:
    data = bytes(range(256)) * 20_000
    device.write_file("/sdcard/Download/big.bin", data)
    assert device.read_file("/sdcard/Download/big.bin") == data
    assert device.shell("wc -c < /sdcard/Download/big.bin").output.strip() == str(len(data))
    result = device.shell("echo out; nosuch; echo more")
    assert result.exit_code == 0
    assert sorted(result.output.splitlines())[1:] == ["more", "out"]
    assert device.shell("cat").exit_code == 0, "nothing waits for input for ever"


# Log


def write(handset: Handset, number: int) -> None:
    handset.served.apply(Phone.logged, "Probe", f"line {number}")


def probes(device: AdbDevice, cursor: int) -> list[str]:
    return [line.message for line in device.log_since(cursor) if line.tag == "Probe"]


def test_no_line_is_lost_or_doubled_however_often_the_stream_is_cut(
    handset: Handset, device: AdbDevice
) -> None:
    write(handset, -1)
    cursor = device.log_cursor()
    stop = threading.Event()

    def cut() -> None:
        while not stop.wait(0.4):
            handset.cut()

    cutter = threading.Thread(target=cut)
    cutter.start()
    try:
        for number in range(600):
            write(handset, number)
            if number % 7 == 0:
                handset.served.apply(inputs.wait, 5)
            time.sleep(0.002)
    finally:
        stop.set()
        cutter.join()
    AdbServer(device._server.port).wait_for(handset.serial, 20)
    assert probes(device, cursor) == [f"line {number}" for number in range(600)]
    assert probes(device, 0)[0] == "line -1"


def test_lines_of_the_same_moment_and_a_clock_set_back_are_all_kept(
    handset: Handset, device: AdbDevice
) -> None:
    cursor = device.log_cursor()
    for _ in range(3):
        device.shell("setprop debug.bmoca.clock frozen; su 0 toybox date 010100002020.00")
        for _ in range(5):
            handset.served.apply(Phone.logged, "Probe", "the same")
        handset.cut()
        AdbServer(device._server.port).wait_for(handset.serial, 20)
    assert probes(device, cursor) == ["the same"] * 15


def test_the_log_goes_on_when_the_adb_server_was_killed(
    handset: Handset, handsets: Handsets, device: AdbDevice
) -> None:
    cursor = device.log_cursor()
    write(handset, 0)
    assert probes(device, cursor) == ["line 0"]
    handsets.kill_server()
    write(handset, 1)
    handsets.start_server()
    AdbServer(handsets.port).wait_for(handset.serial, 20)
    write(handset, 2)
    assert probes(device, cursor) == ["line 0", "line 1", "line 2"]


def test_the_log_of_a_loaded_snapshot(handset: Handset, device: AdbDevice) -> None:
    write(handset, 0)
    device.log_cursor()
    device.save_snapshot("s")
    write(handset, 1)
    assert probes(device, 0) == ["line 0", "line 1"]
    device.load_snapshot("s")
    cursor = device.log_cursor()
    write(handset, 2)
    assert probes(device, cursor) == ["line 2"]
    assert probes(device, 0) == ["line 0", "line 2"]


def test_two_readers_do_not_see_each_others_marks(
    handset: Handset, device: AdbDevice, handsets: Handsets
) -> None:
    other = AdbDevice(handset.serial, handsets.port)
    try:
        for reader in (device, other, device, other):
            reader.log_cursor()
        assert device.log_since(0) == other.log_since(0) == []
    finally:
        other.close()


def test_a_closed_log_says_so(device: AdbDevice) -> None:
    device.log_cursor()
    device.close()
    with pytest.raises(DeviceError, match="closed"):
        device.log_since(0)


def test_a_device_that_is_forgotten_leaves_no_thread_and_no_socket(
    handset: Handset, handsets: Handsets
) -> None:
    def sockets() -> int:
        return len(os.listdir("/proc/self/fd"))

    gc.collect()
    for other in handsets._all:  # one whose connection was cut by a test before would come back in the middle
        AdbServer(handsets.port).wait_for(other.serial, 20)
    before, threads = sockets(), set(threading.enumerate())
    made = AdbDevice(handset.serial, handsets.port)
    made.log_cursor()
    made.screenshot((8, 8))
    gone = weakref.ref(made)
    del made
    assert gone() is None
    left = set(threading.enumerate()) - threads
    assert [thread for thread in left if thread.name == "bmoca-adb-log"] == []
    # The handset's own side of the connections is in this process too, and ends when it has noticed.
    end = time.monotonic() + 30
    while sockets() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert sockets() <= before


# Snapshots, health, what can be wrong


def test_snapshots_are_the_emulators(handset: Handset, device: AdbDevice) -> None:
    device.save_snapshot("a name of its own that is long")
    device.save_snapshot("b")
    assert device.snapshots() == tuple(handset.served.snapshots()) == ("a name of its own that is long", "b")
    for name in ("", " x", "a\nb"):
        with pytest.raises(SnapshotError, match="printable"):
            device.save_snapshot(name)


def test_a_phone_on_a_cable_keeps_no_snapshots(handset: Handset, device: AdbDevice) -> None:
    device.serial = "0123456789ABCDEF"
    for call in (device.snapshots, lambda: device.save_snapshot("s"), lambda: device.load_snapshot("s")):
        with pytest.raises(SnapshotError, match="not an emulator"):
            call()


def test_health(handset: Handset, device: AdbDevice) -> None:
    device.check_health()
    handset.served.apply(lambda phone: images.boot(phone.configuration))
    device.shell("setprop sys.boot_completed 0")
    with pytest.raises(DeviceError, match="not booted"):
        device.check_health()


def test_a_serial_that_is_not_there_names_what_is(handset: Handset, handsets: Handsets) -> None:
    with pytest.raises(DeviceNotFoundError, match=rf"'emulator-1'.*{handset.serial}: device.*adb devices"):
        AdbDevice("emulator-1", handsets.port)


@pytest.mark.exhaustive
def test_a_phone_that_goes_away_is_told(handsets: Handsets) -> None:
    handset = handsets.handset()
    device = AdbDevice(handset.serial, handsets.port)
    try:
        device.shell("true")
        handset.close()
        handsets._all.remove(handset)
        with pytest.raises((DeviceNotFoundError, DeviceOfflineError), match=handset.serial):
            device.shell("true")
    finally:
        device.close()


def test_the_adb_server_is_started_again(
    handsets: Handsets, device: AdbDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ADB_LOCAL_TRANSPORT_MAX_PORT", "ADB_LIBUSB", "ADB_MDNS", "HOME", "TMPDIR"):
        monkeypatch.setenv(name, handsets.environment[name])
    for use in (lambda: device.shell("echo back").output, lambda: device.ui_tree(), device.screenshot):
        handsets.kill_server()
        assert len(use()) > 1


def test_a_connection_that_breaks_is_waited_for(handset: Handset, device: AdbDevice) -> None:
    device.shell("true")
    handset.cut()
    assert device.shell("echo back").output == "back\n"


def test_a_pickled_device_is_the_same_phone(device: AdbDevice) -> None:
    device.shell("settings put system probe 5")
    twin = pickle.loads(pickle.dumps(device))
    assert twin.shell("settings get system probe").output == "5\n"
    twin.close()
