"""`device="avd"`: environments on emulators that android-env drives, and episodes whose emulator fails."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "devices"))  # for fake_sdk

from fake_sdk import FakeSdk, needs_android_env

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.avd.device import AvdDevice
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import DeviceError, SnapshotError
from bmoca_gym.evaluation import evaluate, settings_for
from bmoca_gym.handset.ui.xml import xml_of
from bmoca_gym.tasks import Task

pytestmark = needs_android_env

SIX = tasks.select("representative")
#: Small, Korean and large, another phone, Urdu from right to left, and a tablet in Arabic.
CONFIGURATIONS = ("101", "105", "107", "108", "109")
#: Those whose screens have the shape of the pixels that agents see.
SAME_SHAPE = ("101", "105")


@pytest.fixture(scope="module")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeSdk]:
    """An SDK whose AVDs hold the configurations, found by this process."""
    made = FakeSdk(tmp_path_factory.mktemp("avd"))
    made.build(map(randomization.get, CONFIGURATIONS))
    with pytest.MonkeyPatch.context() as patch:
        made.use(patch)
        yield made


@pytest.fixture(scope="module")
def env(sdk: FakeSdk) -> Iterator[PhoneEnv]:
    """One environment for all tasks and configurations; two emulators run at a time."""
    made: PhoneEnv = gym.make("BMoCA-v0", device="avd", observation="both").unwrapped  # type: ignore[assignment]
    yield made
    made.close()


class AsGesture:
    """An action mode whose actions are gestures."""

    needs_tree = False
    wrong_format_counts = False

    def to_gesture(self, action: Any, tree: Any) -> Any:
        return action


def digest(pixels: Any) -> tuple[tuple[int, ...], str]:
    """Shape and SHA-256 of a picture: the pictures of an episode at native size would take 200 MB."""
    return pixels.shape, hashlib.sha256(pixels.tobytes()).hexdigest()


def play(env: PhoneEnv, task: Task, configuration: str) -> list[tuple[Any, ...]]:
    """The expert's steps: what it gets and sees, the UI tree, and the screen's digest at native size."""
    observation, info = env.reset(seed=0, options={"task": task.id, "environment": configuration})
    steps: list[tuple[Any, ...]] = [
        (observation, info, env.device.ui_tree(), digest(env.device.screenshot()))
    ]
    expert, locale = expert_for(task.id), env.device.info.locale
    env.action_mode = AsGesture()  # type: ignore[assignment]
    while True:
        gesture = expert.next_gesture(steps[-1][-2], locale)
        observation, reward, terminated, truncated, info = env.step(gesture)
        seen = env.device.ui_tree(), digest(env.device.screenshot())
        steps.append((observation, reward, terminated, truncated, info, *seen))
        if terminated or truncated:
            return steps


@pytest.mark.exhaustive
@pytest.mark.parametrize(("configuration", "chosen"), [("105", SIX[::2]), ("109", SIX[1::2])])
def test_the_experts_earn_and_see_the_same(
    env: PhoneEnv, configuration: str, chosen: tuple[Task, ...]
) -> None:
    """Rewards, step counts, info, texts, trees, and native screenshots pixel for pixel, at every step.

    Three tasks in each configuration; BMOCA_EVERYTHING=1: all six.
    """
    other = PhoneEnv(observation="both")
    for task in SIX if os.environ.get("BMOCA_EVERYTHING") else chosen:
        ours, theirs = play(env, task, configuration), play(other, task, configuration)
        assert len(ours) == len(theirs), task.id
        assert ours[-1][1:4] == (1.0, True, False), task.id
        for number, (one, two) in enumerate(zip(ours, theirs, strict=True)):
            assert one[1:-3] == two[1:-3], (task.id, number)
            assert one[-3] == {**two[-3], "toasts": None}, (task.id, number)  # adb tells none
            # A dump tells all but hints.
            assert xml_of(one[-2]) == xml_of(two[-2]), (task.id, number)
            assert one[0]["text"] == two[0]["text"], (task.id, number)
            assert one[-1] == two[-1], (task.id, number)
            if configuration in SAME_SHAPE:
                assert np.array_equal(one[0]["pixels"], two[0]["pixels"]), (task.id, number)
    assert isinstance(env.device, AvdDevice)
    assert env.device.avd == f"bmoca_{randomization.get(configuration).profile.avd_device_id}"


def reset(env: PhoneEnv, configuration: str = "105") -> Any:
    return env.reset(seed=0, options={"task": SIX[0].id, "environment": configuration})[0]


def device_of(env: PhoneEnv) -> AvdDevice:
    assert isinstance(env.device, AvdDevice)
    return env.device


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_emulator_that_ends_truncates_the_episode(env: PhoneEnv, number: signal.Signals) -> None:
    first = reset(env)
    device = device_of(env)
    launches = device.launches
    process = device.emulator.process
    assert process is not None
    env.step(gesture_of(env))
    os.kill(process.id, number)
    assert process.ended(10)
    observation, reward, terminated, truncated, info = env.step(gesture_of(env))
    assert (reward, terminated, truncated, info["steps"]) == (0.0, False, True, 2)
    assert "bmoca_pixel_3" in info["device_lost"]
    assert ("SIGKILL" if number == signal.SIGKILL else "ended with 0") in info["device_lost"]
    assert observation in env.observation_space
    again = reset(env)
    assert device.launches == launches + 1
    assert np.array_equal(first["pixels"], again["pixels"])
    assert env.step(gesture_of(env))[3] is False


def gesture_of(env: PhoneEnv) -> Any:
    from bmoca_gym.handset.gestures import Tap

    env.action_mode = AsGesture()  # type: ignore[assignment]
    return Tap(0.5, 0.02)


@pytest.mark.exhaustive
def test_an_emulator_that_ends_during_reset_is_replaced_at_once(
    env: PhoneEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reset(env)
    launches = device_of(env).launches
    real, killed = AvdDevice.wait, []

    def wait(self: AvdDevice, seconds: float) -> None:
        if not killed:
            killed.append(self.emulator.process)
            killed[0].kill()
        real(self, seconds)

    monkeypatch.setattr(AvdDevice, "wait", wait)
    again = reset(env)
    assert device_of(env).launches == launches + 1
    assert np.array_equal(first["pixels"], again["pixels"])


@pytest.mark.exhaustive
def test_an_emulator_that_hangs_truncates_the_episode(sdk: FakeSdk) -> None:
    env = PhoneEnv(device=AvdDevice(hang_seconds=2.0))
    try:
        reset(env)
        process = device_of(env).emulator.process
        assert process is not None
        os.killpg(process.id, signal.SIGSTOP)
        _, _, terminated, truncated, info = env.step(gesture_of(env))
        assert (terminated, truncated) == (False, True)
        assert "has not answered for 2 s, and was ended" in info["device_lost"]
        assert process.ended(5)
        reset(env)
        assert env.step(gesture_of(env))[3] is False
    finally:
        env.device.close()


@pytest.mark.exhaustive
def test_a_killed_adb_server_costs_nothing_but_time(env: PhoneEnv) -> None:
    first = reset(env)
    device = device_of(env)
    launches = device.launches
    env.step(gesture_of(env))
    kill_server(device)
    _, _, _, truncated, info = env.step(gesture_of(env))
    assert (truncated, info["device_lost"]) == (False, None)
    again = reset(env)
    assert np.array_equal(first["pixels"], again["pixels"])
    assert device.launches == launches


def kill_server(device: AvdDevice) -> None:
    import socket

    server = device._pool._server
    assert server is not None
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as talk:
        talk.sendall(b"0009host:kill")
        talk.recv(4)


def test_configurations_that_were_not_built(env: PhoneEnv) -> None:
    with pytest.raises(SnapshotError, match=r"no snapshot 'bmoca_100'.*bmoca avd build --environments 100"):
        reset(env, "100")
    with pytest.raises(DeviceError, match="bmoca_pixel_4"):
        reset(env, "106")
    reset(env)
    assert env.step(gesture_of(env))[3] is False


@pytest.mark.exhaustive
def test_an_evaluation_goes_on_after_a_lost_emulator(
    sdk: FakeSdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lost episode is recorded as an error, not as a failure of the agent; the next ones are played."""
    real, gestures = AvdDevice.perform, []

    def perform(self: AvdDevice, gesture: Any) -> None:
        gestures.append(gesture)
        if len(gestures) == 3:  # after HOME, which reset presses, and a step
            process = self.emulator.process
            assert process is not None
            process.kill()
        real(self, gesture)

    settings = settings_for("expert", "Alarm", ["105"], device="avd", films="none", seeds=2)
    monkeypatch.setattr(AvdDevice, "perform", perform)
    first, second = evaluate(settings, tmp_path / "results")
    assert (first.success, second.success) == (False, True)
    assert "SIGKILL" in str(first.error)
    assert second.error is None


@pytest.mark.parametrize("device", ["avd:phone", "avd:"])
def test_a_name_behind_avd(sdk: FakeSdk, device: str) -> None:
    with pytest.raises(DeviceError, match="AvdDevice"):
        PhoneEnv(device=device)
