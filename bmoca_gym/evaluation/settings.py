"""Settings of an evaluation, its grid of episodes, and the seed of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from bmoca_gym import agents, randomization, tasks
from bmoca_gym.envs.names import ActionModeName, ObservationModeName
from bmoca_gym.errors import SettingsError
from bmoca_gym.evaluation.records import Key, instance_name
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.task import JudgeName, judge_named
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED

#: Which episodes' films are kept. ``auto``: all of a small grid, the first seed's of a large one.
FilmsName = Literal["auto", "all", "failures", "first", "none"]
FILMS: tuple[FilmsName, ...] = get_args(FilmsName)

#: The layouts that traces of episodes may be written in.
LayoutName = Literal["androidlab"]
LAYOUTS: tuple[LayoutName, ...] = get_args(LayoutName)

#: Up to how many episodes ``auto`` keeps all films; one is about 60 KB.
ALL_FILMS_UP_TO = 500

#: The most configurations of a robustness table.
_MOST_CONFIGURATIONS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """An evaluation: one agent, tasks × environments × seeds, and what the agent sees and does.

    Attributes:
        agent: a name for `bmoca_gym.agents.create`.
        agent_options: the agent's options; those that are not given are its defaults.
        tasks: the tasks, each once; several instances of one template are several tasks.
        environments: the configurations of the phone, each once.
        seeds: how many runs of the grid, 1 or more; they are numbered from 0.
        device: as for ``gym.make``.
        action: action mode, as for ``gym.make``.
        observation: observation mode, as for ``gym.make``.
        judge: whose success criteria count: ``corrected`` or ``upstream``, whichever of its names was given.
        catalogue_version: of the catalogue that the tasks are from; scores of different ones don't compare.
        step_seconds: how long the phone is given after each action, in seconds.
        answer_model, answer_base_url, answer_cache: the language model that judges free answers where a rule asks for
            one, its endpoint, and the folder of its kept responses; without a model, such rules are never satisfied.
        answer_replay: whether nobody is asked about answers, so that only kept responses count.
        films: which episodes' films are kept, one of `FILMS`.
        robustness: whether only the first instance of each task is played in all environments, and the others in the
            first environment alone: what a robustness table needs.
        traces: the layout of the traces that are written, one of `LAYOUTS`; none where it is
            empty.

    Raises:
        SettingsError: a number or name outside what it may be, a task or environment that is given twice, an option
            that the agent does not have, or modes that do not go with its options.
        UnknownAgentError: there is no such agent.
    """

    agent: str
    agent_options: Mapping[str, Any] = field(default_factory=dict)
    tasks: tuple[Task, ...]
    environments: tuple[DeviceConfiguration, ...]
    seeds: int = 1
    device: str = "embedded"
    action: ActionModeName
    observation: ObservationModeName
    judge: JudgeName = "corrected"
    catalogue_version: str = ""
    step_seconds: float = 3.0
    films: FilmsName = "auto"
    robustness: bool = False
    answer_model: str = ""
    answer_base_url: str = ""
    answer_cache: str = "responses"
    answer_replay: bool = False
    traces: LayoutName | Literal[""] = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "judge", judge_named(self.judge))
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
        if self.traces and self.traces not in LAYOUTS:
            raise SettingsError(f"traces is {self.traces!r}; it must be one of {', '.join(LAYOUTS)}.")
        for name, ids in (
            ("tasks", [instance_name(task.id, task.task_seed) for task in self.tasks]),
            ("environments", [environment.id for environment in self.environments]),
        ):
            if not ids or len(set(ids)) < len(ids):
                raise SettingsError(
                    f"{name} are {', '.join(ids) or 'none'}; give at least one, and each once."
                )

    def grid(self) -> list[Key]:
        """All episodes, environment by environment, so that a phone changes its configuration seldom."""
        first = {self.environments[0].id}
        return [
            Key(environment.id, task.id, seed, task.task_seed)
            for environment in self.environments
            for task in self.tasks
            for seed in range(self.seeds)
            if not self.robustness or environment.id in first or task.task_seed == 0
        ]

    def keeps_film(self, seed: int, success: bool) -> bool:
        """Whether the film of an episode is kept."""
        films = self.films
        if films == "auto":
            count = len(self.environments) * len(self.tasks) * self.seeds
            films = "all" if count <= ALL_FILMS_UP_TO else "first"
        return films == "all" or (films == "first" and seed == 0) or (films == "failures" and not success)


def settings_for(
    agent: str,
    tasks_named: tasks.TaskChoice = "representative",
    environments: Environments = "test",
    *,
    action: ActionModeName | None = None,
    observation: ObservationModeName | None = None,
    agent_options: Mapping[str, Any] | None = None,
    instances: int = 1,
    robustness: int = 0,
    pools: str | Path | None = None,
    goals: str | Path | None = None,
    **others: Any,
) -> Settings:
    """Settings from names: tasks as `tasks.select` takes them, environments as `randomization.select`.

    ``action`` and ``observation`` are the agent's own unless given, as are ``agent_options``. ``instances``: how many
    of each task that has parameters, from number 0 on. ``robustness``: play instance 0 in so many environments and so
    many instances in the first of these, instead of the whole grid; where fewer are named, the sampler draws the rest
    in the language of the first (seed 0, always the same). ``pools``, ``goals``: what instances are drawn
    from, and whose instructions they have, as for `tasks.suite`. ``others`` are further fields of `Settings`.

    Raises:
        BmocaError: a name that does not exist, or settings that do not go together.
    """
    whole = isinstance(instances, int) and not isinstance(instances, bool)
    if not whole or not 1 <= instances <= FIRST_TRAINING_SEED:
        raise SettingsError(
            f"instances is {instances!r}; it must be a whole number from 1 to {FIRST_TRAINING_SEED}: later "
            "instances are for training."
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
    chosen = tuple(
        [
            template.task(number)
            for template in tasks.templates(tasks_named, pools, goals)
            for number in range(instances if template.parameters else 1)
        ]
    )
    in_time = all(task.ends == "success" for task in chosen)
    options = agents.options(
        agent, ({} if in_time else dict(modes.finishing_options)) | dict(agent_options or {})
    )
    fixed = agents.environment_arguments(agent, options)
    return Settings(
        agent=agent,
        agent_options=options,
        tasks=chosen,
        environments=configurations,
        robustness=bool(robustness),
        action=action or fixed.get("action", modes.action if in_time else modes.finishing or modes.action),
        observation=observation or fixed.get("observation", modes.observation),
        catalogue_version=_catalogue_version(chosen, pools, goals),
        **others,
    )


def _catalogue_version(chosen: Sequence[Task], pools: str | Path | None, goals: str | Path | None) -> str:
    """Name and version of each suite that the tasks are from, with digests of pools and goals that are not its own."""
    suites = [
        tasks.suite(name, pools, goals)
        for name in dict.fromkeys(task.suite for task in chosen)
        if tasks.is_suite(name)
    ]
    return ", ".join(
        f"{one.name} {one.version}"
        + "".join(f" with {what} {of}" for what, of in (("pools", one.pools), ("goals", one.goals)) if of)
        for one in suites
    )


def episode_seed(key: Key) -> int:
    """The seed that environment and agent are given in an episode, from 0 to 2**31 - 1.

    It depends on nothing but the parts of the key, so an episode is the same in whatever grid and
    order, on whatever machine, it is played.
    """
    parts = [key.seed, key.task, key.environment, *([key.instance] if key.instance else [])]
    text = json.dumps(parts).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") & 0x7FFFFFFF
