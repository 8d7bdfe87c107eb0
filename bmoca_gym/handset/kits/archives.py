"""ZIP archives of users' files: pack files and directories, and unpack archives."""

from __future__ import annotations

import io
import posixpath
import zipfile

from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits.file_changes import file_name, free_path
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.system.zip_bytes import BROKEN

SUFFIX = ".zip"
#: What an archive may hold: a small file can claim to be a huge one.
_MOST_FILES, _MOST_BYTES = 1000, 64 << 20
#: Date of each file in an archive, so that equal files make equal archives.
_MADE = (1980, 1, 1, 0, 0, 0)


def pack(phone: Phone, paths: tuple[str, ...], target: str) -> Phone:
    """Pack files and directories into an archive.

    It is not compressed: zlib's output depends on its build, but equal phones must have equal files.

    Raises:
        FileAccessError: there is no space left.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in paths:
            inside = [path, *sorted(one for one in phone.modified if one.startswith(path + "/"))]
            for one in inside:
                name = one[len(posixpath.dirname(path)) + 1 :].encode("utf-8", "replace").decode()
                data = phone.files.get(one)
                archive.writestr(
                    zipfile.ZipInfo(name if data is not None else name + "/", _MADE), data or b""
                )
    return files.write(phone, target, made.getvalue())


def unpack(phone: Phone, path: str, folder: str) -> Phone:
    """Unpack an archive into a new directory with its name.

    Raises:
        FileAccessError: it is not an archive, its contents are too large, or there is no space left.
    """
    target = free_path(phone, f"{folder}/{posixpath.splitext(posixpath.basename(path))[0]}")
    try:
        with zipfile.ZipFile(io.BytesIO(phone.files.get(path, b""))) as archive:
            entries = archive.infolist()
            if len(entries) > _MOST_FILES or sum(entry.file_size for entry in entries) > _MOST_BYTES:
                raise FileAccessError(f"{path}: File too large")
            found = [(entry.filename, b"" if entry.is_dir() else archive.read(entry)) for entry in entries]
    except BROKEN as error:
        raise FileAccessError(f"{path}: {error}") from None
    phone = files.make_directory(phone, target)
    for name, data in found:
        parts = [part for part in map(file_name, name.split("/")) if part]
        place = target
        for part in parts[:-1] if not name.endswith("/") else parts:
            place = f"{place}/{part}"
            if not files.exists(phone, place):
                phone = files.make_directory(phone, place)
        if parts and not name.endswith("/"):
            phone = files.write(phone, f"{place}/{parts[-1]}", data)
    return phone
