"""Shell commands that compare files, identify them, and dump their bytes: cmp, diff, file, od."""

from __future__ import annotations

import difflib
import re
import struct

from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, failed, options, printed, whole
from bmoca_gym.handset.shell.paths import read, resolved

#: Differing lines of two files, multiplied, that are still compared one by one; more are told as one change.
_MOST_PAIRS = 1_000_000


def compare(call: Call) -> Result:
    """``cmp [-ls] [-n COUNT] FILE1 FILE2``. Exit status: 0 if equal, 1 if different, 2 on an error."""
    found = options(call, "ls", "n", least=2, most=2)
    names = found.operands
    try:
        most = whole(found["n"]) if "n" in found else None
        a, b = (read(call, name)[:most] for name in names)
    except CommandError as error:
        return failed(call.phone, f"cmp: {error}\n", 2)
    call.shell.spend(len(a) + len(b))
    if a == b:
        return Result(call.phone)
    if "s" in found:
        return Result(call.phone, code=1)
    shorter = min(len(a), len(b))
    if "l" in found:
        pairs = enumerate(zip(a, b, strict=False), 1)
        text = "".join(f"{at} {one:o} {other:o}\n" for at, (one, other) in pairs if one != other)
        call.shell.spend(len(text))
    else:
        at = next((at for at in range(shorter) if a[at] != b[at]), -1)
        line = a[: max(0, at)].count(b"\n") + 1
        text = f"{names[0]} {names[1]} differ: char {at + 1}, line {line}\n" if at >= 0 else ""
    ended = ""
    if len(a) != len(b) and ("l" in found or not text):
        ended = f"cmp: EOF on {names[int(len(b) < len(a))]}\n"
    return Result(call.phone, text.encode("utf-8", "replace"), ended.encode("utf-8", "replace"), 1)


def difference(call: Call) -> Result:
    """``diff [-bBiqNrsuw] [-L LABEL] [-U LINES] FILE1 FILE2``, always in unified format, as toybox's.

    Exit status: 0 if equal, 1 if different, 2 on an error.
    """
    found = options(call, "abBdiNqrsTtuw", "LSU", least=2, most=2)
    context = whole(found["U"], 0, 10_000) if "U" in found else 3
    tree = call.shell.tree(call.phone)
    first, second = found.operands
    folders = ["-" not in name[:1] and tree.is_directory(resolved(call, name)) for name in (first, second)]
    if all(folders):
        pairs, said = _pairs(call, first, second, "r" in found)
    else:
        if folders[0]:
            first = f"{first.rstrip('/')}/{second.rpartition('/')[2]}"
        elif folders[1]:
            second = f"{second.rstrip('/')}/{first.rpartition('/')[2]}"
        pairs, said = [(first, second)], []
    code = int(bool(said))
    errors = ""
    for a, b in pairs:
        try:
            texts = [_content(call, name, "N" in found) for name in (a, b)]
        except CommandError as error:
            errors += f"diff: {error}\n"
            continue
        if texts[0] == texts[1]:
            said += [f"Files {a} and {b} are identical\n"] if "s" in found else []
            continue
        if b"\0" in texts[0] + texts[1]:
            told = f"Files {a} and {b} differ\n"
        else:
            lines = [text.decode("utf-8", "surrogateescape").splitlines(keepends=True) for text in texts]
            keys = [[_key(line, found.keys()) for line in side] for side in lines]
            told = _unified(lines, keys, context, (found.get("L", a), b))
            if told and "q" in found:
                told = f"Files {a} and {b} differ\n"
        call.shell.spend(len(told))
        said.append(told)
        code = code or int(bool(told))
    data = "".join(said).encode("utf-8", "surrogateescape")
    return Result(call.phone, data, errors.encode("utf-8", "replace"), 2 if errors else code)


def _pairs(call: Call, first: str, second: str, deep: bool) -> tuple[list[tuple[str, str]], list[str]]:
    """The files that two folders share, and messages about the others."""
    tree = call.shell.tree(call.phone)
    pairs, said = [], []
    waiting = [(first.rstrip("/"), second.rstrip("/"))]
    while waiting:
        a, b = waiting.pop(0)
        names = [tree.names(resolved(call, folder)) for folder in (a, b)]
        for name in sorted({*names[0], *names[1]}):
            if name not in names[0] or name not in names[1]:
                said.append(f"Only in {a if name in names[0] else b}: {name}\n")
                continue
            both = f"{a}/{name}", f"{b}/{name}"
            folders = [tree.is_directory(resolved(call, path)) for path in both]
            if not any(folders):
                pairs.append(both)
            elif all(folders) and deep:
                waiting.append(both)
            elif all(folders):
                said.append(f"Common subdirectories: {both[0]} and {both[1]}\n")
            else:
                kinds = ["directory" if folder else "regular file" for folder in folders]
                said.append(f"File {both[0]} is a {kinds[0]} while file {both[1]} is a {kinds[1]}\n")
    return pairs, said


