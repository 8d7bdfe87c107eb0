"""Popup menus: their colours by the design of the app, their width, their shadow, and lists too long for the screen."""

from __future__ import annotations

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import images, packages, resources, screen
from bmoca_gym.handset.gestures import LongPress, Swipe
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources import DARK, LIGHT
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.components import menu
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.handset.value import do

#: Apps of AndroidWorld's phone, and the colours of their menus in the light theme and in the dark one: of Google, of
#: another app in Material 3, and of apps in Material 2.
MENUS = (
    ("chrome", 0xF0F4F9, 0x1E1F20),
    ("simple_gallery", 0xFEF5EB, 0x241A11),
    ("vlc", 0xFFFFFF, 0x2D2E31),
    ("opentracks", 0xFFFFFF, 0x2D2E31),
)
DP = 2.625  # px at 420 dpi


def opened(app: str, image: str = "android13", **looks: object) -> Hand:
    """A phone with the menu of an app's first page."""
    looks = {"width": 1080, "height": 2400, "density": 420, **looks}
    hand = Hand(image, **looks)
    found = {one.name: one for one in packages.apps_of(images.image_named(image)).values()}[app]
    hand.shell(f"am start -n '{found.component}'")
    more = resources.of(hand.phone.configuration).string("common.more_options")
    if hand.sees(description=more):
        hand.tap(description=more)
    else:
        hand.tap("menu_button")
    return hand


def listed(hand: Hand) -> UiNode:
    return hand.node(class_name="android.widget.ListView")


def color_at(frame: np.ndarray, x: float, y: float) -> int:
    red, green, blue = (int(part) for part in frame[int(y), int(x)])
    return red << 16 | green << 8 | blue


@pytest.mark.parametrize(("app", "light", "dark"), MENUS)
def test_menus_have_the_colour_of_the_design_and_a_shadow(app: str, light: int, dark: int) -> None:
    for is_dark, color in ((False, light), (True, dark)):
        hand = opened(app, dark=is_dark)
        frame = hand.device.screenshot()
        left, _, right, bottom = listed(hand).bounds
        middle = (left + right) / 2
        assert color_at(frame, middle, bottom - 3 * DP) == color
        below = [int(frame[int(bottom + far * DP), int(middle)].sum()) for far in (1, 3, 5, 8)]
        if not is_dark:
            assert below[0] < below[1] < below[2] < below[3], "the shadow fades away from the card"


def test_firefoxs_menu_does_not_dim_the_page() -> None:
    hand = Hand("androidlab", width=1080, height=2400, density=420)
    hand.shell("am start -n org.mozilla.firefox/org.mozilla.firefox.App")
    before = hand.device.screenshot()
    hand.tap("mozac_browser_toolbar_menu")
    frame = hand.device.screenshot()
    left, top, _, bottom = hand.node("mozac_browser_menu_recyclerView").bounds
    assert (frame[: top - 40] == before[: top - 40]).all()
    beside = (top + bottom) // 2, left - 3
    assert frame[beside].sum() < before[beside].sum(), "a shadow"


@pytest.mark.parametrize(
    ("locale", "density"), [("en-US", 420), ("ar-EG", 330), ("ko-KR", 550), ("de-DE", 420)]
)
def test_menus_are_as_wide_as_their_longest_entry_within_limits(locale: str, density: int) -> None:
    widths = set()
    for app in ("simple_gallery", "simple_calendar"):
        hand = opened(app, locale=locale, density=density)
        node = listed(hand)
        rows = [n for n in hand.tree if n.class_name.endswith("LinearLayout") and n.clickable]
        scale = density / 160
        wide = (node.bounds[2] - node.bounds[0]) / scale
        assert 195.5 <= wide <= 280.5
        assert all(n.bounds[3] - n.bounds[1] >= 48 * scale - 1 for n in rows)
        # At the end edge, 8 dp from it.
        end = node.bounds[0] if locale.startswith("ar") else 1080 - node.bounds[2]
        assert abs(end / scale - 8) < 0.5
        widths.add(round(wide))
    assert len(widths) == 2, "a longer entry makes a wider menu"


def test_the_first_image_keeps_its_menus() -> None:
    for dark, colors in ((False, LIGHT), (True, DARK)):
        res = resources.of(Configuration(dark=dark))
        card = menu(res, (("Settings", do(print)),), do(print)).children[0]  # type: ignore[attr-defined]
        assert (card.background, card.border, card.radius, card.width) == (
            colors.surface, colors.divider, 4, 220
        )  # fmt: skip
        assert card.class_name == "android.widget.ListView"


def test_a_menu_too_long_for_the_screen_scrolls() -> None:
    hand = opened("simple_calendar", width=1080, height=640)
    node = listed(hand)
    assert node.scrollable
    assert node.bounds[3] < 640
    assert not hand.sees(text="About")
    left, top, right, bottom = node.bounds
    x = (left + right) / 2 / 1080
    hand.do(Swipe(x, (bottom - 20) / 640, x, (top + 20) / 640))
    hand.tap(text="About")


def test_a_shadow_goes_with_its_card() -> None:
    hand = opened("vlc")
    hand.device.screenshot()
    hand.press("BACK")
    after = hand.device.screenshot()
    whole = Renderer(1080, 2400).picture(hand.phone.configuration, screen.shown(hand.phone))
    assert np.array_equal(after, whole)


def test_the_text_toolbar_is_rounded_and_casts_a_shadow() -> None:
    for image, rounded in (("android10", False), ("android13", True)):
        hand = Hand(image, width=1080, height=2160, density=440)
        hand.shell("am start -a android.settings.SETTINGS")
        hand.tap(text="Search settings")
        hand.type("Hello")
        field = next(n for n in hand.tree if n.editable)
        hand.do(LongPress(*hand.at(field, 0.05)))
        left, top, _, bottom = hand.node("floating_popup_container").bounds
        frame = hand.device.screenshot()
        corner = color_at(frame, left + 12, top + 12)
        assert (corner != color_at(frame, left + 30, (top + bottom) / 2)) == rounded
