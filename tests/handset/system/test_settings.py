"""Settings and properties: consistent with the configuration, and no text breaks a screen."""

from __future__ import annotations

import random

import pytest
from handset_hand import Hand
from handset_walk import walk

from bmoca_gym.handset import images, screen
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system import settings

BAD_TEXTS = (
    "",
    "x",
    "-1",
    "99999999999999999999",
    "9" * 5000,
    "1.5",
    "nan",
    "٣",
    "²",
    "\ud800",
    "{x}",
    "null",
)


@pytest.mark.parametrize(
    ("key", "text", "field", "wanted"),
    [
        (("system", "font_scale"), "1.15", "font_scale", 1.15),
        (("secure", "ui_night_mode"), "2", "dark", True),
        (("secure", "display_density_forced"), "330", "density", 330),
        (("system", "system_locales"), "ko-KR,en-US", "locale", "ko-KR"),
    ],
)
def test_some_settings_are_the_configuration(
    key: tuple[str, str], text: str, field: str, wanted: object
) -> None:
    phone = settings.put(images.boot(), *key, text)
    assert getattr(phone.configuration, field) == wanted
    assert settings.get(phone, *key) == text
    assert (key[1], text) in settings.listing(phone, key[0])


@pytest.mark.parametrize(
    ("key", "text"),
    [(("system", "font_scale"), "0.1"), (("system", "font_scale"), "x"), (("secure", "display_density_forced"), "5"),
     (("secure", "display_density_forced"), ""), (("secure", "display_density_forced"), "9" * 5000)],
)  # fmt: skip
def test_what_the_configuration_can_not_be_is_refused(key: tuple[str, str], text: str) -> None:
    with pytest.raises(HandsetError):
        settings.put(images.boot(), *key, text)


def test_a_list_of_languages_nobody_speaks_changes_nothing() -> None:
    phone = images.boot()
    assert settings.put(phone, "system", "system_locales", "tlh-XX") == phone


def test_settings_are_put_read_and_deleted() -> None:
    phone = images.boot()
    assert settings.get(phone, "system", "probe") is None
    assert settings.delete(phone, "system", "probe") is phone
    phone = settings.put(phone, "system", "probe", "1")
    assert settings.put(phone, "system", "probe", "1") is phone
    assert settings.get(phone, "system", "probe") == "1"
    assert settings.get(phone, "secure", "probe") is None
    assert settings.delete(phone, "system", "probe") == images.boot()


def test_a_listing_is_in_order_and_names_nothing_of_our_own() -> None:
    phone = images.boot()
    for namespace in settings.NAMESPACES:
        keys = [key for key, _ in settings.listing(phone, namespace)]
        assert keys == sorted(keys)
        assert not any("bmoca" in key or key == "chosen_locales" for key in keys)


def test_numbers_are_held_to_their_limits() -> None:
    phone = images.boot()
    for text, number in (("5", 5), ("-5", 7), ("999", 9), ("", 7), ("x", 7), ("9" * 5000, 7), ("²", 7)):
        changed = settings.put(phone, "system", "probe", text)
        assert settings.number(changed, "system", "probe", 7, 1, 9) == number


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_no_text_in_a_setting_or_property_breaks_a_screen(text: str) -> None:
    hand = Hand()
    phone = hand.phone
    for namespace in settings.NAMESPACES:
        for key, _ in settings.listing(phone, namespace):
            try:
                phone = settings.put(phone, namespace, key, text)
            except HandsetError:
                continue
    for key in [*phone.properties, "qemu.sf.lcd_density", "ro.bmoca.physical_size"]:
        phone = settings.put_property(phone, key, text)
    hand.phone = phone
    hand.open("settings")
    for later in walk(hand.phone, random.Random(BAD_TEXTS.index(text)), 60):
        screen.ui_tree(later)
