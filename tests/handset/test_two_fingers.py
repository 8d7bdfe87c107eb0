"""Two fingers: what a pinch and a swipe of two fingers do on maps, pictures, lists and the status bar; double taps."""

from __future__ import annotations

import io
import math
import pickle
from typing import Any

import numpy as np
import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bmoca_gym.handset.apps.maps import state as maps
from bmoca_gym.handset.apps.maps_me import state as maps_me
from bmoca_gym.handset.apps.osmand import state as osmand
from bmoca_gym.handset.errors import GestureError
from bmoca_gym.handset.gestures import Pinch, Swipe, Tap, pinch
from bmoca_gym.handset.providers import pictures

OSMAND = osmand.PACKAGE
VIEWS = {app.PACKAGE: app.VIEW for app in (maps, osmand, maps_me)}
SHARE = st.floats(0, 1)
MAPS = {
    "maps": ("android10", maps.PACKAGE, maps.MAIN),
    "osmand": ("android13", OSMAND, osmand.MAIN),
    "maps_me": ("androidlab", maps_me.PACKAGE, maps_me.MAIN),
}


def picture(seed: int = 0) -> bytes:
    """A picture of 90 x 160 px in which each pixel differs."""
    pixels = np.random.default_rng(seed).integers(0, 256, (16, 9, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).resize((90, 160), Image.Resampling.BICUBIC).save(out, "PNG")
    return out.getvalue()


@pytest.fixture(params=MAPS)
def map_hand(request: Any) -> tuple[Hand, str]:
    """A hand on an app's map, and the app's package."""
    image, package, activity = MAPS[request.param]
    hand = Hand(image=image, width=1080, height=2160, density=440)
    hand.shell(f"am start -n {package}/{activity}")
    return hand, package


def seen(map_hand: tuple[Hand, str]) -> Any:
    hand, package = map_hand
    return hand.phone.apps[package]


# The gesture


@given(SHARE, SHARE, st.floats(0.1, 10))
def test_a_pinch_has_the_scale_that_was_asked_for_around_its_point(x: float, y: float, scale: float) -> None:
    made = pinch(x, y, scale)
    assert made.scale(1080, 2160) == pytest.approx(scale, rel=1e-6)
    assert made.middle == pytest.approx(made.end)
    assert math.dist(made.middle, (x, y)) <= 0.05 * math.sqrt(2) + 1e-9
    assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize("scale", [0, -1, 0.09, 11, float("nan"), "2"])
def test_a_scale_is_a_number_from_a_tenth_to_ten(scale: Any) -> None:
    with pytest.raises(GestureError, match="scale of a pinch"):
        pinch(0.5, 0.5, scale)


def test_the_points_and_the_time_of_a_pinch_are_checked() -> None:
    with pytest.raises(GestureError, match=r"Pinch\.x3 is 1\.5"):
        Pinch(0, 0, 0, 0, 0, 0, 1.5, 0)
    with pytest.raises(GestureError, match="seconds"):
        Pinch(0, 0, 0, 0, 1, 1, 1, 1, 0)
    with pytest.raises(GestureError, match=r"Tap\.x"):
        pinch(2, 0.5, 2)


# Maps


def test_a_pinch_zooms_a_map_around_the_fingers(map_hand: tuple[Hand, str]) -> None:
    hand, _ = map_hand
    first = seen(map_hand)
    frame = hand.device.screenshot()
    hand.device.perform(pinch(0.5, 0.5, 2.0))
    closer = seen(map_hand)
    assert closer.zoom == first.zoom + 1
    assert (hand.device.screenshot() != frame).any()
    hand.device.perform(pinch(0.5, 0.5, 0.5))
    back = seen(map_hand)
    assert back.zoom == first.zoom
    assert math.dist((back.x, back.y), (first.x, first.y)) < 5, "metres"
    for _ in range(4):
        hand.device.perform(pinch(0.5, 0.5, 0.1))
    assert seen(map_hand).zoom == 0


def test_a_small_pinch_zooms_by_a_level_and_a_still_one_does_nothing(map_hand: tuple[Hand, str]) -> None:
    hand, _ = map_hand
    first = seen(map_hand)
    hand.device.perform(pinch(0.5, 0.5, 1.02))
    assert seen(map_hand) is first
    hand.device.perform(pinch(0.5, 0.5, 1.2))
    assert seen(map_hand).zoom == first.zoom + 1


def test_two_fingers_side_by_side_pan_a_map(map_hand: tuple[Hand, str]) -> None:
    hand, _ = map_hand
    first = seen(map_hand)
    hand.device.perform(Swipe(0.4, 0.5, 0.4, 0.6))
    one = seen(map_hand)
    hand.device.perform(Swipe(0.4, 0.6, 0.4, 0.5))
    hand.device.perform(Pinch(0.4, 0.5, 0.4, 0.6, 0.6, 0.5, 0.6, 0.6))
    two = seen(map_hand)
    assert (two.x, two.zoom) == (one.x, one.zoom)
    assert two.y == pytest.approx(one.y, abs=2)
    assert two.y != first.y


def test_a_finger_on_a_button_is_none_on_the_map(map_hand: tuple[Hand, str]) -> None:
    hand, _ = map_hand
    names = ("zoom_in", "mylocation_button")
    button = next(node for node in hand.tree.nodes if any(name in node.resource_id for name in names))
    x, y = hand.at(button)
    first = seen(map_hand)
    hand.device.perform(Pinch(x, y, x, y, 0.5, 0.5, 0.5, 0.3))
    assert seen(map_hand) is first


def test_a_double_tap_zooms_a_map_in_and_leaves_the_rest_as_it_was(map_hand: tuple[Hand, str]) -> None:
    hand, package = map_hand
    first, page = seen(map_hand), hand.phone.top.argument
    hand.device.perform(Tap(0.5, 0.5))
    hand.device.perform(Tap(0.5, 0.5))
    assert hand.phone.top.argument == page
    near = seen(map_hand)
    assert (near.zoom, near.bare) == (first.zoom + 1, first.bare)
    metres = 40 / VIEWS[package].scales[near.zoom]  # 40 dp: how far (0.5, 0.5) is from the middle of the map
    assert math.dist((near.x, near.y), (first.x, first.y)) < metres
    # The third tap is the first of another pair, and two slow taps are two taps.
    hand.wait(1)
    hand.device.perform(Tap(0.5, 0.5))
    hand.wait(0.4)
    hand.device.perform(Tap(0.5, 0.5))
    assert seen(map_hand).zoom == near.zoom


def test_a_tap_with_two_fingers_zooms_a_map_out(map_hand: tuple[Hand, str]) -> None:
    hand, _ = map_hand
    first = seen(map_hand)
    hand.device.perform(Pinch(0.4, 0.5, 0.4, 0.5, 0.6, 0.5, 0.6, 0.5, 0.1))
    after = seen(map_hand)
    assert (after.zoom, after.bare, after.chosen if hasattr(after, "chosen") else None) == (
        first.zoom - 1,
        first.bare,
        None,
    )
    hand.device.perform(Pinch(0.4, 0.5, 0.4, 0.5, 0.6, 0.5, 0.6, 0.5, 0.6))
    assert seen(map_hand).zoom == after.zoom, "fingers that rest on it are no tap"


@pytest.mark.parametrize(("way", "levels"), [(0.12, 1), (-0.12, -1), (0.25, 2)])
def test_a_double_tap_whose_second_is_dragged_zooms_a_map(
    map_hand: tuple[Hand, str], way: float, levels: int
) -> None:
    hand, _ = map_hand
    first, page = seen(map_hand), hand.phone.top.argument
    hand.device.perform(Tap(0.5, 0.5))
    hand.device.perform(Swipe(0.5, 0.5, 0.5, 0.5 + way, 0.3))
    after = seen(map_hand)
    assert (after.zoom, after.bare, hand.phone.top.argument) == (first.zoom + levels, first.bare, page)
    hand.wait(1)
    hand.device.perform(Swipe(0.5, 0.5, 0.5, 0.5 + way, 0.3))
    assert seen(map_hand).zoom == after.zoom, "alone it pans"


def test_taps_far_apart_are_two_taps(map_hand: tuple[Hand, str]) -> None:
    hand, _ = map_hand
    first = seen(map_hand)
    hand.device.perform(Tap(0.3, 0.4))
    hand.device.perform(Tap(0.7, 0.6))
    assert seen(map_hand).zoom == first.zoom


def test_a_double_tap_adds_no_point_to_a_planned_track() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell(f"am start -n {OSMAND}/{MAPS['osmand'][2]}")
    hand.tap("map_menu_button")
    hand.tap(text="Plan a route")
    if hand.phone.apps[OSMAND].plan is None:
        hand.tap(text="Create new route")
    first = hand.phone.apps[OSMAND]
    hand.device.perform(Tap(0.5, 0.4))
    hand.device.perform(Tap(0.5, 0.4))
    after = hand.phone.apps[OSMAND]
    assert (after.plan, after.zoom) == (first.plan, first.zoom + 1)
    hand.wait(1)
    hand.device.perform(Tap(0.5, 0.4))
    assert len(hand.phone.apps[OSMAND].plan.points) == len(first.plan.points) + 1


def test_a_double_tap_on_a_place_of_maps_opens_no_page() -> None:
    hand = Hand()
    hand.open("maps")
    first = hand.state("maps")
    for x, y in [(x / 10, y / 20) for x in range(1, 10) for y in range(4, 16)]:
        hand.device.perform(Tap(x, y))
        if hand.phone.top.argument is not None:
            break
        hand.wait(1)
    assert hand.phone.top.argument is not None, "a place was found by touch"
    hand.device.perform(Tap(x, y))
    assert hand.phone.top.argument is None
    assert hand.state("maps").zoom == first.zoom + 1


def test_a_double_tap_zooms_under_the_page_of_a_place() -> None:
    hand = Hand()
    hand.open("maps")
    for x, y in [(x / 10, y / 20) for x in range(1, 10) for y in range(4, 9)]:
        hand.device.perform(Tap(x, y))
        if hand.phone.top.argument is not None:
            break
        hand.wait(1)
    page, first = hand.phone.top.argument, hand.state("maps")
    for at in [(0.1, 0.2), (0.9, 0.3)]:
        hand.wait(1)
        before = hand.state("maps").zoom
        hand.device.perform(Tap(*at))
        hand.device.perform(Tap(*at))
        assert (hand.phone.top.argument, hand.state("maps").zoom) == (page, before + 1)
    assert hand.state("maps").zoom == first.zoom + 2


# Pictures and the camera


@pytest.fixture(params=["photos", "gallery"])
def viewer(request: Any) -> tuple[Hand, str]:
    """A hand on a picture in full screen, and the package of the app that shows it."""
    if request.param == "photos":
        hand = Hand()
        hand.device.write_file("/sdcard/Pictures/one.png", picture())
        hand.shell("am start -a android.intent.action.VIEW -t image/png -d file:///sdcard/Pictures/one.png")
        return hand, "com.google.android.apps.photos"
    hand = Hand(image="android13")
    hand.device.write_file("/sdcard/DCIM/one.png", picture())
    hand.shell(
        "am start -a android.intent.action.VIEW -t image/png -d file:///sdcard/DCIM/one.png "
        "-n com.simplemobiletools.gallery.pro/.activities.PhotoActivity"
    )
    return hand, "com.simplemobiletools.gallery.pro"


def test_a_pinch_enlarges_a_picture_that_a_finger_then_moves(viewer: tuple[Hand, str]) -> None:
    hand, package = viewer
    far = hand.device.screenshot()
    hand.device.perform(pinch(0.5, 0.5, 2.5))
    assert hand.phone.apps[package].zoom == pytest.approx(2.5)
    near = hand.device.screenshot()
    assert (near != far).any()
    hand.device.perform(Swipe(0.7, 0.5, 0.4, 0.5))
    moved = hand.phone.apps[package]
    assert moved.x == pytest.approx(0.5 + 0.3 / 2.5, abs=0.01)
    assert (hand.device.screenshot() != near).any()
    hand.device.perform(pinch(0.5, 0.5, 9.0))
    assert hand.phone.apps[package].zoom == 4.0
    hand.device.perform(pinch(0.5, 0.5, 0.1))
    whole = hand.phone.apps[package]
    assert (whole.zoom, whole.x, whole.y) == (1.0, 0.5, 0.5)
    assert (hand.device.screenshot() == far).all()


def test_a_double_tap_enlarges_a_picture_and_another_one_ends_it(viewer: tuple[Hand, str]) -> None:
    hand, package = viewer
    for zoom in (2.0, 1.0):
        hand.wait(1)
        bars = hand.phone.apps[package].bars
        hand.device.perform(Tap(0.4, 0.5))
        hand.device.perform(Tap(0.4, 0.5))
        assert (hand.phone.apps[package].zoom, hand.phone.apps[package].bars) == (zoom, bars)


def test_the_next_picture_of_photos_is_whole(hand: Hand) -> None:
    for name in ("one", "two"):
        hand.device.write_file(f"/sdcard/Pictures/{name}.png", picture())
    hand.open("photos")
    cell = next(n for n in hand.all(class_name="android.view.ViewGroup") if n.content_description)
    hand.tap(description=cell.content_description)
    hand.device.perform(pinch(0.5, 0.5, 2.0))
    assert hand.state("photos").zoom == pytest.approx(2.0)
    hand.press("BACK")
    hand.tap(description=cell.content_description)
    assert hand.state("photos").zoom == 1.0


def test_the_camera_zooms_and_takes_what_it_shows(hand: Hand) -> None:
    hand.open("camera")
    far = hand.device.screenshot()
    hand.device.perform(pinch(0.5, 0.4, 2.0))
    assert hand.state("camera").zoom == 2.0
    assert (hand.device.screenshot() != far).any()
    hand.tap("shutter_button")
    near = pictures.photos(hand.phone)[0].data
    hand.device.perform(pinch(0.5, 0.4, 0.2))
    hand.wait(2)
    hand.tap("shutter_button")
    whole = next(one.data for one in pictures.photos(hand.phone) if one.data != near)
    assert pictures.size(near) == pictures.size(whole)
    large, small = (np.asarray(Image.open(io.BytesIO(data)).convert("L"), float) for data in (near, whole))
    height, width = small.shape
    middle = small[height // 4 : height - height // 4, width // 4 : width - width // 4]
    shrunk = np.asarray(Image.fromarray(large).resize(middle.shape[::-1]), float)
    assert np.abs(shrunk - middle).mean() < 12 < np.abs(large - small).mean()
    hand.tap("three_dots")
    hand.device.perform(pinch(0.5, 0.4, 3.0))
    hand.tap("camera_toggle_button")
    assert hand.state("camera").zoom == 1.0


def test_a_page_of_chrome_grows_and_still_scrolls_with_two_fingers() -> None:
    hand = Hand()
    hand.shell("am start -a android.intent.action.VIEW -d https://weather.example/")
    first = hand.tree
    hand.device.perform(pinch(0.5, 0.5, 2.0))
    assert hand.state("chrome").tab.entry.zoom == 2.0
    assert hand.tree != first
    hand.device.perform(Pinch(0.4, 0.8, 0.4, 0.4, 0.6, 0.8, 0.6, 0.4))
    assert hand.phone.top.offsets, "the page has moved"
    hand.device.perform(pinch(0.5, 0.5, 0.1))
    assert hand.state("chrome").tab.entry.zoom == 1.0


# Elsewhere


def test_a_list_ignores_a_pinch_and_scrolls_with_two_fingers(hand: Hand) -> None:
    hand.open("settings")
    first = hand.tree
    hand.device.perform(pinch(0.5, 0.5, 2.0))
    hand.device.perform(pinch(0.5, 0.5, 0.5))
    assert hand.tree is first
    other = Hand()
    other.open("settings")
    other.device.perform(Swipe(0.4, 0.8, 0.4, 0.3, 0.4))
    hand.device.perform(Pinch(0.4, 0.8, 0.4, 0.3, 0.6, 0.8, 0.6, 0.3, 0.4))
    assert hand.tree == other.tree != first


def test_two_fingers_from_the_status_bar_open_quick_settings(hand: Hand) -> None:
    hand.device.perform(Pinch(0.4, 0.0, 0.4, 0.5, 0.6, 0.0, 0.6, 0.5))
    assert hand.phone.shade is not None
    assert hand.phone.shade.full
    other = Hand()
    other.device.perform(Swipe(0.4, 0.0, 0.4, 0.5))
    assert other.phone.shade is not None
    assert not other.phone.shade.full


def test_nothing_zooms_under_a_dialog_or_the_shade() -> None:
    hand = Hand()
    hand.open("maps")
    hand.device.perform(Swipe(0.4, 0.0, 0.4, 0.5))
    first = hand.state("maps")
    hand.device.perform(pinch(0.5, 0.5, 2.0))
    assert hand.state("maps") is first
