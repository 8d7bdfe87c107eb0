"""Environments on phones behind adb: the same tasks, experts, rewards and step counts as in this process."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "devices"))  # for served_handset

from served_handset import NO_ADB, Handset, Handsets, adb_program

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym import tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import DeviceError, DeviceNotFoundError, SettingsError, SnapshotError
from bmoca_gym.evaluation import evaluate, settings_for
from bmoca_gym.handset.ui.xml import xml_of
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task

SIX = tasks.select("representative")
#: Plain; small and large text; Korean; dark, of very high density and from right to left; an Arabic tablet.
CONFIGURATIONS = ["109", "100", "101", "105", "108"]
#: Each task in one of the configurations in turn; BMOCA_EVERYTHING=1: in all.
PAIRS = [
    (task, configuration)
    for number, task in enumerate(SIX)
    for place, configuration in enumerate(CONFIGURATIONS)
    if place == number % len(CONFIGURATIONS) or os.environ.get("BMOCA_EVERYTHING")
]


@pytest.fixture(scope="module")
def handsets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Handsets]:
    if adb_program() is None:
        pytest.skip(NO_ADB)
    made = Handsets(tmp_path_factory.mktemp("adb"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def handset(handsets: Handsets) -> Handset:
    return handsets.handset()


@pytest.fixture(autouse=True)
def _server_port(handsets: Handsets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(handsets.port))


@pytest.fixture(scope="module")
def env(handsets: Handsets, handset: Handset) -> Iterator[PhoneEnv]:
    """One environment for all tasks and configurations, as somebody with one phone has it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANDROID_ADB_SERVER_PORT", str(handsets.port))
        made: PhoneEnv = gym.make("BMoCA-v0", device=f"adb:{handset.serial}", observation="text").unwrapped  # type: ignore[assignment]
    yield made
    made.close()


def play(env: PhoneEnv, task: Task, configuration: str) -> Iterator[tuple[Any, ...]]:
    """The expert's steps, each with its reward, its ends, its info, and the UI tree and the native screen behind it."""
    env.reset(seed=0, options={"task": task.id, "environment": configuration})
    expert = expert_for(task.id)
    env.action_mode = AsGesture()  # type: ignore[assignment]
    truncated = terminated = False
    while not (terminated or truncated):
        tree = env.device.ui_tree()
        gesture = expert.next_gesture(tree, env.device.info.locale)
        _, reward, terminated, truncated, info = env.step(gesture)
        yield reward, terminated, truncated, info, env.device.ui_tree(), env.device.screenshot()


class AsGesture:
    """An action mode whose actions are gestures."""

    needs_tree = False
    wrong_format_counts = False

    def to_gesture(self, action: Any, tree: Any) -> Any:
        return action


@pytest.mark.exhaustive(unless=lambda task: task == SIX[0])
@pytest.mark.parametrize(("task", "configuration"), PAIRS, ids=lambda one: getattr(one, "gym_name", one))
def test_the_expert_earns_the_same_in_as_many_steps(
    env: PhoneEnv, handset: Handset, task: Task, configuration: str
) -> None:
    other = PhoneEnv(observation="text")
    reward = 0.0
    for step, (ours, theirs) in enumerate(
        zip_longest(play(env, task, configuration), play(other, task, configuration))
    ):
        assert ours is not None
        assert theirs is not None, f"in process it takes {step} steps"
        assert ours[:3] == theirs[:3]
        assert ours[3] == {**theirs[3], "toasts": None}, "evidence and all; adb tells no toasts"
        assert xml_of(ours[4]) == xml_of(theirs[4]), "all that a dump tells: hints are not in it"
        assert np.array_equal(ours[5], theirs[5]), f"every pixel, after step {step}"
        reward = ours[0]
    assert reward == 1.0
    assert isinstance(other.device, EmbeddedDevice)
    assert handset.served.phone.clock == other.device.phone.clock


def test_resets_give_the_same_start_again_and_again(env: PhoneEnv) -> None:
    start = {"environment": "100", "task": SIX[0].id}
    text, screen = env.reset(options=start)[0], env.device.screenshot()
    env.device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert not np.array_equal(env.device.screenshot(), screen)
    assert env.reset(options=start)[0] == text
    assert np.array_equal(env.device.screenshot(), screen)
    assert "init" in env.device.snapshots()


def test_the_one_phone_that_is_there(handsets: Handsets, handset: Handset) -> None:
    env = PhoneEnv(device="adb")
    try:
        assert isinstance(env.device, AdbDevice)
        assert env.device.serial == handset.serial
    finally:
        env.close()


@pytest.mark.parametrize(
    ("device", "error", "message"),
    [
        ("adb:", DeviceError, "adb:SERIAL"),
        ("adb:nowhere", DeviceNotFoundError, "adb sees no phone 'nowhere'"),
        ("abd", DeviceError, "Did you mean .*'adb'"),
    ],
)
def test_names_of_phones_that_are_not_there(device: str, error: type[DeviceError], message: str) -> None:
    with pytest.raises(error, match=message):
        PhoneEnv(device=device)


def test_an_evaluation_on_a_phone(handset: Handset, tmp_path: Path) -> None:
    settings = settings_for("expert", "Alarm", ["100"], device=f"adb:{handset.serial}", films="none")
    (episode,) = evaluate(settings, tmp_path / "results")
    (other,) = evaluate(dataclasses.replace(settings, device="embedded"), tmp_path / "other")
    assert (episode.success, episode.steps) == (other.success, other.steps) == (True, episode.expert_steps)
    with pytest.raises(SettingsError, match="one worker"):
        evaluate(settings, tmp_path / "results", workers=2)


def test_a_phone_without_snapshots_is_given_an_environment_when_it_has_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Cabled(EmbeddedDevice):
        def snapshots(self) -> tuple[str, ...]:
            raise SnapshotError("no emulator")

    applied: list[str] = []
    real = DeviceConfiguration.apply

    def apply(self: DeviceConfiguration, device: Any, image: str) -> None:
        applied.append(self.id)
        real(self, device, image)

    monkeypatch.setattr(DeviceConfiguration, "apply", apply)
    cabled = type(
        "Cabled",
        (),
        {
            k: v
            for k, v in (vars(EmbeddedDevice) | vars(Cabled)).items()
            if k not in ("__dict__", "__weakref__")
        },
    )
    env = PhoneEnv(tasks=SIX[0].id, device=cabled())
    for configuration in ("100", "100", "105", "100"):
        env.reset(options={"environment": configuration})
        assert env.device.info.locale == env.environment.locale
    assert applied == ["100", "105", "100"]
