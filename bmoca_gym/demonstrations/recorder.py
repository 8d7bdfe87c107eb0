"""Recorder of demonstrations: an expert's screens, its advice on each, and the actions that were performed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.experts.interrupted import WatchfulExpert
from bmoca_gym.envs import targets
from bmoca_gym.envs.actions import (
    DISCRETE_GESTURES,
    Answer,
    Ask,
    DiscreteActions,
    DualGestureActions,
    Finish,
    GestureActions,
    Speech,
    equal_classes,
)
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, BmocaError
from bmoca_gym.executors import Executor, Pool, opened
from bmoca_gym.executors.worker import Work
from bmoca_gym.handset.gestures import Gesture, Swipe, Tap
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.ui.xml import xml_of

if TYPE_CHECKING:
    from bmoca_gym.randomization import DeviceConfiguration
    from bmoca_gym.tasks import Task
    from bmoca_gym.tasks.task import JudgeName

#: Number of discrete classes, and number of bytes with a bit for each.
CLASSES = len(DISCRETE_GESTURES)
MASK_BYTES = -(-CLASSES // 8)

#: Label of a step or a screen without a class.
NO_CLASS = -1

#: Step limit with action noise. The tasks' own limits are too short to recover.
_NOISY_LIMIT = 64

Pixels = NDArray[np.uint8]


class Advice(NamedTuple):
    """An expert's advice on a screen.

    Attributes:
        label: the discrete class, or `NO_CLASS` if the expert does not know the screen or no class has that
            effect.
        dual: the four numbers of the dual gesture; NaN if there is none.
        bounds: left, top, right, bottom of the target element, as fractions of the screen; NaN if there is
            none.
        mask: a bit for each class with the same effect.
        gesture: the gesture; None if the expert has nothing to do.
    """

    label: int
    dual: NDArray[np.float32]
    bounds: NDArray[np.float32]
    mask: NDArray[np.uint8]
    gesture: Gesture | None


_DISCRETE, _DUAL = DiscreteActions(), DualGestureActions()


def advice(expert: Expert, tree: UiTree, locale: str) -> Advice:
    """Ask an expert for its advice on a screen, in both action modes. Raises nothing if the expert does not
    know it.
    """
    try:
        gesture = expert.next_gesture(tree, locale)
    except BmocaError:
        gesture = None
    return _as_advice(gesture, tree)


def _watchful_advice(expert: WatchfulExpert, env: PhoneEnv, locale: str) -> Advice:
    """Ask an expert that was warned of interruptions. Its target may be in another window.

    No class swipes a notification away: all swipe classes start in the middle of the screen.
    """
    tree, windows = env.device.ui_tree(), env.device.ui_tree(windows=True)
    try:
        gesture = expert.next_gesture(tree, windows, locale)
    except BmocaError:
        gesture = None
    given = _as_advice(gesture, windows)
    if isinstance(gesture, Swipe) and targets.tap_target(windows, gesture.x0, gesture.y0) not in tree.nodes:
        return given._replace(label=NO_CLASS, mask=np.zeros(MASK_BYTES, np.uint8))
    return given


def _as_advice(gesture: Gesture | Speech | None, tree: UiTree) -> Advice:
    """Label a screen with a gesture, in both action modes. None: there is nothing to do."""
    nothing = np.full(4, np.nan, np.float32)
    if gesture is None or isinstance(gesture, (Answer, Ask, Finish)):  # policies can't speak
        return Advice(NO_CLASS, nothing, nothing, np.zeros(MASK_BYTES, np.uint8), None)
    classes = _classes(gesture, tree)
    try:
        dual = _DUAL.encode(gesture, tree)
    except ActionError:
        dual = nothing
    bits = np.zeros(MASK_BYTES * 8, np.uint8)
    bits[list(classes)] = 1
    return Advice(
        classes[0] if classes else NO_CLASS, dual, _bounds(gesture, tree), np.packbits(bits), gesture
    )


def _classes(gesture: Gesture, tree: UiTree) -> tuple[int, ...]:
    try:
        return tuple(equal_classes(gesture, tree))
    except ActionError:
        return ()


def _class(gesture: Gesture, tree: UiTree) -> int:
    return next(iter(_classes(gesture, tree)), NO_CLASS)


def _bounds(gesture: Gesture, tree: UiTree) -> NDArray[np.float32]:
    target = targets.tap_target(tree, gesture.x, gesture.y) if isinstance(gesture, Tap) else None
    if target is None:
        return np.full(4, np.nan, np.float32)
    size = (tree.width, tree.height) * 2
    return np.array([edge / of for edge, of in zip(target.bounds, size, strict=True)], np.float32)


@dataclass(slots=True)
class Recording:
    """An episode of ``n`` steps and ``n + 1`` screens.

    Attributes:
        pixels: ``uint8[n + 1, 256, 128, 3]``.
        discrete: ``int64[n]``, the class of each action, or `NO_CLASS`.
        dual: ``float32[n, 4]``, the dual gesture of each action.
        rewards: ``[n]``.
        terminations: ``[n]``.
        truncations: ``[n]``.
        labels: ``int16[n + 1]``, the advised class on each screen.
        label_duals: ``float32[n + 1, 4]``, the advised dual gesture on each screen.
        bounds: ``float32[n + 1, 4]``, the bounds of its target element.
        masks: ``uint8[n + 1, 49]``, the classes with the same effect, a bit each.
        noise: ``bool[n]``, whether the action was random.
        trees: the UI trees as XML, or empty.
        task_seed: number of the instance, of a task with parameters.
        interruptions: names of the interruptions that came, in order.
    """

    task: str
    instruction: str
    environment: str
    configuration: str
    seed: int
    success: bool
    pixels: Pixels
    discrete: NDArray[np.int64]
    dual: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    labels: NDArray[np.int16]
    label_duals: NDArray[np.float32]
    bounds: NDArray[np.float32]
    masks: NDArray[np.uint8]
    noise: NDArray[np.bool_]
    trees: list[str] = field(default_factory=list)
    suite: str = "bmoca"
    task_seed: int = 0
    interruptions: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rewards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Settings of a recording.

    Attributes:
        action: the expert's action mode.
        noise: probability that a step is one of the 385 classes at random. The expert continues from the resulting
            screen.
        ui_trees: whether the UI tree of every screen is stored.
        seed: seed of the noise and of the interruptions.
        interruptions: what disturbs the episodes, as for `PhoneEnv`. The expert is warned of them. Empty: as the
            configurations say.
    """

    action: str = "discrete"
    noise: float = 0.0
    ui_trees: bool = False
    seed: int = 0
    judge: JudgeName = "corrected"
    step_seconds: float = 3.0
    interruptions: str = ""


