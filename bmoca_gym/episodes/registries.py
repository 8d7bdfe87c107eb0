"""Measures and trace writers by name. `register_measure` and `register_trace_writer` add one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.episodes.records import Episode
from bmoca_gym.episodes.screens import Look
from bmoca_gym.errors import SettingsError
from bmoca_gym.registry import Registry


class Measure(NamedTuple):
    """Mean of a measure over tasks; the value of a task is the mean of its episodes.

    ``low``, ``high``: Student's 95 % interval over the tasks, None for fewer than two. ``tasks``: number of tasks with
    the measure.
    """

    mean: float
    low: float | None
    high: float | None
    tasks: int


class TraceWriter(Protocol):
    """Writes what happens in an episode."""

    def moment(self, look: Look) -> Any:
        """Return what is recorded of the phone before an action."""
        ...

    def step(self, moment: Any, info: Mapping[str, Any], answers: Sequence[str]) -> None:
        """Write a step: the moment before it, its info, and the agent's answers."""
        ...

    def end(self, moment: Any) -> None:
        """Write the end of an episode."""
        ...


#: Computes a measure of some episodes; None if they have no data for it.
ComputeMeasure = Callable[[Sequence[Episode]], "Measure | None"]
#: Begins the trace of an episode: folder of the run, the task's name, and the environment right after its reset.
MakeTraceWriter = Callable[[Path, str, PhoneEnv], TraceWriter]

MEASURES: Registry[ComputeMeasure] = Registry("measure", SettingsError)
TRACE_WRITERS: Registry[MakeTraceWriter] = Registry("traces", SettingsError)


def register_measure(name: str, compute: ComputeMeasure | str) -> None:
    """Register a measure: a column of ``summary.csv`` with its interval, and a line of what an evaluation prints.

    Args:
        name: name of the column.
        compute: computes it; or its place, ``module:name``.
    """
    MEASURES.register(name, compute)


def measures(episodes: Sequence[Episode]) -> dict[str, Measure | None]:
    """Compute all registered measures of some episodes, by name."""
    return {name: compute(episodes) for name, compute in MEASURES.items().items()}


def register_trace_writer(name: str, make: MakeTraceWriter | str) -> None:
    """Register a layout of traces for ``bmoca evaluate --traces``; or its place, ``module:name``."""
    TRACE_WRITERS.register(name, make)
