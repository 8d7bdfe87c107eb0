"""Shell commands that print text, and extract or replace parts of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    CommandError,
    LimitError,
    Options,
    Result,
    failed,
    options,
    printed,
    whole,
)
from bmoca_gym.handset.shell.paths import read

_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "c": "",
    "e": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
}
_ESCAPE = re.compile(r"\\(?:0([0-7]{0,3})|([1-7][0-7]{0,2})|x([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_SEQUENCE_LIMIT = 100_000


def each_input(call: Call, names: list[str], action: Callable[[str, bytes], bytes | str]) -> Result:
    """Run ``action`` on each input, in order. Inputs that can't be read are reported."""
    parts: list[bytes] = []
    errors = ""
    for name in names or ["-"]:
        try:
            made = action(name, read(call, name))
            parts.append(made.encode("utf-8", "replace") if isinstance(made, str) else made)
        except LimitError:
            raise
        except CommandError as error:
            errors += f"{call.name}: {error}\n"
    return Result(call.phone, b"".join(parts), errors.encode("utf-8", "replace"), int(bool(errors)))


#: What a line that is kept takes of the work of a line of the shell, in bytes.
_LINE_COST = 256


def all_lines(call: Call, names: list[str]) -> tuple[list[bytes], Result]:
    """The lines of all inputs, without line ends, and a result that reports inputs that can't be read."""
    lines: list[bytes] = []

    def add(name: str, data: bytes) -> bytes:
        call.shell.spend(_LINE_COST * data.count(b"\n"))  # before they are made
        found = data.split(b"\n")
        lines.extend(found if found[-1] else found[:-1])
        return b""

    return lines, each_input(call, names, add)


def joined(lines: list[bytes]) -> bytes:
    """Join lines, each with a line end."""
    return b"".join([line + b"\n" for line in lines])


# Printing


def echo(call: Call) -> Result:
    """``echo [-neE] TEXT...``. Without ``-E``, mksh expands backslashes as with ``-e``."""
    words = call.arguments
    end, escapes = "\n", True
    at = 0
    while at < len(words) and re.fullmatch(r"-[neE]+", words[at]):
        end = "" if "n" in words[at] else end
        escapes = words[at].rfind("E") < words[at].rfind("e") if re.search("[eE]", words[at]) else escapes
        at += 1
    text = " ".join(words[at:])
    if escapes and "\\" in text:
        text, over = unescaped(text)
        end = "" if over else end
    return printed(call.phone, text + end)


def unescaped(text: str) -> tuple[str, bool]:
    """The text with its backslash sequences as what they stand for, and whether ``\\c`` ended it."""
    over = text.split("\\c", 1) if "\\c" in text else [text]

    def letter(found: re.Match[str]) -> str:
        if found[1] is not None:
            return chr(int(found[1] or "0", 8) & 0xFF)
        if found[2]:
            return chr(int(found[2], 8) & 0xFF)
        if found[3]:
            return chr(int(found[3], 16))
        return _ESCAPES.get(found[4], found[0])

    return _ESCAPE.sub(letter, over[0]), len(over) > 1


_FORMAT = re.compile(
    r"%(?P<flags>[-+ 0#]*)(?P<width>\d{1,4})?(?:\.(?P<precision>\d{1,3}))?(?P<kind>[%sdiuxXocbqfeg])"
)


def print_formatted(call: Call) -> Result:
    """``printf FORMAT [ARGUMENT...]``. The format repeats until no argument is left."""
    if not call.arguments:
        return failed(call.phone, "printf: Needs 1 argument\n")
    form, _ = unescaped(call.arguments[0])
    left = call.arguments[1:]
    errors = ""
    made = ""
    while True:
        before = len(left)
        at = 0
        while at < len(form):
            found = _FORMAT.match(form, at) if form[at] == "%" else None
            if found is None:
                if form[at] == "%":
                    return Result(
                        call.phone,
                        made.encode("utf-8", "replace"),
                        f"printf: bad %{form[at + 1 : at + 2]}@{at + 1}\n".encode(),
                        1,
                    )
                end = form.find("%", at) if "%" in form[at:] else len(form)
                made += form[at:end]
                at = end
                continue
            at = found.end()
            if found["kind"] == "%":
                made += "%"
                continue
            text, error = _formatted(found, left.pop(0) if left else "")
            made, errors = made + text, errors + error
        call.shell.spend(len(made))
        if not left or len(left) == before:
            break
    return Result(
        call.phone, made.encode("utf-8", "replace"), errors.encode("utf-8", "replace"), int(bool(errors))
    )


