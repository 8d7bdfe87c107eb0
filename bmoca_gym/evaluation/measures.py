"""AndroidLab's measures beside the success rate: sub-goals, reversed redundancy, reasonable operations (appendix D)."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bmoca_gym.evaluation import metrics
from bmoca_gym.evaluation.records import Episode

#: A task counts for reversed redundancy where more than this share of its episodes succeeds (appendix D.3).
SOLVED = 0.05

#: After so many repetitions of an action, one after the other, AndroidLab's code reads no further in an episode.
_REPEATS = 5


class Measure(NamedTuple):
    """The mean of a measure over tasks, each with the mean of its episodes.

    ``low``, ``high``: Student's interval of 95 % over the tasks, None where there are fewer than two. ``tasks``: how
    many tasks have the measure.
    """

    mean: float
    low: float | None
    high: float | None
    tasks: int


class Measures(NamedTuple):
    """All measures of some episodes, each None where nothing is known of it.

    ``sub_goals``: see `sub_goals`; ``sub_goals_upstream``: see `sub_goals_upstream`. ``human``, ``expert``: see
    `reversed_redundancy`. ``operations``, ``operations_upstream``: see `reasonable_operations` and
    `reasonable_operations_upstream`.
    """

    sub_goals: Measure | None
    sub_goals_upstream: Measure | None
    human: Measure | None
    expert: Measure | None
    operations: Measure | None
    operations_upstream: Measure | None


def measures(episodes: Sequence[Episode]) -> Measures:
    """Compute all measures of ``episodes``."""
    return Measures(
        sub_goals(episodes),
        sub_goals_upstream(episodes),
        reversed_redundancy(episodes, "human"),
        reversed_redundancy(episodes, "expert"),
        reasonable_operations(episodes),
        reasonable_operations_upstream(episodes),
    )


def sub_goals(episodes: Sequence[Episode]) -> Measure | None:
    """Sub-goal success rate: the share of a task's sub-goals that are met at the end, and the mean over tasks (D.2).

    A task without sub-goals has one, itself. None where no episode has any.
    """
    if not any(episode.sub_goals for episode in episodes):
        return None
    return _over_tasks(episodes, _share_met, most=1.0)


def _share_met(episode: Episode) -> float:
    if episode.error is not None:
        return 0.0
    met = episode.sub_goals
    return statistics.fmean(met.values()) if met else float(episode.success)


def sub_goals_upstream(episodes: Sequence[Episode]) -> Measure | None:
    """Sub-goal success rate as AndroidLab's code has it: of the last page that its judge knows, the share of what it
    sees.

    It is the mean of the scores under ``upstream``, 1 where the task is done. An episode of which that judge can't say
    anything, such as an answer without a model that judges it, does not count. None where no episode has one.
    """
    if not any("upstream" in (episode.scores or {}) for episode in episodes):
        return None
    known = [episode for episode in episodes if not episode.scores or "upstream" in episode.scores]
    return _over_tasks(known, lambda episode: (episode.scores or {}).get("upstream", 0.0), most=1.0)


def reversed_redundancy(episodes: Sequence[Episode], against: str) -> Measure | None:
    """Reversed redundancy ratio: steps of a ``human`` or of the ``expert``, over the agent's own (D.3).

    Of tasks of whose episodes more than `SOLVED` succeed, the mean over these. More than 1 is shorter than they.
    """

    def ratio(episode: Episode) -> float | None:
        steps = episode.human_steps if against == "human" else episode.expert_steps
        return steps / episode.steps if episode.success and steps and episode.steps else None

    parts = metrics.group(episodes, lambda episode: episode.task).values()
    solved = [
        one for part in parts if sum(each.success for each in part) > SOLVED * len(part) for one in part
    ]
    return _over_tasks(solved, ratio)


def reasonable_operations(episodes: Sequence[Episode]) -> Measure | None:
    """Reasonable operation ratio: the share of the operations after which the screen was another one (D.4).

    Answers and the agent's own end are no operations; an action in a wrong format is one that changes nothing.
    """

    def share(episode: Episode) -> float | None:
        done = [one for one in episode.changed or () if one is not None]
        return statistics.fmean(done) if done else None

    return _over_tasks(episodes, share, most=1.0)


def reasonable_operations_upstream(episodes: Sequence[Episode]) -> Measure | None:
    """Reasonable operation ratio as AndroidLab's code has it: by pictures alone, without the screen before the end.

    Of an episode with n recorded actions (not those in a wrong format, nor answers; nothing behind the sixth repetition
    of an action) the screens before each but the last are compared: it is 1 less the pairs of the same, over n - 1. An
    episode that broke off has 0.
    """
    if not any(episode.redrawn is not None for episode in episodes):
        return None
    known = [one for one in episodes if one.redrawn is not None or one.error is not None]
    return _over_tasks(known, _operations_upstream, most=1.0)


def _operations_upstream(episode: Episode) -> float:
    if episode.redrawn is None or episode.error is not None:
        return 0.0
    recorded: list[bool] = []
    last, repeats = "", 0
    for action, other in zip(episode.actions, episode.redrawn, strict=True):
        if other is None:
            continue
        repeats = repeats + 1 if action == last else 0
        last = action
        if repeats > _REPEATS:
            break
        recorded.append(other)
    same = sum(not other for other in recorded[:-2])
    return 1 - same / (len(recorded) - 1) if len(recorded) > 1 else 1.0


def _over_tasks(
    episodes: Sequence[Episode], value: Callable[[Episode], float | None], most: float | None = None
) -> Measure | None:
    """The mean over tasks of the means of their episodes; ``most``: the largest that it can be."""
    means: list[float] = []
    for part in metrics.group(episodes, lambda episode: episode.task).values():
        values = [found for found in map(value, part) if found is not None]
        if values:
            means.append(statistics.fmean(values))
    if not means:
        return None
    interval = metrics.student_interval(means)
    if interval is None:
        return Measure(means[0], None, None, 1)
    low, high = interval
    return Measure(
        statistics.fmean(means), max(0.0, low), high if most is None else min(most, high), len(means)
    )
