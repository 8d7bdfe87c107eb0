"""Shell commands that create, copy, move and remove files and folders."""

from __future__ import annotations

import posixpath
import re
import stat
import zlib
from collections.abc import Callable, Iterable
from datetime import datetime

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.call import Call, Command, CommandError, LimitError, Result, options, printed
from bmoca_gym.handset.shell.paths import (
    NOTHING,
    PATH_COST,
    Tree,
    attributes,
    check_place,
    link_text,
    read,
    read_file,
    resolved,
    time_of,
    write_file,
)
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clock, files

_MODE = re.compile(r"[0-7]{1,4}|[ugoa]*(?:[-+=][rwxXstugo]*)+(?:,[ugoa]*(?:[-+=][rwxXstugo]*)+)*")


class _PartlyDoneError(CommandError):
    """An error in the middle of a command. ``phone``: the state with what was done before."""

    def __init__(self, phone: Phone, message: str) -> None:
        super().__init__(message)
        self.phone = phone


def each(call: Call, operands: Iterable[str], action: Callable[[Phone, str], Phone]) -> Result:
    """Run ``action`` on one operand after the other. Errors are printed, and the next operand follows."""
    phone = call.phone
    errors = ""
    for operand in operands:
        try:
            phone = action(phone, operand)
        except LimitError:
            raise
        except HandsetError as error:
            errors += f"{call.name}: {error}\n"
            phone = error.phone if isinstance(error, _PartlyDoneError) else phone
    return Result(phone, b"", errors.encode("utf-8", "replace"), int(bool(errors)))


def concatenate(call: Call) -> Result:
    """``cat [-etuv] [FILE...]``."""
    operands = options(call, "etuv").operands or ["-"]
    parts: list[bytes] = []

    def add(phone: Phone, name: str) -> Phone:
        parts.append(read(call, name))
        return phone

    return each(call, operands, add)._replace(output=b"".join(parts))


def copy(call: Call) -> Result:
    """``cp [-adfHinLpPRrsv] SOURCE... TARGET``. A source that ends in ``/.`` means its content."""
    found = options(call, "adfFinprRPHLsv", least=2, long=("preserve=", "preserve"))
    *sources, target = found.operands
    deep = bool(found.keys() & set("arR"))
    keep_time = bool(found.keys() & set("ap"))
    through = "L" in found
    named = bool(deep or found.keys() & set("dP")) and not (through or "H" in found)

    def one(phone: Phone, text: str) -> Phone:
        source, place, tree = _ends(call, phone, text, target, len(sources) > 1, follow=not named)
        if source == place:
            raise CommandError(f"'{text}' and '{target}' are the same file")
        if "n" in found and tree.exists(place):
            return phone
        if "s" in found:
            return files.make_link(phone, place, text)
        if tree.is_file(source):
            return _copied(call, phone, source, place, text, keep_time, named)
        if not deep:
            raise CommandError(f"Skipped dir '{text}'")
        if place == source or place.startswith(source.rstrip("/") + "/"):
            raise CommandError(f"'{target}' is inside '{text}'")
        phone = _folder(call, phone, place)
        for path in tree.below(source, _walking(call) if through else None):
            into = place + path[len(source.rstrip("/")) :]
            if tree.is_directory(tree.real(path, through)):
                phone = _folder(call, phone, into)
                phone = files.set_modified(phone, into, time_of(call.phone, path)) if keep_time else phone
            else:
                phone = _copied(call, phone, path, into, path, keep_time, not through)
        return phone

    return each(call, sources, one)


def _walking(call: Call) -> Callable[[], object]:
    """Counts the names of a walk through links."""
    return lambda: call.shell.spend(PATH_COST)


