"""Changes of users' files: valid names, free names, allowed destinations, and a lack of space."""

from __future__ import annotations

from bmoca_gym.handset import images
from bmoca_gym.handset.images import ANDROID13
from bmoca_gym.handset.kits import file_changes
from bmoca_gym.handset.system import files


def test_names_are_such_as_the_storage_takes() -> None:
    given = ["a/b.txt", "  note ", "..", "a\nb", 'x"y', "n" * 200, ""]
    assert [file_changes.file_name(name) for name in given] == [
        "a_b.txt", "note", "", "a_b", "x_y", "n" * file_changes.NAME_LIMIT, "",
    ]  # fmt: skip


def test_a_folder_is_copied_and_moved_and_goes_not_into_itself() -> None:
    phone = files.write(images.boot(image=ANDROID13), "/sdcard/one/two/a.txt", b"a")
    phone = file_changes.carry(phone, "/sdcard/one", "/sdcard/Music", False)
    phone = file_changes.carry(phone, "/sdcard/one", "/sdcard/Music", True)
    assert files.names_in(phone, "/sdcard/Music") == ["one", "one (1)"]
    assert phone.files["/sdcard/Music/one (1)/two/a.txt"] == b"a"
    assert file_changes.free_path(phone, "/sdcard/Music/one/two/a.txt", True).endswith("/a (1).txt")
    assert not file_changes.takes(True, ("/sdcard/one",), "/sdcard/one/two")
    assert not file_changes.takes(True, ("/sdcard/one/two",), "/sdcard/one")
    assert file_changes.takes(False, ("/sdcard/one/two",), "/sdcard/one")
    phone = file_changes.remove(file_changes.remove(phone, "/sdcard/Music/one"), "/sdcard/Music/one")
    assert files.names_in(phone, "/sdcard/Music") == ["one (1)"]


def test_what_can_not_be_done_is_said() -> None:
    phone = images.boot(image=ANDROID13)
    after = file_changes.attempted(phone, "no room", files.write, "/sdcard/" + "n" * 300, b"a")
    assert (after.toast, after.files) == ("no room", phone.files)
