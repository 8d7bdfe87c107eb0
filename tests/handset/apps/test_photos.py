"""Photos: days, albums, search, selection, the viewer and a picture's info, deleting, the log."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from datetime import date

import pytest
from handset_hand import Hand
from handset_walk import faults, random_phone, walk
from PIL import Image

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps.photos import library
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.providers import videos
from bmoca_gym.handset.providers.pictures import COLOSSEUM
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import files

PACKAGE = "com.google.android.apps.photos"
CELL = "android.view.ViewGroup"
LOOKS = [
    {"density": 330}, {"density": 440, "locale": "ar-EG"}, {"density": 550, "locale": "ko-KR", "dark": True},
    {"density": 700, "locale": "ur-PK", "font_scale": 1.15}, {"width": 1280, "height": 800, "density": 160},
]  # fmt: skip


def picture(color: tuple[int, int, int] = (200, 30, 30), size: tuple[int, int] = (40, 20)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def gallery(hand: Hand) -> Hand:
    """A hand in Photos on a phone with four pictures: the first, one of the next day, two of the day after."""
    for name, hours in (("Pictures/beach.png", 24), ("DCIM/Camera/dog.png", 24), ("DCIM/Camera/cat.png", 1)):
        hand.wait(3600 * hours)
        hand.device.write_file(f"/sdcard/{name}", picture())
    hand.open("photos")
    hand.new_log()
    return hand


def cells(hand: Hand) -> list[str]:
    """The descriptions of the pictures in the grid."""
    return [n.content_description for n in hand.all(class_name=CELL) if n.content_description]


def open_cell(hand: Hand, index: int) -> None:
    hand.tap(class_name=CELL, description=cells(hand)[index])


def shown(hand: Hand) -> str:
    argument = hand.phone.tasks[-1].activities[-1].argument
    return argument.path.rpartition("/")[2]


# Opening, and the days


def test_opening_it_is_logged(hand: Hand) -> None:
    hand.open("photos")
    starts = [message for tag, message in hand.new_log() if tag == "ActivityTaskManager"]
    assert any(re.match(r".*START.*cmp=com\.google\.android\.apps\.photos/", message) for message in starts)
    assert any(re.match("^(.*)START(.*)com.google.android.apps.photos", message) for message in starts)
    assert hand.node("tab_photos").selected
    hand.press("BACK")
    assert hand.activity == "NexusLauncherActivity"


def test_a_new_phone_shows_its_picture(hand: Hand) -> None:
    hand.open("photos")
    assert hand.texts("title") == ["Today"]
    assert cells(hand) == ["Photo taken on May 1, 2024 9:00 AM"]
    open_cell(hand, 0)
    assert shown(hand) == "99_Colosseum.jpg"


def test_pictures_are_in_the_order_of_their_days(gallery: Hand) -> None:
    assert gallery.texts("title") == ["Today", "Yesterday", "Wednesday"]
    assert cells(gallery) == [
        "Photo taken on May 3, 2024 11:00 AM", "Photo taken on May 3, 2024 10:00 AM",
        "Photo taken on May 2, 2024 10:00 AM", "Photo taken on May 1, 2024 9:00 AM",
    ]  # fmt: skip
    gallery.shell("rm /sdcard/Pictures/beach.png")
    assert gallery.texts("title") == ["Today", "Wednesday"]


def test_titles_of_days() -> None:
    res = resources.of(Configuration())
    today = date(2024, 5, 10).toordinal()
    titles = [library.day_title(res, today - back, today) for back in (0, 1, 2, 6, 7, 200, -1)]
    assert titles == [
        "Today", "Yesterday", "Wednesday", "Saturday", "Fri, May 3", "Mon, Oct 23, 2023", "Sat, May 11",
    ]  # fmt: skip


def test_where_there_is_no_picture(hand: Hand) -> None:
    hand.shell(f"rm {COLOSSEUM}")
    hand.open("photos")
    assert hand.text("title") == "No photos"
    hand.tap("tab_library")
    assert not hand.sees("album_cover_view")
    hand.tap("favorites_button")
    assert hand.text("title") == "No photos"


# The viewer


def test_leafing_through_the_pictures(gallery: Hand) -> None:
    open_cell(gallery, 0)
    assert gallery.activity == "HostPhotoPagerActivity"
    seen = [shown(gallery)]
    for _ in range(5):
        gallery.swipe("left")
        seen.append(shown(gallery))
    assert seen == ["cat.png", "dog.png", "beach.png", *["99_Colosseum.jpg"] * 3]
    gallery.swipe("right")
    assert shown(gallery) == "beach.png"
    gallery.swipe("down")
    assert gallery.activity == "HomeActivity"


def test_a_touch_hides_the_bars_and_shows_them(gallery: Hand) -> None:
    open_cell(gallery, 0)
    gallery.tap("photo_view_pager")
    assert not gallery.sees("trash")
    assert not gallery.sees("toolbar")
    gallery.swipe("left")
    gallery.tap("photo_view_pager")
    assert gallery.sees("trash")


def test_what_is_known_of_a_picture(gallery: Hand) -> None:
    open_cell(gallery, -1)
    gallery.tap("details")
    size = f"{len(gallery.phone.files[COLOSSEUM]) / 1000:.0f} kB"
    assert gallery.text("date") == "Wed, May 1, 2024\u20039:00 AM"
    assert gallery.texts("title") == ["99_Colosseum.jpg", f"On this device ({size})"]
    assert gallery.texts("subtitle") == [
        f"1.5 MP\u20031500 × 1000\u2003{size}",
        "/storage/emulated/0/Pictures/99_Colosseum.jpg",
    ]
    gallery.press("BACK")
    gallery.swipe("up")
    assert gallery.sees("details_sheet"), "a swipe up shows them too"
    gallery.press("BACK", "BACK")
    assert gallery.activity == "HomeActivity"


def test_deleting_asks_first_and_goes_to_the_next(gallery: Hand) -> None:
    open_cell(gallery, 0)
    gallery.tap("trash")
    assert gallery.text("android:id/message").startswith("Move 1 item to trash?")
    gallery.tap("android:id/button2")
    assert shown(gallery) == "cat.png"
    assert files.exists(gallery.phone, "/sdcard/DCIM/Camera/cat.png")
    for left in ("dog.png", "beach.png", "99_Colosseum.jpg"):
        gallery.tap("trash")
        gallery.tap("android:id/button1")
        assert shown(gallery) == left
    assert not files.exists(gallery.phone, "/sdcard/DCIM/Camera/cat.png")
    gallery.tap("trash")
    gallery.tap("android:id/button1")
    assert gallery.activity == "HomeActivity"
    assert gallery.text("title") == "No photos"


def test_deleting_the_oldest_goes_to_the_one_before(gallery: Hand) -> None:
    open_cell(gallery, -1)
    gallery.tap("trash")
    gallery.tap("android:id/button1")
    assert shown(gallery) == "beach.png"


def test_a_picture_that_vanishes_while_it_is_shown(gallery: Hand) -> None:
    open_cell(gallery, 0)
    gallery.shell("rm /sdcard/DCIM/Camera/cat.png")
    assert gallery.text("message") == "Can’t show this photo"
    gallery.tap(description="Navigate up")
    assert gallery.activity == "HomeActivity"


# Albums and favourites


def test_the_library_has_an_album_for_each_folder(gallery: Hand) -> None:
    gallery.tap("tab_library")
    assert gallery.texts("album_cover_title") == ["Camera", "Pictures"]
    assert gallery.texts("album_cover_subtitle") == ["2 items", "2 items"]
    gallery.tap("album_cover_title", text="Camera")
    assert gallery.activity == "LocalPhotosActivity"
    open_cell(gallery, 0)
    for _ in range(3):
        gallery.swipe("left")
    assert shown(gallery) == "dog.png", "the viewer leafs through the album alone"
    gallery.press("BACK", "BACK")
    assert gallery.node("tab_library").selected
    gallery.press("BACK")
    assert gallery.node("tab_photos").selected


def test_favorites(gallery: Hand) -> None:
    open_cell(gallery, 1)
    gallery.tap("favorite")
    assert gallery.sees("unfavorite", description="Remove from favorites")
    gallery.press("BACK")
    gallery.tap("tab_library")
    gallery.tap("favorites_button")
    assert cells(gallery) == ["Photo taken on May 3, 2024 10:00 AM"]
    open_cell(gallery, 0)
    gallery.tap("unfavorite")
    gallery.press("BACK")
    assert gallery.text("title") == "No photos"


def test_favorites_are_kept_when_the_app_is_left(gallery: Hand) -> None:
    open_cell(gallery, 0)
    gallery.tap("favorite")
    gallery.press("BACK", "BACK")
    gallery.open("photos")
    open_cell(gallery, 0)
    assert gallery.sees("unfavorite")


# Search


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("CAT", 1),
        ("camera", 2),
        ("may", 4),
        ("may 3", 2),
        ("friday", 2),
        ("dog camera", 1),
        ("dog beach", 0),
        (" ", 4),
    ],
)
def test_pictures_are_found_by_name_folder_and_date(gallery: Hand, words: str, count: int) -> None:
    gallery.tap("search_destination")
    gallery.tap("searchbox")
    gallery.type(words)
    assert len(cells(gallery)) == count
    assert count or gallery.text("title") == "No results"


def test_search_and_back(gallery: Hand) -> None:
    gallery.tap("search_destination")
    assert gallery.texts("title") == ["Favorites", "Camera", "Screenshots"]
    gallery.tap("title", text="Camera")
    assert len(cells(gallery)) == 2
    gallery.press("BACK")
    gallery.tap("searchbox")
    gallery.type("dog")
    gallery.tap("search_clear_button")
    assert gallery.text("searchbox") == "Search your photos"
    gallery.type("dog")
    open_cell(gallery, 0)
    assert shown(gallery) == "dog.png"
    gallery.press("BACK")
    gallery.press("BACK")
    assert gallery.texts("title") == ["Favorites", "Camera", "Screenshots"]
    gallery.press("BACK")
    assert gallery.node("tab_photos").selected
    gallery.press("BACK")
    assert gallery.activity == "NexusLauncherActivity"


# Selection


def test_several_are_deleted_together(gallery: Hand) -> None:
    first, second, *_ = cells(gallery)
    gallery.hold(description=first)
    assert gallery.text("action_bar_title") == "1 selected"
    gallery.tap(description=second)
    assert gallery.text("action_bar_title") == "2 selected"
    gallery.tap(description=second)
    gallery.tap(description=second)
    gallery.tap("delete")
    assert "2 items" in gallery.text("android:id/message")
    gallery.tap("android:id/button1")
    assert len(cells(gallery)) == 2
    assert all(name.startswith(".trashed-") for name in files.names_in(gallery.phone, "/sdcard/DCIM/Camera"))
    assert not gallery.sees("action_bar_title")


def test_ending_a_selection(gallery: Hand) -> None:
    for end in ("press", "tap", "last"):
        gallery.hold(description=cells(gallery)[0])
        if end == "press":
            gallery.press("BACK")
        elif end == "tap":
            gallery.tap("action_mode_close_button")
        else:
            gallery.tap(description=cells(gallery)[0])
        assert not gallery.sees("action_bar_title")
        assert gallery.activity == "HomeActivity"


# Looks and languages


@pytest.mark.parametrize("look", LOOKS)
def test_everything_has_room(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    hand.open("photos")
    config = hand.phone.configuration
    left, top, right, bottom = hand.node(class_name=CELL, description=cells(hand)[0]).bounds
    assert abs((right - left) - (bottom - top)) < 6, "thumbnails are squares"
    assert 3 <= config.width / (right - left) <= 13
    open_cell(hand, 0)
    left, top, right, bottom = hand.node("photos_photofragment_components_background_photo_view").bounds
    assert 0 <= left < right <= config.width
    assert 0 <= top < bottom <= config.height
    assert abs((right - left) / (bottom - top) - 1.5) < 0.02, "the whole picture in its shape"
    hand.tap("details")
    assert hand.sees(text="99_Colosseum.jpg")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_names_the_tabs(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("photos")
    for name, id in (
        ("app_name", "tab_photos"),
        ("search", "search_destination"),
        ("library", "tab_library"),
    ):
        assert hand.node(id).content_description == resources.string(locale, f"photos.{name}")
        hand.tap(id)
        assert hand.node(id).selected


@pytest.mark.parametrize("look", range(4))
def test_walks_end_nowhere_bad(look: int) -> None:
    phone = random_phone(look, PACKAGE)
    for name in ("a.png", "b.png", "c.png"):
        phone = files.write(phone, f"/sdcard/DCIM/Camera/{name}", picture())
    for after in walk(phone, random.Random(look), 60):
        assert faults(screen.ui_tree(after)) == []


# Videos


@pytest.fixture
def films() -> Hand:
    """A hand in Photos on Android 13, with a picture and a newer video of eight seconds."""
    hand = Hand("android13")
    hand.device.write_file("/sdcard/Pictures/beach.png", picture())
    hand.wait(60)
    frame = io.BytesIO()
    Image.new("RGB", (64, 36), (20, 90, 200)).save(frame, "JPEG")
    film = videos.film([frame.getvalue()] * 8, 64, 36, 8000, hand.phone.clock.wall)
    hand.device.write_file("/sdcard/Movies/sea.mp4", film)
    hand.open("photos")
    return hand


def test_videos_are_among_the_pictures(films: Hand) -> None:
    assert cells(films) == [
        "Video taken on Oct 15, 2023 15:35, 0:08", "Photo taken on Oct 15, 2023 15:34",
    ]  # fmt: skip
    assert films.texts("video_duration") == ["0:08"]
    films.tap("search_destination")
    films.tap(text="Videos")
    assert len(cells(films)) == 1


def test_a_video_plays_pauses_and_seeks(films: Hand) -> None:
    open_cell(films, 0)
    films.wait(3)
    assert films.text("current_time") == "0:03"
    films.tap("pause_video")
    films.wait(3)
    assert (films.text("current_time"), films.text("total_time")) == ("0:03", "0:08")
    films.do(Tap(*films.at(films.node("photos_videoplayer_seekbar"), 0.75)))
    assert films.text("current_time") == "0:06"
    films.tap("play_video")
    films.wait(9)
    assert films.sees("play_video"), "it has ended"
    assert not films.sees("edit")
    films.tap("details")
    assert "0:08" in films.text("subtitle")


def test_a_video_stops_when_it_is_left(films: Hand) -> None:
    open_cell(films, 0)
    films.wait(2)
    films.press("HOME")
    films.wait(5)
    films.open("photos")
    assert films.text("current_time") == "0:02"
    films.swipe("left")
    assert shown(films) == "beach.png"
    assert not films.sees("play_video")
    films.swipe("right")
    assert films.text("current_time") == "0:00"
    films.tap("trash")
    films.tap(id="android:id/button1")
    assert not films.phone.files.get("/sdcard/Movies/sea.mp4")


def test_videos_of_other_apps_open_here(films: Hand) -> None:
    films.shell("am start -a android.intent.action.VIEW -d file:///sdcard/Movies/sea.mp4 -t video/mp4")
    films.tap(text="Photos")
    if films.sees("android:id/button_once"):
        films.tap("android:id/button_once")
    assert films.text("total_time") == "0:08"


def test_b_mocas_phone_lists_no_videos(hand: Hand) -> None:
    hand.device.write_file("/sdcard/Movies/sea.mp4", videos.film([picture()], 40, 20, 1000, 0))
    hand.open("photos")
    assert cells(hand) == ["Photo taken on May 1, 2024 9:00 AM"]


# Android 13


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_on_android_13_the_bar_has_the_word_mark_and_the_accounts_disc(
    make_hand: Callable[..., Hand], image: str
) -> None:
    hand = make_hand(image)
    hand.open("photos")
    for tab in ("tab_photos", "tab_library"):
        hand.tap(tab)
        left, _, right, _ = hand.node("og_wordmark", description="Google Photos").bounds
        assert abs((left + right) / 2 - hand.phone.configuration.width / 2) < 4, "in the middle"
        assert hand.node("selected_account_disc").bounds[0] >= right
        hand.tap("selected_account_disc")
        hand.tap(text="Add another account")
        assert hand.phone.top.package == "com.android.settings"
        hand.press("BACK")
        assert not hand.sees("account_menu")
