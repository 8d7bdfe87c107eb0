"""MAPS.ME: places are found and saved, routes planned; the routes that AndroidLab asks about are right."""

from __future__ import annotations

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import images, screen
from bmoca_gym.handset.apps.maps_me import bay, kml, routes
from bmoca_gym.handset.apps.maps_me.screens import parts
from bmoca_gym.handset.gestures import LongPress
from bmoca_gym.handset.images import ANDROIDLAB
from bmoca_gym.handset.kits import geography
from bmoca_gym.handset.resources import of
from bmoca_gym.handset.value import replace

PACKAGE = "com.mapswithme.maps.pro"
KML = f"/sdcard/Android/data/{PACKAGE}/files/bookmarks/My Bookmarks.kml"
PREFERENCES = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
HERE = 37.438, -122.156


@pytest.fixture
def hand() -> Hand:
    """A phone in Palo Alto with the map in front."""
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    hand.phone = replace(hand.phone, location=(HERE[1], HERE[0], 0.0))
    hand.shell(f"am start -n {PACKAGE}/com.mapswithme.maps.MwmActivity")
    return hand


def place(name: str, town: str = "") -> bay.Place:
    return next(one for one in bay.places() if one.name == name and town in one.town)


def told(mode: str, start: tuple[float, float], goal: tuple[float, float]) -> tuple[str, str]:
    way = routes.route(mode, bay.PLANE.on_map(*start), bay.PLANE.on_map(*goal))
    assert way is not None
    res = of(images.boot(image=ANDROIDLAB).configuration)
    return parts.duration(res, way.seconds), parts.length(res, way.metres, "metric", along=True)


def test_the_routes_that_androidlab_asks_about_are_right() -> None:
    oval, oxford = place("Stanford Campus Oval").spot, place("Oxford Street & University Avenue").spot
    coast, route_51 = place("2700 Coast Avenue").spot, place("Route 51").spot
    assert told("pedestrian", oval, oxford) == ("12 hr 58 min", "73 km")
    assert told("bicycle", oval, oxford)[0] == "4 hr 7 min"
    assert told("vehicle", coast, route_51) == ("8 min", "7.0 km")
    assert told("pedestrian", HERE, place("Teleféric Barcelona").spot)[0] == "3 min"
    assert told("vehicle", HERE, place("IKEA").spot)[0] == "9 min"
    for start, goal in ((oval, oxford), (coast, route_51)):
        ends = bay.PLANE.on_map(*start), bay.PLANE.on_map(*goal)
        ridden, cycled = routes.route("transit", *ends), routes.route("bicycle", *ends)
        assert ridden is not None
        assert cycled is not None
        assert ridden.seconds < 0.7 * cycled.seconds
    assert [(leg.kind, leg.name) for leg in ridden.legs if leg.kind != "walk"] == [
        ("subway", "824"),
        ("subway", "EB"),
    ]
    res = of(images.boot(image=ANDROIDLAB).configuration)
    assert parts.length(res, geography.metres(HERE, place("OpenAI").spot), "metric") == "50.6 km"
    assert bay.of_category("eat", HERE)[0].name == "Teleféric Barcelona"
    assert bay.of_category("hotels", HERE)[0].name == "The Clement Hotel - All Inclusive"
    nearest = min(
        (one for one in bay.places() if one.name == "IKEA"), key=lambda one: geography.metres(HERE, one.spot)
    )
    assert nearest.town == "East Palo Alto"


def test_all_places_are_joined_by_all_modes_and_the_way_back_is_as_long() -> None:
    spots = [one.at for one in bay.places()]
    for i, start in enumerate(spots):
        goal = spots[i - 1]
        for mode in ("vehicle", "pedestrian", "bicycle"):
            there, back = routes.route(mode, start, goal), routes.route(mode, goal, start)
            assert there is not None
            assert back is not None
            assert (there.metres, there.seconds) == pytest.approx((back.metres, back.seconds), abs=1)
    ridden = routes.route("transit", spots[0], spots[-1])
    assert ridden is not None
    assert ridden.legs
    for mode in ("vehicle", "bicycle"):
        assert routes.route(mode, spots[0], bay.PLANE.on_map(37.6, -122.75)) is None  # in the ocean
    assert routes.route("transit", spots[0], spots[0]) is None


