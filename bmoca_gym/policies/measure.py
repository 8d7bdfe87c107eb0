"""Success rate of a policy on tasks × configurations, with many phones at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.recorder import Job
from bmoca_gym.policies.network import ScreenNetwork
from bmoca_gym.policies.rollout import Play, play
from bmoca_gym.tasks import Task


def success(
    network: ScreenNetwork,
    tasks_named: Iterable[str | Task] = ("representative",),
    environments: Any = "test",
    avoid_repeats: bool = True,
) -> dict[str, Any]:
    """Measure success rates by task. ``mean`` is over tasks; ``failed`` lists pairs of task and environment."""
    chosen = tasks.select(list(tasks_named))
    configurations = randomization.select(environments)
    jobs = [Job(task, configuration) for configuration in configurations for task in chosen]
    outcomes = play(network, jobs, Play(avoid_repeats=avoid_repeats))
    found: dict[str, Any] = {}
    for task in chosen:
        done = [outcome.success for outcome in outcomes if outcome.job.task.id == task.id]
        found[task.id] = sum(done) / len(done)
    found["mean"] = sum(found[task.id] for task in chosen) / len(chosen)
    found["failed"] = [outcome.job.key for outcome in outcomes if not outcome.success]
    return found
