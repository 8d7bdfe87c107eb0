"""``bmoca index`` and ``bmoca schemas``: write the files that are generated from others, or from code."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, suite_index, suite_names, tasks
from bmoca_gym.cli import shared
from bmoca_gym.errors import UnknownTaskError, nearest, writing

#: Exit code if a file is not current.
NOT_CURRENT = 1

#: The folder of the package's schemas.
SCHEMAS = Path(__file__).parents[1] / "schemas"

#: For each kind of file its schema's function, or the class of its settings.
_MADE = {
    "tasks": "bmoca_gym.tasks.schema:task_file",
    "suite": "bmoca_gym.tasks.schema:catalogue",
    "environments": "bmoca_gym.randomization.schema:configurations",
    "recipe": "bmoca_gym.agents.language.generic.recipe:schema",
    "sweep": "bmoca_gym.evaluation.sweep.settings:SweepSettings",
}


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    made = shared.add_command(
        commands,
        "index",
        _index,
        "write the index of a suite, from which `import bmoca_gym` reads Gymnasium ids",
        """\
  bmoca index
  bmoca index mysuite --check

The file index.json beside the suite's catalogue.yaml has the ids of all tasks. A suite without it works as well:
its files are then parsed at each `import bmoca_gym`. Write it again after a change of the suite's files; an entry of a
changed file is not used. With --check nothing is written, and the exit code is 1 if an index is missing or old.""",
    )
    made.add_argument("suites", nargs="*", help="names of suites (default: those of this package)")
    made.add_argument("--check", action="store_true", help="only check that the files are current")

    made = shared.add_command(
        commands,
        "schemas",
        _schemas,
        "write the JSON schemas of task files, suites, configurations, recipes and settings, for editors",
        """\
  bmoca schemas .vscode
  bmoca schemas --check

The package has these files too, in its folder schemas/. An editor with YAML's language server completes and checks a
file that begins with: # yaml-language-server: $schema=.vscode/suite.json""",
    )
    made.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=SCHEMAS,
        help="where to write them (default: the package's own folder)",
    )
    made.add_argument("--check", action="store_true", help="only check that the files are current")


def _index(options: argparse.Namespace) -> int:
    old = False
    for name in options.suites or suite_names.BUILT_IN:
        if name not in suite_names.packages():
            raise UnknownTaskError(
                f"There is no suite {name!r}.{nearest(name, tasks.suites())} Suites: {', '.join(tasks.suites())}; "
                "a file of tasks needs no index."
            )
        folder = suite_names.folder(name)
        path, text = folder / suite_index.INDEX, suite_index.written(folder)
        old |= not _current(path, text, options.check, f"bmoca index {name}")
    return NOT_CURRENT if old else 0


def schemas() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of every schema."""
    from bmoca_gym.policies import base_settings
    from bmoca_gym.policies.training import ALGORITHMS

    for name, place in (_MADE | {name: each.settings for name, each in ALGORITHMS.items()}).items():
        module, _, attribute = place.partition(":")
        found = getattr(importlib.import_module(module), attribute)
        made = base_settings.schema(found) if isinstance(found, type) else found()
        yield f"{name}.json", json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _schemas(options: argparse.Namespace) -> int:
    if not options.check:
        with writing(options.folder):
            options.folder.mkdir(parents=True, exist_ok=True)
    every = [
        _current(options.folder / name, text, options.check, "bmoca schemas") for name, text in schemas()
    ]
    return 0 if all(every) else NOT_CURRENT


def _current(path: Path, text: str, check: bool, command: str) -> bool:
    """Write a generated file, or only check it. Return whether it has the right text now."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        print(f"{path} is current")
    elif check:
        print(f"{path} is missing or old: {command}")
        return False
    else:
        data_files.write(path, text)
        print(f"{path} written")
    return True
