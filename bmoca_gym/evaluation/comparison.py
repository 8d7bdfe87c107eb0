"""Two runs side by side: success rates, their difference, and the episodes that ended otherwise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation import metrics
from bmoca_gym.evaluation.metrics import Z_95, Rate
from bmoca_gym.evaluation.records import Episode


class Compared(NamedTuple):
    """Two runs in the episodes that both have played, of one task or of all.

    ``first``, ``second``: their success rates. ``lost``, ``won``: how many pairs only the first did, and only the
    second. ``difference``: the second's rate less the first's, a fraction; ``low`` and ``high``: the ends of its
    interval of 95 %, which is that of Bonett and Price (2012) for pairs. ``p``: the chance
    that equal agents differ as much in episodes that ended otherwise, two-sided (McNemar's exact test).
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
    """``rows``: tasks, where the second lost most first, and at the end all. ``otherwise``: the pairs of episodes of
    which one was a success and the other none. ``alone``: how many episodes only the first has, and only the second.
    """

    rows: tuple[Compared, ...]
    otherwise: tuple[tuple[Episode, Episode], ...]
    alone: tuple[int, int]


def compare(first: Sequence[Episode], second: Sequence[Episode]) -> Comparison:
    """Compare two runs in the episodes of the same task, instance, environment and seed.

    Raises:
        RecordError: they have none in common.
    """
    ours, theirs = ({one.key: one for one in run} for run in (first, second))
    pairs = [(one, theirs[key]) for key, one in ours.items() if key in theirs]
    if not pairs:
        raise RecordError(
            "The two runs have no episode in common: play the same tasks in the same environments with the same seeds."
        )
    by_task: dict[str, list[tuple[Episode, Episode]]] = {}
    for pair in pairs:
        by_task.setdefault(pair[0].task, []).append(pair)
    rows = sorted((compared(task, some) for task, some in by_task.items()), key=lambda row: row.difference)
    return Comparison(
        (*rows, compared("all", pairs)),
        tuple([pair for pair in pairs if pair[0].success != pair[1].success]),
        (len(ours) - len(pairs), len(theirs) - len(pairs)),
    )


def different_settings(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Differences in the settings of two runs, by their ``run.json``, except for the agent and its options."""
    ours, theirs = (dict(one["identity"]) for one in (first, second))
    names = [name for name in {**ours, **theirs} if name not in ("agent", "options")]
    return [
        (name, ours.get(name, "none"), theirs.get(name, "none"))
        for name in names
        if ours.get(name) != theirs.get(name)
    ]


def compared(name: str, pairs: Sequence[tuple[Episode, Episode]]) -> Compared:
    """The comparison of some pairs of episodes."""
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
    """The chance of at most so many heads, or tails, in ``count`` throws of a coin."""
    return min(1.0, 2 * sum(math.comb(count, i) for i in range(fewer + 1)) / 2**count)
