"""The content of a new phone: complete in every language, and its own texts if the phone is in English."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from importlib import resources as package_files
from pathlib import Path
from typing import Any

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.gmail import content
from bmoca_gym.handset.apps.gmail.content import first_mails
from bmoca_gym.handset.apps.maps import state as maps
from bmoca_gym.handset.apps.maps import town
from bmoca_gym.handset.apps.youtube import videos
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.resources import of, translations
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import CATALOGUES, LOCALES

KITS = "bmoca_gym.handset.kits"
APPS = "bmoca_gym.handset.apps"
#: Every package that has content: the file, the members that hold texts.
FILES: dict[str, tuple[str, set[str]]] = {
    KITS: ("pages.json", {"title", "site", "heading", "text", "list", "link"}),
    f"{APPS}.gmail": ("mails.json", {"name", "subject", "body", "labels"}),
    f"{APPS}.maps": ("town.json", {"name", "stops"}),
    f"{APPS}.youtube": ("videos.json", {"name", "title", "about", "text", "suggestions"}),
}
#: Languages without content of their own: the web, mails and maps of Ghana are in English.
ENGLISH = {"en", "ak"}
#: What is the same in every language: names of people.
NAMES = {"Lena", "Milo", "Nora", "Oskar", "Juno", "Alex Moreau"}
#: English texts that are the language's own too.
SAME = {
    "de": {"Bus 12", "Bus 27", "Pizzeria Mirabel"},
    "es": {"piano"},
    "fr": {"Pizzeria Mirabel", "Route 8", "piano"},
    "pt-BR": {"piano"},
    "pt-PT": {"piano"},
}
#: Letters of the languages that are not written in Latin ones.
LETTERS = {"ar": "\u0600-\u06ff", "hi": "\u0900-\u097f", "ja": "\u3040-\u30ff\u4e00-\u9fff", "ko": "\uac00-\ud7a3",
           "ru": "\u0400-\u04ff", "ur": "\u0600-\u06ff", "zh-Hans": "\u4e00-\u9fff"}  # fmt: skip


def texts_in(part: Any, members: set[str], text: bool = False) -> Iterator[str]:
    if isinstance(part, str) and text and part:
        yield part
    elif isinstance(part, list):
        for one in part:
            yield from texts_in(one, members, text)
    elif isinstance(part, dict):
        for name, one in part.items():
            yield from texts_in(one, members, name in members)


def english_of(package: str) -> set[str]:
    """All English texts of a package's content."""
    file, members = FILES[package]
    folder = package_files.files(package)
    found = set(texts_in(json.loads((folder / file).read_text(encoding="utf-8")), members)) - NAMES
    if package == f"{APPS}.gmail":
        found |= set(content.LABELS)
    if package == KITS:  # what sites say that stands on no page
        calls = [
            c for c in ast.walk(ast.parse((folder / "web.py").read_text("utf-8"))) if isinstance(c, ast.Call)
        ]
        said = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "_said"]
        found |= {
            str(argument.value) for c in said for argument in c.args if isinstance(argument, ast.Constant)
        }
    return found


def test_every_package_with_translations_is_looked_at() -> None:
    root = Path(str(package_files.files("bmoca_gym")))
    found = {
        str(p.parent.relative_to(root.parent)).replace("/", ".") for p in root.rglob(translations.LANGUAGES)
    }
    assert found == set(FILES)


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_content_is_in_english_alone(catalogue: str) -> None:
    for package in FILES:
        known, english = translations.translations(package, catalogue), english_of(package)
        assert len(english) > 20
        assert set(known) == (set() if catalogue in ENGLISH else english), package
        for text, said in known.items():
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", said)), said
            assert text.count("\n") == said.count("\n"), said
            assert said == said.strip() != "", text
            if catalogue in LETTERS:
                assert re.search(f"[{LETTERS[catalogue]}]", said), said
            else:
                other = "".join(LETTERS.values())
                assert not re.search(f"[{other}]", said), said
                assert said != text or text in SAME.get(catalogue, ()), (
                    f"translate {text!r}, or name it in SAME"
                )


def test_every_exception_is_needed() -> None:
    for catalogue, texts in SAME.items():
        known = {
            text: said
            for package in FILES
            for text, said in translations.translations(package, catalogue).items()
        }
        assert {text for text in texts if known.get(text) != text} == set()


def test_the_content_is_as_it_stands_in_its_file_where_the_phone_is_in_english() -> None:
    for package, (file, members) in FILES.items():
        written = json.loads((package_files.files(package) / file).read_text(encoding="utf-8"))
        for locale in LOCALES:
            found = translations.read(package, file, locale, frozenset(members))
            assert (found == written) == (LOCALES[locale].catalogue in ENGLISH)


# What is searched


@pytest.mark.parametrize("locale", LOCALES)
def test_english_words_and_the_languages_own_find_the_same(locale: str) -> None:
    res = of(Configuration(locale=locale))
    own = web.pages(locale)
    for address, page in web.pages(web.ENGLISH).items():
        for query in (page.title, own[address].title):
            assert address in [found for found, _ in web.found_by(query, locale)][:3], query
    for key, place in town.places().items():
        for query in (place.name, town.told(locale, place.name)):
            assert key in maps.matching(query, res), query
    topics = videos.TOPICS
    for id, video in videos.videos().items():
        for query in (video.title, videos.told(locale, video.title)):
            assert id in videos.found(query, topics, locale)[1], query


def test_a_part_of_a_word_is_found_where_words_have_no_spaces_between_them() -> None:
    assert web.found_by("図書館", "ja-JP")
    assert web.found_by("도서관에", "ko-KR")
    assert maps.matching("公园", of(Configuration(locale="zh-Hans-CN")))
    assert not web.found_by("ibrar", "en-US"), "an English word is found whole"


# What changes with the language


def test_what_servers_send_changes_with_the_language_and_received_mails_do_not(
    make_hand: Callable[..., Hand],
) -> None:
    hand = make_hand(locale="ko-KR")
    hand.open("gmail")
    assert first_mails("ko-KR")[0].subject in hand.texts("subject")
    hand.shell("settings put system system_locales fr-CA")
    hand.open("gmail")
    assert first_mails("ko-KR")[0].subject in hand.texts("subject")
    hand.open("maps")
    hand.tap("search_omnibox_text_box")
    hand.type("Linden Park\n")
    assert town.told("fr-CA", "Linden Park") in hand.texts("title")
    hand.shell("am start -a android.intent.action.VIEW -d https://news.example/")
    assert web.pages("fr-CA")["news.example/"].title in hand.texts()


def test_the_account_has_the_mails_of_the_language_in_which_it_is_opened_first(
    make_hand: Callable[..., Hand],
) -> None:
    hand = make_hand(locale="en-US")
    assert not hand.state("gmail").mails
    hand.shell("settings put system system_locales ja-JP")
    hand.open("gmail")
    assert hand.state("gmail").mails == first_mails("ja-JP")
    gmail = packages.apps_of(ANDROID10)["com.google.android.gm"]
    hand.shell(f"pm clear {gmail.package}; settings put system system_locales en-US")
    hand.open("gmail")
    assert hand.state("gmail").mails == first_mails("en-US")
