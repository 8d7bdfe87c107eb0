"""Runner of a continual evaluation: learn a stage, evaluate the agent on all stages, continue with the next stage."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bmoca_gym import agents, splits
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import BmocaError, RecordError, ResumeError, SettingsError, nearest
from bmoca_gym.evaluation import report, runner
from bmoca_gym.evaluation.continual import matrix
from bmoca_gym.evaluation.continual.folder import BEFORE, FORMAT, description, write_json
from bmoca_gym.evaluation.continual.sequences import Stage, StageSequence
from bmoca_gym.evaluation.player import MakeEnvironment, make_environment
from bmoca_gym.evaluation.settings import Settings, settings_for
from bmoca_gym.version import __version__

#: The package's learners by name.
LEARNERS: dict[str, str] = {
    "cloning": "bmoca_gym.evaluation.continual.learners:cloning",
    "joint-cloning": "bmoca_gym.evaluation.continual.learners:joint_cloning",
    "few-shot": "bmoca_gym.evaluation.continual.learners:few_shot",
}


class Learned(NamedTuple):
    """The agent that a stage produced: a name for `bmoca_gym.agents.create`, and its options."""

    agent: str
    options: Mapping[str, Any] = {}


class Learner(Protocol):
    """Learner of stages, one after the other.

    It may also have a method ``start(folder, **options)``, which returns the agent before any learning. Forward
    transfer needs it.
    """

    def __call__(
        self, stages: Sequence[Stage], before: Path | None, folder: Path, **options: Any
    ) -> Learned | str:
        """Learn the last of ``stages``.

        Args:
            stages: all stages so far. A strict continual learner uses only the data of the last.
            before: the learner's folder of the previous stage; None at the first stage.
            folder: the folder for this stage. It keeps its files after an interruption.
            options: the options that the user gave for the learner.

        Returns:
            The agent to evaluate.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Plan of a continual evaluation.

    Attributes:
        sequence: the stages.
        agents: a pattern for the agent of each stage, with ``{stage}`` for the stage's id or ``{number}`` for its
            number from 1 on; None with a learner.
        learner: a name of `LEARNERS`, or ``module:name`` of a `Learner`; None with ``agents``.
        learner_options: keyword arguments of the learner.
        baseline: the agent before any learning, as for ``bmoca evaluate``; None for the learner's own.
        agent_options: options of the agents, and of the baseline if it has them.
        others: further fields of `Settings`, such as ``seeds`` and ``device``.

    Raises:
        SettingsError: both or neither of ``agents`` and ``learner`` are given, or the pattern has no placeholder.
    """

    sequence: StageSequence
    agents: str | None = None
    learner: str | None = None
    learner_options: Mapping[str, Any] = field(default_factory=dict)
    baseline: str | None = None
    agent_options: Mapping[str, Any] = field(default_factory=dict)
    others: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.agents is None) == (self.learner is None):
            raise SettingsError(
                "Give either agents (a pattern such as runs/{stage}/policy.zip) or a learner, not both."
            )
        if self.agents is not None and not any(part in self.agents for part in ("{stage}", "{number}")):
            raise SettingsError(
                f"agents is {self.agents!r}; it must contain {{stage}} or {{number}}, so that the stages differ."
            )

    def agent_of(self, number: int) -> str:
        """Return the agent of stage ``number``, counted from 0, from the pattern."""
        stage = self.sequence.stages[number]
        return (self.agents or "").replace("{stage}", stage.id).replace("{number}", str(number + 1))


#: Called with the row, a new episode, the number of episodes that are done, and the number of episodes in the row.
OnEpisode = Callable[[str, Episode, int, int], None]


def rows(sequence: StageSequence) -> list[str]:
    """List the folders of the rows: before any learning, and after each stage."""
    return [f"0_{BEFORE}", *(f"{number}_{stage.id}" for number, stage in enumerate(sequence.stages, 1))]


def evaluate(
    plan: Plan,
    out: Path,
    *,
    workers: int = 1,
    on_episode: OnEpisode | None = None,
    make_env: MakeEnvironment = make_environment,
) -> Path:
    """Learn and evaluate stage by stage. Finished stages and episodes are not repeated.

    The folder ``out`` then has ``sequence.json``, ``learned/`` with the learner's files, ``rows/`` with the results
    folder of each row, ``matrix.csv``, ``metrics.json`` and ``report.html``.

    Returns:
        The path of the report.

    Raises:
        ResumeError: the folder belongs to another continual evaluation.
        ArgumentError: a learner would learn in configurations for validation or tests.
        BmocaError: a stage can't be learnt or evaluated.
    """
    learner = None if plan.learner is None else find_learner(plan.learner)
    for number in range(len(plan.sequence.stages)) if plan.agents else ():
        _settings(plan, Learned(plan.agent_of(number), plan.agent_options), plan.sequence.stages[0])
    for stage in plan.sequence.stages if learner is not None else ():
        for configuration in stage.environments:
            splits.check_training(configuration)
    _prepare(plan, out)
    before: Path | None = None
    for number, name in enumerate(rows(plan.sequence)):
        if number == 0:
            learned = _first(plan, learner, out / "learned" / name)
        elif learner is None:
            learned = Learned(plan.agent_of(number - 1), plan.agent_options)
        else:
            folder = out / "learned" / name
            learned = _learn(plan, learner, number, before, folder)
            before = folder
        if learned is not None:
            _play_row(plan, learned, out / "rows" / name, workers, on_episode, make_env)
            matrix.write(out)
    return matrix.write(out)


def _play_row(
    plan: Plan,
    learned: Learned,
    folder: Path,
    workers: int,
    told: OnEpisode | None,
    make_env: MakeEnvironment,
) -> None:
    """Evaluate an agent on all stages and the held-out set, into one results folder."""
    sequence = plan.sequence
    parts = [*sequence.stages, *([sequence.held_out] if sequence.held_out else [])]
    # Stages with the same test configurations are one grid: a phone then rarely changes its configuration.
    grids: dict[tuple[str, ...], list[Stage]] = {}
    for part in parts:
        grids.setdefault(tuple(configuration.id for configuration in part.judged_in), []).append(part)
    total = sum(len(_settings(plan, learned, *grid).grid()) for grid in grids.values())
    done = 0
    for grid in grids.values():
        settings = _settings(plan, learned, *grid)

        def on_episode(episode: Episode, here: int, _: int, start: int = done) -> None:
            if told is not None:
                told(folder.name, episode, start + here, total)

        runner.evaluate(settings, folder, workers=workers, on_episode=on_episode, make_env=make_env)
        done += len(settings.grid())
    report.write(folder)


def _settings(plan: Plan, learned: Learned, *stages: Stage) -> Settings:
    others = dict(plan.others)
    if learned.options:
        others["agent_options"] = dict(learned.options)
    chosen = [task for stage in stages for task in stage.tasks]
    return settings_for(learned.agent, chosen, stages[0].judged_in, **others)


def _first(plan: Plan, learner: Learner | None, folder: Path) -> Learned | None:
    """Return the agent before any learning, or None."""
    if plan.baseline is not None:
        known = {option.name for option in agents.options_of(plan.baseline)}
        return Learned(
            plan.baseline, {name: plan.agent_options[name] for name in plan.agent_options if name in known}
        )
    start = getattr(learner, "start", None)
    if start is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    return _checked(start(folder, **plan.learner_options), plan, "start")


def _learn(plan: Plan, learner: Learner, number: int, before: Path | None, folder: Path) -> Learned:
    """Learn stage ``number``, counted from 1, or return what an earlier run learnt."""
    file = folder / "learned.json"
    if file.exists():
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            return Learned(content["agent"], content["options"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RecordError(
                f"{file} can't be read: {error}. Delete it to learn the stage again."
            ) from error
    folder.mkdir(parents=True, exist_ok=True)
    found = learner(plan.sequence.stages[:number], before, folder, **plan.learner_options)
    learned = _checked(found, plan, plan.sequence.stages[number - 1].id)
    write_json(file, {"agent": learned.agent, "options": dict(learned.options)})
    return learned


def _checked(found: object, plan: Plan, what: str) -> Learned:
    learned = Learned(found) if isinstance(found, str) else found
    if not isinstance(learned, Learned) or not isinstance(learned.agent, str):
        raise SettingsError(
            f"The learner {plan.learner!r} returned {found!r} for {what}; it must return an agent's name or Learned."
        )
    return Learned(learned.agent, {**plan.agent_options, **learned.options})


def find_learner(name: str) -> Learner:
    """Find a learner by name: one of `LEARNERS`, or ``module:name``.

    Raises:
        SettingsError: there is no such learner, or it can't be loaded.
    """
    module, _, attribute = LEARNERS.get(name, name).partition(":")
    if not module or not attribute:
        raise SettingsError(
            f"There is no learner {name!r}.{nearest(name, LEARNERS)} Learners: {', '.join(LEARNERS)}; or module:name."
        )
    try:
        found = getattr(importlib.import_module(module), attribute)
    except BmocaError:
        raise
    except Exception as error:  # a user's module may raise anything when it is imported
        raise SettingsError(
            f"The learner {name!r} can't be loaded: {type(error).__name__}: {error}."
        ) from error
    if not callable(found):
        raise SettingsError(f"The learner {name!r} is a {type(found).__name__}; it must be callable.")
    learner: Learner = found
    return learner


def _prepare(plan: Plan, out: Path) -> None:
    """Write ``sequence.json``, after a check against an existing one.

    Raises:
        ResumeError: the folder has another sequence or other settings.
    """
    content = _description(plan)
    file = out / "sequence.json"
    if file.exists():
        old = description(out)
        for name in ("digest", "agents", "learner", "learner_options", "baseline", "agent_options"):
            if old.get(name) != content[name]:
                raise ResumeError(
                    f"{out} holds a continual evaluation with {name} {old.get(name)!r}, not {content[name]!r}. Give "
                    "another --out, or delete this folder."
                )
    out.mkdir(parents=True, exist_ok=True)
    write_json(file, content)


def _description(plan: Plan) -> dict[str, Any]:
    sequence = plan.sequence
    return {
        "format": FORMAT,
        "version": __version__,
        "sequence": sequence.name,
        "title": sequence.title,
        "about": sequence.about,
        "digest": sequence.digest,
        "agents": plan.agents,
        "learner": plan.learner,
        "learner_options": _plain(plan.learner_options),
        "baseline": plan.baseline,
        "agent_options": _plain(plan.agent_options),
        "seeds": plan.others.get("seeds", 1),
        "stages": [_stage(stage) for stage in sequence.stages],
        "held_out": None if sequence.held_out is None else _stage(sequence.held_out),
    }


def _stage(stage: Stage) -> dict[str, Any]:
    return {
        "id": stage.id,
        "about": stage.about,
        "tasks": [task.id for task in stage.tasks],
        "learnt_in": [configuration.id for configuration in stage.environments],
        "judged_in": [configuration.id for configuration in stage.judged_in],
    }


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Convert options to plain data, as if they were read from JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(options), default=str))
    return plain
