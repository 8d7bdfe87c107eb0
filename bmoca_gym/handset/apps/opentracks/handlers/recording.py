"""OpenTracks' recording: the track, its points, its statistics, and the handlers that start and stop it."""

from __future__ import annotations

import math
from itertools import pairwise

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.opentracks.handlers.tracks import kept
from bmoca_gym.handset.apps.opentracks.rows import POINTS, TRACKS, UNKNOWN, number, whole
from bmoca_gym.handset.apps.opentracks.state import (
    PACKAGE,
    RECORDED,
    RECORDING,
    STOPPED,
    OpenTracks,
    Recording,
    argument_of,
    kind_text,
    without_tracks,
)
from bmoca_gym.handset.effects import cancel, finish, focus, log, schedule, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.time_zones import offset_of
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, clock, notifications, permissions, settings
from bmoca_gym.handset.value import Callback, do, memo, replace

_KEY, _DUE = "recording", "record"
#: Interval between two looks at the position, in ms.
_PERIOD = 5000
_DEGREE = 111_195.0
#: Points of a track that its pages show.
_MOST_POINTS = 2000


def points_of(rows: Rows, track: int) -> Rows:
    """The points of a track; only the first ones if there are very many."""
    place = POINTS.place("trackid")
    return tuple([row for row in rows if row[place] == track][:_MOST_POINTS])


def apart(one: Row, other: Row) -> float:
    """Metres between two points."""
    latitude, longitude = number(one, "latitude", POINTS) / 1e6, number(one, "longitude", POINTS) / 1e6
    north = number(other, "latitude", POINTS) / 1e6 - latitude
    east = (number(other, "longitude", POINTS) / 1e6 - longitude) * math.cos(math.radians(latitude))
    return math.hypot(north, east) * _DEGREE


def lasted(state: OpenTracks, uptime: int) -> int:
    """The recorded time so far in ms."""
    one = state.recording
    return 0 if one is None else one.before + uptime - one.since


def seconds(phone: Phone, state: OpenTracks) -> int:
    """The recorded time in whole seconds, as ms."""
    return lasted(state, phone.clock.uptime) // 1000 * 1000


def current(state: OpenTracks, milliseconds: int) -> Row | None:
    """The row of the track being recorded, after so many ms."""
    if state.recording is None:
        return None
    row = tables.with_id(state.tracks, state.recording.track)
    return (
        None if row is None else measured(row, points_of(state.points, state.recording.track), milliseconds)
    )


@memo(64)
def measured(row: Row, points: Rows, total: int) -> Row:
    """Compute a track's row from its points and its time."""
    steps = list(pairwise(points))
    far = sum(apart(*step) for step in steps)
    moving = sum(max(0, whole(b, "time", POINTS) - whole(a, "time", POINTS)) for a, b in steps)
    heights = [number(point, "elevation", POINTS) for point in points]
    climbs = [b - a for a, b in pairwise(heights)]
    return TRACKS.changed(
        row, totaldistance=far, totaltime=total, movingtime=min(moving, total), numpoints=len(points),
        avgspeed=far * 1000 / total if total > 0 else 0.0, avgmovingspeed=far * 1000 / moving if moving > 0 else 0.0,
        maxspeed=max([number(point, "speed", POINTS) for point in points], default=0.0),
        minelevation=min(heights, default=0.0), maxelevation=max(heights, default=0.0),
        elevationgain=sum(max(0.0, step) for step in climbs), elevationloss=sum(max(0.0, -step) for step in climbs),
    )  # fmt: skip


def _fixed(phone: Phone) -> tuple[float, ...]:
    """The phone's position, if the app is allowed to know it."""
    may = permissions.granted(phone, PACKAGE, permissions.FINE_LOCATION)
    return phone.location if may and settings.get(phone, "secure", "location_mode") != "0" else ()


def _with_point(state: OpenTracks, phone: Phone) -> OpenTracks:
    """Record the phone's position as one more point, if it is far enough from the last one."""
    one, fix = state.recording, _fixed(phone)
    if one is None or not fix:
        return state
    longitude, latitude, altitude = fix
    point = POINTS.row(
        trackid=one.track, longitude=round(longitude * 1e6), latitude=round(latitude * 1e6), time=phone.clock.wall,
        elevation=float(altitude), accuracy=20.0, speed=0.0, bearing=0.0, type="0",
    )  # fmt: skip
    before = points_of(state.points, one.track)
    if before:
        far, since = apart(before[-1], point), phone.clock.wall - whole(before[-1], "time", POINTS)
        if far < int(state.preferences.spacing):
            return state
        point = POINTS.changed(point, speed=far * 1000 / since if since > 0 else 0.0)
    return replace(state, points=tables.put(state.points, point))


def _again(context: Context) -> Callback:
    return schedule(PACKAGE, _DUE, context.uptime + _PERIOD, do(look), "uptime")


def created(state: OpenTracks, context: Context) -> OpenTracks:
    """When a page is created, end a track whose recording stopped with the app at its last point."""
    one = state.recording
    if one is None or _goes_on(context.phone):
        return state
    row, points = tables.with_id(state.tracks, one.track), points_of(state.points, one.track)
    if row is not None and points:
        last = whole(points[-1], "time", POINTS)
        row = measured(row, points, max(0, last - whole(row, "starttime")))
        state = replace(state, tracks=tables.put(state.tracks, TRACKS.changed(row, stoptime=last)))
    return replace(state, recording=None)


