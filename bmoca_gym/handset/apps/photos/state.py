"""Photos' state: tab, search, selection, favourites, overlays of a picture; and its handlers."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.photos import library
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.providers.pictures import Photo, Shown
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clock, documents, intents
from bmoca_gym.handset.value import Value, do, replace, value

PACKAGE = "com.google.android.apps.photos"
ID = PACKAGE + ":id/"
HOME = PACKAGE + ".home.HomeActivity"
ALBUM = PACKAGE + ".localmedia.ui.LocalPhotosActivity"
VIEWER = pictures.VIEWER.partition("/")[2]


@value
class PhotosState(Value):
    """The app's state. ``selection``, ``favorites``: paths; ``bars``: the viewer's bars are shown; ``overlay``: "",
    "details" or "delete".
    """

    tab: str = "photos"
    query: str = ""
    selection: tuple[str, ...] = ()
    favorites: tuple[str, ...] = ()
    bars: bool = True
    overlay: str = ""


def shown_of(activity: Any) -> Shown:
    """The argument of an album or the viewer, or a default."""
    return activity.argument if isinstance(activity.argument, Shown) else Shown("")


def photos_of(phone: Phone, state: PhotosState, shown: Shown) -> tuple[Photo, ...]:
    """The pictures of an album, or those that the viewer swipes through."""
    return library.among(
        pictures.photos(phone), state.favorites, shown, phone.configuration.locale, clock.zone_of(phone)
    )


# Tabs and albums


def show_tab(state: PhotosState, context: Context, name: str) -> Next[PhotosState]:
    """Go to a tab."""
    return replace(state, tab=name, query="", selection=()), focus("")


def search(state: PhotosState, context: Context, text: str) -> Next[PhotosState]:
    """Search for words."""
    return replace(state, query=text, selection=()), scroll_to("found")


def clear_search(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Empty the search field."""
    return replace(state, query="", selection=()), focus("search")


def open_album(state: PhotosState, context: Context, shown: Shown) -> Next[PhotosState]:
    """Show an album."""
    return replace(state, selection=()), focus(""), start(f"{PACKAGE}/{ALBUM}", shown)


def up(state: PhotosState, context: Context) -> Next[PhotosState]:
    """The arrow of an album and of a picture."""
    return replace(state, selection=(), overlay=""), finish()


# Selecting


def open_photo(state: PhotosState, context: Context, shown: Shown) -> Next[PhotosState]:
    """Show a picture; while selecting: select it."""
    if state.selection:
        return select(state, context, shown.path)
    opened = start(pictures.VIEWER, shown, pictures.VIEW_ACTION)
    return replace(state, bars=True, overlay=""), focus(""), opened


def select(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Select a picture, or deselect it."""
    others = tuple([p for p in state.selection if p != path])
    chosen = others if len(others) < len(state.selection) else (*others, path)
    return replace(state, selection=chosen), focus("")


def deselect(state: PhotosState, context: Context) -> PhotosState:
    """End selecting."""
    return replace(state, selection=())


def delete_selected(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Delete the selection."""
    after = replace(
        state,
        selection=(),
        overlay="",
        favorites=tuple(p for p in state.favorites if p not in state.selection),
    )
    return (after, *[do(pictures.delete, path) for path in state.selection])


def open_overlay(state: PhotosState, context: Context, name: str) -> Next[PhotosState]:
    """Open a dialog, or close it with ""."""
    return replace(state, overlay=name), focus("")


# The viewer


def switch_bars(state: PhotosState, context: Context) -> PhotosState:
    """Hide the bars over the picture, or show them."""
    return replace(state, bars=not state.bars)


def switch_favorite(state: PhotosState, context: Context, path: str) -> PhotosState:
    """Add a picture to the favourites, or remove it."""
    others = tuple([p for p in state.favorites if p != path])
    return replace(state, favorites=others if len(others) < len(state.favorites) else (*others, path))


def _show_instead(phone: Phone, shown: Shown) -> Phone:
    """The phone whose viewer in front shows another picture."""
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
    """A swipe over a picture: to the next (older) or the one before, up to its details, down out of the viewer."""
    if context.direction == "up":
        return replace(state, overlay="details")
    if context.direction == "down":
        return up(state, context)
    other = _neighbour(state, context, path, 1 if context.direction == "left" else -1)
    return state if other is None else (state, do(_show_instead, other))


def delete_shown(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Delete the picture; the next is shown, or the one before, or the viewer closes after the last."""
    other = _neighbour(state, context, path, 1) or _neighbour(state, context, path, -1)
    after = replace(state, overlay="", favorites=tuple(p for p in state.favorites if p != path))
    return after, do(pictures.delete, path), finish() if other is None else do(_show_instead, other)


def share_shown(state: PhotosState, context: Context, path: str) -> Next[PhotosState]:
    """Open the share sheet for the picture."""
    extras = ((intents.STREAM, documents.uri_of(path)),)
    return state, share(Intent(intents.SEND, type=documents.type_of(path), extras=extras))


# The app


def view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the picture that an intent names; None if there is none."""
    path = documents.path_of(intent.data)
    if pictures.with_path(phone, path) is None:
        return None
    return activities.start(phone, pictures.VIEWER, Shown(path), intent.action)


def created(state: PhotosState, context: Context) -> PhotosState:
    """A picture that another app opens is shown with the bars, and nothing over it."""
    return replace(state, bars=True, overlay="", selection=())


def back(state: PhotosState, context: Context) -> Next[PhotosState]:
    """Close what is open, or go to the first tab."""
    if state.overlay:
        return replace(state, overlay="")
    if context.activity is not None and context.activity.name == VIEWER:
        return state
    if state.selection:
        return replace(state, selection=())
    if context.activity is not None and context.activity.name == HOME:
        return replace(state, query="") if state.query else replace(state, tab="photos")
    return state


def closed(state: PhotosState) -> PhotosState:
    """The state after the app is closed: favourites stay."""
    return PhotosState(favorites=state.favorites)
