"""Camera: the shutter writes a picture; options, the timer, the way to the gallery, the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.camera.state import scene
from bmoca_gym.handset.graphics import camera_scenes
from bmoca_gym.handset.graphics.photographs.tracer import photograph
from bmoca_gym.handset.graphics.wallpapers.catalogue import picture_from_bytes
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import files

FOLDER = "/sdcard/DCIM/Camera"
#: Phones that differ the most: 330, 440, 550 and 700 dpi, right to left, dark, and a tablet.
LOOKS = [
    {"density": 330}, {"density": 440, "locale": "ar-EG"}, {"density": 550, "locale": "ko-KR", "dark": True},
    {"density": 700, "locale": "ur-PK", "font_scale": 1.15}, {"width": 1280, "height": 800, "density": 160},
]  # fmt: skip


@pytest.fixture
def camera(hand: Hand) -> Hand:
    """A hand in Camera."""
    hand.open("camera")
    return hand


def taken(hand: Hand) -> list[str]:
    """The names of the pictures, without those in the trash."""
    names = files.names_in(hand.phone, FOLDER) if files.exists(hand.phone, FOLDER) else []
    return [name for name in names if not name.startswith(".trashed-")]


def test_opening_it_is_logged(camera: Hand) -> None:
    lines = camera.new_log()
    starts = [message for tag, message in lines if tag == "ActivityTaskManager"]
    assert any(re.match(r".*START.*cmp=com\.android\.camera2/", message) for message in starts)
    processes = [message for tag, message in lines if tag == "ActivityManager"]
    assert any(re.match("^(.*)Start proc(.*)com.android.camera", message) for message in processes)
    camera.press("BACK")
    assert camera.activity == "NexusLauncherActivity"


def test_the_shutter_writes_a_picture_named_after_the_time(camera: Hand) -> None:
    camera.new_log()
    assert not camera.sees("rounded_thumbnail_view")
    camera.tap("shutter_button")
    assert taken(camera) == ["IMG_20240501_100000.jpg"]
    camera.tap("shutter_button")
    camera.wait(61)
    camera.tap("shutter_button")
    assert taken(camera) == [
        "IMG_20240501_100000.jpg",
        "IMG_20240501_100000_1.jpg",
        "IMG_20240501_100101.jpg",
    ]
    assert ("CAM_PhotoModule", "onShutterButtonClick: mCameraState=1 mVolumeButtonClickedFlag=false") in (
        camera.new_log()
    )
    newest = pictures.photos(camera.phone)[0]
    assert newest.path == f"{FOLDER}/IMG_20240501_100101.jpg"
    assert pictures.size(newest.data) == (960, 1280)


def test_the_name_is_in_the_phones_time_zone(camera: Hand) -> None:
    camera.shell("setprop persist.sys.timezone Asia/Seoul")
    camera.tap("shutter_button")
    assert taken(camera) == ["IMG_20240501_190000.jpg"]


def test_the_thumbnail_opens_the_picture_in_the_gallery(camera: Hand) -> None:
    camera.tap("shutter_button")
    camera.tap("rounded_thumbnail_view")
    assert camera.activity == "HostPhotoPagerActivity"
    camera.tap("trash")
    camera.tap("android:id/button1")
    assert camera.activity == "CameraLauncher", "the last picture is gone, and so is the gallery"
    assert taken(camera) == []
    assert not camera.sees("rounded_thumbnail_view")


def test_each_camera_sees_its_own(camera: Hand) -> None:
    camera.tap("shutter_button")
    camera.tap("three_dots")
    camera.tap("camera_toggle_button")
    assert camera.sees("camera_toggle_button", description="Front camera")
    camera.wait(5)
    camera.tap("shutter_button")
    first, second = (camera.phone.files[f"{FOLDER}/{name}"] for name in taken(camera))
    assert first == scene(False) != scene(True) == second
    assert not camera.sees("mode_options_overlay"), "the shutter closes the options"


def test_lines_can_be_laid_over_the_view(camera: Hand) -> None:
    camera.tap("three_dots")
    assert not camera.sees("grid_lines")
    camera.tap("grid_lines_toggle_button", description="Grid lines off")
    assert camera.sees("grid_lines")
    camera.press("BACK")
    assert camera.sees("three_dots")
    assert camera.sees("grid_lines")


def test_the_timer_counts_before_it_takes_the_picture(camera: Hand) -> None:
    camera.tap("three_dots")
    camera.tap("countdown_toggle_button", description="Countdown timer is off")
    assert camera.sees(description="Countdown timer duration is set to 3 seconds")
    camera.tap("shutter_button")
    assert camera.text("remaining_seconds") == "3"
    camera.wait(2.5)
    assert camera.text("remaining_seconds") == "1"
    assert taken(camera) == []
    camera.wait(1)
    assert not camera.sees("remaining_seconds")
    assert taken(camera) == ["IMG_20240501_100003.jpg"]


@pytest.mark.parametrize("how", ["shutter", "BACK", "HOME", "force-stop"])
def test_the_timer_can_be_stopped(camera: Hand, how: str) -> None:
    camera.tap("three_dots")
    camera.tap("countdown_toggle_button")
    camera.tap("shutter_button")
    camera.wait(1)
    if how == "shutter":
        camera.tap("shutter_button", description="Cancel")
    elif how == "force-stop":
        camera.shell("am force-stop com.android.camera2")
    else:
        camera.press(how)
    camera.wait(20)
    assert taken(camera) == []
    assert not camera.phone.due
    camera.open("camera")
    assert camera.sees("shutter_button", description="Shutter")


def test_settings_stay_when_the_app_is_left(camera: Hand) -> None:
    camera.tap("three_dots")
    camera.tap("grid_lines_toggle_button")
    camera.press("BACK", "BACK")
    camera.open("camera")
    assert camera.sees("grid_lines")
    assert camera.sees("three_dots")


def test_where_nothing_can_be_written_nothing_is(camera: Hand) -> None:
    camera.device.write_file(FOLDER, b"a file where the directory should be")
    camera.tap("shutter_button")
    assert camera.sees("shutter_button")
    assert camera.phone.files[FOLDER] == b"a file where the directory should be"


@pytest.mark.parametrize("look", LOOKS)
def test_everything_has_room(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    hand.open("camera")
    hand.tap("shutter_button")
    hand.tap("three_dots")
    config = hand.phone.configuration
    boxes = {}
    for id in ("preview_content", "mode_options_overlay", "shutter_button", "rounded_thumbnail_view"):
        left, top, right, bottom = boxes[id] = hand.node(id).bounds
        assert 0 <= left < right <= config.width
        assert 0 <= top < bottom <= config.height - 48 * config.density // 160
    preview, shutter = boxes["preview_content"], boxes["shutter_button"]
    assert preview[3] <= shutter[1] or preview[2] <= shutter[0], "the shutter is not over the picture"
    width, height = preview[2] - preview[0], preview[3] - preview[1]
    assert abs(max(width, height) / min(width, height) - 4 / 3) < 0.02


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_names_the_controls(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("camera")
    assert hand.node("shutter_button").content_description == resources.string(locale, "camera.shutter")
    hand.tap("three_dots")
    assert hand.sees(description=resources.string(locale, "camera.back_camera"))


@pytest.mark.parametrize("front", [False, True])
def test_the_packed_scenes_are_what_the_module_draws(front: bool) -> None:
    """Light is followed for few points here, so the two differ by its grain; two scenes differ four times as much."""
    wide, high = 45, 60
    drawn = camera_scenes.SCENES["front" if front else "back"]()
    fresh = photograph(replace(drawn, size=(wide, high), lit=3, samples=4), 0).astype(int)
    packed, other = (picture_from_bytes(scene(one), wide, high).astype(int) for one in (front, not front))
    assert abs(packed - fresh).mean() < 26, "run python -m bmoca_gym.handset.graphics.camera_scenes FOLDER"
    assert abs(other - fresh).mean() > 34
    assert len(scene(front)) < 100_000


@pytest.mark.parametrize("front", [False, True])
def test_the_packed_scenes_have_light_and_shade(front: bool) -> None:
    picture = picture_from_bytes(scene(front), 240, 320).mean(axis=2)
    dark, bright = np.percentile(picture, (4, 96))
    assert bright - dark > 90
