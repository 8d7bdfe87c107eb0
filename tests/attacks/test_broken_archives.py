"""Broken archives: whatever `zipfile` raises at them, each reader of archives refuses them with its own error."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation import entry
from bmoca_gym.handset import images
from bmoca_gym.handset.apps.cantook import epub
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits import archives
from bmoca_gym.handset.system import apk, files
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.system.zip_bytes import BROKEN
from bmoca_gym.play import offers

METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


def damaged(method: int, *names: str, count: int) -> Iterator[bytes]:
    """Archives with some other bytes, some of them cut short."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name in names:
            archive.writestr(name, "hello " * 50)
    rng = random.Random(method)
    for _ in range(count):
        data = bytearray(made.getvalue())
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        yield bytes(data[: rng.randrange(len(data))] if rng.random() < 0.2 else data)


@pytest.mark.parametrize("method", METHODS)
def test_no_reader_of_the_phone_raises_what_zipfile_does(method: int) -> None:
    phone, refused = images.boot(), 0
    for data in damaged(method, "a/b.txt", "AndroidManifest.xml", "META-INF/container.xml", count=300):
        written = files.write(phone, f"{STORAGE}/a.zip", data)
        for read, error in (
            (lambda: archives.unpack(written, f"{STORAGE}/a.zip", STORAGE), FileAccessError),  # noqa: B023
            (lambda: apk.read_manifest(data), apk.PackageFileError),  # noqa: B023
            (lambda: epub.read(data), epub.EpubError),  # noqa: B023
        ):
            try:
                read()
            except error:
                refused += 1
    assert refused > 500


@pytest.mark.parametrize("method", METHODS)
def test_no_entry_raises_what_zipfile_does(method: int, tmp_path: Path) -> None:
    path = tmp_path / "run.bmoca.zip"
    for data in damaged(method, entry.HEAD, "run.json", count=100):
        path.write_bytes(data)
        with pytest.raises(RecordError), entry.opened(path):
            pass


@pytest.mark.parametrize("method", METHODS)
def test_a_folder_of_broken_checkpoints_is_looked_through(method: int, tmp_path: Path) -> None:
    for number, data in enumerate(damaged(method, "policy.json", count=100)):
        (tmp_path / f"{number}.zip").write_bytes(data)
    list(offers._checkpoints(tmp_path))


def test_what_zipfile_raises_is_known() -> None:
    seen = set()
    for method in METHODS:
        for data in damaged(method, "a", count=300):
            try:
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    archive.read("a")
            except KeyError:
                pass  # the name was changed
            except BROKEN as error:
                seen.add(type(error).__name__)
    assert {"BadZipFile", "error", "LZMAError", "NotImplementedError", "RuntimeError"} <= seen
