"""Frames of films: those that the package makes, others, and bytes that are not a film."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.providers import videos

JPEGS = [cv2.imencode(".jpg", np.full((48, 64, 3), shade, np.uint8))[1].tobytes() for shade in (40, 120, 200)]
FILM = videos.film(JPEGS, 64, 48, 3000, 0)


def shade(data: bytes) -> int:
    return round(float(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).mean()))


def test_a_film_shows_each_of_its_pictures_in_its_time() -> None:
    times = {0: 0, 999: 0, 1000: 1, 1999: 1, 2000: 2, 2999: 2, 99_999: 2, -5: 0}
    assert {at: JPEGS.index(videos.frame_at(FILM, at)) for at in times} == times


def test_a_film_of_another_kind_is_decoded(tmp_path: Path) -> None:
    path = str(tmp_path / "film.mp4")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"mp4v"), 2.0, (64, 48))
    for tone in (40, 40, 200, 200):
        writer.write(np.full((48, 64, 3), tone, np.uint8))
    writer.release()
    data = Path(path).read_bytes()
    assert len(videos.frames(data).starts) == 4
    assert abs(shade(videos.frame_at(data, 0)) - 40) < 12
    assert abs(shade(videos.frame_at(data, 1600)) - 200) < 12


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.integers(0, len(FILM)), st.integers(0, len(FILM)), st.binary(max_size=8))
def test_bytes_that_are_no_film_show_nothing_and_raise_nothing(
    some: bytes, cut: int, at: int, other: bytes
) -> None:
    for data in (some, FILM[:cut], FILM[:at] + other + FILM[at + len(other) :]):
        assert isinstance(videos.frame_at(data, 500), bytes)
