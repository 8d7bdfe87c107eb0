"""Memory for pixels: who owns which part of it, and for how long."""

from __future__ import annotations

import multiprocessing

import gymnasium as gym
import numpy as np
import pytest

from bmoca_gym.envs.shared_pixels import Loans, SharedPixels, with_pixels, without_pixels, write_pixels
from bmoca_gym.envs.spaces import UnicodeText

SPAWN = multiprocessing.get_context("spawn")
BOX = gym.spaces.Box(0, 255, (4, 2, 3), np.uint8)


@pytest.mark.parametrize("space", [BOX, gym.spaces.Dict({"pixels": BOX, "text": UnicodeText(9)})])
def test_every_part_of_every_batch_has_its_own_memory(space: gym.Space) -> None:
    memory = SharedPixels(space, 3, 5, SPAWN)
    for batch in range(3):
        memory.array(batch)[:] = 10 * batch
        memory.array(batch, slice(3, 5))[1] = 10 * batch + 4
    for batch in range(3):
        whole = memory.array(batch)
        assert whole.shape == (5, 4, 2, 3)
        assert whole[:, 0, 0, 0].tolist() == [10 * batch] * 4 + [10 * batch + 4]
        assert np.shares_memory(whole[1:3], memory.array(batch, slice(1, 3)))


def test_texts_take_no_memory() -> None:
    memory = SharedPixels(UnicodeText(9), 3, 5, SPAWN)
    assert memory.array(2, slice(1, 3)).size == 0
    write_pixels("words", memory.array(0)[0])


def test_a_loan_ends_when_nobody_holds_the_array_or_a_view_of_it() -> None:
    memory, loans = SharedPixels(BOX, 2, 5, SPAWN), Loans(2)
    lent = memory.array(1)
    loans.lend(1, lent)
    assert loans.free(0)
    assert not loans.free(1)
    row = lent[2][1:]
    del lent
    assert not loans.free(1)
    del row
    assert loans.free(1)


def test_pixels_are_taken_out_and_put_back() -> None:
    pixels = np.ones(BOX.shape, np.uint8)
    for seen in (pixels, {"pixels": pixels, "text": "words"}):
        place = np.zeros(BOX.shape, np.uint8)
        write_pixels(seen, place)
        assert np.array_equal(place, pixels)
        rest = without_pixels(seen)
        again = with_pixels(rest, pixels)
        assert again is pixels if seen is pixels else again == seen
        # What has its pixels keeps them.
        kept = with_pixels(seen, place)
        assert (kept if seen is pixels else kept["pixels"]) is pixels
    assert without_pixels("words") == with_pixels("words", pixels) == "words"
