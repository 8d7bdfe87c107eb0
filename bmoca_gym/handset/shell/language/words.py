"""Expansion of words: variables, substitutions, field splitting, and file name patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from bmoca_gym.handset.shell import arrays
from bmoca_gym.handset.shell.call import CommandError, Shell
from bmoca_gym.handset.shell.language.arithmetic import evaluate
from bmoca_gym.handset.shell.language.parser import LINE_LIMIT
from bmoca_gym.handset.shell.language.splitting import Splitter
from bmoca_gym.handset.shell.language.syntax import (
    Arithmetic,
    Assigned,
    Literal,
    Part,
    Script,
    Variable,
    Word,
)
from bmoca_gym.handset.shell.paths import Tree
from bmoca_gym.handset.shell.patterns import matcher

#: Linux gives a program no more bytes of arguments (ARG_MAX of Android's kernels).
ARGUMENTS_LIMIT = 1 << 21
#: What a name that a pattern is compared with takes of the work of a line, in bytes.
_NAME_COST = 1 << 10


class UnsetError(CommandError):
    """A required variable is not set. The shell ends."""


class Scope(Shell, Protocol):
    """The shell in which words are expanded. ``options``: the letters given to ``set``."""

    options: frozenset[str]

    def value(self, name: str) -> str | None:
        """A variable's text, or None if it is not set."""
        ...

    def captured(self, script: Script) -> str:
        """Run a script and return its output."""
        ...


class _Piece(NamedTuple):
    """Part of a word as text. ``quoted``: neither split nor a pattern; ``splits``: blanks in it separate fields."""

    text: str
    quoted: bool
    splits: bool


def fields(words: Iterable[Word], scope: Scope) -> list[str]:
    """Expand words: variables and substitutions, field splitting, and patterns to the paths that they match.

    Raises:
        CommandError: they are longer than arguments may be, or a variable may not be set.
    """
    made: list[str] = []
    length = 0
    splitter = Splitter(scope.variables.get("IFS"))
    for word in words:
        listed = _listed(word, scope)
        if listed is None:
            fields = _split(_pieces(word, scope), splitter)
            listed = [found for field in fields for found in _matched(field, scope)]
        made += listed
        length += sum(map(len, listed)) + len(listed)
        if length > ARGUMENTS_LIMIT:
            raise CommandError("Argument list too long")
    return made


def _listed(word: Word, scope: Scope) -> list[str] | None:
    """Expand ``"$@"`` or ``"${name[@]}"``, each parameter or element to a word of its own; None for other words.

    Text before and after it in the word is joined to the first and the last one.
    """
    places = [at for at, part in enumerate(word) if isinstance(part, Variable) and _is_list(part)]
    if len(places) != 1:
        return None
    part = word[places[0]]
    assert isinstance(part, Variable)
    texts = _texts(part, scope)
    before, after = text(word[: places[0]], scope), text(word[places[0] + 1 :], scope)
    if not texts:
        return [before + after] if before + after else []
    texts[0] = before + texts[0]
    texts[-1] += after
    return texts


def _is_list(part: Variable) -> bool:
    every = part.name == "@" or part.subscript == "@"
    return every and part.quoted and part.operator in ("", "keys")


def _texts(part: Variable, scope: Scope) -> list[str]:
    """The parameters, the elements of an array, or its indices."""
    if part.name in ("@", "*"):
        return list(scope.parameters)
    found = arrays.elements(scope.variables, part.name)
    return list(map(str, found)) if part.operator == "keys" else list(found.values())


def matches(subject: str, pattern: Word, scope: Scope) -> bool:
    """Whether a text matches a pattern of ``case``. Quoted parts are literal."""
    return matcher(_pattern(pattern, scope)).match(subject) is not None


def text(word: Word, scope: Scope) -> str:
    """Expand a word to one text, as in an assignment or a redirection: no splitting, no matching."""
    return "".join(piece.text for piece in _pieces(word, scope))


def _pieces(word: Word, scope: Scope) -> list[_Piece]:
    pieces: list[_Piece] = []
    length = 0
    for at, part in enumerate(word):
        if isinstance(part, Literal):
            written = part.text
            if at == 0 and not part.quoted and (written == "~" or written.startswith("~/")):
                written = (scope.value("HOME") or "").rstrip("/") + (written[1:] or "/")
            pieces.append(_Piece(written, part.quoted, False))
        else:
            pieces.append(_expanded(part, scope))
        length += len(pieces[-1].text)
        if length > LINE_LIMIT:
            raise CommandError("Argument list too long")
    return pieces


