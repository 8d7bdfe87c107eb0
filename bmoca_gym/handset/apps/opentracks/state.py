"""OpenTracks' state: tables, selection, search, drafts, and the recording."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.apps.opentracks.rows import (
    KINDS,
    MARKERS,
    UNKNOWN,
    text_of,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "de.dennisguse.opentracks"
ID = PACKAGE + ":id/"
DATABASE = f"/data/data/{PACKAGE}/databases/database.db"
LIST, RECORDED, RECORDING, STOPPED, EDIT, HELP, ABOUT = (
    f"{PACKAGE}.{name}Activity"
    for name in ("TrackList", "TrackRecorded", "TrackRecording", "TrackStopped", "TrackEdit", "Help", "About")
)
TOTALS = f"{PACKAGE}.ui.aggregatedStatistics.AggregatedStatisticsActivity"
MARKER_LIST, MARKER, MARKER_EDIT = (
    f"{PACKAGE}.ui.markers.Marker{name}Activity" for name in ("List", "Detail", "Edit")
)
SETTINGS = f"{PACKAGE}.settings.SettingsActivity"
#: Where shared files are, and exported ones.
CACHE = f"{files.STORAGE}/Android/data/{PACKAGE}/cache"
EXPORTS = f"{files.STORAGE}/Documents/OpenTracks"
OverlayName = Literal[
    "", "menu", "delete", "track_menu", "delete_track", "kinds", "delete_marker", "filter", "range", "choice",
    "default_kind", "reset",
]  # fmt: skip
LIST_SCROLL, TOTALS_SCROLL, KINDS_SCROLL = "tracks", "totals", "kinds"
#: The tabs of a track's page.
TABS = ("stats", "intervals", "by_time", "by_distance")
LINE_LIMIT = 500
#: Settings with their possible values, the default first. Units: "" follows the country.
CHOICES = {
    "units": ("", "metric", "imperial"),
    "rate": ("kind", "speed", "pace"),
    "naming": ("iso", "local", "number"),
    "spacing": ("10", "5", "20", "50"),
}


@value
class Preferences(Value):
    """Values of the settings, see `CHOICES`. ``kind``: of new tracks; ``spacing``: metres between recorded points."""

    units: str = ""
    rate: str = "kind"
    naming: str = "iso"
    spacing: str = "10"
    kind: str = UNKNOWN


@value
class Draft(Value):
    """A track's or a marker's fields while they are written. ``id``: of its row, 0 for a new marker."""

    id: int
    name: str = ""
    category: str = ""
    description: str = ""
    track: int = 0


@value
class Filter(Value):
    """Filter of the totals: tracks of the days ``first`` to ``last`` (ordinals), without some categories."""

    first: int
    last: int
    without: tuple[str, ...] = ()


@value
class Range(Value):
    """A date range being picked. ``month``: the shown one; ``last``: 0 until it is picked."""

    first: int
    last: int
    month: int


@value
class Recording(Value):
    """A track being recorded. ``since``: uptime in ms when it began or resumed; ``before``: ms until then."""

    track: int
    since: int
    before: int = 0


@value
class OpenTracks(Value):
    """The app's state.

    Attributes:
        about: the setting whose values are shown.
        marked: ids of the selected tracks.
        tab: the tab of a track's page.
        query: the submitted search.
        typed: the text in the search field, which is open while ``searching``.
        filtering: the filter while its dialog is open.
        locating: whether GPS is on.
    """

    tracks: Rows = ()
    points: Rows = ()
    markers: Rows = ()
    preferences: Preferences = Preferences()
    recording: Recording | None = None
    overlay: OverlayName = ""
    about: str = ""
    marked: tuple[int, ...] = ()
    tab: int = 0
    query: str = ""
    typed: str = ""
    searching: bool = False
    draft: Draft | None = None
    filter: Filter | None = None
    filtering: Filter | None = None
    range: Range | None = None
    locating: bool = False


def argument_of(context: Context) -> int:
    """The id that the activity in front was opened with, 0 for none."""
    found = context.activity.argument if context.activity is not None else None
    return found if type(found) is int else 0


def kind_text(res: Resources, kind: str) -> str:
    """The name of a kind of activity."""
    return res.string("opentracks.kind_" + kind.lower().replace(" ", "_").replace("-", "_"))


def kind_named(res: Resources, name: str) -> str:
    """The kind of activity with that name, or `UNKNOWN`."""
    return next((kind for kind in KINDS if kind_text(res, kind) == name), UNKNOWN)


def drafted(row: Row) -> Draft:
    """The fields of a track as a draft."""
    id = int(row[0] or 0)
    return Draft(id, text_of(row, "name"), text_of(row, "category"), text_of(row, "description"))


def draft_of(state: OpenTracks, id: int) -> Draft:
    """Fields of a track in the editor: its draft if there is one, otherwise the track."""
    if state.draft is not None and state.draft.id == id and not state.draft.track:
        return state.draft
    row = tables.with_id(state.tracks, id)
    return Draft(id) if row is None else drafted(row)


def without_tracks(state: OpenTracks, ids: tuple[int, ...]) -> OpenTracks:
    """The state without some tracks, their points and their markers."""
    return replace(
        state,
        tracks=tables.without(state.tracks, ids),
        points=tuple([row for row in state.points if row[1] not in ids]),
        markers=tuple([row for row in state.markers if MARKERS.get(row, "trackid") not in ids]),
    )
