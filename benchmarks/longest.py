"""The longest of many random steps with pixels, and what that means for processes that wait for each other.

``python -m benchmarks.longest`` prints the longest steps with the action, the handlers that it called, the app in front
after it and the time in Python's cyclic collector. From all steps it then estimates how much faster several processes
can be than one, if all of them wait for the slowest at every step. All times are processor time, so other work on the
machine hardly counts.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks.phones import OWN, visited
from bmoca_gym import compiled
from bmoca_gym.episodes.film import describe
from bmoca_gym.handset.state import Phone
from bmoca_gym.success_detectors.front import in_front

#: Number of drawn rounds for each estimate.
DRAWS = 2000

#: The front package is looked up only after steps longer than this, in ms, since each look-up makes garbage.
LONG = 10.0


class Step(NamedTuple):
    """A step: its time and the part of it in the cyclic collector, in ms; its action; what handled that, in order; and
    the front package after it, which may have had no part in it.

    Only long steps have handlers and a package.
    """

    milliseconds: float
    collector: float
    action: str
    handlers: tuple[str, ...]
    package: str


def measure(steps: int, configurations: int = 35, image: str = OWN) -> list[Step]:
    """Make random discrete steps on the six tasks, in up to 35 training configurations, and time each.

    ``image``: of the phone, which plays those of the tasks whose apps it has.
    """
    env = visited("pixels", configurations, image)
    phone: Any = env.unwrapped
    env.reset(seed=0)
    env.action_space.seed(0)
    collector, begun = 0.0, 0.0
    handlers: list[str] = []
    handled = Phone.handled

    def noted(self: Phone, owner: str, handler: Callable[..., Any], *more: Any) -> Phone:
        module = handler.__module__.removeprefix("bmoca_gym.handset.").removeprefix("apps.")
        handlers.append(f"{module}.{handler.__name__}")
        return handled(self, owner, handler, *more)

    def watch(phase: str, info: dict[str, Any]) -> None:
        nonlocal collector, begun
        if phase == "start":
            begun = time.thread_time()
        else:
            collector += time.thread_time() - begun

    found: list[Step] = []
    gc.callbacks.append(watch)
    Phone.handled = noted  # type: ignore[method-assign, assignment]
    try:
        for _ in range(steps):
            action = env.action_space.sample()
            handlers.clear()
            collector, used = 0.0, time.thread_time()
            _, _, terminated, truncated, info = env.step(action)
            took = time.thread_time() - used
            by, package = ((), "") if 1e3 * took <= LONG else (tuple(handlers), in_front(phone.device))
            found.append(Step(1e3 * took, 1e3 * collector, describe(info["gesture"]), by, package))
            if terminated or truncated:
                env.reset()
    finally:
        Phone.handled = handled  # type: ignore[method-assign]
        gc.callbacks.remove(watch)
        env.close()
    return found


def bound(milliseconds: Sequence[float], processes: int, phones: int, draws: int = DRAWS) -> float:
    """Estimate the largest speed-up of ``processes`` that wait for the slowest at every step, over one process.

    Each process steps ``phones`` phones. Its time is a sum of step times, drawn with replacement (seed 0).
    """
    rng = np.random.default_rng(0)
    sums = rng.choice(np.array(milliseconds), (draws, processes, phones)).sum(axis=2)
    return float(sums.sum() / sums.max(axis=1).sum())


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.longest", description=__doc__.partition("\n")[0]
    )
    add = parser.add_argument
    add("--steps", type=int, default=20_000, help="number of steps (default: %(default)s)")
    add("--shown", type=int, default=12, help="number of longest steps to print (default: %(default)s)")
    add("--processes", type=int, default=2, help="processes of the estimate (default: %(default)s)")
    add(
        "--phones",
        default="32,128,512",
        help="phones in each process, separated by commas (default: %(default)s)",
    )
    add("--image", default=OWN, help="image of the phone, such as android13 (default: %(default)s)")
    given = parser.parse_args(arguments)
    found = measure(given.steps, image=given.image)
    times = [step.milliseconds for step in found]
    mode = "compiled" if compiled.MODE.compiled else "pure Python"
    print(
        f"{len(found)} steps, {mode}, processor time: mean {statistics.fmean(times):.3f} ms, "
        f"standard deviation {statistics.pstdev(times):.3f} ms"
    )
    for step in sorted(found, reverse=True)[: given.shown]:
        print(
            f"{step.milliseconds:8.1f} ms, {step.collector:.1f} of them in the collector: {step.action}, handled by "
            f"{', '.join(step.handlers) or 'no app'}, then {step.package}"
        )
    for phones in map(int, given.phones.split(",")):
        print(
            f"{given.processes} processes with {phones} phones each: at most "
            f"{bound(times, given.processes, phones):.2f} times as fast as one"
        )


if __name__ == "__main__":
    main()
