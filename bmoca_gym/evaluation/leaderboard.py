"""Leaderboard: a static site of tables and trajectories, built from runs that were verified by playing them again."""

from __future__ import annotations

import math
import shutil
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.metrics import Rate, group
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import BmocaError, SettingsError, writing
from bmoca_gym.evaluation import entry, report, robustness
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.verification import verify
from bmoca_gym.interruptions import CALM
from bmoca_gym.version import __version__

#: In place of the suite's name for tasks of a file.
OWN = "own tasks"

#: For how many attempts pass@k and pass^k are told.
ATTEMPTS = (1, 2, 3, 5, 10)

#: Most trajectories of one agent on one task that the site keeps.
_MOST_TRAJECTORIES = 5


@dataclass(frozen=True, slots=True)
class Run:
    """A verified run.

    Attributes:
        name: the agent's name on the site.
        description: the content of ``run.json``.
        episodes: its episodes.
    """

    name: str
    description: dict[str, Any]
    episodes: list[Episode]

    @property
    def level(self) -> str:
        """The level of interruptions."""
        told = self.description["identity"].get("interruptions") or CALM
        return told if isinstance(told, str) else ", ".join(map(str, told))

    @property
    def label(self) -> str:
        """The agent's name, with the level of interruptions if there are any."""
        return self.name if self.level == CALM else f"{self.name}, {self.level}"

    def task(self, episode: Episode) -> str:
        """Name an episode's task, with its suite."""
        return _task(self.description["tasks"][episode.task], episode.task)

    def keys(self) -> set[tuple[str, str, int, int]]:
        """List its episodes: tasks with their suites, environments, seeds and instances."""
        return {(self.task(one), one.environment, one.seed, one.instance) for one in self.episodes}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: one agent in one group of episodes.

    Attributes:
        agent: its name.
        rate: the success rate with its interval.
        score: mean score, 0 to 1.
        deviation: standard deviation of the success rate over seeds, None for one seed.
        pass_at: by number of attempts, the chance that at least one succeeds; see `pass_at`.
        pass_all: the chance that all succeed.
        side_effects, harmful: share of the monitored episodes with any, or None.
        false_completions: share of the episodes that the agent wrongly called done.
        early: share of the episodes it ended too early.
        steps: mean number of steps of a success.
    """

    agent: str
    rate: Rate
    score: float | None
    deviation: float | None
    pass_at: dict[int, float]
    pass_all: dict[int, float]
    side_effects: float | None
    harmful: float | None
    false_completions: float
    early: float
    steps: float | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the site: the agents on one suite, split and level of interruptions, by success rate."""

    suite: str
    split: str
    level: str
    lines: list[Line]
    attempts: list[int]


@dataclass(slots=True)
class Board:
    """What a leaderboard was built from.

    Attributes:
        runs: the verified runs.
        refused: other files, and why they were refused.
    """

    runs: list[Run] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)


def read(
    folder: Path,
    site: Path,
    *,
    workers: int = 1,
    check: bool = True,
    on_read: Callable[[str, str], None] = lambda name, said: None,
) -> Board:
    """Read and verify all entries and results folders in a folder. Films are copied into the site.

    Args:
        folder: the folder; entries end in ``.bmoca.zip``.
        site: the folder of the site.
        workers: number of processes that play episodes again.
        check: False treats every run as verified, for work on the site itself.
        on_read: called with each file's name and what was found.

    Raises:
        SettingsError: there is neither an entry nor a results folder.
    """
    places = sorted(
        path for path in folder.iterdir() if path.name.endswith(entry.SUFFIX) or (path / "run.json").is_file()
    )
    if not places:
        raise SettingsError(
            f"{folder} has no entries (*{entry.SUFFIX}, made by bmoca submit) and no results folders."
        )
    board = Board()
    for path in places:
        try:
            with entry.opened(path) as (unpacked, described):
                verdict = verify(unpacked, workers=workers) if check else None
                if verdict is not None and not verdict.verified:
                    raise BmocaError(verdict.reason)
                results = ResultsFolder(unpacked)
                run = Run(str(described["name"]), results.description(), results.episodes())
                board.runs.append(_unique(run, board.runs))
                _copy_films(unpacked, site / "films" / str(len(board.runs) - 1), board.runs[-1].episodes)
                on_read(path.name, "verified" if check else "not checked")
        except BmocaError as error:
            board.refused.append((path.name, " ".join(str(error).split())))
            on_read(path.name, board.refused[-1][1])
    return board


