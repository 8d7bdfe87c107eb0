"""Handlers of Photos: tabs and albums, selecting, the viewer."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from bmoca_gym.handset.apps.photos import library
from bmoca_gym.handset.apps.photos.state import (
    ALBUM,
    EDITOR,
    PACKAGE,
    PageName,
    PhotosState,
    is_trash,
    photos_of,
    shown_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits import picture_edit
from bmoca_gym.handset.kits.attachments import share_file, share_files
from bmoca_gym.handset.kits.navigation import leave_page, mark, unmark
from bmoca_gym.handset.kits.picture_edit import Edit
from bmoca_gym.handset.kits.picture_view import DOUBLE
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.providers.pictures import Shown
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import Callback, do, replace

# Tabs and albums


def show_tab(state: PhotosState, context: Context, name: PageName) -> Next[PhotosState]:
    """Go to a tab."""
    return replace(state, page=name, query="", selection=()), focus("")


def search(state: PhotosState, context: Context, text: str) -> Next[PhotosState]:
    """Search for words."""
    return replace(state, query=text, selection=()), scroll_to("found")


def clear_search(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Clear the search field."""
    return replace(state, query="", selection=()), focus("search")


def open_album(state: PhotosState, context: Context, shown: Shown) -> Next[PhotosState]:
    """Show an album."""
    return replace(state, selection=()), focus(""), start(f"{PACKAGE}/{ALBUM}", shown)