class Job(NamedTuple):
    """An episode to record."""

    task: Task
    environment: DeviceConfiguration

    @property
    def key(self) -> tuple[str, str]:
        """Key of the episode in a dataset."""
        return self.task.id, self.environment.id


def record(env: PhoneEnv, job: Job, plan: Plan, by_hand: Sequence[Gesture] | None = None) -> Recording:
    """Record one episode.

    Args:
        env: an environment of `make_env`.
        job: the episode.
        plan: how to record it.
        by_hand: a person's gestures to perform instead of the expert's. The expert still labels every screen. If the
            task has none, the person's own gestures do.

    Raises:
        UnknownExpertError: the task has no expert, and no person plays it.
    """
    expert = None if by_hand is not None and not job.task.expert else expert_for(job.task)
    seed = _seed(plan.seed, job)
    rng = np.random.default_rng(seed)
    pixels, info = env.reset(seed=seed, options={"task": job.task, "environment": job.environment})
    watchful = None if expert is None or not env.interrupted else WatchfulExpert(expert)
    screens, advised, acts, rewards, noises, trees = [pixels], [], [], [], [], []
    terminated = truncated = False
    hand = iter(by_hand or ())
    while True:
        tree = env.device.ui_tree()
        by_person = None if by_hand is None else next(hand, None)
        if watchful is not None:
            given = _watchful_advice(watchful, env, job.environment.locale)
        elif expert is not None:
            given = advice(expert, tree, job.environment.locale)
        else:
            given = _as_advice(by_person, tree)
        advised.append(given)
        if plan.ui_trees:
            trees.append(xml_of(tree))
        random = plan.noise > 0 and rng.random() < plan.noise
        wanted = given.gesture if by_hand is None else by_person
        if terminated or truncated or wanted is None:
            break
        # Perform the class that encodes the gesture, if there is one, as a policy would.
        label = (
            int(rng.integers(CLASSES)) if random else given.label if by_hand is None else _class(wanted, tree)
        )
        gesture = (
            DISCRETE_GESTURES[label]
            if random or (by_hand is None and plan.action == "discrete" and label != NO_CLASS)
            else wanted
        )
        dual = _dual_of(gesture)
        pixels, reward, terminated, truncated, info = env.step(gesture)
        screens.append(pixels)
        acts.append((label, dual))
        rewards.append(reward)
        noises.append(random)
    if not terminated:
        truncated = True
    count = len(acts)
    ends = np.arange(count) == count - 1
    return Recording(
        task=job.task.id,
        suite=job.task.suite,
        task_seed=job.task.task_seed,
        instruction=str(info["instruction"]),
        environment=job.environment.id,
        configuration=json.dumps(job.environment.to_dict(), ensure_ascii=False),
        seed=seed,
        success=terminated,
        pixels=np.stack(screens),
        discrete=np.array([label for label, _ in acts], np.int64),
        dual=np.array([dual for _, dual in acts], np.float32).reshape(count, 4),
        rewards=np.array(rewards, np.float32),
        terminations=ends & terminated,
        truncations=ends & truncated,
        labels=np.array([each.label for each in advised], np.int16),
        label_duals=np.stack([each.dual for each in advised]),
        bounds=np.stack([each.bounds for each in advised]),
        masks=np.stack([each.mask for each in advised]),
        noise=np.array(noises, np.bool_),
        trees=trees,
        interruptions=tuple(info.get("interruptions", ())),
    )


