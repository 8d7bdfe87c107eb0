"""How many instructions a step takes, in this checkout and in others: ``python -m benchmarks.instructions ../older``.

Valgrind's callgrind counts them, so the figures don't depend on what else the machine is doing. Each checkout is warmed
up by about a thousand steps, then counted for about a hundred, including any resets among them. A count says little if
the checkouts show different screens: they take the same actions once more uncounted, and the table says how many of all
screens were equal to those of this checkout, and how many nodes the counted ones had. All are run by this
Python with what is installed: compile all by ``make fast``, or none.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

#: The cases, by the name of what makes them in ``benchmarks.phones`` and its arguments; older checkouts have them too.
CASES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "text": ("observed", ("text", 35)),
    "tree": ("tree", (35,)),
    "pixels": ("observed", ("pixels", 35)),
}


class Run(NamedTuple):
    """What a process plays: a case, and how many steps before those that are counted."""

    case: str
    warm: int
    steps: int


def play(run: Run) -> None:
    """Play in this process, under callgrind, and count the last steps."""
    from benchmarks import phones  # of the checkout that PYTHONPATH names

    maker, arguments = CASES[run.case]
    made = getattr(phones, maker)(*arguments)
    made.reset()
    for number in range(run.warm + run.steps):
        if number == run.warm:
            _instrument("on")
        if made.step():
            made.reset()
    _instrument("off")
    os._exit(0)  # closing would take minutes here


def _instrument(how: str) -> None:
    subprocess.run(["callgrind_control", "-i", how, str(os.getpid())], check=True, stdout=subprocess.DEVNULL)


def look(run: Run) -> None:
    """Play without being counted, and print the digest and the number of nodes of each step's screen as JSON."""
    from benchmarks import phones
    from bmoca_gym.devices.embedded import EmbeddedDevice

    touched: list[Any] = []
    perform = EmbeddedDevice.perform

    def performed(self: Any, gesture: Any) -> None:
        touched[:] = [self]
        perform(self, gesture)

    EmbeddedDevice.perform = performed  # type: ignore[method-assign]
    maker, arguments = CASES[run.case]
    made = getattr(phones, maker)(*arguments)
    made.reset()
    seen = []
    for _ in range(run.warm + run.steps):
        ended = made.step()
        nodes = touched[0].ui_tree().nodes
        what = repr([(n.class_name, n.text, n.content_description, n.bounds) for n in nodes])
        seen.append((hashlib.sha256(what.encode()).hexdigest()[:16], len(nodes)))
        if ended:
            made.reset()
    print(json.dumps(seen))


def counted(checkout: Path, run: Run) -> float:
    """Return the instructions of a step in a checkout.

    Raises:
        SystemExit: the checkout can't run the case; its error was printed.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out"]
        said = _in(checkout, [*command, sys.executable, "-W", "ignore", __file__, "--play", *map(str, run)])
    found = re.search(r"Collected : (\d+)", said.stderr)
    if said.returncode or found is None:
        raise SystemExit(f"{said.stderr}\n{checkout} can't run the case {run.case}.")
    return int(found[1]) / run.steps


def shown(checkout: Path, run: Run) -> list[tuple[str, int]]:
    """Return the digest and the number of nodes of each step's screen in a checkout."""
    said = _in(checkout, [sys.executable, "-W", "ignore", __file__, "--look", *map(str, run)])
    if said.returncode:
        raise SystemExit(f"{said.stderr}\n{checkout} can't run the case {run.case}.")
    return [tuple(one) for one in json.loads(said.stdout)]


def _in(checkout: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    # A seed of hashes, so that sets have the same order in each run.
    env = os.environ | {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True)


def main(arguments: list[str] | None = None) -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("checkouts", nargs="*", type=Path, help="the folders of other checkouts")
    parser.add_argument("--cases", default=",".join(CASES), help="default: %(default)s")
    parser.add_argument("--warm", type=int, default=3000, help="steps before (default %(default)s)")
    parser.add_argument("--steps", type=int, default=600, help="steps that are counted (default %(default)s)")
    for how in ("--play", "--look"):
        parser.add_argument(how, nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    for what, inner in ((play, given.play), (look, given.look)):
        if inner:
            what(Run(inner[0], int(inner[1]), int(inner[2])))
            return
    cases = given.cases.split(",")
    if unknown := [case for case in cases if case not in CASES]:
        parser.error(f"{unknown[0]!r} is none of {', '.join(CASES)}")
    if shutil.which("valgrind") is None:
        raise SystemExit("Valgrind is not installed: apt install valgrind.")
    here = Path(__file__).resolve().parents[1]
    table = Table("case", "checkout", "instructions a step", "× here", "nodes a step", "screens as here")
    for case in cases:
        run = Run(case, given.warm, given.steps)
        own, first = shown(here, run), counted(here, run)
        for checkout in (here, *[path.resolve() for path in given.checkouts]):
            seen, count = (own, first) if checkout == here else (shown(checkout, run), counted(checkout, run))
            same = sum(one == other for one, other in zip(own, seen, strict=True))
            nodes = sum(size for _, size in seen[-run.steps :]) / run.steps
            table.add_row(
                case,
                str(checkout),
                f"{count:,.0f}",
                f"{count / first:.3f}",
                f"{nodes:.2f}",
                f"{same} of {len(seen)}",
            )
    Console().print(table)


if __name__ == "__main__":
    main()
