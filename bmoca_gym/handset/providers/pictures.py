"""Pictures on the shared storage: listing and adding them, and the initial ones of a new phone."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

import cv2
import numpy as np
from immutables import Map
from numpy.typing import NDArray

from bmoca_gym.handset import late_files
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.graphics.wallpapers.catalogue import picture_size
from bmoca_gym.handset.late_files import Files, Late
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import memo

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
PICTURES = files.STORAGE + "/Pictures"
CAMERA = files.STORAGE + "/DCIM/Camera"
#: Apps' own files, which the media provider leaves out.
_OF_APPS = files.STORAGE + "/Android/data/"
#: What the media provider puts before the name of a file in the trash, with the second when it is deleted for good
#: (android.provider.MediaStore, API 30), and how many days that is later.
_TRASHED = ".trashed-"
_KEPT_DAYS = 30
#: The gallery's activity that shows one picture. Its argument is a `Shown`.
VIEWER = "com.google.android.apps.photos/com.google.android.apps.photos.pager.HostPhotoPagerActivity"
VIEW_ACTION = "android.intent.action.VIEW"
#: B-MoCA pushes a photograph of this name to every phone; here it is drawn (`graphics.colosseum`).
COLOSSEUM = PICTURES + "/99_Colosseum.jpg"


class Photo(NamedTuple):
    """A picture file. ``path``: on the phone; ``modified``: wall ms; ``picture``: see `picture_in`."""

    path: str
    modified: int
    picture: bytes | Late

    @property
    def data(self) -> bytes:
        """The file's content, which is made if it was not yet."""
        return late_files.read(self.picture)

    @property
    def name(self) -> str:
        """The file's name."""
        return posixpath.basename(self.path)

    @property
    def folder(self) -> str:
        """Its directory."""
        return posixpath.dirname(self.path)


class Shown(NamedTuple):
    """The picture in the viewer, and the set to which it belongs.

    ``kind``: "all", "favorites", "trash", "folder" (``value``: its path) or "search" (``value``: the query).
    """

    path: str
    kind: str = "all"
    value: str = ""


def photos(phone: Phone) -> tuple[Photo, ...]:
    """Return the pictures that can be shown, newest first, without hidden files and files that are not pictures."""
    return _photos(phone.files, phone.modified)


@memo(16)
def _photos(stored: Files, modified: Map[str, int]) -> tuple[Photo, ...]:
    found = [
        (path, content)
        for path, content in late_files.as_kept(stored).items()
        if path.startswith(files.STORAGE + "/")
        and "/." not in path
        and path.lower().endswith(SUFFIXES)
        and not path.startswith(_OF_APPS)
    ]
    photos = [Photo(path, modified.get(path, 0), picture_in(content)) for path, content in found]
    photos.sort(key=lambda photo: (-photo.modified, photo.path))
    return tuple([photo for photo in photos if size(photo.picture) is not None])


def with_path(phone: Phone, path: str) -> Photo | None:
    """Return the picture at a path, or None."""
    return next((photo for photo in photos(phone) if photo.path == path), None)


def picture_in(content: bytes | Late) -> bytes | Late:
    """Return what `widgets.Picture` shows of a file: its content, or a picture that can be drawn without the file."""
    return content if isinstance(content, Late) and content.draw is not None else late_files.read(content)


def size(picture: bytes | Late) -> tuple[int, int] | None:
    """Return width and height in px of a picture as `picture_in` returns it; None if it can't be shown."""
    return picture.size if isinstance(picture, Late) else picture_size(picture)


def pixels(picture: bytes | Late) -> NDArray[np.uint8]:
    """Return a picture that has a `size`, as a whole: uint8[height, width, 3], RGB."""
    if isinstance(picture, Late):
        return late_files.drawn(picture)
    image: Any = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)


def picture_path(phone: Phone, folder: str, stem: str, suffix: str = ".jpg", numbered: str = "{}({})") -> str:
    """Return a free path in ``folder``: ``stem``, with a number if that is taken."""
    path, number = f"{folder}/{stem}{suffix}", 1
    while files.exists(phone, path):
        path, number = f"{folder}/{numbered.format(stem, number)}{suffix}", number + 1
    return path


def trashed(phone: Phone) -> tuple[str, ...]:
    """Return the paths of the files in the trash that are not yet deleted for good, the latest first."""
    found = []
    for path in phone.files:
        until = _until(path)
        if until > phone.clock.wall // 1000:
            found.append((-until, path))
    return tuple([path for _, path in sorted(found)])


def own_path(path: str) -> str:
    """Return the path that a file in the trash had before; of any other file, its path."""
    folder, name = posixpath.split(path)
    return f"{folder}/{name.split('-', 2)[2]}" if _until(path) else path


def _until(path: str) -> int:
    """Return the second at which a file in the trash is deleted for good; 0 for any other file."""
    name = posixpath.basename(path)
    until, _, rest = name.removeprefix(_TRASHED).partition("-")
    return int(until) if name.startswith(_TRASHED) and rest and until.isdecimal() and until.isascii() else 0


# Effects


def save(phone: Phone, path: str, content: bytes | Late) -> Phone:
    """Write a picture file, as `files.write` does. Nothing changes if something is in the way, such as a file in place
    of a directory.
    """
    try:
        return files.write(phone, path, content)
    except FileAccessError:
        return phone


def delete(phone: Phone, path: str) -> Phone:
    """Delete a file, if it exists."""
    return files.delete(phone, path) if path in phone.files else phone


def trash(phone: Phone, path: str) -> Phone:
    """Move a file into the trash, if it exists."""
    if path not in phone.files:
        return phone
    until = phone.clock.wall // 1000 + _KEPT_DAYS * 86_400
    folder, name = posixpath.split(path)
    return _renamed(delete(phone, f"{folder}/{_TRASHED}{until}-{name}"), path, f"{_TRASHED}{until}-{name}")


def restore(phone: Phone, path: str) -> Phone:
    """Move a file out of the trash, under its own name or the next free one."""
    if path not in phone.files or not _until(path):
        return phone
    stem, suffix = posixpath.splitext(posixpath.basename(own_path(path)))
    return _renamed(
        phone, path, posixpath.basename(picture_path(phone, posixpath.dirname(path), stem, suffix))
    )


def _renamed(phone: Phone, path: str, name: str) -> Phone:
    try:
        return files.rename(phone, path, f"{posixpath.dirname(path)}/{name}")
    except FileAccessError:
        return phone
