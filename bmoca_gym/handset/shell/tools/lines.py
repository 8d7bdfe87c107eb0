"""Shell commands that count, sort and repeat lines, and those that compute digests and encodings."""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import io
import re
import zlib
from collections.abc import Iterator

from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    CommandError,
    LimitError,
    Options,
    Result,
    options,
    whole,
)
from bmoca_gym.handset.shell.paths import read, resolved, write_file
from bmoca_gym.handset.shell.tools.files import each
from bmoca_gym.handset.shell.tools.text import all_lines, each_input, joined
from bmoca_gym.handset.state import Phone


def count(call: Call) -> Result:
    """``wc [-clmw] [FILE...]``."""
    found = options(call, "clmw")
    names = found.operands
    shown = [letter for letter in "lwmc" if letter in found] or ["l", "w", "c"]
    totals = dict.fromkeys(shown, 0)
    lone = len(names) < 2 and len(shown) == 1

    def line(numbers: dict[str, int], name: str) -> str:
        cells = [str(numbers[letter]) for letter in shown]
        if not lone and not (len(names) == 1 and len(shown) == 1):
            cells = [cell.rjust(7) for cell in cells]
        return " ".join([*cells, name] if name else cells) + "\n"

    def one(name: str, data: bytes) -> str:
        numbers = {
            "l": data.count(b"\n"),
            "w": len(data.split()),
            "m": len(data.decode("utf-8", "replace")),
            "c": len(data),
        }
        for letter in shown:
            totals[letter] += numbers[letter]
        return line(numbers, name if names else "")

    result = each_input(call, names, one)
    if len(names) > 1:
        result = result._replace(output=result.output + line(totals, "total").encode())
    return result


def _number(text: bytes) -> float:
    found = re.match(rb"\s*(-?\d{1,300}(?:\.\d{1,300})?)", text)
    return float(found[1]) if found else 0.0


def sort(call: Call) -> Result:
    """``sort [-bfnrusV] [-t SEPARATOR] [-k FROM[,TO][FLAGS]] [-o FILE] [FILE...]``."""
    found = options(call, "bfgnrusVzcdi", "tko")
    lines, result = all_lines(call, found.operands)
    field = re.fullmatch(
        r"(\d{1,4})(?:\.\d+)?([a-zA-Z]*)(?:,(\d{1,4})(?:\.\d+)?([a-zA-Z]*))?", found.get("k", "1")
    )
    if field is None or int(field[1]) < 1:
        raise CommandError(f"bad -k '{found['k']}'")
    flags = set(field[2] + (field[4] or "")) or set(found)
    flags |= {"r"} & set(found)
    first, last = int(field[1]), int(field[3] or 0)
    separator = found.get("t", "").encode()

    def key(line: bytes) -> bytes | float:
        chosen = line
        if "k" in found:
            parts = line.split(separator) if separator else re.findall(rb"\s*\S+", line)
            chosen = separator.join(parts[first - 1 : last or None])
        if flags & set("ngV"):
            return _number(chosen)
        chosen = chosen.lstrip() if "b" in flags else chosen
        return chosen.upper() if "f" in flags else chosen

    call.shell.spend(32 * len(lines))
    whole_line = not found.keys() & {"s", "u"}
    ordered = sorted(lines, key=lambda line: (key(line), line if whole_line else b""), reverse="r" in flags)
    if "c" in found:
        return result._replace(code=int(ordered != lines))
    if "u" in found:
        ordered = [line for at, line in enumerate(ordered) if not at or key(line) != key(ordered[at - 1])]
    if "o" in found:
        return result._replace(
            phone=write_file(call.phone, resolved(call, found["o"]), joined(ordered), found["o"])
        )
    return result._replace(output=joined(ordered))


def unique(call: Call) -> Result:
    """``uniq [-cdiu] [INPUT]``: drop lines that equal the line before."""
    found = options(call, "cdiuz", "fsw", most=1)
    lines, result = all_lines(call, found.operands)
    groups: list[tuple[bytes, int]] = []
    for line in lines:
        last = groups[-1][0] if groups else None
        same = last is not None and (line.lower() == last.lower() if "i" in found else line == last)
        if same and last is not None:
            groups[-1] = (last, groups[-1][1] + 1)
        else:
            groups.append((line, 1))
    chosen = [(line, n) for line, n in groups if not (("d" in found and n < 2) or ("u" in found and n > 1))]
    made = [b"%7d %s" % (n, line) if "c" in found else line for line, n in chosen]
    return result._replace(output=joined(made))


