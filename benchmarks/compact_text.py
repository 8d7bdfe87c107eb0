"""The length of the compact text, and whether it has all that experts need: ``python -m benchmarks.compact_text``.

Experts play every task with the interface ``compact``: text actions, which name only elements that have a line. For
each suite the command prints the tokens of the screens, and what each step needs of the text and finds there. Tokens
are those of a tokenizer that is given, such as SmolLM2's, or estimated.
"""

from __future__ import annotations

import argparse
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.agents.language import solutions
from bmoca_gym.cli.shared import print_table
from bmoca_gym.envs import PhoneEnv, compact
from bmoca_gym.envs.observations import screen_description
from bmoca_gym.envs.text_actions import parse
from bmoca_gym.errors import BmocaError
from bmoca_gym.tasks import Task

#: The tasks and the configurations of each suite.
SUITES = {
    "bmoca": ("all", "000,102"),
    "androidworld": ("androidworld/all", "androidworld/pixel_6,100"),
    "androidlab": ("androidlab/all", "androidlab/pixel_7_pro,androidlab/pixel_3a"),
}

#: What a step needs, and what it finds in the text.
NAMED = "touches an element with a line"
TWIN = "of these, another line reads the same"
HOLD = "a long press, with a +"
PLACED = "touches or moves a slider, whose place is given"
TYPED = "types, with a field that has the focus"
SCROLLED = "swipes, and a line says that something scrolls"
FREE = "a key, a swipe by its word, a wait, the end"
MISSED = "needs what the text lacks"
NEEDS = (NAMED, TWIN, HOLD, PLACED, TYPED, SCROLLED, FREE, MISSED)

_SLIDER = re.compile(r"x ([0-9.]+) to ([0-9.]+), y ([0-9.]+)")


@dataclass
class Found:
    """What was found in a suite.

    Attributes:
        episodes: number of episodes that the expert solved.
        failed: the others, each with the reason.
        sizes: tokens of each screen.
        full: tokens of the paper's text of each screen.
        needs: number of steps by what they need.
        missed: the steps that need what the text lacks.
        texts: number of texts that experts type or answer and that an earlier screen shows, and how many of these are
            in no compact text.
    """

    episodes: int = 0
    failed: list[str] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    full: list[float] = field(default_factory=list)
    needs: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    texts: Counter[str] = field(default_factory=Counter)


def measure(
    chosen: Sequence[Task], configurations: str, count: Callable[[str], float] = compact.tokens
) -> Found:
    """Play tasks in configurations, and compare each step of the experts with the compact text of its screen."""
    found = Found()
    for configuration in randomization.select(configurations.split(",")):
        for task in chosen:
            env = PhoneEnv(task, configuration, interface="compact")
            full: list[str] = []
            short: list[str] = []
            try:
                for screen in solutions.play(env, task, configuration):
                    text = screen.observation
                    full.append(screen_description(env.device.ui_tree()))
                    short.append(text)
                    found.sizes.append(count(text))
                    found.full.append(count(full[-1]))
                    for need in needs(screen.action, text):
                        found.needs[need] += 1
                        if need == MISSED:
                            found.missed.append(f"{task.id} in {configuration.id}: {screen.action}")
                    _compare(found, screen.action, env.task.instruction, full, short)
                found.episodes += 1
            except BmocaError as error:
                found.failed.append(f"{task.id} in {configuration.id}: {error}")
            finally:
                env.close()
    return found


