"""Shell commands about the file system: ``ls``, ``stat``, ``du``, ``df``, and parts of paths."""

from __future__ import annotations

import posixpath
import re
import stat

from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, options, printed
from bmoca_gym.handset.shell.paths import (
    PATH_COST,
    Attributes,
    Tree,
    attributes_of_name,
    link_text,
    resolved,
    time_of,
    user_name,
)
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clock, files

_BLOCK = 4096


def _known(call: Call, tree: Tree, path: str, text: str, follow: bool) -> Attributes:
    found = attributes_of_name(call.phone, tree, path, follow)
    if found is None:
        raise CommandError(f"{text}: No such file or directory")
    return found


def listing(call: Call) -> Result:
    """``ls [-1AacdFfgHhikLlnopRrSstuZ] [--color] [PATH...]``, one name per line, as when the output is
    not a terminal.
    """
    found = options(call, "1AaCcdFfghiklmnopqRrSstuxZHL", long=("color", "color=", "full-time"))
    phone, tree = call.phone, call.shell.tree(call.phone)
    letters = "".join(word for word in call.arguments if re.match("-[^-]", word))
    shown = _Shown(call, tree, found, "full-time" in found or letters.count("l") > 1)
    operands = found.operands or ["."]
    # Where attributes are shown, a link that was named is shown itself.
    through, follow = "L" in found, "L" in found or "H" in found or not found.keys() & set("dFglno")
    errors, output = "", ""
    plain: list[tuple[str, str]] = []
    #: Folders by their names as shown, where they are, and the folders that they are in.
    folders: list[tuple[str, str, tuple[str, ...]]] = []
    for text in operands:
        try:
            named = link_text(call, text) is not None
            real = call.path(text) if named and not follow else resolved(call, text)
            if named and not tree.exists(real):
                real = call.path(text)
            elif not tree.exists(real):
                raise CommandError(f"{text}: No such file or directory")
        except CommandError as error:
            errors += f"ls: {error}\n"
            continue
        if tree.is_directory(real) and "d" not in found and (follow or not named):
            folders.append((text, real, ()))
        else:
            plain.append((text, real))
    output += shown.entries(plain)
    headed = len(operands) > 1 or "R" in found
    while folders:
        text, path, above = folders.pop(0)
        names = shown.names(path)
        inside = [(name, _inside(tree, path, name)) for name in names]
        if headed:
            output += ("\n" if output else "") + f"{text}:\n"
        if found.keys() & set("lgnos"):
            blocks = sum(_blocks(_known(call, tree, at, at, through).size) for _, at in inside)
            output += f"total {blocks // 2}\n"
        output += shown.entries(inside)
        if "R" in found:
            chain = (*above, path)
            deeper = [
                (posixpath.join(text, name), tree.real(at, through), chain)
                for name, at in inside
                if name not in (".", "..") and (through or tree.link(at) is None)
            ]
            folders[:0] = [each for each in deeper if tree.is_directory(each[1]) and each[1] not in chain]
        call.shell.spend(len(output) + (PATH_COST * len(inside) if through else 0))
    return Result(
        phone, output.encode("utf-8", "replace"), errors.encode("utf-8", "replace"), int(bool(errors))
    )


def _inside(tree: Tree, folder: str, name: str) -> str:
    """The path of a name in a folder. ``.`` and ``..`` stay folders, even through links."""
    path = posixpath.normpath(posixpath.join(folder, name))
    return files.shown(tree.real(path)) if name in (".", "..") else path


