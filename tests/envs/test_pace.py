"""How fast a phone answers: motion, starts of apps, and the toasts of a step."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bmoca_gym
from bmoca_gym import tasks
from bmoca_gym.envs.pace import toasts_since
from bmoca_gym.errors import ArgumentError, ConfigurationError
from bmoca_gym.handset.system import activities, motion
from bmoca_gym.handset.system.motion import REST
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import Sampler, configuration_from, get
from tests.playing import steps

#: A wait in which nearly every kind of motion is only half over.
STEP = 0.2


def made(tasks: str = "Alarm", **arguments: Any) -> Any:
    arguments = {
        "environments": "100",
        "action": "text",
        "observation": "both",
        "step_seconds": STEP,
    } | arguments
    return gym.make("BMoCA-v0", tasks=tasks, **arguments).unwrapped


def with_looks(**changes: Any) -> bmoca_gym.randomization.DeviceConfiguration:
    return replace(get("100"), id="100-changed", split="custom", **changes)


def test_an_observation_falls_in_the_middle_of_a_motion() -> None:
    moving, calm = made(motion="real"), made()
    for env in (moving, calm):
        env.reset(seed=0)
    seen, _, _, _, _ = moving.step('swipe("up")')
    end, _, _, _, _ = calm.step('swipe("up")')
    assert [move.kind for move in motion.moves(moving.device.phone)] == ["drawer"]
    assert seen["text"] == end["text"]
    assert not np.array_equal(seen["pixels"], end["pixels"])
    for _ in range(2):
        seen, _, _, _, _ = moving.step("wait()")
        end, _, _, _, _ = calm.step("wait()")
    assert np.array_equal(seen["pixels"], end["pixels"])
    assert moving.device.phone.motion == REST
    assert calm.device.phone.motion is None


@pytest.mark.filterwarnings("error")
def test_gymnasiums_checker_is_silent() -> None:
    check_env(made(motion="real"), skip_render_check=True)


def test_the_argument_overrides_the_configuration() -> None:
    real = with_looks(motion="real")
    for argument, moves in ((None, True), ("none", False), ("real", True)):
        env = made(environments=real, motion=argument)
        env.reset(seed=0)
        assert (env.device.phone.motion is not None) == moves
        assert env.interrupted == moves
    env.reset(seed=1, options={"environment": "100"})
    assert env.device.phone.motion == REST


def test_motion_ends_with_the_episode_that_has_it() -> None:
    env = made(environments=with_looks(motion="real", start_seconds=2))
    env.reset(seed=0)
    assert env.device.phone.motion == REST
    env.reset(seed=0, options={"environment": "100"})
    assert env.device.phone.motion is None
    assert activities.starting_in(env.device.phone, 0) is env.device.phone


def test_an_environment_in_the_middle_of_a_motion_is_forked_and_pickled() -> None:
    env = made(motion="real")
    env.reset(seed=0)
    env.step('swipe("up")')
    others = [env.fork(), pickle.loads(pickle.dumps(env))]
    expected = env.step("wait()")
    for other in others:
        found = other.step("wait()")
        assert np.array_equal(found[0]["pixels"], expected[0]["pixels"])
        assert found[0]["text"] == expected[0]["text"]
        assert other.device.phone == env.device.phone


@pytest.mark.parametrize("given", ["fast", True, 1])
def test_a_wrong_motion_is_refused(given: Any) -> None:
    with pytest.raises(ArgumentError, match=r"motion is .* must be one of 'none', 'real'"):
        made(motion=given)
    with pytest.raises(ConfigurationError, match=r"motion is .* must be 'none' or 'real'"):
        with_looks(motion=given)


@pytest.mark.parametrize("given", [-1, 61, "long", None, True])
def test_wrong_start_seconds_are_refused(given: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"start_seconds is .* from 0 to 60"):
        with_looks(start_seconds=given)


def test_a_configuration_keeps_its_pace_in_a_file() -> None:
    slow = with_looks(motion="real", start_seconds=1.5)
    assert configuration_from(slow.to_dict()) == slow
    assert slow.digest != with_looks().digest
    assert not {"motion", "start_seconds"} & set(get("100").to_dict())


def test_the_sampler_draws_the_pace_without_changing_what_it_drew_before() -> None:
    plain, paced = Sampler(seed=7), Sampler(seed=7, motions=["none", "real"], start_seconds=[0, 2.5])
    drawn = paced.configurations(20)
    assert {one.motion for one in drawn} == {"none", "real"}
    assert {one.start_seconds for one in drawn} == {0, 2.5}
    assert [replace(one, motion="none", start_seconds=0.0) for one in drawn] == plain.configurations(20)


@pytest.mark.parametrize(
    ("suite", "named"), [("BMoCA-v0", "Alarm"), ("AndroidWorld-v0", "androidworld/ClockStopWatchRunning")]
)
def test_an_app_takes_time_to_start_when_it_does_not_run(suite: str, named: str) -> None:
    slow = with_looks(start_seconds=1.0)
    env: Any = gym.make(
        suite, tasks=named, environments=slow, action="text", observation="text", step_seconds=0.5
    )
    env = env.unwrapped
    env.reset(seed=0)
    device = env.device
    device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    tree = device.ui_tree()
    assert tree.nodes[0].package == "com.google.android.deskclock"
    assert not [node for node in tree if node.text or node.content_description or node.clickable]
    device.shell("input keyevent BACK")
    device.shell("input tap 200 200")
    assert device.ui_tree() == tree
    env.step("wait()")
    assert device.ui_tree() == tree
    env.step("wait()")
    assert device.ui_tree().find(text="Alarm") is not None
    device.shell("input keyevent HOME")
    device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert device.ui_tree().find(text="Alarm") is not None


def test_home_leaves_an_app_that_still_starts() -> None:
    env = made(environments=with_looks(start_seconds=5))
    env.reset(seed=0)
    env.device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    env.step('press("HOME")')
    assert env.device.phone.home
    env.device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert env.device.ui_tree().find(text="Alarm") is not None


def test_infos_tell_toasts_that_no_observation_shows() -> None:
    env = made(step_seconds=3.0)
    observation, info = env.reset(seed=0)
    assert info["toasts"] == ()
    told = []
    for step in steps(env, observation, info):
        assert env.device.phone.toast == ""
        told += step.info["toasts"]
        state = env.save_state()
        assert env.restore_state(state)[1]["toasts"] == step.info["toasts"]
    assert len(told) == 1
    assert told[0].startswith("Alarm set for")


def test_toasts_of_a_step_are_told_in_order() -> None:
    env = made()
    env.reset(seed=0)
    phone = env.device.phone
    first = activities.toast(phone, "one")
    assert toasts_since(phone.toasts, first) == ("one",)
    both = activities.toast(first, "two")
    assert toasts_since(phone.toasts, both) == ("one", "two")
    assert toasts_since(first.toasts, both) == ("two",)
    assert toasts_since(both.toasts, both) == ()
    many = both
    for number in range(activities.MOST_TOASTS + 2):
        many = activities.toast(many, str(number))
    assert toasts_since(both.toasts, many)[-1] == str(activities.MOST_TOASTS + 1)
    assert len(many.toasts) == activities.MOST_TOASTS


EVERY = tasks.select("all")


@pytest.mark.parametrize("task", [pytest.param(task.id, id=task.id) for task in EVERY[::6]])
def test_the_expert_solves_tasks_while_things_move(task: str) -> None:
    env = made(task, motion="real", environments=with_looks(motion="real", start_seconds=0.5), step_limit=80)
    moved, info = False, {}
    for step in steps(env, *env.reset(seed=0)):
        moved, info = moved or bool(motion.moves(env.device.phone)), step.info
    assert info["success"], info["steps"]
    assert moved
