"""Plays episodes one after the other on one phone, and makes a record of each, also of broken ones."""

from __future__ import annotations

import contextlib
import dataclasses
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

from bmoca_gym import agents
from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language.answer_judge import AnswerJudge
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import DeviceLostError, LimitReachedError, OutputError
from bmoca_gym.evaluation import transcripts
from bmoca_gym.evaluation.film import Film, describe
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.judges import OtherJudge
from bmoca_gym.evaluation.records import Episode, Key
from bmoca_gym.evaluation.screens import Look, changed, look, redrawn
from bmoca_gym.evaluation.settings import Settings, episode_seed
from bmoca_gym.evaluation.traces import Trace

#: Makes the environment that an evaluation is played in.
MakeEnvironment = Callable[[Settings], gym.Env]

#: Called with what a model has used since the last call, by name, as in the ``usage`` of an episode.
OnUsage = Callable[[Mapping[str, float]], None]

#: Steps that the expert needs, by environment and name of the instance; None where it has no expert or fails.
ExpertSteps = dict[tuple[str, str], int | None]


def make_environment(settings: Settings) -> gym.Env:
    """The package's environment with the settings' tasks, configurations and modes."""
    import bmoca_gym  # noqa: F401 (registers the ids)

    env: gym.Env = gym.make(
        "BMoCA-v0",
        tasks=list(settings.tasks),
        environments=list(settings.environments),
        device=settings.device,
        observation=settings.observation,
        action=settings.action,
        step_seconds=settings.step_seconds,
        judge=settings.judge,
        answer_judge=answer_judge(settings),
        disable_env_checker=True,
        **{
            name: value
            for name, value in agents.environment_arguments(settings.agent, settings.agent_options).items()
            if name not in ("action", "observation")
        },
    )
    return env


def answer_judge(settings: Settings) -> AnswerJudge | None:
    """Judge of free answers; None without a model."""
    if not settings.answer_model:
        return None
    return AnswerJudge(
        settings.answer_model, settings.answer_base_url, settings.answer_cache, replay=settings.answer_replay
    )


