"""Rollouts for trainers: workers keep playing a policy while the trainer updates it.

::

    with Rollouts(MyPolicy, tasks="representative", environments="train", workers=8) as rollouts:
        for rollout in rollouts:
            ...
            rollouts.update(weights)
"""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple, cast

from bmoca_gym import agents, splits
from bmoca_gym.agents.agent import Agent
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Info
from bmoca_gym.errors import ArgumentError, DeviceLostError, WorkerLostError, cut
from bmoca_gym.executors import Executor, ExecutorName, Pool, Shared, opened
from bmoca_gym.executors.worker import Work

#: Number of attempts at a rollout whose worker or phone is lost.
_ATTEMPTS = 3


class Decision(NamedTuple):
    """What a policy may return instead of an action: the action, and what the trainer needs to know about it.

    ``extra``: anything that can be pickled, such as tokens and their log probabilities.
    """

    action: Any
    extra: Any = None


class Step(NamedTuple):
    """A step of a rollout. ``observation`` is what the policy saw; ``extra`` comes from its `Decision`."""

    observation: Any
    action: Any
    reward: float
    extra: Any = None


@dataclass(frozen=True, slots=True)
class Rollout:
    """An episode that a policy has played.

    Attributes:
        number: its number, from 0. It determines task, configuration and seeds.
        group: the number of its group. All rollouts of a group start in the same state.
        version: the version of the policy that played it: 0, or what `Rollouts.update` returned.
        seed: the seed of the policy.
        steps: its steps.
        observation: the last observation.
        begin: the info of the reset: ``instruction``, ``task``, ``task_seed``, ``environment``, ….
        end: the info of the last step: ``success``, ``score``, ``sub_goals``, ….
        terminated, truncated: how it ended.
    """

    number: int
    group: int
    version: int
    seed: int
    steps: tuple[Step, ...]
    observation: Any
    begin: Info
    end: Info
    terminated: bool
    truncated: bool

    @property
    def reward(self) -> float:
        """The sum of the rewards."""
        return sum(step.reward for step in self.steps)

    @property
    def success(self) -> bool:
        """Whether the task was solved."""
        return bool(self.end["success"])


class _Job(NamedTuple):
    number: int
    group: int
    seed: int
    version: int
    weights: Shared | None


