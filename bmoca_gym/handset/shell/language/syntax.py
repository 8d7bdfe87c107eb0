"""The syntax tree of the shell's language: immutable nodes, made by `parser` and executed by `running`."""

from __future__ import annotations

import re
from typing import NamedTuple


class Literal(NamedTuple):
    """Literal text. Unquoted, it may be a pattern."""

    text: str
    quoted: bool = False


class Variable(NamedTuple):
    """``$name``, ``${name}``, or with ``operator``.

    ``:-``, ``-``, ``:=``, ``=``, ``:+``, ``+``, ``:?``, ``?``: a replacement for it; ``length``; ``#``, ``##``, ``%``,
    ``%%``: without what a pattern matches at its beginning or end; ``/``, ``//``: with what a pattern matches replaced;
    ``:``: a part, from a place on and of a length; ``keys``: the indices of an array. ``subscript``: of its element, an
    expression, or ``@`` or ``*`` for all.
    """

    name: str
    quoted: bool = False
    operator: str = ""
    word: tuple[Part, ...] = ()
    subscript: str | tuple[Part, ...] = ""


class Substitution(NamedTuple):
    """``$(script)``: the script's output, without line ends at its end."""

    script: Script
    quoted: bool = False


class Arithmetic(NamedTuple):
    """``$((expression))``: the value of the expanded word."""

    word: tuple[Part, ...]
    quoted: bool = False


Part = Literal | Variable | Substitution | Arithmetic
Word = tuple[Part, ...]


class Redirection(NamedTuple):
    """``descriptor`` 0, 1 or 2; ``operator`` ``<``, ``<<`` (the target is the text itself), ``>``, ``>>``, ``>&`` (a
    copy of another descriptor), ``&>``.
    """

    descriptor: int
    operator: str
    target: Word


class Assigned(NamedTuple):
    """The value of an assignment: a word, or the ``elements`` of an array. ``adds``: append it (``+=``).

    ``subscript``: the expression of the one element that is given the word.
    """

    word: Word = ()
    adds: bool = False
    subscript: Word = ()
    elements: tuple[Word, ...] | None = None


class Simple(NamedTuple):
    """A simple command. ``plain``: its words as texts if nothing in them is expanded."""

    assignments: tuple[tuple[str, Assigned], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]
    plain: tuple[str, ...] | None


class If(NamedTuple):
    """``branches``: conditions with their bodies; ``otherwise``: the body of ``else``."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script
    redirections: tuple[Redirection, ...] = ()


class Loop(NamedTuple):
    """``while`` or ``until``. ``wanted``: the condition's value for which the body runs again."""

    condition: Script
    wanted: bool
    body: Script
    redirections: tuple[Redirection, ...] = ()


class For(NamedTuple):
    """``for name in words; do body; done``."""

    name: str
    words: tuple[Word, ...]
    body: Script
    redirections: tuple[Redirection, ...] = ()


class Case(NamedTuple):
    """``case word in pattern | pattern) body;; esac``: the first body with a pattern that the word matches."""

    word: Word
    branches: tuple[tuple[tuple[Word, ...], Script], ...]
    redirections: tuple[Redirection, ...] = ()


class Condition(NamedTuple):
    """``[[ tokens ]]``: its words, and ``&&``, ``||``, ``(``, ``)``, ``<``, ``>`` and ``!`` as texts."""

    tokens: tuple[str | Word, ...]
    redirections: tuple[Redirection, ...] = ()


class Group(NamedTuple):
    """``{ body; }``, or ``( body )``, which runs in a subshell."""

    body: Script
    subshell: bool
    redirections: tuple[Redirection, ...] = ()


class Function(NamedTuple):
    """``name() body``: define a function."""

    name: str
    body: Command
    redirections: tuple[Redirection, ...] = ()


Command = Simple | If | Loop | For | Case | Condition | Group | Function


class Pipeline(NamedTuple):
    """Commands joined by pipes. ``negated``: preceded by ``!``."""

    commands: tuple[Command, ...]
    negated: bool


class Item(NamedTuple):
    """Pipelines joined by ``&&`` and ``||`` (the first one by ``;``). ``background``: followed by ``&``."""

    pipelines: tuple[tuple[str, Pipeline], ...]
    background: bool


Script = tuple[Item, ...]

_PATTERN = re.compile(r"[*?]|\[.+\]")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)(\+?)=", re.ASCII)
_ELEMENT = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)\[", re.ASCII)
_ELEMENT_END = re.compile(r"\](\+?)=")


def joined(parts: list[Part]) -> Word:
    """Join adjacent literals of the same kind."""
    joined: list[Part] = []
    run: list[str] = []
    for i, part in enumerate(parts):
        if not isinstance(part, Literal):
            joined.append(part)
            continue
        run.append(part.text)
        after = parts[i + 1] if i + 1 < len(parts) else None
        if not (isinstance(after, Literal) and after.quoted == part.quoted):
            joined.append(Literal("".join(run), part.quoted))
            run = []
    return tuple(joined)


def assignment(word: Word) -> tuple[str, Assigned] | None:
    """Parse a word as ``NAME=TEXT``, ``NAME+=TEXT`` or ``NAME[INDEX]=TEXT``: the variable and its value."""
    first = word[0] if word else None
    if not isinstance(first, Literal) or first.quoted:
        return None
    found = _ASSIGNMENT.match(first.text)
    if found is not None:
        return found[1], Assigned((Literal(first.text[found.end() :]), *word[1:]), bool(found[2]))
    found = _ELEMENT.match(first.text)
    if found is None:
        return None
    rest = (Literal(first.text[found.end() :]), *word[1:])
    for at, part in enumerate(rest):
        end = _ELEMENT_END.search(part.text) if isinstance(part, Literal) and not part.quoted else None
        if end is not None and isinstance(part, Literal):
            index = (*rest[:at], Literal(part.text[: end.start()]))
            return found[1], Assigned((Literal(part.text[end.end() :]), *rest[at + 1 :]), bool(end[1]), index)
    return None


def plain_texts(words: list[Word]) -> tuple[str, ...] | None:
    """The words as texts; None if something in them is expanded."""
    texts: list[str] = []
    for word in words:
        text = ""
        for part in word:
            if not isinstance(part, Literal):
                return None
            if not part.quoted and (_PATTERN.search(part.text) or part.text.startswith("~")):
                return None
            text += part.text
        texts.append(text)
    return tuple(texts)
