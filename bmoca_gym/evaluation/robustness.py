"""How an agent's success varies: over instances and seeds, over configurations, and with interruptions."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bmoca_gym import data_files, suite_names
from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.metrics import group
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import CatalogueError
from bmoca_gym.interruptions import CALM

#: File beside a suite's tasks with figures that its authors have published.
FILE = "robustness.yaml"


@dataclass(frozen=True, slots=True)
class Spread:
    """Success rates by setting, 0 to 1.

    Attributes:
        rates: the rates by setting name.
    """

    rates: Mapping[str, float]

    @property
    def mean(self) -> float:
        """Mean over the settings."""
        return statistics.fmean(self.rates.values())

    @property
    def lowest(self) -> float:
        """The lowest rate."""
        return min(self.rates.values())

    @property
    def highest(self) -> float:
        """The highest rate."""
        return max(self.rates.values())

    @property
    def deviation(self) -> float | None:
        """Standard deviation; None for one setting."""
        return statistics.stdev(self.rates.values()) if len(self.rates) > 1 else None


@dataclass(frozen=True, slots=True)
class Drop:
    """Success at a level of interruptions, on the episodes that were also played without interruptions.

    Attributes:
        level: the level.
        episodes: the number of these episodes.
        rate: success at the level.
        calm: success without interruptions.
    """

    level: str
    episodes: int
    rate: float
    calm: float


@dataclass(frozen=True, slots=True)
class Line:
    """An agent on a suite: how its calm success varies, and how much interruptions reduce it."""

    agent: str
    seeds: Spread
    configurations: Spread
    drops: tuple[Drop, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """A row of a suite's published results: an agent's success by setting, and its source."""

    suite: str
    source: str
    address: str
    agent: str
    axis: str
    spread: Spread


def line(agent: str, by_level: Mapping[str, Sequence[Episode]]) -> Line | None:
    """Summarise an agent's episodes on a suite, by level of interruptions; None if it has no calm ones."""
    calm = by_level.get(CALM, ())
    if not calm:
        return None
    drops = [_drop(level, each, calm) for level, each in sorted(by_level.items()) if level != CALM]
    return Line(
        agent,
        _spread(calm, lambda one: (one.instance, one.seed), lambda key: f"instance {key[0]}, seed {key[1]}"),
        _spread(calm, lambda one: one.environment, str),
        tuple([drop for drop in drops if drop is not None]),
    )


def _spread(
    episodes: Sequence[Episode], key: Callable[[Episode], Hashable], name: Callable[[Any], str]
) -> Spread:
    return Spread({name(of): _rate(each) for of, each in sorted(group(episodes, key).items())})


def _drop(level: str, episodes: Sequence[Episode], calm: Sequence[Episode]) -> Drop | None:
    both = {_key(one) for one in episodes} & {_key(one) for one in calm}
    if not both:
        return None
    return Drop(
        level,
        len(both),
        _rate(one for one in episodes if _key(one) in both),
        _rate(one for one in calm if _key(one) in both),
    )


def _key(episode: Episode) -> tuple[Hashable, ...]:
    return episode.task, episode.environment, episode.instance, episode.seed


def _rate(episodes: Iterable[Episode]) -> float:
    return metrics.success_rate([*episodes]).mean or 0.0


def published() -> list[Published]:
    """Read the results that suites' authors have published, from each suite's `FILE`.

    Raises:
        CatalogueError: a file is malformed.
    """
    found = []
    for suite in suite_names.packages():
        path = suite_names.folder(suite) / FILE
        if not path.is_file():
            continue
        try:
            data: Any = data_files.parsed(data_files.read(path), str(path))
            for row in data["rows"]:
                rates = {str(name): float(value) / 100 for name, value in row["settings"].items()}
                source = suite, str(data["source"]), str(data["address"])
                found.append(Published(*source, str(row["agent"]), str(row["axis"]), Spread(rates)))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CatalogueError(f"{path}: it must have source, address and rows: {error!r}") from error
    return found
