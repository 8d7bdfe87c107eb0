"""Compare two runs: success rates, their difference, and the episodes with different results."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.metrics import Z_95, Rate
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import RecordError


class Compared(NamedTuple):
    """Comparison of two runs on the episodes that both have, for one task or all.

    Attributes:
        name: id of the task, or ``all``.
        first, second: success rates.
        lost, won: number of pairs that only the first run solved, and only the second.
        difference: rate of the second minus rate of the first, a fraction from -1 to 1.
        low, high: 95 % interval of the difference for pairs (Bonett and Price 2012).
        p: probability that equal agents differ at least as much, two-sided (McNemar's exact test).
    """

    name: str
    first: Rate
    second: Rate
    lost: int
    won: int
    difference: float
    low: float
    high: float
    p: float


class Comparison(NamedTuple):
    """Comparison of two runs.

    ``rows``: a row for each task, the largest loss of the second run first, and at the end a row for all.
    ``otherwise``: the pairs of episodes with different results. ``alone``: number of episodes that only the first run
    has, and only the second. ``outcomes``: number of compared episodes by outcome, of the first run and of the second.
    """

    rows: tuple[Compared, ...]
    otherwise: tuple[tuple[Episode, Episode], ...]
    alone: tuple[int, int]
    outcomes: tuple[dict[str, int], dict[str, int]]


def compare(first: Sequence[Episode], second: Sequence[Episode]) -> Comparison:
    """Compare two runs on episodes with the same task, instance, environment and seed.

    Raises:
        RecordError: the runs have no episode in common.
    """
    ours, theirs = ({one.key: one for one in run} for run in (first, second))
    pairs = [(one, theirs[key]) for key, one in ours.items() if key in theirs]
    if not pairs:
        raise RecordError(
            "The two runs have no episode in common. Play the same tasks in the same environments with the same seeds."
        )
    by_task: dict[str, list[tuple[Episode, Episode]]] = {}
    for pair in pairs:
        by_task.setdefault(pair[0].task, []).append(pair)
    rows = sorted((compared(task, some) for task, some in by_task.items()), key=lambda row: row.difference)
    return Comparison(
        (*rows, compared("all", pairs)),
        tuple([pair for pair in pairs if pair[0].success != pair[1].success]),
        (len(ours) - len(pairs), len(theirs) - len(pairs)),
        (metrics.outcomes(one for one, _ in pairs), metrics.outcomes(other for _, other in pairs)),
    )


def different_settings(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """List the settings that differ, from ``run.json``: name, first value, second value. Agent options are left out."""
    ours, theirs = (dict(one["identity"]) for one in (first, second))
    names = [name for name in {**ours, **theirs} if name not in ("agent", "options")]
    return [
        (name, ours.get(name, "none"), theirs.get(name, "none"))
        for name in names
        if ours.get(name) != theirs.get(name)
    ]


def compared(name: str, pairs: Sequence[tuple[Episode, Episode]]) -> Compared:
    """Compare pairs of episodes."""
    lost = sum(one.success and not other.success for one, other in pairs)
    won = sum(other.success and not one.success for one, other in pairs)
    down, up = ((count + 1) / (len(pairs) + 2) for count in (lost, won))
    margin = Z_95 * math.sqrt((up + down - (up - down) ** 2) / (len(pairs) + 2))
    return Compared(
        name,
        metrics.success_rate([one for one, _ in pairs]),
        metrics.success_rate([other for _, other in pairs]),
        lost,
        won,
        (won - lost) / len(pairs),
        max(-1.0, up - down - margin),
        min(1.0, up - down + margin),
        _two_sided(min(won, lost), won + lost),
    )


def _two_sided(fewer: int, count: int) -> float:
    """Compute the probability of at most ``fewer`` heads, or at most ``fewer`` tails, in ``count`` coin tosses."""
    ways = sum(math.comb(count, i) for i in range(fewer + 1))
    return min(1.0, 2 * ways / int(2**count))
