"""Handlers of Simple Gallery that change files: share, rename, delete, restore, copy and move."""

from __future__ import annotations

import posixpath
from typing import Any

import cv2
import numpy as np

from bmoca_gym.handset.apps.simple_gallery import library
from bmoca_gym.handset.apps.simple_gallery.handlers import viewing
from bmoca_gym.handset.apps.simple_gallery.library import BIN
from bmoca_gym.handset.apps.simple_gallery.state import Gallery, is_media, is_viewer, media_of, seen_of
from bmoca_gym.handset.effects import finish, focus, scroll_to, toast
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.file_changes import NAME_LIMIT, attempted, file_name
from bmoca_gym.handset.kits.navigation import close_overlay, finished, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import files, text_input
from bmoca_gym.handset.value import Callback, do, replace


def targets(state: Gallery, context: Context) -> tuple[str, ...]:
    """Return the paths of the media to act on: the shown one, the selected ones, or those of selected folders."""
    phone, activity = context.phone, context.activity
    if is_viewer(activity):
        return (seen_of(activity).path,)
    if is_media(activity):
        return tuple([p for p in state.selection if p in phone.files])
    return tuple([m.path for folder in state.selection for m in media_of(phone, state, folder)])


def share_media(state: Gallery, context: Context) -> Next[Gallery]:
    """Share the selected or shown media."""
    paths = targets(state, context)
    return (without_overlay(state), attachments.share_files(paths)) if paths else state


def switch_favorites(state: Gallery, context: Context) -> Gallery:
    """Add the selected or shown media to the favourites, or remove them if they are all there."""
    paths = targets(state, context)
    left = tuple([path for path in state.favorites if path not in paths])
    all_are = all(path in state.favorites for path in paths)
    return finished(state, favorites=left if all_are else (*left, *paths))


def ask_name(state: Gallery, context: Context) -> Next[Gallery]:
    """Ask for the new name of the medium."""
    paths = targets(state, context)
    if len(paths) != 1:
        return without_overlay(state)
    stem = posixpath.splitext(posixpath.basename(paths[0]))[0]
    return and_then(open_overlay(state, context, "rename", stem), focus("name"), do(text_input.select_all))


def type_name(state: Gallery, context: Context, text: str) -> Gallery:
    """Type a name."""
    return replace(state, name=text[:NAME_LIMIT])


def rename(state: Gallery, context: Context) -> Next[Gallery]:
    """Rename the medium."""
    paths = targets(state, context)
    name = file_name(state.name)
    if not paths:
        return close_overlay(state, context)
    if not name:
        return state, toast(context.res.string("simple_gallery.no_name"))
    old = paths[0]
    new = f"{posixpath.dirname(old)}/{name}{posixpath.splitext(old)[1]}"
    if new == old:
        return close_overlay(state, context)
    if files.exists(context.phone, new):
        return state, toast(context.res.string("simple_gallery.name_exists"))
    favorites = tuple([new if path == old else path for path in state.favorites])
    played = new if state.played == old else state.played
    after = finished(state, favorites=favorites, played=played)
    shown = (do(viewing.show_instead, new),) if is_viewer(context.activity) else ()
    return after, focus(""), _change(context, "move", old, new), *shown


# Turning


def rotate(state: Gallery, context: Context, quarters: int) -> Next[Gallery]:
    """Rotate pictures clockwise by a number of quarter turns. Videos stay as they are."""
    failed = context.res.string("simple_gallery.failed")
    effects = [do(attempted, failed, _rotated, path, quarters) for path in targets(state, context)]
    return finished(state, zoom=1.0, x=0.5, y=0.5), *effects


def _rotated(phone: Phone, path: str, quarters: int) -> Phone:
    data = phone.files.get(path, b"")
    image: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED) if data else None
    if image is None:
        return phone
    turned = np.ascontiguousarray(np.rot90(image, -quarters))
    done, encoded = cv2.imencode(posixpath.splitext(path)[1], turned)
    return files.write(phone, path, bytes(encoded.tobytes())) if done else phone


# Deleting


def _changed(phone: Phone, how: str, old: str, new: str) -> Phone:
    """Move, copy or delete a file, and create the target folder if needed."""
    if old not in phone.files:  # it is gone meanwhile
        return phone
    if how == "delete":
        return files.delete(phone, old)
    if how == "copy":
        return files.write(phone, new, phone.files[old])
    if new in phone.files:
        phone = files.delete(phone, new)
    folder = posixpath.dirname(new)
    if not files.exists(phone, folder):
        phone = files.make_directory(phone, folder)
    return files.rename(phone, old, new)


