"""Brace expansion with commas: ``a{b,c}`` becomes ``ab`` and ``ac``. As in mksh, ``{1..3}`` is not expanded."""

from __future__ import annotations

import re
from itertools import pairwise

from bmoca_gym.handset.shell.language.syntax import Literal, Part, Word, joined
from bmoca_gym.handset.shell.language.tokens import DEPTH_LIMIT, ShellSyntaxError

#: Words that braces may make of one, and parts of all of them together.
WORDS_LIMIT, _PARTS_LIMIT = 4096, 1 << 16
_TOKENS = re.compile("[{},]|[^{},]+")
_OPEN, _CLOSE, _COMMA = Literal("{"), Literal("}"), Literal(",")


def alternatives(word: Word) -> list[Word]:
    """Expand the braces of a word. A word without any is returned as it is.

    Raises:
        ShellSyntaxError: they are too many, or the braces are nested too deeply.
    """
    if not any(isinstance(part, Literal) and not part.quoted and "{" in part.text for part in word):
        return [word]
    parts: list[Part] = []
    for part in word:
        if isinstance(part, Literal) and not part.quoted:
            parts += map(Literal, _TOKENS.findall(part.text))
        else:
            parts.append(part)
    edges = _edges(parts)
    if not edges:
        return [word]
    return [joined(list(made)) for made in _words(parts, edges, 0, len(parts), 0)]


def _edges(parts: list[Part]) -> dict[int, list[int]]:
    """For each opening brace with a comma: its position, the positions of its commas, and the position of its end."""
    found: dict[int, list[int]] = {}
    outer: list[list[int]] = []
    for at, part in enumerate(parts):
        if part == _OPEN:
            outer.append([at])
        elif part == _COMMA and outer:
            outer[-1].append(at)
        elif part == _CLOSE and outer:
            edges = outer.pop()
            if len(edges) > 1:
                found[edges[0]] = [*edges, at]
    return found


def _words(parts: list[Part], edges: dict[int, list[int]], at: int, end: int, depth: int) -> list[list[Part]]:
    if depth > DEPTH_LIMIT:
        raise ShellSyntaxError("nested too deeply")
    made: list[list[Part]] = [[]]
    size = 0
    while at < end:
        braces = edges.get(at)
        if braces is None:
            chosen: list[list[Part]] = [[parts[at]]]
            at += 1
        else:
            chosen = [one for a, b in pairwise(braces) for one in _words(parts, edges, a + 1, b, depth + 1)]
            at = braces[-1] + 1
        size = size * len(chosen) + len(made) * sum(map(len, chosen))
        if len(made) * len(chosen) > WORDS_LIMIT or size > _PARTS_LIMIT:
            raise ShellSyntaxError(f"braces make more than {WORDS_LIMIT} words")
        if len(chosen) == 1:
            for one in made:
                one += chosen[0]
        else:
            made = [[*one, *other] for one in made for other in chosen]
    return made
