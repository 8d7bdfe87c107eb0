"""Pictures on the storage: which are shown, in which order, free names, saving and deleting."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.providers.pictures import CAMERA, COLOSSEUM, PICTURES
from bmoca_gym.handset.system import files


def _picture(kind: str, size: tuple[int, int] = (40, 20)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 30, 30)).save(out, kind)
    return out.getvalue()


def test_a_new_phone_has_one_picture() -> None:
    (photo,) = pictures.photos(images.boot())
    assert photo.path == COLOSSEUM
    assert (photo.name, photo.folder) == ("99_Colosseum.jpg", "/sdcard/Pictures")
    assert pictures.size(photo.data) == (1500, 1000)
    assert images.boot().files[COLOSSEUM] is photo.data, "read once for every phone"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.jpg", "JPEG"),
        ("a.JPEG", "JPEG"),
        ("a.png", "PNG"),
        ("a.webp", "WEBP"),
        ("a.bmp", "BMP"),
        ("a.jpg", "PNG"),
    ],
)
def test_pictures_of_each_kind_are_shown_newest_first(name: str, kind: str) -> None:
    phone = inputs.wait(images.boot(), 60_000)
    phone = files.write(phone, f"/sdcard/Download/{name}", _picture(kind))
    phone = inputs.wait(phone, 60_000)
    phone = files.write(phone, "/sdcard/DCIM/b.png", _picture("PNG", (20, 40)))
    found = pictures.photos(phone)
    assert [photo.path for photo in found] == ["/sdcard/DCIM/b.png", f"/sdcard/Download/{name}", COLOSSEUM]
    assert found[0].modified - found[1].modified == 60_000
    assert [pictures.size(photo.data) for photo in found[:2]] == [(20, 40), (40, 20)]


@pytest.mark.parametrize(
    "path",
    [
        "/sdcard/Pictures/notes.txt",
        "/sdcard/.thumbnails/a.png",
        "/sdcard/Pictures/.a.png",
        "/data/local/tmp/a.png",
    ],
)
def test_what_is_no_picture_of_the_user_is_left_out(path: str) -> None:
    phone = files.write(images.boot(), path, _picture("PNG"))
    assert [photo.path for photo in pictures.photos(phone)] == [COLOSSEUM]


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n broken", b"text"])
def test_what_can_not_be_unpacked_is_left_out(data: bytes) -> None:
    phone = files.write(images.boot(), "/sdcard/Pictures/a.jpg", data)
    assert [photo.path for photo in pictures.photos(phone)] == [COLOSSEUM]
    assert pictures.with_path(phone, "/sdcard/Pictures/a.jpg") is None


def test_saving_finds_a_free_name_and_dates_the_file() -> None:
    phone = inputs.wait(images.boot(), 5_000)
    first = pictures.picture_path(phone, CAMERA, "IMG")
    phone = pictures.save(phone, first, _picture("JPEG"))
    second = pictures.picture_path(phone, CAMERA, "IMG")
    phone = pictures.save(phone, second, _picture("JPEG"))
    assert (first, second) == (f"{CAMERA}/IMG.jpg", f"{CAMERA}/IMG(1).jpg")
    assert pictures.picture_path(phone, CAMERA, "IMG") == f"{CAMERA}/IMG(2).jpg"
    photo = pictures.with_path(phone, second)
    assert photo is not None
    assert photo.modified == phone.clock.wall


def test_nothing_is_saved_where_a_file_is_in_the_way() -> None:
    phone = files.write(images.boot(), CAMERA, b"no directory")
    assert pictures.save(phone, f"{CAMERA}/IMG.jpg", _picture("JPEG")) is phone


def test_deleting_removes_the_file_and_leaves_its_directory() -> None:
    phone = pictures.delete(images.boot(), COLOSSEUM)
    assert pictures.photos(phone) == ()
    assert not files.exists(phone, COLOSSEUM)
    assert files.is_directory(phone, PICTURES)
    assert pictures.delete(phone, COLOSSEUM) is phone