def _change(context: Context, how: str, old: str, new: str = "") -> Callback:
    """Return the effect that moves, copies or deletes a file."""
    return do(attempted, context.res.string("simple_gallery.failed"), _changed, how, old, new)


def ask_to_delete(state: Gallery, context: Context) -> Next[Gallery]:
    """Ask before files are deleted, unless the user chose not to be asked."""
    if not targets(state, context):
        return without_overlay(state)
    return open_overlay(state, context, "delete", False) if state.ask else delete(state, context)


def switch_ask(state: Gallery, context: Context) -> Gallery:
    """Toggle whether to ask again."""
    return replace(state, ask_not=not state.ask_not)


def delete(state: Gallery, context: Context) -> Next[Gallery]:
    """Move files to the recycle bin. Files already in it are deleted for good; so are all files if there is no bin."""
    effects = []
    paths = targets(state, context)
    for path in paths:
        if state.use_bin and not path.startswith(BIN + "/"):
            effects.append(_change(context, "move", path, BIN + files.shown(path)))
        else:
            effects.append(_change(context, "delete", path))
    left = tuple([path for path in state.favorites if path not in paths])
    after = finished(state, favorites=left, ask=state.ask and not state.ask_not, ask_not=False)
    return after, *_without(after, context, paths), *effects


def restore(state: Gallery, context: Context) -> Next[Gallery]:
    """Restore files from the recycle bin."""
    paths = targets(state, context)
    effects = [
        _change(context, "move", path, files.resolve(path.removeprefix(BIN)))
        for path in paths
        if path.startswith(BIN)
    ]
    after = finished(state)
    said = toast(context.res.string("simple_gallery.restored"))
    return after, *_without(after, context, paths), *effects, said


def empty_bin(state: Gallery, context: Context) -> Next[Gallery]:
    """Empty the recycle bin."""
    gone = [_change(context, "delete", medium.path) for medium in library.recycled(context.phone)]
    return finished(state), *gone


def _without(state: Gallery, context: Context, paths: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the effects that make the viewer show a neighbour of a removed medium, or close it."""
    if not is_viewer(context.activity):
        return ()
    seen = seen_of(context.activity)
    other = viewing.neighbour(state, context, 1) or viewing.neighbour(state, context, -1)
    return (finish() if other is None or seen.path not in paths else do(viewing.show_instead, other),)


# Copying and moving elsewhere


def carry(state: Gallery, context: Context, how: str) -> Next[Gallery]:
    """Ask where to copy or move the selection or the shown medium."""
    carried = targets(state, context)
    if not carried:
        return without_overlay(state)
    return open_overlay(state, context, "destination", how, carried, files.STORAGE)


def show_place(state: Gallery, context: Context, place: str) -> Next[Gallery]:
    """Show another directory of the storage."""
    return replace(state, place=place), scroll_to("places")


def leave_place(state: Gallery, context: Context) -> Next[Gallery]:
    """On Back in the directory dialog, show the parent directory, or the folders with media."""
    if state.place != files.STORAGE:
        return show_place(state, context, posixpath.dirname(state.place))
    return replace(state, overlay="destination")


def choose_resolution(state: Gallery, context: Context, resolution: str) -> Gallery:
    """Choose what to do with a file whose name is taken."""
    return replace(state, resolution=resolution)


def put(state: Gallery, context: Context, folder: str, asked: bool = False) -> Next[Gallery]:
    """Copy or move files to a directory, asking first if names are taken there."""
    phone = context.phone
    if all(posixpath.dirname(path) == folder for path in state.carried):
        return state, toast(context.res.string("simple_gallery.same_folder"))
    taken = [p for p in state.carried if files.exists(phone, f"{folder}/{posixpath.basename(p)}")]
    if taken and not asked:
        return replace(state, overlay="conflict", place=folder, resolution="skip")
    effects, done = [], []
    for path in state.carried:
        target = f"{folder}/{posixpath.basename(path)}"
        if path in taken and state.resolution == "skip":
            continue
        if path in taken and state.resolution == "keep_both":
            stem, suffix = posixpath.splitext(posixpath.basename(path))
            target = pictures.picture_path(phone, folder, stem, suffix)
        effects.append(_change(context, state.how, path, target))
        done.append(path)
    said = context.res.string(f"simple_gallery.{state.how}_done" if done else "simple_gallery.nothing_done")
    after = finished(state)
    left = _without(after, context, tuple(done)) if state.how == "move" and done else ()
    return after, focus(""), *left, *effects, toast(said)
