"""The on-screen keyboard: letters of each script, shift, symbols, another alphabet, and the Enter key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.gestures import LongPress, Swipe
from bmoca_gym.handset.providers.contacts.database import DATABASE, contacts_database
from bmoca_gym.handset.providers.contacts.store import Contact, ContactBook
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import display
from bmoca_gym.handset.system.text_input import wants_capital
from bmoca_gym.handset.system_ui import keyboard, suggestions
from bmoca_gym.handset.system_ui.keyboard import rows_of
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.password_field import PasswordField
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do, replace

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
    hand.key("Shift", "A", "b", "Shift")
    hand.wait(0.5)
    hand.key("Shift", "c")
    assert typed(hand) == "Abc"


def test_two_touches_of_shift_lock_it_until_the_next(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("a", "Shift")
    shifted = hand.device.screenshot()
    hand.key("Shift")
    assert (hand.device.screenshot() != shifted).any(), "a locked key has another look"
    hand.key("B", "C", "D", " ", "Caps Lock", "e")
    assert typed(hand) == "aBCD e"
    hand.key("Shift")
    hand.wait(0.3)
    hand.key("Shift", "f")
    assert typed(hand) == "aBCD ef", "touches that are apart are two"


def test_a_long_press_of_shift_locks_it(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.do(LongPress(*hand.keys()["Shift"]))
    hand.key("O", "K", "Caps Lock", "a")
    assert typed(hand) == "OKa"


@pytest.mark.parametrize(
    ("locale", "keys", "text"),
    [
        ("en-US", "qpaeslz", "10à3ßłž"), ("de-DE", "aouseq", "äöüß31"), ("fr-CA", "eaiouc", "é1îôùç"),
        ("es-US", "naq", "ñá1"), ("pt-BR", "ac", "áç"), ("ru-MD", "йеь", "1ёъ"), ("ar-EG", "ضاي", "1أئ"),
        ("ur-PK", "سدہق", "صڈھ1"), ("hi-IN", "कतिा", "खथइआ"), ("ko-KR", "ㅂㅔ", "10"), ("ja-JP", "qpa", "10あ"),
    ],
)  # fmt: skip
def test_a_long_press_types_a_keys_digit_or_other_letter(
    searching: Callable[..., Hand], locale: str, keys: str, text: str
) -> None:
    hand = searching(locale=locale)
    for key in keys:
        hand.do(LongPress(*hand.keys()[key]))
    assert typed(hand) == text


def test_a_long_press_keeps_capitals(searching: Callable[..., Hand]) -> None:
    hand = searching(locale="es-US")
    hand.key("Shift")
    hand.do(LongPress(*hand.keys()["N"]))
    assert typed(hand) == "Ñ"


def test_every_letter_of_hindi_can_be_typed() -> None:
    held = keyboard._HELD["hi"]
    known = {letter for row in rows_of("hi", "letters") for letter in row} | {*held.values()}
    assert {*"अआइईउऊएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह"} <= known


def test_symbols_and_more_symbols(searching: Callable[..., Hand]) -> None:
    hand = searching()
    hand.key("a", "?123", "1", "@", "=\\<", "€", "?123", "?", "ABC", "b", ".", ",")
    assert typed(hand) == "a1@€?b.,"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_key_of_every_page_types_what_is_on_it(searching: Callable[..., Hand], locale: str) -> None:
    hand = searching(locale=locale)
    if locale in ("ja-JP", "ko-KR"):
        hand.key("Language")  # their own keys compose
    special = {"Shift", "Delete", "Enter", "Language", "?123", "ABC", "=\\<", " ", "Emoji"}
    pages: list[tuple[str, ...]] = [(), ("?123",), ("=\\<",)]
    for keys in pages:
        hand.key(*keys)
        for label in sorted(set(hand.keys()) - special):
            if len(label) > 1:
                continue  # a word of the strip
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


# Capitals


@pytest.mark.parametrize(
    ("before", "sentences", "words"),
    [
        ("", True, True), ("One", False, False), ("One ", False, True), ("One. ", True, True), ("One.", False, False),
        ("Really? ", True, True), ("(", True, True), ("She said: “Go!” ", True, True), ("One,\n", True, True),
        ("e.g. ", False, True), ("Well... ", False, True), ("مرحبا؟ ", True, True),
    ],
)  # fmt: skip
def test_capitals_are_due_where_android_has_them(before: str, sentences: bool, words: bool) -> None:
    assert wants_capital("sentences", before) == sentences
    assert wants_capital("words", before) == words
    assert not wants_capital("", before)


def chat(hand: Hand) -> Hand:
    hand.shell("am start -a android.intent.action.SENDTO -d smsto:5550100")
    hand.tap("compose_message_text")
    return hand


def test_a_message_begins_its_sentences_with_capitals(hand: Hand) -> None:
    chat(hand)
    assert {"H", "Q"} <= set(hand.keys())
    hand.key("H", "i", ".", " ", "S", "o")
    assert hand.text("compose_message_text") == "Hi. So"
    hand.key("Delete", "Delete", "Shift", "s")
    assert hand.text("compose_message_text") == "Hi. s", "Shift takes the capital back for one letter"
    hand.key(".", " ", "A")


def test_other_fields_do_not_begin_with_capitals(hand: Hand) -> None:
    hand.open("chrome")
    while not hand.sees("url_bar") and hand.sees("search_box_text"):
        hand.tap("search_box_text")
    hand.tap("url_bar") if not hand.keys() else None
    keys = set(hand.keys())
    assert {"q", "/", "."} <= keys
    assert "," not in keys


def test_letters_that_compose_others_have_no_capitals(make_hand: Callable[..., Hand]) -> None:
    for locale, letter in (("ko-KR", "ㄱ"), ("ja-JP", "k"), ("zh-Hans-CN", "n"), ("ar-EG", "م")):
        assert letter in chat(make_hand(locale=locale)).keys()


def test_names_begin_each_word_with_a_capital(hand: Hand) -> None:
    hand.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact")
    hand.tap(text="First name")
    hand.key("A", "d", "a", " ", "M")
    hand.press("BACK")
    hand.tap(text="Email")
    assert {"q", "@"} <= set(hand.keys())


# The strip


def words(hand: Hand) -> list[str]:
    """The words of the strip, from left to right."""
    return [label for label in hand.keys() if len(label) > 1 and label not in SPECIAL]


SPECIAL = {"Shift", "Delete", "Enter", "Language", "?123", "ABC", "=\\<", "Emoji", "Left", "Right", "゛゜小"}


def test_a_word_of_the_strip_takes_the_place_of_the_letters(hand: Hand) -> None:
    chat(hand)
    assert words(hand) == []
    hand.key("T", "o")
    assert words(hand) == ["Tomorrow", "Today", "Tonight"]
    hand.key("m")
    hand.key("Tomorrow")
    assert hand.text("compose_message_text") == "Tomorrow"
    hand.key(".", " ", "M", "o")
    hand.key("More", "o")
    assert hand.text("compose_message_text") == "Tomorrow. More o", "a space comes before the next word"


def test_the_strip_knows_the_users_own_names(hand: Hand) -> None:
    hand.device.write_file(DATABASE, contacts_database(ContactBook((Contact(1, "Zbigniew", "Ångström"),), 2)))
    chat(hand)
    hand.key("Z")
    assert words(hand) == ["Zbigniew"]
    hand.key("Delete", "Shift", "a", "n", "g")
    assert words(hand) == ["Ångström"]


@pytest.mark.parametrize(
    ("language", "before", "count", "first"),
    [
        ("de", "Ich bin mor", 3, "morgen"), ("fr", "aujourd’", 8, "aujourd’hui"), ("es", "man", 3, "mañana"),
        ("pt", "obr", 3, "obrigado"), ("ru", "Зав", 3, "Завтра"), ("ar", "مرح", 3, "مرحبا"), ("ur", "شک", 2, "شکریہ"),
        ("hi", "धन", 2, "धन्यवाद"), ("ak", "mep", 3, "mepa"), ("ko", "안녀", 2, "안녕하세요"), ("ko", "감ㅅ", 2, "감사합니다"),
        ("ja", "きょうはにほ", 2, "日本"), ("zh-Hans", "nih", 3, "你好"), ("ru", "tom", 3, "tomorrow"), ("en", "TOD", 3, "TODAY"),
    ],
)  # fmt: skip
def test_each_keyboard_has_words_of_its_language(language: str, before: str, count: int, first: str) -> None:
    offer = suggestions.offered(language, before, ())
    assert (offer.size, offer.words[0]) == (count, first)


def test_every_language_has_words_for_its_strip() -> None:
    known = suggestions.data()["words"]
    assert {info.font_language for info in LOCALES.values()} == set(known)
    assert all(len(listed.split()) > 100 for listed in known.values())


def test_the_strip_takes_no_room_on_low_screens_and_is_not_there_for_passwords(
    searching: Callable[..., Hand],
) -> None:
    def height(hand: Hand) -> float:
        boxes = [surface.box for surface in screen.surfaces(hand.phone) if surface.kind == "keyboard"]
        return boxes[0].height / hand.phone.configuration.metrics.scale

    tall = searching()
    assert height(tall) == pytest.approx(256, abs=1), "no more than Gboard's 268 dp"
    assert height(searching(density=700)) == pytest.approx(212, abs=1), "and less on a short screen"
    assert height(searching(width=800, height=400, density=160)) == pytest.approx(152, abs=1)
    secret = PasswordField("dad", "password", do(print), focused=True, capitals="sentences")
    assert keyboard.typing(tall.phone, secret) == keyboard.Typing("text", "letters", None)


@pytest.mark.parametrize("locale", ["ar-EG", "ur-PK", "hi-IN", "ja-JP", "en-US"])
def test_letters_fit_their_keys_and_words_the_strip(searching: Callable[..., Hand], locale: str) -> None:
    hand = searching(locale=locale, density=600, font_scale=1.3)
    cut: list[str] = []

    def look(box: Box) -> None:
        element = box.element
        if isinstance(element, Text) and box.extra[0].truncated:
            cut.append(element.string)
        for _, _, child in box.children:
            look(child)

    long = keyboard.Typing("text", "letters", suggestions.Offer(3, ("Donaudampfschifffahrt",) * 3))
    m = hand.phone.configuration.metrics
    look(keyboard.keyboard(resources.of(hand.phone.configuration), long).layout(m, 1080, 2160, 1080))
    assert cut == []


# Emoji and kana


def test_emoji_are_typed_from_pages_of_their_own(hand: Hand) -> None:
    chat(hand)
    hand.key("H", "i", "Emoji", "😀", "Emoji 3", "🐶", "🐶", "Delete", "ABC", "a")
    assert hand.text("compose_message_text") == "Hi😀🐶a"


def test_all_emoji_have_a_drawing_and_a_key(make_hand: Callable[..., Hand]) -> None:
    hand = chat(make_hand(density=560))
    for kind, (_, emoji) in enumerate(suggestions.data()["emoji"]):
        hand.key("Emoji" if kind == 0 else f"Emoji {kind + 1}")
        keys = hand.keys()
        assert set(emoji[:24]) <= set(keys)
        assert all(0 < x < 1 and 0 < y < 1 for x, y in keys.values())


def test_kana_are_flicked(searching: Callable[..., Hand]) -> None:
    hand = searching(locale="ja-JP")
    hand.key("Language", "Language")

    def flick(label: str, dx: float, dy: float) -> None:
        x, y = hand.keys()[label]
        hand.do(Swipe(x, y, x + dx, y + dy, 0.1))

    hand.key("か")
    flick("な", -0.1, 0)  # に
    flick("は", 0, 0.04)  # ほ
    flick("わ", 0, -0.04)  # ん
    flick("か", 0.1, 0)  # け
    hand.key("゛゜小")
    assert typed(hand) == "かにほんげ"
    hand.key("Delete", "Delete", " ", "Language", "k", "a")
    assert typed(hand) == "かにほ か"


# On a tablet

TABLET = {"width": 1280, "height": 800, "density": 160}


def key_rows(hand: Hand) -> list[list[tuple[str, int, int]]]:
    """The keys of each row: label, left and right edge in px."""
    (shown,) = [one for one in screen.surfaces(hand.phone) if one.kind == "keyboard"]
    rows: dict[int, list[tuple[str, int, int]]] = {}

    def collect(box: Box, x: int, y: int) -> None:
        if box.element.class_name == keyboard.KEY_CLASS:
            rows.setdefault(y, []).append((box.element.description, x, x + box.width))
        for dx, dy, child in box.children:
            collect(child, x + dx, y + dy)

    collect(shown.box, shown.x, shown.y)
    return [sorted(rows[y], key=lambda key: key[1]) for y in sorted(rows)]


def test_on_a_tablet_delete_and_enter_end_the_first_rows(searching: Callable[..., Hand]) -> None:
    hand = searching(**TABLET)
    rows = [[label for label, _, _ in row] for row in key_rows(hand)]
    assert rows == [
        [*"qwertyuiop", "Delete"], [*"asdfghjkl", "Enter"], ["Shift", *"zxcvbnm", ",", ".", "Shift"],
        ["?123", "/", " ", "'", "Emoji"],
    ]  # fmt: skip
    hand.key("Shift", "A", "b", "'", "x", "Delete", "?123", "4", "ABC", ".")
    assert typed(hand) == "Ab'4."


@pytest.mark.parametrize("locale", sorted(LOCALES))
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1157, 723)])
@pytest.mark.parametrize("page", ["letters", "capitals", "latin", "symbols", "more"])
def test_rows_of_a_tablet_are_equally_wide(
    searching: Callable[..., Hand], locale: str, size: tuple[int, int], page: str
) -> None:
    width, height = size
    hand = searching(locale=locale, width=width, height=height, density=160)
    hand.phone = replace(hand.phone, keyboard_page=page)
    rows = key_rows(hand)
    assert len(rows) == 4
    for row in rows:
        edges = [edge for _, left, right in row for edge in (left, right)]
        assert edges == sorted(edges), "no key lies over another"
        assert edges[0] >= 8
        assert edges[-1] <= width - 8
    for row in (rows[0], rows[1], rows[3]):
        assert row[-1][2] >= width - 9
    letters = {right - left for row in rows for label, left, right in row if len(label) == 1 and label != " "}
    assert len(letters) == 1


@pytest.mark.parametrize("kind", ["kana", "emoji0"])
def test_other_pages_fit_on_a_tablet(searching: Callable[..., Hand], kind: str) -> None:
    hand = searching(locale="ja-JP", **TABLET)
    hand.phone = replace(hand.phone, keyboard_page=kind)
    rows = key_rows(hand)
    lefts, rights = {row[0][1] for row in rows}, {row[-1][2] for row in rows}
    assert len(lefts) == 1
    assert max(rights) <= 1280 - 8
    assert (rows[0][-1][2] - rows[0][0][1] <= 640) is (kind == "kana")


def test_a_parted_keyboard_is_that_of_a_phone(searching: Callable[..., Hand]) -> None:
    hand = searching(**TABLET)
    hand.phone = display.changed(hand.phone, parted=True)
    assert [label for label, _, _ in key_rows(hand)[0]] == [*"qwertyuiop"]