def reverse(call: Call) -> Result:
    """``tac [FILE...]`` reverses the order of lines, ``rev [FILE...]`` the letters of each."""
    lines, result = all_lines(call, options(call, "").operands)
    if call.name == "tac":
        return result._replace(output=joined(lines[::-1]))
    turned = [
        line.decode("utf-8", "surrogateescape")[::-1].encode("utf-8", "surrogateescape") for line in lines
    ]
    return result._replace(output=joined(turned))


def number(call: Call) -> Result:
    """``nl [-b a|t] [FILE...]``."""
    found = options(call, "E", "bnswv")
    lines, result = all_lines(call, found.operands)
    made, at = [], 0
    for line in lines:
        at += bool(line) or found.get("b") == "a"
        made.append(b"%6d\t%s" % (at, line) if line or found.get("b") == "a" else b"       " + line)
    return result._replace(output=joined(made))


def tee(call: Call) -> Result:
    """``tee [-a] FILE...``: copy the input to the output and to files."""
    found = options(call, "ai")
    data = call.stdin

    def one(phone: Phone, name: str) -> Phone:
        path = resolved(call, name)
        before = (
            read(call._replace(phone=phone), name)
            if "a" in found and call.shell.tree(phone).is_file(path)
            else b""
        )
        return write_file(phone, path, before + data, name)

    return each(call, found.operands, one)._replace(output=data)


def run_with_arguments(call: Call) -> Result:
    """``xargs [-0rt] [-n MOST] [-I TEXT] [-d DELIMITER] [COMMAND [WORD...]]``."""
    arguments = call.arguments
    at = 0
    while at < len(arguments) and arguments[at].startswith("-") and arguments[at] != "-":
        at += 2 if re.fullmatch(r"-[0rtpo]*[nIdsPE]", arguments[at]) else 1
    found = options(
        call._replace(arguments=arguments[:at]), "0rtpo", "nIdsPE", long=("null", "no-run-if-empty")
    )
    words = arguments[at:] or ["echo"]
    text = call.stdin.decode("utf-8", "replace")
    phone, output, error, code = call.phone, bytearray(), bytearray(), 0
    for run in _runs(found, words, text):
        result = call.shell.invoke(phone, run)
        phone = result.phone
        output += result.output
        error += result.error
        if result.code in (126, 127):
            code = result.code
            break
        code = 123 if result.code else code
    return Result(phone, bytes(output), bytes(error), code)


#: Letters that ``xargs`` puts behind one command.
_WORDS_SIZE = 1 << 17


def _runs(found: Options, words: list[str], text: str) -> Iterator[list[str]]:
    """Yield the commands that ``xargs`` runs, each when it is due."""
    given = _given(found, text)
    if "I" in found:
        for item in given:
            yield [word.replace(found["I"], item) for word in words]
        return
    most = whole(found["n"], 1) if "n" in found else 1 << 53
    chosen: list[str] = []
    size = 0
    empty = not found.keys() & {"r", "no-run-if-empty"}
    for item in given:
        if chosen and (len(chosen) >= most or size + len(item) > _WORDS_SIZE):
            yield [*words, *chosen]
            chosen, size = [], 0
        chosen.append(item)
        size += len(item) + 1
        empty = True
    if empty:
        yield [*words, *chosen]


def _given(found: Options, text: str) -> Iterator[str]:
    """Yield the items of ``xargs``'s input."""
    if found.keys() & {"0", "null"}:
        return (item[0].removesuffix("\0") for item in re.finditer(r"[^\0]*\0|[^\0]+", text))
    if "I" in found or "d" in found:
        mark = re.escape({"\\n": "\n"}.get(found.get("d", ""), found.get("d", "\n"))[:1] or "\0")
        lines = (item[0] for item in re.finditer(f"[^{mark}]+", text))
        return (line.strip() for line in lines if line.strip()) if "I" in found else lines
    items = re.finditer(r"(?:\"[^\"]*\"|'[^']*'|\\.|[^\s'\"\\])+", text)
    return (re.sub(r"\\(.)|[\"']", r"\1", item[0]) for item in items)


