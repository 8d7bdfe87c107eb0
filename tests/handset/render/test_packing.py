"""Packed frames unpack to the same frames, to the last bit; other bytes are refused."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.compiled import MODE
from bmoca_gym.handset import images
from bmoca_gym.handset.apps import settings as settings_app
from bmoca_gym.handset.render import packing
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.system import activities

compiled = pytest.mark.skipif(not MODE.compiled, reason="nothing is compiled here: make fast")


@st.composite
def frames(draw: st.DrawFn) -> np.ndarray:
    """Frames of a few colours, in which rows, parts of rows and single pixels repeat, or nothing does."""
    height, width = draw(st.integers(1, 40)), draw(st.integers(1, 300))
    random = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    colors = random.integers(0, 256, (draw(st.sampled_from([1, 2, 3, 250])), 3), np.uint8)
    frame = colors[random.integers(0, len(colors), (height, width))]
    for _ in range(draw(st.integers(0, 12))):
        top, left = random.integers(height), random.integers(width)
        frame[top : top + random.integers(1, 9), left : left + random.integers(1, 99)] = random.choice(colors)
    return frame


def restored(frame: np.ndarray) -> np.ndarray:
    kept = packing.packed(frame)
    return packing.unpacked(kept, frame.shape[1], frame.shape[0]) if isinstance(kept, bytes) else kept


@settings(max_examples=200, deadline=None)
@given(frames())
def test_a_frame_comes_back_as_it_was(frame: np.ndarray) -> None:
    assert np.array_equal(restored(frame), frame)


@pytest.mark.parametrize("count", [1, 2, 0x3FFF, 0x4000, 3 * 0x3FFF + 1])
def test_parts_of_any_length(count: int) -> None:
    plain = np.full((1, count, 3), 7, np.uint8)
    assert np.array_equal(restored(plain), plain)
    mixed = np.random.default_rng(0).integers(0, 256, (1, count, 3), np.uint8)
    ended = np.concatenate([mixed, np.zeros((1, 2 * count + 9, 3), np.uint8)], axis=1)
    assert np.array_equal(restored(ended), ended)


@compiled
def test_a_screen_takes_a_fraction_and_noise_stays_as_it_is() -> None:
    frame = Renderer(128, 256).frame(activities.start(images.boot(), settings_app.APP.component))
    assert np.array_equal(restored(frame), frame)
    assert packing.size(packing.packed(frame)) < frame.nbytes // 3
    plain = np.zeros((256, 128, 3), np.uint8)
    assert packing.size(packing.packed(plain)) < 32
    noise = np.random.default_rng(0).integers(0, 256, (256, 128, 3), np.uint8)
    assert packing.packed(noise) is noise
    assert packing.size(noise) == noise.nbytes


@compiled
@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60), st.integers(1, 6))
def test_any_bytes_are_a_frame_or_are_refused(found: bytes, width: int) -> None:
    with contextlib.suppress(ValueError):
        assert packing.unpacked(found, width, 2).shape == (2, width, 3)


@compiled
def test_a_frame_of_another_size_is_refused() -> None:
    kept = packing.packed(np.zeros((8, 8, 3), np.uint8))
    assert isinstance(kept, bytes)
    for width, height in ((8, 7), (8, 9), (1, 1)):
        with pytest.raises(ValueError, match="no packed frame"):
            packing.unpacked(kept, width, height)
