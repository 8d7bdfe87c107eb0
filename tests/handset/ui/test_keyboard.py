"""The on-screen keyboard: letters of each script, shift, symbols, another alphabet, and the Enter key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset.locales import LOCALES
from bmoca_gym.handset.system_ui.keyboard import rows_of

LATIN = ["ak-GH", "de-DE", "en-US", "es-US", "fr-CA", "pt-BR", "pt-PT", "zh-Hans-CN"]


@pytest.fixture
def searching(make_hand: Callable[..., Hand]) -> Callable[..., Hand]:
    def make(**configuration: object) -> Hand:
        hand = make_hand(**configuration)
        hand.swipe("up")
        hand.tap("search_box_input")
        return hand

    return make


def typed(hand: Hand) -> str:
    text: str = hand.state("launcher").query
    return text


def test_it_comes_with_the_focus_and_goes_with_back(searching: Callable[..., Hand]) -> None:
    hand = searching()
    assert "q" in hand.keys()
    hand.press("BACK")
    assert hand.keys() == {}
    assert hand.sees("search_box_input"), "Back closed the keyboard only"


def test_letters_space_and_delete(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("c", "a", "l", " ", "x", "Delete", "Delete", "c")
    assert typed(hand) == "calc"
    hand.key("Delete", "Delete", "Delete", "Delete", "Delete", "a")
    assert typed(hand) == "a"


def test_shift_is_for_one_letter(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("Shift", "A", "b", "Shift", "Shift", "c")
    assert typed(hand) == "Abc"


def test_symbols_and_more_symbols(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("a", "?123", "1", "@", "=\\<", "€", "?123", "?", "ABC", "b", ".", ",")
    assert typed(hand) == "a1@€?b.,"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_key_of_every_page_types_what_is_on_it(searching: Callable[..., Hand], locale: str) -> None:
    hand = searching(locale=locale)
    if locale in ("ja-JP", "ko-KR"):
        hand.key("Language")  # their own keys compose
    special = {"Shift", "Delete", "Enter", "Language", "?123", "ABC", "=\\<", " "}
    pages: list[tuple[str, ...]] = [(), ("?123",), ("=\\<",)]
    for keys in pages:
        hand.key(*keys)
        for label in sorted(set(hand.keys()) - special):
            before = typed(hand)
            hand.key(label)
            assert typed(hand) == (before + label)[-10_000:]
            if len(typed(hand)) > 20:
                for _ in range(20):
                    hand.key("Delete")


@pytest.mark.parametrize(
    ("locale", "word"), [("ru-MD", "часы"), ("ar-EG", "ساعة"), ("ur-PK", "فون"), ("hi-IN", "कब")]
)
def test_another_script_has_its_own_letters_and_the_latin_ones(
    searching: Callable[..., Hand], locale: str, word: str
) -> None:
    hand = searching(locale=locale)
    hand.key(*word)
    assert typed(hand) == word
    hand.key("Language", "q", "Language", word[0])
    assert typed(hand) == word + "q" + word[0]


@pytest.mark.parametrize(
    ("locale", "keys", "text"),
    [
        ("ko-KR", "ㄷㅏㄹㄱㅇㅡㄴ", "닭은"), ("ko-KR", "ㄱㅏㅂㅅㅣ", "갑시"), ("ko-KR", "ㅇㅗㅐㄱㅗㅏ", "왜과"), ("ko-KR", "ㅋㅋㅠ", "ㅋ큐"),
        ("ko-KR", "ㅎㅏㄴㄱㅡㄹ<<<ㅏ", "하나"), ("ja-JP", "nihongo", "にほんご"), ("ja-JP", "kitte", "きって"),
        ("ja-JP", "shashin", "しゃしn"), ("ja-JP", "konnnichiha", "こんにちは"), ("ja-JP", "ra-menn".replace("-", "ー"), "らーめん"),
    ],
)  # fmt: skip
def test_keys_compose_syllables(searching: Callable[..., Hand], locale: str, keys: str, text: str) -> None:
    hand = searching(locale=locale)
    hand.key(*["Delete" if key == "<" else key for key in keys])
    assert typed(hand) == text
    hand.type("ㅏka")
    assert typed(hand) == text + "ㅏka", "what is typed as a text stays as it is"


def test_shift_doubles_the_letters_of_hangul(searching: Callable[..., Hand]) -> None:
    hand = searching(locale="ko-KR")
    hand.key("Shift", "ㅃ", "ㅏ", "Shift", "ㅆ", "ㅇ", "Shift", "ㅖ")
    assert typed(hand) == "빴예"
    hand.key("Language", "q", " ", "Language", "ㅏ")
    assert typed(hand) == "빴예q ㅏ"


@pytest.mark.parametrize("locale", LATIN)
def test_where_latin_letters_are_typed_there_is_no_other_alphabet(
    searching: Callable[..., Hand], locale: str
) -> None:
    hand = searching(locale=locale)
    assert set("abcdefghijklmnopqrstuvwxyz") <= set(hand.keys())
    assert "Language" not in hand.keys()


@pytest.mark.parametrize("locale", ["ar-EG", "hi-IN"])
def test_a_script_without_capitals_has_no_shift(searching: Callable[..., Hand], locale: str) -> None:
    assert "Shift" not in searching(locale=locale).keys()


def test_layouts_are_the_languages_own() -> None:
    assert rows_of("fr", "letters")[0] == "azertyuiop"
    assert rows_of("de", "letters")[0] == "qwertzuiop"
    assert rows_of("ru", "capitals")[0].startswith("ЙЦУКЕН")


def test_enter_opens_the_first_app_found(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("c", "a", "l", "c", "Enter")
    assert hand.activity == "Calculator"


def test_enter_in_an_empty_field_closes_the_keyboard(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("Enter")
    assert hand.keys() == {}
    assert hand.sees("search_box_input")


def test_number_fields_have_a_number_pad(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Alarm")
    hand.tap("fab")
    hand.tap("android:id/toggle_mode")
    hand.tap("android:id/input_hour")
    assert set("0123456789") <= set(hand.keys())
    assert "q" not in hand.keys()
    hand.key("0", "7")
    assert hand.text("android:id/input_hour") == "07"
    hand.key("Enter")
    assert hand.keys() == {}


@pytest.mark.parametrize(
    "configuration", [{}, {"density": 700}, {"width": 1280, "height": 800, "density": 160}]
)
@pytest.mark.parametrize("locale", ["en-US", "ru-MD", "ur-PK"])
def test_all_keys_are_on_the_screen_and_wide_enough(
    searching: Callable[..., Hand], configuration: dict[str, int], locale: str
) -> None:
    hand = searching(locale=locale, **configuration)
    keys = hand.keys()
    assert all(0 < x < 1 and 0 < y < 1 for x, y in keys.values())
    assert len(set(keys.values())) == len(keys)
