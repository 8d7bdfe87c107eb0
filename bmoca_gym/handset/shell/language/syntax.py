"""The syntax tree of the shell's language: immutable nodes, made by `shell_language` and executed by `shell`."""

from __future__ import annotations

import re
from typing import NamedTuple


class Literal(NamedTuple):
    """Letters that stand for themselves; unquoted ones may be patterns."""

    text: str
    quoted: bool = False


class Variable(NamedTuple):
    """``$name``, ``${name}``, or with ``operator``.

    ``:-``, ``-``, ``:=``, ``=``, ``:+``, ``+``, ``:?``, ``?``: what stands in for it; ``length``; ``#``, ``##``, ``%``,
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
    """``$(script)``: what the script prints, line ends at its end taken off."""

    script: Script
    quoted: bool = False


class Arithmetic(NamedTuple):
    """``$((expression))``: the number that the expanded word comes to."""

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
    """What a variable is given: a word, or the ``elements`` of an array; ``adds``: behind what it has already.

    ``subscript``: the expression of the one element that is given the word.
    """

    word: Word = ()
    adds: bool = False
    subscript: Word = ()
    elements: tuple[Word, ...] | None = None


class Simple(NamedTuple):
    """A command of words. ``plain``: the words as texts where nothing in them is expanded."""

    assignments: tuple[tuple[str, Assigned], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]
    plain: tuple[str, ...] | None


class If(NamedTuple):
    """``branches``: conditions with what runs where they hold; ``otherwise``: what runs where none does."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script
    redirections: tuple[Redirection, ...] = ()


class Loop(NamedTuple):
    """``while`` or ``until``: ``wanted`` is whether the condition must hold for the body to run again."""

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
    """``{ body; }``, or ``( body )``, which leaves variables and the folder as they were."""

    body: Script
    subshell: bool
    redirections: tuple[Redirection, ...] = ()


class Function(NamedTuple):
    """``name() body``: from then on a command of that name."""

    name: str
    body: Command
    redirections: tuple[Redirection, ...] = ()


Command = Simple | If | Loop | For | Case | Condition | Group | Function


class Pipeline(NamedTuple):
    """Commands whose output the next one reads. ``negated``: ``!`` before it."""

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
    """The parts with neighbouring letters of the same kind in one."""
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
    """The variable and what it is given where a word is ``NAME=TEXT``, ``NAME+=TEXT`` or ``NAME[INDEX]=TEXT``."""
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
    """The words as texts; None where something in them is expanded."""
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
