"""Answers of phone models, changed at random, in each grammar: none may raise anything but `FormatError`, or take long.

``python -m benchmarks.fuzz_formats`` changes the answers of the tests' cases. It prints for each format how many
answers gave moves (the others give a reason), and the longest time of one in ms of processor time. The exit code is 1
if an answer raised another exception or took longer than 10 ms.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.handset.ui.tree import UiTree

CASES = Path(__file__).parent.parent / "tests" / "agents" / "language" / "formats" / "cases.json"

#: Formats that are read as others, though their makers have a second parser.
SAME_AS = {
    "qwen2.5-vl/nous": "qwen2.5-vl", "ui-tars-doubao/npm": "ui-tars-doubao",
    "gui-owl-1.5/android_world": "gui-owl-1.5", "ui-venus-1.5/navigation": "ui-venus-1.5",
}  # fmt: skip

#: Longest time of an answer, in ms.
LONGEST = 10.0

TREE = UiTree((), 1080, 2400)
FRAME = Frame((1080, 2400), (540, 1200))

_JUNK = (
    "'", '"', "\\", "\n", "(", ")", "[", "]", "{", "}", "<", ">", ",", "=", ":", "\t", "1e9", "-1", "999999", "NaN",
    "null", "\ud800", "é", "<point>", "</think>", "<tool_call>", "Action: ", "do(", '"action"', " " * 50, "0" * 30,
)  # fmt: skip


class Found(NamedTuple):
    """How a format read its answers.

    Attributes:
        format: name of the format.
        answers: number of answers.
        moved: number of those that gave moves. The others gave a reason.
        longest: longest time of one, in ms.
        raised: the answers that raised another exception, and it.
        slow: the answers that took longer than `LONGEST` each of three times.
    """

    format: str
    answers: int
    moved: int
    longest: float
    raised: tuple[str, ...]
    slow: tuple[str, ...]


def outputs(name: str) -> list[str]:
    """Return the answers of a format's cases."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return [case["output"] for case in cases if SAME_AS.get(case["format"], case["format"]) == name]


def mutated(draw: random.Random, answers: Sequence[str]) -> str:
    """Return one of the answers with up to six changes: parts added, removed, repeated, or taken from another."""
    text = draw.choice(answers)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        place, other = draw.randrange(len(text) + 1), draw.randrange(len(text) + 1)
        kind = draw.random()
        if kind < 0.4:
            text = text[:place] + draw.choice(_JUNK) + text[place:]
        elif kind < 0.6:
            text = text[:place] + text[place + draw.randint(1, 8) :]
        elif kind < 0.8:
            repeated = text[other : other + draw.randint(1, 40)] * draw.randint(1, 8)
            text = text[:place] + repeated + text[place:]
        else:
            text = text[:place] + draw.choice(answers) + text[place:]
    return text


def fuzz(name: str, answers: int, seed: int = 0) -> Found:
    """Have a format read that many changed answers."""
    draw, known = random.Random(f"{name} {seed}"), outputs(name)
    moved, longest = 0, 0.0
    raised: list[str] = []
    slow: list[str] = []
    for _ in range(answers):
        text = mutated(draw, known)
        begun = time.thread_time()
        try:
            moved += _moves(name, text)
        except Exception as error:  # what is looked for
            raised.append(f"{error!r}: {text!r}")
        taken = 1000 * (time.thread_time() - begun)
        if taken > LONGEST:  # again, for another program may have emptied the processor's caches
            taken = min(taken, *(_time(name, text) for _ in range(2)))
            if taken > LONGEST:
                slow.append(f"{taken:.1f} ms: {text!r}")
        longest = max(longest, taken)
    return Found(name, answers, moved, longest, tuple(raised), tuple(slow))


def _moves(name: str, text: str) -> bool:
    try:
        return bool(FORMATS[name].moves(text, FRAME, TREE)[1])
    except FormatError:
        return False


def _time(name: str, text: str) -> float:
    begun = time.thread_time()
    with contextlib.suppress(Exception):  # it was counted before
        _moves(name, text)
    return 1000 * (time.thread_time() - begun)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fuzz_formats", description=(__doc__ or "").split("\n\n")[0]
    )
    add = parser.add_argument
    add("--formats", default=",".join(FORMATS), help="formats, separated by commas (default: all)")
    add("--answers", type=int, default=10_000, help="answers of each format (default: 10000)")
    add("--seed", type=int, default=0, help="seed of the changes (default: 0)")
    chosen = parser.parse_args(arguments)
    failed = False
    for name in chosen.formats.split(","):
        found = fuzz(name, chosen.answers, chosen.seed)
        print(
            f"{name:22} {found.answers:9,} answers, {found.moved:9,} with moves, longest {found.longest:6.2f} ms, "
            f"{len(found.raised)} exceptions, {len(found.slow)} over {LONGEST:g} ms",
            flush=True,
        )
        for line in (*found.raised[:3], *found.slow[:3]):
            print("   ", line[:2000])
        failed = failed or bool(found.raised or found.slow)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
