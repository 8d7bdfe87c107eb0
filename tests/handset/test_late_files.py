"""`bmoca_gym.handset.late_files`: files that are made when they are read are like all others."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from handset_hand import Hand
from immutables import Map

from bmoca_gym.handset import images, late_files
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps.photos import library
from bmoca_gym.handset.apps.snapseed.pixels import Edited
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.graphics.wallpapers.catalogue import picture_from_bytes, picture_from_pixels
from bmoca_gym.handset.kits.picture_edit import _Look
from bmoca_gym.handset.kits.picture_view import Part
from bmoca_gym.handset.late_files import Late, LateFiles, of_picture, stored
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.render.screenshot import FOLDER
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import do, replace
from bmoca_gym.side_effects.comparison import changes

MADE: list[str] = []


def content_of(word: str) -> bytes:
    """Make a content, and note that."""
    MADE.append(word)
    return word.encode()


@pytest.fixture(autouse=True)
def none_made() -> None:
    MADE.clear()
    late_files.made.clear()
    late_files.drawn.clear()


def late(word: str, most: int = 10) -> Late:
    return Late(do(content_of, word), most)


def shot(phone: Phone) -> Phone:
    return inputs.wait(inputs.perform(phone, PressKey("SYSRQ")), 1000)


def screenshots(phone: Phone) -> list[str]:
    return sorted(path for path in phone.files if path.startswith(FOLDER))


def test_files_are_like_a_map_whichever_are_made() -> None:
    plain = Map({"/a": b"a", "/b": b"b"})
    found = stored(stored(Map({"/b": b"b"}), "/c", late("c")), "/a", late("a")).delete("/c")
    assert isinstance(found, LateFiles)
    assert (len(found), set(found), "/a" in found, "/c" in found) == (2, {"/a", "/b"}, True, False)
    assert MADE == [], "paths need no content"
    assert dict(found) == dict(found.items()) == dict(plain)
    assert sorted(found.values()) == [b"a", b"b"]
    assert (found["/a"], found.get("/a"), found.get("/c"), found.get("/c", b"")) == (b"a", b"a", None, b"")
    assert MADE == ["a"], "it is made once"
    with pytest.raises(KeyError):
        found["/c"]
    assert late_files.all_made(found) == plain


def test_without_late_files_it_is_a_map_again() -> None:
    found = stored(Map({"/b": b"b"}), "/a", late("a"))
    assert found.delete("/a") == Map({"/b": b"b"})
    assert found.set("/a", b"other") == Map({"/a": b"other", "/b": b"b"})
    assert isinstance(stored(found, "/b", late("b")).delete("/a"), LateFiles)
    assert MADE == []


def test_equal_files_are_equal() -> None:
    one, other = (stored(Map(), "/a", late("a")) for _ in range(2))
    assert (one, hash(one)) == (other, hash(other))
    assert one != stored(Map(), "/a", late("b"))
    assert MADE == []


def test_a_screenshot_shows_the_moment_at_which_it_was_taken() -> None:
    phone = images.boot()
    config = phone.configuration
    frame = Renderer(config.width, config.height).frame(phone)
    later = inputs.perform(shot(phone), PressKey("OVERVIEW"))
    [path] = screenshots(later)
    assert isinstance(later.files, LateFiles)
    data = files.read(later, path)
    assert np.array_equal(picture_from_bytes(data, config.width, config.height), frame)
    assert len(data) <= late_files.most_bytes(later.files.late[path])


def test_a_phone_with_late_files_can_be_pickled_and_kept_in_a_file() -> None:
    phone = shot(shot(images.boot()))
    assert len(screenshots(phone)) == 2
    copy = pickle.loads(pickle.dumps(phone))
    assert copy == phone
    assert dict(copy.files) == dict(phone.files)
    read = snapshot_file.loads(snapshot_file.dumps(phone))
    assert read.files == late_files.all_made(phone.files)


def test_phones_do_not_lie_within_each_other_without_end() -> None:
    phone = images.boot()
    depths = []
    for _ in range(late_files.DEEPEST + 2):
        phone = shot(phone)
        depths.append(late_files.depth(phone.files))
    assert depths == [*range(1, late_files.DEEPEST + 1), *[late_files.DEEPEST] * 2]
    for path in screenshots(phone)[:-1]:
        phone = files.delete(phone, path)
    assert late_files.depth(shot(phone).files) == 1, "the one that is left was made at once"


def test_the_comparison_of_phones_makes_no_file() -> None:
    before = images.boot()
    after = files.write(before, "/sdcard/Download/new", late("new"))
    assert [change.words for change in changes(before, after)] == ["the file /sdcard/Download/new was added"]
    assert MADE == []


def test_a_file_that_is_moved_or_written_over_is_not_made() -> None:
    phone = files.write(images.boot(), "/sdcard/Download/a", late("a"))
    moved = files.rename(phone, "/sdcard/Download/a", "/sdcard/Download/b")
    assert files.read(files.write(moved, "/sdcard/Download/b", b"over"), "/sdcard/Download/b") == b"over"
    assert MADE == []
    assert files.read(moved, "/sdcard/Download/b") == b"a"


def test_space_is_counted_in_bytes_that_files_have(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = images.boot()
    monkeypatch.setattr(files, "STORAGE_LIMIT", files.used(phone) + 3)
    phone = files.write(phone, "/sdcard/a", late("aa", most=100))
    assert files.used(phone) == files.STORAGE_LIMIT - 1
    with pytest.raises(FileAccessError, match="No space left"):
        files.write(phone, "/sdcard/b", late("bb", most=100))
    assert files.read(files.write(phone, "/sdcard/b", late("b", most=100)), "/sdcard/b") == b"b"


def test_no_picture_takes_more_than_it_may() -> None:
    phone = images.boot()
    config = phone.configuration
    assert (
        of_picture(do(content_of, ""), config.width, config.height).most < 3.1 * config.width * config.height
    )


def in_photos(hand: Hand) -> None:
    hand.open("photos")


def in_gallery(hand: Hand) -> None:
    hand.shell("am start -n com.simplemobiletools.gallery.pro/.activities.MainActivity")
    hand.tap(text="Screenshots")


def in_snapseed(hand: Hand) -> None:
    hand.open("snapseed")
    hand.tap("logo_view")


def in_instagram(hand: Hand) -> None:
    hand.open("instagram")
    hand.tap("creation_tab")


@pytest.mark.parametrize(
    ("image", "look"),
    [("android10", in_photos), ("android10", in_snapseed), ("android10", in_instagram), ("android13", in_gallery)],
)  # fmt: skip
def test_a_list_shows_a_screenshot_without_its_file(image: str, look: Callable[[Hand], None]) -> None:
    hand = Hand(image=image)
    hand.phone = shot(hand.phone)
    look(hand)
    assert hand.tree
    assert (len(late_files.drawn), len(late_files.made)) == (0, 0), "the UI tree takes no pixels"
    size = hand.phone.configuration.width, hand.phone.configuration.height
    shown = Renderer(*size).frame(hand.phone)
    assert (len(late_files.drawn), len(late_files.made)) == (1, 0)
    hand.phone = replace(hand.phone, files=late_files.all_made(hand.phone.files))
    assert np.array_equal(shown, Renderer(*size).frame(hand.phone))


def test_a_picture_that_is_drawn_is_the_one_in_its_file() -> None:
    """At any size, zoomed in, turned and edited."""
    phone = shot(images.boot(Configuration(width=720, height=1280, density=320)))
    [photo, _] = pictures.photos(phone)
    assert isinstance(photo.picture, Late)
    assert pictures.size(photo.picture) == pictures.size(photo.data) == (720, 1280)
    for width, height in ((720, 1280), (64, 64), (300, 90), (1000, 1500)):
        drawn = picture_from_pixels(late_files.drawn(photo.picture), width, height)
        assert np.array_equal(drawn, picture_from_bytes(photo.data, width, height))
        for source in (
            partial(Part, left=0.1, top=0.2, right=0.5, bottom=0.6),
            Edited,
            partial(_Look, turns=1, mirrored=True),
        ):
            assert np.array_equal(
                source(photo.picture).pixels(width, height), source(photo.data).pixels(width, height)
            )


def test_a_screenshot_in_the_trash_is_not_made_either() -> None:
    hand = Hand(image="android13")
    hand.phone = shot(hand.phone)
    [path] = screenshots(hand.phone)
    hand.phone = pictures.trash(hand.phone, path)
    [medium] = library.trashed(hand.phone)
    assert (medium.name, medium.is_video) == (path.rpartition("/")[2], False)
    assert len(late_files.made) == 0
    assert medium.size == len(files.read(hand.phone, medium.path))
