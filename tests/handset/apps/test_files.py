"""Files: locations and their log lines, lists, search, selection, new folders, info, pictures."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable

import pytest
from handset_hand import Hand
from handset_walk import faults, random_phone, walk
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps.files import documents
from bmoca_gym.handset.gestures import PressKey, TypeText
from bmoca_gym.handset.kits import file_changes, sizes
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import files as file_system

PACKAGE = "com.android.documentsui"
MODEL = "Android SDK built for x86_64"
#: Phones that differ the most: 330, 440, 550 and 700 dpi, right to left, dark, and a tablet.
LOOKS = [
    {"density": 330}, {"density": 440, "locale": "ar-EG"}, {"density": 550, "locale": "ko-KR", "dark": True},
    {"density": 700, "locale": "ur-PK", "font_scale": 1.15}, {"width": 1280, "height": 800, "density": 160},
]  # fmt: skip


def picture(size: tuple[int, int] = (40, 20)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 30, 30)).save(out, "PNG")
    return out.getvalue()


FILES = {
    "/sdcard/Pictures/red.png": picture(), "/sdcard/DCIM/Camera/tall.png": picture((20, 60)),
    "/sdcard/Music/song.mp3": b"x" * 3_456_789, "/sdcard/Movies/trip.mp4": b"v" * 1000,
    "/sdcard/Download/report.pdf": b"p" * 45_678, "/sdcard/Download/notes.txt": b"hi",
    "/sdcard/Download/broken.png": b"\x89PNG\r\n\x1a\n broken", "/sdcard/.hidden/secret.txt": b"",
}  # fmt: skip


def fill(hand: Hand) -> None:
    """Write the files above, a minute apart."""
    for path, data in FILES.items():
        hand.device.write_file(path, data)
        hand.wait(60)


@pytest.fixture
def browser(hand: Hand) -> Hand:
    """A hand in Files on a phone with some files."""
    fill(hand)
    hand.open("files")
    hand.new_log()
    return hand


def say(hand: Hand, key: str) -> str:
    return resources.string(hand.phone.configuration.locale, key)


def go(hand: Hand, name: str) -> None:
    """To a place, by the drawer where the list of places does not stand beside the files."""
    root = documents.ROOTS[name]
    if not hand.sees("container_roots"):
        hand.tap(description=say(hand, "files.show_roots"))
    hand.tap("title", text=say(hand, root.title) if root.title else MODEL)


def names(hand: Hand) -> list[str]:
    return hand.texts("android:id/title")


def more(hand: Hand, key: str) -> None:
    """Choose from the menu."""
    hand.tap(description=say(hand, "common.more_options"))
    hand.tap("title", text=say(hand, f"files.{key}"))


# Places and the log


def test_it_is_opened_by_the_launchers_activity(hand: Hand) -> None:
    hand.open("files")
    assert hand.activity == "FilesActivity"
    starts = [message for tag, message in hand.new_log() if tag == "ActivityTaskManager"]
    assert any(re.match(r".*START.*\.files\.FilesActivity", message) for message in starts)
    assert f"cmp={PACKAGE}/.files.FilesActivity" in starts[-2]
    hand.press("BACK")
    assert hand.activity == "NexusLauncherActivity"


def test_opened_again_it_is_as_it_was_left(browser: Hand) -> None:
    go(browser, "storage")
    browser.press("HOME")
    browser.open("files")
    assert browser.activity == "FilesActivity"
    assert "Alarms" in names(browser)
    assert len(browser.phone.tasks[-1].activities) == 1


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    ("root", "pattern"),
    [
        ("images", "document/images_root"), ("audio", "document/audio_root"), ("videos", "document/videos_root"),
        ("downloads", "document/downloads"),
    ],
)  # fmt: skip
def test_going_to_a_place_is_logged_and_opening_the_app_is_not_enough(
    make_hand: Callable[..., Hand], look: dict[str, object], root: str, pattern: str
) -> None:
    hand = make_hand(**look)
    hand.open("files")
    assert not any(tag == "DirectoryFragment" for tag, _ in hand.new_log())
    go(hand, root)
    lines = [message for tag, message in hand.new_log() if tag == "DirectoryFragment"]
    assert len(lines) == 1
    assert re.match(rf".*Showing directory.*{pattern}", lines[0])


@pytest.mark.parametrize(
    ("width", "height", "beside"),
    [(1280, 800, True), (800, 1280, True), (700, 1200, False), (1280, 700, False)],
)
def test_a_large_tablet_has_the_places_beside_the_files(
    make_hand: Callable[..., Hand], width: int, height: int, beside: bool
) -> None:
    hand = make_hand(width=width, height=height, density=160)
    hand.open("files")
    assert hand.sees("container_roots") is beside
    assert hand.sees(description=say(hand, "files.show_roots")) is not beside
    go(hand, "downloads")
    assert hand.node("toolbar").bounds[0] == (256 if beside else 0)
    assert [node.text for node in hand.all("title") if node.bounds[0] > 256] == []
    chosen = [node for node in hand.tree if node.selected]
    assert bool(chosen) is beside


def test_the_log_names_directories_as_their_providers_do(browser: Hand) -> None:
    browser.device.write_file("/sdcard/Download/my files/a.txt", b"a")
    go(browser, "downloads")
    browser.tap("title", text="my files")
    go(browser, "storage")
    browser.tap("title", text="DCIM")
    browser.tap("title", text="Camera")
    said = [
        message.rpartition("content://")[2]
        for tag, message in browser.new_log()
        if tag == "DirectoryFragment"
    ]
    assert said == [
        "com.android.providers.downloads.documents/document/downloads",
        "com.android.providers.downloads.documents/document/raw%3A%2Fstorage%2Femulated%2F0%2FDownload%2Fmy%20files",
        "com.android.externalstorage.documents/document/primary%3A",
        "com.android.externalstorage.documents/document/primary%3ADCIM",
        "com.android.externalstorage.documents/document/primary%3ADCIM%2FCamera",
    ]


# What is listed


def test_each_place_lists_its_own(browser: Hand) -> None:
    assert names(browser)[:3] == ["broken.png", "notes.txt", "report.pdf"]
    assert browser.text("header_title") == "Recent files"
    go(browser, "images")
    assert names(browser) == ["broken.png", "tall.png", "red.png", "99_Colosseum.jpg"]
    go(browser, "audio")
    assert names(browser) == ["song.mp3"]
    go(browser, "videos")
    assert names(browser) == ["trip.mp4"]
    go(browser, "downloads")
    assert names(browser) == ["broken.png", "notes.txt", "report.pdf"]
    assert browser.text("header_title") == "Files in Downloads"
    go(browser, "storage")
    assert names(browser)[:4] == ["Alarms", "Android", "DCIM", "Download"]
    assert ".hidden" not in names(browser)


def test_a_new_phone_has_one_file(hand: Hand) -> None:
    hand.open("files")
    assert names(hand) == ["99_Colosseum.jpg"]
    hand.tap("title", text="99_Colosseum.jpg")
    assert hand.activity == "ViewerActivity"


def test_where_there_are_no_files(hand: Hand) -> None:
    hand.shell("rm /sdcard/Pictures/99_Colosseum.jpg")
    hand.open("files")
    assert hand.sees(text="No items")
    assert not hand.sees(description="More options"), "there is nothing that its menu could do"
    go(hand, "storage")
    assert {"Alarms", "DCIM", "Download", "Music", "Pictures"} <= set(names(hand))


def test_the_way_back(browser: Hand) -> None:
    go(browser, "storage")
    browser.tap("title", text="DCIM")
    browser.tap("title", text="Camera")
    assert browser.texts("breadcrumb_text") == [MODEL, "DCIM", "Camera"]
    browser.tap("breadcrumb_text", text="DCIM")
    assert names(browser) == ["Camera"]
    browser.press("BACK")
    assert "DCIM" in names(browser)
    browser.press("BACK")
    assert browser.activity == "NexusLauncherActivity"


def test_chips_show_one_kind(browser: Hand) -> None:
    browser.tap(description="Audio")
    assert names(browser) == ["song.mp3"]
    assert browser.node(description="Audio").checked
    browser.tap(description="Images")
    assert names(browser) == ["broken.png", "tall.png", "red.png", "99_Colosseum.jpg"]
    browser.tap(description="Images")
    assert len(names(browser)) > 3
    go(browser, "images")
    assert not browser.sees("search_chip_group")


def test_list_and_grid(browser: Hand) -> None:
    go(browser, "downloads")
    assert browser.sees("icon_mime_lg")
    browser.tap("sub_menu_list")
    assert browser.texts("size") == ["15 B", "2 B", "45.7 kB"]
    assert browser.texts("file_type")[2] == "PDF document"
    assert browser.texts("date")[2] == "10:04 AM"
    browser.tap("sub_menu_grid")
    assert browser.sees("icon_mime_lg")


def test_a_file_of_another_day_shows_its_date(browser: Hand) -> None:
    browser.wait(24 * 3600)
    assert "May 1" in browser.texts("date")


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("name", "broken.png"), ("reverse_name", "report.pdf"), ("kind", "report.pdf"), ("reverse_kind", "notes.txt"),
        ("size", "notes.txt"), ("reverse_size", "report.pdf"), ("date", "report.pdf"), ("reverse_date", "broken.png"),
    ],
)  # fmt: skip
def test_orders(browser: Hand, order: str, first: str) -> None:
    go(browser, "downloads")
    more(browser, "sort_menu")
    assert browser.node("text1", description="Modified (newest first)").checked
    browser.tap("text1", description=say(browser, f"files.sort_{order}"))
    assert names(browser)[0] == first


def test_search_looks_into_directories(browser: Hand) -> None:
    go(browser, "storage")
    browser.tap("option_menu_search")
    browser.type("CAM")
    assert names(browser) == ["Camera"]
    browser.tap("search_close_btn")
    browser.type("no such file")
    assert browser.sees(text=f"No matches in {MODEL}")
    browser.press("BACK", "BACK")
    assert "Alarms" in names(browser)


# Selection


def test_selecting_and_deleting(browser: Hand) -> None:
    go(browser, "downloads")
    browser.hold("title", text="notes.txt")
    assert browser.text("action_bar_title") == "1 selected"
    browser.tap("title", text="report.pdf")
    assert browser.text("action_bar_title") == "2 selected"
    browser.tap("action_menu_delete")
    assert browser.text("android:id/message") == "Delete 2 items?"
    browser.tap("android:id/button2")
    assert file_system.exists(browser.phone, "/sdcard/Download/notes.txt")
    browser.tap("action_menu_delete")
    browser.tap("android:id/button1")
    assert names(browser) == ["broken.png"]
    assert browser.shell("ls /sdcard/Download") == "broken.png\n"


def test_a_folder_is_deleted_with_what_is_in_it(browser: Hand) -> None:
    go(browser, "storage")
    browser.hold("title", text="DCIM")
    browser.tap("action_menu_delete")
    assert browser.text("android:id/message") == "Delete folder “DCIM” and its contents?"
    browser.tap("android:id/button1")
    assert "DCIM" not in names(browser)
    assert not file_system.exists(browser.phone, "/sdcard/DCIM/Camera/tall.png")


def test_a_folder_with_files_of_apps_is_not_deleted() -> None:
    browser = Hand(image="android13")
    browser.open("files")
    browser.tap(description="Show roots")
    browser.tap("title", text=browser.shell("getprop ro.product.model").strip())
    browser.hold("title", text="Android")
    browser.tap("action_menu_delete")
    browser.tap("android:id/button1")
    assert "Android" in names(browser)
    assert file_system.is_directory(browser.phone, "/sdcard/Android")
    assert browser.phone.toast == "Couldn’t delete Android"


def test_a_folder_with_files_of_apps_is_not_renamed_or_moved() -> None:
    browser = Hand(image="android13")
    browser.open("files")
    browser.tap(description="Show roots")
    browser.tap("title", text=browser.shell("getprop ro.product.model").strip())
    before = browser.phone.files, browser.phone.modified
    browser.hold("title", text="Android")
    more(browser, "rename")
    browser.type("Other")
    browser.tap("android:id/button1")
    assert browser.phone.toast == "Failed to rename document"
    assert "Android" in names(browser)
    assert "Other" not in names(browser)
    browser.hold("title", text="Android")
    browser.tap(description="More options")
    browser.tap(text="Move to…")
    browser.tap("title", text="Alarms")
    browser.tap(text="Move")
    assert browser.phone.toast == "Some files were not moved"
    assert (browser.phone.files, browser.phone.modified) == before


def test_select_all_and_back(browser: Hand) -> None:
    go(browser, "images")
    more(browser, "select_all")
    assert browser.text("action_bar_title") == "4 selected"
    browser.press("BACK")
    assert not browser.sees("action_bar_title")


def test_what_vanishes_while_it_is_selected_is_not_selected(browser: Hand) -> None:
    go(browser, "downloads")
    browser.hold("title", text="notes.txt")
    browser.tap("action_menu_delete")
    browser.shell("rm /sdcard/Download/notes.txt")
    assert not browser.sees("android:id/message")
    assert not browser.sees("action_bar_title")


# Names


def test_a_new_folder(browser: Hand) -> None:
    go(browser, "storage")
    for _ in range(2):
        more(browser, "new_folder")
        assert not browser.node("android:id/button1").enabled
        browser.type("A/b:c ")
        browser.tap("android:id/button1")
    assert [name for name in names(browser) if name.startswith("A_")] == ["A_b_c", "A_b_c (1)"]
    assert browser.shell("ls /sdcard/A_b_c") == ""
    browser.tap("title", text="A_b_c")
    assert browser.sees(text="No items")


def test_folders_are_made_only_where_one_is(browser: Hand) -> None:
    go(browser, "images")
    browser.tap(description="More options")
    assert "New folder" not in names(browser)


def test_renaming(browser: Hand) -> None:
    go(browser, "downloads")
    browser.hold("title", text="notes.txt")
    more(browser, "rename")
    assert browser.text("android:id/text1") == "notes.txt"
    browser.press(*["DEL"] * 9)
    browser.type("report.pdf\n")
    assert browser.sees("android:id/text1"), "the name is taken"
    browser.tap("android:id/text1")
    browser.type("2")
    browser.tap("android:id/button1")
    assert file_system.read(browser.phone, "/sdcard/Download/report.pdf2") == b"hi"
    assert "report.pdf2" in names(browser)


@given(st.text(max_size=30))
def test_any_typed_name_makes_a_folder_or_none(text: str) -> None:
    hand = Hand()
    hand.open("files")
    go(hand, "downloads")
    more(hand, "new_folder")
    hand.do(TypeText(text))
    hand.do(PressKey("ENTER"))
    made = file_system.names_in(hand.phone, "/sdcard/Download")
    assert len(made) <= 1
    assert all(name == file_changes.file_name(name) for name in made)
    assert faults(hand.tree) == []


# Sub screens


def test_info(browser: Hand) -> None:
    go(browser, "downloads")
    browser.hold("title", text="report.pdf")
    more(browser, "get_info")
    assert browser.activity == "InspectorActivity"
    assert browser.text("inspector_file_title") == "report.pdf"
    assert browser.texts("table_row_value") == ["PDF document", "45.7 kB", "10:04 AM"]
    browser.shell("rm /sdcard/Download/report.pdf")
    assert browser.sees(text="File info could not be loaded")
    browser.tap(description="Navigate up")
    assert browser.activity == "FilesActivity"


def test_a_picture_is_shown_and_other_files_have_no_app(browser: Hand) -> None:
    go(browser, "images")
    browser.tap("title", text="red.png")
    left, top, right, bottom = browser.node(description="red.png").bounds
    assert (right - left) / (bottom - top) == pytest.approx(2, rel=0.01)
    middle = browser.device.screenshot()[(top + bottom) // 2, (left + right) // 2]
    assert tuple(middle) == (200, 30, 30)
    browser.press("BACK")
    browser.tap("title", text="broken.png")
    assert browser.sees(text="Can’t open file")
    browser.press("BACK")
    go(browser, "downloads")
    browser.tap("title", text="report.pdf")
    assert browser.activity == "FilesActivity"
    assert browser.phone.toast == "Can’t open file"


# Everywhere


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    fill(hand)
    hand.open("files")
    for root in documents.ROOTS:
        go(hand, root)
        assert faults(hand.tree) == []
    more(hand, "sort_menu")
    assert len(hand.all("text1")) == len(documents.ORDERS)


@pytest.mark.parametrize("look", LOOKS)
def test_dialogs_fit_their_screens(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    fill(hand)
    hand.open("files")
    go(hand, "storage")
    more(hand, "sort_menu")
    assert hand.sees("android:id/button2")
    hand.tap("android:id/button2")
    more(hand, "new_folder")
    assert hand.sees("android:id/button1")
    hand.press("BACK", "BACK")
    hand.hold("item_root")
    hand.tap("action_menu_delete")
    assert hand.sees("android:id/button1")
    assert faults(hand.tree) == []


@pytest.mark.parametrize("look", range(4))
def test_walks_end_nowhere_bad(look: int) -> None:
    phone = random_phone(look, PACKAGE)
    for path, data in FILES.items():
        phone = file_system.write(phone, path, data)
    for after in walk(phone, random.Random(look), 60):
        assert faults(screen.ui_tree(after)) == []


def test_sizes_are_written_as_android_does() -> None:
    res = resources.of(Hand().phone.configuration)
    shown = [sizes.size_text(res, size) for size in (0, 900, 901, 1_230_000, 45_678, 123_456, 4_500_000_000)]
    assert shown == ["0 B", "900 B", "0.90 kB", "1.23 MB", "45.7 kB", "123 kB", "4.50 GB"]


def test_pictures_have_thumbnails_and_other_files_marks(hand: Hand) -> None:
    hand.shell("echo text > /sdcard/Pictures/notes.txt; echo none > /sdcard/Pictures/broken.jpg")
    hand.open("files")
    hand.tap(description="Show roots")
    hand.tap(text="Images")
    hand.tap(text="Pictures") if hand.sees(text="Pictures") else None
    assert hand.sees("icon_thumb")
    found = documents.everything(hand.phone.files, hand.phone.modified)
    assert {d.name for d in found if d.picture} == {"99_Colosseum.jpg"}


def test_digits_keep_their_place_in_a_name_where_one_reads_from_the_right() -> None:
    hand = Hand(locale="ar-EG")
    hand.open("files")
    hand.hold("title", text="99_Colosseum.jpg")
    hand.tap("action_menu_delete")
    assert "\u200e99_Colosseum.jpg\u200e" in hand.text("android:id/message")


def test_the_keyboard_cuts_off_no_message_of_an_empty_folder() -> None:
    hand = Hand(density=550, locale="ko-KR")
    hand.open("files")
    hand.tap(description="루트 표시")
    hand.tap(text=MODEL)
    hand.tap(text="Alarms")
    _, top, _, bottom = hand.node("message").bounds
    hand.tap("option_menu_search")
    _, above, _, below = hand.node("message").bounds
    assert above < top
    assert below - above == bottom - top
