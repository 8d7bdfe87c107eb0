"""A phone's files and folders as a tree of names."""

from __future__ import annotations

import contextlib
import posixpath
from collections.abc import Callable, Iterable

from bmoca_gym.handset import packages
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.shell import kernel_files
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system import files

#: Folders that every Android has, whatever is in them.
_ALWAYS = ("/", "/data", "/data/app", "/data/data", "/data/local", "/data/local/tmp", "/data/media", "/data/system",
           "/dev", "/mnt", "/sdcard", "/storage", "/storage/emulated", "/system", "/system/bin",
           "/system/etc")  # fmt: skip
NOTHING, PROGRAMS = "/dev/null", "/system/bin"


def _packages(image: Image) -> list[str]:
    return [image.outward(package) for package in packages.apps_of(image)]


class Tree:
    """The names of a phone's files and folders, read once. Paths are given located (`files.located`).

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
        for path in (*self._files, *folders, *files.SYSTEM_LINKS, *files.MOUNTS):
            while path != "/":
                above, _, name = path.rpartition("/")
                above = above or "/"
                known = below.setdefault(above, set())
                if name in known:
                    break
                known.add(name)
                path = above
        self._below = below
        #: Where links were found to lead.
        self._led: dict[str, str] = {}

    def names(self, folder: str) -> list[str]:
        """The names in a folder in alphabetical order; empty if it is not a folder."""
        return sorted({*self._below.get(folder, ()), *self._names_of_processes(folder)})

    def _names_of_processes(self, folder: str) -> tuple[str, ...]:
        return kernel_files.names(self._phone, folder) if folder.startswith("/proc") else ()

    def is_directory(self, path: str) -> bool:
        """Whether the path is a folder."""
        return (path in self._below and path not in self._files) or bool(self._names_of_processes(path))

    def is_file(self, path: str) -> bool:
        """Whether the path is a file, a device or a link among them."""
        return path in self._files or path == NOTHING or kernel_files.is_file(self._phone, path)

    def exists(self, path: str) -> bool:
        """Whether the path is a file or a folder."""
        return path in self._below or self.is_file(path) or bool(self._names_of_processes(path))

    def link(self, path: str) -> str | None:
        """The text of the symbolic link of that name; None where there is none."""
        return files.link_text(self._phone, path)

    def real(self, path: str, follow: bool = True) -> str:
        """The located path that a path leads to; for a link that leads nowhere, or without ``follow``, that of the link
        itself."""
        for through in (True, False) if follow else (False,):
            with contextlib.suppress(FileAccessError):
                found = files.located(self._phone, path, through)
                if self.exists(found):
                    return found
        return path

    def child(self, folder: str, name: str) -> str:
        """As `real` of a name in a located folder, in less time."""
        path = posixpath.join(folder, name)
        if name in (".", "..") or path in self._phone.links:
            if path not in self._led:
                self._led[path] = self.real(path)
            return self._led[path]
        return path if path in self._below or path in self._files else files.resolve(path)

    def below(self, path: str, spend: Callable[[], object] | None = None) -> list[str]:
        """Every file and folder in a folder, each before what is in it.

        With ``spend``, symbolic links are followed, except to a folder above them, and it is called for each name.
        """
        found: list[str] = []
        waiting: list[tuple[str, str, tuple[str, ...]]] = [(path, path, ())]
        while waiting:
            at, real, above = waiting.pop()
            if above:
                found.append(at)
            if spend is not None:
                spend()
            if not self.is_directory(real) or real in above:
                continue
            for name in reversed(self.names(real)):
                inside = posixpath.join(real, name)
                stays = spend is None and (inside in self._phone.links or inside in files.SYSTEM_LINKS)
                leads_to = "" if stays else self.child(real, name)
                waiting.append((posixpath.join(at, name), leads_to, (*above, real)))
        return found
