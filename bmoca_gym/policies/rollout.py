"""Rollouts of a policy: many episodes at once, with optional labels and actions of the expert."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.recorder import MASK_BYTES, NO_CLASS, Advice, Job, Recording, advice
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.policies.network import ScreenNetwork


class Outcome(NamedTuple):
    """Result of an episode, with its recording if one was requested."""

    job: Job
    success: bool
    steps: int
    recording: Recording | None


class Done:
    """Memory of the actions in an episode, to avoid repeats on an equal screen (to the pixel)."""

    def __init__(self) -> None:
        self._done: dict[bytes, set[int]] = {}

    def best(self, screen: NDArray[np.uint8], logits: NDArray[np.float32]) -> int:
        """Return the class with the highest logit that was not yet done on this screen."""
        done = self._done.get(screen.tobytes())
        if done:
            logits = logits.copy()
            logits[list(done)] = -np.inf
        return int(np.argmax(logits))

    def add(self, screen: NDArray[np.uint8], action: int) -> None:
        """Record an action on a screen."""
        self._done.setdefault(screen.tobytes(), set()).add(action)

    def forget(self) -> None:
        """Clear the memory for a new episode."""
        self._done.clear()


@dataclass(slots=True)
class _Seat:
    """One phone with its episode."""

    env: PhoneEnv
    job: Job
    pixels: NDArray[np.uint8]
    instruction: str
    rng: np.random.Generator
    expert: Any
    screens: list[NDArray[np.uint8]] = field(default_factory=list)
    advised: list[Advice] = field(default_factory=list)
    done: Done = field(default_factory=Done)
    steps: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Settings of a rollout.

    Attributes:
        seats: number of episodes at once.
        expert_share: probability that the expert acts in a step.
        record: whether to record screens and the expert's labels.
        avoid_repeats: whether to avoid repeated actions on an equal screen (to the pixel) within an episode.
        seed: seed of the expert's share.
    """

    seats: int = 32
    expert_share: float = 0.0
    record: bool = False
    avoid_repeats: bool = True
    seed: int = 0


@contextmanager
def _threads(screens: int) -> Iterator[None]:
    """Use one thread for one screen: two are no faster, and on a busy machine they wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1 if screens == 1 else before)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class Decider:
    """Network with cached tokens of instructions, for several screens at once."""

    def __init__(self, network: ScreenNetwork) -> None:
        self._network = network
        self._tokens: dict[str, tuple[torch.Tensor, torch.Tensor]] = {}

    def outputs(self, pixels: NDArray[np.uint8], instructions: Sequence[str]) -> NDArray[np.float32]:
        """Compute logits float32[B, 385], or dual gestures float32[B, 4], of screens uint8[B, 256, 128, 3]."""
        new = [text for text in dict.fromkeys(instructions) if text not in self._tokens]
        if new:
            ids, there = self._network.tokens(new)
            self._tokens.update({text: (ids[row], there[row]) for row, text in enumerate(new)})
        chosen = [self._tokens[text] for text in instructions]
        device = self._network.device
        was_training = self._network.training
        self._network.eval()
        with torch.no_grad(), _threads(len(pixels)):
            found = self._network(
                torch.from_numpy(pixels).to(device),
                torch.stack([ids for ids, _ in chosen]),
                torch.stack([there for _, there in chosen]),
            )
        self._network.train(was_training)
        result: NDArray[np.float32] = found.float().cpu().numpy()
        return result


def play(network: ScreenNetwork, jobs: Sequence[Job], how: Play) -> list[Outcome]:
    """Play episodes. Outcomes are in the order of ``jobs``. They do not depend on ``seats``, except for rounding."""
    decider = Decider(network)
    discrete = network.discrete
    waiting = deque(enumerate(jobs))
    outcomes: list[Outcome | None] = [None] * len(jobs)
    envs = [PhoneEnv(action=network.settings.action) for _ in range(min(how.seats, len(jobs)))]
    try:
        seats: list[tuple[int, _Seat]] = []
        idle = list(reversed(envs))
        while waiting or seats:
            while waiting and idle:
                number, job = waiting.popleft()
                seats.append((number, _seated(idle.pop(), job, number, how)))
            found = decider.outputs(
                np.stack([seat.pixels for _, seat in seats]), [seat.instruction for _, seat in seats]
            )
            going: list[tuple[int, _Seat]] = []
            for (number, seat), output in zip(seats, found, strict=True):
                over, success = _step(seat, output, how, discrete)
                if over:
                    outcomes[number] = Outcome(seat.job, success, seat.steps, _recorded(seat, how, success))
                    idle.append(seat.env)
                else:
                    going.append((number, seat))
            seats = going
    finally:
        for env in envs:
            env.close()
    return [outcome for outcome in outcomes if outcome is not None]


def _seated(env: PhoneEnv, job: Job, number: int, how: Play) -> _Seat:
    pixels, info = env.reset(seed=number, options={"task": job.task, "environment": job.environment})
    expert = expert_for(job.task) if how.record or how.expert_share > 0 else None
    rng = np.random.default_rng([how.seed, number])
    return _Seat(env, job, pixels, str(info["instruction"]), rng, expert)


def _step(seat: _Seat, output: NDArray[np.float32], how: Play, discrete: bool) -> tuple[bool, bool]:
    """Do one step. Returns whether the episode is over, and whether it succeeded."""
    given: Advice | None = None
    if seat.expert is not None:
        given = advice(seat.expert, seat.env.device.ui_tree(), seat.job.environment.locale)
        if how.record:
            seat.screens.append(seat.pixels)
            seat.advised.append(given)
        if given.gesture is None:
            return True, False
    by_expert = given is not None and how.expert_share > 0 and seat.rng.random() < how.expert_share
    action: Any
    if discrete:
        action = seat.done.best(seat.pixels, output)
        if by_expert and given is not None and given.label != NO_CLASS:
            action = given.label
        if how.avoid_repeats:
            seat.done.add(seat.pixels, int(action))
    else:
        action = output
        if by_expert and given is not None and np.isfinite(given.dual).all():
            action = given.dual
    seat.pixels, _, terminated, truncated, _ = seat.env.step(action)
    seat.steps += 1
    return terminated or truncated, terminated


def _recorded(seat: _Seat, how: Play, success: bool) -> Recording | None:
    if not how.record or not seat.screens:
        return None
    count = len(seat.screens)
    nothing: Any = np.zeros(0)
    return Recording(
        task=seat.job.task.id,
        instruction=seat.instruction,
        environment=seat.job.environment.id,
        configuration=json.dumps(seat.job.environment.to_dict(), ensure_ascii=False),
        seed=how.seed,
        success=success,
        pixels=np.stack(seat.screens),
        discrete=nothing, dual=nothing, rewards=nothing, terminations=nothing, truncations=nothing,
        labels=np.array([each.label for each in seat.advised], np.int16),
        label_duals=np.stack([each.dual for each in seat.advised]),
        bounds=np.stack([each.bounds for each in seat.advised]),
        masks=np.stack([each.mask for each in seat.advised]).reshape(count, MASK_BYTES),
        noise=nothing,
    )  # fmt: skip
