"""Verify a run: play every episode again from its recorded actions alone, and compare it step by step."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import gymnasium as gym

from bmoca_gym import randomization, tasks
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Info
from bmoca_gym.episodes import trail
from bmoca_gym.episodes.records import Episode, Key
from bmoca_gym.errors import LimitReachedError, MissingLibraryError, RecordError, UnknownTaskError, cut
from bmoca_gym.evaluation import submission
from bmoca_gym.evaluation.folder import ResultsFolder, described
from bmoca_gym.evaluation.player import Player, make_environment
from bmoca_gym.evaluation.settings import Settings, catalogue_version
from bmoca_gym.interruptions import CALM
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import TaskTemplate
from bmoca_gym.tasks.task import judge_named

#: Fields of a record that follow from the actions. The others come from a model, a clock or this computer.
FOLLOWING = (
    "success",
    "steps",
    "total_reward",
    "scores",
    "sub_goals",
    "evidence",
    "finished",
    "wrong_formats",
    "repeats",
    "asked",
    "human_steps",
    "expert_steps",
    "changed",
    "redrawn",
    "side_effects",
    "harmful_acts",
    "interruptions",
)

#: Numbers of each step in a trail, and the words for them.
_OF_A_STEP = (("rewards", "reward"), ("scores", "score"))

#: `Difference.what` of an episode that this installation can't play.
_LIBRARY = "library"

#: Episodes of one environment that a worker plays in a row.
_AT_ONCE = 16


class Difference(NamedTuple):
    """The first difference of an episode.

    Attributes:
        key: the episode.
        step: number of the step, from 1; 0 for the start; None for the episode as a whole.
        what: what differs: ``frame``, ``reward``, ``score``, ``action``, or a field of the record; ``library`` if the
            episode can't be played here.
        said: what the record and the new episode have, in words.
    """

    key: Key
    step: int | None
    what: str
    said: str

    def __str__(self) -> str:
        """Write the difference as a line."""
        return f"{self.key}{'' if self.step is None else f', step {self.step}'}: {self.said}"


class Verdict(NamedTuple):
    """What a verification found.

    Attributes:
        episodes: number of episodes of the run.
        same: number of episodes that came out the same.
        differences: the first difference of each episode that came out differently.
        missing: number of episodes in the run's grid that its records lack.
        unplayed: the episodes that could not be played, since this installation lacks a library, and which.
    """

    episodes: int
    same: int
    differences: tuple[Difference, ...]
    missing: int = 0
    unplayed: tuple[Difference, ...] = ()

    @property
    def verified(self) -> bool:
        """True if the run has episodes, all came out the same, and none is missing."""
        return 0 < self.episodes == self.same and not self.missing

    @property
    def reason(self) -> str:
        """Why the run is not verified, in a line; "" if it is."""
        if self.verified:
            return ""
        if self.differences:
            return str(self.differences[0])
        if self.unplayed:
            return f"{len(self.unplayed)} of its episodes can't be played here: {self.unplayed[0].said}"
        return f"{self.missing} of its episodes are missing" if self.episodes else "there are no episodes"


class Replay:
    """Agent that repeats recorded actions. Set ``episode`` before each episode."""

    name = "replay"
    episode: Episode

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin with the first action."""
        self._space, self._step = env.action_space, 0

    def act(self, observation: Any, info: Info) -> Any:
        """Return the next action.

        Raises:
            LimitReachedError: there are no more actions.
        """
        actions = (self.episode.trail or {})["actions"]
        if self._step == len(actions):
            raise LimitReachedError("the recorded actions end here")
        self._step += 1
        return trail.decoded(actions[self._step - 1], self._space)


def verify(
    path: Path,
    *,
    workers: int = 1,
    only: Sequence[Key] = (),
    tasks_named: tasks.TaskChoice | None = None,
    pools: str | None = None,
    goals: str | None = None,
) -> Verdict:
    """Play the episodes of a results folder again from their actions, and compare.

    Args:
        path: the results folder.
        workers: number of processes.
        only: the episodes; all of them by default.
        tasks_named: where to find the run's tasks, as for `tasks.select`, such as your own file. By default they belong
            to the package's suites.
        pools, goals: checkouts of the benchmark that the run used, as for `tasks.suite`.

    Raises:
        RecordError: the folder is malformed, was made by an earlier version, or names tasks or environments that this
            package does not have, or has in another version.
        SettingsError: the run used a phone that can't be played again.
    """
    folder = ResultsFolder(path)
    description = folder.description()
    all_episodes = folder.episodes()
    episodes = [episode for episode in all_episodes if not only or episode.key in only]
    missing = 0 if only else submission.missing(description, all_episodes)
    if not episodes:
        return Verdict(0, 0, (), missing)
    chosen = _templates(description, episodes, tasks_named, pools, goals)
    settings = _settings(path, description, episodes, chosen, pools, goals)
    _check_head(path, description, settings)
    parts = list(_parts(episodes))
    play = partial(_differences, settings, description["environment_arguments"])
    if workers == 1 or len(parts) < 2:
        found = list(map(play, parts))
    else:
        with ProcessPoolExecutor(min(workers, len(parts)), multiprocessing.get_context("spawn")) as pool:
            found = list(pool.map(play, parts))
    told = [one for part in found for one in part]
    unplayed = tuple(one for one in told if one.what == _LIBRARY)
    differences = tuple(one for one in told if one.what != _LIBRARY)
    return Verdict(len(episodes), len(episodes) - len(told), differences, missing, unplayed)


