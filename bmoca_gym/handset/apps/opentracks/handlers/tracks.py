"""Handlers of lists, editors, markers, sums and settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.opentracks import exporting
from bmoca_gym.handset.apps.opentracks.rows import MARKERS, TRACKS, elapsed, started, text_of, whole
from bmoca_gym.handset.apps.opentracks.state import (
    CACHE,
    EDIT,
    EXPORTS,
    LINE_LIMIT,
    LIST_SCROLL,
    MARKER_EDIT,
    PACKAGE,
    RECORDED,
    RECORDING,
    TABS,
    TOTALS,
    TOTALS_SCROLL,
    Draft,
    Filter,
    OpenTracks,
    Preferences,
    Range,
    argument_of,
    draft_of,
    drafted,
    kind_named,
    kind_text,
    without_tracks,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.date_picker import month_of
from bmoca_gym.handset.kits.file_changes import if_possible
from bmoca_gym.handset.kits.navigation import leave_page, mark, page_step, without_overlay
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import clock, documents, files, intents
from bmoca_gym.handset.value import Callback, do, replace


def back_in_list(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """End the search, if nothing is selected."""
    return close_search(state, context) if (state.searching or state.query) and not state.marked else state


def leave_draft(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Leave an editor without saving."""
    return state if state.draft is None else leave(state, context)


def open_page(
    state: OpenTracks, context: Context, name: str, argument: int | None = None
) -> Next[OpenTracks]:
    """Open a page over the one in front."""
    return replace(state, overlay="", tab=0), start(f"{PACKAGE}/{name}", argument)


