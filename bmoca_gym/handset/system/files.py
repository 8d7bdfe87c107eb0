"""The virtual file system: files of apps, which are parts of their state, the wallpaper, and users' files."""

from __future__ import annotations

import posixpath
import sqlite3
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import late_files, packages
from bmoca_gym.handset.contract import WALLPAPER_PREFIX
from bmoca_gym.handset.errors import FileAccessError, WallpaperError, nearest
from bmoca_gym.handset.graphics.wallpapers import catalogue
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.manifest import AppFile
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.value import memo, replace

WALLPAPER = "/data/system/users/0/wallpaper"
_WALLPAPER_NAME = WALLPAPER_PREFIX.encode()
_ALIASES = (
    # Its files can be read before the phone is unlocked.
    ("/data/data/com.android.providers.telephony", "/data/user_de/0/com.android.providers.telephony"),
    ("/data/user/0/com.android.providers.telephony", "/data/user_de/0/com.android.providers.telephony"),
    ("/data/user/0", "/data/data"),
    ("/storage/emulated/0", "/sdcard"),
    ("/data/media/0", "/sdcard"),
    ("/storage/self/primary", "/sdcard"),
    ("/mnt/user/0/primary", "/sdcard"),
    ("/mnt/sdcard", "/sdcard"),
    ("/bin", "/system/bin"),
    ("/etc", "/system/etc"),
)
#: Limits of all stored files: their bytes together, and the number of files, directories and links.
STORAGE_LIMIT, ENTRY_LIMIT = 512 << 20, 20_000

STORAGE = "/sdcard"
#: The path that a phone prints for shared storage after following all links.
REAL_STORAGE = "/storage/emulated/0"
#: Other paths of shared storage, which are mounts rather than links.
MOUNTS = (REAL_STORAGE, "/data/media/0")
#: The symbolic links of every Android. `resolve` follows them; a listing shows them as links.
SYSTEM_LINKS = {
    "/bin": "/system/bin", "/data/user/0": "/data/data", "/etc": "/system/etc",
    "/mnt/sdcard": "/storage/self/primary", "/mnt/user/0/primary": REAL_STORAGE, "/sdcard": "/storage/self/primary",
    "/storage/self/primary": "/mnt/user/0/primary",
}  # fmt: skip
#: How many symbolic links are followed on one path, and the longest target of a link: Linux's limits.
_MOST_LINKS, _LONGEST_LINK = 40, 4095
#: The longest path and the longest name, in bytes (PATH_MAX, NAME_MAX).
_LONGEST_PATH, _LONGEST_NAME = 4096, 255


