"""Simple Gallery Pro: folders and media, operations on them, the recycle bin, the viewer."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.tasks import media

DRAWN = np.random.default_rng(0)
PICTURES = {name: media.picture(DRAWN, 60, 90, (name,)) for name in ("one", "two", "three")}
FILM = media.film(DRAWN, 6, 64, 48, ("a", "b", "c"))


@pytest.fixture
def hand() -> Hand:
    """A gallery of three pictures and a film in two folders."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    for name, data in PICTURES.items():
        hand.device.write_file(f"/sdcard/DCIM/{name}.png", data)
    hand.device.write_file("/sdcard/Movies/film.mp4", FILM)
    hand.shell("am start -n com.simplemobiletools.gallery.pro/.activities.MainActivity")
    return hand


def menu(hand: Hand, *items: str) -> None:
    hand.tap(description="More options")
    for item in items:
        hand.tap(text=item)


def names(hand: Hand) -> list[str]:
    """The names of the files that the folder shows."""
    if not hand.sees("medium_name"):
        menu(hand, "Toggle filename visibility")
    return hand.texts("medium_name")


def open_medium(hand: Hand, folder: str, name: str) -> None:
    hand.tap(text=folder)
    assert name in names(hand)
    hand.tap(text=name)


def test_folders_are_sorted_filtered_and_searched(hand: Hand) -> None:
    assert hand.texts("photo_cnt") == ["3", "1"]
    menu(hand, "Sort by", "Name", "Ascending", "OK")
    assert hand.texts("dir_name") == ["DCIM", "Movies"]
    menu(hand, "Filter media")
    hand.tap("filter_media_images")
    hand.tap("button1")
    assert hand.texts("dir_name") == ["Movies"]
    menu(hand, "Filter media")
    hand.tap("filter_media_images")
    hand.tap("button1")
    hand.tap("top_toolbar_search")
    hand.type("dci")
    assert hand.texts("dir_name") == ["DCIM"]
    hand.press("BACK", "BACK")
    hand.tap(text="DCIM")
    menu(hand, "Sort by", "Name", "Descending", "OK")
    assert names(hand) == ["two.png", "three.png", "one.png"]
    hand.tap("top_toolbar_search")
    hand.type("three")
    assert names(hand) == ["three.png"]


@pytest.mark.parametrize("how", ["Copy to", "Move to"])
def test_a_picture_goes_to_a_folder_without_media(hand: Hand, how: str) -> None:
    open_medium(hand, "DCIM", "two.png")
    menu(hand, how, "Other folder", "Download", "OK")
    assert hand.device.read_file("/sdcard/Download/two.png") == PICTURES["two"]
    assert ("/sdcard/DCIM/two.png" in hand.phone.files) == (how == "Copy to")
    # What was moved is left for its neighbour.
    assert hand.sees(text="two.png") == (how == "Copy to")


def test_a_file_of_that_name_is_left_overwritten_or_kept_beside(hand: Hand) -> None:
    hand.device.write_file("/sdcard/Movies/one.png", PICTURES["three"])
    open_medium(hand, "DCIM", "one.png")
    for answer, files in (
        ("Skip", {"one.png": "three"}),
        ("Keep both", {"one.png": "three", "one(1).png": "one"}),
        ("Overwrite", {"one.png": "one", "one(1).png": "one"}),
    ):
        menu(hand, "Copy to", "Movies", answer, "OK")
        for name, data in files.items():
            assert hand.device.read_file(f"/sdcard/Movies/{name}") == PICTURES[data]
    menu(hand, "Copy to", "DCIM")
    assert hand.phone.toast
    hand.press("BACK")


def test_what_is_selected_goes_to_the_bin_and_comes_back(hand: Hand) -> None:
    hand.tap(text="DCIM")
    names(hand)
    hand.hold(text="one.png")
    hand.tap(text="two.png")
    assert hand.text("action_bar_title") == "2 / 3"
    hand.tap("cab_delete")
    hand.tap("button1")
    assert hand.texts("medium_name") == ["three.png"]
    hand.press("BACK")
    hand.tap(text="Recycle Bin")
    hand.tap(text="one.png")
    hand.tap("bottom_restore")
    assert hand.device.read_file("/sdcard/DCIM/one.png") == PICTURES["one"]
    hand.press("BACK")
    menu(hand, "Empty the Recycle Bin")
    assert hand.sees("media_empty_text_placeholder")
    assert not [path for path in hand.phone.files if path.endswith("two.png")]


