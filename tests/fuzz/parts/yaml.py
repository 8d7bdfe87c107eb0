"""Task and configuration files: YAML and JSON made of pieces that strain a parser, and damaged published files."""

from __future__ import annotations

import contextlib
import json

from numpy.random import Generator

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError

_PIECES = (
    "a: 1\n", "- b\n", "  c: [", "]", "{", "}", "? ", ": ", "&x ", "*x ", "<<: ", "<<: *x\n", "<<: [*x, *x]\n",
    "!!python/object/apply:os.system [true]\n", "!!binary aGk=\n", "!!timestamp 9999-99-99\n", "!!int 0x\n",
    "!!float .nan\n", "!!set {a, b}\n", "!!omap [a: 1]\n", "!!merge", "2026-13-40\n", "190:20:30\n", "1e999\n",
    "'", '"', "|\n ", ">\n ", "%YAML 9.9\n", "---\n", "...\n", "\t", "\x00", "\ufeff", "\U0010ffff", "\\ud800",
    "~", "null", "1" * 5000, "[" * 40, "{a: " * 40, "- " * 60,
)  # fmt: skip


def attempt(random: Generator) -> None:
    """Parse one hostile text."""
    kind = random.integers(4)
    if kind == 0:
        text = "".join(random.choice(_PIECES) for _ in range(random.integers(1, 60)))
    elif kind == 1:
        text = _levels(random)
    elif kind == 2:
        text = random.bytes(random.integers(1, 400)).decode("latin-1")
    else:
        text = _faulty(random)
    with contextlib.suppress(CatalogueError):
        data_files.parsed(text, "fuzz.json" if random.random() < 0.2 else "fuzz.yaml")


def _levels(random: Generator) -> str:
    """Anchors, each of which repeats the one before: lists, mappings, or merged mappings."""
    many, twice = int(random.integers(2, 200)), int(random.integers(1, 12))
    form = ("&l{} [{}]", "&l{} {{{}}}", "&l{} {{<<: [{}]}}", "&l{} {{<<: [{}], k{}: 1}}")[random.integers(4)]
    lines = ["x: &l0 {a: 1, b: 2}"]
    for level in range(1, many):
        again = [f"*l{level - 1}"] * twice
        if "<<" not in form and "{{" in form:
            again = [f"k{number}: {one}" for number, one in enumerate(again)]
        lines.append(f"x{level}: " + form.format(level, ", ".join(again), level))
    return "\n".join(lines)


def _faulty(random: Generator) -> str:
    """A task file with a few changed characters, or with some lines repeated."""
    task = {
        "id": "clock/alarm", "instruction": "Set an alarm at 6:30", "step_limit": 15, "judges": {"paper": [1.5, None]},
        "steps": [{"tap": "a", "of": ["b", {"c": True}]}] * 3,
    }  # fmt: skip
    text = json.dumps(task, indent=random.integers(0, 3) or None)
    for _ in range(random.integers(1, 8)):
        place = int(random.integers(len(text)))
        text = text[:place] + str(random.choice(_PIECES)) + text[place + int(random.integers(3)) :]
    return text if random.random() < 0.7 else text * int(random.integers(2, 400))