def up(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Handle the up arrow of an album or a picture."""
    return leave_page(replace(state, selection=(), played="", playback=Playback()), context)


def leave_search(state: PhotosState, context: Context) -> PhotosState:
    """Go back from the results to the categories, if nothing is selected."""
    return unmark(state, context) if state.selection else replace(state, query="")


# Selecting


def open_photo(state: PhotosState, context: Context, shown: Shown) -> Next[PhotosState]:
    """Show a picture; while selecting: select it."""
    if state.selection:
        return select(state, context, shown.path)
    opened = start(pictures.VIEWER, shown, pictures.VIEW_ACTION)
    return replace(_facing(state, context, shown.path), bars=True, overlay=""), focus(""), opened


def select(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Select a picture, or deselect it."""
    return mark(state, context, path), focus("")


def share_selected(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Open the share sheet for the selection."""
    chosen = tuple([path for path in state.selection if path in context.phone.files])
    after = replace(state, selection=(), overlay="")
    return (after, share_files(chosen)) if chosen else after


def restore_selected(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Move the selection out of the trash."""
    after = replace(state, selection=(), overlay="")
    return (after, *[do(pictures.restore, path) for path in state.selection])


def _deleting(context: Context) -> Callable[[Phone, str], Phone]:
    """The function that deletes a file: into the trash or, from there, for good."""
    return pictures.delete if is_trash(context.activity) else pictures.trash


def delete_selected(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Move the selection into the trash, or delete it for good from there."""
    after = replace(
        state,
        selection=(),
        overlay="",
        favorites=tuple(p for p in state.favorites if p not in state.selection),
    )
    return (after, *[do(_deleting(context), path) for path in state.selection])


# The viewer


def _whole(state: PhotosState) -> PhotosState:
    """The viewer that shows the whole picture."""
    return replace(state, zoom=1.0, x=0.5, y=0.5, tapped=-DOUBLE)


def _facing(state: PhotosState, context: Context, path: str) -> PhotosState:
    """The viewer as it starts with a picture, or with a video, which plays at once."""
    shown = library.with_path(context.phone, path)
    if shown is None or not shown.is_video:
        return replace(_whole(state), played="", playback=Playback())
    return replace(_whole(state), played=path, playback=Playback(shown.length).started(context.uptime))


def play(state: PhotosState, context: Context) -> PhotosState:
    """Play the video, or pause."""
    return replace(state, playback=state.playback.toggled(context.uptime))


def seek(state: PhotosState, context: Context, width: float) -> PhotosState:
    """Seek to the tapped position of the time bar, which is ``width`` dp wide."""
    at = round(touched_share(context, width) * state.playback.length)
    return replace(state, playback=state.playback.sought(context.uptime, at))


def paused(state: PhotosState, context: Context) -> PhotosState:
    """Pause the video when the viewer is left."""
    if not state.played or shown_of(context.activity).path != state.played:
        return state
    return replace(state, playback=state.playback.stopped(context.uptime))


def switch_favorite(state: PhotosState, context: Context, path: str) -> PhotosState:
    """Add a picture to the favourites, or remove it."""
    others = tuple([p for p in state.favorites if p != path])
    return replace(state, favorites=others if len(others) < len(state.favorites) else (*others, path))


def _show_instead(phone: Phone, shown: Shown) -> Phone:
    """Show another picture in the viewer in front."""
    task = phone.tasks[-1]
    viewer = replace(task.activities[-1], argument=shown)
    return replace(
        phone, tasks=(*phone.tasks[:-1], replace(task, activities=(*task.activities[:-1], viewer)))
    )


def _neighbour(state: PhotosState, context: Context, path: str, step: int) -> Shown | None:
    shown = shown_of(context.activity)
    paths = [photo.path for photo in photos_of(context.phone, state, shown)]
    place = paths.index(path) + step if path in paths else -1
    return shown._replace(path=paths[place]) if 0 <= place < len(paths) else None


def leaf(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Handle a swipe over a picture: sideways to the next (older) or previous one, up to its details, down to leave."""
    if context.direction == "up":
        return replace(state, overlay="details")
    if context.direction == "down":
        return up(state, context)
    other = _neighbour(state, context, path, 1 if context.direction == "left" else -1)
    return state if other is None else (_facing(state, context, other.path), do(_show_instead, other))


def delete_shown(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Move the picture into the trash, or delete it for good from there."""
    return _gone(state, context, path, do(_deleting(context), path))


def restore_shown(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Move the picture out of the trash."""
    return _gone(state, context, path, do(pictures.restore, path))


def _gone(state: PhotosState, context: Context, path: str, change: Callback) -> Next[PhotosState]:
    """After a change that removes a picture, show the next or the previous one, or close the viewer."""
    other = _neighbour(state, context, path, 1) or _neighbour(state, context, path, -1)
    favorites = tuple(p for p in state.favorites if p != path)
    state = _whole(state) if other is None else _facing(state, context, other.path)
    after = replace(state, overlay="", favorites=favorites)
    return after, change, finish() if other is None else do(_show_instead, other)


def share_shown(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Open the share sheet for the picture."""
    return state, share_file(path)


def edit_shown(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Open the picture in the editor."""
    return replace(_whole(state), edit=Edit()), start(f"{PACKAGE}/{EDITOR}", Shown(path))


def save_copy(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Save the edited picture next to the original, and show it."""
    path = shown_of(context.activity).path
    data = picture_edit.edited(picture_edit.data_of(context), state.edit, path)
    if not data:
        return state, finish()
    stem, suffix = posixpath.splitext(posixpath.basename(path))
    made = pictures.picture_path(context.phone, posixpath.dirname(path), f"{stem}~2", suffix, "{}({})")
    shown = do(_show_instead, Shown(made))
    return state, do(pictures.save, made, data), finish(), shown, toast(context.res.string("photos.saved"))


# The app


def view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the picture or video that an intent names; None if there is none."""
    path = documents.path_of(intent.data)
    if library.with_path(phone, path) is None:
        return None
    phone = phone.handled(PACKAGE, _viewed, (path,))
    return activities.start(phone, pictures.VIEWER, Shown(path), intent.action)


def _viewed(state: PhotosState, context: Context, path: str) -> PhotosState:
    return _facing(state, context, path)


def created(state: PhotosState, context: Context) -> PhotosState:
    """Show a picture opened by another app with the bars, and nothing else over it."""
    return replace(_whole(state), bars=True, overlay="", selection=())
