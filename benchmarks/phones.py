"""Measurements of the phone: steps by case, resets, screenshots, the longest pause, garbage."""

from __future__ import annotations

import dataclasses
import gc
import importlib.util
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import product
from multiprocessing import get_context
from statistics import median
from typing import Any

import gymnasium as gym
import numpy as np

import bmoca_gym  # noqa: F401  registers the environments
from benchmarks.processes import Absent
from benchmarks.timing import ACTIONS_DRAWN, Case, distribution, environment_case
from bmoca_gym import tasks
from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import ActionMode
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import UnmetNeedsError
from bmoca_gym.handset import images
from bmoca_gym.handset.errors import MissingLibraryError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.value import clear_caches, replace
from bmoca_gym.randomization import Sampler, select
from bmoca_gym.tasks import Task

PIXELS = "pixels 128×256"
CLEARED = "pixels, all screens forgotten at every step"
TEXT = "text"
BOTH = "text and pixels"
TREE = "UI tree only, by the Device contract"
EIGHT = "pixels, a phone of eight apps"
MANY = "pixels, 1,000 phones in turn"
EXPERT = "an expert at play, text"
PPO = "the phones of PPO, 64 at a time"
ONE = "256 phones stepped together, in a process"
TWO = "256 phones stepped together, in two processes"
APART = "256 phones, in two processes that do not wait for each other"
SEPARATE = "256 phones, in two programs that tell nobody"
PAGE_TEXT = "MiniWoB++ click-test-2 on the phone, text"
PAGE_PIXELS = "MiniWoB++ click-test-2 on the phone, pixels"

#: The apps of the six tasks, and those that they need.
EIGHT_APPS = ("calculator", "clock", "contacts", "dialer", "launcher", "messages", "settings", "wikipedia")

#: Steps between two loaded snapshots for a device without an environment.
STEPS_A_SNAPSHOT = 30

#: The size of a policy's screenshot, (width, height) in px.
SIZE = (128, 256)


#: B-MoCA's own image, used unless ``--image`` names another one.
OWN = images.ANDROID10.name


def of_image(configurations: int, image: str) -> dict[str, Callable[[], Case]]:
    """Return those of `cases` that a phone of another image can play, with the representative tasks whose apps it
    has.
    """
    return {
        PIXELS: partial(observed, "pixels", configurations, image),
        TEXT: partial(observed, "text", configurations, image),
        BOTH: partial(observed, "both", configurations, image),
        TREE: partial(tree, configurations, image),
        CLEARED: partial(cleared, configurations, image),
    }


def six_tasks(image: str = OWN) -> list[Task]:
    """Return the representative tasks whose apps an image has, on phones of that image."""
    device = EmbeddedDevice(image=image)
    found = []
    for task in tasks.select("representative"):
        with suppress(UnmetNeedsError):
            task.check_needs(device)
            found.append(dataclasses.replace(task, image=image))
    return found


def cases(configurations: int) -> dict[str, Callable[[], Case]]:
    """Return the benchmarks by name: the six tasks in the first training configurations, both drawn at each reset."""
    return {
        PIXELS: partial(observed, "pixels", configurations),
        TEXT: partial(observed, "text", configurations),
        BOTH: partial(observed, "both", configurations),
        TREE: partial(tree, configurations),
        CLEARED: partial(cleared, configurations),
        EIGHT: partial(eight, configurations),
        MANY: partial(many, configurations),
        EXPERT: partial(expert, configurations),
        PPO: partial(ppo, configurations),
        ONE: partial(together, configurations, 1),
        TWO: partial(together, configurations, 2),
        APART: partial(apart, configurations),
        SEPARATE: partial(separate, configurations),
        PAGE_TEXT: partial(page, "text"),
        PAGE_PIXELS: partial(page, "pixels"),
    }


def observed(observation: str, configurations: int, image: str = OWN) -> Case:
    """Step an environment with random actions."""
    return environment_case(visited(observation, configurations, image))


def page(observation: str) -> Case:
    """Tap a page of MiniWoB++ at random points. Each episode has a new seed, and so a page of its own."""
    try:
        return environment_case(gym.make("MobileMiniWoB-ClickTest2-v0", observation=observation))
    except MissingLibraryError as error:
        raise Absent(str(error)) from error


