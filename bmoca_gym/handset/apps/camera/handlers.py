"""Handlers of Camera: options, pictures, and films."""

from __future__ import annotations

from bmoca_gym.handset.apps.camera.state import (
    CAPTURE,
    DELAYS,
    LAUNCHER,
    PACKAGE,
    REVIEW_ACTION,
    CameraState,
    folder_of,
    last_photo,
    scene,
)
from bmoca_gym.handset.effects import cancel, finish, log, schedule, start
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.picture_view import NEAREST
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers import pictures, videos
from bmoca_gym.handset.providers.pictures import Shown
from bmoca_gym.handset.state import Context, Phone, PinchContext
from bmoca_gym.handset.system import activities, clock, documents
from bmoca_gym.handset.value import Callback, do, replace


def leave(state: CameraState, context: Context) -> Next[CameraState]:
    """Leave the camera, which may not take pictures."""
    return state, finish()


# Options


def switch_options(state: CameraState, context: Context) -> CameraState:
    """Open or close the row of options."""
    return replace(state, options=not state.options)


def switch_camera(state: CameraState, context: Context) -> CameraState:
    """Switch to the other camera."""
    return replace(state, front=not state.front, zoom=1.0)


def zoom(state: CameraState, context: PinchContext) -> CameraState:
    """Zoom the view with two fingers, in tenths."""
    return replace(state, zoom=round(min(NEAREST, max(1.0, state.zoom * context.scale)), 1))


def switch_grid(state: CameraState, context: Context) -> CameraState:
    """Show or hide the lines over the view."""
    return replace(state, grid=not state.grid)


def next_delay(state: CameraState, context: Context) -> CameraState:
    """Cycle the timer: off, three seconds, ten seconds."""
    return replace(state, delay=DELAYS[(DELAYS.index(state.delay) + 1) % len(DELAYS)])


# Taking pictures


def press_shutter(state: CameraState, context: Context) -> Next[CameraState]:
    """Take a picture, at once or after the timer; while the timer counts, stop it."""
    if state.left:
        return stop_counting(state, context)
    if state.video:
        return _press_record(state, context)
    pressed = log(
        "CAM_PhotoModule", "onShutterButtonClick: mCameraState=1 mVolumeButtonClickedFlag=false", "D"
    )
    state = replace(state, options=False)
    if state.delay:
        return replace(state, left=state.delay), pressed, _in_a_second(context)
    return state, pressed, do(_take, state.front, state.zoom)


def _in_a_second(context: Context) -> Callback:
    return schedule(PACKAGE, "countdown", context.uptime + 1000, do(count_down), "uptime")


def count_down(state: CameraState, context: Context) -> Next[CameraState]:
    """Count down a second of the timer. The app may have been closed meanwhile."""
    if not state.left:
        return state
    if state.left > 1:
        return replace(state, left=state.left - 1), _in_a_second(context)
    return replace(state, left=0), do(_take, state.front, state.zoom)


def stop_counting(state: CameraState, context: Context) -> Next[CameraState]:
    """Stop the timer before it takes the picture."""
    return (replace(state, left=0), cancel(PACKAGE, "countdown")) if state.left else state


def _take(phone: Phone, front: bool, zoom: float) -> Phone:
    """Add a picture, named after the time as the camera does. An app that requested it receives it."""
    stem = clock.local_time(phone).strftime("IMG_%Y%m%d_%H%M%S")
    path = pictures.picture_path(phone, folder_of(phone), stem, numbered="{}_{}")
    phone = pictures.save(phone, path, scene(front, zoom))
    if phone.top.name != CAPTURE:
        return phone
    return activities.finish(phone, result=Intent(data=documents.uri_of(path), type="image/jpeg"))


def show_last(state: CameraState, context: Context) -> Next[CameraState]:
    """Open the picture taken last in the gallery."""
    photo = last_photo(context.phone)
    if photo is None:
        return state
    return state, start(pictures.VIEWER, Shown(photo.path, "folder", photo.folder), REVIEW_ACTION)


# Films, from Android 13 on


def show_modes(state: CameraState, context: Context) -> CameraState:
    """Open the list of modes, unless a film is being recorded."""
    busy = state.since >= 0 or state.left
    return replace(state, overlay="" if busy else "modes", options=False)


def swiped(state: CameraState, context: Context) -> CameraState:
    """A swipe to the right brings in the list of modes."""
    return show_modes(state, context) if context.direction == "right" else state


def choose_mode(state: CameraState, context: Context, video: bool) -> CameraState:
    """Take pictures, or film."""
    return without_overlay(state, video=video)


def _press_record(state: CameraState, context: Context) -> Next[CameraState]:
    if state.since >= 0:
        return stop_recording(state, context)
    began = log("CAM_VideoModule", "startVideoRecording", "V")
    return replace(state, since=context.uptime, options=False), began


def stop_recording(state: CameraState, context: Context) -> Next[CameraState]:
    """End the film and save it."""
    ended = log("CAM_VideoModule", "stopVideoRecording", "V")
    kept = do(_keep_film, state.front, state.zoom, context.uptime - state.since)
    return replace(state, since=-1), ended, kept


def _keep_film(phone: Phone, front: bool, zoom: float, milliseconds: int) -> Phone:
    """Add a video, named after the time as the camera does."""
    stem = clock.local_time(phone).strftime("VID_%Y%m%d_%H%M%S")
    path = pictures.picture_path(phone, videos.MOVIES, stem, ".mp4", "{}_{}")
    filmed = scene(front, zoom)
    width, height = pictures.size(filmed) or (1, 1)
    return pictures.save(phone, path, videos.film([filmed], width, height, milliseconds, phone.clock.wall))


# The app


def capture(phone: Phone, intent: Intent) -> Phone:
    """Open the viewfinder, which hands its first picture to the app that requested it."""
    return activities.start(phone, f"{PACKAGE}/{CAPTURE}", action=intent.action)


def open_camera(phone: Phone, intent: Intent) -> Phone:
    """The phone with the camera in front."""
    return activities.start(phone, f"{PACKAGE}/{LAUNCHER}")


def paused(state: CameraState, context: Context) -> Next[CameraState]:
    """Stop the timer and the film when the app leaves the front."""
    return stop_recording(state, context) if state.since >= 0 else stop_counting(state, context)


def back(state: CameraState, context: Context) -> Next[CameraState]:
    """End the film, stop the timer, and close the options."""
    if state.since >= 0:
        return stop_recording(state, context)
    return stop_counting(state, context) if state.left else replace(state, options=False)