# Digests and other forms


def digest(call: Call) -> Result:
    """``md5sum``, ``sha1sum``, ``sha256sum``, ``sha512sum`` ``[-b] [FILE...]``."""
    found = options(call, "b")
    algorithm = call.name.removesuffix("sum")

    def one(name: str, data: bytes) -> str:
        written = hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
        return f"{written}\n" if "b" in found else f"{written}  {name}\n"

    return each_input(call, found.operands, one)


def base_64(call: Call) -> Result:
    """``base64 [-di] [-w COLUMNS] [FILE...]``."""
    found = options(call, "di", "w", long=("decode",))
    width = whole(found.get("w", "76"))

    def one(name: str, data: bytes) -> bytes:
        if found.keys() & {"d", "decode"}:
            if "i" in found:
                data = re.sub(rb"[^A-Za-z0-9+/=]", b"", data)
            try:
                return base64.b64decode(re.sub(rb"\s", b"", data), validate=True)
            except binascii.Error:
                raise CommandError("bad input") from None
        text = base64.b64encode(data)
        if not width:
            return text + b"\n"
        return b"".join([text[i : i + width] + b"\n" for i in range(0, len(text), width)])

    return each_input(call, found.operands, one)


def dump_hexadecimal(call: Call) -> Result:
    """``xxd [-p] [-l LENGTH] [-c COLUMNS] [FILE]``."""
    found = options(call, "p", "lcgs", most=1)
    width = whole(found.get("c", "30" if "p" in found else "16"), 1, 256)

    def one(name: str, data: bytes) -> str:
        data = data[: whole(found["l"])] if "l" in found else data
        call.shell.spend(4 * len(data))
        rows = [data[i : i + width] for i in range(0, len(data), width)]
        if "p" in found:
            return "".join(row.hex() + "\n" for row in rows)
        return "".join(
            f"{i * width:08x}: {row.hex(' ', 2).ljust(width * 5 // 2 - 1)}  "
            + "".join(chr(b) if 32 <= b < 127 else "." for b in row) + "\n"
            for i, row in enumerate(rows)
        )  # fmt: skip

    return each_input(call, found.operands, one)


def compress(call: Call) -> Result:
    """``gzip [-cdk1-9] [FILE]``, ``gunzip``, ``zcat``: compress or decompress the input, or a file in place."""
    found = options(call, "cdfkqtv123456789", most=1)
    back = "d" in found or call.name in ("gunzip", "zcat")
    to_output = not found.operands or "c" in found or call.name == "zcat"
    data = read(call, found.operands[0] if found.operands else "-")
    level = next((int(digit) for digit in "123456789" if digit in found), 6)
    made = _unpacked(call, data) if back else gzip.compress(data, level, mtime=0)
    if to_output:
        return Result(call.phone, made)
    name = found.operands[0]
    if back and not name.endswith(".gz"):
        raise CommandError(f"{name}: unknown suffix")
    target = name[:-3] if back else name + ".gz"
    phone = write_file(call.phone, resolved(call, target), made, target)
    if "k" in found:
        return Result(phone)
    return call.shell.invoke(phone, ["rm", "-f", call.path(name)])


def _unpacked(call: Call, data: bytes) -> bytes:
    parts: list[bytes] = []
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            while part := stream.read(1 << 20):
                call.shell.spend(len(part))
                parts.append(part)
    except LimitError:
        raise
    except (EOFError, OSError, zlib.error):
        raise CommandError("corrupt data") from None
    return b"".join(parts)


COMMANDS: dict[str, Command] = {
    "base64": base_64, "gunzip": compress, "gzip": compress, "md5sum": digest, "nl": number,
    "rev": reverse, "sha1sum": digest, "sha256sum": digest, "sha512sum": digest, "sort": sort,
    "tac": reverse, "tee": tee, "uniq": unique, "wc": count, "xargs": run_with_arguments, "xxd": dump_hexadecimal,
    "zcat": compress,
}  # fmt: skip