def eight_apps() -> EmbeddedDevice:
    """Return a phone of `EIGHT_APPS`."""
    device = EmbeddedDevice()
    apps = tuple(app for app in images.ANDROID10.apps if app in EIGHT_APPS)
    device.phone = images.boot(None, replace(images.ANDROID10, apps=apps))
    return device


def eight(configurations: int) -> Case:
    """Step a phone of `EIGHT_APPS` with pixels, as `observed` does: the difference is the cost of more apps."""
    return environment_case(visited("pixels", configurations, device=eight_apps))


def many(configurations: int, phones: int = 1000) -> Case:
    """Step a thousand environments in one process in turn."""
    environments = list(select("train")[:configurations])
    made = [PhoneEnv(environments=environments) for _ in range(phones if configurations > 5 else 20)]
    space = made[0].action_space
    space.seed(0)
    actions = [int(space.sample()) for _ in range(ACTIONS_DRAWN)]
    for number, env in enumerate(made):
        env.reset(seed=number)
    taken = 0

    def step() -> bool:
        nonlocal taken
        taken += 1
        env = made[taken % len(made)]
        _, _, terminated, truncated, _ = env.step(actions[taken % ACTIONS_DRAWN])
        if terminated or truncated:
            env.reset()
        return False

    def close() -> None:
        for env in made:
            env.close()

    return Case(step, lambda: None, close)


#: Steps of all phones of a process between two points at which all processes wait.
BURST = 12


def together(configurations: int, processes: int, phones: int = 256) -> Case:
    """Step the phones of a vector environment with random actions; ended episodes restart in the same step."""
    count = phones if configurations > 5 else 8
    vector = _vector(configurations, processes, count)
    rng = np.random.default_rng(0)

    def step() -> bool:
        vector.step(rng.integers(385, size=count))
        return False

    return Case(step, lambda: None, vector.close, count)


