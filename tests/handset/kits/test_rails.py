"""Tabs in a rail at the side on large screens of Android 13, and at the bottom on others."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.rails import RAIL, bottom_bar
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.value import do

TABLET = {"width": 1280, "height": 800, "density": 160}
#: The id of each app's rail and bar, and its tabs by their descriptions.
RAILS = {
    "clock": ("rail", "tabs", ("Alarm", "Clock", "Timer", "Stopwatch")),
    "photos": ("navigation_rail", "tab_bar", ("Photos", "Search", "Library")),
    "dialer": ("navigation_rail", "bottom_nav_bar", ("Favorites", "Recents", "Contacts")),
    "youtube": ("pivot_bar", "pivot_bar", ("Home", "Shorts", "Subscriptions", "You")),
}


def tabs(hand: Hand, names: tuple[str, ...]) -> list[tuple[int, int, int, int]]:
    """The bounds of the tabs with these names."""
    found = [
        [node for node in hand.all(description=name) if node.clickable or node.selected] for name in names
    ]
    assert all(found), names
    return [nodes[0].bounds for nodes in found]


@pytest.mark.parametrize("image", ["android13", "androidlab"])
@pytest.mark.parametrize("app", RAILS)
def test_tabs_stand_at_the_side(make_hand: Callable[..., Hand], app: str, image: str) -> None:
    hand = make_hand(image, **TABLET)
    hand.open(app)
    rail, bar, names = RAILS[app]
    node = hand.node(rail)
    assert node.bounds[:1] + node.bounds[2:3] == (0, RAIL)
    assert node.class_name == "android.widget.FrameLayout"
    assert rail == bar or not hand.sees(bar)
    places = tabs(hand, names)
    assert all(below[1] >= above[3] for above, below in itertools.pairwise(places))
    for name in names:
        hand.tap(description=name)
        chosen = [node for node in hand.all(description=name) if node.selected]
        assert chosen, name
        assert hand.node(rail).bounds[2] == RAIL


@pytest.mark.parametrize(
    ("image", "width", "height", "density"),
    [("android10", 1280, 800, 160), ("android13", 1080, 2400, 420), ("android13", 2400, 1080, 420),
     ("androidlab", 1440, 3120, 560)],
)  # fmt: skip
def test_tabs_stay_at_the_bottom_elsewhere(
    make_hand: Callable[..., Hand], image: str, width: int, height: int, density: int
) -> None:
    hand = make_hand(image, width=width, height=height, density=density)
    for app in ("photos", "dialer", "youtube"):
        hand.open(app)
        _, bar, names = RAILS[app]
        left, _, right, _ = hand.node(bar).bounds
        assert right - left > RAIL * density // 160
        assert len({place[1] for place in tabs(hand, names)}) == 1
        hand.press("HOME")


def test_a_rail_is_at_the_end_of_a_mirrored_screen(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("androidlab", locale="ar-EG", **TABLET)
    hand.open("photos")
    assert hand.node("navigation_rail").bounds[::2] == (1280 - RAIL, 1280)


def test_a_rail_stays_over_the_keyboard(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("androidlab", **TABLET)
    hand.open("dialer")
    hand.tap("search_view")
    assert hand.keys()
    assert hand.sees("call_log_tab")


def test_a_tab_without_a_connection_has_its_rail(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("androidlab", **TABLET)
    hand.shell("svc wifi disable")
    hand.shell("svc data disable")
    hand.open("youtube")
    assert hand.node("pivot_bar").bounds[2] == RAIL


@pytest.mark.parametrize(("image", "height"), [("android10", 56), ("android13", 80), ("androidlab", 80)])
def test_bars_of_googles_apps_follow_the_generation_of_material_design(
    make_hand: Callable[..., Hand], image: str, height: int
) -> None:
    hand = make_hand(image)
    density = hand.phone.configuration.density
    for app, bar in (
        ("dialer", "bottom_nav_bar"),
        ("photos", "tab_bar"),
        ("google", "googleapp_navigation_bar"),
    ):
        hand.open(app)
        _, top, _, bottom = hand.node(bar).bounds
        assert round((bottom - top) * 160 / density) == height, app


def test_the_pill_of_the_chosen_tab_stays_within_the_tab() -> None:
    res = resources.of(Configuration(width=1080, height=2280, density=560, material=3))
    tabs = tuple((str(i), "home", f"tab{i}", do(print)) for i in range(5))
    box = bottom_bar(res, tabs, 0, id="bar").layout(res.metrics, 1080, 400, 1080, None)
    pill, tab = box.inside[0].inside[0], box.inside[0]
    assert pill.x >= 8
    assert pill.x + pill.width <= tab.width - 8


@pytest.mark.parametrize(("locale", "start"), [("en-US", 0), ("ar-EG", 1280 - RAIL)])
@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_the_rail_of_contacts_stands_beside_the_list_and_the_details(
    make_hand: Callable[..., Hand], image: str, locale: str, start: int
) -> None:
    hand = make_hand(image, locale=locale, **TABLET)
    insert = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact --es name Ada"
    hand.shell(insert)
    hand.tap("editor_menu_save_button")
    hand.shell(f"am force-stop {hand.phone.top.package}")
    hand.open("contacts")
    rail = hand.node("navigation_rail").bounds
    assert rail[::2] == (start, start + RAIL)
    assert not hand.sees("bottom_nav")
    for tab in ("highlights", "nav_manage", "contacts"):
        hand.tap(tab)
        assert hand.node(tab).selected
    hand.tap("menu_search")
    assert hand.sees("nav_manage"), "a rail is not in the way of a search"
    hand.press("BACK", "BACK")
    assert hand.node("navigation_rail").bounds == rail
    first = hand.node("cliv_name_textview").bounds
    hand.tap("cliv_name_textview")
    assert hand.sees("large_title")
    assert hand.node("cliv_name_textview").bounds == first
    assert hand.node("navigation_rail").bounds == rail
    edge = hand.node("large_title").bounds
    assert edge[0] > first[2] if locale == "en-US" else edge[2] < first[0]


def test_a_narrow_tablet_has_the_rail_of_contacts_without_the_details(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("androidlab", width=800, height=1280, density=160)
    hand.open("contacts")
    assert hand.node("navigation_rail").bounds[::2] == (0, RAIL)
    hand.shell("am start -a android.intent.action.PICK -t vnd.android.cursor.dir/phone_v2")
    assert not hand.sees("navigation_rail"), "somebody is picked"


@pytest.mark.parametrize(
    ("width", "height", "railed"), [(1280, 800, True), (800, 1280, False), (850, 392, False)]
)
def test_retro_music_has_a_rail_on_a_tablet_on_its_side(
    make_hand: Callable[..., Hand], width: int, height: int, railed: bool
) -> None:
    hand = make_hand("android13", width=width, height=height, density=160)
    hand.shell("am start -n code.name.monkey.retromusic/.activities.MainActivity")
    for name in ("Songs", "Albums", "For you"):
        hand.tap(description=name)
        left, _, right, _ = hand.node("navigationView").bounds
        assert (left, right == RAIL) == (0, railed)
    hand.tap("action_settings")
    assert not hand.sees("navigationView"), "an opened page has no tabs"
