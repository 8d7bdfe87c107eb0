"""``bmoca index``: write the file that is made from a suite's files."""

from __future__ import annotations

import argparse
from typing import Any

from bmoca_gym import data_files, suite_index, suite_names, tasks
from bmoca_gym.cli import shared
from bmoca_gym.errors import UnknownTaskError, nearest

#: Exit code if a file is not current.
NOT_CURRENT = 1


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
        if path.exists() and path.read_text(encoding="utf-8") == text:
            print(f"{path} is current")
        elif options.check:
            old = True
            print(f"{path} is missing or old: bmoca index {name}")
        else:
            data_files.write(path, text)
            print(f"{path} written")
    return NOT_CURRENT if old else 0