@memo(256, asset=True)
def resolve(path: str) -> str:
    """Return the canonical form of a path: absolute, without ``.`` and ``..``, links followed.

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


def located(phone: Phone, path: str, follow: bool = True) -> str:
    """Return the canonical path of a file that need not exist. ``follow``: also follow the last name if it is a link.

    Raises:
        FileAccessError: as `resolve`, or the links on the way have no end.
    """
    if not phone.links:
        return resolve(path)
    resolve(path)
    waiting = path.split("/")[::-1]
    at, followed = "/", 0
    while waiting:
        name = waiting.pop()
        if name == "..":
            at = posixpath.dirname(at)
        elif name not in ("", "."):
            at = resolve(posixpath.join(at, name))
            target = phone.links.get(at)
            if target is not None and (follow or waiting):
                followed += 1
                if followed > _MOST_LINKS:
                    raise FileAccessError(f"{path}: Too many levels of symbolic links")
                at = "/" if target.startswith("/") else posixpath.dirname(at)
                waiting += target.split("/")[::-1]
    return at


def link_text(phone: Phone, path: str) -> str | None:
    """Return the target of a symbolic link, or None if the path is not a link. With a slash at the end, the link is
    followed.

    Raises:
        FileAccessError: as `located`.
    """
    folder, _, name = path.rpartition("/")
    if name in ("", ".", ".."):
        return None
    at = posixpath.join(located(phone, folder or "/"), name)
    return SYSTEM_LINKS.get(at) or phone.links.get(at)


def shown(path: str) -> str:
    """Return the path that a phone prints for a canonical path; shared storage has another one."""
    inside = path == STORAGE or path.startswith(STORAGE + "/")
    return REAL_STORAGE + path[len(STORAGE) :] if inside else path


def make_link(phone: Phone, path: str, target: str) -> Phone:
    """Create a symbolic link to ``target``, which need not exist. Shared storage has no links.

    Raises:
        FileAccessError: the link can't be made, or there is no space left.
    """
    clean = located(phone, path, follow=False)
    if link_text(phone, path) is not None or exists(phone, clean):
        raise FileAccessError(f"{path}: File exists")
    if clean.startswith(STORAGE + "/"):
        raise FileAccessError(f"{path}: Operation not permitted")
    if not target or "\0" in target:
        raise FileAccessError(f"{path}: No such file or directory")
    if len(target.encode("utf-8", "surrogatepass")) > _LONGEST_LINK:
        raise FileAccessError(f"{path}: File name too long")
    if any(clean.startswith(name + "/") for name in paths(phone)):
        raise FileAccessError(f"{path}: Not a directory")
    _check_space(phone, clean, target.encode("utf-8", "surrogatepass"), path)
    return _touched(replace(phone, links=phone.links.set(clean, target)), clean)


def _app_file(phone: Phone, path: str) -> tuple[str, AppFile] | None:
    return app_files(phone.image).get(path)


@memo(16, asset=True)
def app_files(image: Image) -> dict[str, tuple[str, AppFile]]:
    """Return the files of all apps by path, with the package. An app renamed on this phone has renamed files."""
    return {
        file.path.replace(package, image.outward(package)): (package, file)
        for package, owner in packages.owners_of(image).items()
        for file in owner.files
    }


def _is_there(phone: Phone, package: str, file: AppFile) -> bool:
    """Return whether the app has created that file yet."""
    return file.there is None or file.there(phone.apps[package])


def paths(phone: Phone) -> list[str]:
    """Return the paths of all files, including symbolic links, in alphabetical order."""
    found = {
        path for path, (package, file) in app_files(phone.image).items() if _is_there(phone, package, file)
    }
    return sorted(found | set(phone.files) | set(phone.links) | {WALLPAPER})


def exists(phone: Phone, path: str) -> bool:
    """Return whether a path leads to a file or a directory."""
    clean = located(phone, path)
    if clean in phone.modified:
        return True
    return any(name == clean or name.startswith(clean.rstrip("/") + "/") for name in paths(phone))


def is_directory(phone: Phone, path: str) -> bool:
    """Return whether a path leads to a directory, which may be empty."""
    clean = located(phone, path)
    return exists(phone, clean) and clean not in paths(phone)


def names_in(phone: Phone, path: str) -> list[str]:
    """Return the names of the files and directories in a directory, in alphabetical order.

    Raises:
        FileAccessError: the path is not a directory.
    """
    clean = located(phone, path)
    if not exists(phone, clean):
        raise _no_file(phone, path)
    if not is_directory(phone, clean):
        raise FileAccessError(f"{path}: Not a directory")
    start = clean.rstrip("/") + "/"
    every = (*paths(phone), *phone.modified)
    return sorted({name[len(start) :].partition("/")[0] for name in every if name.startswith(start)} - {""})


def first_boot(phone: Phone) -> int:
    """Return the time (wall ms) of the first boot, which is the time of files without one of their own."""
    return phone.image.modified[STORAGE]


def modified(phone: Phone, path: str) -> int:
    """Return the time (wall ms) at which a file or directory was last written; 0 unless it is a user's file."""
    return phone.modified.get(located(phone, path), 0)


def read(phone: Phone, path: str) -> bytes:
    """Return the content of a file.

    Raises:
        FileAccessError: there is no such file.
    """
    clean = located(phone, path)
    own = _app_file(phone, clean)
    if own is not None and _is_there(phone, *own):
        return _content(own[1].read, phone.apps[own[0]])
    if clean == WALLPAPER:
        name = phone.configuration.wallpaper
        return name if isinstance(name, bytes) else _WALLPAPER_NAME + name.encode() + b"\n"
    data = phone.files.get(clean)
    if data is None:
        raise _no_file(phone, path)
    return data


def _parse(write: Callable[[Any, bytes], Any], state: Any, data: bytes) -> Any:
    return write(state, data)


#: Contents up to this size, in bytes, are remembered, which makes it quick to give many phones the same files.
_REMEMBERED = 1 << 16
_parsed = memo(64, asset=True)(_parse)


@memo(16, asset=True)
def _content(read: Callable[[Any], bytes], state: Any) -> bytes:
    return read(state)


def _no_file(phone: Phone, path: str) -> FileAccessError:
    if exists(phone, path):
        return FileAccessError(f"{path}: Is a directory")
    return FileAccessError(
        f"{path}: No such file or directory.{_nearest(located(phone, path), tuple(paths(phone)))}"
    )


@memo(64)  # rules ask for a file that is missing at every step of an episode
def _nearest(path: str, existing: tuple[str, ...]) -> str:
    return nearest(path, existing)


