"""The syntax tree of the shell's language: immutable nodes, which `shell_language` reads and `shell` runs."""

from __future__ import annotations

from typing import NamedTuple


class Literal(NamedTuple):
    """Letters that stand for themselves; unquoted ones may be patterns."""

    text: str
    quoted: bool = False


class Variable(NamedTuple):
    """``$name``, ``${name}``, or with ``operator`` (``:-``, ``-``, ``:=``, ``=``, ``:+``, ``+``, ``#``: its length)."""

    name: str
    quoted: bool = False
    operator: str = ""
    word: tuple[Part, ...] = ()


class Substitution(NamedTuple):
    """``$(script)``: what the script prints, line ends at its end taken off."""

    script: Script
    quoted: bool = False


Part = Literal | Variable | Substitution
Word = tuple[Part, ...]


class Redirection(NamedTuple):
    """``descriptor`` 0, 1 or 2; ``operator`` ``<``, ``>``, ``>>``, ``>&`` (a copy of another descriptor), ``&>``."""

    descriptor: int
    operator: str
    target: Word


class Simple(NamedTuple):
    """A command of words. ``plain``: the words as texts where nothing in them is expanded."""

    assignments: tuple[tuple[str, Word], ...]
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


class Group(NamedTuple):
    """``{ body; }``, or ``( body )``, which leaves variables and the folder as they were."""

    body: Script
    subshell: bool
    redirections: tuple[Redirection, ...] = ()


Command = Simple | If | Loop | For | Group


class Pipeline(NamedTuple):
    """Commands whose output the next one reads. ``negated``: ``!`` before it."""

    commands: tuple[Command, ...]
    negated: bool


class Item(NamedTuple):
    """Pipelines joined by ``&&`` and ``||`` (the first one by ``;``). ``background``: followed by ``&``."""

    pipelines: tuple[tuple[str, Pipeline], ...]
    background: bool


Script = tuple[Item, ...]
