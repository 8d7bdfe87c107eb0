"""The short films of the documentation: each page shows its own, they are small, and they tell what they should."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))

import short_films

DOCS = Path(__file__).parents[1] / "docs"
#: The films by page.
PAGES = {
    "interruptions": "interrupted",
    "side-effects": "side_effect",
    "chains": "chain",
    "verification": "verified",
    "conformance": "compared",
    "small-model": "learnt",
}
#: Most bytes of a film.
LARGEST = 500_000


def test_there_is_a_page_for_each_film() -> None:
    assert sorted(PAGES.values()) == sorted(short_films.FILMS)


@pytest.mark.parametrize(("page", "name"), PAGES.items())
def test_a_page_shows_its_film_and_it_is_small(page: str, name: str) -> None:
    assert f"(images/{name}.webp)" in (DOCS / f"{page}.md").read_text(encoding="utf-8")
    path = DOCS / f"images/{name}.webp"
    assert path.stat().st_size < LARGEST
    _, film = cv2.imreadanimation(str(path))
    assert len(film.frames) > 2


@pytest.mark.parametrize(
    ("name", "last", "wrong"),
    [
        ("interrupted", "3 interruptions, and the alarm is set.", False),
        ("side_effect", "Success: True. Side effect: the alarm at 9:00 was deleted.", True),
        ("chain", "4 of 4 done. Success.", False),
    ],
)
def test_the_last_words_say_how_it_ended(name: str, last: str, wrong: bool) -> None:
    *before, shot = short_films.episode(short_films.SCENES[name])
    assert (shot.words, shot.wrong) == (last, wrong)
    assert not any(one.wrong for one in before)
    assert short_films.drawn(shot, ()).shape == short_films.drawn(before[0], ()).shape


def test_a_small_model_does_nothing_before_its_training_and_the_task_after() -> None:
    *before, shot = short_films.learnt()
    assert shot.words == "Success: False and True."
    assert all('" is no action. Right: tap(' in one.words for one in before)


def test_the_copy_of_a_run_differs_at_the_step_with_another_action() -> None:
    *before, shot = short_films.verified()
    assert [one.words.partition(":")[0] for one in before] == [
        f"Step {step}" for step in range(short_films.TAMPERED)
    ]
    assert shot.words.startswith(f"Step {short_films.TAMPERED} of the copy: the frame after ")
    assert [(one.screens[0] == one.screens[1]).all() for one in (before[0], shot)] == [True, False]