def write(phone: Phone, path: str, content: bytes | Late) -> Phone:
    """Write a file, creating it if necessary. An app that can't open its own file keeps its default data.

    ``content``: bytes, or what they are made from as soon as somebody reads the file.

    Raises:
        FileAccessError: the path is not a file's, or there is no space left.
        WallpaperError: the wallpaper's bytes are not a picture.
    """
    clean = located(phone, path)
    if clean == WALLPAPER:
        name_or_picture = late_files.read(content)
        if not name_or_picture.startswith(_WALLPAPER_NAME):
            _check_space(phone, clean, name_or_picture, path)
        return _write_wallpaper(phone, name_or_picture)
    _check_space(phone, clean, content, path)
    own = _app_file(phone, clean)
    if own is None:
        if path.endswith("/") or (clean not in phone.files and exists(phone, clean)):
            raise FileAccessError(f"{path}: Is a directory")
        if any(clean.startswith(name + "/") for name in paths(phone)):
            raise FileAccessError(f"{path}: Not a directory")
        return _touched(replace(phone, files=late_files.stored(phone.files, clean, content)), clean)
    data = late_files.read(content)
    package, file = own
    try:
        parsed = _parsed if len(data) <= _REMEMBERED else _parse
        state = parsed(file.write, phone.apps[package], data)
    except (ValueError, sqlite3.DatabaseError) as error:
        phone = phone.logged(package, f"Failed to open {clean}: {error}; using default data", "E")
        state = file.write(phone.apps[package], file.read(_first_state(phone, package)))
    return _with_state(phone, package, state, file)


def used(phone: Phone) -> int:
    """Return the bytes taken by stored files and links."""
    return sum(map(len, phone.files.values())) + sum(map(len, phone.links.values()))


def _check_space(phone: Phone, path: str, content: bytes | Late, given: str) -> None:
    """Check that a file of that name may exist and that there is space for it."""
    name = path.encode("utf-8", "surrogatepass")
    if len(name) >= _LONGEST_PATH or any(len(part) > _LONGEST_NAME for part in name.split(b"/")):
        raise FileAccessError(f"{given[:200]}: File name too long")
    full = len(phone.modified) >= ENTRY_LIMIT and path not in phone.modified
    if full or not _is_space(phone, path, content):
        raise FileAccessError(f"{given}: No space left on device")


def _is_space(phone: Phone, path: str, content: bytes | Late) -> bool:
    kept = [content, *late_files.as_kept(phone.files).values()]
    if sum(map(late_files.most_bytes, kept)) + sum(map(len, phone.links.values())) <= STORAGE_LIMIT:
        return True
    size, old = len(late_files.read(content)), len(phone.files.get(path, b""))
    return size <= old or used(phone) + size - old <= STORAGE_LIMIT


def _touched(phone: Phone, path: str) -> Phone:
    """Set the time of a file or directory to now, and create the directories above it."""
    now = phone.clock.wall
    times = phone.modified.set(path, now)
    folder = posixpath.dirname(path)
    if folder != "/":
        times = times.set(folder, now)
    while folder != "/":
        if folder not in times:
            times = times.set(folder, now)
        folder = posixpath.dirname(folder)
    return replace(phone, modified=times)


def set_modified(phone: Phone, path: str, at: int, follow: bool = True) -> Phone:
    """Set the time (wall ms) of a stored file or directory; apps' own files have none.

    ``follow``: follow a symbolic link rather than change the link.
    """
    clean = located(phone, path, follow)
    return replace(phone, modified=phone.modified.set(clean, at)) if clean in phone.modified else phone


def set_mode(phone: Phone, path: str, mode: int) -> Phone:
    """Set the permissions of a stored file or directory. Everything in shared storage keeps the same ones."""
    clean = located(phone, path)
    if clean not in phone.modified or clean == STORAGE or clean.startswith(STORAGE + "/"):
        return phone
    return replace(phone, modes=phone.modes.set(clean, mode & 0o7777))


def _first_state(phone: Phone, package: str) -> Any:
    return packages.first_state(phone.image, package, phone.configuration.account is not None)


def _with_state(phone: Phone, package: str, state: object, file: AppFile) -> Phone:
    phone = replace(phone, apps=phone.apps.set(package, state))
    if file.written:
        function, arguments = file.written
        phone = function(phone, *arguments)
    return phone