def _parts(episodes: Sequence[Episode]) -> Iterator[list[Episode]]:
    """Split episodes into short lists, each in one environment, so that a phone rarely changes its configuration."""
    part: list[Episode] = []
    for episode in episodes:
        if part and (len(part) == _AT_ONCE or part[0].environment != episode.environment):
            yield part
            part = []
        part.append(episode)
    if part:
        yield part


def _templates(
    description: Mapping[str, Any],
    episodes: Sequence[Episode],
    tasks_named: tasks.TaskChoice | None,
    pools: str | None,
    goals: str | None,
) -> dict[str, TaskTemplate]:
    """Find the templates of a run's tasks, by the tasks' ids."""
    names = sorted({episode.task for episode in episodes})
    if tasks_named is None:
        suites = {name: description["tasks"][name].get("suite") for name in names}
        tasks_named = [f"{suites[name]}/{name}" if suites[name] else name for name in names]
    found = {template.id: template for template in tasks.templates(tasks_named, pools, goals)}
    for name in names:
        if name not in found:
            raise UnknownTaskError(f"The run has a task {name!r}, which is not among the given tasks.")
    return found


def _settings(
    path: Path,
    description: Mapping[str, Any],
    episodes: Sequence[Episode],
    templates: Mapping[str, TaskTemplate],
    pools: str | None,
    goals: str | None,
) -> Settings:
    """Rebuild a run's settings, with its tasks and environments as this package has them."""
    identity = description["identity"]
    if not isinstance(description.get("environment_arguments"), dict):
        raise RecordError(
            f"{path}: run.json has no environment_arguments, so the run can't be played again. An earlier version of "
            "the package made it; evaluate the agent again."
        )
    if identity.get("device") != "embedded":
        raise RecordError(
            f"{path}: the run used the device {cut(identity.get('device'))}. Only runs on the embedded phone can be "
            "played again bit for bit."
        )
    played = {(episode.task, episode.instance) for episode in episodes}
    first = {(task, int(description["tasks"][task].get("instance", 0))) for task, _ in played}
    instances = sorted(played | first)
    return Settings(
        agent="expert" if identity["agent"] == "expert" else "random",  # for the number of the expert's steps
        tasks=tuple([templates[task].task(number) for task, number in instances]),
        environments=tuple(
            [
                _environment(path, name, description["environments"][name])
                for name in sorted({episode.environment for episode in episodes})
            ]
        ),
        action=identity["action"],
        observation=identity["observation"],
        judge=identity["judge"],
        step_seconds=identity["step_seconds"],
        films="none",
        interruptions=description["environment_arguments"].get("interruptions", CALM),
        answer_model=identity.get("answer_model", ""),
        answer_cache=str(path.resolve() / "responses"),
        answer_replay=True,
        catalogue_version=catalogue_version(
            [str(task.get("suite", "")) for task in description["tasks"].values()], pools, goals
        ),
    )


def _check_head(path: Path, description: Mapping[str, Any], settings: Settings) -> None:
    """Check ``run.json`` against what was played, since tables take tasks, splits and interruptions from it.

    Raises:
        RecordError: it says something else.
    """
    identity, arguments = description["identity"], description["environment_arguments"]
    pairs = [
        ("interruptions", identity.get("interruptions", CALM), settings.level),
        ("catalogue_version", identity.get("catalogue_version"), settings.catalogue_version),
    ]
    pairs += [
        (f"environment_arguments: {name}", arguments.get(name), identity[name])
        for name in ("action", "observation", "step_seconds")
    ]
    pairs.append(("environment_arguments: judge", judge_named(arguments.get("judge")), settings.judge))
    for kind, right in described(settings).items():
        pairs += [(f"{kind}: {name}", description[kind].get(name), entry) for name, entry in right.items()]
    for name, found, expected in pairs:
        if found != expected:
            while isinstance(found, dict) and isinstance(expected, dict):  # say which of many fields it is
                differing = [one for one in {**expected, **found} if found.get(one) != expected.get(one)]
                if not differing:
                    break
                field = differing[0]
                name, found, expected = f"{name}: {field}", found.get(field), expected.get(field)
            raise RecordError(
                f"{path}: run.json says {cut(found)} for {name}; what was played is {cut(expected)}."
            )


