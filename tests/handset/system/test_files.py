"""The virtual file system: one canonical name for each file, apps' files as their state, the wallpaper."""

from __future__ import annotations

import io

import pytest
from handset_hand import APPS, Hand
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.errors import FileAccessError, WallpaperError
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.manifest import AppFile
from bmoca_gym.handset.providers.pictures import COLOSSEUM
from bmoca_gym.handset.system import activities, files
from bmoca_gym.handset.value import replace

OWN = [
    (package, file)
    for package, owner in packages.owners_of(ANDROID10).items()
    for file in owner.files
    if file.there is None
]
OWN_IDS = [file.path for _, file in OWN]


@pytest.mark.parametrize(
    ("path", "clean"),
    [
        ("/sdcard/a", "/sdcard/a"), ("//sdcard/./a/../b", "/sdcard/b"), ("/../../sdcard", "/sdcard"), ("/", "/"),
        ("/storage/emulated/0", "/sdcard"), ("/storage/emulated/0/x", "/sdcard/x"), ("/storage/emulated/01", "/storage/emulated/01"),
        ("/data/user/0/org.x/y", "/data/data/org.x/y"), ("/data/user_de/0/org.x", "/data/user_de/0/org.x"),
    ],
)  # fmt: skip
def test_a_path_has_one_name(path: str, clean: str) -> None:
    assert files.resolve(path) == clean


@given(st.text(max_size=30).map(lambda text: "/" + text.replace("\0", "")))
def test_resolving_twice_is_resolving_once(path: str) -> None:
    once = files.resolve(path)
    assert files.resolve(once) == once
    assert once.startswith("/")
    assert ".." not in once.split("/")


@given(st.dictionaries(st.from_regex(r"\A/sdcard/probe/[a-c]{1,2}\Z"), st.binary(max_size=20), max_size=5))
def test_files_hold_what_was_written_last(content: dict[str, bytes]) -> None:
    first = phone = images.boot()
    for path, data in content.items():
        phone = files.write(phone, path, data)
    assert {path: files.read(phone, path) for path in content} == content
    assert {path for path in files.paths(phone) if path.startswith("/sdcard/probe")} == set(content)
    for path in content:
        phone = files.delete(phone, path)
    assert files.paths(phone) == files.paths(first)


def test_deleting_what_is_not_there_says_what_is_wrong() -> None:
    phone = files.write(images.boot(), "/sdcard/a/b", b"")
    with pytest.raises(FileAccessError, match="No such file"):
        files.delete(phone, "/sdcard/a/c")
    with pytest.raises(FileAccessError, match="Is a directory"):
        files.delete(phone, "/sdcard/a")
    assert files.exists(phone, "/sdcard/a")
    assert not files.exists(phone, "/sdcard/ab")


# Directories


def test_a_new_phone_has_its_directories_and_one_picture_in_them() -> None:
    phone = images.boot()
    names = files.names_in(phone, "/sdcard")
    assert {"Alarms", "Android", "DCIM", "Download", "Movies", "Music", "Pictures", "Ringtones"} <= set(names)
    assert all(files.is_directory(phone, f"/sdcard/{name}") for name in names)
    assert files.names_in(phone, "/storage/emulated/0/DCIM/") == []
    assert [path for path in files.paths(phone) if path.startswith("/sdcard")] == [COLOSSEUM]


def test_a_directory_outlives_its_files_and_is_dated() -> None:
    phone = inputs.wait(images.boot(), 60_000)
    phone = files.write(phone, "/sdcard/a/b/c", b"x")
    phone = inputs.wait(phone, 60_000)
    phone = files.delete(phone, "/sdcard/a/b/c")
    assert files.names_in(phone, "/sdcard/a/b") == []
    assert files.modified(phone, "/sdcard/a/b") == phone.clock.wall
    assert files.modified(phone, "/sdcard/a") == phone.clock.wall - 60_000
    with pytest.raises(FileAccessError, match="Is a directory"):
        files.write(phone, "/sdcard/a/b", b"x")
    with pytest.raises(FileAccessError, match="Is a directory"):
        files.delete(phone, "/sdcard/a/b")


def test_directories_are_made_renamed_and_deleted_with_what_is_in_them() -> None:
    phone = files.make_directory(images.boot(), "/sdcard/one/two")
    phone = files.write(phone, "/sdcard/one/two/f", b"1")
    phone = files.write(phone, "/sdcard/one/twofold", b"2")
    phone = files.rename(phone, "/sdcard/one/two", "/sdcard/one/three")
    assert files.names_in(phone, "/sdcard/one") == ["three", "twofold"]
    assert files.read(phone, "/sdcard/one/three/f") == b"1"
    phone = files.delete_directory(phone, "/sdcard/one/three")
    assert files.names_in(phone, "/sdcard/one") == ["twofold"]
    for path in ("/sdcard/one", "/sdcard/one/twofold", "/sdcard/one/twofold/x"):
        with pytest.raises(FileAccessError):
            files.make_directory(phone, path)
    for old, new in (
        ("/sdcard/one", "/sdcard/Music"),
        ("/sdcard/one", "/sdcard/one/in"),
        ("/sdcard/no", "/sdcard/x"),
    ):
        with pytest.raises(FileAccessError):
            files.rename(phone, old, new)


