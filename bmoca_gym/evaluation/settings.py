"""Settings of an evaluation, its grid of episodes, and the seed of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from bmoca_gym import agents, randomization, splits, tasks
from bmoca_gym.envs.choices import check_device, check_tasks
from bmoca_gym.envs.names import ActionModeName, ObservationModeName
from bmoca_gym.envs.registries import INTERFACES
from bmoca_gym.episodes.records import Key, instance_name
from bmoca_gym.episodes.registries import TRACE_WRITERS
from bmoca_gym.errors import SettingsError
from bmoca_gym.interruptions import CALM, plan
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.task import JudgeName, judge_named
from bmoca_gym.tasks.template import INSTANCES

#: Which films are kept. ``auto``: all films of a small grid; of a large grid, those of the first seed.
FilmsName = Literal["auto", "all", "failures", "first", "none"]
FILMS: tuple[FilmsName, ...] = get_args(FilmsName)


#: The largest number of episodes for which ``auto`` keeps all films. One film is about 60 KB.
ALL_FILMS_UP_TO = 500

#: Which films are wide enough to be read, see `Film.enlarge`. ``auto``: those of a language model's failures.
LargeFilmsName = Literal["auto", "all", "failures", "none"]
LARGE_FILMS: tuple[LargeFilmsName, ...] = get_args(LargeFilmsName)

#: The largest number of configurations in a robustness table.
_MOST_CONFIGURATIONS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of an evaluation: one agent, the grid of tasks × environments × seeds, the modes of the environment.

    Attributes:
        agent: a name for `bmoca_gym.agents.create`.
        agent_options: the agent's options; missing options have the agent's defaults.
        tasks: the tasks, each once. Several instances of one template are several tasks.
        environments: the configurations of the phone, each once.
        seeds: number of runs of the grid, at least 1. Runs are numbered from 0.
        device: as for ``gym.make``.
        interface: preset of the environment's arguments, as for ``gym.make``; empty for none. The arguments that the
            agent's options decide override it.
        action: action mode, as for ``gym.make``.
        observation: observation mode, as for ``gym.make``.
        judge: the judge that counts, ``corrected`` or ``upstream``. Aliases are replaced by these names.
        catalogue_version: name and version of each suite. Scores of different versions can't be compared.
        step_seconds: time on the phone after each action, in seconds.
        answer_model, answer_base_url, answer_cache: the language model that judges free answers, its endpoint, and the
            folder of its stored responses. Without a model, rules that need one are never satisfied.
        answer_replay: whether to use only stored responses of the answer model.
        films: which films are kept, one of `FILMS`.
        large_films: which films are wide enough to be read, one of `LARGE_FILMS`.
        robustness: whether to play the grid of a robustness table: instance 0 of each task in all environments, and
            the other instances in the first environment only.
        interruptions: what disturbs the episodes, as for ``gym.make``: a level, a file, or kinds separated by commas.
            ``calm``: nothing. None: as the configurations say.
        traces: the layout of the traces, such as ``androidlab``, see `TRACE_WRITERS`; empty for none.
        side_effects: whether to compare the phone at the end of each episode with its start. None: only on the embedded
            phone, where it costs nothing measurable.

    Raises:
        SettingsError: a number or name is invalid, a task or environment is given twice, the agent does not have an
            option, or the modes conflict with its options.
        UnknownAgentError: there is no such agent.
    """

    agent: str
    agent_options: Mapping[str, Any] = field(default_factory=dict)
    tasks: tuple[Task, ...]
    environments: tuple[DeviceConfiguration, ...]
    seeds: int = 1
    device: str = "embedded"
    interface: str = ""
    action: ActionModeName
    observation: ObservationModeName
    judge: JudgeName = "corrected"
    catalogue_version: str = ""
    step_seconds: float = 3.0
    films: FilmsName = "auto"
    large_films: LargeFilmsName = "auto"
    robustness: bool = False
    answer_model: str = ""
    answer_base_url: str = ""
    answer_cache: str = "responses"
    answer_replay: bool = False
    interruptions: str | None = None
    traces: str = ""
    side_effects: bool | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "judge", judge_named(self.judge))
        check_device(self.device)
        chosen = agents.options(self.agent, self.agent_options)
        object.__setattr__(self, "agent_options", chosen)
        fixed = agents.environment_arguments(self.agent, chosen)
        for name, mode in (("action", self.action), ("observation", self.observation)):
            if fixed.get(name, mode) != mode:
                raise SettingsError(
                    f"{name} is {mode!r}, but the agent {self.agent!r} with its options takes {fixed[name]!r}."
                )
        if not isinstance(self.seeds, int) or isinstance(self.seeds, bool) or self.seeds < 1:
            raise SettingsError(f"seeds is {self.seeds!r}; it must be a whole number from 1 on.")
        if self.films not in FILMS:
            raise SettingsError(f"films is {self.films!r}; it must be one of {', '.join(FILMS)}.")
        if self.large_films not in LARGE_FILMS:
            raise SettingsError(
                f"large_films is {self.large_films!r}; it must be one of {', '.join(LARGE_FILMS)}."
            )
        if self.interface:
            INTERFACES.get(self.interface)
        if self.traces:
            TRACE_WRITERS.get(self.traces)
        for given in self._interruptions():
            plan(given)
        for name, ids in (
            ("tasks", [instance_name(task.id, task.task_seed) for task in self.tasks]),
            ("environments", [environment.id for environment in self.environments]),
        ):
            if not ids or len(set(ids)) < len(ids):
                raise SettingsError(
                    f"{name} are {', '.join(ids) or 'none'}; give at least one, and each once."
                )

    @property
    def level(self) -> str:
        """The name of the run's interruptions, see `bmoca_gym.interruptions.Plan`; several are joined by +."""
        return "+".join(dict.fromkeys(plan(given).name for given in self._interruptions()))

    def _interruptions(self) -> list[str]:
        """What disturbs the episodes, according to the settings or else the configurations."""
        if self.interruptions is not None:
            return [self.interruptions]
        return sorted({environment.interruptions or CALM for environment in self.environments})

    def grid(self) -> list[Key]:
        """List all episodes, environment by environment, so that a phone rarely changes its configuration."""
        first = {self.environments[0].id}
        return [
            Key(environment.id, task.id, seed, task.task_seed)
            for environment in self.environments
            for task in self.tasks
            for seed in range(self.seeds)
            if not self.robustness or environment.id in first or task.task_seed == 0
        ]

    def keeps_film(self, seed: int, success: bool) -> bool:
        """Return whether the film of an episode is kept."""
        films = self.films
        if films == "auto":
            count = len(self.environments) * len(self.tasks) * self.seeds
            films = "all" if count <= ALL_FILMS_UP_TO else "first"
        return films == "all" or (films == "first" and seed == 0) or (films == "failures" and not success)

    def enlarges(self, success: bool, by_model: bool) -> bool:
        """Return whether the film of an episode is made large. ``by_model``: whether a language model played it."""
        large = ("failures" if by_model else "none") if self.large_films == "auto" else self.large_films
        return large == "all" or (large == "failures" and not success)


