"""OpenTracks' tables, categories of activities, and formats of distances, times, speeds and dates."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta
from typing import NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.tables import Cell, Column, Row, Rows, Table
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.time_zones import EPOCH
from bmoca_gym.handset.value import memo

TRACKS = Table(
    "tracks",
    (
        Column("name", null=True), Column("description", null=True), Column("category", null=True),
        Column("starttime", "integer", null=True, unit="ms"), Column("stoptime", "integer", null=True, unit="ms"),
        Column("numpoints", "integer", null=True), Column("totaldistance", "real", null=True),
        Column("totaltime", "integer", null=True), Column("movingtime", "integer", null=True),
        Column("avgspeed", "real", null=True), Column("avgmovingspeed", "real", null=True),
        Column("maxspeed", "real", null=True), Column("minelevation", "real", null=True),
        Column("maxelevation", "real", null=True), Column("elevationgain", "real", null=True),
        Column("icon", null=True), Column("uuid", "blob", null=True), Column("elevationloss", "real", null=True),
        Column("starttime_offset", "integer", null=True), Column("activity_type", null=True),
    ),
)  # fmt: skip
POINTS = Table(
    "trackpoints",
    (
        Column("trackid", "integer"), Column("longitude", "integer", null=True),
        Column("latitude", "integer", null=True), Column("time", "integer", null=True, unit="ms"),
        Column("elevation", "real", null=True), Column("accuracy", "real", null=True),
        Column("speed", "real", null=True), Column("bearing", "real", null=True),
        Column("sensor_heartrate", "real", null=True),
        Column("sensor_cadence", "real", null=True), Column("sensor_power", "real", null=True),
        Column("elevation_gain", "real", null=True), Column("elevation_loss", "real", null=True),
        Column("type", null=True), Column("sensor_distance", "real", null=True),
        Column("accuracy_vertical", "real", null=True),
    ),
)  # fmt: skip
MARKERS = Table(
    "markers",
    (
        Column("name", null=True), Column("description", null=True), Column("category", null=True),
        Column("icon", null=True), Column("trackid", "integer"), Column("longitude", "integer", null=True),
        Column("latitude", "integer", null=True), Column("time", "integer", null=True, unit="ms"),
        Column("elevation", "real", null=True), Column("accuracy", "real", null=True),
        Column("bearing", "real", null=True), Column("photoUrl", null=True),
    ),
)  # fmt: skip

#: The kinds of activities by their glyphs, as `activity_type` names them; all others have `NO_GLYPH`.
_GLYPHS = {
    "directions_bike": ("biking", "cycling", "road biking", "track cycling"),
    "two_wheeler": ("dirt bike", "motor bike", "mountain biking"),
    "directions_boat": ("boat", "ferry", "motor boating", "RC boat"),
    "directions_car": ("ATV", "driving", "driving bus", "driving car"),
    "directions_run": ("running", "street running", "track running", "trail running"),
    "directions_walk": ("hiking", "off trail hiking", "speed walking", "trail hiking", "walking"),
    "downhill_skiing": ("cross-country skiing", "skiing"),
    "electric_scooter": ("escooter", "kickscooter"),
    "fitness_center": ("workout",),
    "flight": ("airplane", "commercial airplane", "RC airplane", "seaplane"),
    "kayaking": ("kayaking",),
    "pool": ("swimming", "swimming in open water"),
    "roller_skating": ("inline skating",),
    "sailing": ("sailing",),
    "skateboarding": ("skateboarding",),
    "snowboarding": ("snowboarding",),
    "terrain": ("climbing",),
}
NO_GLYPH = "not_listed_location"
_OTHER_KINDS = (
    "frisbee", "gliding", "hang gliding", "helicopter", "horse back riding", "ice sailing", "kite surfing",
    "land sailing", "mixed type", "other", "paddling", "para gliding", "roller skiing", "rowing", "skating", "sled",
    "snow shoeing", "surfing", "train", "ultimate frisbee", "unknown", "wakeboarding", "water skiing", "wind surfing",
)  # fmt: skip
#: Every kind of activity with its glyph, in the order in which they are offered.
KINDS = dict(
    sorted(
        [
            *((kind, glyph) for glyph, kinds in _GLYPHS.items() for kind in kinds),
            *((kind, NO_GLYPH) for kind in _OTHER_KINDS),
        ],
        key=lambda pair: pair[0].lower(),
    )
)
#: Kinds whose speed is told as a pace: minutes for a kilometre or a mile.
_PACED = (
    *_GLYPHS["directions_run"], *_GLYPHS["directions_walk"], *_GLYPHS["pool"], "climbing", "workout",
)  # fmt: skip
UNKNOWN = "unknown"

_MILE, _FOOT = 1609.344, 0.3048
_MOST = (datetime(9998, 12, 31) - EPOCH) // timedelta(milliseconds=1)
#: Countries whose phones begin with miles and feet.
_IMPERIAL = ("US", "LR", "MM", "GB")


def text_of(row: Row, name: str, table: Table = TRACKS) -> str:
    """The text in a cell, or ""."""
    return str(table.get(row, name) or "")


def number(row: Row, name: str, table: Table = TRACKS) -> float:
    """The number in a cell, or 0."""
    found = finite(table.get(row, name))
    return 0.0 if found is None else found


def finite(cell: Cell) -> float | None:
    """The finite number in a cell, or None."""
    if isinstance(cell, (int, float)) and math.isfinite(cell) and abs(cell) < 1e15:
        return float(cell)
    return None


def whole(row: Row, name: str, table: Table = TRACKS) -> int:
    """The whole number in a cell, or 0."""
    return int(number(row, name, table))


def glyph_of(row: Row) -> str:
    """The icon of a track's kind."""
    return KINDS.get(text_of(row, "activity_type"), NO_GLYPH)


