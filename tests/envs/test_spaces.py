"""The Unicode text space follows Gymnasium's rules for spaces, also in shared memory."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.spaces.utils import flatdim, flatten, flatten_space, unflatten
from gymnasium.vector.utils import (
    batch_space,
    create_shared_memory,
    read_from_shared_memory,
    write_to_shared_memory,
)
from hypothesis import given
from hypothesis import strategies as st

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.envs.text_actions import TextActionSpace

SPACES = [UnicodeText(200), TextActionSpace(4096)]


@pytest.mark.parametrize("space", SPACES, ids=repr)
def test_samples_are_in_the_space_and_follow_the_seed(space: UnicodeText) -> None:
    space.seed(3)
    first = [space.sample() for _ in range(50)]
    space.seed(3)
    assert first == [space.sample() for _ in range(50)]
    assert all(sample in space for sample in first)
    assert len(set(first)) > 20


def test_samples_respect_a_short_length() -> None:
    space = UnicodeText(2, seed=0)
    assert {len(space.sample()) for _ in range(50)} == {0, 1, 2}


@pytest.mark.parametrize("space", SPACES, ids=repr)
def test_is_equal_after_pickling_and_copying(space: UnicodeText) -> None:
    for other in (pickle.loads(pickle.dumps(space)), copy.deepcopy(space)):
        assert other == space
    assert space != UnicodeText(space.max_length + 1)
    assert space != gym.spaces.Text(space.max_length)


def test_kinds_of_text_space_are_not_equal() -> None:
    assert UnicodeText(5) != TextActionSpace(5)


def test_contains_strings_up_to_the_length_and_nothing_else() -> None:
    space = UnicodeText(3)
    assert "" in space
    assert "é🔔ी" in space
    assert "four" not in space
    assert b"abc" not in space
    assert None not in space


def test_masked_samples_work_as_for_text() -> None:
    space = UnicodeText(5, seed=0)
    assert len(space.sample(mask=(4, None))) == 4


texts = st.text(st.characters(), max_size=20)  # surrogates too


@given(st.lists(texts, min_size=3, max_size=3))
def test_shared_memory_gives_back_what_was_written(written: list[str]) -> None:
    space = gym.spaces.Dict({"text": UnicodeText(20)})
    memory = create_shared_memory(space, n=3, ctx=multiprocessing)
    batch = read_from_shared_memory(space, memory, n=3)
    for i, text in enumerate(written):
        write_to_shared_memory(space, i, {"text": text}, memory)
    kept = copy.deepcopy(batch)["text"]
    assert kept == tuple(written)
    assert kept in batch_space(UnicodeText(20), 3)
    write_to_shared_memory(space, 1, {"text": "new"}, memory)
    assert kept == tuple(written)
    assert list(batch["text"]) == [written[0], "new", written[2]]
    assert batch["text"][:2] == (written[0], "new")


@given(texts)
def test_a_flat_text_gives_the_text_back(text: str) -> None:
    for space in (UnicodeText(20), TextActionSpace(20)):
        flat = flatten(space, text)
        assert flat in flatten_space(space)
        assert flat.shape == (flatdim(space),)
        assert unflatten(space, flat) == text


def test_a_flat_text_has_code_points_and_padding() -> None:
    assert flatten(UnicodeText(4), "é\0🔔").tolist() == [0xE9, 0, 0x1F514, 0x110000]


def test_what_is_no_text_of_the_space_is_not_flattened() -> None:
    space = UnicodeText(3)
    for given_text in ("four", None):
        with pytest.raises(ValueError, match=r"can't be flattened: it is not in UnicodeText\(3\)"):
            flatten(space, given_text)
    for flat in (np.zeros(4), np.array([-1, 0, 0]), np.array([0, 0, 0x110001])):
        with pytest.raises(ValueError, match="must be 3 numbers from 0 to 1114112"):
            unflatten(space, flat)


def test_observations_with_pixels_and_text_are_flattened_and_restored() -> None:
    plain = gym.make("BMoCA-Alarm-v0", observation="both", action="text", resolution=(8, 16))
    env = gym.wrappers.FlattenObservation(plain)
    flat, _ = env.reset(seed=0, options={"environment": "105"})
    seen, _ = plain.reset(seed=0, options={"environment": "105"})
    assert flat in env.observation_space
    back = unflatten(plain.observation_space, flat)
    assert back["text"] == seen["text"] != ""
    assert (back["pixels"] == seen["pixels"]).all()
    assert flat.shape == (flatdim(plain.observation_space),)
    assert env.step('press("HOME")')[0] in env.observation_space
    env.close()
