"""The vector environment over processes gives the same as the one in a single process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import AlreadyPendingCallError, NoAsyncCallError
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.processes import BMoCAAsyncVectorEnv
from bmoca_gym.envs.vector import BMoCAVectorEnv
from bmoca_gym.errors import ActionError, ArgumentError, DeviceLostError

KWARGS: dict[str, Any] = {
    "tasks": ["Alarm", "Call"], "environments": ["100", "102"], "step_limit": 3, "observation": "both",
    "resolution": (32, 64), "autoreset_mode": "SameStep",
}  # fmt: skip
COUNT = 5


@pytest.fixture(scope="module")
def vector() -> Iterator[BMoCAAsyncVectorEnv]:
    made = gym.make_vec("BMoCA-v0", num_envs=COUNT, processes=2, **KWARGS)
    assert isinstance(made, BMoCAAsyncVectorEnv)
    yield made
    made.close()


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return other.dtype == object and all(equal(a, b) for a, b in zip(one, other, strict=True))
    return bool(data_equivalence(one, other, exact=True))


def test_gives_what_one_process_gives(vector: BMoCAAsyncVectorEnv) -> None:
    one = BMoCAVectorEnv(COUNT, **KWARGS)
    assert vector.metadata == one.metadata
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert vector.observation_space == one.observation_space
    assert vector.action_space == one.action_space
    assert equal(vector.reset(seed=7), one.reset(seed=7))
    one.action_space.seed(7)
    for step in range(5):
        if step == 1:  # so that they don't all end together, and one process is asked for nothing
            mask = np.arange(COUNT) == 3
            options = [{"reset_mask": mask}, {"reset_mask": mask}]
            assert equal(vector.reset(options=options[0]), one.reset(options=options[1]))
        actions = one.action_space.sample()
        found, expected = vector.step(actions), one.step(actions)
        assert all(equal(a, b) for a, b in zip(found, expected, strict=True)), step
        assert found[3].any() == (step in (2, 3))
    assert vector.call("get_wrapper_attr", "step_limit") == (3,) * COUNT
    vector.set_attr("step_seconds", [1.0, 2.0, 3.0, 4.0, 5.0])
    assert vector.get_attr("step_seconds") == (1.0, 2.0, 3.0, 4.0, 5.0)


def test_processes_that_do_not_wait_for_each_other(vector: BMoCAAsyncVectorEnv) -> None:
    assert vector.parts == (slice(0, 2), slice(2, 5))
    vector.reset(seed=3)
    expected = vector.step(np.arange(COUNT) * 70)
    vector.reset(seed=3)
    for number, part in enumerate(vector.parts):
        vector.send(number, (np.arange(COUNT) * 70)[part])
    with pytest.raises(AlreadyPendingCallError):
        vector.send(1, np.arange(3))
    found = dict(vector.recv() for _ in vector.parts)
    for number, part in enumerate(vector.parts):
        observations, rewards, *_ = found[number]
        assert equal(observations["pixels"], expected[0]["pixels"][part])
        assert equal(observations["text"], expected[0]["text"][part])
        assert equal(rewards, expected[1][part])
        assert found[number][4]["gesture"].tolist() == expected[4]["gesture"][part].tolist()
    with pytest.raises(NoAsyncCallError):
        vector.recv()
    with pytest.raises(ArgumentError, match="process 1"):
        vector.send(1, np.arange(2))


def test_pixels_that_the_caller_holds_are_never_overwritten(vector: BMoCAAsyncVectorEnv) -> None:
    """However many arrays there are, and even if only a row of one is held."""
    one = BMoCAVectorEnv(COUNT, **KWARGS)
    held, copies = [], []
    for seen in (vector.reset(seed=0)[0], one.reset(seed=0)[0]):
        held.append(seen["pixels"][2])
    for step in range(9):
        actions = np.arange(COUNT) * 70 + step
        found, expected = vector.step(actions), one.step(actions)
        if step % 2:
            held.append(found[0]["pixels"][1:])
            copies.append(expected[0]["pixels"][1:].copy())
        for number in np.flatnonzero(found[4].get("_final_obs", ())):
            held.append(found[4]["final_obs"][number]["pixels"])
            assert held[-1].flags.writeable
            assert expected[4]["final_obs"][number]["pixels"].flags.writeable
            copies.append(expected[4]["final_obs"][number]["pixels"].copy())
    assert equal(held[0], held[1])
    assert len(copies) == 4 + 3 * COUNT
    assert all(equal(a, b) for a, b in zip(held[2:], copies, strict=True))


def test_pixels_that_nobody_holds_make_room_for_the_next(vector: BMoCAAsyncVectorEnv) -> None:
    def address(seen: Any) -> int:
        return int(seen["pixels"].__array_interface__["data"][0])

    places = set()
    seen, _ = vector.reset(seed=0)
    for _ in range(6):
        seen, *_ = vector.step(np.full(COUNT, 383))
        places.add(address(seen))
    assert len(places) == 2
    del seen
    for _ in range(6):
        vector.send(0, np.full(2, 383))
        part = vector.recv()
        assert address(part[1][0]) in places


def test_what_goes_wrong_there_is_raised_here_and_the_processes_go_on(vector: BMoCAAsyncVectorEnv) -> None:
    vector.reset(seed=0)
    with pytest.raises(ArgumentError, match="'nonsense'"):
        vector.reset(options={"task": "Alarm", "nonsense": 1})
    with pytest.raises(AttributeError, match="no_such_method"):
        vector.call("no_such_method")
    with pytest.raises(ArgumentError, match="actions has 2 items; there are 5"):
        vector.step(np.array([383, 383]))
    with pytest.raises(NoAsyncCallError):
        vector.step_wait()
    vector.reset(seed=0)
    with pytest.raises(ActionError, match="999"):
        vector.step(np.array([383] * (COUNT - 1) + [999]))
    vector.step_async(np.array([383] * COUNT))
    with pytest.raises(AlreadyPendingCallError):
        vector.step_async(np.array([383] * COUNT))
    assert vector.step_wait()[1].shape == (COUNT,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"processes": 0}, "processes"),
        ({"num_envs": 2, "processes": 3}, "more than the 2"),
        ({"autoreset_mode": "Never"}, "'NextStep'"),
        ({"device": EmbeddedDevice()}, "can't move to another process"),
        ({"observation": "sound"}, "sound"),
    ],
)
def test_wrong_arguments_start_nothing(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        BMoCAAsyncVectorEnv(**arguments)


def test_a_process_that_ends_is_told_of_and_the_rest_can_be_closed(vector: BMoCAAsyncVectorEnv) -> None:
    vector.reset(seed=0)
    vector._shares[1]._process.kill()
    with pytest.raises(DeviceLostError, match="environments 2 to 4 has ended with exit code -9"):
        vector.step(np.array([383] * COUNT))
    vector.close()
    vector.close()
