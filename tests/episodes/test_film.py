"""Frames, drawings on them, and picture files."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import Several, Wait
from bmoca_gym.episodes.film import ANIMATIONS, HEIGHT, LARGE_WIDTH, Film, describe, draw, encode
from bmoca_gym.errors import SettingsError
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText

fractions = st.floats(0, 1)
gestures = st.one_of(
    st.none(),
    st.builds(Tap, fractions, fractions),
    st.builds(LongPress, fractions, fractions),
    st.builds(Swipe, fractions, fractions, fractions, fractions),
    st.builds(TypeText, st.text()),
    st.sampled_from(["HOME", "VOLUME_UP"]).map(PressKey),
)


@pytest.mark.parametrize(
    ("gesture", "words"),
    [
        (Tap(0.5, 0.25), "tap 0.500 0.250"),
        (LongPress(0.5, 0.25), "long press 0.500 0.250"),
        (Swipe(0.5, 0.8, 0.5, 0.2), "swipe 0.500 0.800 to 0.500 0.200"),
        (PressKey("HOME"), "press HOME"),
        (TypeText("a 'b'"), "type \"a 'b'\""),
        (Several((Tap(0.5, 0.25), Wait(1.0), PressKey("HOME"))), "tap 0.500 0.250, wait, press HOME"),
        (None, "wait"),
    ],
)
def test_gestures_in_words(gesture: Gesture | None, words: str) -> None:
    assert describe(gesture) == words
    assert describe(gesture, "no call") == "wrong format: no call"


@given(gestures, st.none() | st.just("why"), st.integers(1, 60), st.integers(1, 60))
def test_drawing_works_on_any_frame_and_leaves_it_alone(
    gesture: Gesture | None, wrong_format: str | None, width: int, height: int
) -> None:
    frame = np.zeros((height, width, 3), np.uint8)
    drawn = draw(frame, gesture, wrong_format)
    assert (drawn.shape, drawn.dtype) == (frame.shape, np.uint8)
    assert not frame.any()


def centre_of_marks(drawn: np.ndarray) -> tuple[float, float]:
    rows, columns = np.nonzero(drawn.any(axis=2))
    return float(columns.mean()), float(rows.mean())


def test_a_tap_is_drawn_around_where_it_lands() -> None:
    drawn = draw(np.zeros((256, 128, 3), np.uint8), Tap(0.25, 0.75))
    assert centre_of_marks(drawn) == pytest.approx((0.25 * 127, 0.75 * 255), abs=1)
    assert not drawn[round(0.75 * 255), round(0.25 * 127)].any(), "what was tapped stays visible"


def test_a_swipe_points_where_the_finger_goes() -> None:
    up = draw(np.zeros((256, 128, 3), np.uint8), Swipe(0.5, 0.8, 0.5, 0.2))
    down = draw(np.zeros((256, 128, 3), np.uint8), Swipe(0.5, 0.2, 0.5, 0.8))
    upper, lower = np.s_[40:75], np.s_[180:215]
    assert up[upper].any(axis=2).sum() > up[lower].any(axis=2).sum()
    assert down[upper].any(axis=2).sum() < down[lower].any(axis=2).sum()


def test_frames_are_as_high_as_said_and_in_the_screens_shape(tmp_path: Path) -> None:
    sizes: list[Any] = []

    def screenshot(size: tuple[int, int]) -> np.ndarray:
        sizes.append(size)
        return np.full((size[1], size[0], 3), (200, 100, 50), np.uint8)

    film = Film()
    for width, height in [(1080, 2160), (1200, 800)]:
        film.shoot(SimpleNamespace(info=SimpleNamespace(width=width, height=height), screenshot=screenshot))  # type: ignore[arg-type]
    film.act(Tap(0.5, 0.5), None)
    (tmp_path / "007.webp").write_bytes(b"of an older, longer film")
    film.save(tmp_path)
    assert sizes == [(128, HEIGHT), (384, HEIGHT)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000.webp", "001.webp"]
    first = cv2.imread(str(tmp_path / "000.webp"))
    assert first.shape == (HEIGHT, 128, 3)
    assert np.abs(first[0, 0].astype(int) - (50, 100, 200)).max() < 8, "red is red, blue is blue"


@pytest.mark.parametrize("suffix", [".png", ".PNG", ".jpg", ".webp"])
def test_pictures_are_read_back(suffix: str) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (20, 30, 3), dtype=np.uint8)
    read = cv2.imdecode(np.frombuffer(encode(picture, suffix), np.uint8), cv2.IMREAD_COLOR)
    assert read.shape == picture.shape
    if suffix.lower() == ".png":
        assert np.array_equal(read[:, :, ::-1], picture)


def test_a_suffix_of_no_picture_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"'\.txt'.*\.png"):
        encode(np.zeros((2, 2, 3), np.uint8), ".txt")


def pictures(data: bytes, suffix: str, folder: Path) -> list[Any]:
    """The pictures of an animation, each once, BGR."""
    if suffix != ".mp4":
        read, animation = cv2.imdecodeanimation(np.frombuffer(data, np.uint8))
        assert read
        return [*animation.frames]
    (folder / "film.mp4").write_bytes(data)
    video = cv2.VideoCapture(str(folder / "film.mp4"))
    assert video.get(cv2.CAP_PROP_FPS) == 10
    every = []
    while (frame := video.read()[1]) is not None:
        every.append(frame)
    assert len(every) == 9 + 9 + 27  # 0.9 s each, the last one 2.7 s
    return [every[0], every[9], every[18]]


@pytest.mark.parametrize("suffix", ANIMATIONS)
def test_an_animation_shows_the_frames_as_they_are(suffix: str, tmp_path: Path) -> None:
    device = EmbeddedDevice()
    film = Film(280)
    film.shoot(device)
    for gesture in (Swipe(0.5, 0.8, 0.5, 0.2), PressKey("HOME")):
        device.perform(gesture)
        film.shoot(device)
    frames = pictures(film.animation(suffix), suffix, tmp_path)
    assert len(frames) == 3
    for shown, size in zip(frames, [(140, 280)] * 3, strict=True):
        assert shown.shape[1::-1] == size
    home = device.screenshot((140, 280))[:, :, ::-1].astype(int)
    for shown in (frames[0], frames[2]):
        off = np.abs(shown[:, :, :3].astype(int) - home)
        assert off.mean() < 4
        assert (off.max(axis=2) > 60).mean() < 0.01


def test_an_enlarged_film_shows_the_same_moments(tmp_path: Path) -> None:
    device = EmbeddedDevice()
    small, film = Film(), Film(keeps_phones=True)
    expected = []
    for gesture in (Tap(0.5, 0.9), PressKey("HOME")):
        for one in (small, film):
            one.shoot(device)
            one.act(gesture, None)
        expected.append(draw(device.screenshot((LARGE_WIDTH, 720)), gesture, scale=2))
        device.perform(gesture)
    film.shoot(device)
    expected.append(device.screenshot((LARGE_WIDTH, 720)))
    for one, folder in ((small, tmp_path / "small"), (film, tmp_path / "large")):
        one.enlarge()
        one.save(folder)
    made = [(tmp_path / "large" / f"{number:03}.webp").read_bytes() for number in range(3)]
    assert made == [encode(frame, ".webp") for frame in expected]
    assert cv2.imread(str(tmp_path / "small/000.webp")).shape[0] == HEIGHT, "it kept no phones"
