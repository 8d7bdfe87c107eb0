"""Locales: their tags in any spelling, and each one's own alphabetical order."""

from __future__ import annotations

import random

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.errors import UnknownLocaleError
from bmoca_gym.handset.resources.locales import CATALOGUES, LOCALES, locale_named, sort_key

TAGS = st.sampled_from(sorted(LOCALES))

#: Words in the order of each language's own dictionaries.
ORDERS = {
    "en-US": ["Alarm", "apple", "Zoo", "العربية"],
    "de-DE": ["Äpfel", "Apfelmus", "Rechner", "Telefon", "Uhr", "Zoo"],
    "es-US": ["Calculadora", "ñandú", "Órbita", "Reloj", "Teléfono", "Zoo"],
    "fr-CA": ["Calculatrice", "Éclair", "Horloge", "Téléphone", "Wikipédia"],
    "pt-BR": ["Calculadora", "Configurações", "Óculos", "Relógio", "Telefone"],
    "ak-GH": ["Berɛ", "ekyiri", "ɛdan", "Fon", "Nhyehyɛe", "Nkontabuo", "obi", "ɔdɔ", "papa"],
    "ru-MD": ["Википедия", "Калькулятор", "Настройки", "Телефон", "Часы", "Ютуб", "Apple"],
    "ar-EG": ["الإعدادات", "الحاسبة", "الساعة", "الهاتف", "ويكيبيديا", "Apple"],
    "ur-PK": ["ترتیبات", "ٹائمر", "فون", "کیلکولیٹر", "گھڑی", "ویکیپیڈیا", "ہوم"],
    "hi-IN": ["कैलकुलेटर", "घड़ी", "फ़ोन", "विकिपीडिया", "सेटिंग", "Apple"],
    "ko-KR": ["계산기", "설정", "시계", "위키백과", "전화", "Apple"],
    "ja-JP": ["Apple", "ウィキペディア", "時計", "設定", "電卓", "電話"],
    "zh-Hans-CN": ["电话", "计算器", "设置", "时钟", "维基百科", "Apple"],
}  # fmt: skip


@pytest.mark.parametrize("tag", LOCALES)
def test_a_locale_is_one_that_cldr_knows(tag: str) -> None:
    known = locale_named(tag)
    locale = Locale.parse(known.babel)
    assert tag.split("-")[0] == locale.language
    assert known.rtl == (locale.text_direction == "rtl")
    assert known.catalogue in CATALOGUES
    assert locale.get_display_name(locale.language).split(" ")[0].casefold() in known.name.casefold() or tag in (
        "zh-Hans-CN", "ko-KR"
    )  # fmt: skip


def test_there_are_fifteen_locales_and_fourteen_catalogues() -> None:
    assert len(LOCALES) == 15
    assert len(CATALOGUES) == 14
    assert locale_named("ar-AE").catalogue == locale_named("ar-EG").catalogue


@given(TAGS, st.sampled_from([str.upper, str.lower, str.swapcase, lambda t: t.replace("-", "_"), str.title]))
def test_a_tag_is_known_in_any_spelling(tag: str, spelled: object) -> None:
    assert locale_named(spelled(tag)).tag == tag  # type: ignore[operator]


def test_android_writes_chinese_shorter() -> None:
    assert locale_named("zh-CN").tag == "zh-Hans-CN"


@pytest.mark.parametrize("tag", ["", "en", "xx-XX", "klingon", None, 5, ("en-US",), "en-US-u-nu-arab"])
def test_another_locale_is_refused_by_name(tag: object) -> None:
    with pytest.raises(UnknownLocaleError, match="there are ak-GH"):
        locale_named(tag)  # type: ignore[arg-type]


def test_the_nearest_locale_is_offered() -> None:
    with pytest.raises(UnknownLocaleError, match="Did you mean 'ko-KR'"):
        locale_named("ko-KO")


@pytest.mark.parametrize("tag", ORDERS)
def test_words_stand_in_the_languages_own_order(tag: str) -> None:
    words = list(ORDERS[tag])
    random.Random(0).shuffle(words)
    assert sorted(words, key=lambda word: sort_key(word, tag)) == ORDERS[tag]


@given(TAGS, st.lists(st.text(max_size=8), max_size=6))
def test_any_texts_can_be_sorted(tag: str, texts: list[str]) -> None:
    ordered = sorted(texts, key=lambda text: sort_key(text, tag))
    assert sorted(ordered) == sorted(texts)
    assert [sort_key(text, tag) for text in ordered] == sorted(sort_key(text, tag) for text in texts)


@given(TAGS, st.text(alphabet="abcxyzABCXYZ", min_size=1, max_size=6))
def test_case_does_not_matter(tag: str, text: str) -> None:
    assert sort_key(text.lower(), tag) == sort_key(text.upper(), tag)
