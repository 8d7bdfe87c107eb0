"""The virtual file system: app files that are their apps' state, the wallpaper, and what users push."""

from __future__ import annotations

import posixpath
import sqlite3
from typing import TYPE_CHECKING

from bmoca_gym.handset.app import AppFile
from bmoca_gym.handset.errors import FileAccessError, WallpaperError, nearest
from bmoca_gym.handset.system import logcat
from bmoca_gym.handset.value import replace

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

WALLPAPER = "/data/system/users/0/wallpaper"
_WALLPAPER_NAME = b"bmoca-wallpaper:"
_ALIASES = (
    ("/data/user/0", "/data/data"),
    ("/storage/emulated/0", "/sdcard"),
    ("/storage/self/primary", "/sdcard"),
    ("/mnt/sdcard", "/sdcard"),
)
FILE_LIMIT = 1 << 30


def resolve(path: str) -> str:
    """The one name of a path: absolute, without ``.`` and ``..``, links followed.

    Raises:
        FileAccessError: the path is not absolute or holds a NUL.
    """
    if not path.startswith("/") or "\0" in path:
        raise FileAccessError(f"path {path!r}: a path on the phone begins with / and holds no NUL")
    clean = posixpath.normpath("/" + path.lstrip("/"))
    for alias, real in _ALIASES:
        if clean == alias or clean.startswith(alias + "/"):
            return real + clean[len(alias) :]
    return clean


def _app_file(path: str) -> tuple[str, AppFile] | None:
    from bmoca_gym.handset import apps

    for package, app in apps.INSTALLED.items():
        for file in app.files:
            if file.path == path:
                return package, file
    return None


def paths(phone: Phone) -> list[str]:
    """Every file there is, in alphabetical order."""
    from bmoca_gym.handset import apps

    found = {file.path for app in apps.INSTALLED.values() for file in app.files}
    return sorted(found | set(phone.files) | {WALLPAPER})


def exists(phone: Phone, path: str) -> bool:
    """Whether the path is a file, or a directory that holds one."""
    clean = resolve(path)
    return any(name == clean or name.startswith(clean.rstrip("/") + "/") for name in paths(phone))


def read(phone: Phone, path: str) -> bytes:
    """The content of a file.

    Raises:
        FileAccessError: there is no such file.
    """
    clean = resolve(path)
    own = _app_file(clean)
    if own is not None:
        return own[1].read(phone.apps[own[0]])
    if clean == WALLPAPER:
        name = phone.configuration.wallpaper
        return name if isinstance(name, bytes) else _WALLPAPER_NAME + name.encode() + b"\n"
    data = phone.files.get(clean)
    if data is None:
        raise _no_file(phone, path)
    return data


def _no_file(phone: Phone, path: str) -> FileAccessError:
    if exists(phone, path):
        return FileAccessError(f"{path}: Is a directory")
    return FileAccessError(f"{path}: No such file or directory.{nearest(resolve(path), paths(phone))}")


def write(phone: Phone, path: str, data: bytes) -> Phone:
    """The phone with that file replaced or created. An app that can't open its own file keeps its default data.

    Raises:
        FileAccessError: the path is not a file's, or the data are larger than a phone holds.
        WallpaperError: the wallpaper's bytes are no picture.
    """
    clean = resolve(path)
    if len(data) > FILE_LIMIT:
        raise FileAccessError(f"{path}: {len(data)} bytes do not fit; at most {FILE_LIMIT}")
    if clean == WALLPAPER:
        return _write_wallpaper(phone, data)
    own = _app_file(clean)
    if own is None:
        if path.endswith("/") or (clean not in phone.files and exists(phone, clean)):
            raise FileAccessError(f"{path}: Is a directory")
        if any(clean.startswith(name + "/") for name in paths(phone)):
            raise FileAccessError(f"{path}: Not a directory")
        return replace(phone, files=phone.files.set(clean, data))
    package, file = own
    try:
        state = file.write(phone.apps[package], data)
    except (ValueError, sqlite3.DatabaseError) as error:
        from bmoca_gym.handset import apps

        phone = logcat.write(phone, package, f"Failed to open {clean}: {error}; using default data", "E")
        state = file.write(phone.apps[package], file.read(apps.INSTALLED[package].state()))
    return _with_state(phone, package, state, file)


def _with_state(phone: Phone, package: str, state: object, file: AppFile) -> Phone:
    phone = replace(phone, apps=phone.apps.set(package, state))
    if file.written:
        function, arguments = file.written
        phone = function(phone, *arguments)
    return phone


def _write_wallpaper(phone: Phone, data: bytes) -> Phone:
    from bmoca_gym.handset.graphics import wallpapers

    name: str | bytes
    if data.startswith(_WALLPAPER_NAME):
        name = data[len(_WALLPAPER_NAME) :].decode("utf-8", "replace").strip()
        if not wallpapers.is_wallpaper(name):
            raise WallpaperError(f"no wallpaper is named {name!r}.{nearest(name, wallpapers.WALLPAPERS)}")
    else:
        wallpapers.picture_from_bytes(data, 32, 64)
        name = data
    return replace(phone, configuration=replace(phone.configuration, wallpaper=name))


def delete(phone: Phone, path: str) -> Phone:
    """The phone without that file; an app whose own file it was starts with its default data.

    Raises:
        FileAccessError: there is no such file.
    """
    from bmoca_gym.handset import apps

    clean = resolve(path)
    own = _app_file(clean)
    if own is not None:
        package, file = own
        state = file.write(phone.apps[package], file.read(apps.INSTALLED[package].state()))
        return _with_state(phone, package, state, file)
    if clean not in phone.files:
        raise _no_file(phone, path)
    return replace(phone, files=phone.files.delete(clean))
