"""Groups: phones that continue from one state, independently of each other."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from bmoca_gym import PhoneEnv, PhoneGroup
from bmoca_gym.envs.group import GroupStep
from bmoca_gym.errors import ArgumentError


@pytest.fixture
def env() -> PhoneEnv:
    made = gym.make("BMoCA-Alarm-v0", action="text", observation="pixels").unwrapped
    assert isinstance(made, PhoneEnv)
    made.reset(seed=3)
    made.step('press("HOME")')
    return made


def steps_of(group: PhoneGroup, actions: list[str]) -> list[GroupStep]:
    found = group.step(actions)
    assert None not in found
    return [step for step in found if step is not None]


def test_members_begin_at_the_state_and_go_on_apart(env: PhoneEnv) -> None:
    group = PhoneGroup(env, 3)
    before = env.save_state()
    first, second, third = steps_of(group, ['press("HOME")', 'swipe("up")', 'swipe("up")'])
    assert (first.observation != second.observation).any()
    assert (second.observation == third.observation).all()
    assert [step.info["steps"] for step in (first, second, third)] == [2, 2, 2]
    assert env.save_state().phone is before.phone


def test_equal_actions_give_what_the_environment_itself_gives(env: PhoneEnv) -> None:
    group = PhoneGroup(env, 2)
    for action in ('swipe("up")', "tap(3)", 'press("BACK")'):
        observation, reward, terminated, truncated, info = env.step(action)
        for step in steps_of(group, [action, action]):
            assert np.array_equal(step.observation, observation)
            assert step[1:] == (reward, terminated, truncated, info)


def test_the_environment_takes_over_a_member(env: PhoneEnv) -> None:
    group = PhoneGroup(env, 2)
    (_, chosen) = steps_of(group, ['press("HOME")', 'swipe("up")'])
    assert group.adopt(1) == chosen.info
    assert [np.array_equal(seen, chosen.observation) for seen, _ in group.fork()] == [True, True]


def test_ended_members_rest_until_the_next_fork(env: PhoneEnv) -> None:
    group = PhoneGroup(env, 2)
    steps_of(group, ['finish("done")', 'press("HOME")'])
    assert group.running == [False, True]
    ended, other = group.step(['press("HOME")', 'press("HOME")'])
    assert ended is None
    assert other is not None
    group.fork()
    assert group.running == [True, True]
    group.close()


def test_what_can_not_be_is_refused(env: PhoneEnv) -> None:
    for size in (0, -1, 5000, True, 2.0):
        with pytest.raises(ArgumentError, match="it must be from 1 to 4096 phones"):
            PhoneGroup(env, size)  # type: ignore[arg-type]
    for member in (2, -1):
        with pytest.raises(ArgumentError, match=f"member is {member}; it must be from 0 to 1"):
            PhoneGroup(env, 2).adopt(member)
    with pytest.raises(ArgumentError, match="1 actions were given for 2 phones"):
        PhoneGroup(env, 2).step(['press("HOME")'])
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before save_state"):
        PhoneGroup(gym.make("BMoCA-Alarm-v0").unwrapped, 2)  # type: ignore[arg-type]