def _ends(
    call: Call, phone: Phone, text: str, target: str, several: bool, follow: bool
) -> tuple[str, str, Tree]:
    """The resolved source and destination of a copy or move. They may be the same.

    ``follow``: a link as source is what it leads to.
    """
    source, place = resolved(call, text, follow, phone), resolved(call, target, phone=phone)
    tree = call.shell.tree(phone)
    if not tree.exists(source):
        raise CommandError(f"{text}: No such file or directory")
    if tree.is_directory(place):
        if text.rstrip("/").rpartition("/")[2] not in (".", ".."):
            place = posixpath.join(place, posixpath.basename(posixpath.normpath(call.path(text))))
    elif several or target.endswith("/"):
        raise CommandError(f"'{target}' is not a directory")
    return source, place, tree


def _copied(
    call: Call, phone: Phone, source: str, place: str, text: str, keep_time: bool, as_link: bool
) -> Phone:
    """Copy a file, or, with ``as_link``, a link itself."""
    link = phone.links.get(source) if as_link else None
    if link is not None:
        if place in phone.links:
            phone = files.delete(phone, place)
        phone = files.make_link(phone, place, link)
        return files.set_modified(phone, place, time_of(phone, source, False), False) if keep_time else phone
    data = read_file(phone, source, text)
    call.shell.spend(len(data))
    source = files.located(phone, source)
    mode = phone.modes.get(source)
    phone = write_file(phone, files.located(phone, place), data, place)
    phone = phone if mode is None else files.set_mode(phone, place, mode)
    return files.set_modified(phone, place, time_of(call.phone, source)) if keep_time else phone


def _folder(call: Call, phone: Phone, path: str) -> Phone:
    tree = call.shell.tree(phone)
    if tree.is_directory(path):
        return phone
    check_place(tree, path, path, folder=True)
    return files.make_directory(phone, path)


def move(call: Call) -> Result:
    """``mv [-finv] SOURCE... TARGET``."""
    found = options(call, "finvT", least=2)
    *sources, target = found.operands

    def one(phone: Phone, text: str) -> Phone:
        source, place, tree = _ends(call, phone, text, target, len(sources) > 1, follow=False)
        if source == place or ("n" in found and tree.exists(place)):
            return phone  # a file that is renamed to its own name stays
        check_system_link(call, text)
        if not tree.is_directory(source):
            if not tree.is_directory(resolved(call, target, phone=phone)):
                place = resolved(call, target, False, phone)
            phone = files.delete(phone, place) if place in phone.links else phone
            phone = _copied(call, phone, source, place, text, True, True)
            return _removed(call, phone, source, text)
        check_place(tree, place, target, folder=True)
        if tree.exists(place) or place.startswith(source + "/"):
            raise CommandError(
                f"bad '{text}': {'Directory not empty' if tree.exists(place) else 'Invalid argument'}"
            )
        return files.rename(phone, source, place)

    return each(call, sources, one)


def remove(call: Call) -> Result:
    """``rm [-fiRrv] PATH...``. An app's own files come back in their first state."""
    found = options(call, "fiRrv")
    if not found.operands and "f" not in found:
        raise CommandError("Needs 1 argument")

    def one(phone: Phone, text: str) -> Phone:
        path = resolved(call, text, False, phone)
        tree = call.shell.tree(phone)
        if not tree.exists(path):
            if "f" in found:
                return phone
            raise CommandError(f"{text}: No such file or directory")
        check_system_link(call, text)
        if not tree.is_directory(path):
            return _removed(call, phone, path, text)
        if not found.keys() & set("rR"):
            raise CommandError(f"{text}: is a directory")
        return _emptied(call, phone, path, text)

    return each(call, found.operands, one)


def _removed(call: Call, phone: Phone, path: str, text: str) -> Phone:
    try:
        return files.delete(phone, path)
    except files.FileAccessError:
        raise CommandError(f"{text}: Operation not permitted") from None


#: Folders that can't be removed, though they are stored as users' are.
_KEPT = (files.STORAGE, "/data", "/data/local", "/data/local/tmp")

_OF_AN_APP = re.compile(r"/data/(data|user_de/0)/[^/]+/.")