def _goes_on(phone: Phone) -> bool:
    """Whether the app is still running; stopping it would have removed its notification."""
    return not notifications.may_post(phone, PACKAGE) or notifications.find(phone, PACKAGE, _KEY) is not None


def _told(phone: Phone) -> Phone:
    """Update the notification of the track being recorded."""
    state: OpenTracks = phone.apps[PACKAGE]
    if state.recording is None:
        return notifications.cancel(phone, PACKAGE, _KEY)
    res = resources.of(phone.configuration)
    title, text = res.string("opentracks.app_name"), res.string("opentracks.recording_track")
    shown = do(activities.start, f"{PACKAGE}/{RECORDING}", state.recording.track)
    return notifications.post(
        phone,
        Notification(PACKAGE, _KEY, title, text, "directions_run", ongoing=True, tap=shown, importance=2),
    )


def look(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Check the phone's position, and schedule the next check."""
    if state.recording is None or not _goes_on(context.phone):
        return created(state, context)
    return _with_point(state, context.phone), _again(context)


def press(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Start a track or, during a recording, explain how to end it."""
    if state.recording is not None:
        return state, toast(context.res.string("opentracks.hold_to_stop"))
    phone, now = context.phone, context.phone.clock.wall
    preferences = state.preferences
    category = "" if preferences.kind == UNKNOWN else kind_text(context.res, preferences.kind)
    row = TRACKS.row(
        name=_name(context.res, state, phone), description="", category=category, activity_type=preferences.kind,
        starttime=now, stoptime=now, numpoints=0, starttime_offset=offset_of(phone.zone, now) // 1000,
    )  # fmt: skip
    rows = tables.put(state.tracks, row)
    id = int(rows[-1][0] or 0)
    rows = tables.put(rows, TRACKS.changed(rows[-1], uuid=id.to_bytes(16, "big")))
    state = replace(
        state, tracks=rows, recording=Recording(id, context.uptime), tab=0, marked=(), locating=False
    )
    shown = start(f"{PACKAGE}/{RECORDING}", id)
    begun = log("TrackListActivity", "Starting recording")
    return _with_point(state, phone), begun, do(_told), _again(context), shown


def _name(res: Resources, state: OpenTracks, phone: Phone) -> str:
    """The name of a new track."""
    now = clock.local_time(phone)
    if state.preferences.naming == "number":
        used = [int(row[0] or 0) for row in state.tracks]
        return res.string("opentracks.track_name", number=max(used, default=0) + 1)
    if state.preferences.naming == "local":
        return f"{res.date(now.date(), 'yMd')} {res.time(now.hour, now.minute)}"
    minutes = offset_of(phone.zone, phone.clock.wall) // 60_000
    sign, minutes = "-" if minutes < 0 else "+", abs(minutes)
    zone = f"{sign}{minutes // 60:02d}:{minutes % 60:02d}" if minutes else "Z"
    return f"{now:%Y-%m-%dT%H:%M}{zone}"


def _stopped(state: OpenTracks, context: Context) -> OpenTracks:
    """The state with the recording ended and its row complete."""
    state = _with_point(state, context.phone)
    row = current(state, lasted(state, context.uptime))
    if row is not None:
        row = TRACKS.changed(row, stoptime=context.phone.clock.wall)
        state = replace(state, tracks=tables.put(state.tracks, row))
    return replace(state, recording=None)


def stop(state: OpenTracks, context: Context, asking: bool) -> Next[OpenTracks]:
    """End the track. ``asking``: show the page that asks for its name."""
    if state.recording is None:
        return state
    id = state.recording.track
    state = _stopped(state, context)
    if not asking:
        return state, cancel(PACKAGE, _DUE), do(_told)
    shown = finish(), start(f"{PACKAGE}/{STOPPED}", id)
    return replace(state, draft=None), cancel(PACKAGE, _DUE), do(_told), *shown


def resume(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Resume the track that has just been ended."""
    id = argument_of(context)
    state = kept(state, context, id)
    row = tables.with_id(state.tracks, id)
    if row is None:
        return state, finish()
    state = replace(state, recording=Recording(id, context.uptime, whole(row, "totaltime")), tab=0)
    return state, focus(""), do(_told), _again(context), finish(), start(f"{PACKAGE}/{RECORDING}", id)


def discard(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Delete the track that has just been ended."""
    return replace(without_tracks(state, (argument_of(context),)), draft=None), focus(""), finish()


def finish_track(state: OpenTracks, context: Context) -> Next[OpenTracks]:
    """Save the finished track with its details, and show its page."""
    id = argument_of(context)
    return (
        replace(kept(state, context, id), tab=0),
        focus(""),
        finish(),
        start(f"{PACKAGE}/{RECORDED}", id),
    )


def switch_locating(state: OpenTracks, context: Context) -> OpenTracks:
    """Switch GPS on or off before a track begins."""
    return replace(state, locating=not state.locating)
