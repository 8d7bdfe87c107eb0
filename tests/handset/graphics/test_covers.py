"""Covers of albums and books: the designs, and what is drawn from them."""

from __future__ import annotations

import numpy as np
import pytest

from bmoca_gym.handset.graphics.covers import Cover
from bmoca_gym.handset.resources import catalogues

KINDS = ("album", "artist", "book")


def designs(kind: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = catalogues.json_of("common", "covers")[kind]
    return found


def one_of_each(kind: str) -> dict[int, Cover]:
    """A cover of each design."""
    found: dict[int, Cover] = {}
    for number in range(400):
        cover = Cover(kind, f"Song {number}", "Ines")
        found.setdefault(designs(kind).index(cover.design), cover)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_design_is_drawn_and_looks_different(kind: str) -> None:
    covers = one_of_each(kind)
    assert sorted(covers) == list(range(len(designs(kind))))
    seen = {cover.pixels(60, 84).tobytes() for cover in covers.values()}
    assert len(seen) == len(covers) >= 8
    for cover in covers.values():
        picture = cover.pixels(60, 84)
        assert picture.shape == (84, 60, 3)
        assert len(np.unique(picture)) > 60, "a flat drawing has few tones"


@pytest.mark.parametrize("kind", ["album", "book"])
def test_a_cover_says_its_title_and_who_made_it(kind: str) -> None:
    for cover in one_of_each(kind).values():
        picture = cover.pixels(200, 280)
        for other in ("title", "author"):
            blank = cover._replace(**{other: ""})
            bare = Cover.pixels(Named(kind, blank.title, blank.author, cover.design), 200, 280)  # type: ignore[arg-type]
            assert not np.array_equal(picture, bare), (cover, other)


class Named:
    """A cover of a given design."""

    def __init__(self, kind: str, title: str, author: str, design: dict[str, object]) -> None:
        self.kind, self.title, self.author, self.design = kind, title, author, design


def test_a_cover_is_the_same_each_time_and_depends_on_the_name() -> None:
    first = Cover("album", "Copper Sky", "Zoe")
    assert np.array_equal(first.pixels(80, 80), Cover("album", "Copper Sky", "Zoe").pixels(80, 80))
    assert len({Cover("album", name, "Zoe").pixels(40, 40).tobytes() for name in ("A", "B", "C", "D")}) == 4


@pytest.mark.parametrize(
    "title", ["", "내 마음의 노래", "أغنية الليل الطويلة", "Donaudampfschifffahrtsgesellschaft", "a " * 80]
)
def test_any_title_can_be_set(title: str) -> None:
    for kind in KINDS:
        assert Cover(kind, title, title).pixels(5, 9).shape == (9, 5, 3)
