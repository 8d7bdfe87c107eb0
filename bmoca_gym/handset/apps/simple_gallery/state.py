"""Simple Gallery's state: current view, selection, copying and moving, playback; and its handlers."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.simple_gallery import library
from bmoca_gym.handset.apps.simple_gallery.library import ALL, BIN, Medium
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, show, start, toast
from bmoca_gym.handset.kits.file_changes import NAME_LIMIT, attempted, file_name
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, documents, files, intents, text_input
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import Callback, Value, do, replace, value

PACKAGE = "com.simplemobiletools.gallery.pro"
ID = PACKAGE + ":id/"
MAIN, MEDIA, PAGER, PHOTO, SETTINGS = (
    f"{PACKAGE}.activities.{name}Activity" for name in ("Main", "Media", "ViewPager", "Photo", "Settings")
)
#: Switches of the settings, and what they are at first.
SWITCHES = {"show_names": False, "use_bin": True, "black": False, "autoplay": False}
KINDS = ("image", "video")
COLUMNS = (1, 2, 3, 4, 5)
RESOLUTIONS = ("skip", "overwrite", "keep_both")
#: How near, at most, and how soon a second touch follows one that is a double touch with it, in ms.
NEAREST, _DOUBLE = 4.0, 400


class Seen(NamedTuple):
    """The medium that the viewer shows, and the folder whose media it leafs through ("-" for that one alone)."""

    path: str
    folder: str = "-"


@value
class Gallery(Value):
    """The app's state. ``overlay``: the open dialog or menu, or ""; ``selection``: paths of folders or media.

    ``how``: "copy" or "move" for what is to be done with ``carried``; ``place``: the directory that is chosen for it;
    ``resolution``: what is done where there is such a file; ``name``: as it is typed; ``folder_order``,
    ``media_order``: what is sorted by, and whether downwards. Of the viewer: ``bars``: it shows them; ``zoom``, ``x``,
    ``y``: how near, and which place of the screen (0 to 1) is in the middle; ``tapped``: uptime ms of the last touch;
    ``playback``: of the film ``played``.
    """

    query: str = ""
    overlay: str = ""
    selection: tuple[str, ...] = ()
    favorites: tuple[str, ...] = ()
    how: str = ""
    carried: tuple[str, ...] = ()
    place: str = files.STORAGE
    resolution: str = "skip"
    name: str = ""
    folder_order: tuple[str, bool] = ("modified", True)
    media_order: tuple[str, bool] = ("modified", True)
    draft_order: tuple[str, bool] = ("modified", True)
    kinds: tuple[str, ...] = KINDS
    draft_kinds: tuple[str, ...] = KINDS
    columns: int = 3
    ask: bool = True
    ask_not: bool = False
    bars: bool = True
    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5
    tapped: int = -_DOUBLE
    played: str = ""
    playback: Playback = Playback()
    show_names: bool = False
    use_bin: bool = True
    black: bool = False
    autoplay: bool = False


def folder_of(activity: Activity | None) -> str:
    """The folder that the screen of media shows."""
    return activity.argument if activity is not None and isinstance(activity.argument, str) else ALL


def seen_of(activity: Activity | None) -> Seen:
    """Medium that the viewer shows."""
    return activity.argument if activity is not None and isinstance(activity.argument, Seen) else Seen("")


def media_of(phone: Phone, state: Gallery, folder: str) -> tuple[Medium, ...]:
    """The media of a folder as they are listed."""
    return library.within(phone, folder, state.kinds, state.favorites, state.media_order)


def folders_of(phone: Phone, state: Gallery) -> tuple[library.Folder, ...]:
    """The folders as they are listed."""
    return library.folders(phone, state.kinds, state.favorites, state.folder_order, state.media_order)


def _targets(state: Gallery, context: Context) -> tuple[str, ...]:
    """The paths of the media to act on: the shown one, the selected ones, or those in selected folders."""
    phone, activity = context.phone, context.activity
    name = "" if activity is None else activity.name
    if name in (PAGER, PHOTO):
        return (seen_of(activity).path,)
    if name == MEDIA:
        return tuple([p for p in state.selection if p in phone.files])
    return tuple([m.path for folder in state.selection for m in media_of(phone, state, folder)])


def _in_viewer(context: Context) -> bool:
    return context.activity is not None and context.activity.name in (PAGER, PHOTO)


# Folders and media


def search(state: Gallery, context: Context, text: str) -> Next[Gallery]:
    """Show what has a text in its name."""
    return replace(state, query=text, selection=()), scroll_to("grid")


def clear_search(state: Gallery, context: Context) -> Next[Gallery]:
    """End the search."""
    return replace(state, query=""), focus("")


def open_folder(state: Gallery, context: Context, folder: str) -> Next[Gallery]:
    """Show a folder's media. During a selection, select or deselect the folder."""
    if state.selection:
        return select(state, context, folder)
    return replace(state, query="", overlay=""), focus(""), start(f"{PACKAGE}/{MEDIA}", folder)


