"""What experts look for on screens of any language."""

from __future__ import annotations

import pytest

from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.handset import resources
from bmoca_gym.handset.ui.tree import UiTree


def screen(locale: str) -> Screen:
    return Screen(UiTree((), 1080, 2160), locale)


def test_an_english_text_of_an_app_is_found_in_the_language_of_the_screen() -> None:
    assert screen("ko-KR").shown("Monthly", "calendario") == ("매월",)
    assert screen("de-DE").shown("Work", "contacts", "google_contacts") == ("Geschäftlich",)
    assert screen("en-US").shown("Monthly", "calendario") == ("Monthly",)


def test_all_texts_that_are_equal_in_english_are_told() -> None:
    assert len(resources.keys_of("pi_music", "Artist")) == 2
    shown = screen("ko-KR").shown("Artist", "pi_music")
    assert set(shown) == {resources.string("ko-KR", key) for key in resources.keys_of("pi_music", "Artist")}


@pytest.mark.parametrize("name", ["Dark Side Of The Moon", "monthly", ""])
def test_what_the_app_does_not_say_is_a_name(name: str) -> None:
    assert screen("ko-KR").shown(name, "calendario") == (name,)
