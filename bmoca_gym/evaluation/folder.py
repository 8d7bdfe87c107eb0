"""An evaluation's results folder: its files, and whether a run may be resumed in it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bmoca_gym import agents, randomization
from bmoca_gym import tasks as suites
from bmoca_gym.episodes import records
from bmoca_gym.episodes.records import Episode, Key, instance_name
from bmoca_gym.errors import RecordError, ResumeError, UnknownEnvironmentError, cut, writing
from bmoca_gym.evaluation.provenance import code_in_use
from bmoca_gym.evaluation.settings import Settings, environment_arguments
from bmoca_gym.interruptions import CALM
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.task import JUDGE_ALIASES
from bmoca_gym.version import __version__

#: Version of the folder's layout.
FORMAT = 2

#: Faults for which reports list a task separately, and the words for such tasks.
APART = {"unsolvable": "that can't be solved", "passes_untouched": "that begin solved"}

#: The words for tasks whose answers only a language model can judge, if the run has no such model.
UNJUDGED = "that need a language model to judge them"


class ResultsFolder:
    """Results folder at ``path``.

    It has ``run.json``, ``episodes.jsonl``, ``films/``, ``transcripts/``, ``traces/``, ``summary.csv``,
    ``summary.json`` and ``report.html``. `docs/evaluation.md` describes each.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.episodes_file = path / "episodes.jsonl"
        self.run_file = path / "run.json"

    def description(self) -> dict[str, Any]:
        """Read ``run.json``.

        Its fields are `format`, `identity`, `tasks`, `environments`, `instances`, `tags`, `apart`, `code` (all versions
        of the package that worked on the folder), and `robustness` (the environment of all instances in a robustness
        table, or "").

        Raises:
            RecordError: the file is missing, malformed, or has another format.
        """
        try:
            content = json.loads(self.run_file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError) as error:
            raise RecordError(
                f"{self.path} has no run.json, so it is not a results folder. Make one with: bmoca evaluate --out DIR"
            ) from error
        except (OSError, ValueError, RecursionError) as error:
            raise RecordError(f"{self.run_file} can't be read: {error}") from error
        parts = dict.fromkeys(("identity", "tasks", "environments", "instances", "tags", "apart"), dict)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise RecordError(
                f"{self.run_file}: format must be {FORMAT}, as this version of the package writes it."
            )
        for name in ("instances", "tags", "apart"):  # missing in files of earlier versions
            content.setdefault(name, {})
        content.setdefault("robustness", "")
        content.setdefault("code", [])
        for name, kind in parts.items():
            if not isinstance(content.get(name), kind):
                raise RecordError(f"{self.run_file}: {name} must be an object.")
        judge = content["identity"].get("judge")
        if judge in JUDGE_ALIASES:  # a name of earlier versions
            content["identity"]["judge"] = JUDGE_ALIASES[judge]
        return content

    def episodes(self) -> list[Episode]:
        """Read all episodes, ordered by environment, task, instance and seed as in ``run.json``.

        Raises:
            RecordError: a file is malformed, or ``run.json`` lacks the task, instance or environment of an episode.
        """
        description = self.description()
        order = {
            name: {key: i for i, key in enumerate(description[name])} for name in ("environments", "tasks")
        }
        episodes = records.read(self.episodes_file)
        for episode in episodes:
            known = (
                episode.instance == 0 or episode.key.instance_name in description["instances"],
                episode.environment in order["environments"],
                episode.task in order["tasks"],
            )
            if not all(known):
                raise RecordError(
                    f"{self.episodes_file}: run.json lacks the task, instance or environment of {episode.key}."
                )
            for name, given, place in (
                ("film", episode.film, self.film(episode.key)),
                ("transcript", episode.transcript, self.transcript(episode.key)),
            ):
                if given not in (None, place):
                    raise RecordError(
                        f"{self.episodes_file}: {name} of {episode.key} is {cut(given)}; it must be {place!r}."
                    )
        return sorted(
            episodes,
            key=lambda episode: (
                order["environments"][episode.environment],
                order["tasks"][episode.task],
                episode.instance,
                episode.seed,
            ),
        )

    def in_order(self) -> list[Episode]:
        """Read all episodes in the order of the lines of ``episodes.jsonl``, without checking them.

        Raises:
            RecordError: the file is malformed.
        """
        return records.read(self.episodes_file)

    def prepare(self, settings: Settings) -> None:
        """Write ``run.json``, or add tasks and environments to it. Call this under `lock`.

        Raises:
            ResumeError: the folder was made with other settings, or its ids name other tasks or environments.
        """
        new = _describe(settings)
        if records.read(self.episodes_file):
            if not self.run_file.exists():
                raise ResumeError(f"{self.path} has episodes but no run.json. {_ADVICE}")
            self._join(new)
        temporary = self.path / "run.json.new"
        with writing(self.run_file):
            temporary.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            temporary.replace(self.run_file)

    def _join(self, new: dict[str, Any]) -> None:
        """Add the folder's tasks and environments to ``new``."""
        old = self.description()
        for name in {**new["identity"], **old["identity"]}:
            had, value = old["identity"].get(name), new["identity"].get(name)
            if name == "options" and isinstance(had, dict) and isinstance(value, dict):
                name, had, value = next(
                    ((one, had.get(one), value[one]) for one in value if had.get(one) != value[one]),
                    (name, had, had),
                )
            if had != value:
                raise ResumeError(
                    f"{self.path} holds an evaluation with {name} {had!r}, not {value!r}. {_ADVICE}"
                )
        for kind in ("tasks", "environments", "instances"):
            for name, entry in new[kind].items():
                # Fields that earlier versions did not write do not count as a difference.
                if {**entry, **old[kind].get(name, {})} != entry:
                    raise ResumeError(
                        f"{self.path} holds episodes of another {kind[:-1]} called {name!r}. {_ADVICE}"
                    )
            new[kind] = {**old[kind], **new[kind]}
        for kind in ("tags", "apart"):  # remarks on tasks, which may change
            new[kind] = {**old[kind], **new[kind]}
        new["robustness"] = new["robustness"] or old["robustness"]
        new["code"] = [*old["code"], *[one for one in new["code"] if one not in old["code"]]]

    def inside(self, name: str) -> Path:
        """Return the path of a file or folder in the results folder.

        Raises:
            RecordError: it is a link that leads out of the folder.
        """
        path = self.path / name
        if not path.resolve().is_relative_to(self.path.resolve()):
            raise RecordError(f"{path} leads out of {self.path}: delete it.")
        return path

    def film(self, key: Key) -> str:
        """Return the path of an episode's film, relative to the folder."""
        return _place("films", key)

    def trace(self, agent: str, key: Key) -> tuple[Path, str]:
        """Return the folder of the run that has an episode's trace, and the prefix of the trace folder's name."""
        run = f"{_file_name(agent)}-{_file_name(key.environment)}-{key.seed}"
        return self.path / "traces" / run, _file_name(key.instance_name)

    def transcript(self, key: Key) -> str:
        """Return the path of an episode's transcript, relative to the folder."""
        return _place("transcripts", key)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Create the folder, and lock it against other processes.

        Raises:
            ResumeError: another process writes to the folder.
        """
        with writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        try:
            import fcntl
        except ImportError:  # the system has no such locks
            yield
            return
        with (self.path / ".lock").open("wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise ResumeError(
                    f"Another process writes to {self.path}. Wait for it, or give another --out."
                ) from error
            yield


_ADVICE = "Give another --out, or delete this folder."


def _describe(settings: Settings) -> dict[str, Any]:
    options = agents.identity(settings.agent, settings.agent_options)
    first = {task.id: task for task in reversed(settings.tasks)}
    return {
        "format": FORMAT,
        "version": __version__,
        "code": [code_in_use()],
        "identity": {
            "agent": settings.agent,
            **({"interface": settings.interface} if settings.interface else {}),
            "action": settings.action,
            "observation": settings.observation,
            "device": settings.device,
            "step_seconds": settings.step_seconds,
            "judge": settings.judge,
            "catalogue_version": settings.catalogue_version,
            **({"interruptions": settings.level} if settings.level != CALM else {}),
            **({"answer_model": settings.answer_model} if settings.answer_model else {}),
            **({"options": options} if options else {}),
        },
        **described(settings),
        "tags": {task.id: list(tags) for task in first.values() if (tags := _tags(task))},
        "apart": {task.id: kind for task in first.values() if (kind := _apart(task, settings))},
        "robustness": settings.environments[0].id if settings.robustness else "",
        "environment_arguments": environment_arguments(settings),
    }


def described(settings: Settings) -> dict[str, dict[str, Any]]:
    """Describe the tasks, environments and instances of settings as ``run.json`` does."""
    first = {task.id: task for task in reversed(settings.tasks)}
    return {
        "tasks": {task.id: _task(first[task.id]) for task in settings.tasks},
        "environments": {environment.id: _environment(environment) for environment in settings.environments},
        "instances": {
            instance_name(task.id, task.task_seed): {"instruction": task.instruction}
            for task in settings.tasks
            if task.task_seed
        },
    }


def _tags(task: Task) -> tuple[str, ...]:
    """Return the tags of a task, if its suite has any."""
    suite = getattr(task, "suite", "")
    return suites.suite(suite).tags_of(task.id) if suites.is_suite(suite) else ()


def _apart(task: Task, settings: Settings) -> str:
    """Return why a task is reported separately, or "".

    The reason is a fault under the judge, or that its answers are not judged.
    """
    suite, judge = getattr(task, "suite", ""), settings.judge
    if not suites.is_suite(suite):
        return ""
    if not settings.answer_model and task.asks_model(judge):
        return UNJUDGED
    faults = suites.suite(suite).faults
    kinds = {
        one.kind
        for one in faults
        if (one.task, one.judge, one.languages, one.environments) == (task.id, judge, "all", ())
    }
    return next((said for kind, said in APART.items() if kind in kinds), "")


def _task(task: Task) -> dict[str, Any]:
    fields = ("instruction", "app", "category", "step_limit")
    return {
        "name": getattr(task, "gym_name", ""),
        "suite": getattr(task, "suite", ""),
        **{field: getattr(task, field) for field in fields},
        # The instance that this describes: the run's first.
        **({"instance": task.task_seed} if getattr(task, "task_seed", 0) else {}),
    }


def _environment(configuration: DeviceConfiguration) -> dict[str, Any]:
    described = [
        configuration.profile.name,
        configuration.locale,
        f"{configuration.density} dpi",
        f"font × {configuration.font_scale:g}",
        "dark" if configuration.dark_theme else "light",
    ]
    return {
        "split": configuration.split,
        "configuration": ", ".join(described),
        "digest": configuration.digest,
        "factors": _factors(configuration),
        "home_apps": [icon.app for icon in configuration.icon_layout.icons],
        # Any other configuration can only be played again from its data.
        **({} if _is_published(configuration) else {"data": configuration.to_dict()}),
    }


def _is_published(configuration: DeviceConfiguration) -> bool:
    try:
        return randomization.get(configuration.id).digest == configuration.digest
    except UnknownEnvironmentError:
        return False


def _factors(configuration: DeviceConfiguration) -> dict[str, str]:
    """Return the factors of a configuration. All pictures share one value, as do all patterns of a kind."""
    densities = dict(zip(configuration.profile.densities, ("normal", "small", "large"), strict=True))
    wallpaper = configuration.wallpaper.partition(":")[0]
    return {
        "device": configuration.profile.name,
        "size": densities.get(configuration.density, f"{configuration.density} dpi"),
        "locale": configuration.locale,
        "wallpaper": "picture" if configuration.picture else wallpaper,
        "theme": "dark" if configuration.dark_theme else "light",
    }


def _place(kind: str, key: Key) -> str:
    return "/".join([kind, _file_name(key.environment), _file_name(key.instance_name), str(key.seed)])


def _file_name(name: str) -> str:
    """Make a name that every file system accepts. Different ids have different names."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "-", name)[:120]
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
