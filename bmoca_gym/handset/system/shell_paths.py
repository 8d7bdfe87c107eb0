"""The file system as the shell's commands see it: a tree of names, owners and modes, and what may be written."""

from __future__ import annotations

import posixpath
import stat
from typing import TYPE_CHECKING, NamedTuple

from bmoca_gym.handset.system import file_status, files, kernel_files
from bmoca_gym.handset.system.shell_call import Call, CommandError

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

#: Folders that every Android has, whatever is in them.
_ALWAYS = ("/", "/data", "/data/app", "/data/data", "/data/local", "/data/local/tmp", "/data/system", "/dev", "/mnt",
           "/sdcard", "/storage", "/storage/emulated", "/system", "/system/bin")  # fmt: skip
#: Where something can be written: the rest of the file system is read-only.
_WRITABLE = ("/data/", "/sdcard/", "/cache/", "/mnt/", "/storage/", "/tmp/")
#: Seconds since the epoch.
FIRST_BOOT = files.FIRST_MODIFIED[files.STORAGE] // 1000
NOTHING = "/dev/null"
#: Paths that are a command's own outputs.
OUTPUTS = {"/dev/stdout": 1, "/dev/tty": 1, "/proc/self/fd/1": 1, "/dev/stderr": 2, "/proc/self/fd/2": 2}
INPUTS = ("/dev/stdin", "/proc/self/fd/0", "-")
USERS = {0: "root", 1000: "system", 1001: "radio", 1015: "sdcard_rw", 1023: "media_rw", 2000: "shell"}


class Tree:
    """The names of a phone's files and folders, read once. Paths are given resolved (`files.resolve`)."""

    def __init__(self, phone: Phone) -> None:
        from bmoca_gym.handset import apps

        self._files = frozenset((*files.paths(phone), *kernel_files.FILES))
        self._phone = phone
        below: dict[str, set[str]] = {folder: set() for folder in _ALWAYS}
        folders = [*_ALWAYS, *(f"/data/data/{package}" for package in apps.INSTALLED)]
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


class Attributes(NamedTuple):
    """What ``stat`` tells of a file. ``modified``: seconds since the epoch."""

    mode: int
    size: int
    modified: int
    inode: int
    uid: int
    gid: int

    @property
    def is_directory(self) -> bool:
        """Whether it is a folder."""
        return stat.S_ISDIR(self.mode)


def user_name(uid: int) -> str:
    """The name of a user id: of an app ``u0_a71``."""
    return f"u0_a{uid - 10000}" if uid >= 10000 else USERS.get(uid, str(uid))


def owner_of(path: str) -> tuple[int, int]:
    """The user and group ids of a path, as Android has them: by the place where it lies."""
    from bmoca_gym.handset import apps

    if path.startswith("/sdcard"):
        return 0, 1015
    parts = path.split("/")
    if path.startswith(("/data/data/", "/data/user_de/")):
        package = parts[3] if parts[2] == "data" else (parts[4] if len(parts) > 4 else "")
        found = apps.packages().get(package)
        if found is None:
            return 1000, 1000
        uid = getattr(found, "uid", 10001)
        return uid, uid
    if path.startswith("/data/local"):
        return 2000, 2000
    return (1000, 1000) if path.startswith("/data/system") else (0, 0)


def attributes(phone: Phone, tree: Tree, path: str) -> Attributes | None:
    """What is told of a resolved path; None where there is nothing."""
    if path == NOTHING:
        return Attributes(stat.S_IFCHR | 0o666, 0, FIRST_BOOT, 3, 0, 0)
    if not tree.exists(path):
        return None
    if kernel_files.is_file(phone, path):
        return Attributes(stat.S_IFREG | 0o444, 0, FIRST_BOOT, 4, 0, 0)
    found = file_status.status(phone, path)
    if found is None:  # a folder that is there because every Android has it
        found = file_status.FileStatus(stat.S_IFDIR | 0o755, 4096, FIRST_BOOT, 2)
    return Attributes(*found, *owner_of(path))


def time_of(phone: Phone, path: str) -> int:
    """When (wall ms) a path was written last; the first boot's time where nobody knows."""
    return files.modified(phone, path) or files.FIRST_MODIFIED[files.STORAGE]


def resolved(call: Call, text: str) -> str:
    """The one name of a path that a command was given.

    Raises:
        CommandError: no file can have that name.
    """
    path = call.path(text)
    if not path or "\0" in path:
        raise CommandError(f"{text}: No such file or directory")
    return files.resolve(path)


def check_place(tree: Tree, path: str, text: str, folder: bool = False) -> None:
    """See that a file (or ``folder``) of this resolved name can be written.

    Raises:
        CommandError: a folder of that name is in its way, its own folder is missing, or nothing can be written there.
    """
    if tree.is_directory(path) and not folder:
        raise CommandError(f"{text}: Is a directory")
    above = posixpath.dirname(path)
    if not tree.is_directory(above):
        raise CommandError(
            f"{text}: {'Not a directory' if tree.is_file(above) else 'No such file or directory'}"
        )
    if not path.startswith(_WRITABLE):
        raise CommandError(f"{text}: Read-only file system")


def read(call: Call, text: str) -> bytes:
    """A file's content, or the command's input where ``text`` stands for it.

    Raises:
        CommandError: there is no such file, or it is a folder.
    """
    if text in INPUTS:
        return call.stdin
    data = read_file(call.phone, resolved(call, text), text)
    call.shell.spend(len(data))
    return data


def read_file(phone: Phone, path: str, text: str) -> bytes:
    """The content of the file of a resolved path, named ``text`` in an error.

    Raises:
        CommandError: there is no such file, or it is a folder.
    """
    if path == NOTHING:
        return b""
    told = kernel_files.read(phone, path) if path.startswith("/proc/") else None
    if told is not None:
        return told
    try:
        return files.read(phone, path)
    except files.FileAccessError:
        tree = Tree(phone)
        what = "Is a directory" if tree.is_directory(path) else "No such file or directory"
        raise CommandError(f"{text}: {what}") from None


def write_file(phone: Phone, path: str, data: bytes, text: str) -> Phone:
    """The phone with the file of a resolved path replaced or made.

    Raises:
        CommandError: it can't be written, or its folder is not there.
    """
    if path == NOTHING:
        return phone
    check_place(Tree(phone), path, text)
    try:
        return files.write(phone, path, data)
    except files.FileAccessError as error:
        raise CommandError(f"{text}: {error}") from None
