"""Metrics of episodes: success rates with intervals, environment gap, redundancy, conduct."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from bmoca_gym.episodes.outcomes import OUTCOMES
from bmoca_gym.episodes.records import Episode
from bmoca_gym.episodes.registries import Measure

K = TypeVar("K", bound=Hashable)

#: The quantile of the normal distribution for a two-sided interval of 95 %.
Z_95 = 1.959963984540054


#: The quantiles of Student's distribution for a two-sided interval of 95 %, by degrees of freedom from 1 on.
_T_95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


class Rate(NamedTuple):
    """A success rate. All values but the counts are fractions from 0 to 1, or None if undefined.

    ``mean``: successes / episodes. ``standard_error``: over runs, see `standard_error`. ``low``, ``high``: Wilson's
    95 % interval over episodes.
    """

    episodes: int
    successes: int
    mean: float | None
    standard_error: float | None
    low: float | None
    high: float | None


class Gap(NamedTuple):
    """Gap between the mean success rate and the rate in the worst environment. Fractions from 0 to 1."""

    mean: float
    worst: float
    environment: str

    @property
    def difference(self) -> float:
        """Mean over environments minus the worst environment's rate."""
        return self.mean - self.worst


def success_rate(episodes: Sequence[Episode]) -> Rate:
    """Compute the success rate of ``episodes``, of any tasks and environments."""
    successes = sum(episode.success for episode in episodes)
    if not episodes:
        return Rate(0, 0, None, None, None, None)
    low, high = wilson_interval(successes, len(episodes))
    return Rate(len(episodes), successes, successes / len(episodes), standard_error(episodes), low, high)


def standard_error(episodes: Iterable[Episode]) -> float | None:
    """Compute the standard error of the success rate: the sample standard deviation of the runs' rates, over √runs.

    A run is all episodes of one seed. Returns None for fewer than two runs.
    """
    rates = [_mean(run) for run in group(episodes, lambda episode: episode.seed).values()]
    return statistics.stdev(rates) / math.sqrt(len(rates)) if len(rates) > 1 else None


def instance_rate(episodes: Sequence[Episode]) -> tuple[int, tuple[float, float] | None]:
    """Count the task instances in ``episodes``, and compute the interval of the success rate over instances.

    Each instance is one observation and counts with the mean of its episodes. The interval is Wilson's 95 % interval
    with n = the number of instances; None if no task has several.
    """
    rates = [_mean(part) for part in group(episodes, lambda one: (one.task, one.instance)).values()]
    if len(rates) == len({episode.task for episode in episodes}):
        return len(rates), None
    return len(rates), wilson_interval(math.fsum(rates), len(rates))


def run_interval(episodes: Iterable[Episode]) -> tuple[float, float] | None:
    """Compute Student's 95 % interval of the success rate over runs, limited to 0 and 1.

    A run is all episodes of one seed. Returns None for fewer than two runs.
    """
    rates = [_mean(run) for run in group(episodes, lambda episode: episode.seed).values()]
    interval = student_interval(rates)
    return None if interval is None else (max(0.0, interval[0]), min(1.0, interval[1]))


def student_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Compute Student's 95 % interval of the mean of ``values``; None for fewer than two."""
    if len(values) < 2:
        return None
    quantile = _T_95[len(values) - 2] if len(values) - 2 < len(_T_95) else Z_95
    mean, half = statistics.fmean(values), quantile * statistics.stdev(values) / math.sqrt(len(values))
    return mean - half, mean + half


def mean_score(episodes: Sequence[Episode]) -> float | None:
    """Compute the mean score, which includes partial credit; None without episodes."""
    return statistics.fmean(episode.score for episode in episodes) if episodes else None


class Judged(NamedTuple):
    """Verdicts of both judges on the same episodes.

    ``episodes``: number of episodes that both judged. ``rates``, ``scores``: success rate and mean score by judge.
    ``differ``: by judge, the number of episodes that only this judge calls a success.
    """

    episodes: int
    rates: dict[str, float]
    scores: dict[str, float]
    differ: dict[str, int]


def judged(episodes: Iterable[Episode]) -> Judged | None:
    """Compare the verdicts of both judges; None if no episode has both. A score of 1 is a success."""
    both = [episode.scores for episode in episodes if episode.scores is not None and len(episode.scores) > 1]
    if not both:
        return None
    judges = list(both[0])
    done = [{judge: scores.get(judge, 0.0) >= 1 for judge in judges} for scores in both]
    return Judged(
        len(both),
        {judge: statistics.fmean(one[judge] for one in done) for judge in judges},
        {judge: statistics.fmean(scores.get(judge, 0.0) for scores in both) for judge in judges},
        {judge: sum(one[judge] and sum(one.values()) == 1 for one in done) for judge in judges},
    )


def wilson_interval(successes: float, episodes: int, z: float = Z_95) -> tuple[float, float]:
    """Compute the Wilson score interval of a rate (Wilson 1927, without continuity correction).

    ``successes``: the number of successes, or a sum of fractions if each observation is a mean.

    Raises:
        ValueError: there are no episodes, or ``successes`` is not from 0 to their number.
    """
    if not 0 <= successes <= episodes or episodes == 0:
        raise ValueError(
            f"{successes} successes in {episodes} episodes; there must be at least one episode, and from 0 to that "
            "many successes."
        )
    rate = successes / episodes
    scale = 1 + z * z / episodes
    centre = (rate + z * z / (2 * episodes)) / scale
    half = z / scale * math.sqrt(rate * (1 - rate) / episodes + z * z / (4 * episodes * episodes))
    # Rounding may shift the ends by an ulp.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == episodes else min(1.0, centre + half)
    return low, high