def _expanded(part: Part, scope: Scope) -> _Piece:
    if isinstance(part, Literal):
        return _Piece(part.text, part.quoted, False)
    if isinstance(part, Arithmetic):
        return _Piece(str(evaluate(text(part.word, scope), scope.variables)), part.quoted, True)
    if not isinstance(part, Variable):
        return _Piece(scope.captured(part.script), part.quoted, True)
    operator = part.operator
    name = part.name
    if part.subscript in ("@", "*") or name in ("@", "*"):
        texts = _texts(part, scope)
        if operator == "length":
            return _Piece(str(len(texts)), part.quoted, False)
        # In quotes ``*`` joins them by the first letter of IFS.
        whole = part.subscript == "*" or name == "*"
        joint = Splitter(scope.variables.get("IFS")).joint if whole and part.quoted else " "
        known = joint.join(texts) if texts else None
    elif part.subscript:
        name = _element(part, scope)
        known = scope.variables.get(name)
    else:
        known = scope.value(name)
    if operator == "keys":
        operator = ""
    if operator == "length":
        return _Piece(str(len(known or "")), part.quoted, False)
    if operator in _CHANGES:
        return _Piece(_CHANGES[operator](known or "", part, scope), part.quoted, True)
    if known is None and not operator and "u" in scope.options and part.name not in "@*!-":
        raise UnsetError(f"{part.name}: parameter not set")
    if operator:
        unset = known is None or (operator.startswith(":") and not known)
        if operator[-1] == "+":
            known = None if unset else text(part.word, scope)
        elif unset:
            known = text(part.word, scope)
            if operator[-1] == "?":
                raise UnsetError(f"{part.name}: {known or 'parameter null or not set'}")
            if operator[-1] == "=":
                if not part.name.isidentifier() or part.subscript in ("@", "*"):
                    raise CommandError(f"{part.name}: bad substitution")
                scope.variables[name] = known
    return _Piece(known or "", part.quoted, True)


def _element(part: Variable, scope: Scope) -> str:
    """The key of the array element that ``${name[index]}`` names."""
    return element(part.name, part.subscript, scope)


def element(name: str, index: Word | str, scope: Scope) -> str:
    """The key of an array element, whose index is an expression.

    Raises:
        CommandError: it is malformed, or there is no such element.
    """
    written = index if isinstance(index, str) else text(index, scope)
    return arrays.element(name, evaluate(written, scope.variables))


def assign(name: str, given: Assigned, scope: Scope) -> None:
    """Assign a value to a variable, an element or a whole array.

    Raises:
        CommandError: the array would have too many elements.
    """
    if given.elements is not None:
        texts = fields(given.elements, scope)
        known = arrays.elements(scope.variables, name) if given.adds else {}
        arrays.set_array(scope.variables, name, texts, max(known) + 1 if known else 0)
        return
    key = element(name, given.subscript, scope) if given.subscript else name
    new = text(given.word, scope)
    if given.adds:
        new = scope.variables.get(key, "") + new
        if len(new) > ARGUMENTS_LIMIT:
            raise CommandError("Argument list too long")
    scope.variables[key] = new


def _pattern(word: Word, scope: Scope) -> str:
    """A pattern in which quoted parts are literal."""
    pieces = _pieces(word, scope)
    return "".join(_escaped(piece.text) if piece.quoted else piece.text for piece in pieces)


def _part(known: str, part: Variable, scope: Scope) -> str:
    """``${name:place}`` and ``${name:place:length}``. Both are expressions; negative ones count from the end."""
    first, _, second = text(part.word, scope).partition(":")
    place = evaluate(first, scope.variables) if first.strip() else 0
    place = max(0, len(known) + place) if place < 0 else place
    if not second.strip():
        return known[place:]
    length = evaluate(second, scope.variables)
    return known[place : place + length if length >= 0 else max(place, len(known) + length)]


def _cut(known: str, part: Variable, scope: Scope) -> str:
    """``${name#pattern}`` and so on: remove the shortest or longest match at the beginning or the end."""
    match = matcher(_pattern(part.word, scope)).match
    at_start, longest = part.operator[0] == "#", len(part.operator) == 2
    lengths = range(len(known) + 1)
    for length in reversed(lengths) if longest else lengths:
        scope.spend(length)
        if match(known[:length] if at_start else known[len(known) - length :]):
            return known[length:] if at_start else known[: len(known) - length]
    return known


