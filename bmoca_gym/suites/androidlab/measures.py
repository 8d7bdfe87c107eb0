"""AndroidLab's measures: sub-goal success rate, reversed redundancy, reasonable operations (paper, appendix D)."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.records import Episode
from bmoca_gym.episodes.registries import Measure

#: A task counts for reversed redundancy if more than this share of its episodes succeeds (appendix D.3).
SOLVED = 0.05

#: AndroidLab's code ignores the rest of an episode after this many repetitions of an action in a row.
_REPEATS = 5


def sub_goals(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the sub-goal success rate: the share of sub-goals met at the end, as a mean over tasks (D.2).

    A task without sub-goals counts as one sub-goal. Returns None if no episode has sub-goals.
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
    """Compute the sub-goal success rate by the rule of AndroidLab's code.

    It is the mean of the scores under ``upstream``: on the last page that its judge knows, the share of sub-goals that
    it sees, or 1 if the task is done. An episode that this judge can't decide, such as an answer without a model to
    judge it, does not count. Returns None if no episode has such a score.
    """
    if not any("upstream" in (episode.scores or {}) for episode in episodes):
        return None
    known = [episode for episode in episodes if not episode.scores or "upstream" in episode.scores]
    return _over_tasks(known, lambda episode: (episode.scores or {}).get("upstream", 0.0), most=1.0)


def reversed_redundancy(episodes: Sequence[Episode], against: str) -> Measure | None:
    """Compute the reversed redundancy ratio: the steps of a ``human`` or the ``expert``, over the agent's steps (D.3).

    It is a mean over successes in tasks with a success rate above `SOLVED`. Above 1, the agent takes fewer steps.
    """

    def ratio(episode: Episode) -> float | None:
        steps = episode.human_steps if against == "human" else episode.expert_steps
        return steps / episode.steps if episode.success and steps and episode.steps else None

    parts = metrics.group(episodes, lambda episode: episode.task).values()
    solved = [
        one for part in parts if sum(each.success for each in part) > SOLVED * len(part) for one in part
    ]
    return _over_tasks(solved, ratio)


def against_people(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the reversed redundancy ratio against human steps."""
    return reversed_redundancy(episodes, "human")


def against_the_expert(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the reversed redundancy ratio against the expert's steps."""
    return reversed_redundancy(episodes, "expert")


def reasonable_operations(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the reasonable operation ratio: the share of operations that changed the screen (D.4).

    Answers and ``finish`` are not operations. An action in a wrong format is an operation without effect.
    """

    def share(episode: Episode) -> float | None:
        done = [one for one in episode.changed or () if one is not None]
        return statistics.fmean(done) if done else None

    return _over_tasks(episodes, share, most=1.0)


def reasonable_operations_upstream(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the reasonable operation ratio by the rule of AndroidLab's code, which compares pictures only.

    Neither actions in a wrong format nor answers are recorded, and nothing after the sixth repetition of an action.
    With n recorded actions, the code compares the screens before each action but the last; the ratio is 1 minus the
    number of equal neighbours over n - 1. An episode with an error scores 0.
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
    """Compute the mean over tasks of the means of their episodes. ``most``: the largest possible value."""
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
