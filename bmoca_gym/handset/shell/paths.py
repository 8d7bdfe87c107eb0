"""The file system of the shell's commands: a tree of names, owners and modes, and write permissions."""

from __future__ import annotations

import contextlib
import posixpath
import stat
from typing import NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell import kernel_files
from bmoca_gym.handset.shell.call import Call, CommandError
from bmoca_gym.handset.shell.tree import NOTHING, Tree
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import file_status, files

#: Where something can be written: the rest of the file system is read-only.
_WRITABLE = ("/data/", "/sdcard/", "/cache/", "/mnt/", "/storage/", "/tmp/")
#: Paths that are a command's own outputs.
OUTPUTS = {"/dev/stdout": 1, "/dev/tty": 1, "/proc/self/fd/1": 1, "/dev/stderr": 2, "/proc/self/fd/2": 2}
INPUTS = ("/dev/stdin", "/proc/self/fd/0", "-")
USERS = {0: "root", 1000: "system", 1001: "radio", 1015: "sdcard_rw", 1023: "media_rw", 2000: "shell"}


#: The size that every program has: they are toybox under other names.
PROGRAM_SIZE = 457_112


class Attributes(NamedTuple):
    """The attributes of a file that ``stat`` prints. ``modified``: seconds since the epoch."""

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

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self.mode)


def user_name(uid: int) -> str:
    """The name of a user id, such as ``u0_a71`` for an app."""
    return f"u0_a{uid - 10000}" if uid >= 10000 else USERS.get(uid, str(uid))


def owner_of(phone: Phone, path: str) -> tuple[int, int]:
    """The user and group ids of a path, as on Android. They follow from where it is."""
    if path.startswith("/sdcard"):
        return 0, 1015
    parts = path.split("/")
    if path.startswith(("/data/data/", "/data/user_de/")):
        package = parts[3] if parts[2] == "data" else (parts[4] if len(parts) > 4 else "")
        found = packages.owners_of(phone.image).get(phone.image.inward(package))
        if found is None:
            return 1000, 1000
        uid = getattr(found, "uid", 10001)
        return uid, uid
    if path.startswith("/data/local"):
        return 2000, 2000
    return (1000, 1000) if path.startswith("/data/system") else (0, 0)


def attributes(phone: Phone, tree: Tree, path: str, follow: bool = True) -> Attributes | None:
    """The attributes of what a path leads to, or of the link itself; None if it does not exist."""
    if not follow and tree.link(path) is not None:
        about = file_status.status(phone, path, follow=False)
        owner = (0, 0) if path in files.SYSTEM_LINKS else owner_of(phone, path)
        return None if about is None else Attributes(*about, *owner)
    path = files.located(phone, path)
    if path == NOTHING:
        return Attributes(stat.S_IFCHR | 0o666, 0, files.first_boot(phone) // 1000, 3, 0, 0)
    if not tree.exists(path):
        return None
    if path in tree.programs:
        return Attributes(stat.S_IFREG | 0o755, PROGRAM_SIZE, files.first_boot(phone) // 1000, 5, 0, 2000)
    if kernel_files.is_file(phone, path):
        return Attributes(stat.S_IFREG | 0o444, 0, files.first_boot(phone) // 1000, 4, 0, 0)
    found = file_status.status(phone, path)
    if found is None:  # a folder that is there because every Android has it
        found = file_status.FileStatus(stat.S_IFDIR | 0o755, 4096, files.first_boot(phone) // 1000, 2)
    return Attributes(*found, *owner_of(phone, path))


def attributes_of_name(phone: Phone, tree: Tree, path: str, follow: bool) -> Attributes | None:
    """As `attributes`, also for a link that leads nowhere."""
    found = None
    if follow:
        with contextlib.suppress(files.FileAccessError):
            found = attributes(phone, tree, path)
    return found or attributes(phone, tree, path, follow=False)


def time_of(phone: Phone, path: str, follow: bool = True) -> int:
    """When a path was last written (wall time in ms), or the time of the first boot if unknown."""
    return phone.modified.get(files.located(phone, path, follow), 0) or files.first_boot(phone)


#: What a path that is named takes of the work of a line, in bytes.
PATH_COST = 1 << 12


def resolved(call: Call, text: str, follow: bool = True, phone: Phone | None = None) -> str:
    """The canonical form of a path given to a command.

    ``follow``: what a symbolic link leads to, rather than the link. ``phone``: how far the command has made it.

    Raises:
        CommandError: no file can have that name, or its links have no end.
    """
    path = call.path(text)
    if not path or "\0" in path:
        raise CommandError(f"{text}: No such file or directory")
    call.shell.spend(PATH_COST)
    try:
        return files.located(phone or call.phone, path, follow)
    except files.FileAccessError:
        raise CommandError(f"{text}: Too many levels of symbolic links") from None


def link_text(call: Call, text: str) -> str | None:
    """The target of the symbolic link given to a command; None if it is not a link."""
    path = call.path(text)
    try:
        return files.link_text(call.phone, path) if path and "\0" not in path else None
    except files.FileAccessError:
        return None


def check_place(tree: Tree, path: str, text: str, folder: bool = False) -> None:
    """Check that a file (or a ``folder``) can be written at this resolved path.

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
    check_writable(path, text)


def check_writable(path: str, text: str) -> None:
    """Check that the file system can be written at this resolved path.

    Raises:
        CommandError: it is read-only there.
    """
    if not path.startswith(_WRITABLE):
        raise CommandError(f"{text}: Read-only file system")


def read(call: Call, text: str) -> bytes:
    """Read a file, or the command's input if ``text`` names it.

    Raises:
        CommandError: there is no such file, or it is a folder.
    """
    if text in INPUTS:
        return call.stdin
    data = read_file(call.phone, resolved(call, text), text)
    call.shell.spend(len(data))
    return data


def read_file(phone: Phone, path: str, text: str) -> bytes:
    """Read the file at a resolved path. Errors call it ``text``.

    Raises:
        CommandError: there is no such file, or it is a folder.
    """
    if path == NOTHING:
        return b""
    told = kernel_files.read(phone, path) if path.startswith(kernel_files.PLACES) else None
    if told is not None:
        return told
    try:
        return files.read(phone, path)
    except files.FileAccessError as error:
        if str(error).endswith("symbolic links"):
            raise CommandError(f"{text}: Too many levels of symbolic links") from None
        tree = Tree(phone)
        what = "Is a directory" if tree.is_directory(path) else "No such file or directory"
        raise CommandError(f"{text}: {what}") from None


def write_file(phone: Phone, path: str, data: bytes, text: str) -> Phone:
    """Write or create the file at a resolved path.

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