def _replaced(known: str, part: Variable, scope: Scope) -> str:
    """``${name/pattern/text}``: replace the first match, as long as possible; with ``//`` replace all."""
    bare = (
        i
        for i, one in enumerate(part.word)
        if isinstance(one, Literal) and not one.quoted and "/" in one.text
    )
    at = next(bare, None)
    if at is None:
        pattern, new = _pattern(part.word, scope), ""
    else:
        literal = part.word[at]
        assert isinstance(literal, Literal)
        before, _, after = literal.text.partition("/")
        pattern = _pattern((*part.word[:at], Literal(before)), scope)
        new = text((Literal(after), *part.word[at + 1 :]), scope)
    match = matcher(pattern).match
    made: list[str] = []
    start = 0
    while start < len(known):
        end = next((e for e in range(len(known), start, -1) if match(known[start:e])), 0)
        scope.spend(len(known) - start)
        if not end:
            made.append(known[start])
            start += 1
            continue
        made.append(new)
        start = end
        if part.operator == "/":
            break
    return "".join(made) + known[start:]


_CHANGES: dict[str, Callable[[str, Variable, Scope], str]] = {
    ":": _part, "#": _cut, "##": _cut, "%": _cut, "%%": _cut, "/": _replaced, "//": _replaced,
}  # fmt: skip


def _split(pieces: list[_Piece], splitter: Splitter) -> list[list[_Piece]]:
    """Split a word into fields of pieces. A field may be empty only if part of it is quoted."""
    made: list[list[_Piece]] = []
    field: list[_Piece] = []
    for piece in pieces:
        if piece.quoted or not piece.splits:
            if piece.text or piece.quoted:
                field.append(piece)
            continue
        if field and splitter.begins(piece.text):
            made.append(field)
            field = []
        for i, part in enumerate(splitter.fields(piece.text)):
            if i:
                made.append(field)
                field = []
            # Two marks have an empty field between them.
            field.append(_Piece(part, not part, False))
        if field and splitter.ends(piece.text):
            made.append(field)
            field = []
    return [*made, field] if field else made


def _matched(field: list[_Piece], scope: Scope) -> list[str]:
    """The paths that a field matches, or the field itself if there are none or it is not a pattern."""
    literal = "".join(piece.text for piece in field)
    if not any(not piece.quoted and is_pattern(piece.text) for piece in field):
        return [literal]
    pattern = "".join(_escaped(piece.text) if piece.quoted else piece.text for piece in field)
    return paths_matching(scope.tree(scope.phone), scope.folder, pattern, scope.spend) or [literal]


def is_pattern(written: str) -> bool:
    """Whether a text has a wildcard."""
    return "*" in written or "?" in written or ("[" in written and "]" in written)


def _escaped(quoted: str) -> str:
    return re.sub(r"([*?\[\]\\])", r"\\\1", quoted)


def paths_matching(tree: Tree, folder: str, pattern: str, spend: Callable[[int], object]) -> list[str]:
    """The paths that match a pattern, in alphabetical order. A leading dot must be matched by a dot.

    ``spend`` is called for each name, since links can multiply names.
    """
    rooted = pattern.startswith("/")
    #: Paths as they are written, and where they lead to.
    found = [("/", "/")] if rooted else [("", tree.real(folder))]
    parts = [part for part in pattern.split("/") if part]
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        end = "" if last else "/"
        grown: list[tuple[str, str]] = []
        if not is_pattern(part):
            name = re.sub(r"\\(.)", r"\1", part)
            for before, inside in found:
                real = tree.child(inside, name)
                if not last or tree.exists(real):
                    grown.append((before + name + end, real))
        else:
            match = matcher(part).match
            for before, inside in found:
                for name in tree.names(inside):
                    spend(_NAME_COST)
                    if match(name) and (part[0] == "." or not name.startswith(".")):
                        real = tree.child(inside, name)
                        if last or tree.is_directory(real):
                            grown.append((before + name + end, real))
        found = grown
    if pattern.endswith("/"):
        return sorted(path + "/" for path, real in found if tree.is_directory(real))
    return sorted(path for path, _ in found)
