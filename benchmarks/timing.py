"""Timing: cases take turns, round by round, so that other load on the machine affects them all alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple, Protocol

import gymnasium as gym
import numpy as np

#: Number of actions drawn in advance and then repeated, so that drawing them takes no time while the clock runs.
ACTIONS_DRAWN = 4096


class Round(NamedTuple):
    """The times of one turn in seconds: the total with resets, and each step."""

    seconds: float
    step_seconds: list[float]


class Runner(Protocol):
    """Something that can be stepped for a while."""

    name: str

    def run(self, seconds: float) -> Round:
        """Step for ``seconds``."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """Something to step. ``step`` makes one step and returns whether the episode has ended; ``reset`` starts one.

    ``steps``: how many steps of phones one call of ``step`` makes.
    """

    step: Callable[[], bool]
    reset: Callable[[], object]
    close: Callable[[], object] = lambda: None
    steps: int = 1

    def run(self, seconds: float) -> Round:
        """Step for ``seconds``, from a reset that is not counted."""
        self.reset()
        clock = time.perf_counter
        durations: list[float] = []
        start = now = clock()
        while now - start < seconds:
            began = clock()
            ended = self.step()
            took = clock() - began
            durations.append(took) if self.steps == 1 else durations.extend([took / self.steps] * self.steps)
            if ended:
                self.reset()
            now = clock()
        return Round(now - start, durations)


def environment_case(env: gym.Env, before_step: Callable[[], None] | None = None) -> Case:
    """Return a case of a Gymnasium environment with random actions of its action space.

    Args:
        env: the environment, as ``gym.make`` gives it; `Case.close` closes it.
        before_step: called before each step, on the clock.
    """
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(ACTIONS_DRAWN)]
    taken = 0

    def step() -> bool:
        nonlocal taken
        if before_step is not None:
            before_step()
        taken += 1
        _, _, terminated, truncated, _ = env.step(actions[taken % ACTIONS_DRAWN])
        return terminated or truncated

    env.reset(seed=0)
    return Case(step, env.reset, env.close)


@dataclass(slots=True)
class Rates:
    """The rates of one case in all rounds: steps a second of each round, and the time of each step in seconds."""

    per_round: list[float] = field(default_factory=list)
    step_seconds: list[float] = field(default_factory=list)

    @property
    def steps_per_second(self) -> float:
        """Return the median over the rounds, resets included."""
        return median(self.per_round)

    def as_json(self) -> dict[str, object]:
        """Return plain numbers: steps a second, and the distribution of single steps in microseconds."""
        microseconds = np.array(self.step_seconds) * 1e6
        return {
            "steps_per_second": round(self.steps_per_second, 1),
            "rounds": [round(rate, 1) for rate in self.per_round],
            "step_us": {
                "median": round(float(np.median(microseconds)), 1),
                "p99": round(float(np.percentile(microseconds, 99)), 1),
                "longest": round(float(microseconds.max()), 1),
            },
        }


def measure(runners: Sequence[Runner], rounds: int, seconds: float) -> dict[str, Rates]:
    """Run each case for ``seconds`` in every round, one after the other. A first round does not count."""
    rates = {runner.name: Rates() for runner in runners}
    for number in range(rounds + 1):
        for runner in runners:
            done = runner.run(seconds)
            if number > 0:
                rates[runner.name].per_round.append(len(done.step_seconds) / done.seconds)
                rates[runner.name].step_seconds.extend(done.step_seconds)
    return rates


def ratio(rates: dict[str, Rates], name: str, other: str) -> float | None:
    """Return the speed of ``name`` relative to ``other``, the median of the rounds' ratios; None if one is missing."""
    if name not in rates or other not in rates:
        return None
    return median(a / b for a, b in zip(rates[name].per_round, rates[other].per_round, strict=True))


def distribution(seconds: Sequence[float]) -> dict[str, float]:
    """Return median, 99th percentile and maximum of durations, in ms."""
    milliseconds = np.array(seconds) * 1e3
    return {
        "median_ms": round(float(np.median(milliseconds)), 4),
        "p99_ms": round(float(np.percentile(milliseconds, 99)), 4),
        "longest_ms": round(float(milliseconds.max()), 4),
    }