def environment_gap(episodes: Iterable[Episode]) -> Gap | None:
    """Compute the gap between the mean over environments and the worst one (the first of equals); None without any."""
    rates = {name: _mean(part) for name, part in group(episodes, lambda episode: episode.environment).items()}
    if not rates:
        return None
    worst = min(rates, key=lambda name: rates[name])
    return Gap(statistics.fmean(rates.values()), rates[worst], worst)


def redundancy(episodes: Iterable[Episode]) -> float | None:
    """Compute the mean of steps / expert steps, over successes with known expert steps; None without any.

    1 means as many steps as the expert, 2 twice as many.
    """
    ratios = [
        episode.steps / episode.expert_steps
        for episode in episodes
        if episode.success and episode.expert_steps
    ]
    return statistics.fmean(ratios) if ratios else None


def expert_steps(episodes: Iterable[Episode]) -> float | None:
    """Compute the mean of the expert's steps, over all episodes that have them; None without any."""
    steps = [episode.expert_steps for episode in episodes if episode.expert_steps is not None]
    return statistics.fmean(steps) if steps else None


def mean_steps(episodes: Iterable[Episode]) -> float | None:
    """Compute the mean number of steps over the successes; None without any."""
    steps = [episode.steps for episode in episodes if episode.success]
    return statistics.fmean(steps) if steps else None


def side_effect_share(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the share of episodes with a side effect, as a mean over tasks; None if none was watched."""
    return _share(episodes, "side_effects")


def harmful_share(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the share of episodes with a harmful act, as a mean over tasks; None if none was watched."""
    return _share(episodes, "harmful_acts")


def early_stop_share(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the share of episodes that the agent ended too early, as a mean over tasks; None if it ended none."""
    if not any(episode.finished is not None for episode in episodes):
        return None
    return _mean_over_tasks(episodes, lambda episode: float(episode.stopped_early))


def _share(episodes: Sequence[Episode], name: str) -> Measure | None:
    watched = [episode for episode in episodes if getattr(episode, name) is not None]
    return _mean_over_tasks(watched, lambda episode: float(bool(getattr(episode, name)))) if watched else None


def _mean_over_tasks(episodes: Sequence[Episode], value: Callable[[Episode], float]) -> Measure:
    means = [
        statistics.fmean(map(value, part)) for part in group(episodes, lambda episode: episode.task).values()
    ]
    low, high = student_interval(means) or (None, None)
    if low is not None and high is not None:
        low, high = max(0.0, low), min(1.0, high)
    return Measure(statistics.fmean(means), low, high, len(means))


#: An episode with at least this many repeated steps is a loop.
LOOP = 3


class Conduct(NamedTuple):
    """Conduct of an agent in some episodes: counts, rates from 0 to 1, and sums of its model's usage.

    Attributes:
        steps: number of steps.
        wrong_format_rate, repeat_rate: shares of the steps; None without steps.
        loops: number of episodes with at least `LOOP` steps that repeated an action on an equal screen.
        hallucinated: number of episodes that the agent called finished, but that failed.
        stopped: number of episodes that a limit of the agent ended.
        tokens, cost, model_seconds: sums of usage; None without a model.
        retries: number of requests that were sent again, by reason.
    """

    steps: int
    wrong_format_rate: float | None
    repeat_rate: float | None
    loops: int
    hallucinated: int
    stopped: int
    tokens: int | None
    cost: float | None
    model_seconds: float | None
    retries: dict[str, int]


def conduct(episodes: Sequence[Episode]) -> Conduct:
    """Compute the conduct of an agent in ``episodes``."""
    steps = sum(episode.steps for episode in episodes)
    usages = [episode.usage for episode in episodes if episode.usage is not None]

    def used(*names: str) -> float:
        return sum(usage.get(name, 0) for usage in usages for name in names)

    return Conduct(
        steps,
        sum(episode.wrong_formats for episode in episodes) / steps if steps else None,
        sum(episode.repeats for episode in episodes) / steps if steps else None,
        sum(episode.repeats >= LOOP for episode in episodes),
        sum(episode.hallucinated for episode in episodes),
        sum(episode.stopped is not None for episode in episodes),
        int(used("prompt_tokens", "answer_tokens")) if usages else None,
        round(used("cost"), 9) if usages else None,
        round(used("seconds"), 3) if usages else None,
        dict(sum((Counter(episode.retries) for episode in episodes), Counter())),
    )


def outcomes(episodes: Iterable[Episode]) -> dict[str, int]:
    """Count the episodes by outcome, in the order of `OUTCOMES`."""
    counts = Counter(episode.outcome for episode in episodes)
    return {name: counts[name] for name in OUTCOMES if counts[name]}


def group(episodes: Iterable[Episode], key: Callable[[Episode], K]) -> dict[K, list[Episode]]:
    """Group episodes by ``key``, in the order in which the keys first occur."""
    groups: dict[K, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(key(episode), []).append(episode)
    return groups


def _mean(episodes: Sequence[Episode]) -> float:
    return sum(episode.success for episode in episodes) / len(episodes)