def _copy_films(folder: Path, target: Path, episodes: Sequence[Episode]) -> None:
    """Copy the films for the trajectories that the site shows."""
    for episode in _kept(episodes):
        if episode.film is not None:
            source = ResultsFolder(folder).inside(episode.film)
            if source.is_dir():
                with writing(target):
                    shutil.copytree(source, target / episode.film, dirs_exist_ok=True)


def _kept(episodes: Sequence[Episode]) -> list[Episode]:
    """List the episodes whose trajectories the site shows."""
    of_tasks = group(episodes, lambda episode: episode.task).values()
    return [episode for of_task in of_tasks for episode in of_task[:_MOST_TRAJECTORIES]]


def _unique(run: Run, others: Sequence[Run]) -> Run:
    """Return the run with a number after its name if another run with that name has one of the same episodes."""
    number, found = 1, run
    while any(other.label == found.label and other.keys() & found.keys() for other in others):
        number += 1
        found = replace(run, name=f"{run.name} ({number})")
    return found


def _task(entry: Mapping[str, Any], name: str) -> str:
    return f"{entry.get('suite') or OWN}/{name}"


def tables(runs: Sequence[Run]) -> list[Table]:
    """Make the tables: one for each suite, split of its environments, and level of interruptions."""
    parts: dict[tuple[str, str, str], dict[str, list[Episode]]] = {}
    for run in runs:
        tasks, environments = run.description["tasks"], run.description["environments"]
        for episode in run.episodes:
            suite = tasks[episode.task].get("suite") or OWN
            key = suite, environments[episode.environment]["split"], run.level
            parts.setdefault(key, {}).setdefault(run.name, []).append(episode)
    found = []
    for (suite, split, level), agents in sorted(
        parts.items(), key=lambda part: (part[0][0], part[0][1], part[0][2] != CALM, part[0][2])
    ):
        lines = sorted(
            (_line(name, episodes) for name, episodes in agents.items()),
            key=lambda line: (-(line.rate.mean or 0), line.agent),
        )
        attempts = sorted({count for line in lines for count in line.pass_at if count > 1})
        found.append(Table(suite, split, level, lines, attempts))
    return found


def variation(runs: Sequence[Run]) -> dict[str, list[robustness.Line]]:
    """Summarise how agents' calm success varies, by suite; see `robustness.Line`."""
    parts: dict[str, dict[str, dict[str, list[Episode]]]] = {}
    for run in runs:
        for episode in run.episodes:
            suite = run.description["tasks"][episode.task].get("suite") or OWN
            of_agent = parts.setdefault(suite, {}).setdefault(run.name, {})
            of_agent.setdefault(run.level, []).append(episode)
    found = {}
    for suite, agents in sorted(parts.items()):
        lines = [robustness.line(name, by_level) for name, by_level in agents.items()]
        known = [line for line in lines if line is not None]
        if known:
            found[suite] = sorted(known, key=lambda line: (-line.configurations.mean, line.agent))
    return found


def _line(name: str, episodes: Sequence[Episode]) -> Line:
    cells = group(episodes, lambda episode: (episode.environment, episode.task, episode.instance)).values()
    counts = [(len(cell), sum(episode.success for episode in cell)) for cell in cells]
    least = min(number for number, _ in counts)
    by_seed = [
        statistics.fmean(float(episode.success) for episode in run)
        for run in group(episodes, lambda episode: episode.seed).values()
    ]
    attempts = [count for count in ATTEMPTS if count <= least]
    return Line(
        name,
        metrics.success_rate(episodes),
        metrics.mean_score(episodes),
        statistics.stdev(by_seed) if len(by_seed) > 1 else None,
        {count: statistics.fmean(pass_at(n, c, count) for n, c in counts) for count in attempts},
        {count: statistics.fmean(pass_all(n, c, count) for n, c in counts) for count in attempts},
        _share(episodes, "side_effects"),
        _share(episodes, "harmful_acts"),
        statistics.fmean(float(episode.hallucinated) for episode in episodes),
        statistics.fmean(float(episode.stopped_early) for episode in episodes),
        metrics.mean_steps(episodes),
    )