def _environment(path: Path, name: str, entry: Mapping[str, Any]) -> DeviceConfiguration:
    data = entry.get("data")
    found = randomization.get(name) if data is None else randomization.configuration_from(data)
    if found.digest != entry["digest"]:
        raise RecordError(
            f"{path}: the environment {name} has the digest {entry['digest']} in run.json, and {found.digest} in this "
            "version of the package. Verify the run with the version that played it."
        )
    return found


def _differences(
    settings: Settings, arguments: Mapping[str, Any], episodes: Sequence[Episode]
) -> list[Difference]:
    """Play episodes again. Returns the first difference of each that has one, or the library that playing it needs."""
    found = []
    replay = Replay()
    make = partial(_make, settings, arguments)
    with (
        TemporaryDirectory(prefix="bmoca-") as out,
        closing(Player(settings, Path(out), make, agent=replay)) as player,
    ):
        for episode in episodes:
            difference = _unplayable(episode)
            if difference is None and episode.trail is not None:
                replay.episode = episode
                try:
                    difference = first_difference(episode, player.play(episode.key))
                except MissingLibraryError as error:
                    difference = Difference(episode.key, None, _LIBRARY, str(error))
            if difference is not None:
                found.append(difference)
    return found


def _make(run: Settings, arguments: Mapping[str, Any], settings: Settings) -> gym.Env:
    """Make an environment of the run, with its arguments. The expert whose steps are counted has its own."""
    return make_environment(settings, arguments if settings is run else None)


def _unplayable(episode: Episode) -> Difference | None:
    """Return why an episode can't be played again, or what is wrong even without playing it, or None."""
    if episode.error is not None and episode.success:
        return Difference(
            episode.key, None, "success", "it ended with an error, yet is recorded as a success"
        )
    if episode.error is None and episode.trail is None:
        return Difference(episode.key, None, "action", "its actions are not recorded")
    return None


def first_difference(recorded: Episode, played: Episode) -> Difference | None:
    """Compare an episode with a replay of its actions. Returns the first difference, or None."""
    key = recorded.key
    had, has = recorded.trail or {}, played.trail
    if has is None:
        return Difference(key, 0, "start", f"the episode could not begin: {played.error}")
    for step, frame in enumerate(has["frames"][: len(had["frames"])]):
        if frame != had["frames"][step]:
            at = "at the start" if not step else f"after {cut(had['actions'][step - 1])}"
            return Difference(
                key, step, "frame", f"the frame {at} is {frame}, recorded as {had['frames'][step]}"
            )
        for name, word in _OF_A_STEP:
            if step and has[name][step - 1] != had[name][step - 1]:
                pair = has[name][step - 1], had[name][step - 1]
                return Difference(key, step, word, f"the {word} is {pair[0]}, recorded as {pair[1]}")
        if step and played.actions[step - 1 : step] != recorded.actions[step - 1 : step]:
            pair = played.actions[step - 1], " ".join(recorded.actions[step - 1 : step]) or "nothing"
            return Difference(key, step, "action", f"the action is {pair[0]}, recorded as {pair[1]}")
    if len(has["actions"]) < len(had["actions"]):
        step = len(has["actions"]) + 1
        why = f"was refused: {played.error}" if played.error else "comes after the end of the episode"
        return Difference(key, step, "action", f"the action {cut(had['actions'][step - 1])} {why}")
    if recorded.error is not None:
        return None  # it counts as a failure, whatever its error was
    if played.stopped is not None and recorded.stopped is None:
        return Difference(key, len(had["actions"]), "action", "the actions end before the episode does")
    if has["picture"] != had["picture"]:
        return Difference(
            key,
            len(had["actions"]),
            "frame",
            f"the last picture is {has['picture']}, recorded as {had['picture']}",
        )
    for name in FOLLOWING:
        pair = getattr(played, name), getattr(recorded, name)
        if pair[0] != pair[1]:
            return Difference(key, None, name, f"{name} is {cut(pair[0])}, recorded as {cut(pair[1])}")
    return None