def _formatted(found: re.Match[str], word: str) -> tuple[str, str]:
    kind, error = found["kind"], ""
    spec = (
        "%"
        + found["flags"]
        + (found["width"] or "")
        + (f".{found['precision']}" if found["precision"] else "")
    )
    if kind in "sbqc":
        text = unescaped(word)[0] if kind == "b" else word[:1] if kind == "c" else word
        return (spec + "s") % text, error
    try:
        number: float = float(word or 0) if kind in "feg" else int(word or "0", 0)
    except (OverflowError, ValueError):
        number, error = 0, f"printf: bad number '{word}'\n"
        if len(word) == 2 and word[0] in "'\"":
            number, error = ord(word[1]), ""
    return (spec + {"i": "d", "u": "d"}.get(kind, kind)) % number, error


def sequence(call: Call) -> Result:
    """``seq [-s SEPARATOR] [FIRST [STEP]] LAST``, whole numbers only."""
    found = options(
        call._replace(arguments=[re.sub(r"^-(?=\d)", "\0", word) for word in call.arguments]),
        "w",
        "fs",
        least=1,
        most=3,
    )
    numbers = [whole(word.replace("\0", "-"), -(1 << 53)) for word in found.operands]
    last = numbers[-1]
    first = numbers[0] if len(numbers) > 1 else 1
    step = numbers[1] if len(numbers) > 2 else 1
    if step == 0 or abs(last - first) // abs(step) > _SEQUENCE_LIMIT:
        raise CommandError(f"no more than {_SEQUENCE_LIMIT} numbers")
    texts = [str(n) for n in range(first, last + (1 if step > 0 else -1), step)]
    return printed(call.phone, found.get("s", "\n").join(texts) + "\n" if texts else "")


# Parts


def _count(call: Call) -> tuple[Options, list[str]]:
    """Parse the options of ``head`` and ``tail``; ``-5`` means ``-n 5``."""
    arguments = list(call.arguments)
    if arguments and re.fullmatch(r"-\d+", arguments[0]):
        arguments[0] = f"-n{arguments[0][1:]}"
    found = options(call._replace(arguments=arguments), "fqvF", "nc")
    return found, found.operands


def head(call: Call) -> Result:
    """``head [-n LINES | -c BYTES | -LINES] [FILE...]``. A negative number leaves out that many at the end."""
    found, names = _count(call)
    count = whole(found.get("c", found.get("n", "10")), -(1 << 53))

    if (
        count >= 0 and (names or ["-"]) == ["-"] and "v" not in found
    ):  # what is behind those lines is left to others
        return Result(call.phone, call.input.take(count) if "c" in found else _first_lines(call, count))

    def part(name: str, data: bytes) -> bytes:
        if "c" in found:
            chosen = data[:count]
        else:
            lines = (
                data.splitlines(keepends=True) if b"\r" not in data else re.findall(rb"[^\n]*\n|[^\n]+", data)
            )
            chosen = b"".join(lines[:count])
        return _headed(name, names, found, chosen)

    return each_input(call, names, part)


def _first_lines(call: Call, count: int) -> bytes:
    lines: list[bytes] = []
    while len(lines) < count and (line := call.input.line()) is not None:
        call.shell.spend(len(line))
        lines.append(line)
    return b"".join(lines)


def tail(call: Call) -> Result:
    """``tail [-n LINES | -n +FROM | -c BYTES] [FILE...]``. ``-f`` does not wait."""
    found, names = _count(call)
    text = found.get("c", found.get("n", "10"))
    count = whole(text, -(1 << 53))

    def part(name: str, data: bytes) -> bytes:
        items = data if "c" in found else re.findall(rb"[^\n]*\n|[^\n]+", data)
        start = max(0, count - 1) if text.startswith("+") else max(0, len(items) - abs(count))
        chosen = items[start:]
        return _headed(name, names, found, chosen if isinstance(chosen, bytes) else b"".join(chosen))

    return each_input(call, names, part)


def _headed(name: str, names: list[str], found: Options, data: bytes) -> bytes:
    if (len(names) > 1 and "q" not in found) or "v" in found:
        return (b"" if name == names[0] else b"\n") + f"==> {name} <==\n".encode() + data
    return data


