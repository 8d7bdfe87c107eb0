"""Runner of an evaluation: resumes an interrupted run, plays on one or several phones, stores every episode."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bmoca_gym import agents
from bmoca_gym.agents import Agent
from bmoca_gym.episodes import records
from bmoca_gym.episodes.records import Episode, Key
from bmoca_gym.errors import ModelError, RunStoppedError, SettingsError, WorkerLostError, writing
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.player import (
    ExpertSteps,
    MakeEnvironment,
    OnUsage,
    Player,
    answer_judge,
    make_environment,
)
from bmoca_gym.evaluation.settings import Settings
from bmoca_gym.evaluation.threads import play_in_threads
from bmoca_gym.executors import Executor, Pool, opened
from bmoca_gym.executors.worker import Work

#: Called with a new episode, the number of episodes that are done, and the number of episodes in the grid.
OnEpisode = Callable[[Episode, int, int], None]

#: A run stops after this many episodes in a row with the same error of a language model.
SAME_ERRORS = 5

#: Parts that may differ between two messages of the same error: the number of a request, a time.
_NUMBERS = re.compile(r"[\w-]*\d[\w-]*")


def evaluate(
    settings: Settings,
    out: Path,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    retry_errors: bool = False,
    on_episode: OnEpisode | None = None,
    on_usage: OnUsage | None = None,
    make_env: MakeEnvironment = make_environment,
    test_call: bool = True,
    same_errors: int = SAME_ERRORS,
    on_remark: Callable[[str], None] | None = None,
) -> list[Episode]:
    """Play all episodes of the grid that the folder ``out`` lacks.

    Each episode is on disk before the next one begins, so a run may be interrupted at any time. Call the function
    again to resume. At the end the lines of ``episodes.jsonl`` are sorted in the order of the grid.

    Args:
        settings: the settings of the evaluation.
        out: the results folder; it is created if it is missing.
        workers: number of phones that play at once. Several phones run in processes; those of an agent that waits
            for a model run in threads of this process.
        executor: where the phones play instead, such as a `RayCluster`; it is not closed. Records and files are the
            same, and workers return the files.
        retry_errors: whether to play episodes again that ended with an error.
        on_episode: called with every new episode.
        on_usage: called with the usage of models: after each step, or from worker processes after each episode.
        make_env: makes the environment of a worker. It must be picklable if there are several workers.
        test_call: whether to send one request to each model before anything is written.
        same_errors: stop after this many episodes in a row with the same `ModelError`; 0: never. A replay is never
            stopped.
        on_remark: called with what the test of the agent's model found, if something is wrong.

    Returns:
        All episodes in the folder, including those of earlier runs with other tasks and environments.

    Raises:
        ResumeError: the folder belongs to another evaluation, or another process writes to it.
        RecordError: a file in the folder is malformed.
        DeviceError: there is no such device, or a worker can't start.
        UnknownAgentError: the agent can't be made.
        SettingsError: several workers would share one phone, or a cluster lacks what the settings need.
        ModelError: the test call got no answer.
        RunStoppedError: the same error ended too many episodes in a row. Finished episodes are kept.
    """
    adb = settings.device.partition(":")[0] == "adb"
    if workers > 1 and adb:
        raise SettingsError(f"{workers} workers can't share the phone {settings.device!r}; use one worker.")
    if executor is not None and executor.distant:
        if adb:
            raise SettingsError(f"A cluster can't reach the phone {settings.device!r}; play on this machine.")
        if settings.agent_options.get("replay") or settings.answer_replay:
            raise SettingsError("A cluster does not have the stored responses; replay them on this machine.")
    folder = ResultsFolder(out)
    if test_call and _unplayed(settings, records.read(folder.episodes_file), retry_errors):
        for remark in _test_calls(settings, out):
            if on_remark is not None:
                on_remark(remark)
    agent = None
    if executor is None and workers == 1 and not agents.entry(settings.agent).waits:
        # An agent that can't be made leaves no folder behind.
        agent = agents.create(settings.agent, settings.agent_options, out)
    same = _SameErrors(0 if settings.agent_options.get("replay") else same_errors)
    with folder.lock():
        folder.prepare(settings)
        kept = [episode for episode in folder.episodes() if not (retry_errors and episode.error)]
        records.rewrite(folder.episodes_file, kept)
        known: ExpertSteps = {
            (episode.environment, episode.key.instance_name): episode.expert_steps
            for episode in kept
            if episode.expert_steps is not None
        }
        total = len(settings.grid())
        jobs = _unplayed(settings, kept)
        done = total - len(jobs)
        arguments = settings, out, make_env, known
        waits = agents.entry(settings.agent).waits
        if executor is None and workers == 1:
            played = _play_here(jobs, arguments, on_usage, agent)
        elif executor is None and waits:
            played = play_in_threads(jobs, arguments, workers, on_usage)
        else:
            played = _play_in_workers(jobs, arguments, workers, on_usage, executor)
        with records.Writer(folder.episodes_file) as writer, closing(played):
            for episode in played:
                writer.write(episode)
                done += 1
                if on_episode is not None:
                    on_episode(episode, done, total)
                if same.add(episode):
                    break
        episodes = folder.episodes()
        records.rewrite(folder.episodes_file, episodes)
    if same.stopped:
        raise RunStoppedError(
            f"Stopped after {same.count} episodes in a row with the same error: {same.last}"
        )
    return episodes


def _unplayed(settings: Settings, kept: Iterable[Episode], retry_errors: bool = False) -> list[Key]:
    """List the episodes of the grid that are not in ``kept``."""
    there = {episode.key for episode in kept if not (retry_errors and episode.error)}
    return [key for key in settings.grid() if key not in there]


def _test_calls(settings: Settings, out: Path) -> list[str]:
    """Send one test request to the models of the agent and of the answer judge, if they have any. Returns remarks.

    Raises:
        ModelError: there was no answer.
    """
    waits = agents.entry(settings.agent).waits
    remarks: list[object] = []
    asking = [agents.create(settings.agent, settings.agent_options, out)] if waits else []
    for one in (*asking, answer_judge(settings)):
        test, close = (getattr(one, name, None) for name in ("test_call", "close"))
        try:
            remarks.append(test() if test is not None else "")
        finally:
            if close is not None:
                close()
    return [remark for remark in remarks if isinstance(remark, str) and remark]


class _SameErrors:
    """Counts the last episodes in a row that ended with the same error of a language model.

    ``last``: that error. ``count``: the number of episodes.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.count, self.last = 0, ""

    @property
    def stopped(self) -> bool:
        """True if the limit is reached."""
        return 0 < self._limit <= self.count

    def add(self, episode: Episode) -> bool:
        """Count an episode. Returns whether the limit is reached."""
        error = episode.error or ""
        if not error.startswith(f"{ModelError.__name__}:"):
            error = ""
        if _NUMBERS.sub("", error) != _NUMBERS.sub("", self.last):
            self.count = 0
        self.last = error
        self.count += bool(error)
        return self.stopped