def test_places_are_found_by_words_of_their_names_kinds_and_addresses() -> None:
    kinds = parts.kinds(of(images.boot(image=ANDROIDLAB).configuration))
    for query, first in (
        ("Bus Stop of Stanford Campus Oval", "Stanford Campus Oval"), ("stanford university", "Stanford University"),
        ("Bus Stop Route 51", "Route 51"), ("3180 18th street", "OpenAI"), ("nearest hotel", "The Clement Hotel - All Inclusive"),
("teleferic", "Teleféric Barcelona"),
        ("University of California, Berkeley", "University of California, Berkeley"),
    ):  # fmt: skip
        assert bay.found(query, kinds, HERE)[0].name == first
    assert bay.found("37.5, -122.1", kinds, HERE)[0] == bay.point(37.5, -122.1)
    assert bay.found(" , ", kinds, HERE) == bay.found("nowhere at all", kinds, HERE) == ()


def test_a_route_is_planned_in_four_modes_turned_round_and_followed(hand: Hand) -> None:
    hand.tap("search")
    hand.type("2700 Coast Avenue")
    hand.tap("title")
    hand.tap(text="Route from")
    assert hand.sees("error")
    hand.tap("finish_point")
    hand.type("Bus Stop Route 51")
    hand.tap("title")
    assert hand.text("time") == "8 min • 7.0 km"
    hand.tap("transit")
    assert {"824", "EB"} <= {node.text for node in screen.ui_tree(hand.phone)}
    hand.tap(text="Details")
    assert hand.sees(text="Subway EB")
    hand.press("BACK")
    hand.tap(content_description="Swap the ends of the route")
    assert (hand.text("start_point"), hand.text("finish_point")) == ("Route 51", "2700 Coast Avenue")
    hand.tap("start")  # not from where the phone is
    assert hand.sees("start")
    hand.tap("start_point")
    hand.tap(text="My location")
    hand.tap("pedestrian")
    hand.tap("start")
    assert hand.sees(text="2700 Coast Avenue")
    hand.tap("map_fragment_container")
    assert not hand.sees("stop")  # the map alone
    hand.press("BACK")
    hand.tap("stop")
    assert hand.sees("p2p")
    hand.tap("p2p")
    assert (hand.text("start_point"), hand.text("finish_point")) == ("My location", "Where to?")
    hand.press("BACK", "BACK")
    assert hand.phone.home


def test_work_is_set_changed_kept_and_forgotten(hand: Hand) -> None:
    hand.tap("search")
    hand.tap("work")
    hand.type("OpenAI")
    hand.tap("title")
    assert (hand.text("home_address"), hand.text("work_address")) == (
        "Add an address",
        "18th Street, 3180 • 50.6 km",
    )
    assert b'"name": "OpenAI"' in hand.device.read_file(PREFERENCES).replace(b"&quot;", b'"')
    hand.press("HOME")
    hand.shell(f"am force-stop {PACKAGE}")
    hand.shell(f"am start -n {PACKAGE}/com.mapswithme.maps.search.SearchActivity")
    hand.tap("more")
    hand.tap(text="Change")
    hand.type("Harrow")
    hand.tap("title")
    assert hand.text("work_address") == "Page Mill Road, 420 • 2.1 km"
    hand.tap("work")  # on the map
    assert hand.text("tv__title") == "Harrow Robotics"
    hand.tap("close")
    hand.tap("search")
    hand.tap("more")
    hand.tap(text="Delete")
    assert hand.text("work_address") == "Add an address"
    for text in ("{}", "[1]", "no", '{"lat": 1e9, "lon": 0}', '{"lat": 1, "lon": 2, "name": 3}'):
        data = f'<map><string name="MyPlaceWork">{text}</string></map>'.encode()
        hand.device.write_file(PREFERENCES, data)
        assert hand.text("work_address") == "Add an address"