def needs(action: str, text: str) -> Iterator[str]:
    """Yield what an action needs from the text of its screen and finds there, or `MISSED` if the text lacks it."""
    call = parse(action)
    lines = text.split("\n")
    if call.name in ("tap", "long_press"):
        tagged = dict(line.split(" ", 1) for line in lines if line[:1].isdigit())
        words = tagged.get(call.arguments[0], "")
        holds = words.endswith("+") or " = " in words or words.endswith("=") or any(
            line.startswith("- ") and line.endswith(" +") for line in lines
        )  # fmt: skip
        if not words or (call.name == "long_press" and not holds):
            yield MISSED
            return
        yield NAMED
        if [*tagged.values()].count(words) > 1:
            yield TWIN
        if call.name == "long_press":
            yield HOLD
    elif call.name == "dual_gesture":
        numbers = [float(number) for number in call.arguments]
        moved = numbers[:2] != numbers[2:]
        if any(_on(numbers, place) for place in _SLIDER.findall(text)):
            yield PLACED
        else:
            yield SCROLLED if moved and lines[-1].startswith("scrolls") else MISSED
    elif call.name == "type":
        yield TYPED if any(": focused" in line or "focused =" in line for line in lines) else MISSED
    else:
        yield FREE


def _on(numbers: Sequence[float], place: Sequence[str]) -> bool:
    """Whether a touch is on a slider."""
    left, right, y = map(float, place)
    return abs(numbers[0] - y) < 0.02 and left - 0.02 <= numbers[1] <= right + 0.02


def _compare(found: Found, action: str, instruction: str, full: Sequence[str], short: Sequence[str]) -> None:
    """Count a text that was read from a screen, and whether a compact text has it too."""
    call = parse(action)
    if call.name not in ("type", "answer", "finish") or not call.arguments:
        return
    words = " ".join(call.arguments[0].split())
    if len(words) > 2 and words not in instruction and any(words in text for text in full):
        found.texts["read"] += 1
        found.texts["cut"] += not any(words in text for text in short)


def instances(chosen: str, count: int) -> list[Task]:
    """Return the first instances of tasks."""
    return [
        template.task(number)
        for template in tasks.templates(chosen.split(","))
        for number in range(count if template.parameters else 1)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compact_text", description=__doc__)
    parser.add_argument("--suites", default=",".join(SUITES), help="default: %(default)s")
    parser.add_argument("--tasks", help="with one suite: these tasks instead of all")
    parser.add_argument("--instances", type=int, default=2, help="instances a task (default: %(default)s)")
    parser.add_argument("--tokenizer", metavar="FILE", help="a tokenizer.json (default: estimated)")
    given = parser.parse_args(arguments)
    count: Callable[[str], float] = compact.tokens
    if given.tokenizer:
        from tokenizers import Tokenizer

        tokenizer: Any = Tokenizer.from_file(given.tokenizer)

        def count(text: str) -> float:
            return len(tokenizer.encode(text, add_special_tokens=False).ids)

    found: dict[str, Found] = {}
    for name in given.suites.split(","):
        chosen, configurations = SUITES[name]
        found[name] = measure(instances(given.tasks or chosen, given.instances), configurations, count)
        report(name, found[name])
    if len(found) > 1:
        print_table(*lengths({**found, "all": _sum(found.values())}))


def report(name: str, found: Found) -> None:
    """Print what was found in a suite."""
    print(f"\n{name}: {found.episodes} episodes solved, {len(found.failed)} not.")
    print_table(*lengths({name: found}))
    print_table(["what a step needs", "steps"], [(need, str(found.needs[need])) for need in NEEDS])
    print(f"Texts read from screens: {found.texts['read']}; cut in the compact text: {found.texts['cut']}.")
    for line in (*found.failed[:10], *found.missed[:10]):
        print(line)


def lengths(found: dict[str, Found]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the table of tokens: columns and rows."""
    columns = ["screens of", "screens", "mean", "median", "95 %", "most", "over 250", "paper's text, mean"]
    rows = []
    for name, one in found.items():
        sizes = sorted(one.sizes)
        figures = [
            len(sizes), statistics.fmean(sizes), statistics.median(sizes), sizes[int(0.95 * (len(sizes) - 1))],
            sizes[-1], sum(size > 250 for size in sizes), statistics.fmean(one.full),
        ]  # fmt: skip
        rows.append((name, *(f"{figure:.0f}" for figure in figures)))
    return columns, rows


def _sum(several: Any) -> Found:
    total = Found()
    for one in several:
        total.sizes += one.sizes
        total.full += one.full
    return total


if __name__ == "__main__":
    main()