_PlayerArguments = tuple[Settings, Path, MakeEnvironment, ExpertSteps]


def _play_here(
    jobs: Sequence[Key], arguments: _PlayerArguments, on_usage: OnUsage | None, agent: Agent | None
) -> Generator[Episode, None, None]:
    with closing(Player(*arguments, on_usage=on_usage, agent=agent)) as player:
        for key in jobs:
            yield player.play(key)


def chunks(jobs: Sequence[Key], workers: int) -> list[list[Key]]:
    """Split episodes into chunks for workers: one environment each, or less if workers would otherwise be idle."""
    by_environment = _split(jobs, lambda key: key.environment)
    if len(by_environment) >= workers:
        return by_environment
    by_task = _split(jobs, lambda key: (key.environment, key.task))
    return by_task if len(by_task) >= workers else [[key] for key in jobs]


def _split(jobs: Sequence[Key], part: Callable[[Key], object]) -> list[list[Key]]:
    parts: dict[object, list[Key]] = {}
    for key in jobs:
        parts.setdefault(part(key), []).append(key)
    return list(parts.values())


# --- several workers ---

#: For each worker, the most episodes that wait to be stored.
_AHEAD = 4


def _play_in_workers(
    jobs: Sequence[Key],
    arguments: _PlayerArguments,
    count: int,
    on_usage: OnUsage | None,
    given: Executor | None,
) -> Generator[Episode, None, None]:
    parts = chunks(jobs, count)
    settings, out, *others = arguments
    make = partial(_playing, *arguments)
    if given is not None and given.distant:
        make = partial(_playing_afar, settings, str(out), *others)
    with (
        opened(given) as executor,
        closing(Pool(executor, make, parts, workers=min(count, len(parts)), room=count * _AHEAD)) as pool,
    ):
        for key, played, error, again in pool:
            if again:
                continue
            if isinstance(error, WorkerLostError):
                episode = _lost(key, settings, str(error))
            elif error is not None:
                raise error
            else:
                episode = played.episode
                for name, content in played.files.items():
                    path = ResultsFolder(out).inside(name)
                    with writing(path):
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(content)
            if on_usage is not None and episode.usage:
                on_usage(episode.usage)
            yield episode


class _Played(NamedTuple):
    """An episode, and the files that belong to it, by path relative to the results folder."""

    episode: Episode
    files: dict[str, bytes]


@contextmanager
def _playing(*arguments: Any) -> Iterator[Work]:
    """Prepare a worker that writes into the results folder itself."""
    with closing(Player(*arguments)) as player:
        player.open()
        yield lambda key: _Played(player.play(key), {})


@contextmanager
def _playing_afar(settings: Settings, out: str, *others: Any) -> Iterator[Work]:
    """Prepare a worker that sends its files back. It may run on a machine without the results folder."""
    with TemporaryDirectory(prefix="bmoca-") as folder:
        here = Path(folder)
        if Path(settings.answer_cache) == Path(out, "responses"):
            settings = replace(settings, answer_cache=str(here / "responses"))
        with closing(Player(settings, here, *others)) as player:
            player.open()

            def play(key: Key) -> _Played:
                episode = player.play(key)
                files = {}
                for path in sorted(here.rglob("*")):
                    if path.is_file():
                        files[path.relative_to(here).as_posix()] = path.read_bytes()
                        path.unlink()
                return _Played(episode, files)

            yield play


def _lost(key: Key, settings: Settings, error: str) -> Episode:
    """Make the record of an episode whose process ended."""
    return Episode(
        agent=settings.agent,
        task=key.task,
        environment=key.environment,
        seed=key.seed,
        success=False,
        steps=0,
        total_reward=0.0,
        expert_steps=None,
        wrong_formats=0,
        seconds=0.0,
        evidence=(),
        error=error,
    )
