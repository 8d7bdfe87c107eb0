"""OpenTracks: recording and statistics of outdoor activities, as de.dennisguse.opentracks 4.9.5."""

from __future__ import annotations

from bmoca_gym.handset.apps.opentracks import editing, lists, pages, recording, stored, totals, track
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
    back,
    closed,
    draft_of,
    prefer,
    reset_settings,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer, dialog, layer
from bmoca_gym.handset.resources import of
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, permissions
from bmoca_gym.handset.value import do


def _layers(phone: Phone, state: OpenTracks, activity: Activity) -> tuple[Layer, ...]:
    name, argument = activity.name, activity.argument
    id = argument if type(argument) is int else 0
    res, preferences = of(phone.configuration), state.preferences
    imperial = is_imperial(res, preferences.units)
    if name == SETTINGS:
        return (layer(pages.settings, preferences), *_settings_dialog(state))
    if name in (HELP, ABOUT):
        return (layer(pages.help_page if name == HELP else pages.about),)
    if name in (MARKER_LIST, MARKER):
        return _marker_layers(phone, state, name, id)
    if name == TOTALS:
        marked = argument if type(argument) is tuple else ()
        return _totals_layers(phone, state, marked, imperial)
    if name in (EDIT, MARKER_EDIT, STOPPED):
        return _editor_layers(state, activity, id, imperial)
    if name in (RECORDED, RECORDING):
        row = tables.with_id(state.tracks, id)
        if row is not None:
            return _track_layers(phone, state, row, imperial)
    return _list_layers(phone, state, activity, imperial)


def _list_layers(phone: Phone, state: OpenTracks, activity: Activity, imperial: bool) -> tuple[Layer, ...]:
    rows = newest_first(state.tracks, state.query)
    here = {row[0] for row in rows}
    marked = tuple([id for id in state.marked if id in here])
    markers = tuple([whole(row, "trackid", MARKERS) for row in state.markers])
    recorded = state.recording.track if state.recording is not None else 0
    shown = layer(
        lists.screen, rows, markers, imperial, clock.local_minute(phone).toordinal(), recorded, marked, state.query,
        state.typed, state.searching, activity.focus == "search", state.locating, bool(phone.location),
    )  # fmt: skip
    if state.overlay == "menu":
        return (shown, dialog(lists.overflow))
    if state.overlay == "delete" and marked:
        return (shown, dialog(lists.delete_question, marked, False))
    return (shown,)


def _track_layers(phone: Phone, state: OpenTracks, row: Row, imperial: bool) -> tuple[Layer, ...]:
    id = int(row[0] or 0)
    units = track.Units(imperial, is_paced(row, state.preferences.rate))
    points = recording.points_of(state.points, id)
    if state.recording is not None and state.recording.track == id:
        row = recording.measured(row, points, recording.seconds(phone, state))
        return (layer(track.being_recorded, row, points, state.tab, units),)
    shown = layer(track.recorded, row, points, state.tab, units)
    if state.overlay == "menu":
        return (shown, dialog(track.overflow, id))
    if state.overlay == "delete":
        return (shown, dialog(lists.delete_question, (id,), True))
    return (shown,)


def _editor_layers(state: OpenTracks, activity: Activity, id: int, imperial: bool) -> tuple[Layer, ...]:
    focus = activity.focus
    if activity.name == MARKER_EDIT:
        return (layer(editing.marker_screen, state.draft or Draft(0), focus),)
    draft, row = draft_of(state, id), tables.with_id(state.tracks, id)
    if activity.name == EDIT or row is None:
        shown = layer(editing.track_screen, draft, focus)
    else:
        paced = is_paced(row, state.preferences.rate)
        shown = layer(editing.stopped_screen, row, draft, focus, imperial, paced)
    if state.overlay == "kinds":
        return (shown, dialog(editing.kinds_dialog, draft.category))
    return (shown,)


def _marker_layers(phone: Phone, state: OpenTracks, name: str, id: int) -> tuple[Layer, ...]:
    if name == MARKER:
        row = tables.with_id(state.markers, id)
        if row is not None:
            shown = layer(pages.marker, row)
            return (
                (shown, dialog(pages.marker_question, id)) if state.overlay == "delete_marker" else (shown,)
            )
        id = 0
    rows = tuple([row for row in state.markers if not id or MARKERS.get(row, "trackid") == id])
    recorded = state.recording.track if state.recording is not None and state.recording.track == id else 0
    return (layer(pages.markers, rows, recorded, phone.zone, clock.local_minute(phone).toordinal()),)


def _totals_layers(
    phone: Phone, state: OpenTracks, marked: tuple[int, ...], imperial: bool
) -> tuple[Layer, ...]:
    rows = tuple([row for row in state.tracks if not marked or row[0] in marked])
    one = state.filter
    categories = tuple([found.category for found in sums(rows, state.preferences.rate)])
    if one is not None:
        rows = within(rows, one.first, one.last)
        rows = tuple([row for row in rows if text_of(row, "category") not in one.without])
    shown = layer(totals.screen, sums(rows, state.preferences.rate), imperial, one is not None)
    if state.range is not None:
        return (shown, dialog(totals.range_screen, state.range, clock.local_minute(phone).date()))
    if state.overlay == "filter" and state.filtering is not None:
        return (shown, dialog(totals.filter_dialog, state.filtering, categories))
    return (shown,)


def _settings_dialog(state: OpenTracks) -> tuple[Layer, ...]:
    overlay = state.overlay
    if overlay in CHOICES:
        return (dialog(pages.choices, overlay, state.preferences),)
    if overlay == "kinds":
        return (dialog(editing.kinds_dialog, state.preferences.kind, (prefer, "kind")),)
    if overlay == "reset":
        return (dialog(lists.question, "reset", "reset_text", do(reset_settings)),)
    return ()


APP = App(
    name="opentracks",
    package=PACKAGE,
    activity=LIST,
    icon=AppIcon("directions_run", 0xFF1565C0),
    state=OpenTracks,
    layers=_layers,
    uid=10170,
    back=back,
    closed=closed,
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
