"""Whatever Python passes to the parts in C, they raise an exception at worst. ``make native-check`` watches memory."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from bmoca_gym.compiled import MODE
from bmoca_gym.handset import native
from bmoca_gym.handset.graphics import masks
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.ui.elements import Column

pytestmark = pytest.mark.skipif(not MODE.compiled, reason="nothing is compiled here: make fast")

ODD: tuple[Any, ...] = (
    None, True, 0, 1, -1, 7, 255, 256, 2**31, 2**63, 2**70, -(2**40), 0.0, 0.5, -1.5, 1e9, 1e38, float("nan"), float("inf"),
    "", "row", b"", b"\x00" * 8, b"\xff" * 96, (), (1, 2, 3, 4), [], [1, 2], {}, object(), print,
)  # fmt: skip


def drawn(rng: random.Random) -> Any:
    """Return an argument: odd, or writable memory of a random size."""
    if rng.random() < 0.15:
        return bytearray(rng.choice((0, 1, 8, 64, 4096)))
    if rng.random() < 0.1:
        shape = rng.choice(((4, 4, 4), (1, 1, 4), (8, 8), (0, 4, 4), (16, 16, 3)))
        return np.zeros(shape, np.uint8)
    return rng.choice(ODD)


def target() -> Any:
    """Return a target of 32 × 32 px."""
    pixels = np.full((32, 32, 4), 255, np.uint8)
    canvas = skia.Surface(
        pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType
    ).getCanvas()
    return native.part("masks").Target(pixels, 0, masks.Plain(canvas), masks._fetch, masks._fetch_shape)


#: Methods that draw with Skia itself, which checks its own arguments, and numbers past its sense cost it minutes.
OF_SKIA = {name for name in masks.DRAWING if name.startswith("draw") and "_" not in name} | {"clipRRect"}


@pytest.mark.parametrize("seed", range(6))
def test_any_arguments_raise_an_exception_at_worst(seed: int) -> None:
    rng = random.Random(seed)
    module = native.part("masks")
    functions = [module.keep, module.keep_shape, module.luminance, module.Row, module.Target]
    functions += [native.part("packing").packed, native.part("packing").unpack, native.part("values").replace]
    into = target()
    functions += [
        getattr(into, name) for name in dir(into) if not name.startswith("_") and name not in OF_SKIA
    ]
    for _ in range(1000):
        function = rng.choice(functions)
        with suppress(Exception):
            function(*[drawn(rng) for _ in range(rng.randint(0, 14))])
    module.clear()


@pytest.mark.parametrize("seed", range(4))
def test_numbers_of_any_size_draw_within_the_pixels(seed: int) -> None:
    """Coordinates, radii and strokes that are numbers, and mean nothing."""
    rng = random.Random(seed)
    numbers = (-1e9, -40.5, -1.0, 0.0, 0.25, 1.0, 15.99, 31.0, 33.0, 1e3, 1e9, float("nan"), float("inf"))
    into = target()
    for _ in range(400):
        into.save()
        name, count = rng.choice((("clip", 4), ("draw_rect", 4), ("draw_round_rect", 5), ("draw_circle", 3)))
        given = [rng.choice(numbers) for _ in range(count)]
        with suppress(ValueError, TypeError, OverflowError):
            getattr(into, name)(*given, *([] if name == "clip" else [rng.randrange(1 << 32)]))
        with suppress(ValueError, TypeError, OverflowError):
            into.piece(*[rng.randint(-2, 40) for _ in range(4)])
        if rng.random() < 0.9:
            into.restore()


def test_packed_frames_of_any_bytes_stay_within_the_frame() -> None:
    rng, packing = random.Random(0), native.part("packing")
    for _ in range(1500):
        width, height = rng.randint(1, 9), rng.randint(1, 9)
        frame = np.zeros((height, width, 3), np.uint8)
        with suppress(ValueError):
            packing.unpack(rng.randbytes(rng.randint(0, 40)), frame, width)


def test_a_value_that_holds_others_deeply_is_freed() -> None:
    """Elements that hold one another 100,000 deep go away at once, without a recursion that ends the stack."""
    element = Column()
    for _ in range(100_000):
        element = Column(element)
    del element