def test_bookmarks_are_kept_renamed_and_deleted(hand: Hand) -> None:
    hand.hold("map_fragment_container")
    assert hand.text("tv__title") == "Selected point"
    hand.tap(text="Save")
    hand.press("BACK")
    hand.tap("bookmarks")
    hand.tap("more")
    hand.tap(text="Rename")
    hand.type("A <b> & c")  # in place of the name, which is selected
    hand.tap("button1")
    (kept,) = kml.bookmarks(hand.device.read_file(KML))
    assert kept.name == "A <b> & c"
    assert geography.metres(HERE, (kept.latitude, kept.longitude)) < 400
    hand.tap("tv__bookmark_name")
    hand.tap(text="Saved")
    assert kml.bookmarks(hand.device.read_file(KML)) == ()
    place = b"<kml><Placemark><name>A</name><Point><coordinates>-122,37.5,0</coordinates></Point></Placemark></kml>"
    hand.device.write_file(KML, place)
    assert kml.bookmarks(hand.device.read_file(KML)) == (kml.Bookmark("A", 37.5, -122.0),)
    for data in (
        b"no xml",
        b"<!DOCTYPE kml><kml/>",
        b"<kml><Placemark/></kml>",
        place.replace(b"37.5", b"99"),
    ):
        hand.device.write_file(KML, data)
        assert kml.bookmarks(hand.device.read_file(KML)) == ()


def test_the_map_is_moved_zoomed_and_opened_by_others_and_settings_are_kept(hand: Hand) -> None:
    hand.tap("search")
    hand.tap(text="Hotels")
    assert hand.texts("title")[0] == "The Clement Hotel - All Inclusive"
    hand.tap(text="Show on map")
    hand.tap("nav_zoom_out")
    hand.swipe("left")
    hand.tap("my_position")
    hand.tap("map_fragment_container")
    hand.press("BACK")
    hand.shell(f"am start -a android.intent.action.VIEW -d geo:37.8108,-122.4854 {PACKAGE}")
    assert (hand.text("tv__title"), hand.text("tv__straight_distance")) == ("Selected point", "50.6 km")
    hand.tap("close")
    hand.tap("toggle")
    hand.tap(text="Settings")
    for row, choice in (("Measurement units", "Miles"), ("Appearance", "Dark")):
        hand.tap(text=row)
        hand.tap(text=choice)
    hand.tap("switch_widget")
    hand.tap(text="Clear search history")
    hand.tap("button1")
    hand.press("BACK")
    assert not hand.sees("nav_zoom_in")
    hand.tap("search")
    hand.tap(text="History")
    assert hand.sees(text="What you search for appears here.")
    hand.tap("query")
    hand.type("OpenAI")
    assert hand.text("distance") == "31.4 mi"


def test_without_a_location_nothing_is_far_and_no_route_begins_here(hand: Hand) -> None:
    hand.phone = replace(hand.phone, location=())
    hand.tap("my_position")
    hand.tap("search")
    hand.tap("home")
    hand.tap(text="My location")
    hand.type("OpenAI")
    assert not hand.sees("distance") or hand.text("distance") == ""
    hand.tap("title")
    hand.tap("home")
    hand.tap(text="Route to")
    assert hand.sees("error")


@pytest.mark.parametrize(
    ("locale", "near", "far"),
    [("ar-EG", "١٩٠ م", "١٫٠ كم"), ("ru-MD", "190 м", "1,0 км"), ("ko-KR", "190 m", "1.0 km")],
)
def test_lengths_have_the_units_and_digits_of_the_language(locale: str, near: str, far: str) -> None:
    res = of(replace(images.boot(image=ANDROIDLAB).configuration, locale=locale))
    assert (parts.length(res, 192, "metric"), parts.length(res, 1012, "metric")) == (near, far)


def test_coordinates_look_alike_in_every_language() -> None:
    """A minus stands before its number, also between right-to-left words."""
    pictures = []
    for locale in ("en-US", "ar-EG"):
        hand = Hand(image="androidlab", locale=locale)
        hand.phone = replace(hand.phone, location=(HERE[1], HERE[0], 0.0))
        hand.shell(f"am start -n {PACKAGE}/com.mapswithme.maps.MwmActivity")
        hand.do(LongPress(0.5, 0.3))
        line = hand.node("tv__place_latlon")
        left, top, right, bottom = line.bounds
        assert line.text.count("-") == 1
        pictures.append(hand.device.screenshot()[top:bottom, left:right])
    assert np.array_equal(*pictures)
