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


@pytest.mark.parametrize(
    ("locale", "shown"),
    [("ar-EG", "-١٬٢٠٤٫٥٠ CNY"), ("de-DE", "-1.204,50 CNY"), ("fr-CA", "-1\xa0204,50 CNY")],
)
def test_numbers_are_read_as_they_are_written_in_the_language_of_the_screen(locale: str, shown: str) -> None:
    assert screen(locale).number("-1,204.50 CNY") == shown
    assert screen(locale).plain_numbers(shown) == "-1,204.50 CNY"
    assert screen(locale).plain_numbers("2 Std. 31 Min.") == "2 Std. 31 Min."