def _blocks(size: int) -> int:
    """The number of 512-byte blocks that a file takes."""
    return -(-size // _BLOCK) * 8


class _Shown:
    """How ``ls`` shows entries, by its options."""

    def __init__(self, call: Call, tree: Tree, found: dict[str, str], seconds: bool) -> None:
        self.call, self.tree, self.found, self.seconds = call, tree, found, seconds

    def names(self, path: str) -> list[str]:
        names = self.tree.names(path)
        if not self.found.keys() & set("aAf"):
            names = [name for name in names if not name.startswith(".")]
        return [".", "..", *names] if self.found.keys() & set("af") else names

    def entries(self, entries: list[tuple[str, str]]) -> str:
        """Lines for pairs of shown name and path, sorted as asked."""
        found, phone = self.found, self.call.phone
        through = "L" in found
        known = [(name, _known(self.call, self.tree, path, name, through), path) for name, path in entries]
        if "f" not in found:
            if "S" in found:
                known.sort(key=lambda entry: -entry[1].size)
            elif "t" in found:
                known.sort(key=lambda entry: -time_of(phone, entry[2], through))
            if "r" in found:
                known.reverse()
        rows = [self._columns(*entry) for entry in known]
        widths = [max(map(len, column)) for column in zip(*[row[:-1] for row in rows], strict=True)]
        lines = []
        for row in rows:
            cells = [
                cell.rjust(width)
                if cell.isdigit() or (cell[-1:] in "KMG" and cell[:1].isdigit())
                else cell.ljust(width)
                for cell, width in zip(row, widths, strict=False)
            ]
            lines.append(" ".join([*cells, row[-1]]))
        if "m" in found:
            return ", ".join(lines) + "\n" if lines else ""
        return "".join(line + "\n" for line in lines)

    def _columns(self, name: str, about: Attributes, path: str) -> list[str]:
        found = self.found
        row: list[str] = []
        if "i" in found:
            row.append(str(about.inode))
        if "s" in found:
            row.append(str(_blocks(about.size) // 2))
        if found.keys() & set("lgno"):
            row += [stat.filemode(about.mode), "2" if about.is_directory else "1"]
            numbers = "n" in found
            if "g" not in found:
                row.append(str(about.uid) if numbers else user_name(about.uid))
            if "o" not in found:
                row.append(str(about.gid) if numbers else user_name(about.gid))
            row.append(_human(about.size) if "h" in found else str(about.size))
            row.append(self._time(path))
        if "Z" in found:
            row.append(
                "u:object_r:sdcardfs:s0"
                if path.startswith(files.STORAGE)
                else "u:object_r:system_data_file:s0"
            )
        mark = ""
        if about.is_directory and found.keys() & set("Fp"):
            mark = "/"
        if about.is_link:
            mark = (
                f" -> {self.tree.link(path)}" if found.keys() & set("glno") else "@" if "F" in found else ""
            )
        return [*row, name + mark]

    def _time(self, path: str) -> str:
        wall = time_of(self.call.phone, path, "L" in self.found)
        local = clock.local_time(self.call.phone, wall)
        if not self.seconds:
            return local.strftime("%Y-%m-%d %H:%M")
        return f"{local:%Y-%m-%d %H:%M:%S}.{wall % 1000:03d}000000 {offset_text(self.call.phone, wall)}"


def offset_text(phone: Phone, wall: int) -> str:
    """The offset of the phone's local time from UTC, such as ``+0130``."""
    minutes = time_zones.offset_of(phone.zone, wall) // 60000
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}{abs(minutes) % 60:02d}"


def _human(size: int) -> str:
    number = float(size)
    for unit in ("", "K", "M", "G"):
        if number < 1000 or unit == "G":
            return f"{number:.1f}{unit}" if unit and number < 10 else f"{number:.0f}{unit}"
        number /= 1024
    return str(size)


def status(call: Call) -> Result:
    """``stat [-c FORMAT] [-fL] PATH...``."""
    found = options(call, "ftL", "c", least=1)
    tree = call.shell.tree(call.phone)
    output, errors = "", ""
    for text in found.operands:
        try:
            link = None if "L" in found else link_text(call, text)
            path = resolved(call, text) if link is None else call.path(text)
            about = _known(call, tree, path, text, link is None)
        except CommandError as error:
            errors += f"stat: '{text}': {str(error).rpartition(': ')[2]}\n"
            continue
        fields = _fields(call.phone, path, text, about, link)
        form = found.get("c")
        if "f" in found and form is None:
            output += f'  File: "{text}"\n    ID: 0 Namelen: 255    Type: ext2/ext3\nBlock Size: 4096\n'
        elif form is None:
            output += _DEFAULT.format_map(fields)
        else:
            output += _formatted(form, fields) + "\n"
        call.shell.spend(len(output))
    return Result(
        call.phone, output.encode("utf-8", "replace"), errors.encode("utf-8", "replace"), int(bool(errors))
    )


def _formatted(form: str, fields: dict[str, str]) -> str:
    """Expand a format of ``stat -c``."""

    def text(found: re.Match[str]) -> str:
        return "%" if found[1] == "%" else fields.get(f"_{found[1]}", "?")

    return re.sub(r"%(.)", text, form, flags=re.DOTALL)


_DEFAULT = (
    "  File: {_l}\n  Size: {_s}\t Blocks: {_b}\t IO Blocks: {_o}\t{_F}\n"
    "Device: {_D}h/{_d}d\t Inode: {_i}\t Links: {_h}\n"
    "Access: ({_a}/{_A})\tUid: ({_u}/{_U:>8})\tGid: ({_g}/{_G:>8})\nAccess: {_x}\nModify: {_y}\nChange: {_z}\n"
)


def _fields(phone: Phone, path: str, text: str, about: Attributes, link: str | None) -> dict[str, str]:
    wall = time_of(phone, path, link is None)
    local = clock.local_time(phone, wall)
    moment = f"{local:%Y-%m-%d %H:%M:%S}.{wall % 1000:03d}000000 {offset_text(phone, wall)}"
    kind = (
        "directory"
        if about.is_directory
        else "symbolic link"
        if about.is_link
        else "character device"
        if stat.S_ISCHR(about.mode)
        else "regular file"
    )
    if kind == "regular file" and about.size == 0:
        kind = "regular empty file"
    arrow = "" if link is None else f" -> `{link}'"
    return {
        "_a": f"{stat.S_IMODE(about.mode):o}", "_A": stat.filemode(about.mode), "_b": str(_blocks(about.size)),
        "_B": "512", "_d": "31", "_D": "1f", "_f": f"{about.mode:x}", "_F": kind, "_g": str(about.gid),
        "_G": user_name(about.gid), "_h": "2" if about.is_directory else "1", "_i": str(about.inode), "_m": "/",
        "_l": text + ("" if link is None else f" -> {link}"), "_n": text, "_N": f"`{text}'{arrow}",
        "_o": str(_BLOCK), "_s": str(about.size), "_t": "0", "_T": "0",
        "_u": str(about.uid),
        "_U": user_name(about.uid), "_w": "0", "_W": "0", "_x": moment, "_y": moment, "_z": moment,
        "_X": str(wall // 1000), "_Y": str(wall // 1000), "_Z": str(wall // 1000),
    }  # fmt: skip


def disk_usage(call: Call) -> Result:
    """``du [-abchHkKLlmsx] [-d N] [PATH...]``, in KiB. Of system links such as ``/sdcard``, the content counts."""
    found = options(call, "abchHkKLlmsx", "d")
    tree = call.shell.tree(call.phone)
    output, errors, total = "", "", 0
    through = "L" in found
    for text in found.operands or ["."]:
        named = link_text(call, text) is not None and not (through or "H" in found)
        named = named and posixpath.normpath(call.path(text)) not in files.SYSTEM_LINKS
        path = call.path(text) if named else resolved(call, text)
        if not tree.exists(path) and not named:
            errors += f"du: {text}: No such file or directory\n"
            continue
        sizes: dict[str, int] = {}
        inside: list[str] = []
        if tree.is_directory(path) and not named:
            inside = tree.below(path, (lambda: call.shell.spend(PATH_COST)) if through else None)
        for at in (*reversed(inside), path):
            size = _known(call, tree, at, at, through or (at == path and not named)).size
            sizes[at] = sizes.get(at, 0) + (size if "b" in found else _blocks(size) * 512)
            if at != path:
                above = posixpath.dirname(at)
                sizes[above] = sizes.get(above, 0) + sizes[at]
        total += sizes[path]
        for at in (*reversed(inside), path):
            depth = at[len(path) :].strip("/").count("/") + 1 if at != path else 0
            if at != path and ("s" in found or depth > int(found.get("d") or 99)):
                continue
            if at == path or tree.is_directory(tree.real(at, through)) or "a" in found:
                shown = text if at == path else posixpath.join(text, at[len(path) :].lstrip("/"))
                output += f"{_usage(sizes[at], found)}\t{shown}\n"
    if "c" in found:
        output += f"{_usage(total, found)}\ttotal\n"
    return Result(call.phone, output.encode("utf-8", "replace"), errors.encode(), int(bool(errors)))


def _usage(size: int, found: dict[str, str]) -> str:
    if "h" in found:
        return _human(size)
    return str(size if "b" in found else size >> 20 if "m" in found else size >> 10)


def free_space(call: Call) -> Result:
    """``df [-hikPT] [PATH...]``: the space left on a phone with 16 GB."""
    found = options(call, "ahHikmPT", "t")
    tree = call.shell.tree(call.phone)
    for text in found.operands:
        if not tree.exists(resolved(call, text)):
            raise CommandError(f"{text}: No such file or directory")
    used = 1_523_812 + files.used(call.phone) // 1024
    size = 12_285_624
    rows = [("/dev/root", 2_539_312, 2_490_296, "/"), ("/dev/block/vdc", size, used, "/data"),
            ("/data/media", size, used, "/storage/emulated")]  # fmt: skip
    if found.operands:
        shared = {resolved(call, text).startswith(files.STORAGE) for text in found.operands}
        rows = [
            row
            for row in rows
            if (row[3] == "/storage/emulated" and True in shared) or (row[3] == "/data" and False in shared)
        ]
    human = "h" in found or "H" in found
    lines = ["Filesystem       Size Used Avail Use% Mounted on" if human else
             "Filesystem     1K-blocks    Used Available Use% Mounted on"]  # fmt: skip
    for name, whole, full, place in rows:
        percent = f"{full * 100 // whole}%"
        if human:
            cells = [_human(n * 1024) for n in (whole, full, whole - full)]
            lines.append(f"{name:<15} {cells[0]:>5} {cells[1]:>4} {cells[2]:>5} {percent:>4} {place}")
        else:
            lines.append(f"{name:<14} {whole:>9} {full:>7} {whole - full:>9} {percent:>4} {place}")
    return printed(call.phone, "\n".join(lines) + "\n")


def real_path(call: Call) -> Result:
    """``realpath FILE...`` and ``readlink -f FILE...``: the absolute path without links; ``readlink FILE``: a link's
    target.
    """
    found = options(call, "fenmqs", least=1)
    output, code = "", 0
    tree = call.shell.tree(call.phone)
    for text in found.operands:
        if call.name == "readlink" and not found.keys() & set("fem"):
            link = link_text(call, text)
            code |= int(link is None)
            output += "" if link is None else link + ("" if "n" in found else "\n")
            continue
        path = resolved(call, text)
        missing = not tree.exists(path) and ("e" in found or not tree.is_directory(posixpath.dirname(path)))
        if missing and "m" not in found:
            if call.name == "readlink":
                code = 1
                continue
            raise CommandError(f"{text}: No such file or directory")
        output += files.shown(path) + ("" if "n" in found else "\n")
    return printed(call.phone, output, code)


def base_name(call: Call) -> Result:
    """``basename PATH [SUFFIX]``."""
    found = options(call, "a", "s", least=1)
    names, suffix = found.operands, found.get("s", "")
    if "a" not in found and "s" not in found and len(names) == 2:
        names, suffix = names[:1], names[1]
    bases = [posixpath.basename(name.rstrip("/")) or "/" for name in names]
    return printed(
        call.phone,
        "".join(
            (b[: -len(suffix)] if suffix and b.endswith(suffix) and b != suffix else b) + "\n" for b in bases
        ),
    )


def folder_name(call: Call) -> Result:
    """``dirname PATH...``."""
    found = options(call, "", least=1)
    return printed(
        call.phone, "".join((posixpath.dirname(n.rstrip("/") or "/") or ".") + "\n" for n in found.operands)
    )


COMMANDS: dict[str, Command] = {
    "basename": base_name, "df": free_space, "dirname": folder_name, "du": disk_usage, "ls": listing,
    "readlink": real_path, "realpath": real_path, "stat": status,
}  # fmt: skip
