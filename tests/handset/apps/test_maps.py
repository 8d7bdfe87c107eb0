"""Maps: touching the map, search, places, directions, lists and settings, in all configurations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import numpy as np
import pytest
from handset_hand import Hand
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.maps import drawing, frame, roads, town
from bmoca_gym.handset.apps.maps.screens import parts
from bmoca_gym.handset.apps.maps.state import FIRST_TABS, LISTS, PACKAGE, TABS
from bmoca_gym.handset.gestures import LongPress, Pinch, Swipe, Tap
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.kits import town_plan
from bmoca_gym.handset.kits.map_view import size
from bmoca_gym.handset.kits.quickest_way import quickest
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES

LOOKS = (
    {"density": 330}, {"density": 550, "locale": "ko-KR", "font_scale": 1.15},
    {"height": 2400, "density": 700, "locale": "ru-MD", "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160, "locale": "ar-AE", "dark": True},
)  # fmt: skip
KEYS = (town.HERE, *town.places())


@pytest.fixture
def maps(hand: Hand) -> Hand:
    """A hand on the map."""
    hand.open("maps")
    return hand


def at(hand: Hand, key: str) -> tuple[float, float]:
    """Where on the screen a place is, as fractions."""
    s, place, config = hand.state("maps"), town.place(key), hand.phone.configuration
    width, height = size(resources.of(config))
    k = frame.SCALES[s.zoom]
    return ((place.x - s.x) * k + width / 2) / width, ((place.y - s.y) * k + height / 2) / (height + 48)


# What the task's detector reads


def test_opening_it_is_logged(maps: Hand) -> None:
    lines = [message for tag, message in maps.new_log() if tag == "ActivityTaskManager"]
    started = [line for line in lines if "START" in line and f"cmp={PACKAGE}/" in line]
    assert any("com.google.android.maps.MapsActivity" in line for line in started)


# The map


def test_a_finger_moves_the_map_with_it(maps: Hand) -> None:
    before = maps.state("maps")
    maps.do(Swipe(0.5, 0.5, 0.3, 0.4))
    after = maps.state("maps")
    width, height = size(resources.of(maps.phone.configuration))
    assert after.x - before.x == round(0.2 * width / frame.SCALES[before.zoom])
    assert after.y - before.y == pytest.approx(0.1 * (height + 48) / frame.SCALES[before.zoom], abs=2)
    assert after.bare == before.bare


def test_the_map_ends(maps: Hand) -> None:
    for _ in range(40):
        maps.do(Swipe(0.2, 0.4, 0.9, 0.6))
    assert (maps.state("maps").x, maps.state("maps").y) == town.EDGES[:2]


def test_zoom_and_location(maps: Hand) -> None:
    first = maps.state("maps")
    assert not [node for node in maps.tree if "zoom" in node.resource_id], "Google's has no buttons for that"
    for _ in frame.SCALES:
        maps.do(Tap(0.5, 0.5))
        maps.do(Tap(0.5, 0.5))
        maps.wait(1)
    assert maps.state("maps").zoom == len(frame.SCALES) - 1
    for _ in frame.SCALES:
        maps.do(Pinch(0.4, 0.5, 0.4, 0.5, 0.6, 0.5, 0.6, 0.5, 0.1))
    assert maps.state("maps").zoom == 0
    maps.do(Swipe(0.5, 0.5, 0.3, 0.4))
    maps.tap("mylocation_button")
    assert (maps.state("maps").x, maps.state("maps").y, maps.state("maps").zoom) == (
        first.x,
        first.y,
        first.zoom,
    )


def test_a_touch_takes_away_what_lies_over_the_map(maps: Hand) -> None:
    assert maps.sees("search_omnibox_container")
    maps.do(Tap(0.5, 0.62))
    assert not maps.sees("search_omnibox_container")
    maps.press("BACK")
    assert maps.sees("search_omnibox_container")
    assert not maps.phone.home


def test_a_place_is_opened_on_the_map(maps: Hand) -> None:
    maps.do(Tap(*at(maps, "tealeaf")))
    assert maps.text("title") == "Tea Leaf & Crumb"
    maps.press("BACK")
    assert maps.node("explore_tab_strip_button").selected


def test_a_long_touch_drops_a_pin(maps: Hand) -> None:
    maps.do(LongPress(0.4, 0.6))
    assert maps.text("title") == "Dropped pin"
    assert "Lindenbrook" in maps.text("address")
    maps.tap("directions_button")
    assert maps.text("directions_endpoint_textbox") == "Dropped pin"


def test_layers_change_the_picture(maps: Hand) -> None:
    renderer = Renderer(270, 540)
    seen = [renderer.frame(maps.phone)]
    for layer in ("layer_satellite", "layer_traffic", "layer_transit"):
        maps.tap("layers_fab")
        maps.tap(layer)
        assert maps.node(layer).selected
        maps.tap("close_button")
        seen.append(renderer.frame(maps.phone))
        assert not np.array_equal(seen[-1], seen[-2]), layer
    maps.tap("layers_fab")
    maps.tap("layer_default")
    assert not maps.state("maps").satellite


def test_a_moved_map_is_drawn_as_if_anew(maps: Hand) -> None:
    renderer = Renderer(540, 1080)
    renderer.frame(maps.phone)
    maps.do(Swipe(0.5, 0.5, 0.31, 0.44))
    assert np.array_equal(renderer.frame(maps.phone), Renderer(540, 1080).frame(maps.phone))


def test_a_mirrored_layout_does_not_mirror_the_map(make_hand: Callable[..., Hand]) -> None:
    pictures = []
    for locale in ("en-US", "ar-EG"):
        hand = make_hand(locale=locale)
        hand.open("maps")
        hand.do(Tap(0.5, 0.62))
        # Without the status bar, whose clock is on the other side.
        pictures.append(Renderer(270, 540).frame(hand.phone)[20:500])
    english, arabic = pictures
    assert (english == arabic).all(axis=2).mean() > 0.97, "all but the names"
    assert (english == arabic[:, ::-1]).all(axis=2).mean() < 0.8


def test_one_recording_serves_a_zoom_and_a_style() -> None:
    one = drawing.drawing(3, 2.75, 2.75, "light", "en-US", False, False)
    assert drawing.drawing(3, 2.75, 2.75, "light", "en-US", False, False) is one
    assert drawing.drawing(3, 2.75, 2.75, "dark", "en-US", False, False) is not one


# Search


def test_search_finds_places_and_remembers(maps: Hand) -> None:
    maps.tap("search_omnibox_text_box")
    assert maps.node("search_omnibox_edit_text").focused
    maps.type("lib")
    assert maps.texts("title")[0] == "City Library"
    maps.tap("typed_suggest_item")
    assert maps.text("title") == "City Library"
    maps.press("BACK")
    maps.press("BACK")
    maps.tap("search_omnibox_text_box")
    assert maps.texts("title")[0] == "City Library"
    maps.tap("clear_history")
    assert not maps.sees("clear_history")


def test_enter_shows_what_was_found(maps: Hand) -> None:
    maps.tap("search_omnibox_text_box")
    maps.type("fuel\n")
    assert maps.texts("title") == ["Westfield Fuel", "Route 8 Fuel"]
    maps.tap("search_omnibox_text_box")
    maps.type("nothing of the kind\n")
    assert "nothing of the kind" in maps.text("empty_state_title")


@pytest.mark.parametrize("category", town.CATEGORIES)
def test_categories(maps: Hand, category: str) -> None:
    found = town.of_category(category)
    assert len(found) >= 2
    maps.tap("search_omnibox_text_box")
    maps.press("BACK")
    maps.tap("typed_suggest_item", index=list(town.CATEGORIES).index(category))
    names = [town.place(key).name for key in found]
    assert maps.texts("title") == names[: len(maps.texts("title"))]


# A place


def test_saving(maps: Hand) -> None:
    maps.tap("category_chip", index=1)
    maps.tap("search_result_item")
    name = maps.text("title")
    maps.tap("save_button")
    for kept in LISTS:
        maps.tap(f"save_{kept}")
    maps.tap("save_starred")  # taken off again
    maps.tap("done_button")
    while not maps.sees("saved_tab_strip_button"):
        maps.press("BACK")
    maps.tap("saved_tab_strip_button")
    for number, there in ((0, True), (1, True), (2, False)):
        maps.tap("saved_list_item", index=number)
        assert maps.sees(text=name) == there
        maps.press("BACK")


def test_calling(maps: Hand) -> None:
    maps.do(Tap(*at(maps, "tealeaf")))
    maps.tap("call_button")
    assert maps.text("digits") == "555-0134"


def test_a_place_is_shared_with_its_name_address_and_link(maps: Hand) -> None:
    maps.do(Tap(*at(maps, "tealeaf")))
    name, address = maps.text("title"), maps.text("address")
    buttons = maps.node("action_buttons").bounds
    config = maps.phone.configuration
    y = (buttons[1] + buttons[3]) / 2 / config.height
    maps.do(Swipe(0.8, y, 0.1, y, 0.3))
    maps.tap(description="Share")
    link = f"https://maps.google.com/?q={quote(f'{name}, {address}', safe='')}"
    assert maps.sees(text=f"{name}\n{address}\n{link}")
    maps.tap(text="Messages")
    assert maps.phone.top.package == "com.google.android.apps.messaging"


def test_hours(make_hand: Callable[..., Hand]) -> None:
    res = make_hand().phone.configuration
    place = town.place("tealeaf")  # from 8 to 17
    words = [parts.hours(resources.of(res), place, hour).text for hour in (7, 8, 16, 17)]
    assert [word.split()[0] for word in words] == ["Closed", "Open", "Open", "Closed"]


# Ways


def test_there_is_a_way_to_every_place() -> None:
    for goal in KEYS:
        for mode in roads.MODES:
            way = roads.route(town.HERE, goal, mode)
            here, there = town.location(), town.place(goal)
            assert way.points[0] == (here.x, here.y)
            assert way.points[-1] == (there.x, there.y)
            crow = np.hypot(here.x - there.x, here.y - there.y)
            assert way.meters >= crow - 120, (
                "no way is shorter than as the crow flies, but for the last steps"
            )
            assert way.steps[-1].kind == "arrive"
            assert sum(step.meters for step in way.steps) == pytest.approx(way.meters, abs=len(way.steps) + 1)
            # Streets are gone along without gaps.
            assert all(np.hypot(a[0] - b[0], a[1] - b[1]) < 1500 for a, b in pairwise(way.points))


def _alone(origin: roads._Spot, goal: roads._Spot, mode: str) -> tuple[roads._Leg, ...]:
    """The quickest way, computed for this goal only."""

    def neighbours(node: roads.Node) -> list[tuple[roads.Node, roads._Leg]]:
        if node == "start":
            spot, ends = origin.point, origin.edge[:2]
            found = [(end, roads._street_leg(origin.edge, spot, end, mode)) for end in ends]
            if origin.edge == goal.edge:
                found.append(("goal", roads._street_leg(goal.edge, spot, goal.point, mode)))
            return found
        found = list(roads._neighbours(mode).get(node, ()))
        if node in goal.edge[:2]:
            found.append(("goal", roads._street_leg(goal.edge, node, goal.point, mode)))
        return found

    legs = quickest("start", "goal", neighbours) or ()
    return tuple([leg for leg in legs if leg.points[0] != leg.points[1]])


def test_a_search_that_goes_on_finds_what_one_for_each_goal_finds() -> None:
    rng = np.random.default_rng(3)
    for mode in ("walk", "drive"):
        spots = [roads.nearest(*at, mode) for at in rng.integers(-500, 4500, (24, 2)).tolist()]
        for origin in spots[:6]:
            for goal in (*spots, origin, roads._Spot(origin.edge.b, origin.edge)):
                assert roads._street_way(origin, goal, mode) == _alone(origin, goal, mode)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(KEYS), st.sampled_from(KEYS), st.sampled_from(KEYS))
def test_walks_obey_the_triangle(a: str, b: str, c: str) -> None:
    def far(p: str, q: str) -> int:
        return roads.route(p, q, "walk").seconds

    assert abs(far(a, b) - far(b, a)) <= 1
    # Each place is some steps off the street, which a walk by way of it goes twice.
    assert far(a, c) <= far(a, b) + far(b, c) + 2


def test_transit_is_never_slower_than_walking() -> None:
    for goal in town.places():
        assert (
            roads.route(town.HERE, goal, "transit").seconds
            <= roads.route(town.HERE, goal, "walk").seconds + 90
        )


def test_nobody_walks_on_the_highway_or_drives_on_a_path() -> None:
    kinds = {street.name: street.kind for street in town.streets()}
    for goal in town.places():
        assert "highway" not in {kinds.get(s.name) for s in roads.route(town.HERE, goal, "walk").steps}
        assert "path" not in {kinds.get(s.name) for s in roads.route(town.HERE, goal, "drive").steps}


def test_directions(maps: Hand) -> None:
    maps.do(Tap(*at(maps, "tealeaf")))
    maps.tap("directions_button")
    assert maps.text("directions_startpoint_textbox") == "Your location"
    assert maps.node("directions_mode_drive").selected
    times = set()
    for mode in roads.MODES:
        maps.tap(f"directions_mode_{mode}")
        assert maps.node(f"directions_mode_{mode}").selected
        times.add(maps.text("route_time"))
    assert len(times) > 1
    maps.tap("start_button")
    assert maps.texts("step_text")[0].startswith("Head ")
    maps.tap("step_item")
    assert maps.state("maps").zoom == len(frame.SCALES) - 1
    maps.tap("swap_waypoints_button")
    assert maps.text("directions_startpoint_textbox") == "Tea Leaf & Crumb"
    maps.tap("directions_from_field")
    maps.type("museum")
    maps.tap("typed_suggest_item")
    assert maps.text("directions_startpoint_textbox") == "Lindenbrook Museum"
    assert maps.text("directions_endpoint_textbox") == "Your location"


def test_going_again(maps: Hand) -> None:
    maps.do(Tap(*at(maps, "tealeaf")))
    maps.tap("directions_button")
    while not maps.sees("transportation_tab_strip_button"):
        maps.press("BACK")
    maps.tap("transportation_tab_strip_button")
    assert maps.texts("title")[0] == "Tea Leaf & Crumb"
    maps.tap("trip_item")
    assert maps.text("directions_endpoint_textbox") == "Tea Leaf & Crumb"


# Settings, addresses, leaving


def test_settings(maps: Hand) -> None:
    res = resources.of(maps.phone.configuration)
    assert parts.distance(res, 3219, "automatic") == "2.0 mi"
    assert parts.distance(res, 3219, "kilometers") == "3.2 km"
    maps.tap("selected_account_disc")
    maps.tap("account_settings")
    assert not maps.node("history_setting").enabled
    maps.tap("units_setting")
    maps.tap("option_kilometers")
    maps.tap("theme_setting")
    maps.tap("option_dark")
    maps.tap("satellite_setting")
    assert (maps.state("maps").units, maps.state("maps").theme) == ("kilometers", "dark")
    maps.press("BACK")
    maps.press("BACK")
    maps.open("maps")
    assert maps.state("maps").satellite


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("geo:0,0?q=museum", "search_result_item"), ("geo:52.5,13.4", "explore_tab_strip_button"),
        ("google.navigation:q=City+Library", "route_time"),
    ],
)  # fmt: skip
def test_addresses_of_places(hand: Hand, address: str, seen: str) -> None:
    hand.shell(f"am start -a android.intent.action.VIEW -d '{address}'")
    assert hand.phone.tasks[-1].package == PACKAGE
    assert hand.sees(seen)


def test_tabs_and_back(maps: Hand) -> None:
    buttons = dict(zip(TABS[:FIRST_TABS], ("explore", "transportation", "saved"), strict=True))
    for tab, name in buttons.items():
        maps.tap(f"{name}_tab_strip_button")
        assert maps.state("maps").page == tab
    maps.press("BACK")
    assert maps.state("maps").page == "explore"
    maps.press("BACK")
    assert maps.phone.home


# On every screen


@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_is_there(make_hand: Callable[..., Hand], locale: str) -> None:
    assert not [key for key, _ in resources.missing_translations() if key.startswith("maps.")]
    hand = make_hand(locale=locale)
    hand.open("maps")
    hand.tap("category_chip")
    hand.tap("on_map_directions_button")
    hand.tap("start_button")
    assert len(hand.texts("step_text")) >= 2


@pytest.mark.parametrize("configuration", LOOKS)
def test_screens_of_all_sizes(make_hand: Callable[..., Hand], configuration: dict[str, object]) -> None:
    hand = make_hand(**configuration)
    hand.open("maps")
    for touch in ("category_chip", "on_map_directions_button", "directions_mode_walk", "start_button"):
        hand.tap(touch)
        for node in hand.tree:
            left, top, right, bottom = node.bounds
            assert 0 <= left < right <= hand.phone.configuration.width
            assert 0 <= top < bottom <= hand.phone.configuration.height
    renderer = Renderer(270, 540)
    assert renderer.frame(hand.phone).std() > 1


@pytest.mark.parametrize("configuration", LOOKS)
def test_a_way_is_in_sight(configuration: dict[str, object]) -> None:
    res = resources.of(Configuration(**configuration))  # type: ignore[arg-type]
    width, height = size(res)
    for goal in town.places():
        points = roads.route(town.HERE, goal, "drive").points
        x, y, zoom = frame.fit(res, points, directions=True)
        k = frame.SCALES[zoom]
        assert all(abs(px - x) * k <= width / 2 and abs(py - y) * k <= height / 2 for px, py in points), goal


def test_buildings_stand_on_land() -> None:
    land = town.land()
    houses = np.concatenate([town_plan.buildings(land, cell) for cell in land.cells if cell.settlement == 0])
    assert len(houses) > 5000
    middles = houses.mean(1)
    for field in land.fields:
        xs, ys = [x for x, _ in field], [y for _, y in field]
        if len(field) == 4:  # parks in town
            within = (middles > (min(xs), min(ys))).all(1) & (middles < (max(xs), max(ys))).all(1)
            assert within.sum() <= 6, field
    here = np.array(town.location().at)
    assert (np.hypot(*(middles - here).T) < 300).sum() > 100, "there are houses around the phone"


@pytest.mark.parametrize("style", drawing.PALETTES)
@pytest.mark.parametrize("zoom", range(len(frame.SCALES)))
def test_there_is_something_to_see_everywhere_in_town(zoom: int, style: str) -> None:
    """Street, land and what lies on it: no large part of the screen has one colour."""
    pictures, _, _ = drawing.drawing(zoom, 1.0, 1.0, style, "en-US", False, False)
    k = frame.SCALES[zoom]
    left, top = 2408 * k - 200, 2690 * k - 200
    surface = skia.Surface(400, 400)
    canvas = surface.getCanvas()
    canvas.translate(-left, -top)
    areas, functions = pictures
    for area, (picture, arguments) in zip(areas.tolist(), functions, strict=True):
        if area[0] <= left + 400 and area[2] >= left and area[1] <= top + 400 and area[3] >= top:
            canvas.drawPicture(picture(*arguments))
    seen = surface.makeImageSnapshot().toarray().reshape(-1, 4)
    _, counts = np.unique(seen, axis=0, return_counts=True)
    assert counts.max() < 0.8 * len(seen)


def test_the_first_picture_has_been_prepared_and_other_densities_share_it(
    make_hand: Callable[..., Hand],
) -> None:
    hand = make_hand()
    planned = town_plan.plan.cache_info().misses  # type: ignore[attr-defined]
    renderer = Renderer(128, 256)
    hand.open("maps")
    renderer.frame(hand.phone)
    assert town_plan.plan.cache_info().misses == planned  # type: ignore[attr-defined]
    recorded = drawing._ground.cache_info().misses  # type: ignore[attr-defined]
    other = make_hand(density=550)
    other.open("maps")
    renderer.frame(other.phone)
    assert drawing._ground.cache_info().misses == recorded  # type: ignore[attr-defined]


# Android 13


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_on_android_13_there_are_five_tabs(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image)
    hand.open("maps")
    names = [n.content_description for n in hand.all() if n.resource_id.endswith("_tab_strip_button")]
    assert names == ["Explore", "Go", "Saved", "Contribute", "Updates"]
    below = hand.node("bottom_navigation").bounds[1]
    assert all(hand.node(button).bounds[3] <= below for button in ("mylocation_button", "layers_fab"))
    for name in ("contribute", "updates"):
        hand.tap(f"{name}_tab_strip_button")
        assert hand.node(f"{name}_tab_strip_button").selected
        hand.tap("search_button")
        assert hand.phone.top.focus == "search"
        hand.press("BACK")
        hand.press("BACK")
        hand.press("BACK")
        assert hand.node("explore_tab_strip_button").selected


def test_on_android_13_the_disc_has_the_menu_of_accounts(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("androidlab")
    hand.open("maps")
    hand.tap("selected_account_disc")
    hand.tap("account_saved")
    assert hand.node("saved_tab_strip_button").selected
    hand.tap("explore_tab_strip_button")
    hand.tap("selected_account_disc")
    hand.tap("account_settings")
    assert hand.sees("units_setting")