def environment_arguments(settings: Settings) -> dict[str, Any]:
    """Return the arguments of ``gym.make`` that decide what an agent sees and does, as JSON data.

    ``run.json`` keeps them, so that a run can be played again without its agent.
    """
    fixed = agents.environment_arguments(settings.agent, settings.agent_options)
    return {
        "interface": settings.interface or None,
        "observation": settings.observation,
        "action": settings.action,
        "step_seconds": settings.step_seconds,
        "judge": settings.judge,
        "interruptions": settings.interruptions,
        "side_effects": settings.device == "embedded"
        if settings.side_effects is None
        else settings.side_effects,
        **{name: value for name, value in fixed.items() if name not in ("action", "observation")},
    }


def settings_for(
    agent: str,
    tasks_named: tasks.TaskChoice = "representative",
    environments: Environments = "test",
    *,
    interface: str | None = None,
    action: ActionModeName | None = None,
    observation: ObservationModeName | None = None,
    agent_options: Mapping[str, Any] | None = None,
    instances: int = 1,
    robustness: int = 0,
    pools: str | Path | None = None,
    goals: str | Path | None = None,
    **others: Any,
) -> Settings:
    """Make settings from names.

    Args:
        agent: a name for `bmoca_gym.agents.create`.
        tasks_named: tasks, as for `tasks.select`.
        environments: configurations, as for `randomization.select`.
        interface: a preset of the environment's arguments, as for ``gym.make``, or None.
        action, observation: modes; None for the interface's, or the agent's own without an interface.
        agent_options: options of the agent; missing options have the agent's defaults.
        instances: number of instances of each task with parameters, from number 0, or from 900 for the validation parts
            of splits.
        robustness: if not 0, play instance 0 in this many environments, and this many instances in the first
            environment, instead of the whole grid. If fewer environments are named, the sampler draws the rest with
            seed 0 and the locale of the first.
        pools, goals: checkouts of the benchmark for its pools and instructions, as for `tasks.suite`.
        others: further fields of `Settings`.

    Raises:
        BmocaError: a name does not exist, or settings conflict.
    """
    whole = isinstance(instances, int) and not isinstance(instances, bool)
    first = splits.first_instance(tasks_named)
    part = "validation" if first else "test"
    if not whole or not 1 <= instances <= len(INSTANCES[part]):
        raise SettingsError(
            f"instances is {instances!r}; it must be a whole number from 1 to {len(INSTANCES[part])}: later "
            f"instances are for {'training' if first else 'validation and training'}."
        )
    configurations = tuple(dict.fromkeys(randomization.select(environments)))
    if robustness:
        if not 2 <= robustness <= _MOST_CONFIGURATIONS:
            raise SettingsError(
                f"robustness is {robustness!r}; it must be a number of configurations and instances from 2 to "
                f"{_MOST_CONFIGURATIONS}."
            )
        instances = robustness
        sampler = randomization.Sampler(0, locales=configurations[0].locale)
        drawn = () if len(configurations) >= robustness else sampler.configurations(robustness - 1)
        configurations = tuple(dict.fromkeys((*configurations, *drawn)))[:robustness]
    modes = agents.entry(agent)
    agents.check_class(agent)
    templates = tasks.templates(tasks_named, pools, goals)
    check_tasks(templates, others.get("device", "embedded"))
    chosen = tuple(
        [
            template.task(number)
            for template in templates
            for number in (INSTANCES[part][:instances] if template.parameters else (0,))
        ]
    )
    in_time = all(task.ends == "success" for task in chosen)
    options = agents.options(
        agent, ({} if in_time else dict(modes.finishing_options)) | dict(agent_options or {})
    )
    own: dict[str, Any] = {
        "action": modes.action if in_time else modes.finishing or modes.action,
        "observation": modes.observation,
        **agents.environment_arguments(agent, options),
        **(INTERFACES.get(interface) if interface else {}),
    }
    return Settings(
        agent=agent,
        agent_options=options,
        tasks=chosen,
        environments=configurations,
        robustness=bool(robustness),
        interface=interface or "",
        action=action or own["action"],
        observation=observation or own["observation"],
        catalogue_version=catalogue_version([task.suite for task in chosen], pools, goals),
        **others,
    )


def catalogue_version(names: Sequence[str], pools: str | Path | None, goals: str | Path | None) -> str:
    """Name and version of each of these suites, with digests of pools and goals from a checkout."""
    suites = [tasks.suite(name, pools, goals) for name in dict.fromkeys(names) if tasks.is_suite(name)]
    return ", ".join(
        f"{one.name} {one.version}"
        + "".join(f" with {what} {of}" for what, of in (("pools", one.pools), ("goals", one.goals)) if of)
        for one in suites
    )


def episode_seed(key: Key) -> int:
    """Compute the seed of environment and agent in an episode, from 0 to 2**31 - 1.

    The seed depends only on the key. An episode is therefore the same in every grid, in every order and on every
    machine.
    """
    parts = [key.seed, key.task, key.environment, *([key.instance] if key.instance else [])]
    text = json.dumps(parts).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") & 0x7FFFFFFF
