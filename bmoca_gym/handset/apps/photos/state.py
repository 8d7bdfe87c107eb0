"""Photos' state: tab, search, selection, favourites."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.apps.photos import library
from bmoca_gym.handset.apps.photos.library import Medium
from bmoca_gym.handset.kits.picture_edit import Edit
from bmoca_gym.handset.kits.picture_view import DOUBLE
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.providers.pictures import Shown
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.google.android.apps.photos"
ID = PACKAGE + ":id/"
HOME = PACKAGE + ".home.HomeActivity"
ALBUM = PACKAGE + ".localmedia.ui.LocalPhotosActivity"
EDITOR = PACKAGE + ".editor.PhotoEditorActivity"
VIEWER = pictures.VIEWER.partition("/")[2]

PageName = Literal["photos", "search", "library"]
OverlayName = Literal["", "account", "details", "delete", "delete_shown"]


@value
class PhotosState(Value):
    """The app's state.

    Attributes:
        selection, favorites: paths of the selected and of the favorite media.
        bars: whether the viewer's bars are shown.
        zoom, x, y: magnification of the viewer, and the point of the picture (0 to 1) in its middle.
        tapped: uptime in ms of the last tap on the picture.
        edit: edits of the picture in the editor.
        playback: playback of the video whose path is ``played``.
    """

    page: PageName = "photos"
    query: str = ""
    selection: tuple[str, ...] = ()
    favorites: tuple[str, ...] = ()
    bars: bool = True
    overlay: OverlayName = ""
    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5
    tapped: int = -DOUBLE
    edit: Edit = Edit()
    played: str = ""
    playback: Playback = Playback()


def shown_of(activity: Any) -> Shown:
    """The argument of an album or the viewer, or a default."""
    return activity.argument if isinstance(activity.argument, Shown) else Shown("")


def is_trash(activity: Any) -> bool:
    """Whether an album or the viewer shows the trash."""
    return shown_of(activity).kind == library.TRASH.kind


def photos_of(phone: Phone, state: PhotosState, shown: Shown) -> tuple[Medium, ...]:
    """The pictures of an album, or those that the viewer swipes through."""
    if shown.kind == library.TRASH.kind:
        return library.trashed(phone)
    return library.among(
        library.media_of(phone), state.favorites, shown, phone.configuration.locale, phone.zone
    )
