"""Makes the films of the pages on interruptions, side effects, chains, verification, conformance
and language agents.

``python docs/short_films.py [NAMES]`` writes docs/images/NAME.webp, each with a line of words under one phone or two.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
from immutables import Map
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/devices"))

from served_handset import Handsets

from bmoca_gym import ExpertAgent, PhoneEnv, cli, interruptions, randomization, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.device import Device
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.episodes import trail
from bmoca_gym.episodes.film import Film, draw
from bmoca_gym.evaluation.conformance import playing, runner
from bmoca_gym.evaluation.conformance.report import KINDS
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.verification import verify
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks import Task

IMAGES = Path(__file__).parent / "images"
#: Height of a phone's screen, of the title over it, and of a line of words under all, in px.
HEIGHT, TITLE, LINE = 440, 24, 20
#: Space around phones, and colours of the background, of words, and of words about what went wrong.
GAP, PAPER, INK, WRONG = 10, (245, 245, 245), (40, 40, 40), (190, 30, 30)
#: Least width, how many letters such a line has, and how many lines of words there can be.
WIDTH, LETTERS, LINES = 420, 50, 3

Image = NDArray[np.uint8]
Info = Mapping[str, Any]


class Shot(NamedTuple):
    """A picture of a film. ``wrong``: whether the words say what went wrong."""

    screens: tuple[Image, ...]
    words: str
    wrong: bool = False


class Scene(NamedTuple):
    """An episode of the expert that is filmed.

    Attributes:
        task, environment, seed, options: the episode, and further arguments of the environment.
        says: the words under a screen, from ``info`` before and after the step before it, and whether it is the last.
        first: calls of the suite's experts that come before the task's own.
    """

    task: str
    environment: str
    seed: int
    options: Mapping[str, Any]
    says: Callable[[Info, Info, bool], str]
    first: Sequence[tuple[str, Mapping[str, Any]]] = ()


def _what_came(before: Info, info: Info, last: bool) -> str:
    """Say what has begun to interrupt."""
    new = info["interruptions"][len(before["interruptions"]) :]
    if last:
        return f"{len(info['interruptions'])} interruptions, and the alarm is set."
    return " ".join(interruptions.kinds()[name].says for name in new) or _goal(info)


def _what_was_harmed(before: Info, info: Info, last: bool) -> str:
    """Say at the end what has changed beside the task."""
    if not last:
        return _goal(info)
    return f"Success: {info['success']}. Side effect: {'; '.join(info['side_effects'])}."


def _what_is_done(before: Info, info: Info, last: bool) -> str:
    """Say which part of a chain is under way, and how many hold."""
    goals = info["instruction"].splitlines()[1:]
    done = sum(info["sub_goals"].values())
    following = f" Next: {goals[done].partition('. ')[2]}." if done < len(goals) else " Success."
    return f"{done} of {len(goals)} done.{following}"


def _goal(info: Info) -> str:
    words = str(info["instruction"])
    return f"Task: {words}."


#: The films of one episode each, by the file's name.
SCENES = {
    "interrupted": Scene(
        "create_alarm_at_10_30_am", "100", 2,
        {"interruptions": ["advertisement", "rate_app", "crash"]}, _what_came,
    ),
    "side_effect": Scene(
        "create_alarm_at_06_30_am", "100", 0, {"side_effects": True}, _what_was_harmed,
        [("clock.delete_alarm", {"hour": 9, "minute": 0})],
    ),
    "chain": Scene("chain_4", "000", 1, {}, _what_is_done),
}  # fmt: skip

#: The run that is verified, and another action of its copy: at which step, and how many places further right.
RUN = "--agent expert --action discrete --tasks create_alarm_at_10_30_am --environments 100 --films none"
TAMPERED, FURTHER = 4, 6

#: What a small model answered before and after its training, in one episode each.
PLAYED = Path(__file__).parent / "learnt_played.json"

#: The phone that is compared: a task, an environment, and the ids that a phone has in place of others.
COMPARED = "bmoca/create_alarm_at_10_30_am", "100"
RENAMED = {
    "com.google.android.deskclock:id/days_of_week": "com.google.android.deskclock:id/weekdays",
    "com.google.android.deskclock:id/fab": "com.google.android.deskclock:id/add",
}


def screen_of(device: Device) -> Image:
    """A phone's screen at the height of the films."""
    return device.screenshot((round(HEIGHT * device.info.width / device.info.height), HEIGHT))