def _dual_of(gesture: Gesture) -> NDArray[np.float32]:
    try:
        return _DUAL.encode(gesture)
    except ActionError:  # a key or a text without a dual gesture
        return np.full(4, np.nan, np.float32)


def make_env(plan: Plan) -> PhoneEnv:
    """Make an environment for recording, whose actions are gestures."""
    env = PhoneEnv(
        judge=plan.judge,
        ends="success",
        step_seconds=plan.step_seconds,
        step_limit=None if plan.noise == 0 else _NOISY_LIMIT,
        interruptions=plan.interruptions or None,
    )
    env.action_mode = GestureActions()
    return env


#: For each worker, the most recordings that wait for an earlier one.
_AHEAD = 16


def record_all(
    jobs: Sequence[Job], plan: Plan, workers: int = 1, executor: Executor | None = None
) -> Iterator[Recording]:
    """Record episodes, in the order of ``jobs`` for any number of ``workers`` and any ``executor``.

    Args:
        jobs: the episodes.
        plan: how to record them.
        workers: number of workers. Several are processes on this machine.
        executor: where they work instead, such as a `RayCluster`; it is not closed.

    Raises:
        UnknownExpertError: a task has no expert.
        WorkerLostError: the same episode has ended three workers.
    """
    for task in {job.task: None for job in jobs}:
        expert_for(task)
    if executor is None and (workers == 1 or len(jobs) < 2):
        with _recording(plan) as work:
            yield from map(work, jobs)
        return
    with (
        opened(executor) as place,
        closing(
            Pool(
                place, partial(_recording, plan), [[job] for job in jobs], workers=min(workers, len(jobs)),
                room=workers * _AHEAD, ordered=True, attempts=3,
            )
        ) as pool,
    ):  # fmt: skip
        for _, recording, error, again in pool:
            if error is None:
                yield recording
            elif not again:
                raise error


@contextmanager
def _recording(plan: Plan) -> Iterator[Work]:
    with closing(make_env(plan)) as env:
        yield lambda job: record(env, job, plan)


def _seed(seed: int, job: Job) -> int:
    text = json.dumps([seed, *job.key]).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") & 0x7FFFFFFF