class Player:
    """One phone, one agent, and the expert's phone beside them. Close it when done.

    Args:
        settings: what is evaluated.
        out: the results folder; films are written below it.
        make_env: makes the environment, here and for the expert.
        expert_steps: what is known already of how many steps the expert needs; new ones are added to it.
        phone: is entered for all that is done on a phone: a lock, where several players share a process.
        measured: whether the screens before and after steps are compared, where tasks have sub-goals.
        on_usage: is told after each action what the agent's model has used for it.
    """

    def __init__(
        self,
        settings: Settings,
        out: Path,
        make_env: MakeEnvironment,
        expert_steps: ExpertSteps | None = None,
        phone: AbstractContextManager[Any] | None = None,
        measured: bool = True,
        on_usage: OnUsage | None = None,
    ) -> None:
        self._settings = settings
        self._folder = ResultsFolder(out)
        self._make_env = make_env
        self._tasks = {(task.id, task.task_seed): task for task in settings.tasks}
        self._environments = {environment.id: environment for environment in settings.environments}
        self._agent = agents.create(settings.agent, settings.agent_options, out)
        self._env: gym.Env | None = None
        self._expert: Player | None = None
        self._expert_steps: ExpertSteps = {} if expert_steps is None else expert_steps
        self._phone = phone or contextlib.nullcontext()
        self._measured = measured
        self._on_usage = on_usage
        self._told: dict[str, float] = {}  # of the usage in this episode

    def open(self) -> gym.Env:
        """The environment, made where there is none: at first, and after an episode that broke off."""
        with self._phone:
            if self._env is None:
                self._env = self._make_env(self._settings)
            return self._env

    def abort(self) -> None:
        """Have an agent that waits for an answer give up; called by another thread."""
        close = getattr(self._agent, "close", None)
        if close is not None:
            close()

    def close(self) -> None:
        """Give back the phones, and end what the agent has open."""
        self.abort()
        for held in (self._env, self._expert):
            if held is not None:
                held.close()
        self._env = self._expert = None

    def play(self, key: Key) -> Episode:
        """Play an episode. Whatever goes wrong in it is the record's ``error``; success is then False.

        Raises:
            Exception: whatever making the environment raises: without a phone there is nothing to record.
            OutputError: the disk is full.
        """
        env = self.open()
        progress = _Progress(Film())
        if isinstance(getattr(self._agent, "notes", None), Notes):
            setattr(self._agent, "notes", Notes())  # noqa: B010 (an attribute that not every agent has)
        self._told = {}
        error = None
        started = time.perf_counter()
        try:
            self._play(env, key, progress)
        except (KeyboardInterrupt, OutputError):
            raise
        except BaseException as caught:  # an agent's SystemExit ends its episode, not the evaluation
            error = _one_line(caught)
            self._discard()
        seconds = time.perf_counter() - started
        success = progress.success and error is None
        film = self._folder.film(key) if self._settings.keeps_film(key.seed, success) else None
        if film:
            progress.film.save(self._folder.path / film)
        notes = getattr(self._agent, "notes", None)
        transcript = self._folder.transcript(key) if isinstance(notes, Notes) else None
        if isinstance(notes, Notes) and transcript:
            transcripts.write(
                self._folder.path / transcript, notes, progress.reasons, pictures=film is not None
            )
        return Episode(
            agent=self._settings.agent,
            task=key.task,
            environment=key.environment,
            seed=key.seed,
            success=success,
            steps=len(progress.actions),
            total_reward=progress.total_reward,
            expert_steps=self._steps_of_expert(key, len(progress.actions) if success else None),
            wrong_formats=progress.wrong_formats,
            seconds=round(seconds, 3),
            evidence=tuple(progress.evidence),
            actions=tuple(progress.actions),
            error=error,
            film=film,
            repeats=progress.repeats,
            finished=progress.finished,
            stopped=progress.stopped,
            usage=notes.used() if isinstance(notes, Notes) else None,
            transcript=transcript,
            instance=key.instance,
            scores=progress.scores if error is None else None,
            human_steps=getattr(self._tasks[key.task, key.instance], "human_steps", None),
            sub_goals=progress.sub_goals if error is None else None,
            changed=tuple(progress.changed) if progress.looks and error is None else None,
            redrawn=tuple(progress.redrawn) if progress.looks and error is None else None,
            retries=dict(notes.retries) or None if isinstance(notes, Notes) else None,
        )

    def _play(self, env: gym.Env, key: Key, progress: _Progress) -> None:
        seed = episode_seed(key)
        films = self._settings.keeps_film(key.seed, success=False)
        phone: Any = env.unwrapped
        options = {
            "environment": self._environments[key.environment],
            "task": self._tasks[key.task, key.instance],
        }
        with self._phone:
            observation, info = env.reset(seed=seed, options=options)
            progress.note(info)
            # Where the agent ends an episode, both judges judge the same end.
            other = OtherJudge(phone) if self._tasks[key.task, key.instance].ends == "finish" else None
            self._agent.reset(phone, info, seed)
            if films:
                progress.film.shoot(phone.device)
            progress.looks = self._measured and bool(info.get("sub_goals"))
            trace = self._trace(phone, key)
            before = look(phone.device) if progress.looks or trace else None
            moment = trace.moment(before) if trace and before else None
        finished = False
        while not finished:
            turns = len(self._turns())
            try:
                action = self._agent.act(observation, info)
            except LimitReachedError as limit:
                progress.stopped = str(limit)
                return
            finally:
                self._tell_usage()
            screen = _fingerprint(observation)
            with self._phone:
                observation, reward, terminated, truncated, info = env.step(action)
                finished = terminated or truncated
                progress.step(screen, float(reward), info)
                if before is not None and not info.get("device_lost"):
                    after = look(phone.device)
                    if progress.looks:
                        progress.compare(before, after, info)
                    if trace and moment:
                        if progress.recorded(info):
                            answers = [str(turn["answer"]) for turn in self._turns()[turns:]]
                            trace.step(moment, info, answers or [str(action)])
                        moment = trace.moment(after)
                        if finished:
                            trace.end(moment)
                    before = after
                if other is not None:
                    other.step(info, finished)
                    scores, verdict = {self._settings.judge: info["score"]}, other.verdict()
                    if verdict.known or not phone.task.asks_model(other.name):
                        scores[other.name] = verdict.score
                    progress.scores = {judge: round(float(score), 6) for judge, score in scores.items()}
                # No failure of the agent's: recorded as an error, and a new phone comes next.
                if info.get("device_lost"):
                    raise DeviceLostError(info["device_lost"])
                if films:
                    progress.film.act(info["gesture"], info["wrong_format"])
                    progress.film.shoot(phone.device)

    def _trace(self, env: BMoCAEnv, key: Key) -> Trace | None:
        """The trace of an episode that has just begun; None where none is asked for."""
        if not self._settings.traces:
            return None
        return Trace(*self._folder.trace(self._settings.agent, key), env)

    def _turns(self) -> list[dict[str, Any]]:
        """The turns of a model so far, in this episode."""
        notes = getattr(self._agent, "notes", None)
        return notes.turns if isinstance(notes, Notes) else []

    def _tell_usage(self) -> None:
        """Tell what a model has used since this was last called, or the episode began."""
        notes = getattr(self._agent, "notes", None)
        if self._on_usage is None or not isinstance(notes, Notes):
            return
        used = notes.used() or {}
        self._on_usage({name: amount - self._told.get(name, 0) for name, amount in used.items()})
        self._told = used

    def _discard(self) -> None:
        """Drop an environment that an episode broke off in: the next one is made anew."""
        env, self._env = self._env, None
        if env is not None:
            with contextlib.suppress(Exception):  # it is broken already, and what broke it is on record
                env.close()

    def _steps_of_expert(self, key: Key, own_steps: int | None) -> int | None:
        """The number of steps of the expert, measured once for a task and a configuration, on the embedded handset."""
        if self._settings.agent == "expert":
            return own_steps
        pair = key.environment, key.instance_name
        if pair not in self._expert_steps:
            if self._expert is None:
                expert = agents.AGENTS["expert"]
                ends_itself = any(task.ends == "finish" for task in self._settings.tasks)
                settings = dataclasses.replace(
                    self._settings,
                    agent="expert",
                    agent_options={},
                    device="embedded",
                    films="none",
                    traces="",
                    action=expert.finishing or expert.action if ends_itself else expert.action,
                    observation=expert.observation,
                )
                self._expert = Player(
                    settings, self._folder.path, self._make_env, phone=self._phone, measured=False
                )
            episode = self._expert.play(key._replace(seed=0))
            self._expert_steps[pair] = episode.steps if episode.success else None
        return self._expert_steps[pair]


