"""Draw notes for Joplin: notebooks, notes in them that are asked about, and others that are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

#: The share of the other notes that are in the notebook that a task is about.
_NEAR = 0.3


def notebooks(generator: np.random.Generator, names: Sequence[str]) -> list[dict[str, str]]:
    """Notebooks with these names, in random order."""
    return [{"id": _id(generator), "title": names[i]} for i in generator.permutation(len(names))]


def notes(
    generator: np.random.Generator, folders: Sequence[Mapping[str, str]], folder: str, titles: Sequence[str],
    bodies: Sequence[str], todo: bool = False,
) -> list[dict[str, Any]]:  # fmt: skip
    """Notes with ``titles`` in a notebook, each with one of ``bodies``; ``todo``: whether they are to-dos."""
    place = _place(folders, folder)
    chosen = generator.permutation(len(bodies))
    return [
        {"id": _id(generator), "folder": place, "title": title, "body": bodies[chosen[i % len(bodies)]], "todo": todo}
        for i, title in enumerate(titles)
    ]  # fmt: skip


def others(
    generator: np.random.Generator, folders: Sequence[Mapping[str, str]], folder: str, titles: Sequence[str],
    sentences: Sequence[str], count: int, todos: bool = True,
) -> list[dict[str, Any]]:  # fmt: skip
    """``count`` notes over all notebooks, nearly a third of them in ``folder``; about half of them are to-dos.

    ``todos``: whether those in ``folder`` may be to-dos.
    """
    near, found = _place(folders, folder), []
    for i in generator.permutation(len(titles))[:count]:
        place = near if generator.random() < _NEAR else folders[int(generator.integers(len(folders)))]["id"]
        todo = bool(generator.random() < 0.5) and (todos or place != near)
        body = _body(generator, sentences)
        found.append({"id": _id(generator), "folder": place, "title": titles[i], "body": body, "todo": todo})
    return found


def titles(
    generator: np.random.Generator, subjects: Sequence[str], kinds: Sequence[str], unless: Sequence[str] = ()
) -> list[str]:
    """All combinations of a subject and a kind, such as ``Garden Plan``, except those in ``unless``."""
    return [
        f"{subject} {kind}" for subject in subjects for kind in kinds if f"{subject} {kind}" not in unless
    ]


def with_value(generator: np.random.Generator, shapes: Sequence[str], value: str, name: str = "") -> str:
    """One of the texts ``shapes``, with ``value`` and ``name`` filled in."""
    shape = shapes[int(generator.integers(len(shapes)))]
    return shape.replace("{value}", value).replace("{name}", name)


def many_with_values(
    generator: np.random.Generator, shapes: Sequence[str], values: Sequence[str], name: str = ""
) -> list[str]:
    """The texts of ``shapes`` for several values."""
    return [with_value(generator, shapes, value, name) for value in values]


def another(generator: np.random.Generator, of: str) -> str:
    """A text with its first digit changed."""
    return f"{int(of[0]) % 9 + 1}{of[1:]}"


def whole(generator: np.random.Generator, of: str) -> int:
    """The number written in a text."""
    return int(of)


def amount(generator: np.random.Generator, of: str) -> str:
    """Number before the unit of a quantity."""
    return of.partition(" ")[0]


def _body(generator: np.random.Generator, sentences: Sequence[str]) -> str:
    """One to four sentences: on separate lines, as a list or as check boxes."""
    chosen = [sentences[i] for i in generator.permutation(len(sentences))[: int(generator.integers(1, 5))]]
    mark = ("", "- ", "- [ ] ")[int(generator.integers(3))] if len(chosen) > 1 else ""
    return "\n".join(mark + sentence for sentence in chosen)


def _place(folders: Sequence[Mapping[str, str]], name: str) -> str:
    return next(folder["id"] for folder in folders if folder["title"] == name)


def _id(generator: np.random.Generator) -> str:
    return generator.bytes(16).hex()