def _write_wallpaper(phone: Phone, data: bytes) -> Phone:
    name: str | bytes
    if data.startswith(_WALLPAPER_NAME):
        name = data[len(_WALLPAPER_NAME) :].decode("utf-8", "replace").strip()
        if not catalogue.is_wallpaper(name):
            raise WallpaperError(f"no wallpaper is named {name!r}.{nearest(name, catalogue.WALLPAPERS)}")
    else:
        catalogue.picture_from_bytes(data, 32, 64)
        name = data
    return replace(phone, configuration=replace(phone.configuration, wallpaper=name))


def delete(phone: Phone, path: str) -> Phone:
    """Delete a file or symbolic link. If it was an app's own file, the app starts with its default data.

    Raises:
        FileAccessError: there is no such file.
    """
    clean = located(phone, path, follow=False)
    own = _app_file(phone, clean)
    if own is not None and _is_there(phone, *own):
        package, file = own
        state = file.write(phone.apps[package], file.read(_first_state(phone, package)))
        return _with_state(phone, package, state, file)
    if clean not in phone.files and clean not in phone.links:
        raise _no_file(phone, path)
    return _without(phone, clean)


def _without(phone: Phone, path: str) -> Phone:
    """Remove one stored file, link or empty directory. Its directory stays."""
    files = phone.files.delete(path) if path in phone.files else phone.files
    links = phone.links.delete(path) if path in phone.links else phone.links
    times = phone.modified.delete(path) if path in phone.modified else phone.modified
    modes = phone.modes.delete(path) if path in phone.modes else phone.modes
    folder = posixpath.dirname(path)
    if folder != "/":
        times = times.set(folder, phone.clock.wall)
    return replace(phone, files=files, links=links, modified=times, modes=modes)


def make_directory(phone: Phone, path: str) -> Phone:
    """Create a directory and those above it.

    Raises:
        FileAccessError: there is a file or directory of that name, or a file where a directory should be.
    """
    clean = located(phone, path, follow=False)
    if clean in phone.links or exists(phone, clean):
        raise FileAccessError(f"{path}: File exists")
    if any(clean.startswith(name + "/") for name in paths(phone)):
        raise FileAccessError(f"{path}: Not a directory")
    _check_space(phone, clean, b"", path)
    return _touched(phone, clean)


def _stored_in(phone: Phone, path: str) -> list[str]:
    """Return every stored file and directory under a directory, and the directory itself, deepest first."""
    stored = set(phone.files) | set(phone.modified)
    return sorted((name for name in stored if name == path or name.startswith(path + "/")), reverse=True)


def _check_free(phone: Phone, path: str, given: str) -> None:
    """Check that a directory can be deleted or moved: that none of the files in it is an app's own.

    Raises:
        FileAccessError: one is. ``given``: how the path was given.
    """
    start, stored = path.rstrip("/") + "/", {*phone.files, *phone.links}
    if path == STORAGE or any(name.startswith(start) for name in paths(phone) if name not in stored):
        raise FileAccessError(f"{given}: Device or resource busy")


def delete_directory(phone: Phone, path: str) -> Phone:
    """Delete a directory and everything in it.

    Raises:
        FileAccessError: there is no such directory, or it holds files that are apps' own.
    """
    clean = located(phone, path, follow=False)
    if clean in phone.links or not is_directory(phone, clean):
        raise FileAccessError(f"{path}: Not a directory") if exists(phone, clean) else _no_file(phone, path)
    _check_free(phone, clean, path)
    for name in _stored_in(phone, clean):
        phone = _without(phone, name)
    return phone


def rename(phone: Phone, path: str, new_path: str) -> Phone:
    """Rename a stored file or link, or a directory with its contents.

    Raises:
        FileAccessError: there is no such file, there is one of the new name, it is an app's own, or it is a directory
            that holds files that are.
    """
    old, new = located(phone, path, follow=False), located(phone, new_path, follow=False)
    stored = _stored_in(phone, old)
    if not stored:
        raise _no_file(phone, path)
    if new in phone.links or exists(phone, new) or new.startswith(old + "/"):
        raise FileAccessError(f"{new_path}: File exists")
    _check_free(phone, old, path)
    files, links, times, modes = phone.files, phone.links, phone.modified, phone.modes
    kept = late_files.as_kept(files)
    for name in stored:
        moved = new + name[len(old) :]
        if name in files:
            files = late_files.stored(files, moved, kept[name]).delete(name)
        if name in links:
            links = links.set(moved, links[name]).delete(name)
        if name in times:
            times = times.set(moved, times[name]).delete(name)
        if name in modes:
            modes = modes.set(moved, modes[name]).delete(name)
    for folder in (posixpath.dirname(old), posixpath.dirname(new)):
        times = times.set(folder, phone.clock.wall)
    return replace(phone, files=files, links=links, modified=times, modes=modes)