def apart(configurations: int, phones: int = 256) -> Case:
    """Step the same phones in two processes, each of which gets its next actions when it is ready."""
    count = phones if configurations > 5 else 8
    vector = _vector(configurations, 2, count)
    rng = np.random.default_rng(0)
    processes = len(vector.parts)

    def step() -> bool:
        for number in range(processes):
            vector.send(number, rng.integers(385, size=count // processes))
        for _ in range(processes * (BURST - 1)):
            number, _ = vector.recv()
            vector.send(number, rng.integers(385, size=count // processes))
        for _ in range(processes):
            vector.recv()
        return False

    return Case(step, lambda: None, vector.close, count * BURST)


def separate(configurations: int, phones: int = 256) -> Case:
    """Step half of the phones in each of two unrelated programs: the best that two processes can reach."""
    count = (phones if configurations > 5 else 8) // 2
    programs = [
        ProcessPoolExecutor(1, get_context("spawn"), _begin, (configurations, count, seed))
        for seed in (0, count)
    ]

    def step() -> bool:
        for burst in [program.submit(_step_alone) for program in programs]:
            burst.result()
        return False

    def close() -> None:
        for program in programs:
            program.shutdown()

    return Case(step, lambda: None, close, 2 * count * BURST)


#: The program of `separate`: its phones, and the seeds of their actions.
_alone: Any = None


def _begin(configurations: int, count: int, seed: int) -> None:
    global _alone
    _alone = _vector(configurations, 1, count, seed), np.random.default_rng(seed)


def _step_alone() -> None:
    vector, rng = _alone
    for _ in range(BURST):
        vector.step(rng.integers(385, size=vector.num_envs))


def _vector(configurations: int, processes: int, count: int, seed: int = 0) -> Any:
    vector = gym.make_vec(
        "BMoCA-v0", num_envs=count, processes=processes, autoreset_mode="SameStep",
        environments=list(select("train")[:configurations]),
    )  # fmt: skip
    vector.reset(seed=seed)
    return vector


def expert(configurations: int) -> Case:
    """Let experts do the six tasks repeatedly: every step changes the screen. Their own time counts."""
    env: Any = gym.make(
        "BMoCA-v0", environments=list(select("train")[:configurations]), observation="text", action="text"
    )
    agent = ExpertAgent()
    seen: tuple[Any, Any] = (None, {})

    def reset() -> None:
        nonlocal seen
        seen = env.reset()
        agent.reset(env.unwrapped, seen[1], 0)

    def step() -> bool:
        nonlocal seen
        observation, _, terminated, truncated, info = env.step(agent.act(*seen))
        seen = observation, info
        return bool(terminated or truncated)

    env.reset(seed=0)
    return Case(step, reset, env.close)


def ppo(configurations: int, count: int = 64) -> Case:
    """Step `Phones` as PPO of Stable-Baselines3 does, with random actions; no network runs.

    Raises:
        Absent: Stable-Baselines3 is not installed.
    """
    if importlib.util.find_spec("sb3_contrib") is None:
        raise Absent("Stable-Baselines3 is not installed (pip install bmoca_gym[learning])")
    phones_of_ppo: Any = importlib.import_module("bmoca_gym.policies.ppo_phones")
    made = phones_of_ppo.Phones(count, tasks.select("representative"), list(select("train")[:configurations]))
    rng = np.random.default_rng(0)
    made.seed(0)
    made.reset()

    def step() -> bool:
        made.step(rng.integers(385, size=count))
        return False

    return Case(step, lambda: None, made.close, count)


def cleared(configurations: int, image: str = OWN) -> Case:
    """Step with pixels and empty caches of elements, layouts, display lists and frames: the worst case.

    Shaped words, pictures and snapshots stay, as an app's resources do.
    """
    env = visited("pixels", configurations, image)

    def forget() -> None:
        clear_caches(assets=False)
        device_of(env).view.forget()

    return environment_case(env, before_step=forget)


def visited(observation: str, configurations: int, image: str = OWN, **arguments: Any) -> gym.Env:
    """Return an environment that was reset to every task in every training configuration: all its snapshots exist."""
    env = made(configurations, image, observation=observation, **arguments)
    for options in every_start(configurations, image):
        env.reset(options=options)
    return env


def made(configurations: int, image: str, **arguments: Any) -> gym.Env:
    """Make an environment of `six_tasks` in the first training configurations."""
    environments = list(select("train")[:configurations])
    return gym.make("BMoCA-v0", tasks=six_tasks(image), environments=environments, **arguments)


def every_start(configurations: int, image: str = OWN) -> list[dict[str, Any]]:
    """Return the options of ``reset`` for each training configuration and each of `six_tasks`."""
    return [
        {"environment": environment.id, "task": task}
        for environment, task in product(select("train")[:configurations], six_tasks(image))
    ]


def tree(configurations: int, image: str = OWN) -> Case:
    """Use gestures, time and the UI tree through the Device contract alone, as a scripted agent would."""
    env = made(configurations, image)
    device = device_of(env)
    names = save_starts(env, configurations, image)
    gestures = _random_gestures(env)
    rng = np.random.default_rng(0)
    taken = 0

    def step() -> bool:
        nonlocal taken
        taken += 1
        device.perform(gestures[taken % ACTIONS_DRAWN])
        device.wait(3.0)
        device.ui_tree()
        return taken % STEPS_A_SNAPSHOT == 0

    def reset() -> None:
        device.load_snapshot(names[rng.integers(len(names))])
        device.ui_tree()

    return Case(step, reset, env.close)


def _random_gestures(env: gym.Env) -> list[Gesture]:
    """Return the gestures of random actions, without actions that make no gesture."""
    mode: ActionMode = env.unwrapped.action_mode  # type: ignore[attr-defined]
    env.action_space.seed(0)
    gestures: list[Gesture] = []
    while len(gestures) < ACTIONS_DRAWN:
        move = mode.to_gesture(env.action_space.sample(), None)
        if isinstance(move, Gesture):
            gestures.append(move)
    return gestures


def device_of(env: gym.Env) -> EmbeddedDevice:
    """Return the phone of ``env``."""
    device: EmbeddedDevice = env.unwrapped.device  # type: ignore[attr-defined]
    return device


def save_starts(env: gym.Env, configurations: int, image: str = OWN) -> list[str]:
    """Save the start of an episode of each task in each training configuration, and return the snapshots' names."""
    names = []
    for number, options in enumerate(every_start(configurations, image)):
        env.reset(options=options)
        names.append(f"start {number}")
        device_of(env).save_snapshot(names[-1])
    return names


def resets(repeats: int, configurations: int, image: str = OWN) -> dict[str, dict[str, float]]:
    """Time resets with their first frame, to starts that were visited before and to new configurations."""
    env = visited("pixels", configurations, image)
    starts = every_start(configurations, image)
    order = np.random.default_rng(0).integers(len(starts), size=repeats)
    env.action_space.seed(0)
    known = []
    for index in order:
        for _ in range(3):  # so that a reset has something to undo
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                break
        known.append(_seconds(partial(env.reset, options=starts[index])))
    device, loads = device_of(env), []
    names = save_starts(env, configurations, image)
    for index in order:

        def load(name: str = names[index]) -> None:
            device.load_snapshot(name)
            device.screenshot(SIZE)

        loads.append(_seconds(load))
    env.close()
    new = gym.make("BMoCA-v0", tasks=six_tasks(image), environments=Sampler(seed=0))
    new.reset(seed=0)
    unseen = [_seconds(new.reset) for _ in range(max(5, min(repeats // 10, 100)))]
    new.close()
    return {
        "env.reset, known configuration": distribution(known),
        "load_snapshot and screenshot, known configuration": distribution(loads),
        "env.reset, configuration never seen": distribution(unseen),
    }


def native_screenshot(repeats: int) -> dict[str, dict[str, float]]:
    """Time screenshots at 1080×2160 after five random actions: drawn anew, and with only the changes redrawn."""
    configurations = [
        configuration.id
        for configuration in select("train")
        if (configuration.profile.width, configuration.profile.height) == (1080, 2160)
    ]
    env = gym.make("BMoCA-v0", environments=configurations)
    device = device_of(env)
    env.reset(seed=0)
    env.action_space.seed(0)
    whole, changed = [], []
    for number in range(repeats):
        if number % 3 == 0:
            env.reset()
        for _ in range(5):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
        changed.append(_seconds(device.screenshot))
        device.close()  # forgets frames, not the phone
        whole.append(_seconds(device.screenshot))
    env.close()
    return {"drawn anew": distribution(whole), "changes redrawn": distribution(changed)}


def longest_pause(
    steps: int, configurations: int, frozen: bool = False, image: str = OWN
) -> dict[str, float]:
    """Return the longest of ``steps`` steps with pixels, in wall-clock and processor time (ms).

    ``frozen``: make as many steps before, and then call `gc.freeze`, as a training loop may do.

    On a busy machine the wall clock includes the work of other processes; processor time does not.
    """
    env = visited("pixels", configurations, image)
    env.reset(seed=0)
    env.action_space.seed(0)
    wall: list[float] = []
    processor: list[float] = []
    for step in range(2 * steps if frozen else steps):
        if frozen and step == steps:
            gc.freeze()
            wall, processor = [], []
        action = env.action_space.sample()
        began, used = time.perf_counter(), time.thread_time()
        _, _, terminated, truncated, _ = env.step(action)
        processor.append(time.thread_time() - used)
        wall.append(time.perf_counter() - began)
        if terminated or truncated:
            env.reset()
    env.close()
    return {
        "steps": steps,
        "wall_ms": round(max(wall) * 1e3, 2),
        "processor_ms": round(max(processor) * 1e3, 2),
        "median_ms": round(median(wall) * 1e3, 3),
    }


def cyclic_garbage(steps: int, configurations: int) -> int:
    """Return the number of objects that the cyclic collector finds after ``steps`` steps: 0 without cycles."""
    env = visited("both", configurations)
    env.reset(seed=0)
    env.action_space.seed(0)
    gc.collect()
    gc.disable()
    try:
        for _ in range(steps):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
        return gc.collect()
    finally:
        gc.enable()
        env.close()


def _seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