def test_a_picture_gets_a_name_a_star_and_tells_of_itself(hand: Hand) -> None:
    open_medium(hand, "DCIM", "three.png")
    menu(hand, "Rename")
    hand.type("nine")
    hand.tap("button1")
    assert hand.sees(text="nine.png")
    hand.tap("bottom_favorite")
    hand.tap("menu_properties")
    assert "60 × 90" in hand.texts("property_value")
    hand.press("BACK", "BACK", "BACK")
    assert hand.texts("dir_name")[0] == "Favorites"


def test_the_viewer_leafs_goes_near_and_plays(hand: Hand) -> None:
    hand.tap("show_all")
    menu(hand, "Sort by", "Name", "Ascending", "OK")
    assert names(hand) == ["film.mp4", "one.png", "three.png", "two.png"]
    hand.tap(text="film.mp4")
    far = hand.device.screenshot()
    hand.tap("video_play_outline")
    hand.wait(4.5)
    assert hand.text("video_curr_time") == "00:04"
    assert (hand.device.screenshot() != far).any()
    hand.tap("video_play_outline")
    hand.wait(2)
    assert hand.text("video_curr_time") == "00:04"
    hand.swipe("left")
    assert hand.sees(text="one.png")
    far = hand.device.screenshot()
    hand.tap("view_pager")
    hand.tap("view_pager")  # at once: nearer
    near = hand.device.screenshot()
    assert (near != far).any()
    hand.swipe("left")
    assert hand.sees(text="one.png")
    assert (hand.device.screenshot() != near).any()
    hand.tap("view_pager")
    hand.tap("view_pager")
    assert (hand.device.screenshot() == far).all()


def test_another_app_has_a_picture_shown(hand: Hand) -> None:
    hand.shell(
        "am start -a android.intent.action.VIEW -t image/png -d file:///sdcard/DCIM/one.png "
        "-p com.simplemobiletools.gallery.pro"
    )
    assert hand.sees(text="one.png")
    hand.tap("bottom_delete")
    hand.tap("button1")
    assert "/sdcard/DCIM/one.png" not in hand.phone.files


def test_the_magnifier_begins_a_search(hand: Hand) -> None:
    hand.press("HOME")
    hand.shell("am start -n com.simplemobiletools.gallery.pro/.activities.MainActivity")
    hand.tap("top_toolbar_search_icon")
    hand.type("words")
    assert hand.text("top_toolbar_search") == "words"


def pixels(hand: Hand, name: str) -> np.ndarray:
    data = np.frombuffer(hand.device.read_file(f"/sdcard/DCIM/{name}"), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def test_pictures_are_turned_in_the_viewer_and_several_at_once(hand: Hand) -> None:
    before = pixels(hand, "one.png")
    open_medium(hand, "DCIM", "one.png")
    menu(hand, "Rotate", "Rotate right")
    assert (pixels(hand, "one.png") == np.rot90(before, -1)).all()
    assert hand.sees("medium_viewer_toolbar")
    menu(hand, "Rotate", "Rotate left")
    assert (pixels(hand, "one.png") == before).all()
    hand.press("BACK")
    second = pixels(hand, "two.png")
    hand.hold(text="one.png")
    hand.tap(text="two.png")
    menu(hand, "Rotate", "Rotate by 180º")
    assert (pixels(hand, "one.png") == before[::-1, ::-1]).all()
    assert (pixels(hand, "two.png") == second[::-1, ::-1]).all()


def test_a_film_is_not_turned(hand: Hand) -> None:
    open_medium(hand, "Movies", "film.mp4")
    hand.tap(description="More options")
    assert hand.sees(text="Rename")
    assert not hand.sees(text="Rotate")


def test_the_arrow_ends_a_search_that_is_still_empty(hand: Hand) -> None:
    hand.tap("top_toolbar_search_icon")
    assert hand.node("top_toolbar_search").focused
    hand.tap("top_toolbar_search_icon")
    assert not hand.node("top_toolbar_search").focused
