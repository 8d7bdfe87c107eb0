"""Player of episodes on one phone. It makes a record of each episode, even after an error."""

from __future__ import annotations

import contextlib
import dataclasses
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, cast

import gymnasium as gym

from bmoca_gym import agents
from bmoca_gym.agents.agent import Agent, Notes
from bmoca_gym.agents.language.answer_judge import AnswerJudge
from bmoca_gym.devices.device import screen_of
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Info
from bmoca_gym.episodes.film import Film, describe
from bmoca_gym.episodes.outcomes import LONGEST_TEXT, REFUSING_REASONS, Invalid, invalid_kind
from bmoca_gym.episodes.records import Episode, Key
from bmoca_gym.episodes.registries import TRACE_WRITERS, TraceWriter
from bmoca_gym.episodes.screens import Look, changed, look, redrawn
from bmoca_gym.episodes.trail import PICTURE, Trail, digest
from bmoca_gym.errors import DeviceLostError, LimitReachedError, OutputError, cut
from bmoca_gym.evaluation import transcripts
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.judges import OtherJudge
from bmoca_gym.evaluation.settings import Settings, environment_arguments, episode_seed
from bmoca_gym.interruptions import CALM
from bmoca_gym.side_effects import Effects

#: Makes the environment of an evaluation.
MakeEnvironment = Callable[[Settings], gym.Env]

#: Called with the usage of a model since the last call, by name, as in the ``usage`` of an episode.
OnUsage = Callable[[Mapping[str, float]], None]

#: Steps that the expert needs, by environment and instance name; None without an expert, or if it fails.
ExpertSteps = dict[tuple[str, str], int | None]


def make_environment(settings: Settings, arguments: Mapping[str, Any] | None = None) -> gym.Env:
    """Make the package's environment with the tasks, configurations and modes of the settings.

    ``arguments``: those of ``gym.make`` to use instead of the settings' own, see `settings.environment_arguments`.
    """
    import bmoca_gym  # noqa: F401 (registers the ids)

    env: gym.Env = gym.make(
        "BMoCA-v0",
        tasks=list(settings.tasks),
        environments=list(settings.environments),
        device=settings.device,
        answer_judge=answer_judge(settings),
        disable_env_checker=True,
        **(environment_arguments(settings) if arguments is None else arguments),
    )
    return env


def answer_judge(settings: Settings) -> AnswerJudge | None:
    """Make the judge of free answers; None without a model."""
    if not settings.answer_model:
        return None
    return AnswerJudge(
        settings.answer_model, settings.answer_base_url, settings.answer_cache, replay=settings.answer_replay
    )