def _emptied(call: Call, phone: Phone, path: str, text: str) -> Phone:
    """Remove a folder's content, and the folder itself if it is a user's.

    An app makes the folders of its data anew, as they were when it was installed.
    """
    tree = call.shell.tree(phone)
    for name in reversed(tree.below(path)):
        inside = tree.real(name, follow=False)
        if not tree.is_directory(inside):
            phone = _removed(call, phone, inside, name)
        elif inside in phone.modified and inside not in _KEPT:
            phone = files.delete_directory(phone, inside)
    if text.endswith("/") and link_text(call, text.rstrip("/")) is not None:
        raise _PartlyDoneError(phone, f"{text}: Not a directory")
    if path in phone.modified and path not in _KEPT:
        return files.delete_directory(phone, path)
    if _OF_AN_APP.match(path):
        return phone
    raise _PartlyDoneError(phone, f"{text}: Device or resource busy")


#: The letters of a temporary name, and how many names are tried.
_NAME_LETTERS, _MOST_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 1000


def make_temporary(call: Call) -> Result:
    """``mktemp [-dqu] [-p FOLDER] [TEMPLATE]``: create a file or folder with a new name. Equal phones
    get equal names.
    """
    found = options(call, "dqtu", "p", most=1)
    template = "".join(found.operands) or "tmp.XXXXXXXXXX"
    stem = template.rstrip("X")
    room = len(template) - len(stem)
    if room < 2:
        raise CommandError("Need XX in template")
    if not found.operands or found.keys() & {"p", "t"}:
        folder = found.get("p") or call.shell.variables.get("TMPDIR") or "/data/local/tmp"
        stem = posixpath.join(folder, stem)
    tree, phone = call.shell.tree(call.phone), call.phone
    for number in range(_MOST_NAMES):
        seed = zlib.crc32(f"{stem} {phone.clock.uptime} {number}".encode("utf-8", "replace"))
        letters = (_NAME_LETTERS[(seed >> at * 5) % len(_NAME_LETTERS)] for at in range(min(room, 6)))
        name = stem + "".join(letters).ljust(room, "x")
        path = resolved(call, name)
        if tree.exists(path):
            continue
        try:
            check_place(tree, path, name, folder="d" in found)
            if "u" not in found:
                made = files.make_directory(phone, path) if "d" in found else files.write(phone, path, b"")
                phone = files.set_mode(made, path, 0o700 if "d" in found else 0o600)
        except HandsetError as error:
            if "q" in found:
                return Result(call.phone, code=1)
            kind = "directory" if "d" in found else "file"
            raise CommandError(f"Failed to create {kind} {error}") from None
        return printed(phone, name + "\n")
    raise CommandError(f"Failed to create file {template}: File exists")


def make_folders(call: Call) -> Result:
    """``mkdir [-p] [-m MODE] FOLDER...``."""
    found = options(call, "pv", "m", least=1)

    def one(phone: Phone, text: str) -> Phone:
        path = resolved(call, text, phone=phone)
        tree = call.shell.tree(phone)
        if "p" in found and tree.is_directory(path):
            return phone
        path = resolved(call, text, link_text(call, text) is None, phone)
        if tree.exists(path):
            raise CommandError(f"'{text}': File exists")
        try:
            if "p" not in found:
                check_place(tree, path, text, folder=True)
            else:
                check_place(tree, _first_missing(tree, path), text, folder=True)
            return files.make_directory(phone, path)
        except CommandError as error:
            raise CommandError(str(error).replace(text, f"'{text}'", 1)) from None

    return each(call, found.operands, one)


def _first_missing(tree: Tree, path: str) -> str:
    """The topmost folder of a path that does not exist."""
    while not tree.exists(posixpath.dirname(path)):
        path = posixpath.dirname(path)
    return path


def remove_folders(call: Call) -> Result:
    """``rmdir [-p] FOLDER...``: remove empty folders."""
    found = options(call, "p", least=1, long=("ignore-fail-on-non-empty",))

    def one(phone: Phone, text: str) -> Phone:
        path = resolved(call, text, False, phone)
        tree = call.shell.tree(phone)
        if not tree.exists(path):
            raise CommandError(f"{text}: No such file or directory")
        if not tree.is_directory(path) or link_text(call, text) is not None:
            raise CommandError(f"{text}: Not a directory")
        if tree.names(path):
            raise CommandError(f"{text}: Directory not empty")
        return _emptied(call, phone, path, text)

    return each(call, found.operands, one)


