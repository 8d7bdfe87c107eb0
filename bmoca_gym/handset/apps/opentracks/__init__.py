"""OpenTracks: recording and statistics of outdoor activities, as de.dennisguse.opentracks 4.11.3."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.opentracks import stored
from bmoca_gym.handset.apps.opentracks.handlers import recording, tracks
from bmoca_gym.handset.apps.opentracks.rows import (
    KINDS,
    MARKERS,
    POINTS,
    TRACKS,
    UNKNOWN,
    is_imperial,
    is_paced,
    newest_first,
    sums,
    text_of,
    whole,
    within,
)
from bmoca_gym.handset.apps.opentracks.screens import editing, lists, pages, totals, track
from bmoca_gym.handset.apps.opentracks.state import (
    ABOUT,
    CHOICES,
    DATABASE,
    EDIT,
    HELP,
    LIST,
    MARKER,
    MARKER_EDIT,
    MARKER_LIST,
    PACKAGE,
    RECORDED,
    RECORDING,
    SETTINGS,
    STOPPED,
    TOTALS,
    Draft,
    OpenTracks,
    draft_of,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, TourStep
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.system import permissions
from bmoca_gym.handset.value import do


def _id(at: Place) -> int:
    """The id that the activity was opened with, 0 for none."""
    return at.argument if type(at.argument) is int else 0


def _imperial(s: OpenTracks, at: Place) -> bool:
    return is_imperial(at.res, s.preferences.units)


def _where(s: OpenTracks, at: Place) -> str:
    """The page of a track, or what is shown if the track is gone."""
    name = at.activity.name
    if name in (RECORDED, RECORDING) and tables.with_id(s.tracks, _id(at)) is not None:
        return "recording" if s.recording is not None and s.recording.track == _id(at) else "recorded"
    return {MARKER: "markers", STOPPED: "edit"}.get(name, "list")


def _marked(s: OpenTracks) -> tuple[int, ...]:
    here = {row[0] for row in newest_first(s.tracks, s.query)}
    return tuple([id for id in s.marked if id in here])


def _list(s: OpenTracks, at: Place) -> tuple[Any, ...]:
    markers = tuple([whole(row, "trackid", MARKERS) for row in s.markers])
    recorded = s.recording.track if s.recording is not None else 0
    return (
        newest_first(s.tracks, s.query), markers, _imperial(s, at), at.today, recorded, _marked(s), s.query, s.typed,
        s.searching, at.focus == "search", s.locating, bool(at.phone.location),
    )  # fmt: skip


def _track(s: OpenTracks, at: Place) -> tuple[Any, ...] | None:
    id = _id(at)
    row = tables.with_id(s.tracks, id)
    if row is None:
        return None
    units = track.Units(_imperial(s, at), is_paced(row, s.preferences.rate))
    return row, recording.points_of(s.points, id), s.tab, units


def _recorded_now(s: OpenTracks, at: Place) -> tuple[Any, ...] | None:
    shown = _track(s, at)
    if shown is None:
        return None
    row, points, *rest = shown
    return recording.measured(row, points, recording.seconds(at.phone, s)), points, *rest


def _stopped(s: OpenTracks, at: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(s.tracks, _id(at))
    if row is None:
        return None
    paced = is_paced(row, s.preferences.rate)
    return row, draft_of(s, _id(at)), at.focus, _imperial(s, at), paced


def _marker(s: OpenTracks, at: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(s.markers, _id(at))
    return None if row is None else (row,)


def _markers(s: OpenTracks, at: Place) -> tuple[Any, ...]:
    id = _id(at) if at.activity.name == MARKER_LIST else 0
    rows = tuple([row for row in s.markers if not id or MARKERS.get(row, "trackid") == id])
    recorded = s.recording.track if s.recording is not None and s.recording.track == id else 0
    return rows, recorded, at.zone, at.today


def _summed(s: OpenTracks, at: Place) -> tuple[Row, ...]:
    """The tracks included in the totals, before filtering."""
    marked = at.argument if type(at.argument) is tuple else ()
    return tuple([row for row in s.tracks if not marked or row[0] in marked])


def _totals(s: OpenTracks, at: Place) -> tuple[Any, ...]:
    rows, one = _summed(s, at), s.filter
    if one is not None:
        rows = within(rows, one.first, one.last)
        rows = tuple([row for row in rows if text_of(row, "category") not in one.without])
    return sums(rows, s.preferences.rate), _imperial(s, at), one is not None


def _filter(s: OpenTracks, at: Place) -> tuple[Any, ...] | None:
    categories = tuple([found.category for found in sums(_summed(s, at), s.preferences.rate)])
    return None if s.filtering is None else (s.filtering, categories)


def _range(s: OpenTracks, at: Place) -> tuple[Any, ...] | None:
    return None if s.range is None else (s.range, date.fromordinal(at.today))


_EDITORS = ("edit", "stopped")
_TRACK = ("recorded",)

NAVIGATION = Navigation(
    OpenTracks,
    {
        "list": Page(lists.screen, _list, back=tracks.back_in_list),
        "recorded": Page(track.recorded, _track),
        "recording": Page(track.being_recorded, _recorded_now),
        "stopped": Page(editing.stopped_screen, _stopped, activity=STOPPED, back=tracks.leave_draft),
        "edit": Page(
            editing.track_screen, lambda s, at: (draft_of(s, _id(at)), at.focus), activity=EDIT,
            back=tracks.leave_draft,
        ),
        "markers": Page(pages.markers, _markers, activity=MARKER_LIST),
        "marker": Page(pages.marker, _marker, activity=MARKER),
        "marker_edit": Page(
            editing.marker_screen, lambda s, at: (s.draft or Draft(0), at.focus), activity=MARKER_EDIT,
            back=tracks.leave_draft,
        ),
        "totals": Page(totals.screen, _totals, activity=TOTALS),
        "settings": Page(pages.settings, lambda s, at: (s.preferences,), activity=SETTINGS),
        "help": Page(pages.help_page, activity=HELP),
        "about": Page(pages.about, activity=ABOUT),
    },
    {
        "menu": Overlay(lists.overflow, on=("list",)),
        "delete": Overlay(
            lists.delete_question, lambda s, at: (_marked(s), False) if _marked(s) else None, on=("list",)
        ),
        "track_menu": Overlay(track.overflow, lambda s, at: (_id(at),), on=_TRACK),
        "delete_track": Overlay(lists.delete_question, lambda s, at: ((_id(at),), True), on=_TRACK),
        "kinds": Overlay(
            editing.kinds_dialog, lambda s, at: (draft_of(s, _id(at)).category,), on=_EDITORS
        ),
        "delete_marker": Overlay(pages.marker_question, lambda s, at: (_id(at),), on=("marker",)),
        "filter": Overlay(totals.filter_dialog, _filter, on=("totals",)),
        "range": Overlay(totals.range_screen, _range, on=("totals",), under="filter", covers=True),
        "choice": Overlay(
            pages.setting_choices, lambda s, at: (s.about, s.preferences), on=("settings",), takes=("about",)
        ),
        "default_kind": Overlay(
            editing.kinds_dialog, lambda s, at: (s.preferences.kind, (tracks.prefer, "kind")),
            on=("settings",),
        ),
        "reset": Overlay(
            lists.question, lambda s, at: ("reset", "reset_text", do(tracks.reset_settings)),
            on=("settings",),
        ),
    },
    where=_where,
    kept=("tracks", "points", "markers", "preferences", "recording"),
    passing=("about", "range"),
    selection=Selection("marked", on=("list",)),
)  # fmt: skip

APP = App(
    tour=(
        TourStep("picture", text="opentracks.about_text"),
        TourStep("picture", text="opentracks.tour_map", glyph="map"),
        TourStep(
            "permission", permissions=(permissions.FINE_LOCATION, "android.permission.POST_NOTIFICATIONS")
        ),
    ),
    name="opentracks",
    package=PACKAGE,
    activity=LIST,
    icon=AppIcon("directions_run", 0xFFFF6D00),
    palette=palette(0xFFFF6D00),
    state=OpenTracks,
    layers=NAVIGATION.layers,
    uid=10170,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=recording.created,
    activities=(ExportedActivity(ABOUT), ExportedActivity(SETTINGS)),
    permissions=(permissions.FINE_LOCATION,),
    asks=(permissions.FINE_LOCATION,),
    files=(
        tables.database(DATABASE, (("tracks", TRACKS), ("points", POINTS), ("markers", MARKERS)), version=38),
        preference_file(
            PACKAGE,
            {
                "preferences.units": Stored("stats_units", CHOICES["units"]),
                "preferences.rate": Stored("stats_rate", CHOICES["rate"]),
                "preferences.naming": Stored("track_name", CHOICES["naming"]),
                "preferences.spacing": Stored("recording_distance_interval", CHOICES["spacing"]),
                "preferences.kind": Stored("default_activity", (UNKNOWN, *KINDS)),
                "recording": Stored("recording", stored.is_recording),
            },
        ),
    ),
)
