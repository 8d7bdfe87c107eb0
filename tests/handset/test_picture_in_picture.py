"""Picture in picture: a video keeps playing in a small window, which is moved, enlarged, opened and closed."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Pinch, Swipe, Tap
from bmoca_gym.handset.screen import windows_of
from bmoca_gym.handset.state import Motion
from bmoca_gym.handset.system import motion
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks import media

YOUTUBE, VLC = "com.google.android.youtube", "org.videolan.vlc"
SYSTEM_UI = "com.android.systemui"
FILM = media.film(np.random.default_rng(0), 60, 64, 48, ("x", "y", "z"))


def watching(image: str = "android13", **looks: object) -> Hand:
    """A phone on which a video of YouTube plays."""
    hand = Hand(image=image, **({"width": 1080, "height": 2400, "density": 420} | looks))
    hand.shell(f"monkey -p {YOUTUBE} -c android.intent.category.LAUNCHER 1")
    hand.tap("thumbnail")
    hand.wait(2)
    assert hand.state("youtube").since > 0
    return hand


def window(hand: Hand) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the small window; None without one."""
    places = [
        (one.x, one.y, one.x + one.box.width, one.y + one.box.height)
        for one in hand.device.view.surfaces
        if one.kind == "pinned"
    ]
    return places[0] if places else None


def point(hand: Hand, x: float, y: float) -> tuple[float, float]:
    """A point of the small window, in fractions of the screen."""
    place = window(hand)
    assert place is not None
    left, top, right, bottom = place
    info = hand.device.info
    return (left + (right - left) * x) / info.width, (top + (bottom - top) * y) / info.height


def touch(hand: Hand) -> None:
    hand.device.perform(Tap(*point(hand, 0.1, 0.3)))


def button(hand: Hand, id: str) -> UiNode:
    node = hand.device.ui_tree(windows=True).find(resource_id=f"{SYSTEM_UI}:id/{id}")
    assert node is not None, id
    return node


def press(hand: Hand, id: str) -> None:
    hand.device.perform(Tap(*hand.at(button(hand, id))))


def test_a_video_goes_on_over_the_home_screen_and_other_apps() -> None:
    hand = watching()
    start = hand.state("youtube")
    hand.press("HOME")
    hand.wait(10)
    assert hand.phone.home
    assert hand.state("youtube").since == start.since
    left, top, right, bottom = window(hand) or (0, 0, 0, 0)
    assert (right - left) / (bottom - top) == pytest.approx(16 / 9, rel=0.01)
    assert (right, bottom) == (1080 - 42, 2400 - 126 - 42)
    hand.shell("am start -n com.android.settings/.Settings")
    assert window(hand) == (left, top, right, bottom)
    hand.press("BACK")
    assert hand.phone.home
    assert window(hand) is not None


def test_a_paused_video_does_not_go_on() -> None:
    hand = watching()
    hand.tap("watch_player")
    hand.tap("player_control_play_pause_replay_button")
    hand.press("HOME")
    assert hand.phone.pinned is None
    assert window(hand) is None


def test_other_pages_and_android_10_have_no_window() -> None:
    hand = watching()
    hand.press("BACK", "HOME")
    assert hand.phone.pinned is None
    old = watching("android10")
    old.press("HOME")
    assert old.phone.pinned is None
    assert old.state("youtube").since < 0


def test_the_windows_of_accessibility_have_it_and_the_active_tree_has_not() -> None:
    hand = watching()
    hand.press("HOME")
    assert hand.tree.find(resource_id=f"{YOUTUBE}:id/watch_player") is None
    seen = hand.device.ui_tree(windows=True).find(resource_id=f"{YOUTUBE}:id/watch_player")
    assert seen is not None
    assert seen.bounds == window(hand)
    front, small = (one for one in windows_of(hand.phone) if one.type == "TYPE_APPLICATION")
    assert front.active
    assert not small.active
    assert small.bounds == window(hand)
    assert small.tree is not None
    assert {node.package for node in small.tree} == {YOUTUBE}
    touch(hand)
    small = [one for one in windows_of(hand.phone) if one.type == "TYPE_APPLICATION"][-1]
    assert small.tree is not None
    assert small.tree.nodes[0].package == SYSTEM_UI