def touch(call: Call) -> Result:
    """``touch [-achm] [-d DATE | -t TIME | -r FILE] FILE...``."""
    found = options(call, "acfhm", "drt", least=1)
    at = call.phone.clock.wall
    if "r" in found:
        at = time_of(call.phone, resolved(call, found["r"]))
    elif "d" in found or "t" in found:
        at = _moment(call.phone, found.get("d") or found["t"], "d" in found)

    def one(phone: Phone, text: str) -> Phone:
        path = resolved(call, text, "h" not in found, phone)
        if path == NOTHING:
            return phone
        if not call.shell.tree(phone).exists(path):
            if found.keys() & set("ch"):
                return phone
            phone = write_file(phone, path, b"", text)
        return files.set_modified(phone, path, at, "h" not in found)

    return each(call, found.operands, one)


def _moment(phone: Phone, text: str, dashed: bool) -> int:
    if dashed and re.fullmatch(r"@\d{1,12}", text):
        return int(text[1:]) * 1000
    forms = (
        ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")
        if dashed
        else ("%Y%m%d%H%M.%S", "%Y%m%d%H%M", "%y%m%d%H%M")
    )
    for form in forms:
        try:
            return clock.wall_of(phone, datetime.strptime(text.rstrip("Z"), form))
        except (OverflowError, ValueError):
            continue
    raise CommandError(f"bad date '{text}'")


def change_mode(call: Call) -> Result:
    """``chmod [-R] MODE FILE...``. Only stored files change; elsewhere modes follow from the path."""
    operands = [word for word in call.arguments if word not in ("-R", "-v", "-f", "-vR", "-Rv", "--")]
    if len(operands) < 2:
        raise CommandError("Need 2 arguments")
    if not _MODE.fullmatch(operands[0].lstrip("-") if operands[0][:2] in ("-r", "-w", "-x") else operands[0]):
        if operands[0].startswith("-"):
            raise CommandError(f"Unknown option {operands[0][1:2]}")
        raise CommandError(f"bad mode '{operands[0]}'")
    seen, deep = _seen(call), any("R" in word for word in call.arguments if word.startswith("-"))

    def changed(phone: Phone, text: str) -> Phone:
        phone = seen(phone, text)
        tree = call.shell.tree(phone)
        path = resolved(call, text)
        for one in [path, *(at for at in (tree.below(path) if deep else ()) if at not in phone.links)]:
            about = attributes(phone, tree, one)
            if about is not None:
                phone = files.set_mode(phone, one, _changed_mode(about.mode, operands[0]))
        return phone

    return each(call, operands[1:], changed)


_WHO = {"u": 0o4700, "g": 0o2070, "o": 0o1007, "a": 0o7777}
_WHAT = {"r": 0o444, "w": 0o222, "x": 0o111, "X": 0o111, "s": 0o6000, "t": 0o1000}


def _changed_mode(mode: int, said: str) -> int:
    """Apply a mode argument: octal digits, or ``u+x,go-w``."""
    if said.isdecimal():
        return int(said, 8) & 0o7777
    bits = mode & 0o7777
    for part in said.split(","):
        who = re.match("[ugoa]*", part)[0]  # type: ignore[index]
        mask = sum({_WHO[letter] for letter in who}) if who and "a" not in who else 0o7777
        for operator, what in re.findall(r"([-+=])([rwxXstugo]*)", part):
            asked = 0
            for letter in what:
                if letter != "X" or stat.S_ISDIR(mode) or mode & 0o111:
                    asked |= _WHAT.get(letter, 0)
            asked &= mask
            bits = (
                bits & ~asked
                if operator == "-"
                else bits | asked
                if operator == "+"
                else bits & ~mask | asked
            )
    return bits


