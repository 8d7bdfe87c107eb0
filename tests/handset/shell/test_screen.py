"""``screencap`` and ``uiautomator dump``, and the status of files."""

from __future__ import annotations

import struct
import threading

import cv2
import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.input import perform
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.shell.android import screen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import file_status, files
from bmoca_gym.handset.ui.xml import xml_of
from bmoca_gym.handset.value import clear_caches


def _drawn(phone: Phone) -> np.ndarray:
    return Renderer(phone.configuration.width, phone.configuration.height).frame(phone)


def test_raw_pixels(hand: Hand) -> None:
    _, data, code = screen.screencap(hand.phone, [])
    assert isinstance(data, bytes)
    assert (struct.unpack_from("<4I", data), code) == ((1080, 2160, 1, 1), 0)
    pixels = np.frombuffer(data, np.uint8, offset=16).reshape(2160, 1080, 4)
    assert np.array_equal(pixels[..., :3], _drawn(hand.phone))
    assert (pixels[..., 3] == 255).all()


@pytest.mark.parametrize(
    "line", ["screencap /sdcard/x.png", "screencap -p /sdcard/x.png", "screencap -d 0 -p /sdcard/x.png"]
)
def test_pictures(hand: Hand, line: str) -> None:
    before = hand.phone
    assert hand.shell(line) == ""
    picture = cv2.imdecode(
        np.frombuffer(files.read(hand.phone, "/sdcard/x.png"), np.uint8), cv2.IMREAD_UNCHANGED
    )
    assert picture.shape == (2160, 1080, 4)
    assert np.array_equal(picture[..., 2::-1], _drawn(before))


def test_what_was_drawn_before_changes_no_later_picture() -> None:
    phone = images.boot()
    shown = [phone, perform(phone, PressKey("OVERVIEW")), images.boot(Configuration(720, 1280, 320)), phone]
    for one in (*shown, *reversed(shown)):
        assert np.array_equal(screen.pixels(one), _drawn(one))
    clear_caches()
    assert np.array_equal(screen.pixels(phone), _drawn(phone))


def test_threads_draw_for_themselves() -> None:
    shown = [images.boot(), perform(images.boot(), PressKey("OVERVIEW"))]
    wanted = [_drawn(phone) for phone in shown]
    wrong: list[int] = []

    def look(at: int) -> None:
        wrong.extend(at for _ in range(10) if not np.array_equal(screen.pixels(shown[at]), wanted[at]))

    threads = [threading.Thread(target=look, args=(at,)) for at in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(
    "line",
    [
        "screencap -x",
        "screencap a b",
        "screencap -d 5",
        "screencap /sdcard",
        "uiautomator",
        "uiautomator events",
    ],
)
def test_what_they_refuse(hand: Hand, line: str) -> None:
    before = hand.phone
    assert hand.device.shell(line).exit_code == 1
    assert hand.phone == before


def test_the_ui_tree(hand: Hand) -> None:
    text = xml_of(hand.tree)
    assert hand.shell("uiautomator dump /dev/tty") == text + "UI hierchary dumped to: /dev/tty\n"
    assert hand.shell("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert files.read(hand.phone, "/sdcard/window_dump.xml").decode() == text
    assert (
        hand.shell("uiautomator dump --compressed /sdcard/a.xml") == "UI hierchary dumped to: /sdcard/a.xml\n"
    )
    assert files.read(hand.phone, "/sdcard/a.xml").decode() == text


def test_the_status_of_files(hand: Hand) -> None:
    hand.phone = inputs.wait(files.write(hand.phone, "/sdcard/a.txt", b"12345"), 5000)
    found = file_status.status(hand.phone, "/storage/emulated/0/a.txt")
    assert found is not None
    assert (oct(found.mode), found.size, found.modified) == ("0o100660", 5, hand.phone.clock.wall // 1000 - 5)
    folder = file_status.status(hand.phone, "/sdcard/")
    assert folder is not None
    assert oct(folder.mode) == "0o40771"
    own = file_status.status(hand.phone, "/data/user_de/0/com.google.android.deskclock/databases/alarms.db")
    assert own is not None
    assert (own.size > 0, own.modified) == (True, files.first_boot(hand.phone) // 1000)
    for path in ("/nothing", "relative", "", "/sdcard/\0", "/sdcard/a.txt/below"):
        assert file_status.status(hand.phone, path) is None