def test_its_buttons_are_seen_for_a_while() -> None:
    hand = watching()
    hand.press("HOME")
    touch(hand)
    assert button(hand, "dismiss").content_description == "Close"
    hand.wait(2)
    button(hand, "expand_button")
    hand.wait(2)
    assert hand.device.ui_tree(windows=True).find(resource_id=f"{SYSTEM_UI}:id/dismiss") is None
    touch(hand)
    touch(hand)
    assert hand.device.ui_tree(windows=True).find(resource_id=f"{SYSTEM_UI}:id/dismiss") is None


def test_the_video_is_paused_and_played_in_it() -> None:
    hand = watching()
    hand.press("HOME")
    touch(hand)
    assert button(hand, "action").content_description == "Pause"
    press(hand, "action")
    assert hand.state("youtube").since < 0
    assert button(hand, "action").content_description == "Play"
    press(hand, "action")
    assert hand.state("youtube").since > 0


def test_it_opens_as_it_is() -> None:
    hand = watching()
    hand.press("HOME")
    hand.wait(5)
    touch(hand)
    press(hand, "expand_button")
    assert window(hand) is None
    assert hand.phone.pinned is None
    assert hand.sees("watch_player")
    assert hand.state("youtube").since > 0


def test_the_app_opens_it_too() -> None:
    hand = watching()
    hand.press("HOME")
    hand.shell(f"monkey -p {YOUTUBE} -c android.intent.category.LAUNCHER 1")
    assert hand.sees("watch_player")
    assert hand.phone.pinned is None