def started(row: Row) -> datetime:
    """The local time at which a track began, by the offset from UTC that it was recorded with."""
    offset = whole(row, "starttime_offset")
    wall = whole(row, "starttime") + 1000 * (offset if abs(offset) <= 64800 else 0)
    return EPOCH + timedelta(milliseconds=min(max(wall, 0), _MOST))


@memo(64)
def newest_first(rows: Rows, query: str) -> Rows:
    """The tracks whose name, description or category contains a text; all for ""."""
    wanted = query.casefold()
    found = [
        row
        for row in rows
        if any(wanted in text_of(row, name).casefold() for name in ("name", "description", "category"))
    ]
    return tuple(sorted(found, key=lambda row: (-whole(row, "starttime"), row[0])))


class Sum(NamedTuple):
    """Totals of the tracks of a category: distance in m, times in ms, speeds in m/s."""

    category: str
    glyph: str
    paced: bool
    tracks: int
    distance: float
    time: int
    speed: float
    fastest: float


@memo(64)
def sums(rows: Rows, rate: str) -> tuple[Sum, ...]:
    """Totals by category, those with most tracks first."""
    kinds: dict[str, list[Row]] = {}
    for row in rows:
        kinds.setdefault(text_of(row, "category"), []).append(row)
    found = []
    for category, ones in kinds.items():
        distance, moved = (
            sum(number(one, "totaldistance") for one in ones),
            sum(whole(one, "movingtime") for one in ones),
        )
        found.append(
            Sum(
                category, glyph_of(ones[0]), is_paced(ones[0], rate), len(ones), distance,
                sum(whole(one, "totaltime") for one in ones), distance * 1000 / moved if moved > 0 else 0.0,
                max(number(one, "maxspeed") for one in ones),
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda one: (-one.tracks, one.category)))


def within(rows: Rows, first: int, last: int) -> Rows:
    """The tracks that started on the days from one ordinal to another."""
    return tuple([row for row in rows if first <= started(row).toordinal() <= last])


def is_paced(row: Row, rate: str) -> bool:
    """Whether a track's speed is shown as a pace. ``rate``: speed, pace, or kind: by the kind of the track."""
    return text_of(row, "activity_type") in _PACED if rate == "kind" else rate == "pace"


# How it is written


def is_imperial(res: Resources, units: str) -> bool:
    """Whether lengths are in miles and feet. ``units``: metric, imperial, or "" for the country's."""
    return units == "imperial" or (not units and res.locale.replace("_", "-").rpartition("-")[2] in _IMPERIAL)


def decimal(res: Resources, value: float, places: int = 2) -> str:
    """A number with decimals, as the locale writes it."""
    return res.digits(f"{value:.{places}f}".replace(".", resources.decimal_separator(res.locale)))


def distance(res: Resources, metres: float, imperial: bool) -> tuple[str, str]:
    """A distance and its unit: kilometres or miles, or metres or feet if it is short."""
    if imperial:
        if metres > _MILE / 2:
            return decimal(res, metres / _MILE), res.string("opentracks.mi")
        return decimal(res, metres / _FOOT), res.string("opentracks.ft")
    if metres > 500:
        return decimal(res, metres / 1000), res.string("opentracks.km")
    return decimal(res, metres), res.string("opentracks.m")


def height(res: Resources, metres: float, imperial: bool) -> tuple[str, str]:
    """A height and its unit."""
    if imperial:
        return res.digits(str(round(metres / _FOOT))), res.string("opentracks.ft")
    return res.digits(str(round(metres))), res.string("opentracks.m")


def speed(res: Resources, metres: float, imperial: bool, paced: bool) -> tuple[str, str]:
    """A speed, given in m/s, and its unit; or the pace."""
    unit = _MILE if imperial else 1000.0
    name = ("min_mi" if paced else "mph") if imperial else ("min_km" if paced else "km_h")
    if not paced:
        return decimal(res, metres * 3600 / unit), res.string(f"opentracks.{name}")
    minutes, seconds = divmod(round(unit / metres) if metres * 1e5 > unit else 0, 60)
    return res.digits(f"{minutes}:{seconds:02d}"), res.string(f"opentracks.{name}")


def elapsed(res: Resources, milliseconds: int, hours: bool = False) -> str:
    """A duration as ``1:05:09``, or ``05:09`` under an hour. ``hours``: always show hours."""
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    hour, minutes = divmod(minutes, 60)
    if hour or hours:
        return res.digits(f"{hour}:{minutes:02d}:{seconds:02d}")
    return res.digits(f"{minutes:02d}:{seconds:02d}")


def day_text(res: Resources, day: date, today: int) -> str:
    """A day in the list: its name within the last week, else its date."""
    ago = today - day.toordinal()
    if ago in (0, 1):
        return res.string(("opentracks.today", "opentracks.yesterday")[ago])
    if ago < 7:
        return resources.weekdays(res.locale, "wide")[day.weekday()]
    year = "" if day.year == date.fromordinal(today).year else "y"
    if res.locale.startswith("en"):  # the app's own pattern: the day before the month
        return " ".join(res.date(day, part) for part in ("d", "MMM", year) if part)
    return res.date(day, f"{year}MMMd")