def leave(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Go back to the page before."""
    return leave_page(replace(state, draft=None), context)


def show_tab(state: OpenTracks, context: Context, tab: int) -> OpenTracks:
    """Show another tab of a track's page."""
    return replace(state, tab=tab)


def swipe_tab(state: OpenTracks, context: Context) -> OpenTracks:
    """Show the next or previous tab on a sideways swipe."""
    return replace(state, tab=min(max(state.tab + page_step(context), 0), len(TABS) - 1))


# The list


def open_search(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Open the search field."""
    return replace(state, searching=True, typed=state.query), focus("search")


def close_search(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Close the search field and show all tracks."""
    return replace(state, searching=False, query="", typed=""), focus(""), scroll_to(LIST_SCROLL)


def type_query(state: OpenTracks, context: Context, text: str) -> OpenTracks:
    """Update the search query."""
    return replace(state, typed=text[:LINE_LIMIT])


def search(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Search for the typed text."""
    state = replace(state, searching=False, query=state.typed.strip())
    return state, focus(""), scroll_to(LIST_SCROLL)


def show(state: OpenTracks, context: Context, id: int) -> Next[OpenTracks]:
    """Open a track's page; while others are selected, select it too."""
    if state.marked:
        return mark(state, context, id)
    recorded = state.recording is not None and state.recording.track == id
    return open_page(state, context, RECORDING if recorded else RECORDED, id)


def mark_all(state: OpenTracks, context: Context, ids: tuple[int, ...]) -> OpenTracks:
    """Mark these tracks."""
    return replace(state, marked=ids)


def edit_marked(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Edit the one track that is marked."""
    return edit(replace(state, marked=()), context, state.marked[0]) if state.marked else state


def sum_marked(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Show the totals of the selected tracks."""
    return replace(state, marked=(), filter=None), start(f"{PACKAGE}/{TOTALS}", state.marked)


def show_sums(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Show the totals of all tracks."""
    return replace(state, filter=None), start(f"{PACKAGE}/{TOTALS}", ())


def delete(state: OpenTracks, context: Context, ids: tuple[int, ...], leaving: bool) -> Next[OpenTracks]:
    """Delete tracks and their markers, except for the track being recorded."""
    if state.recording is not None and state.recording.track in ids:
        said = toast(context.res.string("opentracks.not_while_recording"))
        return replace(state, overlay="", marked=()), said
    state = replace(without_tracks(state, ids), overlay="", marked=())
    return (state, finish()) if leaving else state


def share_tracks(state: OpenTracks, context: Context, ids: tuple[int, ...]) -> Next[OpenTracks]:
    """Share the tracks as a GPX file, with their statistics as text."""
    shown = tuple([row for row in state.tracks if row[0] in ids])
    if not shown:
        return replace(state, overlay="", marked=())
    lines = [_told(context.res, row) for row in shown]
    path = f"{CACHE}/{exporting.file_name(shown[0], len(shown))}"
    sent = (
        (intents.SUBJECT, context.res.string("opentracks.share_subject")),
        (intents.TEXT, "\n".join(lines)),
        (intents.STREAM, documents.uri_of(path)),
    )
    data = exporting.gpx(shown, state.points, state.markers)
    offered = share(Intent(intents.SEND, type="application/gpx+xml", extras=sent))
    return replace(state, overlay="", marked=()), do(if_possible, files.write, path, data), offered


def export_all(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Export each track to its own GPX file."""
    names: dict[str, int] = {}
    effects: list[Callback] = []
    for row in state.tracks:
        name = exporting.file_name(row)
        names[name] = again = names.get(name, 0) + 1
        if again > 1:
            name = f"{name.removesuffix('.gpx')}({again - 1}).gpx"
        data = exporting.gpx((row,), state.points, state.markers)
        effects.append(do(if_possible, files.write, f"{EXPORTS}/{name}", data))
    said = context.res.digits(context.res.string("opentracks.exported", count=len(state.tracks)))
    return and_then(state, *effects, toast(said))


def _told(res: Resources, row: Row) -> str:
    at = started(row)
    parts = (
        text_of(row, "name"),
        text_of(row, "category"),
        res.date(at.date()),
        elapsed(res, whole(row, "totaltime")),
    )
    return ", ".join(filter(None, parts))


def show_on_map(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Say that maps are shown by another app, which this phone does not have."""
    return replace(state, overlay=""), toast(context.res.string("opentracks.no_map"))


# The editors


def edit(state: OpenTracks, context: Context, id: int) -> Next[OpenTracks]:
    """Open the editor of a track."""
    row = tables.with_id(state.tracks, id)
    if row is None:
        return state
    state = replace(state, draft=drafted(row), overlay="")
    return state, start(f"{PACKAGE}/{EDIT}", id)


def write(state: OpenTracks, context: Context, name: str, text: str) -> OpenTracks:
    """Update a field of the draft."""
    draft = state.draft or draft_of(state, argument_of(context))
    changes: dict[str, Any] = {name: text[:LINE_LIMIT]}
    return replace(state, draft=replace(draft, **changes))


def choose_kind(state: OpenTracks, context: Context, kind: str) -> OpenTracks:
    """Set the chosen activity type of a track."""
    return replace(write(state, context, "category", kind_text(context.res, kind)), overlay="")


def next_field(state: OpenTracks, context: Context, key: str) -> Next[OpenTracks]:
    """Move to the next field; "" for none."""
    return state, focus(key)


def kept(state: OpenTracks, context: Context, id: int) -> OpenTracks:
    """Store a track's details in its row."""
    row = tables.with_id(state.tracks, id)
    if row is None:
        return replace(state, draft=None)
    draft = draft_of(state, id)
    changed = TRACKS.changed(
        row, name=draft.name, description=draft.description, category=draft.category,
        activity_type=kind_named(context.res, draft.category),
    )  # fmt: skip
    return replace(state, tracks=tables.put(state.tracks, changed), draft=None)


def save(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Save a track's details, and go back."""
    return kept(state, context, argument_of(context)), focus(""), finish()


# Markers


def write_marker(state: OpenTracks, context: Context, id: int, track: int) -> Next[OpenTracks]:
    """Open the editor of a marker, or of a new one (0) of a track that is being recorded."""
    row = tables.with_id(state.markers, id)
    if row is None and not context.phone.location:
        return replace(state, overlay=""), toast(context.res.string("opentracks.no_position"))
    number = sum(MARKERS.get(one, "trackid") == track for one in state.markers) + 1
    draft = Draft(0, context.res.string("opentracks.marker_name", number=number), track=track)
    if row is not None:
        name, category, description = [
            text_of(row, column, MARKERS) for column in ("name", "category", "description")
        ]
        draft = Draft(id, name, category, description, whole(row, "trackid", MARKERS))
    return replace(state, draft=draft, overlay=""), start(f"{PACKAGE}/{MARKER_EDIT}", id)


def save_marker(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Save a marker, and go back."""
    draft = state.draft
    if draft is None:
        return state, focus(""), finish()
    row = tables.with_id(state.markers, draft.id)
    if row is None:
        longitude, latitude, altitude = context.phone.location or (0.0, 0.0, 0.0)
        row = MARKERS.row(
            trackid=draft.track, longitude=round(longitude * 1e6), latitude=round(latitude * 1e6), elevation=altitude,
            time=context.phone.clock.wall,
        )  # fmt: skip
    row = MARKERS.changed(row, name=draft.name, category=draft.category, description=draft.description)
    said = toast(context.res.string("opentracks.marker_added")) if not draft.id else None
    state = replace(state, markers=tables.put(state.markers, row), draft=None)
    return (state, focus(""), finish(), said) if said is not None else (state, focus(""), finish())


def delete_marker(state: OpenTracks, context: Context, id: int) -> Next[OpenTracks]:
    """Delete a marker, and go back."""
    return replace(state, markers=tables.without(state.markers, (id,)), overlay=""), finish()


# Sums


def open_filter(state: OpenTracks, context: Context) -> OpenTracks:
    """Open the filter dialog, which starts with the last seven days."""
    today = clock.local_time(context.phone).toordinal()
    return replace(state, overlay="filter", filtering=Filter(today - 6, today))


def filter_category(state: OpenTracks, context: Context, category: str) -> OpenTracks:
    """Include or exclude a category."""
    one = state.filtering
    if one is None:
        return state
    without = tuple(name for name in one.without if name != category)
    return replace(
        state,
        filtering=replace(one, without=without if category in one.without else (*one.without, category)),
    )


def apply_filter(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Show the totals of the filtered tracks."""
    return replace(state, overlay="", filter=state.filtering, filtering=None), scroll_to(TOTALS_SCROLL)


def clear_filter(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Show the totals of all tracks again."""
    return replace(state, filter=None), scroll_to(TOTALS_SCROLL)


def open_range(state: OpenTracks, context: Context) -> OpenTracks:
    """Open the calendar that picks the days of the filter."""
    one = state.filtering
    if one is None:
        return state
    month = month_of(clock.local_time(context.phone).date().fromordinal(one.last))
    return replace(state, overlay="range", range=Range(one.first, one.last, month))


def turn_month(state: OpenTracks, context: Context, month: int) -> OpenTracks:
    """Show another month."""
    return state if state.range is None else replace(state, range=replace(state.range, month=month))


def pick_day(state: OpenTracks, context: Context, ordinal: int) -> OpenTracks:
    """Pick a day: the first one, or the last one if it is awaited and later than the first."""
    one = state.range
    if one is None:
        return state
    if one.last or ordinal < one.first:
        return replace(state, range=replace(one, first=ordinal, last=0))
    return replace(state, range=replace(one, last=ordinal))


def save_range(state: OpenTracks, context: Context) -> OpenTracks:
    """Filter by the picked days."""
    one, filtering = state.range, state.filtering
    if one is None or filtering is None or not one.last:
        return state
    filtering = replace(filtering, first=one.first, last=one.last)
    return without_overlay(state, overlay="filter", filtering=filtering)


# Settings


def prefer(state: OpenTracks, context: Context, name: str, chosen: str) -> OpenTracks:
    """Set a setting."""
    changes: dict[str, Any] = {name: chosen}
    return replace(state, preferences=replace(state.preferences, **changes), overlay="")


def reset_settings(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Reset all settings to their defaults."""
    said = toast(context.res.string("opentracks.settings_are_reset"))
    return replace(state, preferences=Preferences(), overlay=""), said
