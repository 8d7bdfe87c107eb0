"""The Unicode text space keeps Gymnasium's rules for spaces, also in shared memory."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import gymnasium as gym
import pytest
from gymnasium.vector.utils import (
    batch_space,
    create_shared_memory,
    read_from_shared_memory,
    write_to_shared_memory,
)
from hypothesis import given
from hypothesis import strategies as st

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
