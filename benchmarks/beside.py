"""Compare this checkout's steps per second with another one's, taking turns: ``python -m benchmarks.beside ../older``.

A machine's speed changes by a third within minutes, so figures of two runs can't be compared. Here the checkouts'
processes alternate: each takes a few steps while the other waits, and what counts is the ratio within each turn. Both
are run by this Python with what is installed, as they are: compile both by ``make fast``, or neither. ``--ale`` lets
ALE's Breakout take its turns too. A long run (``--steps 500 --rounds 120``) shows what full caches cost.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from benchmarks.timing import Case

#: The cases, by the name of what makes them in ``benchmarks.phones`` and its arguments; older checkouts have them too.
CASES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "tree": ("tree", (35,)),
    "pixels": ("observed", ("pixels", 35)),
    "text": ("observed", ("text", 35)),
}
#: The case of ``--ale``, which only this checkout runs.
ALE = "ALE"


def serve(case: str) -> None:
    """Take as many steps as each line of standard input asks for, and write the processor seconds that they took."""
    made: Case
    if case == ALE:
        from benchmarks import others

        made = others.ale()
    else:
        from benchmarks import phones  # of the checkout that PYTHONPATH names

        maker, arguments = CASES[case]
        made = getattr(phones, maker)(*arguments)
    made.reset()
    print("ready", flush=True)
    for line in sys.stdin:
        began = time.process_time()
        for _ in range(int(line)):
            if made.step():
                made.reset()
        print(time.process_time() - began, flush=True)


def measure(
    checkouts: list[Path], case: str, steps: int, rounds: int, ale: bool = False
) -> list[list[float]]:
    """Return the seconds of each checkout's turns; with ``ale``, then those of ALE.

    Raises:
        SystemExit: a checkout can't run the case; its error was printed.
    """
    processes = []
    try:
        for checkout, what in [*[(one, case) for one in checkouts], *([(checkouts[0], ALE)] if ale else [])]:
            processes.append(
                subprocess.Popen(
                    [sys.executable, __file__, what, "--serve"],
                    cwd=checkout,
                    env=os.environ | {"PYTHONPATH": str(checkout)},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            if _answer(processes[-1]) != "ready":
                raise SystemExit(f"{checkout} can't run the case {what}.")
        return [list(turn) for turn in zip(*(_turn(processes, steps) for _ in range(rounds)), strict=True)]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _turn(processes: list[subprocess.Popen[str]], steps: int) -> list[float]:
    found = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(f"{steps}\n")
        process.stdin.flush()
        found.append(float(_answer(process)))
    return found


def _answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.beside",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("checkout", nargs="?", help="the folder of the other checkout")
    parser.add_argument("--cases", default="tree,pixels", help=f"of {', '.join(CASES)} (default %(default)s)")
    parser.add_argument("--steps", type=int, default=100, help="steps in a turn (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=60, help="turns of each (default %(default)s)")
    parser.add_argument("--ale", action="store_true", help="let ALE take turns too (pip install ale-py)")
    parser.add_argument("--out", type=Path, help="also write the seconds of all turns as JSON")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.serve:
        serve(given.checkout)
        return
    if given.checkout is None or not (Path(given.checkout) / "benchmarks").is_dir():
        parser.error("name the folder of another checkout")
    cases = given.cases.split(",")
    if unknown := [case for case in cases if case not in CASES]:
        parser.error(f"{unknown[0]!r} is none of {', '.join(CASES)}")
    checkouts = [Path(__file__).resolve().parents[1], Path(given.checkout).resolve()]
    table = Table(
        "case", "here, µs a step", "there", "here / there: median of turns", "first third", "last third",
        *(["× ALE here: median of turns", "last third", "there", "last third"] if given.ale else []),
    )  # fmt: skip
    results = {}
    for case in cases:
        here, there, *ale = results[case] = measure(checkouts, case, given.steps, given.rounds, given.ale)
        ratios = [one / other for one, other in zip(here, there, strict=True)]
        third = max(1, given.rounds // 3)
        means = [f"{1e6 * sum(seconds) / given.rounds / given.steps:.1f}" for seconds in (here, there)]
        parts = [f"{statistics.median(part):.2f}" for part in (ratios, ratios[:third], ratios[-third:])]
        for own in (here, there) if ale else ():
            faster = [theirs / one for theirs, one in zip(ale[0], own, strict=True)]
            parts += [f"{statistics.median(part):.2f}" for part in (faster, faster[-third:])]
        table.add_row(case, *means, *parts)
    Console().print(table)
    if given.out:
        given.out.write_text(json.dumps(results) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
