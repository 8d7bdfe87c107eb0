"""Archives: what is packed comes back, and no archive writes elsewhere or fills the phone."""

from __future__ import annotations

import io
import zipfile

import pytest
from handset_hand import Hand

from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits import archives
from bmoca_gym.handset.system import files
from bmoca_gym.handset.system.files import STORAGE


def test_an_archive_goes_there_and_back() -> None:
    phone = files.write(Hand().phone, f"{STORAGE}/Pictures/deep/a.txt", b"one")
    packed = archives.pack(phone, (f"{STORAGE}/Pictures",), f"{STORAGE}/archive.zip")
    after = archives.unpack(packed, f"{STORAGE}/archive.zip", f"{STORAGE}/Download")
    assert after.files[f"{STORAGE}/Download/archive/Pictures/deep/a.txt"] == b"one"


def made(*entries: tuple[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return data.getvalue()


def test_an_archive_writes_nothing_outside_its_folder() -> None:
    phone = files.write(
        Hand().phone, f"{STORAGE}/evil.zip", made(("../../up.txt", b"x"), ("/root.txt", b"y"))
    )
    after = archives.unpack(phone, f"{STORAGE}/evil.zip", f"{STORAGE}/Download")
    new = set(after.files) - set(phone.files)
    assert new == {f"{STORAGE}/Download/evil/up.txt", f"{STORAGE}/Download/evil/root.txt"}


@pytest.mark.parametrize(
    "data",
    [b"no archive", b"", made(("bomb", bytes(65 << 20))), made(*[(f"{n}", b"") for n in range(1001)])],
    ids=["text", "empty", "huge", "many"],
)
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    phone = files.write(Hand().phone, f"{STORAGE}/a.zip", data)
    with pytest.raises(FileAccessError):
        archives.unpack(phone, f"{STORAGE}/a.zip", f"{STORAGE}/Download")
