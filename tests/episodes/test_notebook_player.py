"""The player of frames that notebooks show."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import cv2
import gymnasium as gym
import numpy as np
import pytest
from numpy.typing import NDArray

import bmoca_gym
from bmoca_gym.episodes import notebook_player as player
from bmoca_gym.episodes.film import Film
from bmoca_gym.errors import ArgumentError

_PICTURE = re.compile(r'src="data:image/webp;base64,([^"]+)"')


def shades(number: int, height: int = 64, width: int = 32) -> list[NDArray[np.uint8]]:
    """Frames that are each of one grey, ten brighter than the last, up to 240."""
    return [np.full((height, width, 3), 10 * (shade % 25), np.uint8) for shade in range(number)]


def pictures(page: str) -> list[NDArray[np.uint8]]:
    return [
        cv2.imdecode(np.frombuffer(base64.b64decode(found), np.uint8), cv2.IMREAD_COLOR)  # type: ignore[misc]
        for found in _PICTURE.findall(page)
    ]


def test_frames_stand_in_their_order_with_their_captions() -> None:
    page = bmoca_gym.show(shades(3), ["start", "tap <OK>", "end"])._repr_html_()
    found = pictures(page)
    assert [round(float(picture.mean()), -1) for picture in found] == [0, 10, 20]
    assert found[0].shape == (480, 240, 3)
    assert "tap &lt;OK&gt;" in page
    assert 'max="2"' in page
    assert "<script" not in page  # handlers run where notebooks don't run scripts
    assert page.count("display:block") == 1


def test_a_film_and_an_environment_can_be_shown(tmp_path: Path) -> None:
    film = Film(64)
    for frame in shades(2):
        film.add(frame)
    film.save(tmp_path)
    assert len(pictures(bmoca_gym.show(tmp_path).html)) == 2
    env = gym.make("BMoCA-Alarm-v0")
    assert bmoca_gym.show(env) is env.unwrapped


def test_a_player_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (256, 128, 3), np.uint8)
    monkeypatch.setattr(player, "LARGEST", 60_000)
    page = bmoca_gym.show([noise] * 6).html
    found = pictures(page)
    assert len(page) <= 60_000
    assert found[0].shape[0] == 256
    assert 1 <= len(found) < 6
    monkeypatch.setattr(player, "_MOST", 3)
    page = bmoca_gym.show(shades(8)).html
    assert [round(float(picture.mean()), -1) for picture in pictures(page)] == [0, 30, 60]


@pytest.mark.parametrize(
    ("frames", "captions", "message"),
    [
        ([], None, "no frame"),
        ([np.zeros((4, 4), np.uint8)], None, "not a picture"),
        ([None], None, "not a picture"),
        (shades(2), ["one"], "1 captions for 2 frames"),
        ("no/such/folder", None, "no film"),
    ],
)
def test_what_is_no_episode_is_an_error(frames: object, captions: list[str] | None, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        bmoca_gym.show(frames, captions)
