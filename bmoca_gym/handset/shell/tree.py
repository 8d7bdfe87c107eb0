"""The names of a phone's files and folders as a tree."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from bmoca_gym.handset import aliases, packages
from bmoca_gym.handset.shell import kernel_files
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system import files

#: Folders that every Android has, whatever is in them.
_ALWAYS = ("/", "/data", "/data/app", "/data/data", "/data/local", "/data/local/tmp", "/data/media", "/data/system",
           "/dev", "/mnt", "/sdcard", "/storage", "/storage/emulated", "/system", "/system/bin")  # fmt: skip
NOTHING, PROGRAMS = "/dev/null", "/system/bin"


def _packages(image: Image) -> list[str]:
    return [aliases.outward(image, package) for package in packages.apps_of(image)]


class Tree:
    """The names of a phone's files and folders, read once. Paths are given resolved (`files.resolve`).

    ``programs``: what lies in ``/system/bin``.
    """

    def __init__(self, phone: Phone, programs: Iterable[str] = ()) -> None:

        self.programs = frozenset(f"{PROGRAMS}/{name}" for name in programs)
        self._files = frozenset((*files.paths(phone), *kernel_files.FILES, *self.programs))
        self._phone = phone
        below: dict[str, set[str]] = {folder: set() for folder in _ALWAYS}
        folders = [*_ALWAYS, *(f"/data/data/{name}" for name in _packages(phone.image))]
        folders += [f"/data/data/{name}" for name in phone.automation]
        folders += [path for path in phone.modified if path not in self._files]
        for folder in folders:
            below.setdefault(folder, set())
        for path in (*self._files, *folders):
            while path != "/":
                above, _, name = path.rpartition("/")
                above = above or "/"
                known = below.setdefault(above, set())
                if name in known:
                    break
                known.add(name)
                path = above
        self._below = below

    def names(self, folder: str) -> list[str]:
        """The names in a folder in alphabetical order; none where it is no folder."""
        return sorted(self._below.get(folder, ()))

    def is_directory(self, path: str) -> bool:
        """Whether the path is a folder."""
        return path in self._below and path not in self._files

    def is_file(self, path: str) -> bool:
        """Whether the path is a file, a device among them."""
        return path in self._files or path == NOTHING or kernel_files.is_file(self._phone, path)

    def exists(self, path: str) -> bool:
        """Whether the path is a file or a folder."""
        return path in self._below or self.is_file(path)

    def below(self, path: str) -> list[str]:
        """Every file and folder in a folder, each before what is in it."""
        found: list[str] = []
        waiting = [path]
        while waiting:
            at = waiting.pop()
            if at != path:
                found.append(at)
            if self.is_directory(at):
                waiting += [posixpath.join(at, name) for name in reversed(self.names(at))]
        return found
