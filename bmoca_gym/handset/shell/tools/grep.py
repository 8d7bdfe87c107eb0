"""Shell commands with regular expressions: ``grep`` and its variants, and ``sed``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset.shell.call import Call, Command, CommandError, LimitError, Result, options, whole
from bmoca_gym.handset.shell.paths import INPUTS, read, resolved, write_file
from bmoca_gym.handset.shell.tools.regex import Regex, Spans


class _Search(NamedTuple):
    """The search of ``grep``: a line matches if one of the expressions does."""

    regexes: tuple[Regex, ...]
    whole_line: bool
    whole_word: bool

    def spans(self, line: str, start: int = 0) -> tuple[int, int] | None:
        """Where each match begins and ends."""
        best: tuple[int, int] | None = None
        for regex in self.regexes:
            found = self._one(regex, line, start)
            if found and (best is None or found < best):
                best = found
        return best

    def _one(self, regex: Regex, line: str, start: int) -> tuple[int, int] | None:
        while start <= len(line):
            found = regex.search(line, start)
            if found is None:
                return None
            begin, end = found[0]
            if self.whole_line:
                return (begin, end) if (begin, end) == (0, len(line)) else None
            if not self.whole_word or not (_in_word(line, begin - 1) or _in_word(line, end)):
                return begin, end
            start = begin + 1
        return None


def _in_word(line: str, at: int) -> bool:
    return 0 <= at < len(line) and (line[at].isalnum() or line[at] == "_")


#: What a pattern takes of the work of a line, in bytes, and what each line that it is looked for in takes.
_PATTERN_COST, _SEARCH_COST = 1 << 12, 1 << 6


def grep(call: Call) -> Result:
    """``grep [-EFacHhilLnoqRrsvwx] [-e PATTERN] [-f FILE] [-m N] [-A N] [-B N] [-C N] [PATTERN] [FILE...]``."""
    found = options(
        call, "EFacGHhiyIlLnoqRrsvwxzbZ", "efmABC", long=("color", "color=", "line-buffered", "include=")
    )
    patterns = _patterns(call)
    operands = found.operands
    if not patterns and "e" not in found and "f" not in found:
        if not operands:
            raise CommandError("Needs 1 argument", 2)
        patterns = operands.pop(0).split("\n")
    if "f" in found:
        patterns += read(call, found["f"]).decode("utf-8", "replace").splitlines()
    literal = "F" in found or call.name == "fgrep"
    extended = "E" in found or call.name == "egrep"
    ignore = bool(found.keys() & {"i", "y"})
    whole_line = "x" in found
    if whole_line and not literal:
        patterns = [f"^({text})$" if extended else f"^\\({text}\\)$" for text in patterns]
    regexes = []
    for text in patterns:
        call.shell.spend(_PATTERN_COST)
        regexes.append(Regex(text, extended, ignore, literal, call.shell.spend))
    search = _Search(tuple(regexes), whole_line, "w" in found)
    names, errors = _files(call, operands, bool(found.keys() & {"r", "R"}))
    named = ("H" in found or len(names) > 1 or bool(found.keys() & {"r", "R"})) and "h" not in found
    output: list[str] = []
    matched = False
    for name in names:
        try:
            data = read(call, name)
        except LimitError:
            raise
        except CommandError as error:
            errors += "" if "s" in found else f"{call.name}: {error}\n"
            errors += "\0" if "s" in found else ""
            continue
        hit = _in_file(call, search, found, name if named else "", name, data, output)
        matched = matched or hit
        if matched and "q" in found:
            break
    said = errors.replace("\0", "")
    code = 0 if matched and ("q" in found or not errors) else 2 if errors else int(not matched)
    return Result(
        call.phone, "".join(output).encode("utf-8", "replace"), said.encode("utf-8", "replace"), code
    )


def _patterns(call: Call) -> list[str]:
    """The patterns of all ``-e`` options."""
    found: list[str] = []
    words = iter(call.arguments)
    for word in words:
        if word == "--":
            break
        if re.match(r"-[a-zA-Z]*e", word) and not re.match(r"-[a-zA-Z]*?[fmABC]", word):
            text = word[word.index("e") + 1 :]
            found += (text or next(words, "")).split("\n")
        elif re.fullmatch(r"-[a-zA-Z]*[fmABC]", word):
            next(words, "")
    return found


def _files(call: Call, operands: list[str], deep: bool) -> tuple[list[str], str]:
    if not deep:
        return operands or ["-"], ""
    tree = call.shell.tree(call.phone)
    found: list[str] = []
    errors = ""
    for text in operands or ["."]:
        path = resolved(call, text)
        if tree.is_directory(path):
            start = len(path.rstrip("/")) + 1
            prefix = text.rstrip("/") + "/" if text != "." else ""
            inside = [at for at in tree.below(path) if tree.link(at) is None]
            found += [prefix + at[start:] for at in inside if tree.is_file(tree.real(at))]
        elif tree.exists(path):
            found.append(text)
        else:
            errors += f"{call.name}: {text}: No such file or directory\n"
    return found, errors


def _in_file(
    call: Call, search: _Search, found: dict[str, str], prefix: str, name: str, data: bytes, output: list[str]
) -> bool:
    """Search one file and write to ``output``. Returns whether a line was selected."""
    prefix = f"{'(standard input)' if name in INPUTS else prefix}" if prefix else ""
    binary = b"\0" in data[:4096] and "a" not in found
    lines = data.decode("utf-8", "replace").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    most = whole(found["m"]) if "m" in found else 1 << 60
    before = whole(found.get("B", found.get("C", "0")), 0, 10000)
    after = whole(found.get("A", found.get("C", "0")), 0, 10000)
    quiet = bool(found.keys() & {"c", "l", "L", "q"})
    count, last, left = 0, -1, 0
    for number, line in enumerate(lines):
        if count >= most:
            break
        call.shell.spend(_SEARCH_COST * len(search.regexes))
        spans = search.spans(line)
        if (spans is not None) is ("v" in found):
            if left and not quiet and not binary:
                output.append(_line(found, prefix, number, line, "-"))
                left, last = left - 1, number
            continue
        count += 1
        if quiet or binary:
            if "c" not in found:
                break
            continue
        if (before or after) and last >= 0 and number - before > last + 1:
            output.append("--\n")
        for earlier in range(max(last + 1, number - before), number):
            output.append(_line(found, prefix, earlier, lines[earlier], "-"))
        if "o" in found:
            _parts(search, found, prefix, number, line, output)
        else:
            output.append(_line(found, prefix, number, line, ":"))
        call.shell.spend(len(line))
        last, left = number, after
    if "c" in found:
        output.append(f"{prefix}:{count}\n" if prefix else f"{count}\n")
    elif ("l" in found and count) or ("L" in found and not count):
        output.append(("(standard input)" if name in INPUTS else name) + "\n")
    elif binary and count and not quiet:
        output.append(f"Binary file {name} matches\n")
    return bool(count)


def _line(found: dict[str, str], prefix: str, number: int, line: str, mark: str) -> str:
    where = f"{prefix}{mark}" if prefix else ""
    return f"{where}{number + 1}{mark}{line}\n" if "n" in found else f"{where}{line}\n"


def _parts(
    search: _Search, found: dict[str, str], prefix: str, number: int, line: str, output: list[str]
) -> None:
    start = 0
    while start <= len(line) and "v" not in found:
        spans = search.spans(line, start)
        if spans is None:
            return
        begin, end = spans
        if end > begin:
            output.append(_line(found, prefix, number, line[begin:end], ":"))
        start = max(end, start + 1) if end > begin else begin + 1


# sed


class _Edit(NamedTuple):
    """A command of ``sed``. ``first``, ``last``: addresses: a number, "$", a regex or None."""

    first: int | str | Regex | None
    last: int | str | Regex | None
    negated: bool
    name: str
    regex: Regex | None = None
    replacement: str = ""
    flags: str = ""


_ADDRESS = re.compile(r"(\d+|\$)")


def _delimited(text: str, at: int) -> tuple[str, int]:
    """The text from ``at`` to the next delimiter, and the place behind it."""
    delimiter = text[at]
    made = ""
    i = at + 1
    inside = False
    while i < len(text):
        letter = text[i]
        if letter == "\\" and i + 1 < len(text):
            made += text[i + 1] if text[i + 1] == delimiter and delimiter not in "()|{}" else text[i : i + 2]
            i += 2
            continue
        if (
            letter == "["
            and not inside
            and "]" in text[i + 2 :]
            and delimiter not in text[i : text.index("]", i + 2)]
        ):
            end = text.index("]", i + 2) + 1
            made += text[i:end]
            i = end
            continue
        if letter == delimiter:
            return made, i + 1
        made += letter
        i += 1
    raise CommandError(f"unterminated address or command in '{text[:60]}'")


def _edits(script: str, extended: bool, spend: Callable[[int], object]) -> list[_Edit]:
    edits: list[_Edit] = []
    at = 0
    while at < len(script):
        if script[at] in " \t\n;":
            at += 1
            continue
        addresses: list[int | str | Regex | None] = [None, None]
        for n in range(2):
            found = _ADDRESS.match(script, at)
            if found:
                addresses[n] = "$" if found[1] == "$" else whole(found[1])
                at = found.end()
            elif script[at : at + 1] == "/":
                text, at = _delimited(script, at)
                addresses[n] = Regex(text, extended, spend=spend)
            if n == 0:
                if script[at : at + 1] != ",":
                    break
                at += 1
        while script[at : at + 1] == " ":
            at += 1
        negated = script[at : at + 1] == "!"
        at += negated
        name = script[at : at + 1]
        at += 1
        if name == "s" and at < len(script):
            pattern, at_second = _delimited(script, at)
            replacement, at = _delimited(script, at_second - 1)
            flags = re.compile(r"[gpiI0-9]*").match(script, at)
            assert flags is not None
            at = flags.end()
            regex = Regex(pattern, extended, "i" in flags[0].lower(), spend=spend)
            edits.append(_Edit(addresses[0], addresses[1], negated, "s", regex, replacement, flags[0]))
        elif name in ("p", "d", "q", "="):
            edits.append(_Edit(addresses[0], addresses[1], negated, name))
        else:
            raise CommandError(f"bad pattern '{script[:60]}'@{at} ({name})" if name else "no pattern")
        if script[at : at + 1] not in ("", ";", "\n", " ", "}"):
            raise CommandError(f"bad pattern '{script[:60]}'@{at + 1} ({script[at]})")
    return edits


def sed(call: Call) -> Result:
    """``sed [-nEri] [-e SCRIPT] [SCRIPT] [FILE...]`` with the commands s, p, d, q and =, and addresses."""
    found = options(call, "nErisuz", "ef")
    operands = found.operands
    script = "\n".join(_patterns(call)) if "e" in found else ""
    if "f" in found:
        script += "\n" + read(call, found["f"]).decode("utf-8", "replace")
    if not ("e" in found or "f" in found):
        if not operands:
            raise CommandError("Needs 1 argument")
        script = operands.pop(0)
    edits = _edits(script, bool(found.keys() & {"E", "r"}), call.shell.spend)
    phone, output, errors = call.phone, "", ""
    texts: list[tuple[str, str]] = []
    for name in operands or ["-"]:
        try:
            texts.append((name, read(call, name).decode("utf-8", "surrogateescape")))
        except LimitError:
            raise
        except CommandError as error:
            errors += f"sed: {error}\n"
    if "i" in found:
        for name, text in texts:
            edited = _edited(call, edits, text, "n" in found)
            phone = write_file(phone, resolved(call, name), edited.encode("utf-8", "surrogateescape"), name)
    else:
        output = _edited(call, edits, "".join(text for _, text in texts), "n" in found)
    data = output.encode("utf-8", "surrogateescape")
    return Result(phone, data, errors.encode("utf-8", "replace"), int(bool(errors)))


def _edited(call: Call, edits: list[_Edit], text: str, silent: bool) -> str:
    lines = text.split("\n")
    ended = bool(lines) and not lines[-1]
    if ended:
        lines.pop()
    open_ranges: set[int] = set()
    made: list[str] = []
    for number, line in enumerate(lines, 1):
        gone = over = False
        for which, edit in enumerate(edits):
            if _chosen(edit, which, number, number == len(lines), line, open_ranges) is edit.negated:
                continue
            if edit.name == "s" and edit.regex is not None:
                line, changed = _substituted(call, edit, edit.regex, line)
                if changed and "p" in edit.flags:
                    made.append(line)
            elif edit.name == "p":
                made.append(line)
            elif edit.name == "=":
                made.append(str(number))
            else:
                gone, over = edit.name == "d", edit.name == "q"
                break
        if not (gone or silent):
            made.append(line)
        if over:
            break
        call.shell.spend(len(line) + 1)
    joined = "\n".join(made)
    return joined + "\n" if made and (ended or len(made) != len(lines)) else joined


def _chosen(edit: _Edit, which: int, number: int, last: bool, line: str, open_ranges: set[int]) -> bool:
    def at(address: int | str | Regex | None) -> bool:
        if isinstance(address, Regex):
            return address.search(line) is not None
        return last if address == "$" else address == number

    if edit.first is None:
        return True
    if edit.last is None:
        return at(edit.first)
    if which in open_ranges:
        if at(edit.last) or (isinstance(edit.last, int) and edit.last <= number):
            open_ranges.discard(which)
            return not (isinstance(edit.last, int) and edit.last < number)
        return True
    if at(edit.first):
        if not (isinstance(edit.last, int) and edit.last <= number):
            open_ranges.add(which)
        return True
    return False


def _substituted(call: Call, edit: _Edit, regex: Regex, line: str) -> tuple[str, bool]:
    wanted = int(digits) if (digits := re.sub(r"\D", "", edit.flags)[:6]) else 1
    every = "g" in edit.flags
    made: list[str] = []
    start, count, copied = 0, 0, 0
    while start <= len(line):
        spans = regex.search(line, start)
        if spans is None:
            break
        count += 1
        begin, end = spans[0]
        if count >= wanted:
            made += [line[copied:begin], _replaced(edit.replacement, line, spans)]
            call.shell.spend(len(made[-1]))
            copied = end
            if not every:
                break
        start = end if end > begin else end + 1
    return ("".join(made) + line[copied:], True) if made else (line, False)


def _replaced(replacement: str, line: str, spans: Spans) -> str:
    def part(found: re.Match[str]) -> str:
        text = found[0]
        if text == "&" or text[1] in "0123456789":
            number = 0 if text == "&" else int(text[1])
            if number >= len(spans):
                raise CommandError(f"bad reference \\{number}")
            begin, end = spans[number]
            return line[begin:end] if begin >= 0 else ""
        return {"n": "\n", "t": "\t"}.get(text[1], text[1])

    return re.sub(r"&|\\(?s:.)", part, replacement)


COMMANDS: dict[str, Command] = {"egrep": grep, "fgrep": grep, "grep": grep, "sed": sed}
