"""Handlers of Simple Gallery's viewer: paging, zoom, playback."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_gallery import library
from bmoca_gym.handset.apps.simple_gallery.handlers.browsing import select
from bmoca_gym.handset.apps.simple_gallery.state import (
    PACKAGE,
    PAGER,
    PHOTO,
    Gallery,
    Seen,
    folder_of,
    is_viewer,
    media_of,
    seen_of,
)
from bmoca_gym.handset.effects import finish, focus, show, start
from bmoca_gym.handset.kits.navigation import finished, without_overlay
from bmoca_gym.handset.kits.picture_view import DOUBLE
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents, intents
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import do, replace


def open_medium(state: Gallery, context: Context, path: str) -> Next[Gallery]:
    """Show a picture or a video; while media are selected, select or deselect it."""
    if state.selection:
        return select(state, context, path)
    seen = Seen(path, folder_of(context.activity))
    return _facing(state, context, path), focus(""), start(f"{PACKAGE}/{PAGER}", seen)


def leave(state: Gallery, context: Context) -> Next[Gallery]:
    """Close the activity."""
    stopped = replace(state.playback, since=-1)
    return finished(state, query="", playback=stopped), focus(""), finish()


def open_with(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the medium in another app."""
    return _open(state, context, intents.VIEW)


def edit(state: Gallery, context: Context) -> Next[Gallery]:
    """Open a video in another app's editor, since the app's own is only for pictures."""
    return _open(state, context, intents.EDIT)


def _open(state: Gallery, context: Context, action: str) -> Next[Gallery]:
    path = seen_of(context.activity).path
    intent = Intent(action, documents.uri_of(path), type=documents.type_of(path))
    return without_overlay(state, playback=state.playback.stopped(context.uptime)), show(intent)


def _facing(state: Gallery, context: Context, path: str) -> Gallery:
    """Reset the viewer to show a medium."""
    medium = library.with_path(context.phone, path)
    length = medium.length if medium is not None else 0
    playback = Playback(length)
    if state.autoplay and length:
        playback = playback.started(context.uptime)
    return without_overlay(
        state, query="", bars=True, zoom=1.0, x=0.5, y=0.5, tapped=-DOUBLE, played=path, playback=playback
    )


def show_instead(phone: Phone, path: str) -> Phone:
    """Show another medium in the viewer in front."""
    task = phone.tasks[-1]
    viewer = task.activities[-1]
    viewer = replace(viewer, argument=seen_of(viewer)._replace(path=path))
    return replace(
        phone, tasks=(*phone.tasks[:-1], replace(task, activities=(*task.activities[:-1], viewer)))
    )


def neighbour(state: Gallery, context: Context, step: int) -> str | None:
    """Return the path of the medium ``step`` places after the shown one, or None."""
    seen = seen_of(context.activity)
    if seen.folder == "-":
        return None
    paths = [medium.path for medium in media_of(context.phone, state, seen.folder)]
    place = paths.index(seen.path) + step if seen.path in paths else -1
    return paths[place] if 0 <= place < len(paths) else None


def leaf(state: Gallery, context: Context) -> Next[Gallery]:
    """Handle a swipe: sideways to the next or previous medium, down to leave the viewer."""
    if context.direction == "down":
        return leave(state, context)
    if context.direction == "up":
        return state
    other = neighbour(state, context, 1 if context.direction == "left" else -1)
    return state if other is None else (_facing(state, context, other), do(show_instead, other))


def play(state: Gallery, context: Context) -> Gallery:
    """Play the film, or pause."""
    return replace(state, playback=state.playback.toggled(context.uptime))


def seek(state: Gallery, context: Context, width: float) -> Gallery:
    """Seek to the tapped position of the time bar, which is ``width`` dp wide."""
    at = round(touched_share(context, width) * state.playback.length)
    return replace(state, playback=state.playback.sought(context.uptime, at))


# From outside, and the end


def view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the medium that an intent names; None if there is none."""
    path = documents.path_of(intent.data)
    if library.with_path(phone, path) is None:
        return None
    phone = phone.handled(PACKAGE, _viewed, (path,))
    return activities.start(phone, f"{PACKAGE}/{PHOTO}", Seen(path), intent.action)


def _viewed(state: Gallery, context: Context, path: str) -> Gallery:
    return _facing(replace(state, selection=()), context, path)


def paused(state: Gallery, context: Context) -> Gallery:
    """Pause the video when the viewer is left."""
    if not is_viewer(context.activity):
        return state
    return replace(state, playback=state.playback.stopped(context.uptime))
