"""Episodes as values: saved, restored, pickled and copied in the middle, they continue identically."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import ArgumentError, DeviceError


def played(env: PhoneEnv, actions: list[int]) -> list[tuple[bytes, Any]]:
    seen = []
    for action in actions:
        observation, *rest = env.step(action)
        seen.append((observation.tobytes(), rest))
    observation, info = env.reset()
    return [*seen, (observation.tobytes(), info)]


def test_a_state_goes_on_exactly_however_it_was_brought() -> None:
    env = gym.make("BMoCA-v0", environments=["000", "001"]).unwrapped
    assert isinstance(env, PhoneEnv)
    with pytest.raises(ResetNeeded):
        env.save_state()
    env.reset(seed=3)
    before = [int(action) for action in np.random.default_rng(0).integers(385, size=6)]
    for action in before[:3]:
        observation, *_, info = env.step(action)
    state = env.save_state()
    copied = copy.deepcopy(env)
    pickled = pickle.loads(pickle.dumps(env))
    expected = played(env, before[3:])

    seen, said = env.restore_state(state)
    assert seen.tobytes() == observation.tobytes()
    assert said == info
    assert played(env, before[3:]) == expected
    assert played(copied, before[3:]) == expected
    assert played(pickled, before[3:]) == expected
    other = PhoneEnv(environments=["000", "001"])
    other.restore_state(pickle.loads(pickle.dumps(state)))
    assert played(other, before[3:]) == expected
    assert copy.deepcopy(state) is state


def test_what_detectors_remember_belongs_to_the_state() -> None:
    env = PhoneEnv(
        "Call", environments="100", action="text"
    )  # judged on the log, which is read from check to check
    env.reset(seed=0)
    started = env.save_state()
    for action in ('press("HOME")', 'press("BACK")'):
        env.step(action)
    assert env.restore_state(started)[1]["steps"] == 0
    assert env.step('press("HOME")')[4]["steps"] == 1
    assert env.restore_state(started)[1]["success"] is False


class _Cable:
    """A phone that is not a value: the handset behind another class of device."""

    def __init__(self) -> None:
        self._device = EmbeddedDevice()

    def __getattr__(self, name: str) -> Any:
        if name in ("phone", "content") or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._device, name)


def test_other_phones_and_other_things_are_refused() -> None:
    env = PhoneEnv(environments="100", device=_Cable)
    env.reset(seed=0)
    with pytest.raises(DeviceError, match="device='embedded'"):
        env.save_state()
    with pytest.raises(ArgumentError, match="a state that save_state"):
        PhoneEnv(environments="100").restore_state("state")  # type: ignore[arg-type]
