"""Colours of apps: their tool bars, status bars, buttons and chosen tabs, in the light theme and in the dark one."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages
from bmoca_gym.handset.images import ANDROID10, image_named
from bmoca_gym.handset.resources import DARK, LIGHT, of, palette
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system import windows

#: Apps of AndroidWorld's image, an element, and its background in the light and the dark theme.
BACKGROUNDS = (
    ("markor", "toolbar", 0x1E2135, 0x1E2135),
    ("markor", "bottom_navigation_bar", 0x1E2135, 0x1E2135),
    ("markor", "fab_add_new_item", 0xF04B4B, 0xF04B4B),
    ("broccoli", "toolbar_recipes", 0x2E7D32, 0x212121),
    ("broccoli", "fab_recipes", 0x2E7D32, 0xA5D6A7),
    ("tasks", "toolbar", 0x2196F3, 0x2196F3),
    ("simple_calendar", "calendar_fab", 0xF57C00, 0xF57C00),
    ("simple_sms", "conversations_fab", 0xF57C00, 0xF57C00),
)


def color_at(hand: Hand, x: float, y: float) -> int:
    red, green, blue = (int(part) for part in hand.device.screenshot()[int(y), int(x)])
    return red << 16 | green << 8 | blue


@pytest.mark.parametrize(("app", "id", "light", "dark"), BACKGROUNDS)
def test_elements_have_the_colours_of_the_apps(app: str, id: str, light: int, dark: int) -> None:
    found = {one.name: one for one in packages.apps_of(image_named("android13")).values()}[app]
    for is_dark, color in ((False, light), (True, dark)):
        hand = Hand(image="android13", width=1080, height=2400, density=420, dark=is_dark)
        hand.shell(f"am start -n '{found.component}'")
        left, top, right, bottom = hand.node(id).bounds
        # A quarter from the left, near the upper edge, no element has a glyph.
        assert color_at(hand, left + (right - left) * 0.5, top + (bottom - top) * 0.08) == color


def test_status_bar_icons_are_light_on_a_dark_bar() -> None:
    for app, style in (
        ("net.gsantner.markor/.activity.MainActivity", "light"),
        ("org.videolan.vlc/.gui.MainActivity", "auto"),
    ):
        hand = Hand(image="android13")
        hand.shell(f"am start -n {app}")
        assert [layer.bars for layer in windows.layers(hand.phone)] == [style]


def test_the_navigation_bar_is_dark_below_a_window_that_is_dark_by_itself() -> None:
    hand = Hand(image="android10", width=1080, height=2160, density=440)
    hand.open("chrome")
    below = 10, hand.phone.configuration.height - 10
    assert color_at(hand, *below) == 0xFFFFFF
    hand.tap("menu_button")
    hand.tap(text="New Incognito tab")
    assert color_at(hand, *below) == 0


def test_switches_that_are_on_have_the_colour_of_the_app() -> None:
    hand = Hand(image="android13")
    hand.shell("am start -n net.gsantner.markor/.activity.MainActivity")
    hand.tap("nav_more")
    hand.tap(text="Settings")
    on = next(node for node in hand.tree if node.checked and node.class_name.endswith("Switch"))
    left, top, right, bottom = on.bounds
    assert color_at(hand, left + (right - left) * 0.7, (top + bottom) / 2) == 0xF04B4B


def test_a_palette_changes_what_it_names_alone() -> None:
    made = palette(0xFF123456, bar=0xFF102030, dark_accent=0xFFEEEEEE, dark_divider=0xFF010203)
    assert made.light.accent == 0xFF123456
    assert made.light.on_bar == 0xFFFFFFFF
    assert made.dark == DARK._replace(
        accent=0xFFEEEEEE, on_accent=DARK.on_accent, bar=0xFF102030, bar_text=0xFFFFFFFF, status=0xFF102030,
        divider=0xFF010203,
    )  # fmt: skip
    assert made.status == "light"
    assert palette(0xFF123456).status == "auto"
    assert palette(0xFF123456).light == LIGHT._replace(accent=0xFF123456)
    assert LIGHT.on_bar == LIGHT.text


def test_apps_of_the_first_image_have_the_colours_of_the_phone() -> None:
    assert not [app.name for app in packages.apps_of(ANDROID10).values() if app.palette is not None]
    assert of(Configuration()).colors == LIGHT
