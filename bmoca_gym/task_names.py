"""The middle of each task's Gymnasium id, known without reading a catalogue whole: importing the package has to
stay quick."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_ARTICLES = frozenset({"a", "an", "the"})
_FOLDER = Path(__file__).parent / "tasks" / "bmoca"
# A task's own short name stands in the line below its id.
_TASK = re.compile(r"^  - id: ([a-z0-9_]+)$(?:\n    gym_name: (\w+)$)?", re.MULTILINE)
_FILE = re.compile(r"^  - (\w+\.yaml)$", re.MULTILINE)


def gym_name(task_id: str) -> str:
    """The name that a task has where its catalogue gives none.

    The words of the id, which are those of the instruction, without articles, each with a capital:
    ``open_the_clock_app`` is ``OpenClockApp``. A name that would begin with a digit gets ``Task`` before it.
    """
    name = "".join(word.capitalize() for word in task_id.split("_") if word not in _ARTICLES)
    return name if name[:1].isalpha() else f"Task{name}"


def published() -> Iterator[str]:
    """The names of all tasks that come with the package, in the catalogue's order."""
    catalogue = (_FOLDER / "catalogue.yaml").read_text(encoding="utf-8")
    for file in _FILE.findall(catalogue):
        for task_id, given in _TASK.findall((_FOLDER / file).read_text(encoding="utf-8")):
            yield given or gym_name(task_id)