def _content(call: Call, name: str, absent_is_empty: bool) -> bytes:
    if absent_is_empty and name != "-" and not call.shell.tree(call.phone).exists(resolved(call, name)):
        return b""
    return read(call, name)


def _key(line: str, given: object) -> str:
    """A line as ``-b``, ``-w`` and ``-i`` compare it."""
    letters = set(given)  # type: ignore[call-overload]
    if "w" in letters:
        line = re.sub(r"\s+", "", line)
    elif "b" in letters:
        line = re.sub(r"\s+", " ", line).rstrip()
    return line.lower() if "i" in letters else line


def _unified(lines: list[list[str]], keys: list[list[str]], context: int, names: tuple[str, str]) -> str:
    """The unified diff of two files; "" if they are equal."""
    a, b = keys
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    tail = 0
    while tail < min(len(a), len(b)) - same and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    middle = a[same : len(a) - tail], b[same : len(b) - tail]
    if not middle[0] and not middle[1]:
        return ""
    if len(middle[0]) * len(middle[1]) > _MOST_PAIRS:
        blocks = []
    else:
        matcher = difflib.SequenceMatcher(None, *middle, autojunk=False)
        blocks = [(m.a + same, m.b + same, m.size) for m in matcher.get_matching_blocks() if m.size]
    changes, i, j = [], same, same
    for x, y, size in [*blocks, (len(a) - tail, len(b) - tail, 0)]:
        if x > i or y > j:
            changes.append((i, x, j, y))
        i, j = x + size, y + size
    hunks: list[list[tuple[int, int, int, int]]] = []
    for change in changes:
        if hunks and change[0] - hunks[-1][-1][1] <= 2 * context:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    return f"--- {names[0]}\n+++ {names[1]}\n" + "".join(_hunk(lines, hunk, context) for hunk in hunks)


def _hunk(lines: list[list[str]], changes: list[tuple[int, int, int, int]], context: int) -> str:
    a, b = lines
    before = min(context, changes[0][0])
    behind = min(context, len(a) - changes[-1][1])
    starts = changes[0][0] - before, changes[0][2] - before
    ends = changes[-1][1] + behind, changes[-1][3] + behind
    parts = [f"@@ -{_range(starts[0], ends[0])} +{_range(starts[1], ends[1])} @@\n"]
    at = starts[0]
    for i, x, j, y in changes:
        parts += [_marked(" ", line) for line in a[at:i]]
        parts += [_marked("-", line) for line in a[i:x]]
        parts += [_marked("+", line) for line in b[j:y]]
        at = x
    return "".join([*parts, *(_marked(" ", line) for line in a[at : ends[0]])])


def _range(start: int, end: int) -> str:
    count = end - start
    return str(start + 1) if count == 1 else f"{start + bool(count)},{count}"


def _marked(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"


# What files are

_MAGIC = (
    (b"\x7fELF\x02", "ELF 64-bit LSB executable"),
    (b"\x7fELF\x01", "ELF 32-bit LSB executable"),
    (b"PK\x03\x04", "Zip archive data"),
    (b"\x1f\x8b", "gzip compressed data"),
    (b"BZh", "bzip2 compressed data"),
    (b"\xff\xd8\xff", "JPEG image data"),
    (b"GIF87a", "GIF image data"),
    (b"GIF89a", "GIF image data"),
    (b"BM", "PC bitmap"),
    (b"dex\n", "Android dex file"),
    (b"SQLite format 3\0", "SQLite 3.x database"),
    (b"%PDF-", "PDF document"),
    (b"OggS", "Ogg data"),
    (b"ID3", "Audio file with ID3"),
)


def kinds(call: Call) -> Result:
    """``file [-bhLs] FILE...``."""
    found = options(call, "bhLs", least=1)
    width = max(len(name) for name in found.operands) + 1
    lines = []
    for name in found.operands:
        shown = "" if "b" in found else f"{name}:".ljust(width) + " "
        lines.append(f"{shown}{_kind(call, name, 'L' not in found)}\n")
    return printed(call.phone, "".join(lines))


def _kind(call: Call, name: str, links: bool) -> str:
    tree = call.shell.tree(call.phone)
    if name != "-":
        target = tree.link(call.path(name)) if links else None
        if target is not None:
            return f"symbolic link to {target}"
        path = resolved(call, name)
        if tree.is_directory(path):
            return "directory"
        if path in tree.programs:
            return "ELF executable, 64-bit LSB x86-64, dynamic (/system/bin/linker64), stripped"
        if not tree.exists(path):
            return "cannot open: No such file or directory"
        if path == "/dev/null":
            return "character device (1/3)"
    data = read(call, name)
    if not data:
        return "empty"
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return "PNG image data, {} x {}".format(*struct.unpack_from(">II", data, 16))
    if data[4:8] == b"ftyp":
        return "ISO Media, MP4"
    if data.startswith(b"#!"):
        return f"{data[2:80].splitlines()[0].decode('utf-8', 'replace').strip()} script"
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if b"\0" in data:
        return "data"
    try:
        return "ASCII text" if data.decode("utf-8").isascii() else "UTF-8 text"
    except UnicodeDecodeError:
        return "data"


# Bytes

#: The sizes of ``-t``'s letters, and the width of a number by its base and size.
_SIZES = {"C": 1, "S": 2, "I": 4, "L": 8}
_WIDTHS = {
    "o": {1: 3, 2: 6, 4: 11, 8: 22},
    "x": {1: 2, 2: 4, 4: 8, 8: 16},
    "u": {1: 3, 2: 5, 4: 10, 8: 20},
    "d": {1: 4, 2: 6, 4: 11, 8: 20},
}
#: The digits of an address by its base.
_ADDRESSES = {"d": 7, "o": 7, "x": 6}
_SHORT = {"b": "o1", "c": "c", "d": "u2", "o": "o2", "s": "d2", "x": "x2"}
_CHARACTERS = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}
# fmt: off
_NAMES = ("nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si", "dle",
          "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp")
