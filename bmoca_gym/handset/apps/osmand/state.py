"""OsmAnd's state: visible map, selected and saved places, planned track."""

from __future__ import annotations

import posixpath
from typing import Literal

from bmoca_gym.handset.apps.osmand import gpx, land
from bmoca_gym.handset.apps.osmand.drawing import SCALES
from bmoca_gym.handset.apps.osmand.gpx import Waypoint
from bmoca_gym.handset.apps.osmand.land import Place
from bmoca_gym.handset.kits.map_view import LastTap, MapView
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "net.osmand"
ID = PACKAGE + ":id/"
#: The one activity: its argument says which page it shows, None for the map.
MAIN = f"{PACKAGE}.plus.activities.MapActivity"
COMPONENT = f"{PACKAGE}/{MAIN}"
FOLDER = f"{files.STORAGE}/Android/data/{PACKAGE}/files"
FAVOURITES, TRACKS = f"{FOLDER}/favorites/favorites.gpx", f"{FOLDER}/tracks"
DATABASE = f"/data/data/{PACKAGE}/databases/map_markers_db"

MARKERS = Table(
    "map_markers",
    (
        Column("marker_lat", "real", null=True), Column("marker_lon", "real", null=True),
        Column("marker_description", null=True), Column("marker_active", "integer", null=True),
        Column("marker_added", "integer", null=True), Column("marker_visited", "integer", null=True),
        Column("group_name", null=True), Column("group_key", null=True), Column("marker_color", "integer", null=True),
        Column("marker_next_key", null=True), Column("marker_disabled", "integer", null=True),
        Column("marker_selected", "integer", null=True), Column("marker_map_object_name", null=True),
        Column("title", null=True),
    ),
    id="marker_id",
    id_kind="text",
)  # fmt: skip

TabName = Literal["history", "categories", "address"]
OverlayName = Literal[
    "", "drawer", "configure", "plan", "route", "actions", "details", "options", "points", "save", "leave", "track",
    "markers", "favourite", "units", "mode", "text_size",
]  # fmt: skip
TABS: tuple[TabName, ...] = ("history", "categories", "address")
SHELVES = ("favourites", "tracks")
UNITS = ("kilometres", "miles")
#: What the map looks like, and sizes of its texts in percent.
MODES, TEXT_SIZES = ("auto", "day", "night"), (75, 100, 125, 150, 200)
#: What may be shown on the map or not, by its field of the state and its string.
LAYERS = {"names": "favourites", "pois": "pois", "flags": "map_markers"}
SEARCH_SCROLL = "results"
TEXT_LIMIT, RECENT_LIMIT, MOST_POINTS = 200, 12, 500
CLOSEST, FIRST_ZOOM, NEAR_ZOOM = len(SCALES) - 1, 3, 5
VIEW = MapView(SCALES, land.EDGES, reach=22)
SUFFIX = ".gpx"


@value
class Draft(Value):
    """A favourite being written. ``at``: its number among them, -1 for a new one."""

    at: int
    name: str
    description: str
    address: str
    latitude: float
    longitude: float


@value
class Plan(Value):
    """A track being planned. ``undone``: removed points, latest last; ``name``: the typed name."""

    points: tuple[tuple[float, float], ...] = ()
    undone: tuple[tuple[float, float], ...] = ()
    name: str = ""