def test_a_video_that_has_no_picture_goes_on_too() -> None:
    hand = vlc(True)
    hand.device.write_file("/sdcard/Movies/film.mp4", FILM[: len(FILM) // 2])
    hand.press("HOME")
    hand.device.screenshot((135, 300))
    hand.device.write_file("/sdcard/Movies/film.mp4", b"")
    hand.device.screenshot((135, 300))
    hand.shell("rm /sdcard/Movies/film.mp4")
    assert window(hand) is None


def test_the_overview_does_not_show_its_task() -> None:
    hand = watching()
    hand.press("HOME", "OVERVIEW")
    assert not hand.sees("snapshot")
    assert window(hand) is not None
    hand.press("HOME")
    hand.shell("am start -n com.android.settings/.Settings")
    hand.press("OVERVIEW")
    assert [node.content_description for node in hand.all("snapshot")] == ["Settings"]
    hand.tap("snapshot")
    assert window(hand) is not None


def test_it_is_closed() -> None:
    hand = watching()
    hand.press("HOME")
    touch(hand)
    press(hand, "dismiss")
    assert window(hand) is None
    assert hand.phone.pinned is None
    assert hand.state("youtube").since < 0
    hand.shell(f"monkey -p {YOUTUBE} -c android.intent.category.LAUNCHER 1")
    assert not hand.sees("watch_player")


def test_it_is_moved_to_a_side_and_closed_at_the_foot() -> None:
    hand = watching()
    hand.press("HOME")
    place = window(hand)
    x, y = point(hand, 0.5, 0.5)
    hand.device.perform(Swipe(x, y, 0.3, 0.4, 0.4))
    moved = window(hand)
    assert moved is not None
    assert place is not None
    assert moved[0] == 42
    assert (moved[1] + moved[3]) / 2 == pytest.approx(0.4 * 2400, abs=4)
    assert moved[2] - moved[0] == place[2] - place[0]
    x, y = point(hand, 0.5, 0.5)
    hand.device.perform(Swipe(x, y, 0.9, 0.0, 0.4))
    assert (window(hand) or ())[2] == 1080 - 42
    x, y = point(hand, 0.5, 0.5)
    hand.device.perform(Swipe(x, y, 0.5, 0.9, 0.4))
    assert hand.phone.pinned is None
    assert hand.state("youtube").since < 0


def test_two_fingers_make_it_large_and_small() -> None:
    hand = watching()
    hand.press("HOME")
    left, top, right, bottom = window(hand) or (0, 0, 0, 0)
    hand.device.perform(Swipe(*point(hand, 0.5, 0.5), 0.5, 0.5, 0.4))
    x, y = point(hand, 0.5, 0.5)
    hand.device.perform(fingers(x, y, 1.5))
    large = window(hand) or (0, 0, 0, 0)
    assert large[3] - large[1] > 1.4 * (bottom - top)
    x, y = point(hand, 0.5, 0.5)
    hand.device.perform(fingers(x, y, 0.5))
    small = window(hand) or (0, 0, 0, 0)
    assert small[2] - small[0] == right - left


def fingers(x: float, y: float, scale: float) -> Pinch:
    """A pinch of two fingers that begin in the window."""
    first, last = (0.05, 0.05 * scale)
    return Pinch(x - first, y, x - last, y, x + first, y, x + last, y, 0.4)


def test_it_stands_over_the_keyboard() -> None:
    hand = watching()
    hand.press("HOME")
    before = window(hand)
    hand.swipe("up")
    hand.tap("search_box_input") if hand.sees("search_box_input") else hand.tap(
        class_name="android.widget.EditText"
    )
    after = window(hand)
    assert before is not None
    assert after is not None
    assert after[3] < before[3] - 300


def test_a_phone_with_it_is_a_value() -> None:
    hand = watching()
    hand.press("HOME")
    touch(hand)
    phone = hand.phone
    other = Hand(image="android13")
    other.phone = pickle.loads(pickle.dumps(phone))
    assert other.phone == phone
    assert np.array_equal(other.device.screenshot((135, 300)), hand.device.screenshot((135, 300)))
    for one in (hand, other):
        one.wait(5)
    assert other.phone == hand.phone
    assert window(other) == window(hand)


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ko-KR"])
def test_its_buttons_lie_in_it_at_every_size(locale: str) -> None:
    for density in (330, 550):
        hand = watching(locale=locale, density=density, height=2160)
        hand.press("HOME")
        touch(hand)
        left, top, right, bottom = window(hand) or (0, 0, 0, 0)
        places = [button(hand, id).bounds for id in ("dismiss", "expand_button", "action")]
        assert all(left <= a < c <= right and top <= b < d <= bottom for a, b, c, d in places)
        assert all(one[3] <= other[1] for one, other in pairwise(places))


def test_the_screen_behind_a_lock_does_not_show_it() -> None:
    hand = watching()
    hand.press("HOME", "POWER")
    assert window(hand) is None
    hand.press("POWER")
    assert window(hand) is not None


def test_it_appears_in_motion() -> None:
    hand = watching()
    hand.phone = replace(hand.phone, motion=Motion())
    hand.press("HOME")
    assert {move.kind for move in motion.moves(hand.phone)} == {"close", "panel"}
    hand.wait(2)
    assert not motion.moves(hand.phone)


def test_another_video_takes_its_place() -> None:
    hand = vlc(True)
    hand.press("HOME")
    assert hand.phone.pinned is not None
    hand.shell(f"monkey -p {YOUTUBE} -c android.intent.category.LAUNCHER 1")
    hand.tap("thumbnail")
    assert window(hand) is not None
    hand.press("HOME")
    assert hand.phone.pinned.package == YOUTUBE
    assert hand.phone.apps[VLC].playback.since < 0


def vlc(setting: bool) -> Hand:
    """A phone on which VLC plays a video."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.device.write_file("/sdcard/Movies/film.mp4", FILM)
    hand.shell(f"am start -n {VLC}/.gui.MainActivity")
    if setting:
        hand.tap("nav_more")
        hand.tap(text="Settings")
        hand.tap(text="Play videos in Picture-in-Picture mode")
        hand.press("BACK")
    hand.tap("nav_directories")
    hand.tap(text="Movies")
    hand.tap(text="film.mp4")
    return hand


def test_vlc_stops_unless_its_setting_says_otherwise() -> None:
    hand = vlc(False)
    hand.press("HOME")
    assert hand.phone.pinned is None
    assert hand.phone.apps[VLC].playback.since < 0


def test_vlc_goes_on_with_its_setting_until_the_end() -> None:
    hand = vlc(True)
    hand.press("HOME")
    left, top, right, bottom = window(hand) or (0, 0, 0, 0)
    assert (right - left) / (bottom - top) == pytest.approx(64 / 48, rel=0.01)
    first = hand.device.screenshot()
    hand.wait(25)  # the film has three pictures
    assert not np.array_equal(first, hand.device.screenshot())
    hand.wait(90)
    assert hand.phone.home
    touch(hand)
    press(hand, "dismiss")
    assert window(hand) is None


def test_ending_the_app_closes_it() -> None:
    hand = watching()
    hand.press("HOME")
    hand.shell(f"am force-stop {YOUTUBE}")
    assert window(hand) is None