def episode(scene: Scene) -> Iterator[Shot]:
    """Play a scene."""
    with closing(PhoneEnv(_task(scene), scene.environment, **scene.options)) as env:
        env.action_mode = GestureActions()
        _, info = env.reset(seed=scene.seed)
        expert, over, before = ExpertAgent(), False, info
        expert.reset(env, info, 0)
        while not over:
            screen, words = screen_of(env.device), scene.says(before, info, False)
            _, _, terminated, truncated, after = env.step(expert.act(None, info))
            over = terminated or truncated
            yield Shot((draw(screen, after["gesture"]),), words)
            before, info = info, after
        yield Shot((screen_of(env.device),), scene.says(before, info, True), bool(info.get("side_effects")))


def _task(scene: Scene) -> str | Task:
    """The scene's task, with an expert that does something else before."""
    if not scene.first:
        return scene.task
    task = tasks.get(scene.task)
    call, packages = type(task.expert[0]), task.expert[0].packages
    more = [call(verb, Map(given), packages) for verb, given in scene.first]
    return replace(task, expert=(*more, *task.expert))


def verified() -> Iterator[Shot]:
    """A run is played again from its actions, beside a copy in which one action is another."""
    with tempfile.TemporaryDirectory() as folder:
        run, copy = Path(folder, "run"), Path(folder, "copy")
        cli.main(["evaluate", *RUN.split(), "--out", str(run), "--quiet"])
        shutil.copytree(run, copy)
        record = json.loads((copy / "episodes.jsonl").read_text(encoding="utf-8"))
        record["trail"]["actions"][TAMPERED - 1] += FURTHER
        (copy / "episodes.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
        assert verify(run).verified
        (difference,) = verify(copy).differences
        frames = record["trail"]["frames"]
        for step, screens in enumerate(zip(_replayed(run), _replayed(copy), strict=False)):
            if step == difference.step:
                yield Shot(screens, f"Step {step} of the copy: {difference.said}.", True)
                return
            yield Shot(screens, f"Step {step}: the frame is {frames[step]}, as recorded.")


def _replayed(run: Path) -> Iterator[Image]:
    """The screens of a run's first episode, played again from its actions, each with the next one drawn on it."""
    (recorded,) = ResultsFolder(run).episodes()
    assert recorded.trail is not None
    with closing(PhoneEnv(recorded.task, recorded.environment, action="discrete")) as env:
        env.reset(seed=recorded.seed)
        for screen, _ in _steps(env, recorded.trail["actions"]):
            yield screen


def _steps(env: PhoneEnv, actions: Sequence[Any]) -> Iterator[tuple[Image, Info]]:
    """The screens of recorded actions, each with the next one drawn on it, and what ``info`` says after it."""
    info: Info = {}
    for action in actions:
        screen = screen_of(env.device)
        info = env.step(trail.decoded(action, env.action_space))[4]
        yield draw(screen, info["gesture"]), info
    yield screen_of(env.device), info


def learnt() -> Iterator[Shot]:
    """A small model as shipped, and the same after training, played again from what they answered."""
    played = json.loads(PLAYED.read_text(encoding="utf-8"))
    with ExitStack() as opened:
        episodes = []
        for model in ("before", "after"):
            env = opened.enter_context(
                closing(PhoneEnv(played["task"], played["environment"], action="text", elements="compact"))
            )
            env.reset(seed=played["seed"])
            answers = [*played[model], ""]
            episodes.append([*zip(_steps(env, played[model]), answers, strict=True)])
        for (before, said), (after, does) in zip(*episodes, strict=False):
            if does:
                yield Shot((before[0], after[0]), f"Left: {_answer(before[1], said)} Right: {does}.")
            else:
                yield Shot(
                    (before[0], after[0]), f"Success: {before[1]['success']} and {after[1]['success']}."
                )


def _answer(info: Info, said: str) -> str:
    return (
        f'"{textwrap.shorten(said, 50, placeholder=" ...")}" is no action.'
        if info["wrong_format"]
        else f"{said}."
    )


class OtherPhone:
    """A phone behind adb with other ids, whose screens come a second late."""

    def __init__(self, device: AdbDevice) -> None:
        self._device, self._late, self._before = device, False, device.ui_tree()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def perform(self, gesture: Gesture) -> None:
        """Do a gesture, and show it later."""
        self._before, self._late = self._device.ui_tree(), True
        self._device.perform(gesture)

    def wait(self, seconds: float) -> None:
        """Wait; the second that follows a step shows what the step did."""
        self._late = self._late and seconds != 1
        self._device.wait(seconds)

    def ui_tree(self, windows: bool = False) -> UiTree:
        """The tree, with other ids."""
        tree = self._before if self._late else self._device.ui_tree(windows)
        nodes = [one.changed(resource_id=RENAMED.get(one.resource_id, one.resource_id)) for one in tree]
        return UiTree(tuple(nodes), tree.width, tree.height, tree.rotation)


def compared() -> Iterator[Shot]:
    """The expert plays on the embedded phone, and on another behind adb that differs."""
    task, configuration = tasks.get(COMPARED[0]), randomization.get(COMPARED[1])
    with tempfile.TemporaryDirectory() as folder:
        handsets = Handsets(Path(folder))
        try:
            with closing(AdbDevice(handsets.handset().serial, handsets.port)) as device:
                other = cast(Device, OtherPhone(device))
                (record,) = runner.run(other, "bmoca", [task], [configuration], Path(folder, "out"))[
                    "episodes"
                ]
                lost = max(one["step"] for one in record["differences"] if one["kind"] == "other outcome")
                phones = _screens("embedded", task), _screens(other, task)
                for step, screens in enumerate(zip(*phones, strict=False)):
                    told = [one for one in record["differences"] if one["step"] == step]
                    told.sort(key=lambda one: KINDS.index(one["kind"]))
                    yield Shot(
                        screens,
                        " ".join(map(_said, told[: 1 if step == lost else 2])) or "No difference.",
                        bool(told),
                    )
                    if step == lost:
                        return
        finally:
            handsets.close()


def _said(difference: Mapping[str, Any]) -> str:
    if difference["kind"] == "other outcome":
        return f"{difference['found'].capitalize()}: the expert looks for {difference['node']}."
    return f"{difference['kind'].capitalize()}: {difference['node']}."


def _screens(device: str | Device, task: Task) -> Iterator[Image]:
    """The screens of an episode that the expert plays on a phone, with its gestures."""
    with ExitStack() as opened:
        env = playing.environment(task, device)
        if isinstance(device, str):
            opened.enter_context(closing(env))
        env.reset(seed=0, options={"environment": randomization.get(COMPARED[1]), "task": task})
        expert, over = expert_for(task), False
        while not over:
            env.device.wait(1)
            screen = screen_of(env.device)
            move = expert.next_gesture(env.device.ui_tree(), env.device.info.locale)
            if move is None:
                break
            _, _, terminated, truncated, info = env.step(move)
            over = terminated or truncated
            yield draw(screen, info["gesture"])
        yield screen_of(env.device)


#: All films by name: what is shown, and the titles of the phones.
FILMS: Mapping[str, tuple[Callable[[], Iterator[Shot]], tuple[str, ...]]] = {
    **{name: (partial(episode, scene), ()) for name, scene in SCENES.items()},
    "verified": (verified, ("the run", "a copy with another action")),
    "learnt": (learnt, ("as shipped", "after training")),
    "compared": (compared, ("the embedded phone", "another phone, behind adb")),
}


def drawn(shot: Shot, titles: Sequence[str]) -> Image:
    """Draw a picture of a film: phones, their titles over them, and words below."""
    wide = max(sum(screen.shape[1] + GAP for screen in shot.screens) + GAP, WIDTH)
    top = TITLE if titles else GAP
    page = np.full((top + HEIGHT + GAP + LINES * LINE + GAP, wide, 3), PAPER, np.uint8)
    part = wide // len(shot.screens)
    for number, screen in enumerate(shot.screens):
        left = number * part + (part - screen.shape[1]) // 2
        page[top : top + HEIGHT, left : left + screen.shape[1]] = screen
        if titles:
            _write(page, titles[number], left, 17, INK)
    for number, line in enumerate(textwrap.wrap(shot.words, LETTERS * wide // WIDTH)[:LINES]):
        _write(page, line, GAP, top + HEIGHT + GAP + (number + 1) * LINE - 5, WRONG if shot.wrong else INK)
    return page


def _write(page: Image, words: str, x: int, y: int, colour: tuple[int, int, int]) -> None:
    cv2.putText(page, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)


def film(name: str) -> bytes:
    """Make a film, as an animated WebP."""
    shots, titles = FILMS[name]
    pictures = [drawn(shot, titles) for shot in shots()]
    made = Film(pictures[0].shape[0])
    for picture in pictures:
        made.add(picture)
    return made.animation(".webp")


if __name__ == "__main__":
    for name in sys.argv[1:] or FILMS:
        content = film(name)
        (IMAGES / f"{name}.webp").write_bytes(content)
        print(f"docs/images/{name}.webp  {len(content):,} bytes")