class Rollouts(Iterator[Rollout]):
    """Rollouts of a policy, in the order in which they end. Close it when done.

    Workers play while the trainer computes. At most ``queue`` rollouts are in play or waiting at a time, so no rollout
    is more than ``queue`` rollouts behind the trainer. If a worker or its phone dies, another one plays the rollout
    again with the same seeds and version. Each number comes once. An error in the policy is raised here.

    What is played depends only on ``seed`` and the rollout's number, not on workers or executor. Which version plays a
    rollout depends on when it starts.

    Args:
        policy: an agent's name, such as ``"module:Class"``; or a class or function without arguments, importable by
            the workers, that makes an `Agent`. Its ``act`` returns an action or a `Decision`. For `update` it needs a
            method ``load(weights)``.
        workers: number of workers.
        queue: the most rollouts in play or waiting; 0 for twice the number of workers.
        group: number of rollouts that start in the same state, each with a different policy seed.
        count: number of rollouts; 0 for unlimited.
        seed: draws tasks, configurations and the policy's seeds.
        executor: ``"local"`` (processes), ``"ray"``, or an open executor, which is not closed.
        address: address of a Ray cluster; empty starts one on this machine.
        held_out: whether episodes for validation and tests may be played, as an evaluation does. Training must not see
            them, so one is an error otherwise.
        kwargs: as for `PhoneEnv`: ``tasks``, ``environments``, ``observation``, ``action``, ``reward``, ….

    Raises:
        ArgumentError: a number is out of range, or tasks or configurations are for validation or tests.
        MissingLibraryError: Ray is not installed.
        SettingsError: there is no cluster at the address.
    """

    def __init__(
        self,
        policy: str | Callable[[], Agent],
        *,
        workers: int = 2,
        queue: int = 0,
        group: int = 1,
        count: int = 0,
        seed: int = 0,
        executor: ExecutorName | Executor = "local",
        address: str = "",
        held_out: bool = False,
        **kwargs: Any,
    ) -> None:
        for name, given, low in (
            ("workers", workers, 1),
            ("queue", queue, 0),
            ("group", group, 1),
            ("count", count, 0),
            ("seed", seed, 0),
        ):
            if isinstance(given, bool) or not isinstance(given, int) or given < low:
                raise ArgumentError(f"{name} is {cut(given)}; it must be a whole number from {low} on.")
        if isinstance(executor, str) and executor not in ("local", "ray"):
            raise ArgumentError(f"executor is {cut(executor)}; it must be local, ray or an open executor.")
        if not held_out:
            splits.training_tasks(kwargs.get("tasks", "representative"))
        self._seed, self._group, self._count = seed, group, count
        self._lock = threading.Lock()
        self._version, self._weights = 0, cast("Shared | None", None)
        self._opened = opened(None, executor, address) if isinstance(executor, str) else opened(executor)
        self._executor = self._opened.__enter__()
        self._pool = Pool(
            self._executor,
            partial(_playing, policy, held_out, kwargs),
            ([job] for job in self._jobs()),
            workers=workers,
            room=queue or 2 * workers,
            attempts=_ATTEMPTS,
            repeated=(WorkerLostError, DeviceLostError),
        )

    @property
    def version(self) -> int:
        """The version that will play the next rollouts."""
        return self._version

    def update(self, weights: Any) -> int:
        """Give the policy new weights, and return the number of this version.

        Rollouts that start from now on use it. Those already started finish with theirs.

        Args:
            weights: what the policy's ``load`` takes. It is pickled at once.
        """
        shared = self._executor.share(weights)
        with self._lock:
            self._version += 1
            self._weights = shared
            return self._version

    def __next__(self) -> Rollout:
        """Wait for a rollout.

        Raises:
            WorkerLostError: the same rollout has ended several workers.
            Exception: the policy or the environment raised it.
        """
        while True:
            outcome = next(self._pool)
            if outcome.error is None:
                found: Rollout = outcome.result
                return found
            if not outcome.again:
                raise outcome.error

    def __enter__(self) -> Rollouts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers."""
        self._pool.close()
        self._opened.__exit__(None, None, None)

    def _jobs(self) -> Iterator[_Job]:
        for number in range(self._count) if self._count else itertools.count():
            with self._lock:
                version, weights = self._version, self._weights
            yield _Job(number, number // self._group, self._seed, version, weights)


@contextmanager
def _playing(policy: str | Callable[[], Agent], held_out: bool, kwargs: dict[str, Any]) -> Iterator[Work]:
    """Prepare a worker: a phone and a policy."""
    with closing(PhoneEnv(**kwargs)) as env:
        agent: Any = None
        loaded = 0

        def work(job: _Job) -> Rollout:
            nonlocal agent, loaded
            # A lost worker's rollout may be of an older version, also of the one without weights.
            if agent is None or (job.weights is None and loaded):
                agent = agents.create(policy) if isinstance(policy, str) else policy()
            if job.weights is not None and job.version != loaded:
                agent.load(job.weights.get())
            loaded = job.version
            return _play(env, agent, job, held_out)

        yield work


def _play(env: PhoneEnv, agent: Agent, job: _Job, held_out: bool) -> Rollout:
    observation, begin = env.reset(seed=_drawn(job.seed, "group", job.group))
    if not held_out and (why := splits.held_out(env.task, env.environment)):
        raise ArgumentError(f"{why}. Training must not see it; an evaluation gives held_out=True.")
    seed = _drawn(job.seed, "rollout", job.number)
    agent.reset(env, begin, seed)
    steps: list[Step] = []
    info, terminated, truncated = begin, False, False
    while not (terminated or truncated):
        decided = agent.act(observation, info)
        action, extra = decided if isinstance(decided, Decision) else (decided, None)
        seen = observation
        observation, reward, terminated, truncated, info = env.step(action)
        if info.get("device_lost"):
            raise DeviceLostError(info["device_lost"])
        steps.append(Step(seen, action, float(reward), extra))
    return Rollout(
        number=job.number,
        group=job.group,
        version=job.version,
        seed=seed,
        steps=tuple(steps),
        observation=observation,
        begin=begin,
        end=info,
        terminated=terminated,
        truncated=truncated,
    )


def _drawn(*parts: object) -> int:
    """Draw a seed, from 0 to 2**31 - 1."""
    return int.from_bytes(hashlib.sha256(json.dumps(parts).encode()).digest()[:4], "big") & 0x7FFFFFFF
