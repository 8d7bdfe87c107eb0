"""Motion of the screen: each kind is visible half way through, is a function of time, and ends in the frame without
motion."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Motion
from bmoca_gym.handset.system import activities, motion
from bmoca_gym.handset.value import replace

IMAGES = ("android10", "android13")
SIZES = ((128, 256), (270, 540))
SETTINGS = "com.android.settings"


def device(image: str = "android10", moving: bool = True, **looks: Any) -> EmbeddedDevice:
    made = EmbeddedDevice(Configuration(**looks) if looks else None, image=image)
    if moving:
        made.phone = replace(made.phone, motion=Motion())
    return made


def kinds(phone: EmbeddedDevice) -> list[str]:
    return [move.kind for move in motion.moves(phone.phone)]


def tapped(phone: EmbeddedDevice, **attributes: Any) -> Tap:
    tree = phone.ui_tree()
    node = tree.find(**attributes)
    assert node is not None, attributes
    x, y = node.center
    return Tap(x / tree.width, y / tree.height)


def to_settings(phone: EmbeddedDevice) -> None:
    phone.shell(f"am start -n {SETTINGS}/.Settings")
    phone.wait(3)


def first_row(phone: EmbeddedDevice) -> Tap:
    tree = phone.ui_tree()
    rows = [
        node
        for node in tree
        if node.clickable and node.bounds[1] > 400 and node.class_name.endswith("Layout")
    ]
    x, y = rows[0].center
    return Tap(x / tree.width, y / tree.height)


def to_drawer(phone: EmbeddedDevice) -> None:
    phone.perform(Swipe(0.5, 0.7, 0.5, 0.2, 0.2))
    phone.wait(3)


def to_page(phone: EmbeddedDevice) -> None:
    to_settings(phone)
    phone.perform(first_row(phone))
    phone.wait(3)


def to_shade(phone: EmbeddedDevice) -> None:
    phone.perform(Swipe(0.5, 0, 0.5, 0.6, 0.2))
    phone.wait(3)


def to_search(phone: EmbeddedDevice) -> None:
    to_drawer(phone)
    phone.perform(tapped(phone, class_name="android.widget.EditText"))
    phone.wait(3)


def to_mail(phone: EmbeddedDevice) -> None:
    phone.shell("monkey -p com.google.android.gm -c android.intent.category.LAUNCHER 1")
    phone.wait(3)


def to_menu(phone: EmbeddedDevice) -> None:
    to_mail(phone)
    phone.perform(tapped(phone, content_description="Open navigation drawer"))
    phone.wait(3)


def to_sheet(phone: EmbeddedDevice) -> None:
    phone.shell("am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT hi")
    phone.wait(3)


def nothing(phone: EmbeddedDevice) -> None:
    pass


#: For each kind how to get to where it begins, and the gesture that it follows.
BEGINS: dict[str, tuple[Callable[[EmbeddedDevice], None], Callable[[EmbeddedDevice], Gesture]]] = {
    "open": (nothing, lambda phone: tapped(phone, text="Phone")),
    "close": (to_settings, lambda _: PressKey("HOME")),
    "enter": (to_settings, first_row),
    "leave": (to_page, lambda _: PressKey("BACK")),
    "drawer": (nothing, lambda _: Swipe(0.5, 0.7, 0.5, 0.2, 0.2)),
    "drawer_close": (to_drawer, lambda _: PressKey("BACK")),
    "shade": (nothing, lambda _: Swipe(0.5, 0, 0.5, 0.6, 0.2)),
    "shade_close": (to_shade, lambda _: PressKey("BACK")),
    "keyboard": (to_drawer, lambda phone: tapped(phone, class_name="android.widget.EditText")),
    "keyboard_close": (to_search, lambda _: PressKey("BACK")),
    "panel": (to_settings, lambda _: PressKey("VOLUME_UP")),
    "page": (to_settings, lambda _: PressKey("OVERVIEW")),
    "side": (to_mail, lambda phone: tapped(phone, content_description="Open navigation drawer")),
    "side_close": (to_menu, lambda _: PressKey("BACK")),
    "sheet_close": (to_sheet, lambda _: PressKey("BACK")),
    "ripple": (to_settings, first_row),
    "scroll": (to_settings, lambda _: Swipe(0.5, 0.6, 0.5, 0.5, 0.1)),
    "overscroll": (to_settings, lambda _: Swipe(0.5, 0.4, 0.5, 0.7, 0.2)),
}


def at_beginning(kind: str, image: str, moving: bool = True) -> tuple[EmbeddedDevice, Gesture]:
    phone = device(image, moving, height=1280, density=330) if kind == "scroll" else device(image, moving)
    begin, gesture = BEGINS[kind]
    begin(phone)
    return phone, gesture(phone)


@pytest.mark.parametrize("image", IMAGES)
@pytest.mark.parametrize("kind", BEGINS)
def test_a_motion_is_seen_half_way_and_ends_as_without_motion(kind: str, image: str) -> None:
    phone, gesture = at_beginning(kind, image)
    calm, _ = at_beginning(kind, image, moving=False)
    before = phone.frame(SIZES[0])
    assert np.array_equal(before, calm.frame(SIZES[0]))
    phone.perform(gesture)
    calm.perform(gesture)
    assert kind in kinds(phone)
    seen = [phone.frame(SIZES[0])]
    ends = max(move.lasts for move in motion.moves(phone.phone))
    for _ in range(3):
        phone.wait(ends / 4000)
        calm.wait(ends / 4000)
        assert kinds(phone)
        seen.append(phone.frame(SIZES[0]))
        if kind != "scroll":
            assert phone.ui_tree() == calm.ui_tree()
    assert all(not np.array_equal(one, other) for one, other in pairwise(seen))
    assert not any(np.array_equal(one, calm.frame(SIZES[0])) for one in seen[1:])
    phone.wait(ends / 1000)
    calm.wait(ends / 1000)
    assert replace(phone.phone, motion=None) == calm.phone
    assert phone.phone.motion == motion.REST
    for size in (*SIZES, None):
        assert np.array_equal(phone.frame(size), calm.frame(size))
    assert phone.ui_tree() == calm.ui_tree()


@pytest.mark.parametrize("kind", BEGINS)
def test_a_phone_in_the_middle_of_a_motion_is_a_value(kind: str) -> None:
    phone, gesture = at_beginning(kind, "android13")
    phone.perform(gesture)
    phone.wait(0.05)
    middle = phone.phone
    frame = phone.frame(SIZES[0])
    other = EmbeddedDevice(image="android13")
    other.phone = pickle.loads(pickle.dumps(middle))
    assert other.phone == middle
    assert np.array_equal(other.frame(SIZES[0]), frame)
    for one in (phone, other):
        one.wait(0.03)
    assert np.array_equal(other.frame(SIZES[0]), phone.frame(SIZES[0]))
    phone.phone = middle
    assert np.array_equal(phone.frame(SIZES[0]), frame)


@pytest.mark.parametrize("kind", BEGINS)
def test_waiting_in_pieces_is_waiting_at_once(kind: str) -> None:
    phone, gesture = at_beginning(kind, "android10")
    phone.perform(gesture)
    begun = phone.phone
    phone.wait(2)
    at_once = phone.phone
    phone.phone = begun
    for _ in range(8):
        phone.wait(0.25)
    assert phone.phone == at_once


def test_a_tap_stops_a_list_that_goes_on() -> None:
    phone, gesture = at_beginning("scroll", "android10")
    phone.perform(gesture)
    phone.wait(0.1)
    places = {node.text: node.bounds for node in phone.ui_tree() if node.text}
    phone.perform(Tap(0.5, 0.5))
    assert not kinds(phone)
    assert phone.phone.top.component == f"{SETTINGS}/{SETTINGS}.Settings"
    phone.wait(3)
    assert {node.text: node.bounds for node in phone.ui_tree() if node.text} == places
    end = at_beginning("scroll", "android10", moving=False)[0]
    end.perform(gesture)
    assert dict(phone.phone.top.offsets) != dict(end.phone.top.offsets)


def test_a_list_slows_down_and_never_goes_back() -> None:
    phone, gesture = at_beginning("scroll", "android13")
    phone.perform(gesture)
    offsets = []
    while kinds(phone):
        offsets.append(dict(motion.still(phone.phone).top.offsets)["home"])
        phone.wait(0.03)
    ways = [after - before for before, after in pairwise(offsets)]
    assert min(ways) >= 0
    assert ways[0] > 2 * ways[-1]


def test_what_the_shell_starts_opens_too() -> None:
    phone = device()
    phone.shell(f"am start -n {SETTINGS}/.Settings")
    assert kinds(phone) == ["open"]
    phone.wait(3)
    tap = first_row(phone)
    width, height = phone.info.width, phone.info.height
    phone.shell(f"input tap {round(tap.x * width)} {round(tap.y * height)}")
    assert kinds(phone) == ["ripple", "enter"]


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_menus_and_sheets_come_from_where_they_stay(locale: str) -> None:
    phone = device("android13", locale=locale)
    to_mail(phone)
    label = "Open navigation drawer" if locale == "en-US" else "فتح لائحة التنقل"
    phone.perform(tapped(phone, content_description=label))
    (left, top, right, _), width = motion.moves(phone.phone)[-1].area, phone.info.width
    assert kinds(phone) == ["ripple", "side"]
    assert (left == 0, right == width, top) == (locale == "en-US", locale == "ar-EG", 0)
    phone.perform(PressKey("HOME"))
    phone.wait(3)
    phone.shell("am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT hi")
    assert kinds(phone) == ["sheet"]


def test_a_screenshot_by_the_shell_shows_the_moment() -> None:
    phone = device()
    phone.shell(f"am start -n {SETTINGS}/.Settings")
    phone.wait(0.2)
    _, output, _ = session.run(phone.phone, "screencap | md5sum")
    phone.wait(0.1)
    assert session.run(phone.phone, "screencap | md5sum")[1] != output


@pytest.mark.parametrize(
    ("setting", "kind"),
    [
        ("transition_animation_scale", "enter"),
        ("window_animation_scale", "keyboard"),
        ("animator_duration_scale", "drawer"),
    ],
)
def test_the_settings_of_developers_speed_motion_up_and_stop_it(setting: str, kind: str) -> None:
    phone, gesture = at_beginning(kind, "android10")
    start = phone.phone
    lasts = {}
    for scale in ("0", "1", "0.5"):
        phone.phone = start
        phone.shell(f"settings put global {setting} {scale}")
        phone.perform(gesture)
        lasts[scale] = next((move.lasts for move in motion.moves(phone.phone) if move.kind == kind), 0)
    assert lasts["1"] > 0
    assert lasts["0"] == 0
    assert lasts["0.5"] == round(lasts["1"] / 2)


def test_a_phone_without_motion_has_none() -> None:
    phone, gesture = at_beginning("enter", "android10", moving=False)
    phone.perform(gesture)
    assert phone.phone.motion is None


def test_a_text_goes_into_a_window_that_still_opens() -> None:
    phone = device()
    to_drawer(phone)
    phone.perform(tapped(phone, class_name="android.widget.EditText"))
    phone.wait(0.05)
    phone.perform(TypeText("clo"))
    assert "keyboard" in kinds(phone)
    phone.wait(1)
    assert phone.ui_tree().find(text="Clock") is not None


def test_what_time_changes_moves_too() -> None:
    phone = device()
    phone.phone = activities.toast(phone.phone, "Saved")
    phone.wait(2.1)  # the toast goes, and fades
    assert kinds(phone) == ["panel"]
    phone.wait(1)
    assert not kinds(phone)