def _share(episodes: Iterable[Episode], name: str) -> float | None:
    told = [getattr(episode, name) for episode in episodes]
    known = [bool(one) for one in told if one is not None]
    return statistics.fmean(known) if known else None


def pass_at(played: int, successes: int, attempts: int) -> float:
    """Estimate the chance that at least one of some attempts succeeds (pass@k), without bias (Chen et al. 2021).

    Args:
        played: number of episodes of one task.
        successes: how many of them succeeded.
        attempts: k, at most ``played``.
    """
    return 1 - math.comb(played - successes, attempts) / math.comb(played, attempts)


def pass_all(played: int, successes: int, attempts: int) -> float:
    """Estimate the chance that all of some attempts succeed (pass^k), without bias (Yao et al. 2024).

    The arguments are those of `pass_at`.
    """
    return math.comb(successes, attempts) / math.comb(played, attempts)


def write(board: Board, site: Path) -> None:
    """Write the site: ``index.html`` next to the films that `read` copied.

    Raises:
        OutputError: a file can't be written.
    """
    environment = report.templates()
    environment.filters.update(percent=report.percent, points=report.points)
    names = list(dict.fromkeys(run.label for run in board.runs))
    page = environment.get_template("leaderboard.html").render(
        tables=tables(board.runs),
        variation=variation(board.runs),
        published=robustness.published(),
        runs=board.runs,
        refused=board.refused,
        names=names,
        by_task=_by_task(board.runs, names),
        data=report.inside_script({"agents": names, "tasks": _trajectories(board.runs, names, site)}),
        version=__version__,
    )
    with writing(site):
        site.mkdir(parents=True, exist_ok=True)
        (site / "index.html").write_text(page, encoding="utf-8", errors="replace")


def _by_task(runs: Sequence[Run], names: Sequence[str]) -> list[dict[str, Any]]:
    """Lay out the table of tasks: for each one, the success rates of the agents in the order of their names."""
    tasks: dict[str, tuple[str, dict[str, Any]]] = {}
    cells: dict[tuple[str, str], list[Episode]] = {}
    for run in runs:
        for name, task in run.description["tasks"].items():
            tasks.setdefault(_task(task, name), (name, task))
        for episode in run.episodes:
            cells.setdefault((run.task(episode), run.label), []).append(episode)
    return [
        {
            "id": key,
            "name": task.get("name") or name,
            "instruction": task["instruction"],
            "rates": [metrics.success_rate(cells.get((key, agent), [])).mean for agent in names],
        }
        for key, (name, task) in tasks.items()
    ]


def _trajectories(
    runs: Sequence[Run], names: Sequence[str], site: Path
) -> dict[str, list[list[dict[str, Any]]]]:
    """Collect the trajectories: for each task and agent, some episodes step by step."""
    found: dict[str, list[list[dict[str, Any]]]] = {}
    for number, run in enumerate(runs):
        for episode in _kept(run.episodes):
            of_agents = found.setdefault(run.task(episode), [[] for _ in names])
            of_agents[names.index(run.label)].append(_trajectory(episode, run, number, site))
    return found


def _trajectory(episode: Episode, run: Run, number: int, site: Path) -> dict[str, Any]:
    instance = run.description["instances"].get(episode.key.instance_name, {})
    film = f"films/{number}/{episode.film}" if episode.film is not None else None
    frames = sum(1 for _ in (site / film).glob("*.webp")) if film is not None else 0
    told = {
        "at": f"{episode.environment}, seed {episode.seed}"
        + (f", instance {episode.instance}" if episode.instance else ""),
        "instruction": instance.get("instruction"),
        "success": episode.success,
        "outcome": episode.outcome,
        "actions": episode.actions,
        "evidence": episode.evidence,
        "effects": episode.side_effects,
        "harmful": episode.harmful_acts,
        "finished": episode.finished,
        "error": episode.error,
        "film": film if frames else None,
        "frames": frames,
    }
    return {name: value for name, value in told.items() if value not in (None, (), False, 0)}