# fmt: on


def dump(call: Call) -> Result:
    """``od [-bcdosxv] [-A RADIX] [-j BYTES] [-N BYTES] [-t TYPE] [FILE...]``."""
    found = options(call, "bcdosxv", "AjNtw")
    kinds_of = [_type(found["t"])] if "t" in found else []
    kinds_of += [_type(text) for letter, text in _SHORT.items() if letter in found]
    kinds_of = kinds_of or [("o", 2)]
    radix = found.get("A", "o")
    if radix not in ("d", "o", "x", "n"):
        raise CommandError(f"bad -A '{radix}'")
    width = whole(found["w"], 1, 1024) if "w" in found else 16
    data = b"".join(read(call, name) for name in found.operands or ["-"])
    skip = _number(found.get("j", "0"))
    data = data[skip:][: _number(found["N"]) if "N" in found else None]
    call.shell.spend(len(data) * 8 * len(kinds_of))
    lines, before, starred = [], None, False
    for at in range(0, len(data), width):
        row = data[at : at + width]
        if row == before and "v" not in found and len(row) == width:
            lines += [] if starred else ["*"]
            starred = True
            continue
        before, starred = row, False
        for order, (letter, size) in enumerate(kinds_of):
            place = _address(radix, at + skip)
            lines.append((" " * len(place) if order else place) + _row(row, letter, size))
    if radix != "n":
        lines.append(_address(radix, len(data) + skip))
    return printed(call.phone, "".join(f"{line}\n" for line in lines))


def _number(text: str) -> int:
    try:
        return min(int(text, 0 if text.startswith("0x") else 10), 1 << 40)
    except ValueError:
        raise CommandError(f"not integer: {text[:60]}") from None


def _type(text: str) -> tuple[str, int]:
    if text in ("a", "c"):
        return text, 1
    letter, size = text[:1], text[1:] or "4"
    size = str(_SIZES.get(size, size))
    if letter not in _WIDTHS or size not in ("1", "2", "4", "8"):
        raise CommandError(f"bad -t {text[:20]}")
    return letter, int(size)


def _address(radix: str, at: int) -> str:
    return "" if radix == "n" else format(at, f"0{_ADDRESSES[radix]}{radix}")


def _row(row: bytes, letter: str, size: int) -> str:
    if letter == "c":
        shown = (_CHARACTERS.get(b) or (chr(b) if 32 <= b < 127 else f"{b:03o}") for b in row)
        return "".join(f" {text:>3}" for text in shown)
    if letter == "a":
        low = (b & 0x7F for b in row)
        return "".join(f" {_NAMES[b] if b < 33 else 'del' if b == 127 else chr(b):>3}" for b in low)
    parts = []
    for at in range(0, len(row), size):
        number = int.from_bytes(row[at : at + size].ljust(size, b"\0"), "little", signed=letter == "d")
        width = _WIDTHS[letter][size]
        parts.append(f" {number:{'0' if letter in 'ox' else ''}{width}{'d' if letter in 'du' else letter}}")
    return "".join(parts)


COMMANDS: dict[str, Command] = {"cmp": compare, "diff": difference, "file": kinds, "od": dump}
