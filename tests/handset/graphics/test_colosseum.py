"""The picture on a new phone: the packaged file shows what the module draws."""

from __future__ import annotations

from importlib import resources

import cv2
import numpy as np

from bmoca_gym.handset.graphics import colosseum


def _pixels(data: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.int16)


def test_the_packed_file_is_what_the_module_draws() -> None:
    data = (resources.files("bmoca_gym.handset.images") / "99_Colosseum.jpg").read_bytes()
    assert len(data) < 200_000
    packed, drawn = _pixels(data), _pixels(colosseum.jpeg())
    assert packed.shape == drawn.shape == (colosseum.HEIGHT, colosseum.WIDTH, 3)
    assert np.abs(packed - drawn).mean() < 2, "run python -m bmoca_gym.handset.graphics.colosseum FILE"


def test_it_has_sky_stone_and_dark_arches() -> None:
    picture = _pixels(colosseum.jpeg())
    blue, green, red = picture[30, 750]
    assert blue > green > red
    wall = picture[350:830, 220:1240].reshape(-1, 3)
    dark = (wall.sum(axis=1) < 300).mean()
    assert 0.15 < dark < 0.6, "neither a blank wall nor a hole"
