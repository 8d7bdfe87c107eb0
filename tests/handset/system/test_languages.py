"""The phone's languages: names, the locale used for each, the user's list."""

from __future__ import annotations

import pytest
from babel import Locale

from bmoca_gym.handset import images
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import languages, settings
from bmoca_gym.handset.value import replace


def test_every_locale_of_the_handset_is_in_the_picker() -> None:
    offered = {tag for language in languages.languages().values() for tag, _ in language.regions}
    assert set(LOCALES) <= offered


def test_names_are_cldrs() -> None:
    for language in languages.languages().values():
        for tag, region in language.regions:
            parsed = Locale.parse(tag.replace("-", "_"))
            assert parsed.language == language.tag.partition("-")[0]
            assert region


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("en-US", "English (United States)"), ("es-US", "Español (Estados Unidos)"), ("de-AT", "Deutsch (Österreich)"),
        ("ko-KR", "한국어(대한민국)"), ("xx-YY", "xx-YY"),
    ],
)  # fmt: skip
def test_name_of(tag: str, name: str) -> None:
    assert languages.name_of(tag) == name


@pytest.mark.parametrize(
    ("tag", "spoken"),
    [
        ("en-GB", "en-US"),
        ("ur_PK", "ur-PK"),
        ("zh-Hans-SG", "zh-Hans-CN"),
        ("zh-Hant-TW", None),
        ("pl-PL", None),
    ],
)
def test_spoken_as(tag: str, spoken: str | None) -> None:
    assert languages.spoken_as(tag) == spoken


def test_choosing() -> None:
    phone = languages.choose(images.boot(), ("pl-PL", "de-AT", "en-US", "de-AT"))
    assert languages.chosen(phone) == ("pl-PL", "de-AT", "en-US")
    assert phone.configuration.locale == "de-DE"
    assert languages.choose(phone, ("pl-PL",)) is phone
    assert languages.choose(phone, ()) is phone


def test_a_locale_that_was_set_otherwise_takes_the_first_place() -> None:
    phone = languages.choose(images.boot(), ("en-US", "fr-CA"))
    phone = settings.set_locale(phone, "ko-KR")
    assert languages.chosen(phone) == ("ko-KR", "fr-CA")
    phone = replace(phone, configuration=replace(phone.configuration, locale="fr-CA"))
    assert languages.chosen(phone) == ("fr-CA",)


def test_the_setting_is_the_list() -> None:
    phone = settings.put(images.boot(), "system", "system_locales", "zh-cn, ja_JP")
    assert settings.get(phone, "system", "system_locales") == "zh-Hans-CN,ja-JP"
    assert dict(settings.listing(phone, "system"))["system_locales"] == "zh-Hans-CN,ja-JP"