class Player:
    """Player with one phone and one agent, and a second phone for the expert. Close it when done.

    Args:
        settings: the settings of the evaluation.
        out: the results folder; films are written into it.
        make_env: makes the environments of the agent and of the expert.
        expert_steps: known numbers of the expert's steps. New ones are added.
        phone: a context that is entered for every access to a phone, such as a lock if several players share a process.
        measured: whether to compare the screens before and after each step, for tasks with sub-goals.
        on_usage: called after each action with the usage of the agent's model.
        agent: the agent to use instead of the one that the settings name.
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
        agent: Agent | None = None,
    ) -> None:
        self._settings = settings
        self._folder = ResultsFolder(out)
        self._make_env = make_env
        self._tasks = {(task.id, task.task_seed): task for task in settings.tasks}
        self._environments = {environment.id: environment for environment in settings.environments}
        self._agent = agent or agents.create(settings.agent, settings.agent_options, out)
        self._env: gym.Env | None = None
        self._expert: Player | None = None
        self._expert_steps: ExpertSteps = {} if expert_steps is None else expert_steps
        self._phone = phone or contextlib.nullcontext()
        self._measured = measured
        self._on_usage = on_usage
        self._told: dict[str, float] = {}  # of the usage in this episode

    def open(self) -> gym.Env:
        """Return the environment. It is made on first use, and again after an episode with an error."""
        with self._phone:
            if self._env is None:
                self._env = self._make_env(self._settings)
            return self._env

    def abort(self) -> None:
        """Make an agent stop waiting for an answer. Another thread calls this."""
        close = getattr(self._agent, "close", None)
        if close is not None:
            close()

    def close(self) -> None:
        """Close the phones and the agent."""
        self.abort()
        for held in (self._env, self._expert):
            if held is not None:
                held.close()
        self._env = self._expert = None

    def play(self, key: Key) -> Episode:
        """Play an episode. If an error ends it, the record has the ``error``, and ``success`` is False.

        Raises:
            Exception: the environment can't be made. Without a phone there is nothing to record.
            OutputError: the disk is full.
        """
        env = self.open()
        by_model = isinstance(getattr(self._agent, "notes", None), Notes)
        progress = _Progress(Film(keeps_phones=self._settings.enlarges(False, by_model)))
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
        else:
            self._shoot_end(env, progress)
        seconds = time.perf_counter() - started
        success = progress.success and error is None
        film = self._folder.film(key) if self._settings.keeps_film(key.seed, success) else None
        if film and self._settings.enlarges(success, by_model):
            with self._phone:
                progress.film.enlarge()
        if film:
            progress.film.save(self._folder.path / film)
        notes = getattr(self._agent, "notes", None)
        transcript = self._folder.transcript(key) if isinstance(notes, Notes) else None
        if isinstance(notes, Notes) and transcript:
            transcripts.write(
                self._folder.path / transcript,
                notes,
                progress.reasons,
                pictures=film is not None,
                gestures=progress.gestures,
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
            status=progress.status,
            asked=progress.asked or None,
            invalid=dict(Counter(one.kind for one in progress.invalid)) or None,
            first_invalid=progress.invalid[0]._asdict() if progress.invalid else None,
            side_effects=progress.effects and progress.effects.side_effects,
            harmful_acts=progress.effects and progress.effects.harmful_acts,
            trail=progress.trail.record(progress.picture) if progress.trail is not None else None,
            interruptions=progress.interruptions if self._settings.level != CALM else None,
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
            observation, told = env.reset(seed=seed, options=options)
            info = cast(Info, told)  # a wrapper's types don't say so
            progress.note(info)
            screen = digest(observation)
            progress.trail = Trail(screen)
            # If the agent ends the episode, both judges judge the same final state.
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
                progress.effects = phone.effects()
                return
            finally:
                self._tell_usage()
            with self._phone:
                observation, reward, terminated, truncated, told = env.step(action)
                info = cast(Info, told)
                finished = terminated or truncated
                progress.step(screen, float(reward), info, action, self._turns()[turns:])
                screen = digest(observation)
                progress.trail.step(action, screen, float(reward), float(info.get("score", 0.0)))
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
                # This is not the agent's failure: it is recorded as an error, and the next episode gets a new phone.
                if info.get("device_lost"):
                    raise DeviceLostError(info["device_lost"])
                if films:
                    progress.film.act(info["gesture"], info["wrong_format"])
                    progress.film.shoot(phone.device)

    def _shoot_end(self, env: gym.Env, progress: _Progress) -> None:
        """Keep the picture at the end of an episode on an embedded phone. Another phone's can't be compared."""
        phone: Any = env.unwrapped
        with self._phone:
            if screen_of(phone.device) is not None:
                progress.picture = phone.device.screenshot(PICTURE)

    def _trace(self, env: PhoneEnv, key: Key) -> TraceWriter | None:
        """Make the trace of an episode that has just started; None if the settings don't ask for one."""
        if not self._settings.traces:
            return None
        return TRACE_WRITERS.get(self._settings.traces)(*self._folder.trace(self._settings.agent, key), env)

    def _turns(self) -> list[dict[str, Any]]:
        """List the turns of the model in this episode."""
        notes = getattr(self._agent, "notes", None)
        return notes.turns if isinstance(notes, Notes) else []

    def _tell_usage(self) -> None:
        """Report the model's usage since the last call, or since the start of the episode."""
        notes = getattr(self._agent, "notes", None)
        if self._on_usage is None or not isinstance(notes, Notes):
            return
        used = notes.used() or {}
        self._on_usage({name: amount - self._told.get(name, 0) for name, amount in used.items()})
        self._told = used

    def _discard(self) -> None:
        """Drop the environment after an error; the next episode gets a new one."""
        env, self._env = self._env, None
        if env is not None:
            with contextlib.suppress(Exception):  # the first error is already on record
                env.close()

    def _steps_of_expert(self, key: Key, own_steps: int | None) -> int | None:
        """Return the expert's number of steps, measured once per task and configuration on the embedded phone."""
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
                    interruptions=CALM,
                    interface="",
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
    """The record of an episode so far. An error may end the episode at any time."""

    film: Film
    success: bool = False
    total_reward: float = 0.0
    wrong_formats: int = 0
    repeats: int = 0
    finished: str | None = None
    status: str | None = None
    stopped: str | None = None
    asked: int = 0  # questions without a reply
    invalid: list[Invalid] = dataclasses.field(default_factory=list)
    trail: Trail | None = None
    effects: Effects | None = None
    picture: Any = None  # the screen at the end of an embedded phone
    answer: str | None = None
    answered: bool = False  # whether the last step had an answer
    scores: dict[str, float] | None = None
    sub_goals: dict[str, bool] | None = None
    looks: bool = False  # whether to compare the screens before and after each step
    changed: list[bool | None] = dataclasses.field(default_factory=list)
    redrawn: list[bool | None] = dataclasses.field(default_factory=list)
    evidence: list[str] = dataclasses.field(default_factory=list)
    actions: list[str] = dataclasses.field(default_factory=list)
    interruptions: tuple[str, ...] = ()
    gestures: list[Any] = dataclasses.field(default_factory=list)  # what each step sent to the phone
    reasons: list[str | None] = dataclasses.field(default_factory=list)  # of wrong formats, one for each step
    seen: set[tuple[str, str]] = dataclasses.field(default_factory=set)  # pairs of a screen and an action

    def note(self, info: Info) -> None:
        self.success = bool(info["success"])
        self.sub_goals = {name: bool(met) for name, met in info.get("sub_goals", {}).items()} or None
        self.evidence = [str(line) for line in info["evidence"]]
        effects, harms = info.get("side_effects"), info.get("harmful_acts")
        self.effects = None if effects is None else Effects(tuple(effects), tuple(harms or ()))
        self.interruptions = tuple(info.get("interruptions", ()))

    def step(
        self, screen: str, reward: float, info: Info, action: Any, turns: Sequence[Mapping[str, Any]]
    ) -> None:
        """Record a step.

        Args:
            screen: the digest of the observation before it.
            reward: its reward.
            info: the info after it.
            action: the action.
            turns: the turns of the model in this step.
        """
        self.note(info)
        self.total_reward += reward
        self.wrong_formats += info["wrong_format"] is not None
        self.finished, self.status = info.get("finished"), info.get("status")
        ended_by = [str(turn.get("stopped_because", "")) for turn in turns]
        if self.status is not None and any(reason in REFUSING_REASONS for reason in ended_by):
            self.status = "refused"
        self.asked += info.get("asked") is not None and not info.get("reply")
        if info["wrong_format"] is not None:
            text = _shown(action)
            kind = invalid_kind(text, bool(info.get("off_screen")), ended_by)
            self.invalid.append(Invalid(kind, info["wrong_format"], text[:LONGEST_TEXT], len(self.actions)))
        said, self.answer = self.answer, info.get("answer")
        answered = self.answer if self.answer != said else None
        self.answered = answered is not None
        self.actions.append(describe(info["gesture"], info["wrong_format"], self.finished, answered))
        self.reasons.append(info["wrong_format"])
        self.gestures.append(info["gesture"])
        pair = screen, self.actions[-1]
        self.repeats += pair in self.seen
        self.seen.add(pair)

    def compare(self, before: Look, after: Look, info: Info) -> None:
        """Record whether the last step changed the screen, if it was an operation on the screen."""
        operation = info.get("finished") is None and not self._answered_only(info)
        self.changed.append(changed(before, after) if operation else None)
        self.redrawn.append(redrawn(before.picture, after.picture) if self.recorded(info) else None)

    def recorded(self, info: Info) -> bool:
        """Return whether AndroidLab's recorder has a line for the last step: it has none for a wrong format or a mere
        answer."""
        return info["wrong_format"] is None and not self._answered_only(info)

    def _answered_only(self, info: Info) -> bool:
        return self.answered and info["gesture"] is None and info.get("finished") is None


def _shown(action: Any) -> str:
    """Write an action of any kind as text."""
    return action if isinstance(action, str) else cut(action)


def _one_line(error: BaseException) -> str:
    """Write an error as one line: class, message and the place that raised it, without the machine's paths."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    message = " ".join(str(error).split()) or "without a message"
    where = f"{Path(place.filename).name}, line {place.lineno}, in {place.name}"
    return f"{type(error).__name__}: {message} ({where})"