def open_medium(state: Gallery, context: Context, path: str) -> Next[Gallery]:
    """Show a picture or a video. During a selection, select or deselect it."""
    if state.selection:
        return select(state, context, path)
    seen = Seen(path, folder_of(context.activity))
    return _facing(state, context, path), focus(""), start(f"{PACKAGE}/{PAGER}", seen)


def select(state: Gallery, context: Context, path: str) -> Next[Gallery]:
    """Select or deselect a folder or a medium."""
    others = tuple([p for p in state.selection if p != path])
    chosen = others if len(others) < len(state.selection) else (*others, path)
    return replace(state, selection=chosen), focus("")


def select_all(state: Gallery, context: Context) -> Gallery:
    """Select all that is listed."""
    phone, activity = context.phone, context.activity
    listed: list[str]
    if activity is not None and activity.name == MEDIA:
        listed = [m.path for m in media_of(phone, state, folder_of(activity))]
    else:
        listed = [folder.path for folder in folders_of(phone, state)]
    return replace(state, selection=tuple(listed), overlay="")


def deselect(state: Gallery, context: Context) -> Gallery:
    """Select nothing."""
    return replace(state, selection=(), overlay="")


def open_camera(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the camera."""
    return replace(state, overlay=""), show(Intent("android.media.action.STILL_IMAGE_CAMERA"))


def open_settings(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}")


def leave(state: Gallery, context: Context) -> Next[Gallery]:
    """Go up from a screen."""
    stopped = replace(state.playback, since=-1)
    return replace(state, query="", overlay="", selection=(), playback=stopped), focus(""), finish()


def switch(state: Gallery, context: Context, name: str) -> Gallery:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, overlay="", **change)


# What is open over the screen


def open_overlay(state: Gallery, context: Context, overlay: str) -> Next[Gallery]:
    """Open a menu or a dialog."""
    state = replace(state, overlay=overlay)
    if overlay == "sort":
        state = replace(state, draft_order=_order_of(state, context))
    elif overlay == "filter":
        state = replace(state, draft_kinds=state.kinds)
    elif overlay == "delete":
        state = replace(state, ask_not=False)
    return state, focus("")


def close_overlay(state: Gallery, context: Context) -> Next[Gallery]:
    """Close the open dialog or menu."""
    return replace(state, overlay="", how="", carried=()), focus("")


def _order_of(state: Gallery, context: Context) -> tuple[str, bool]:
    media = context.activity is not None and context.activity.name == MEDIA
    return state.media_order if media else state.folder_order


def draft_order(state: Gallery, context: Context, by: str, down: bool) -> Gallery:
    """Change the sort order in the dialog."""
    return replace(state, draft_order=(by, down))


def sort(state: Gallery, context: Context) -> Next[Gallery]:
    """Sort as it was chosen."""
    media = context.activity is not None and context.activity.name == MEDIA
    if media:
        state = replace(state, media_order=state.draft_order, overlay="")
    else:
        state = replace(state, folder_order=state.draft_order, overlay="")
    return state, scroll_to("grid")


def draft_kind(state: Gallery, context: Context, kind: str) -> Gallery:
    """Check or uncheck a kind of media in the dialog."""
    chosen = tuple([k for k in KINDS if (k in state.draft_kinds) != (k == kind)])
    return replace(state, draft_kinds=chosen)


def filter_kinds(state: Gallery, context: Context) -> Next[Gallery]:
    """Show the kinds of media that were chosen."""
    return replace(state, kinds=state.draft_kinds, overlay="", selection=()), scroll_to("grid")


def choose_columns(state: Gallery, context: Context, count: int) -> Next[Gallery]:
    """Set the number of columns."""
    return replace(state, columns=count, overlay=""), scroll_to("grid")


# Sharing, favourites, names


def share_media(state: Gallery, context: Context) -> Next[Gallery]:
    """Share the selection or the shown medium with another app."""
    paths = _targets(state, context)
    if not paths:
        return state
    extras = tuple([(intents.STREAM, documents.uri_of(path)) for path in paths[:1]])
    return replace(state, overlay=""), share(
        Intent(intents.SEND, type=documents.type_of(paths[0]), extras=extras)
    )


def open_with(state: Gallery, context: Context) -> Next[Gallery]:
    """Have another app show the medium."""
    path = seen_of(context.activity).path
    intent = Intent(intents.VIEW, documents.uri_of(path), type=documents.type_of(path))
    return replace(state, overlay="", playback=state.playback.stopped(context.uptime)), show(intent)


def edit(state: Gallery, context: Context) -> Next[Gallery]:
    """Have an editor open the medium."""
    path = seen_of(context.activity).path
    intent = Intent("android.intent.action.EDIT", documents.uri_of(path), type=documents.type_of(path))
    return replace(state, overlay="", playback=state.playback.stopped(context.uptime)), show(intent)


def switch_favorites(state: Gallery, context: Context) -> Gallery:
    """Add the selection or the shown medium to the favourites, or remove all if they are in it."""
    paths = _targets(state, context)
    left = tuple([path for path in state.favorites if path not in paths])
    all_are = all(path in state.favorites for path in paths)
    return replace(state, favorites=left if all_are else (*left, *paths), selection=(), overlay="")


def ask_name(state: Gallery, context: Context) -> Next[Gallery]:
    """Ask for another name of the medium."""
    paths = _targets(state, context)
    if len(paths) != 1:
        return replace(state, overlay="")
    stem = posixpath.splitext(posixpath.basename(paths[0]))[0]
    return replace(state, overlay="rename", name=stem), focus("name"), do(text_input.select_all)


def type_name(state: Gallery, context: Context, text: str) -> Gallery:
    """Take over a name."""
    return replace(state, name=text[:NAME_LIMIT])


def rename(state: Gallery, context: Context) -> Next[Gallery]:
    """Give the medium the name that was typed."""
    paths = _targets(state, context)
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
    after = replace(state, overlay="", selection=(), favorites=favorites, played=played)
    shown = (do(show_instead, new),) if _in_viewer(context) else ()
    return after, focus(""), _change(context, "move", old, new), *shown


# Deleting


def _changed(phone: Phone, how: str, old: str, new: str) -> Phone:
    """The phone after a file was moved, copied or deleted; a folder that a file comes back to is made again."""
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
    """Effect: a file is moved, copied or deleted."""
    return do(attempted, context.res.string("simple_gallery.failed"), _changed, how, old, new)


def ask_to_delete(state: Gallery, context: Context) -> Next[Gallery]:
    """Ask before files are deleted, unless that was not wanted."""
    if not _targets(state, context):
        return replace(state, overlay="")
    return open_overlay(state, context, "delete") if state.ask else delete(state, context)


def switch_ask(state: Gallery, context: Context) -> Gallery:
    """Choose not to be asked again, or to be."""
    return replace(state, ask_not=not state.ask_not)


def delete(state: Gallery, context: Context) -> Next[Gallery]:
    """Move files to the recycle bin, or delete them if they are in it or it is off."""
    effects = []
    paths = _targets(state, context)
    for path in paths:
        if state.use_bin and not path.startswith(BIN + "/"):
            effects.append(_change(context, "move", path, BIN + files.shown(path)))
        else:
            effects.append(_change(context, "delete", path))
    left = tuple([path for path in state.favorites if path not in paths])
    after = replace(
        state, overlay="", selection=(), favorites=left, ask=state.ask and not state.ask_not, ask_not=False
    )
    return after, *_without(after, context, paths), *effects


def restore(state: Gallery, context: Context) -> Next[Gallery]:
    """Move files from the recycle bin back to their folders."""
    paths = _targets(state, context)
    effects = [
        _change(context, "move", path, files.resolve(path.removeprefix(BIN)))
        for path in paths
        if path.startswith(BIN)
    ]
    after = replace(state, overlay="", selection=())
    said = toast(context.res.string("simple_gallery.restored"))
    return after, *_without(after, context, paths), *effects, said


def empty_bin(state: Gallery, context: Context) -> Next[Gallery]:
    """Delete all that is in the recycle bin."""
    gone = [_change(context, "delete", medium.path) for medium in library.recycled(context.phone)]
    return replace(state, overlay="", selection=()), *gone


def _without(state: Gallery, context: Context, paths: tuple[str, ...]) -> tuple[Any, ...]:
    """Effects: the viewer moves on from a missing medium to its neighbour, or is closed."""
    if not _in_viewer(context):
        return ()
    seen = seen_of(context.activity)
    other = _neighbour(state, context, 1) or _neighbour(state, context, -1)
    return (finish() if other is None or seen.path not in paths else do(show_instead, other),)


# Copying and moving elsewhere


def carry(state: Gallery, context: Context, how: str) -> Next[Gallery]:
    """Ask where to copy or move the selection or the shown medium."""
    carried = _targets(state, context)
    if not carried:
        return replace(state, overlay="")
    return replace(state, overlay="destination", how=how, carried=carried, place=files.STORAGE), focus("")


def go_to(state: Gallery, context: Context, place: str) -> Next[Gallery]:
    """Look at another directory of the storage."""
    return replace(state, place=place), scroll_to("places")


def choose_resolution(state: Gallery, context: Context, resolution: str) -> Gallery:
    """Choose what to do if a file of that name exists."""
    return replace(state, resolution=resolution)


def put(state: Gallery, context: Context, folder: str, asked: bool = False) -> Next[Gallery]:
    """Copy or move the files into a folder. Ask first if files of those names exist."""
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
    after = replace(state, overlay="", how="", carried=(), selection=())
    left = _without(after, context, tuple(done)) if state.how == "move" and done else ()
    return after, focus(""), *left, *effects, toast(said)


# The viewer


def _facing(state: Gallery, context: Context, path: str) -> Gallery:
    """The state as the viewer begins with a medium."""
    medium = library.with_path(context.phone, path)
    length = medium.length if medium is not None else 0
    playback = Playback(length)
    if state.autoplay and length:
        playback = playback.started(context.uptime)
    return replace(
        state, query="", overlay="", bars=True, zoom=1.0, x=0.5, y=0.5, tapped=-_DOUBLE, played=path, playback=playback
    )  # fmt: skip


def show_instead(phone: Phone, path: str) -> Phone:
    """The phone whose viewer in front shows another medium."""
    task = phone.tasks[-1]
    viewer = task.activities[-1]
    viewer = replace(viewer, argument=seen_of(viewer)._replace(path=path))
    return replace(
        phone, tasks=(*phone.tasks[:-1], replace(task, activities=(*task.activities[:-1], viewer)))
    )


def _neighbour(state: Gallery, context: Context, step: int) -> str | None:
    seen = seen_of(context.activity)
    if seen.folder == "-":
        return None
    paths = [medium.path for medium in media_of(context.phone, state, seen.folder)]
    place = paths.index(seen.path) + step if seen.path in paths else -1
    return paths[place] if 0 <= place < len(paths) else None


def leaf(state: Gallery, context: Context) -> Next[Gallery]:
    """A swipe: to the next medium or the one before; down leaves the viewer."""
    if context.direction == "down":
        return leave(state, context)
    if context.direction == "up":
        return state
    other = _neighbour(state, context, 1 if context.direction == "left" else -1)
    return state if other is None else (_facing(state, context, other), do(show_instead, other))


def touch(state: Gallery, context: Context) -> Gallery:
    """Hide the bars, or show them; a second touch at once goes near the place, or back."""
    if context.uptime - state.tapped < _DOUBLE:
        near = state.zoom == 1
        state = replace(state, bars=not state.bars, tapped=-_DOUBLE)
        return replace(
            state,
            zoom=NEAREST / 2 if near else 1.0,
            x=context.x if near else 0.5,
            y=context.y if near else 0.5,
        )
    return replace(state, bars=not state.bars, tapped=context.uptime)


def pan(state: Gallery, context: Context) -> Gallery:
    """Pan the zoomed picture. A tap acts as usual."""
    if not context.direction:
        return touch(state, context)
    x, y = (
        at - (end - begin) / state.zoom
        for at, begin, end in ((state.x, context.x, context.end_x), (state.y, context.y, context.end_y))
    )
    edge = 0.5 / state.zoom
    x, y = (min(max(at, edge), 1 - edge) for at in (x, y))
    return replace(state, x=x, y=y)


def play(state: Gallery, context: Context) -> Gallery:
    """Play the film, or pause."""
    return replace(state, playback=state.playback.toggled(context.uptime))


def seek(state: Gallery, context: Context, width: float) -> Gallery:
    """Go to the place of the bar of time, ``width`` dp wide, that was touched."""
    at = round(touched_share(context, width) * state.playback.length)
    return replace(state, playback=state.playback.sought(context.uptime, at))


# The app


def view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the medium that an intent names; None if there is none."""
    path = documents.path_of(intent.data)
    if library.with_path(phone, path) is None:
        return None
    phone = phone.handled(PACKAGE, _viewed, (path,))
    return activities.start(phone, f"{PACKAGE}/{PHOTO}", Seen(path), intent.action)


def _viewed(state: Gallery, context: Context, path: str) -> Gallery:
    return _facing(replace(state, selection=()), context, path)


def back(state: Gallery, context: Context) -> Next[Gallery]:
    """Close the open dialog, the selection or the search."""
    if state.overlay == "places":
        if state.place != files.STORAGE:
            return go_to(state, context, posixpath.dirname(state.place))
        return replace(state, overlay="destination")
    if state.overlay:
        return close_overlay(state, context)
    if state.selection:
        return deselect(state, context)
    return clear_search(state, context) if state.query else state


def paused(state: Gallery, context: Context) -> Gallery:
    """Pause the video when the viewer is left."""
    if not _in_viewer(context):
        return state
    return replace(state, playback=state.playback.stopped(context.uptime))


def closed(state: Gallery) -> Gallery:
    """The state after the app is closed. Settings are kept."""
    kept = {name: getattr(state, name) for name in SWITCHES}
    return Gallery(
        favorites=state.favorites, folder_order=state.folder_order, media_order=state.media_order, kinds=state.kinds,
        columns=state.columns, **kept,
    )  # fmt: skip
