"""OpenTracks: tracks are listed, found, aggregated, edited, recorded and deleted; its database has them."""

from __future__ import annotations

from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest
from handset_hand import Hand

from bmoca_gym import stores
from bmoca_gym.handset.value import replace


def row(name: str, category: str, start: datetime, minutes: int, metres: float) -> dict:
    return {
        "name": name, "category": category, "kind": category, "start": start,
        "stop": start + timedelta(minutes=minutes), "distance": metres, "time": minutes * 60, "moving": minutes * 60,
        "speed": metres / minutes / 60, "moving_speed": metres / minutes / 60, "gain": 120, "loss": 100,
    }  # fmt: skip


ROWS = (
    row("Park laps", "running", datetime(2023, 10, 15, 8), 50, 8047.0),
    row("Dawn waves", "surfing", datetime(2023, 10, 14, 7, 30), 75, 300.0),
    row("Track night", "running", datetime(2023, 10, 11, 20), 30, 5005.0),
    row("Pass road", "cycling", datetime(2023, 10, 2, 10, 15), 190, 60_000.0),
)


def rows(hand: Hand) -> dict[str, dict]:
    return {str(one["name"]): one for one in stores.read(hand.device, "tracks")}


@pytest.fixture
def hand() -> Hand:
    """A phone with four tracks, and the list of them."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    stores.add(hand.device, "tracks", ROWS)
    hand.shell("am start -n de.dennisguse.opentracks/.TrackListActivity")
    return hand


def test_the_list_tells_days_times_and_distances_and_is_searched(hand: Hand) -> None:
    assert hand.texts("track_list_item_name") == ["Park laps", "Dawn waves", "Track night", "Pass road"]
    assert hand.texts("track_list_item_date") == ["Today", "Yesterday", "Wednesday", "2 Oct"]
    assert hand.texts("track_list_item_time") == ["08:00", "07:30", "20:00", "10:15"]
    assert hand.texts("track_list_item_time_distance") == [
        "50:00 (5.00 mi)", "1:15:00 (984.25 ft)", "30:00 (3.11 mi)", "3:10:00 (37.28 mi)",
    ]  # fmt: skip
    hand.tap("track_list_search")
    hand.type("running\n")
    assert hand.texts("track_list_item_name") == ["Park laps", "Track night"]
    hand.press("BACK")
    assert len(hand.texts("track_list_item_name")) == 4
    hand.tap("track_list_settings")
    hand.tap(text="Preferred units")
    hand.tap(text="Metric (km, m)")
    hand.press("BACK")
    assert hand.texts("track_list_item_time_distance")[:2] == ["50:00 (8.05 km)", "1:15:00 (300.00 m)"]


def test_a_tracks_page_tells_its_figures_and_edits_shares_and_deletes_it(hand: Hand) -> None:
    hand.tap(text="Park laps")
    assert (hand.text("stats_distance_value"), hand.text("stats_distance_unit")) == ("5.00", "mi")
    assert (hand.text("stats_moving_time_value"), hand.text("stats_moving_speed_value")) == ("50:00", "10:00")
    assert hand.text("stats_altitude_gain_value") == "394"
    for tab in ("Intervals", "By time", "By distance"):
        hand.tap(description=tab)
    hand.tap("track_detail_share")
    hand.tap(text="Gmail")
    assert hand.sees(text="Park laps.gpx")
    for _ in range(4):
        if hand.activity != "TrackRecordedActivity":
            hand.press("BACK")
    hand.tap(description="More options")
    hand.tap(text="Edit")
    hand.tap("track_edit_description")
    hand.type("Twice around")
    hand.press("BACK")
    hand.tap("track_edit_activity_type_icon")
    hand.tap(text="ATV")
    hand.tap("track_edit_save")
    assert rows(hand)["Park laps"]["category"] == rows(hand)["Park laps"]["kind"] == "ATV"
    assert hand.activity == "TrackRecordedActivity"
    hand.tap(description="More options")
    hand.tap(text="Delete")
    hand.tap("button1")
    assert hand.activity == "TrackListActivity"
    assert set(rows(hand)) == {"Dawn waves", "Track night", "Pass road"}


def test_sums_by_category_of_all_some_or_those_of_some_days(hand: Hand) -> None:
    hand.tap("aggregated_stats_button")
    assert hand.texts("aggregated_stats_type_label") == ["running", "cycling", "surfing"]
    assert hand.texts("aggregated_stats_num_tracks") == ["(2)", "(1)", "(1)"]
    assert hand.texts("aggregated_stats_distance")[0] == "8.11"
    assert hand.texts("aggregated_stats_time")[0] == "1:20:00"
    hand.tap("aggregated_statistics_filter")  # of the last seven days
    hand.tap("filter_dialog_check_button", description="surfing")
    hand.tap("button1")
    assert hand.texts("aggregated_stats_type_label") == ["running"]
    hand.tap("aggregated_statistics_clear_filter")
    hand.tap("aggregated_statistics_filter")
    hand.tap("filter_date_edit_text_from")
    for day in ("October 2, 2023", "October 13, 2023"):
        hand.tap(description=day)
    hand.tap("confirm_button")
    hand.tap("button1")
    assert hand.texts("aggregated_stats_type_label") == ["cycling", "running"]
    hand.press("BACK")
    hand.hold(text="Dawn waves")
    hand.tap(text="Park laps")
    hand.tap("list_context_menu_aggregated_stats")
    assert hand.texts("aggregated_stats_num_tracks") == ["(1)", "(1)"]


def test_a_track_is_recorded_where_the_phone_goes_with_markers(hand: Hand) -> None:
    def go(latitude: float, longitude: float) -> None:
        hand.phone = replace(hand.phone, location=(longitude, latitude, 450.0))
        hand.wait(60)

    go(47.14, 9.52)
    hand.tap("track_list_fab_action")
    go(47.15, 9.52)  # 1112 m
    hand.tap("track_detail_insert_marker")
    hand.tap("marker_edit_done")
    go(47.16, 9.52)
    hand.tap(description="Intervals")
    assert hand.texts("interval_item_distance") == ["1"]
    hand.tap(description="By time")
    hand.tap("track_recording_fab_action")  # no more than a word: it has to be held
    assert hand.activity == "TrackRecordingActivity"
    hand.hold("track_recording_fab_action")
    assert hand.activity == "TrackStoppedActivity"
    assert (hand.text("distance"), hand.text("distance_unit")) == ("1.38", "mi")
    hand.tap("resume_button")
    hand.hold("track_recording_fab_action")
    hand.tap("track_edit_name")
    hand.press("MOVE_END")
    hand.type(" along the Rhine")
    hand.press("BACK")
    hand.tap("finish_button")
    assert hand.activity == "TrackRecordedActivity"
    name = "2023-10-15T15:35Z along the Rhine"
    found = rows(hand)[name]
    assert found["distance"] == pytest.approx(2224, abs=5)
    assert 120 <= found["time"] < 130
    hand.tap("track_detail_markers")
    hand.tap(text="Marker 1")
    assert hand.text("marker_detail_marker_info") == "47.15000, 9.52000"
    hand.tap("marker_detail_delete")
    hand.tap("button1")
    hand.press("BACK", "BACK")
    hand.tap("track_list_fab_action")
    assert [note.text for note in hand.phone.notifications] == ["Recording your track"]
    hand.hold("track_recording_fab_action")
    assert not hand.phone.notifications
    hand.tap("discard_button")
    assert len(rows(hand)) == 5
    hand.tap("track_list_fab_action")
    go(47.17, 9.52)
    hand.shell("am force-stop de.dennisguse.opentracks")
    hand.shell("am start -n de.dennisguse.opentracks/.TrackListActivity")
    assert hand.texts("track_list_item_time_distance")[0].startswith(
        "00:05 ("
    )  # when it was last looked where the phone is


def test_all_tracks_are_exported_as_gpx(hand: Hand) -> None:
    for place, kind in enumerate(("-2", "0", "-2")):
        hand.shell(
            'sqlite3 /data/data/de.dennisguse.opentracks/databases/database.db "INSERT INTO trackpoints(trackid, latitude, '
            f"longitude, elevation, time, type) VALUES(1, {47_140_000 + place}, 9520000, 455, {1697356800500 + place}, "
            f"'{kind}')\""
        )
    hand.tap("track_list_settings")
    hand.swipe("up")
    hand.tap(text="Export all tracks")
    folder = "/sdcard/Documents/OpenTracks/"
    names = sorted(path.removeprefix(folder) for path in hand.phone.files if path.startswith(folder))
    assert names == ["Dawn waves.gpx", "Park laps.gpx", "Pass road.gpx", "Track night.gpx"]
    root = ElementTree.fromstring(hand.device.read_file(f"{folder}Park laps.gpx"))
    space = {"g": "http://www.topografix.com/GPX/1/1"}
    assert root.findtext("g:trk/g:name", namespaces=space) == "Park laps"
    segments = root.findall("g:trk/g:trkseg", space)
    assert [len(segment) for segment in segments] == [2, 1]
    first = segments[0][0]
    assert (first.get("lat"), first.get("lon")) == ("47.14", "9.52")
    assert first.findtext("g:time", namespaces=space) == "2023-10-15T08:00:00.500Z"
    assert first.findtext("g:ele", namespaces=space) == "455.0"


def test_a_narrow_bar_leaves_room_for_the_title_and_puts_the_rest_into_the_menu() -> None:
    hand = Hand(image="android13", width=1080, height=2160, density=550)
    hand.shell("am start -n de.dennisguse.opentracks/.TrackListActivity")
    assert hand.sees("track_list_search")
    assert not hand.sees("track_list_settings")
    hand.tap(description="More options")
    assert hand.texts("title") == ["Markers", "Settings", "Help", "About OpenTracks"]
    hand.tap(text="Settings")
    assert hand.sees(text="Units")