def cut(call: Call) -> Result:
    """``cut -b LIST | -c LIST | -f LIST [-d DELIMITER] [-s] [FILE...]``."""
    found = options(call, "sDn", "bcdfF", long=("output-delimiter=",))
    kind = next((letter for letter in "bcf" if letter in found), "")
    if not kind:
        raise CommandError("needs one of -b, -c, -f")
    ranges = _ranges(found[kind])
    delimiter = found.get("d", "\t")
    glue = found.get("output-delimiter", delimiter if kind == "f" else "")
    lines, result = all_lines(call, found.operands)
    made: list[bytes] = []
    for line in lines:
        text = line.decode("utf-8", "surrogateescape")
        if kind == "f" and delimiter not in text:
            if "s" not in found:
                made.append(line)
            continue
        items: list[str] | str = text.split(delimiter) if kind == "f" else text
        if kind != "f" and not glue:
            cut_out = "".join([text[low - 1 : high] for low, high in ranges])
        else:
            cut_out = glue.join([item for low, high in ranges for item in items[low - 1 : high]])
        made.append(cut_out.encode("utf-8", "surrogateescape"))
        call.shell.spend(len(line))
    return result._replace(output=joined(made))


def _ranges(text: str) -> list[tuple[int, int]]:
    """The numbers of a list, as disjoint ranges in order."""
    found: list[tuple[int, int]] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", part)
        if match is None or not (match[1] or match[3]) or (not match[2] and match[3]):
            raise CommandError(f"bad list '{text}'")
        low = int(match[1] or 1)
        found.append((low, (int(match[3]) if match[3] else 1 << 60) if match[2] else low))
        if low < 1:
            raise CommandError(f"bad list '{text}'")
    if len(found) > 1000:
        raise CommandError("bad list: too long")
    apart: list[tuple[int, int]] = []
    for low, high in sorted(found):
        if apart and low <= apart[-1][1] + 1:
            apart[-1] = (apart[-1][0], max(apart[-1][1], high))
        else:
            apart.append((low, high))
    return apart


def translate(call: Call) -> Result:
    """``tr [-cds] SET1 [SET2]``: letters replaced, deleted, or squeezed."""
    found = options(call, "Ccds", least=1, most=2)
    complement = bool(found.keys() & {"c", "C"})
    first = _set(found.operands[0])
    second = _set(found.operands[1]) if len(found.operands) > 1 else ""
    if not ("d" in found or "s" in found) and not second:
        raise CommandError(
            "Need 2 arguments"
            if len(found.operands) < 2
            else "when not truncating set1, string2 must be non-empty"
        )
    text = call.stdin.decode("utf-8", "surrogateescape")
    if "d" in found or second:
        into = [None] * len(first) if "d" in found else second[: len(first)].ljust(len(first), second[-1])
        if complement:
            table: dict[int, str | None] = _Others(None if "d" in found else second[-1], first)
        else:
            table = {ord(letter): other for letter, other in zip(first[::-1], into[::-1], strict=True)}
        text = text.translate(table)
    if "s" in found and (second or first or complement):
        inside = "".join(map(re.escape, second or first))
        others = complement and not second
        text = re.sub(
            f"([{'^' if others else ''}{inside}])\\1+" if inside else r"(.)\1+", r"\1", text, flags=re.S
        )
    return Result(call.phone, text.encode("utf-8", "surrogateescape"))


class _Others(dict[int, "str | None"]):
    """A translation table that maps all letters except some to one letter."""

    def __init__(self, into: str | None, kept: str) -> None:
        super().__init__({ord(letter): letter for letter in kept})
        self._into = into

    def __missing__(self, letter: int) -> str | None:
        self[letter] = self._into
        return self._into


_SETS = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "blank": " \t",
    "space": " \t\n\r\v\f", "punct": "!-/:-@[-`{-~", "xdigit": "0-9a-fA-F", "cntrl": "\0-\x1f\x7f",
}  # fmt: skip


def _set(text: str) -> str:
    text = re.sub(r"\[:(\w+):\]", lambda m: _SETS.get(m[1], m[0]), unescaped(text)[0])
    made = ""
    at = 0
    while at < len(text):
        low, high = text[at], text[at + 2] if text[at + 1 : at + 2] == "-" and at + 2 < len(text) else ""
        if high:
            if high < low or ord(high) - ord(low) > 0xFFFF:
                raise CommandError(
                    f"range-endpoints of '{low}-{high}' are in reverse collating sequence order"
                )
            made += "".join(map(chr, range(ord(low), ord(high) + 1)))
            at += 3
        else:
            made += low
            at += 1
        if len(made) > 1 << 17:
            raise CommandError("set too large")
    return made


COMMANDS: dict[str, Command] = {
    "cut": cut, "echo": echo, "head": head, "printf": print_formatted, "seq": sequence, "tail": tail, "tr": translate,
}  # fmt: skip
