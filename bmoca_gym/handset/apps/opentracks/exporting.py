"""OpenTracks' tracks as GPX files, as `GPXTrackExporter` writes them."""

from __future__ import annotations

import re
from datetime import timedelta

from bmoca_gym.handset.apps.opentracks.rows import MARKERS, POINTS, number, text_of, whole
from bmoca_gym.handset.kits.tables import Row, Rows, Table
from bmoca_gym.handset.kits.xml_text import clean, degrees
from bmoca_gym.handset.resources.time_zones import EPOCH

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<gpx version="1.1" creator="OpenTracks" xmlns="http://www.topografix.com/GPX/1/1" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">\n'
)
#: Kinds of points with which a segment begins: by hand, or after a gap.
_BEGINNINGS = ("-2", "-1")
_MOST = 253402300799000  # the last ms of the year 9999


def file_name(track: Row, number_of_all: int = 1) -> str:
    """The name of the file of a track, or of that of several."""
    name = text_of(track, "name") if number_of_all == 1 else "OpenTracks"
    return (re.sub(r'[\\/:*?"<>|\x00-\x1f]', "_", name).strip(" .")[:80] or "track") + ".gpx"


def gpx(tracks: Rows, points: Rows, markers: Rows) -> bytes:
    """The file of some tracks: their markers, then each with its segments."""
    ids = [row[0] for row in tracks]
    parts = [_HEAD]
    for marker in markers:
        if MARKERS.get(marker, "trackid") in ids:
            parts.append(_marker(marker))
    for track in tracks:
        parts.append(_track(track, [point for point in points if point[1] == track[0]]))
    return "".join([*parts, "</gpx>\n"]).encode()


def _marker(marker: Row) -> str:
    return (
        f"<wpt {_place(marker, MARKERS)}>\n{_elevation(marker, MARKERS)}<time>{_time(whole(marker, 'time', MARKERS))}"
        f"</time>\n<name>{clean(text_of(marker, 'name', MARKERS))}</name>\n"
        f"<desc>{clean(text_of(marker, 'description', MARKERS))}</desc>\n</wpt>\n"
    )


def _track(track: Row, points: list[Row]) -> str:
    segments: list[list[str]] = [[]]
    for point in points:
        if text_of(point, "type", POINTS) in _BEGINNINGS and segments[-1]:
            segments.append([])
        if POINTS.get(point, "latitude") is None or POINTS.get(point, "longitude") is None:
            continue
        segments[-1].append(
            f"<trkpt {_place(point, POINTS)}>\n{_elevation(point, POINTS)}"
            f"<time>{_time(whole(point, 'time', POINTS))}</time>\n</trkpt>\n"
        )
    lines = "".join([f"<trkseg>\n{''.join(segment)}</trkseg>\n" for segment in segments])
    return (
        f"<trk>\n<name>{clean(text_of(track, 'name'))}</name>\n<desc>{clean(text_of(track, 'description'))}</desc>\n"
        f"<type>{clean(text_of(track, 'category'))}</type>\n{lines}</trk>\n"
    )


def _place(row: Row, table: Table) -> str:
    latitude, longitude = (number(row, name, table) / 1e6 for name in ("latitude", "longitude"))
    return f'lat="{degrees(latitude)}" lon="{degrees(longitude)}"'


def _elevation(row: Row, table: Table) -> str:
    return (
        "" if table.get(row, "elevation") is None else f"<ele>{number(row, 'elevation', table):.1f}</ele>\n"
    )


def _time(wall: int) -> str:
    at = EPOCH + timedelta(milliseconds=min(max(wall, 0), _MOST))
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{wall % 1000:03d}Z"
