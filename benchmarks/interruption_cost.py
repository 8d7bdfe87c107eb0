"""What interruptions and side effects cost: ``python -m benchmarks.interruption_cost``.

At each level of interruptions a process plays the same episodes with the same random discrete actions, and the
processor time of each ``env.step`` is noted. Processes take turns, and each is started afresh several times: what
counts is the least time of a step, since equal processes do equal work and only other load on the machine makes them
slower. ``nothing`` is a level whose interruptions never come: it shows what watching for them costs by itself.

With random actions an interrupted episode takes another course than a calm one, and is longer. So a second table splits
the steps: those before any interruption, which see the same screens as the calm episode; those in which one begins;
those during which one lasts or its window is open; and those after it. Next to each is the time of the steps with the
same numbers in the calm episodes. The steps of calm episodes that open a dialog or a menu are listed for comparison.

A third table splits them by what they did to the screen: left it unchanged, led to one that this process has seen, or
to a new one. "with this mix" is what a step of the first level would take if as many of its steps led to each: what a
level takes beyond that is the cost of the interruptions themselves, and the rest is the price of more new screens.

Then the experts play tasks of each suite, and the comparison of the phone with its start is timed at the end of each
episode. A process's first comparison, which reads the list of things to compare, is left out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from statistics import fmean, median
from typing import Any, NamedTuple, cast

import gymnasium as gym
import numpy as np

from bmoca_gym import agents, compiled, interruptions, tasks
from bmoca_gym.cli.shared import print_table
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.handset.screen import Key, Shown
from bmoca_gym.interruptions import Plan
from bmoca_gym.side_effects import Watch


class Suite(NamedTuple):
    """What is played of a suite: tasks, every how many of them when stepped and when compared, configurations."""

    tasks: str
    stepped: int
    compared: int
    environments: str


SUITES = {
    "bmoca": Suite("representative", 1, 1, "train"),
    "androidworld": Suite("androidworld/all", 12, 4, "androidworld/all"),
    "androidlab": Suite("androidlab/all", 14, 4, "androidlab/all"),
}
LEVELS = ("off", "nothing", "daily", "hostile")
OBSERVATIONS = ("text", "pixels")


#: When a step was, as the second table calls it.
BEFORE, BEGINS, LASTS, AFTER = "before", "one begins", "one lasts", "after"
OPENS = "opens a dialog"
#: What a step did to the screen, as the third table calls it.
SAME, KNOWN, NEW = SCREENS = "unchanged", "seen before", "never seen"


class Step(NamedTuple):
    """A step: its episode, its number in it, its processor time in µs, and its kind.

    ``when``: before, in or after an interruption; ``opens``: whether a dialog opened; ``screen``: one of `SCREENS`.
    """

    episode: int
    number: int
    took: float
    when: str
    opens: bool
    screen: str


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.interruption_cost", description=__doc__)
    parser.add_argument("--suites", default=",".join(SUITES), help="suites (default: %(default)s)")
    parser.add_argument("--levels", default=",".join(LEVELS), help="levels, the first one is 100 percent")
    parser.add_argument("--observations", default=",".join(OBSERVATIONS), help="default: %(default)s")
    parser.add_argument("--episodes", type=int, default=100, metavar="N", help="episodes that are timed")
    parser.add_argument("--warm", type=int, default=60, metavar="N", help="episodes before these")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="processes at each level")
    parser.add_argument("--only", choices=["steps", "effects"], help="measure only this")
    options = parser.parse_args(arguments)
    print("compiled" if compiled.MODE.compiled else "as Python")
    suites = options.suites.split(",")
    if options.only != "effects":
        cases = [(name, mode) for name in suites for mode in options.observations.split(",")]
        whole: list[list[str]] = []
        parts: list[list[str]] = []
        screens: list[list[str]] = []
        for case in cases:
            _levels(*case, options, whole, parts, screens)
        print_table(["suite", "observation", "level", "steps", "µs a step", "of the first"], whole)
        print_table(
            ["suite", "observation", "level", "when", "steps", "µs a step", "same steps of the first"], parts
        )
        shares = [f"{screen}: share, µs" for screen in SCREENS]
        print_table(
            ["suite", "observation", "level", *shares, "with this mix", "new ones where one begins"], screens
        )
    if options.only != "steps":
        print_table(["suite", "episodes", "median ms", "p99", "most"], [_compared(name) for name in suites])


def _levels(
    suite: str,
    observation: str,
    options: argparse.Namespace,
    whole: list[list[str]],
    parts: list[list[str]],
    screens: list[list[str]],
) -> None:
    """Play at each level, in turn, and add rows to the tables."""
    # They begin alike: this process has imported the package, and played nothing.
    context = multiprocessing.get_context("fork")
    levels = options.levels.split(",")
    played: dict[str, list[list[Step]]] = {level: [] for level in levels}
    for _ in range(options.rounds):
        for level in levels:
            ours, theirs = context.Pipe()
            given = (theirs, suite, observation, level, options.warm, options.episodes)
            worker = context.Process(target=_play, args=given, daemon=True)
            worker.start()
            played[level].append(ours.recv())
            worker.join()
    least = {level: _least(rounds) for level, rounds in played.items()}
    first = least[levels[0]]
    calm = {(step.episode, step.number): step.took for step in first}
    mean = fmean(step.took for step in first)
    parts.append([suite, observation, levels[0], *_part(OPENS, [s for s in first if s.opens], {})])
    for level in levels:
        steps = least[level]
        took = fmean(step.took for step in steps)
        whole.append([suite, observation, level, str(len(steps)), f"{took:.0f}", f"{took / mean:.2f}"])
        screens.append([suite, observation, level, *_by_screen(steps, first)])
        if level != levels[0]:
            for when in (BEFORE, BEGINS, LASTS, AFTER):
                row = _part(when, [step for step in steps if step.when == when], calm)
                parts.append([suite, observation, level, *row])


def _part(when: str, steps: list[Step], calm: dict[tuple[int, int], float]) -> list[str]:
    """The row for some steps, without its heading."""
    same = [calm[step[:2]] for step in steps if step[:2] in calm]
    told = [f"{fmean(times):.0f}" if times else "" for times in ([step.took for step in steps], same)]
    return [when, str(len(steps)), *told]


def _by_screen(steps: list[Step], first: list[Step]) -> list[str]:
    """The rest of a row of the third table. ``first``: the steps of the first level."""
    row, mixed = [], 0.0
    for screen in SCREENS:
        times = [step.took for step in steps if step.screen == screen]
        theirs = [step.took for step in first if step.screen == screen]
        share = len(times) / len(steps)
        row.append(f"{share:.1%}, {fmean(times):.0f}" if times else "")
        mixed += share * fmean(theirs) if theirs else 0.0
    begun = [step.took for step in steps if step.screen == NEW and step.when == BEGINS]
    return [*row, f"{mixed:.0f}", f"{len(begun)} of {fmean(begun):.0f} µs" if begun else ""]


def _least(rounds: list[list[Step]]) -> list[Step]:
    """The steps of equal processes, each with its least time."""
    for steps in zip(*rounds, strict=True):
        assert len({(*step[:2], *step[3:5]) for step in steps}) == 1, "the processes played other episodes"
    return [min(steps, key=lambda step: step.took) for steps in zip(*rounds, strict=True)]


def _play(answers: Connection, suite: str, observation: str, level: str, warm: int, episodes: int) -> None:
    """Play at a level, and send the steps of all episodes but the first ``warm``."""
    chosen = SUITES[suite]
    played = list(tasks.select(chosen.tasks))[:: chosen.stepped]
    more: dict[str, Any] = {} if level == "off" else {"interruptions": _plan(level)}
    env = PhoneEnv(played, chosen.environments, action="discrete", observation=observation, **more)
    classes = cast(gym.spaces.Discrete, env.action_space).n
    clock = time.process_time
    steps: list[Step] = []
    seen: set[Key] = set()
    for episode in range(warm + episodes):
        _, info = env.reset(seed=episode)
        random = np.random.default_rng(episode)
        number, over = 0, False
        begun = len(info.get("interruptions", ()))
        dialogs = _dialogs(env)
        shown = _shown(env)
        if shown.key is not None:
            seen.add(shown.key)
        while not over:
            action = int(random.integers(classes))
            began = clock()
            _, _, terminated, truncated, info = env.step(action)
            took = clock() - began
            over = terminated or truncated
            before, begun = begun, len(info.get("interruptions", ()))
            earlier, dialogs = dialogs, _dialogs(env)
            when = BEFORE if not begun else BEGINS if begun > before else LASTS if _lasts(env) else AFTER
            last, shown = shown, _shown(env)
            screen = SAME if shown is last else KNOWN if shown.key in seen else NEW
            if shown.key is not None:
                seen.add(shown.key)
            if episode >= warm:
                steps.append(Step(episode, number, took * 1e6, when, dialogs > earlier, screen))
            number += 1
    answers.send(steps)


def _dialogs(env: PhoneEnv) -> int:
    """How many dialogs and menus are open, the app's and the system's."""
    device = cast(EmbeddedDevice, env.device)
    return sum(window.kind == "dialog" for window in device.view.surfaces)


def _shown(env: PhoneEnv) -> Shown:
    """What the screen shows: the same object as long as that does not change."""
    return cast(EmbeddedDevice, env.device).view.shown


def _lasts(env: PhoneEnv) -> bool:
    """Whether an interruption lasts, or a window of the system is over the app."""
    state = env.save_state()
    phone = state.phone
    assert state.interruptions is not None
    return bool(state.interruptions.running) or phone.top.prompt is not None or phone.display is not None


def _plan(level: str) -> str | Plan:
    """The argument ``interruptions`` of a level."""
    if level != "nothing":
        return level
    kinds = interruptions.plan("hostile").kinds
    return Plan("nothing", tuple([kind._replace(chance=0.0) for kind in kinds]))


def _compared(suite: str) -> list[str]:
    """Let the experts of a suite play, and time the comparison at the end of each episode; return a row."""
    chosen = SUITES[suite]
    played = list(tasks.select(chosen.tasks))[:: chosen.compared]
    env = PhoneEnv(played, chosen.environments, action="text", observation="text")
    expert = agents.create("expert")
    took = []
    for number in range(len(played) * 2):
        task = played[number % len(played)]
        observation, info = env.reset(seed=number, options={"task": task})
        expert.reset(env, info, number)
        watch = Watch(env.device, env.task)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(expert.act(observation, info))
            over = terminated or truncated
        began = time.process_time()
        watch.effects(env.device)
        took.append((time.process_time() - began) * 1000)
    del took[0]
    return [
        suite,
        str(len(took)),
        f"{median(took):.2f}",
        f"{np.percentile(took, 99):.2f}",
        f"{max(took):.2f}",
    ]


if __name__ == "__main__":
    main()