@dataclasses.dataclass(slots=True)
class _Progress:
    """The record so far of an episode that may break off at any moment."""

    film: Film
    success: bool = False
    total_reward: float = 0.0
    wrong_formats: int = 0
    repeats: int = 0
    finished: str | None = None
    stopped: str | None = None
    answer: str | None = None
    answered: bool = False  # whether the last step was an answer, or had one
    scores: dict[str, float] | None = None
    sub_goals: dict[str, bool] | None = None
    looks: bool = False  # whether the screens before and after the steps are compared
    changed: list[bool | None] = dataclasses.field(default_factory=list)
    redrawn: list[bool | None] = dataclasses.field(default_factory=list)
    evidence: list[str] = dataclasses.field(default_factory=list)
    actions: list[str] = dataclasses.field(default_factory=list)
    reasons: list[str | None] = dataclasses.field(default_factory=list)  # why steps were in a wrong format
    seen: set[tuple[int, str]] = dataclasses.field(default_factory=set)  # screens, and what was done on them

    def note(self, info: dict[str, Any]) -> None:
        self.success = bool(info["success"])
        self.sub_goals = {name: bool(met) for name, met in info.get("sub_goals", {}).items()} or None
        self.evidence = [str(line) for line in info["evidence"]]

    def step(self, screen: int, reward: float, info: dict[str, Any]) -> None:
        """Note a step; ``screen``: the `_fingerprint` of what the agent saw before it."""
        self.note(info)
        self.total_reward += reward
        self.wrong_formats += info["wrong_format"] is not None
        self.finished = info.get("finished")
        said, self.answer = self.answer, info.get("answer")
        answered = self.answer if self.answer != said else None
        self.answered = answered is not None
        self.actions.append(describe(info["gesture"], info["wrong_format"], self.finished, answered))
        self.reasons.append(info["wrong_format"])
        pair = screen, self.actions[-1]
        self.repeats += pair in self.seen
        self.seen.add(pair)

    def compare(self, before: Look, after: Look, info: dict[str, Any]) -> None:
        """Note whether the last step has changed the screen, as far as it was an operation on it."""
        operation = info.get("finished") is None and not self._answered_only(info)
        self.changed.append(changed(before, after) if operation else None)
        self.redrawn.append(redrawn(before.picture, after.picture) if self.recorded(info) else None)

    def recorded(self, info: dict[str, Any]) -> bool:
        """Whether AndroidLab's recorder has a line for the last step: it was no wrong format, and no mere answer."""
        return info["wrong_format"] is None and not self._answered_only(info)

    def _answered_only(self, info: dict[str, Any]) -> bool:
        return self.answered and info["gesture"] is None and info.get("finished") is None


def _fingerprint(observation: Any) -> int:
    """A digest of a screen, to tell the screens of an episode apart."""
    if isinstance(observation, dict):
        return hash(tuple(map(_fingerprint, observation.values())))
    return hash(observation.tobytes() if isinstance(observation, np.ndarray) else str(observation))


def _one_line(error: BaseException) -> str:
    """An error's class, message and the place that raised it, without the machine's paths."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    message = " ".join(str(error).split()) or "without a message"
    where = f"{Path(place.filename).name}, line {place.lineno}, in {place.name}"
    return f"{type(error).__name__}: {message} ({where})"