def change_owner(call: Call) -> Result:
    """``chown [-R] OWNER[:GROUP] FILE...`` and ``chgrp``. They have no effect: owners follow from the path."""
    found = options(call, "fhHLPRv", least=2)
    owner = found.operands[0]
    if not re.fullmatch(r"[\w.-]*(?:[:.][\w.-]*)?", owner, re.ASCII):
        raise CommandError(f"bad user '{owner}'")
    return each(call, found.operands[1:], _seen(call))


def change_label(call: Call) -> Result:
    """``restorecon [-DFnRrv] PATH...`` and ``chcon CONTEXT PATH...``. They have no effect: labels follow
    from the path.
    """
    found = options(call, "DFnRrvhp", least=1)
    return each(call, found.operands[1 if call.name == "chcon" else 0 :], _seen(call))


def _seen(call: Call) -> Callable[[Phone, str], Phone]:
    def look(phone: Phone, text: str) -> Phone:
        if not call.shell.tree(phone).exists(resolved(call, text)):
            raise CommandError(f"{text}: No such file or directory")
        return phone

    return look


def check_system_link(call: Call, text: str) -> None:
    """Check that a path is not one of the system's links, which are read-only.

    Raises:
        CommandError: it is one.
    """
    if link_text(call, text) is not None and resolved(call, text, False) not in call.phone.links:
        raise CommandError(f"{text}: Read-only file system")


def link(call: Call) -> Result:
    """``ln -s [-fnrTv] TEXT... [NAME | FOLDER]``: create symbolic links. Hard links don't exist here."""
    found = options(call, "fnrsTv", "t", least=1)
    *texts, place = found.operands if len(found.operands) > 1 or "t" in found else [*found.operands, "."]
    if "t" in found:
        texts, place = found.operands, found["t"]
    output = ""

    def one(phone: Phone, text: str) -> Phone:
        nonlocal output
        follow = not found.keys() & set("nT")
        above, name = resolved(call, place, follow, phone), place
        tree = call.shell.tree(phone)
        if tree.is_directory(above) and "T" not in found:
            name = posixpath.join(place, posixpath.basename(text.rstrip("/")))
        elif len(texts) > 1 or "t" in found:
            raise CommandError(f"'{place}' not a directory")
        path = resolved(call, name, False, phone)
        if "s" not in found:
            raise CommandError(f"cannot create hard link from '{text}' to '{name}': Operation not permitted")
        target = text
        if "r" in found:
            target = posixpath.relpath(resolved(call, text, phone=phone), posixpath.dirname(path))
        try:
            check_place(tree, path, name, folder=True)
            if "f" in found and tree.is_file(path):
                phone = files.delete(phone, path)
            phone = files.make_link(phone, path, target)
        except HandsetError as error:
            why = str(error).rpartition(": ")[2]
            raise CommandError(f"cannot create symbolic link from '{target}' to '{name}': {why}") from None
        output += f"'{name}' -> '{target}'\n" if "v" in found else ""
        return phone

    return each(call, texts, one)._replace(output=output.encode("utf-8", "replace"))


def truncate(call: Call) -> Result:
    """``truncate -s SIZE FILE...``."""
    found = options(call, "c", "s", least=1)
    text = found.get("s", "")
    if not re.fullmatch(r"\d{1,9}", text):
        raise CommandError(f"bad size '{text}'" if text else "missing -s")
    size = int(text)
    call.shell.spend(size)

    def one(phone: Phone, name: str) -> Phone:
        path = resolved(call, name)
        exists = call.shell.tree(phone).is_file(path)
        if not exists and "c" in found:
            return phone
        data = read_file(phone, path, name) if exists else b""
        return write_file(phone, path, data[:size].ljust(size, b"\0"), name)

    return each(call, found.operands, one)


COMMANDS: dict[str, Command] = {
    "cat": concatenate, "chcon": change_label, "chgrp": change_owner, "chmod": change_mode, "chown": change_owner,
    "cp": copy, "ln": link, "mkdir": make_folders, "mktemp": make_temporary, "mv": move,
    "restorecon": change_label, "rm": remove, "rmdir": remove_folders, "touch": touch, "truncate": truncate,
}  # fmt: skip