@value
class OsmAnd(Value):
    """The app's state.

    Attributes:
        x, y: the map's centre in metres.
        bare: whether the controls are hidden.
        chosen: the selected place.
        tab: the search's tab.
        shelf: the open tab of My Places.
        category: category of the places being searched, or "".
        track: file of the track on the map.
        about: file of the track whose menu is open.
        origin: start of the route, None for the phone's position.
        picking: the end of the route being searched, "from" or "to", or "".
        names, pois, flags: whether favourites, points of interest and markers are on the map.
        mode: one of `MODES`.
        text_size: size of the map's text in percent.
        tapped, before: the last tap on the map, and the state before it.
    """

    x: int = land.places()[12].at[0]
    y: int = land.places()[12].at[1]
    zoom: int = FIRST_ZOOM
    bare: bool = False
    overlay: OverlayName = ""
    chosen: Place | None = None
    query: str = ""
    tab: TabName = "history"
    shelf: str = "favourites"
    category: str = ""
    recents: tuple[Place, ...] = ()
    favourites: tuple[Waypoint, ...] = ()
    markers: Rows = ()
    draft: Draft | None = None
    plan: Plan | None = None
    origin: Place | None = None
    picking: str = ""
    track: str = ""
    about: str = ""
    units: str = "kilometres"
    names: bool = True
    pois: bool = True
    flags: bool = True
    mode: str = "auto"
    text_size: int = 100
    tapped: LastTap | None = None
    before: OsmAnd | None = None


def active(state: OsmAnd) -> Rows:
    """The markers not yet passed."""
    return tuple([row for row in state.markers if MARKERS.get(row, "marker_active")])


def place_of(row: Row) -> Place:
    """The place of a marker."""
    name = str(MARKERS.get(row, "marker_map_object_name") or MARKERS.get(row, "title") or "")
    latitude, longitude = (_degrees(MARKERS.get(row, f"marker_{one}")) for one in ("lat", "lon"))
    plain = land.point(latitude, longitude)
    return plain if not name else Place(name, "marker", latitude, longitude)


def _degrees(cell: object) -> float:
    return max(-180.0, min(180.0, cell)) if isinstance(cell, float) and cell == cell else 0.0


def favourite_place(one: Waypoint) -> Place:
    """The place of a favourite."""
    return Place(one.name or "?", "favourite", one.latitude, one.longitude)


def same_spot(one: Place, latitude: object, longitude: object) -> bool:
    """Whether a place is at a position, to the precision of the map."""
    return (
        isinstance(latitude, float) and isinstance(longitude, float)
        and abs(one.latitude - latitude) < 1e-6 and abs(one.longitude - longitude) < 1e-6
    )  # fmt: skip


def favourite_at(state: OsmAnd, one: Place) -> int:
    """The index of a place's favourite, or -1."""
    found = (i for i, kept in enumerate(state.favourites) if same_spot(one, kept.latitude, kept.longitude))
    return next(found, -1)


def marker_at(state: OsmAnd, one: Place) -> Row | None:
    """The marker at a place."""
    rows = active(state)
    spots = [(MARKERS.get(row, "marker_lat"), MARKERS.get(row, "marker_lon")) for row in rows]
    return next((row for row, spot in zip(rows, spots, strict=True) if same_spot(one, *spot)), None)


def tracks(phone: Phone) -> tuple[str, ...]:
    """The paths of the saved tracks, by name."""
    return tuple(
        sorted([path for path in phone.files if path.startswith(TRACKS + "/") and path.endswith(SUFFIX)])
    )


def line_of(phone: Phone, path: str) -> tuple[tuple[float, float], ...]:
    """The points in a track file; none if it is invalid."""
    try:
        return gpx.contents(phone.files.get(path, b"")).track
    except ValueError:
        return ()


def shown(state: OsmAnd, place: Place) -> OsmAnd:
    """Move the map to a place, and open its menu unless a track is planned."""
    state = VIEW.moved(state, *place.at, max(state.zoom, NEAR_ZOOM))
    return replace(state, chosen=place if state.plan is None else None, bare=False)


def name_of(path: str) -> str:
    """The name of a track."""
    return posixpath.basename(path).removesuffix(SUFFIX)


def read_favourites(state: OsmAnd) -> bytes:
    """The file of favourites."""
    return gpx.favourites_text("favorites", state.favourites)


def write_favourites(state: OsmAnd, data: bytes) -> OsmAnd:
    """Replace the favourites by those of a file.

    Raises:
        ValueError: it is not a GPX file.
    """
    return replace(state, favourites=gpx.contents(data).waypoints)