def test_the_shell_makes_lists_and_removes_directories(hand: Hand) -> None:
    assert "Pictures\n" in hand.shell("ls /sdcard")
    assert hand.shell("ls /sdcard/Pictures") == "99_Colosseum.jpg\n"
    assert hand.shell("ls /sdcard/Movies") == ""
    assert hand.device.shell("mkdir /sdcard/x/y").exit_code == 1
    assert hand.device.shell("mkdir /sdcard/Music").exit_code == 1
    assert hand.shell("mkdir -p /sdcard/x/y /sdcard/Music; ls /sdcard/x") == "y\n"
    assert hand.device.shell("rm /sdcard/x").exit_code == 1
    assert hand.shell("rm -rf /sdcard/x /sdcard/nowhere; ls /sdcard/Music") == ""
    assert hand.device.shell("ls /sdcard/x").exit_code == 1


@pytest.mark.parametrize("path", ["/", "/sdcard", "/data", "/data/data", "/sdcard/nowhere"])
def test_the_systems_directories_can_not_be_deleted(path: str) -> None:
    with pytest.raises(FileAccessError):
        files.delete_directory(images.boot(), path)


# Files that are state


@pytest.mark.parametrize(("package", "file"), OWN, ids=OWN_IDS)
def test_a_file_is_the_same_for_the_same_state_and_gives_it_back(package: str, file: AppFile) -> None:
    phone = images.boot()
    data = files.read(phone, file.path)
    assert files.read(phone, file.path) == data
    again = files.write(phone, file.path, data)
    assert files.read(again, file.path) == data


@pytest.mark.parametrize(("package", "file"), OWN, ids=OWN_IDS)
def test_deleting_an_apps_file_gives_it_its_default_data(package: str, file: AppFile) -> None:
    default = files.read(images.boot(), file.path)
    assert files.read(files.delete(images.boot(), file.path), file.path) == default


@pytest.mark.parametrize(("package", "file"), OWN, ids=OWN_IDS)
def test_a_file_written_while_its_app_is_shown_shows_at_once(package: str, file: AppFile) -> None:
    app = packages.apps_of(ANDROID10).get(package, packages.launcher_of(ANDROID10))
    phone = activities.start(images.boot(), app.component)
    after = files.write(phone, file.path, files.read(phone, file.path))
    assert len(screen.ui_tree(after)) > 1


def test_app_files_lie_in_their_apps_own_folders() -> None:
    for package, file in OWN:
        assert file.path.startswith((f"/data/data/{package}/", f"/data/user_de/0/{package}/"))
        assert files.resolve(file.path) == file.path


def test_alarms_switched_on_by_a_file_ring() -> None:
    clock_app = APPS["clock"]
    path = clock_app.files[0].path
    phone = images.boot()
    state = phone.apps[clock_app.package]
    on = replace(state, alarms=(replace(state.alarms[0], hour=10, minute=1, days=0, enabled=True),))
    phone = files.write(phone, path, clock_app.files[0].read(on))
    phone = inputs.wait(phone, 61_000)
    assert phone.notifications[0].category == "alarm"


# The wallpaper


def picture(format: str = "PNG", size: tuple[int, int] = (40, 80)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 30, 30)).save(out, format)
    return out.getvalue()


def test_a_named_wallpaper_comes_back_by_name() -> None:
    phone = files.write(images.boot(), files.WALLPAPER, b"bmoca-wallpaper:03_paper\n")
    assert phone.configuration.wallpaper == "03_paper"
    assert files.read(phone, files.WALLPAPER) == b"bmoca-wallpaper:03_paper\n"


@pytest.mark.parametrize("format", ["PNG", "JPEG", "BMP", "WEBP"])
def test_a_picture_becomes_the_wallpaper(format: str) -> None:
    from bmoca_gym.handset.render.renderer import Renderer

    data = picture(format)
    phone = files.write(images.boot(), files.WALLPAPER, data)
    assert files.read(phone, files.WALLPAPER) == data
    red, green, _ = Renderer(20, 40).frame(phone)[15, 10]
    assert red > 120 > green


@pytest.mark.parametrize(
    "data", [b"", b"no picture", b"bmoca-wallpaper:no_such", b"\x89PNG\r\n\x1a\n" + bytes(50), picture()[:60]]
)
def test_bytes_that_are_no_picture_are_refused_and_change_nothing(data: bytes) -> None:
    phone = images.boot()
    with pytest.raises(WallpaperError):
        files.write(phone, files.WALLPAPER, data)


def test_an_unknown_wallpaper_names_the_nearest() -> None:
    with pytest.raises(WallpaperError, match="Did you mean '03_paper'"):
        files.write(images.boot(), files.WALLPAPER, b"bmoca-wallpaper:03_papier")
