"""Tracks in GPX files, and their places."""

from __future__ import annotations

import pytest

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.success_detectors.gpx import points

# Three points of a street of Vaduz, some 150 m apart.
TRACK = [(47.1400, 9.5200), (47.1400, 9.5220), (47.1414, 9.5220)]
FILE = (
    '<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{}</trkseg></trk></gpx>'
)
TEXT = FILE.format("".join(f'<trkpt lon="{lon}" lat="{lat}"><ele>450</ele></trkpt>' for lat, lon in TRACK))


def test_points_are_those_of_tracks_before_routes_before_waypoints():
    assert points(TEXT) == TRACK
    both = '<gpx><wpt lat="1" lon="2"/><rte><rtept lat="3" lon="4"/></rte></gpx>'
    assert points(both) == [(3.0, 4.0)]
    assert points('<gpx><wpt lat="1" lon="2"/></gpx>') == [(1.0, 2.0)]
    assert points("<gpx/>") == []
    for text, reason in (
        ("no xml", "is no GPX file: syntax error"),
        ('<gpx><wpt lat="1"/></gpx>', "a point without a place"),
        ('<gpx><wpt lat="91" lon="0"/></gpx>', "outside of the world"),
        ('<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx/>', "declares a document type"),
    ):
        assert reason in points(text)


def test_points_at_places_in_a_file_or_in_any_of_a_folder(fake_device):
    def judged(rule, **files):
        device = fake_device()
        device.files.update({f"/sdcard/{name}.gpx": text.encode() for name, text in files.items()})
        detector = Detector(rule_from_data({"gpx": rule}))
        detector.reset(device)
        return detector.check(device)

    places = [list(place) for place in TRACK]
    rule = {"path": "/sdcard/a.gpx", "places": places}
    assert judged(rule, a=TEXT).satisfied
    assert judged({**rule, "places": places[::2]}, a=TEXT).satisfied
    assert not judged({**rule, "places": places[::2], "only": True}, a=TEXT).satisfied
    assert judged({**rule, "places": [[47.1405, 9.5195]]}, a=TEXT).satisfied, (
        "less than a thousandth of a degree off"
    )
    for other in (
        {"places": places[::-1]},
        {"places": [[47.1411, 9.52]], "degrees": 0.0001},
        {"kind": "wpt"},
    ):
        assert not judged({**rule, **other}, a=TEXT).satisfied
    assert not judged(rule, b=TEXT).satisfied
    assert not judged(rule, a="no xml").satisfied
    for fields, message in (
        ({"places": []}, "must be a list of places"),
        ({"places": [[1]]}, "must be .latitude, longitude. in degrees"),
        ({"places": [[91, 0]]}, "is not on Earth"),
        ({"degrees": 0}, "degrees is 0"),
        ({"kind": "point"}, "kind is 'point'"),
        ({"folder": 1}, "folder is 1"),
    ):
        with pytest.raises(DetectorError, match=message):
            judged({**rule, **fields})
