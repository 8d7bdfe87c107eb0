"""The Device contract: what an environment may rely on for every kind of phone."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bmoca_gym.devices.device import Device, DeviceInfo
from bmoca_gym.errors import DeviceError, GestureError, SnapshotError
from bmoca_gym.handset.gestures import (
    KEY_CODES,
    Gesture,
    LongPress,
    PressKey,
    Swipe,
    Tap,
    TypeText,
)
from bmoca_gym.handset.ui.tree import UiNode, UiTree

LAUNCHER = "com.google.android.apps.nexuslauncher"
CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"
SEARCH_BOX = LAUNCHER + ":id/search_box_input"


def front(device: Device) -> str:
    """The front component, as the shell of any Android reports it."""
    lines = device.shell("dumpsys activity activities").output.splitlines()
    return next(line for line in lines if "mResumedActivity" in line)


def perform(device: Device, *gestures: Gesture) -> None:
    """Make gestures, and wait for the screen to settle after each: real phones are slow."""
    for gesture in gestures:
        device.perform(gesture)
        device.wait(2)


def tap(device: Device, node: UiNode) -> None:
    info = device.info
    perform(device, Tap(node.center[0] / info.width, node.center[1] / info.height))


def found(tree: UiTree, resource_id: str) -> UiNode:
    node = tree.find(resource_id)
    assert node is not None, f"{resource_id} is not on the screen"
    return node


def open_drawer(device: Device) -> None:
    perform(device, PressKey("HOME"), Swipe(0.5, 0.8, 0.5, 0.3))


def test_it_is_a_device(device: Device) -> None:
    assert isinstance(device, Device)


def test_info_agrees_with_the_phone_itself(device: Device) -> None:
    info = device.info
    assert isinstance(info, DeviceInfo)
    assert f"{info.width}x{info.height}" in device.shell("wm size").output
    assert str(info.density) in device.shell("wm density").output
    assert device.shell("getprop ro.build.version.sdk").output.strip() == str(info.api_level)
    assert device.shell("getprop persist.sys.locale").output.strip() in (info.locale, "")
    tree = device.ui_tree()
    assert (tree.width, tree.height) == (info.width, info.height)


def test_info_follows_the_settings(device: Device) -> None:
    before = device.info.density
    assert device.shell(f"wm density {before - 40}").exit_code == 0
    assert device.info.density == before - 40
    assert device.shell(f"wm density {before}").exit_code == 0
    assert device.info.density == before


# Gestures


@pytest.mark.image
def test_a_swipe_opens_the_drawer_and_a_tap_in_it_an_app(device: Device) -> None:
    open_drawer(device)
    icon = device.ui_tree().find(text="Clock")
    assert icon is not None
    tap(device, icon)
    assert "deskclock" in front(device)


@pytest.mark.image
def test_a_long_press_is_more_than_a_tap(device: Device) -> None:
    open_drawer(device)
    icon = device.ui_tree().find(text="Clock")
    assert icon is not None
    assert icon.long_clickable
    perform(device, LongPress(icon.center[0] / device.info.width, icon.center[1] / device.info.height))
    assert LAUNCHER in front(device)
    assert device.ui_tree().find(LAUNCHER + ":id/deep_shortcuts_container") is not None


@pytest.mark.handset
def test_text_goes_into_the_focused_field_and_nowhere_else(device: Device) -> None:
    device.perform(PressKey("HOME"))
    before = device.ui_tree()
    device.perform(TypeText("nobody listens"))
    assert device.ui_tree() == before
    open_drawer(device)
    tap(device, found(device.ui_tree(), SEARCH_BOX))
    device.perform(TypeText("Ünïcode ☃ 時計"))
    box = found(device.ui_tree(), SEARCH_BOX)
    assert (box.text, box.focused) == ("Ünïcode ☃ 時計", True)
    device.perform(PressKey("DEL"))
    assert found(device.ui_tree(), SEARCH_BOX).text == "Ünïcode ☃ 時"


@pytest.mark.image
def test_home_and_back_and_overview(device: Device) -> None:
    assert device.shell(f"am start -n {CLOCK}").exit_code == 0
    device.wait(2)
    perform(device, PressKey("HOME"))
    assert LAUNCHER in front(device)
    perform(device, PressKey("OVERVIEW"))
    card = device.ui_tree().find(LAUNCHER + ":id/snapshot")
    assert card is not None
    tap(device, card)
    assert "deskclock" in front(device)
    perform(device, PressKey("BACK"))
    assert LAUNCHER in front(device)


@pytest.mark.handset
@pytest.mark.parametrize("key", KEY_CODES)
def test_every_key_can_be_pressed_anywhere(device: Device, key: str) -> None:
    device.perform(PressKey(key))
    device.shell(f"am start -n {CLOCK}")
    device.perform(PressKey(key))
    assert len(device.ui_tree()) > 1


TO_THE_EDGES = [Tap(0, 0), Tap(1, 1), Swipe(0, 0, 1, 1, 60), LongPress(1, 0, 0.01), TypeText("")]


def test_a_gesture_may_reach_to_the_edges(device: Device) -> None:
    for gesture in TO_THE_EDGES:
        device.perform(gesture)
        assert len(device.ui_tree()) > 1


NO_GESTURES = [None, "tap", (0.5, 0.5), Tap, {"x": 0.5, "y": 0.5}]


def test_what_is_no_gesture_is_refused(device: Device) -> None:
    for thing in NO_GESTURES:
        with pytest.raises(GestureError):
            device.perform(thing)  # type: ignore[arg-type]


# Time


def test_a_short_wait(device: Device) -> None:
    before = int(device.shell("date +%s").output)
    device.wait(2)
    assert 2 <= int(device.shell("date +%s").output) - before + 1 <= 30


@pytest.mark.handset
def test_waiting_lets_time_pass(device: Device) -> None:
    before = int(device.shell("date +%s").output)
    device.wait(90)
    assert 90 <= int(device.shell("date +%s").output) - before <= 95
    device.wait(0)


NO_TIMES: list[Any] = [-1, float("nan"), float("inf"), -0.001, "2", None]


def test_time_goes_forward_only_and_ends(device: Device) -> None:
    for seconds in NO_TIMES:
        with pytest.raises(DeviceError):
            device.wait(seconds)


# Screen


def test_a_screenshot_has_the_native_size(device: Device) -> None:
    frame = device.screenshot()
    assert frame.shape == (device.info.height, device.info.width, 3)
    assert frame.dtype == np.uint8
    assert len(np.unique(frame)) > 10, "a picture, not one colour"


SIZES = [(128, 256), (1, 1), (3, 700), (700, 3), (84, 84)]


def test_a_screenshot_has_the_size_asked_for(device: Device) -> None:
    for size in SIZES:
        frame = device.screenshot(size)
        assert frame.shape == (size[1], size[0], 3)
        assert frame.dtype == np.uint8


NO_SIZES = [(0, 5), (-1, 5), (10**6, 5), (5,), (), (1.5, 2), ("1", "2"), 5]


def test_a_size_that_no_picture_has_is_refused(device: Device) -> None:
    for size in NO_SIZES:
        with pytest.raises(DeviceError, match="width"):
            device.screenshot(size)  # type: ignore[arg-type]


@pytest.mark.image
@pytest.mark.parametrize("size", [None, (128, 256)])
def test_a_screenshot_is_its_callers_own(device: Device, size: tuple[int, int] | None) -> None:
    device.shell("setprop debug.bmoca.clock frozen")  # on a real phone the minute may change meanwhile
    perform(device, PressKey("HOME"))
    first = device.screenshot(size)
    kept = first.copy()
    assert first.flags.owndata
    assert first.flags.writeable
    first[:] = 7
    assert np.array_equal(device.screenshot(size), kept)
    device.shell(f"am start -n {CLOCK}")
    device.wait(2)
    assert not np.array_equal(device.screenshot(size), kept)
    assert np.all(first == 7), "later frames are drawn elsewhere"


@pytest.mark.image
def test_the_ui_tree_is_one_window_in_document_order(device: Device) -> None:
    open_drawer(device)
    tree = device.ui_tree()
    assert tree.nodes[0].depth == 0
    assert all(node.depth > 0 for node in tree.nodes[1:])
    assert {node.package for node in tree} == {LAUNCHER}
    assert device.ui_tree() == tree


# Log


@pytest.mark.handset
def test_the_log_is_read_from_a_cursor_on(device: Device) -> None:
    device.shell(f"am start -n {CLOCK}")
    cursor = device.log_cursor()
    assert device.log_since(cursor) == []
    device.perform(PressKey("HOME"))
    lines = device.log_since(cursor)
    assert any("category.HOME" in line.message for line in lines)
    assert all(line.level in "VDIWEF" and len(line.level) == 1 for line in lines)
    assert [line.time for line in lines] == sorted(line.time for line in lines)
    seconds = int(device.shell("date +%s").output)
    assert all(abs(line.time - seconds) < 10 for line in lines)
    assert device.log_since(cursor) == lines, "reading takes nothing away"
    assert device.log_since(0)[-len(lines) :] == lines
    assert device.log_since(device.log_cursor()) == []


def test_a_line_is_read_once_and_in_its_place(device: Device) -> None:
    device.log_cursor()
    device.shell("log -t bmoca.conformance before")
    cursor = device.log_cursor()
    for number in range(20):
        device.shell(f"log -t bmoca.conformance -p w 'line: {number}'")
    for _ in range(2):
        lines = [line for line in device.log_since(cursor) if line.tag == "bmoca.conformance"]
        assert [line.message for line in lines] == [f"line: {number}" for number in range(20)]
        assert {line.level for line in lines} == {"W"}


@pytest.mark.handset
def test_clearing_the_log_leaves_cursors_right(device: Device) -> None:
    device.shell(f"am start -n {CLOCK}")
    cursor = device.log_cursor()
    device.shell("logcat -c")
    assert device.log_since(0) == []
    device.perform(PressKey("HOME"))
    assert device.log_since(cursor) == device.log_since(0) != []


# Snapshots


@pytest.mark.handset
def test_a_snapshot_brings_everything_back(device: Device) -> None:
    device.shell("setprop debug.bmoca.clock frozen")
    device.write_file("/sdcard/kept.txt", b"kept")
    device.save_snapshot("first")
    tree, frame = device.ui_tree(), device.screenshot((128, 256))
    device.shell(f"am start -n {CLOCK}; settings put system probe 1")
    device.write_file("/sdcard/kept.txt", b"changed")
    device.save_snapshot("other")
    device.load_snapshot("first")
    assert device.ui_tree() == tree
    assert np.array_equal(device.screenshot((128, 256)), frame)
    assert device.shell("settings get system probe").output.strip() == "null"
    assert device.read_file("/sdcard/kept.txt") == b"kept"
    device.load_snapshot("other")
    assert device.shell("settings get system probe").output.strip() == "1"
    assert device.read_file("/sdcard/kept.txt") == b"changed"


@pytest.mark.handset
def test_snapshots_are_named_in_order_and_replaced(device: Device) -> None:
    for name in ("b", "a", "c"):
        device.save_snapshot(name)
    assert {"a", "b", "c"} <= set(device.snapshots())
    assert list(device.snapshots()) == sorted(device.snapshots())
    device.shell("settings put system probe 2")
    device.save_snapshot("a")
    device.load_snapshot("b")
    device.load_snapshot("a")
    assert device.shell("settings get system probe").output.strip() == "2"


@pytest.mark.handset
def test_an_unknown_snapshot_is_named_with_its_nearest(device: Device) -> None:
    device.save_snapshot("train_env_001")
    with pytest.raises(SnapshotError, match=r"'train_env_01'.*Did you mean 'train_env_001'"):
        device.load_snapshot("train_env_01")
    assert isinstance(SnapshotError("x"), DeviceError)


# Closing, copying


def test_closing_twice_is_harmless(make_device: Callable[[], Device]) -> None:
    device = make_device()
    device.screenshot((32, 64))
    device.close()
    device.close()


@pytest.mark.handset
def test_two_devices_do_not_touch_each_other(make_device: Callable[[], Device]) -> None:
    one, two = make_device(), make_device()
    before = two.ui_tree()
    one.shell(f"am start -n {CLOCK}; settings put system probe 1")
    one.write_file("/sdcard/a", b"")
    one.save_snapshot("only here")
    assert two.ui_tree() == before
    assert two.shell("settings get system probe").output.strip() == "null"
    assert "only here" not in two.snapshots()


@pytest.mark.in_process
def test_a_device_in_this_process_can_be_pickled(device: Device) -> None:
    device.shell(f"am start -n {CLOCK}")
    device.save_snapshot("here")
    frame = device.screenshot((128, 256))
    twin = pickle.loads(pickle.dumps(device))
    assert twin.ui_tree() == device.ui_tree()
    assert np.array_equal(twin.screenshot((128, 256)), frame)
    assert twin.snapshots() == device.snapshots()
    twin.perform(PressKey("HOME"))
    assert "deskclock" in front(device)
