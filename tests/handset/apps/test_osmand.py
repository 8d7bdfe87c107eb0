"""OsmAnd: places are found, saved, marked and joined to tracks; its files and its database have them."""

from __future__ import annotations

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym import stores
from bmoca_gym.handset.apps.osmand import gpx, land, routing
from bmoca_gym.handset.apps.osmand.state import VIEW
from bmoca_gym.handset.kits import geography
from bmoca_gym.handset.value import replace

FILES = "/sdcard/Android/data/net.osmand/files"
MAP = "net.osmand/.plus.activities.MapActivity"


def favourites(hand: Hand) -> list[tuple[str, float, float]]:
    data = hand.device.read_file(f"{FILES}/favorites/favorites.gpx")
    return [(one.name, one.latitude, one.longitude) for one in gpx.contents(data).waypoints]


@pytest.fixture
def hand() -> Hand:
    """A phone with the map of Liechtenstein."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell(f"am start -n {MAP}")
    return hand


def find(hand: Hand, text: str) -> None:
    hand.tap("map_search_button")
    hand.type(text)
    hand.tap("title")


def test_positions_and_metres_are_each_others_inverse() -> None:
    for place in land.places():
        there = land.PLANE.position(*place.at)
        assert geography.metres(there, (place.latitude, place.longitude)) < 1
    found = [place.name for place in land.found("schaan, liechtenstein", "Liechtenstein", (0, 0))]
    assert found[0] == "Schaan"
    assert set(found[1:]) == {"Schaan-Vaduz", "Schaanwald"}
    in_korean = land.found("Planken, Liechtenstein", "리히텐슈타인 Liechtenstein", (0, 0))
    assert [place.name for place in in_korean][:1] == ["Planken"]
    assert land.found("플란켄", "리히텐슈타인 Liechtenstein", (0, 0)) == ()
    assert land.found("schonberg", "Liechtenstein", (0, 0))[0].name == "Schönberg"
    assert land.found("47.1, 9.52", "Liechtenstein", (0, 0))[0] == land.point(47.1, 9.52)
    assert land.parsed("91.0, 9.5") is None


def test_a_place_is_found_by_name_kept_renamed_and_deleted(hand: Hand) -> None:
    find(hand, "Balzers, Liechtenstein")
    assert hand.text("context_menu_line1") == "Balzers"
    hand.tap("context_menu_fav_view")
    hand.type("Home <1> & more")  # in place of the name, which is selected
    hand.tap("save_button")
    assert favourites(hand) == [("Home <1> & more", 47.0688832, 9.5061564)]
    hand.press("BACK")
    hand.tap("map_menu_button")
    hand.tap(text="My Places")
    hand.tap(text="Home <1> & more")
    assert hand.text("context_menu_fav_text_view") == "Edit"
    hand.tap("context_menu_fav_view")
    hand.tap("delete_button")
    hand.tap("button1")
    assert favourites(hand) == []


def test_a_position_is_found_and_marked_and_the_marker_is_passed(hand: Hand) -> None:
    find(hand, "47.1854, 9.5451")
    assert hand.text("context_menu_line1") == "47.18540, 9.54510"
    hand.tap("context_menu_route_view")
    (row,) = stores.read(hand.device, "map_markers")
    assert (row["lat"], row["lon"], row["active"]) == (47.1854, 9.5451, 1)
    hand.press("BACK")
    hand.tap("map_menu_button")
    hand.tap(text="Map markers")
    hand.tap("map_marker_options_button")
    assert stores.read(hand.device, "map_markers")[0]["active"] == 0
    hand.tap(description="Delete all")
    hand.tap("button1")
    assert stores.read(hand.device, "map_markers") == []


def test_a_track_is_planned_changed_saved_shown_and_deleted(hand: Hand) -> None:
    hand.tap("map_menu_button")
    hand.tap(text="Plan a route")
    hand.tap(text="Create new route")
    hand.tap("widget_top_bar_save")  # there is nothing to save
    assert not hand.sees("save_button")
    for name in ("Ruggell", "Schaan", "Triesen"):
        find(hand, name)
        hand.tap("add_point_button")
    hand.tap("undo_point_button")
    hand.tap("redo_point_button")
    hand.tap("MapView")  # in its middle, which is there already
    assert hand.text("measurement_points_text_view") == "4 points"
    hand.tap("up_down_button")
    hand.tap("options", index=3)
    hand.press("BACK")
    hand.tap("options_button")
    hand.tap(text="Reverse")
    hand.tap("close_button")
    hand.tap("button2")  # asked, it goes on
    hand.tap("widget_top_bar_save")
    hand.type("Down the Rhine")
    hand.tap("save_button")
    track = gpx.contents(hand.device.read_file(f"{FILES}/tracks/Down the Rhine.gpx")).track
    wanted = [
        place for name in ("Triesen", "Schaan", "Ruggell") for place in land.places() if place.name == name
    ]
    assert len(track) == 3
    assert all(geography.metres(a, (b.latitude, b.longitude)) < 2 for a, b in zip(track, wanted, strict=True))
    hand.tap("map_menu_button")
    hand.tap(text="My Places")
    hand.tap(text="Tracks")
    assert hand.text("distance").endswith("3 points")
    hand.tap("options")
    hand.tap(text="Delete")
    assert not hand.sees("container")


def test_the_map_is_moved_touched_and_opened_by_others(hand: Hand) -> None:
    hand.hold("MapView")
    hand.tap("context_menu_details_button")
    first = hand.text("coordinates")
    hand.press("BACK", "BACK")
    hand.swipe("left")
    hand.hold("MapView")
    hand.tap("context_menu_details_button")
    assert hand.text("coordinates") != first
    hand.press("BACK", "BACK")
    hand.tap("map_my_location_button")  # it is unknown
    hand.phone = replace(hand.phone, location=(9.5209, 47.1393, 450.0))
    hand.tap("map_my_location_button")
    hand.shell("am start -a android.intent.action.VIEW -d geo:47.1026191,9.6083057 net.osmand")
    assert hand.text("context_menu_line1") == "47.10262, 9.60831"
    assert hand.text("distance") == "7.8 km"


def test_coordinates_look_alike_in_every_language() -> None:
    pictures = []
    for locale in ("en-US", "ar-EG"):
        hand = Hand(image="android13", locale=locale)
        hand.shell(f"am start -n {MAP}")
        hand.hold("MapView")
        for id in ("context_menu_line1", "name", "coordinates"):
            left, top, right, bottom = hand.node(id).bounds
            pictures.append(hand.device.screenshot()[top:bottom, left:right])
            if id == "context_menu_line1":
                hand.tap("context_menu_details_button")
    for english, arabic in zip(pictures[:3], pictures[3:], strict=True):
        assert np.array_equal(english, arabic)


def test_a_file_that_is_none_has_no_favourites(hand: Hand) -> None:
    path = f"{FILES}/favorites/favorites.gpx"
    hand.device.write_file(path, b'<gpx><wpt lat="47" lon="9"><name>A</name></wpt></gpx>')
    assert favourites(hand) == [("A", 47.0, 9.0)]
    for data in (
        b"no xml",
        b'<gpx><wpt lat="99" lon="9"/></gpx>',
        b"<!DOCTYPE gpx><gpx/>",
        b"<gpx><wpt/></gpx>",
    ):
        hand.device.write_file(path, data)
        assert favourites(hand) == []


def test_the_scale_bar_is_as_long_as_it_says(hand: Hand) -> None:
    seen = {}
    for press in ("map_zoom_in_button",) * 3 + ("map_zoom_out_button",) * 6:
        left, _, right, _ = hand.node("map_ruler_image").bounds
        count, unit = hand.text("map_ruler_text").split()
        seen[hand.phone.apps["net.osmand"].zoom] = (right - left) / (int(count) * {"m": 1, "km": 1000}[unit])
        hand.tap(press)
    scale = hand.phone.configuration.density / 160
    assert len(seen) > 3
    for zoom, per_metre in seen.items():
        assert per_metre == pytest.approx(VIEW.scales[zoom] * scale, rel=0.06), zoom


def test_the_compass_says_how_the_map_is_turned(hand: Hand) -> None:
    hand.tap("map_compass_button")
    assert hand.phone.toast == "Map orientation: north is up"


def test_a_route_follows_roads_between_all_towns_and_is_no_shorter_than_the_straight_line() -> None:
    settled = [place for place in land.places() if place.kind in land.SETTLED]
    for one in settled:
        for other in settled:
            if one is other:
                continue
            ends = (one.latitude, one.longitude), (other.latitude, other.longitude)
            way = routing.way(*ends)
            assert (way.points[0], way.points[-1]) == ends
            straight = geography.metres(*ends)
            assert 0.98 * straight <= way.metres <= 12 * straight + 2000
            assert way.minutes >= 1
            back = routing.way(*reversed(ends))
            assert abs(back.minutes - way.minutes) <= 1
    schaan, vaduz = [(p.latitude, p.longitude) for p in settled if p.name in ("Schaan", "Vaduz")]
    assert len(routing.way(schaan, vaduz).points) > 2, "it follows a road"


def test_both_ends_of_a_route_are_chosen(hand: Hand) -> None:
    hand.tap("map_route_info_button")
    for end, name in (("from", "Schaan"), ("to", "Vaduz")):
        hand.tap(f"{end.title()}Layout")
        hand.type(name)
        hand.tap("title")
        assert hand.node(f"{end}Text").text == name
    assert "min" in hand.node("distance").text
    hand.press("BACK")
    hand.tap("map_search_button")
    hand.type("Balzers")
    hand.tap("title")
    assert not hand.sees("distance"), "another search is no end of the route"


def test_layers_of_the_map(hand: Hand) -> None:
    hand.hold("MapView")
    hand.tap(text="Marker")
    hand.press("BACK")
    shown = hand.device.screenshot()
    changed = []
    hand.tap(description="Configure map")
    for name in ("POI overlay", "Map markers"):
        hand.tap("toggle_item", description=name)
        hand.press("BACK")
        changed.append(hand.device.screenshot())
        assert (changed[-1] != (changed[-2] if changed[1:] else shown)).any()
        hand.tap(description="Configure map")
    hand.tap(text="Map mode")
    hand.tap(text="Night")
    hand.tap(text="Text size")
    assert hand.node("android:id/text1", text="100%").checked
    hand.tap(text="150%")
    assert {"Night", "150%"} <= set(hand.texts("description"))
    hand.press("BACK")
    assert hand.device.screenshot().mean() < shown.mean() - 60  # it is dark
    hand.press("HOME")
    hand.shell("am force-stop net.osmand")
    hand.shell("am start -n net.osmand/.plus.activities.MapActivity")
    hand.tap(description="Configure map")
    assert {"Night", "150%"} <= set(hand.texts("description"))
