"""Recorded runs that the page can open: the folders of results that the command line names, and no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import randomization
from bmoca_gym.episodes.records import Key
from bmoca_gym.errors import ArgumentError, RecordError, cut
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.settings import episode_seed
from bmoca_gym.randomization import DeviceConfiguration


class Played(NamedTuple):
    """A recorded episode: what it began with, and its actions.

    Attributes:
        suite: name of the task's suite.
        key: its task, instance, environment and seed.
        seed: the seed that the environment was reset with.
        environment: the configuration.
        arguments: those of the run's environment, as for `PhoneEnv`.
        actions: as `trail.encoded` writes them.
    """

    suite: str
    key: Key
    seed: int
    environment: DeviceConfiguration
    arguments: Mapping[str, Any]
    actions: Sequence[Any]


class Runs:
    """Folders of results by their own names.

    Args:
        folders: the folders.

    Raises:
        ArgumentError: two of them have the same name.
        RecordError: one has no results that can be read.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders: dict[str, ResultsFolder] = {}
        for path in folders:
            name = path.resolve().name
            if name in self._folders:
                raise ArgumentError(f"Two folders of results are called {name}. Name one of them.")
            self._folders[name] = ResultsFolder(path)
            self._folders[name].description()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the runs."""
        return tuple(self._folders)

    def folder(self, run: str) -> ResultsFolder:
        """Return the folder of a run.

        Raises:
            ArgumentError: there is no such run.
        """
        if run not in self._folders:
            known = ", ".join(self._folders) or "none"
            raise ArgumentError(
                f"There is no run {cut(run)} here (runs: {known}). Name its folder: bmoca play --results FOLDER"
            )
        return self._folders[run]

    def episode(self, place: str) -> Played:
        """Return the episode ``RUN/NUMBER``: a folder's name, and the episode's line in ``episodes.jsonl``, from 0.

        Raises:
            ArgumentError: there is no such run or episode, or its actions are not recorded.
            RecordError: the folder is malformed.
        """
        run, _, number = place.rpartition("/")
        folder = self.folder(run)
        lines = folder.in_order()
        if not (number.isascii() and number.isdecimal() and len(number) < 10 and int(number) < len(lines)):
            raise ArgumentError(
                f"{run} has no episode {cut(number)}; they are numbered 0 to {len(lines) - 1}."
            )
        episode, description = lines[int(number)], folder.description()
        if description["identity"].get("device") != "embedded" or episode.trail is None:
            raise ArgumentError(
                f"{place} was not played on the embedded phone, or its actions are not recorded."
            )
        arguments = description.get("environment_arguments")
        if not isinstance(arguments, dict):
            raise RecordError(f"{folder.path}: an earlier version made this run. Evaluate the agent again.")
        return Played(
            description["tasks"][episode.task].get("suite") or "bmoca",
            episode.key,
            episode_seed(episode.key),
            _environment(description["environments"][episode.environment], episode.environment),
            arguments,
            episode.trail["actions"],
        )


def _environment(entry: Mapping[str, Any], name: str) -> DeviceConfiguration:
    data = entry.get("data")
    return randomization.get(name) if data is None else randomization.configuration_from(data)
