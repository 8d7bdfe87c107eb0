"""Metrics of episodes: success rates with their uncertainty, environment gap, redundancy."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from bmoca_gym.evaluation.records import Episode

K = TypeVar("K", bound=Hashable)

#: The quantile of the normal distribution for a two-sided interval of 95 %.
Z_95 = 1.959963984540054


#: The quantiles of Student's distribution for such an interval, by degrees of freedom from 1 on.
_T_95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


class Rate(NamedTuple):
    """A success rate. All but the counts are fractions from 0 to 1, and None where they are not defined.

    ``mean``: successes / episodes. ``standard_error``: over runs, see `standard_error`. ``low``, ``high``:
    the Wilson interval of 95 % over episodes.
    """

    episodes: int
    successes: int
    mean: float | None
    standard_error: float | None
    low: float | None
    high: float | None


class Gap(NamedTuple):
    """The gap between an agent's mean success rate and that in its worst environment. Fractions from 0 to 1."""

    mean: float
    worst: float
    environment: str

    @property
    def difference(self) -> float:
        """Mean over environments minus the worst environment's rate."""
        return self.mean - self.worst


def success_rate(episodes: Sequence[Episode]) -> Rate:
    """The success rate of some episodes, whatever their tasks and environments."""
    successes = sum(episode.success for episode in episodes)
    if not episodes:
        return Rate(0, 0, None, None, None, None)
    low, high = wilson_interval(successes, len(episodes))
    return Rate(len(episodes), successes, successes / len(episodes), standard_error(episodes), low, high)


def standard_error(episodes: Iterable[Episode]) -> float | None:
    """Standard error of the success rate over runs: the sample deviation of the runs' rates over √runs.

    A run is all episodes of one seed. None where there are fewer than two runs.
    """
    rates = [_mean(run) for run in group(episodes, lambda episode: episode.seed).values()]
    return statistics.stdev(rates) / math.sqrt(len(rates)) if len(rates) > 1 else None


def instance_rate(episodes: Sequence[Episode]) -> tuple[int, tuple[float, float] | None]:
    """The number of instances of tasks in some episodes, and the interval of their success rate over instances.

    The instances are what was drawn: each counts once, with the mean of its episodes, however often and in however
    many environments it was played. The interval is Wilson's of 95 % for so many instances; None where no task has
    several.
    """
    rates = [_mean(part) for part in group(episodes, lambda one: (one.task, one.instance)).values()]
    if len(rates) == len({episode.task for episode in episodes}):
        return len(rates), None
    return len(rates), wilson_interval(math.fsum(rates), len(rates))


def run_interval(episodes: Iterable[Episode]) -> tuple[float, float] | None:
    """The interval of 95 % of the success rate over runs: Student's, by the deviation of the runs' rates.

    A run is all episodes of one seed. None where there are fewer than two runs.
    """
    rates = [_mean(run) for run in group(episodes, lambda episode: episode.seed).values()]
    interval = student_interval(rates)
    return None if interval is None else (max(0.0, interval[0]), min(1.0, interval[1]))


def student_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Student's interval of 95 % of the mean of values, by their deviation; None where there are fewer than two."""
    if len(values) < 2:
        return None
    quantile = _T_95[len(values) - 2] if len(values) - 2 < len(_T_95) else Z_95
    mean, half = statistics.fmean(values), quantile * statistics.stdev(values) / math.sqrt(len(values))
    return mean - half, mean + half


def mean_score(episodes: Sequence[Episode]) -> float | None:
    """Mean of the scores, which count what was done in part; None without episodes."""
    return statistics.fmean(episode.score for episode in episodes) if episodes else None


class Judged(NamedTuple):
    """The verdicts of both judges on the same episodes.

    ``rates``, ``scores``: success rate and mean score by judge. ``differ``: by judge, in how many episodes it alone
    saw success. ``episodes``: those that both judged.
    """

    episodes: int
    rates: dict[str, float]
    scores: dict[str, float]
    differ: dict[str, int]


def judged(episodes: Iterable[Episode]) -> Judged | None:
    """The verdicts of both judges; None where no episode has both. What has the whole score is a success."""
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
    """The Wilson score interval of a rate (Wilson 1927, without continuity correction).

    ``successes``: their number, or the sum of shares where each of ``episodes`` is a mean of several.

    Raises:
        ValueError: there are no episodes, or the successes are not from 0 to their number.
    """
    if not 0 <= successes <= episodes or episodes == 0:
        raise ValueError(
            f"{successes} successes in {episodes} episodes: there must be from 0 to all of at least 1."
        )
    rate = successes / episodes
    scale = 1 + z * z / episodes
    centre = (rate + z * z / (2 * episodes)) / scale
    half = z / scale * math.sqrt(rate * (1 - rate) / episodes + z * z / (4 * episodes * episodes))
    # Rounding may leave the ends an ulp off what they are exactly.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == episodes else min(1.0, centre + half)
    return low, high


def environment_gap(episodes: Iterable[Episode]) -> Gap | None:
    """The gap between the mean over environments and the worst, the first of equals; None without any."""
    rates = {name: _mean(part) for name, part in group(episodes, lambda episode: episode.environment).items()}
    if not rates:
        return None
    worst = min(rates, key=lambda name: rates[name])
    return Gap(statistics.fmean(rates.values()), rates[worst], worst)


def redundancy(episodes: Iterable[Episode]) -> float | None:
    """Mean of steps / expert steps over the successes whose expert steps are known; None where there is none.

    1 is as short as the expert; 2 is twice as long.
    """
    ratios = [
        episode.steps / episode.expert_steps
        for episode in episodes
        if episode.success and episode.expert_steps
    ]
    return statistics.fmean(ratios) if ratios else None


def expert_steps(episodes: Iterable[Episode]) -> float | None:
    """Mean of the expert's steps over the episodes where they are known, whatever the agent did; None without any."""
    steps = [episode.expert_steps for episode in episodes if episode.expert_steps is not None]
    return statistics.fmean(steps) if steps else None


def mean_steps(episodes: Iterable[Episode]) -> float | None:
    """Mean number of steps over the successes; None where there is none."""
    steps = [episode.steps for episode in episodes if episode.success]
    return statistics.fmean(steps) if steps else None


#: From so many repeated steps on an episode is called a loop.
LOOP = 3


class Conduct(NamedTuple):
    """The conduct of an agent in some episodes: counts, sums of what its model used, and shares from 0 to 1.

    ``wrong_format_rate``, ``repeat_rate``: shares of the steps; None without steps. ``loops``: episodes with at least
    `LOOP` steps that did on a screen what was done on the same screen before. ``hallucinated``: episodes that the agent
    called done and that were not. ``stopped``: episodes that a limit of the agent's ended. ``tokens``, ``cost``,
    ``model_seconds``: None where no model was asked. ``retries``: how often one was asked again, by why.
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


def group(episodes: Iterable[Episode], key: Callable[[Episode], K]) -> dict[K, list[Episode]]:
    """Episodes by what ``key`` says of them, in the order in which the keys first come."""
    groups: dict[K, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(key(episode), []).append(episode)
    return groups


def _mean(episodes: Sequence[Episode]) -> float:
    return sum(episode.success for episode in episodes) / len(episodes)
