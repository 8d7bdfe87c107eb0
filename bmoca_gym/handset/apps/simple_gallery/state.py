"""Simple Gallery's state: selection, copying and moving, the viewer; and what its screens list."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bmoca_gym.handset.apps.simple_gallery import library
from bmoca_gym.handset.apps.simple_gallery.library import ALL, Folder, Medium
from bmoca_gym.handset.kits.picture_edit import Edit
from bmoca_gym.handset.kits.picture_view import DOUBLE
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.simplemobiletools.gallery.pro"
ID = PACKAGE + ":id/"
MAIN, MEDIA, PAGER, PHOTO, SETTINGS, EDIT = (
    f"{PACKAGE}.activities.{name}Activity"
    for name in ("Main", "Media", "ViewPager", "Photo", "Settings", "Edit")
)
#: Switches of the settings, and their defaults.
SWITCHES = {"show_names": False, "use_bin": True, "black": False, "autoplay": False}
KINDS = ("image", "video")
COLUMNS = (1, 2, 3, 4, 5)
RESOLUTIONS = ("skip", "overwrite", "keep_both")


class Seen(NamedTuple):
    """The medium that the viewer shows, and the folder whose media it pages through ("-" for just that medium)."""

    path: str
    folder: str = "-"


OverlayName = Literal[
    "", "folders_menu", "media_menu", "viewer_menu", "selection_menu", "sort", "filter", "columns", "destination",
    "places", "conflict", "rename", "delete", "properties", "rotate", "save_as",
]  # fmt: skip


@value
class Gallery(Value):
    """Simple Gallery's state.

    Attributes:
        selection: paths of the selected folders or media.
        how: whether to "copy" or "move" what is ``carried``; ``place`` is the directory chosen for it.
        resolution: what to do with a file whose name is taken, one of `RESOLUTIONS`.
        name: the new name of a file, as it is typed.
        folder_order, media_order: sort field, and whether descending.
        draft_order, draft_kinds: the choices in a dialog that is not confirmed yet.
        ask: whether to ask before files are deleted; ``ask_not``: the check box of that question.
        bars: whether the viewer shows its bars.
        zoom, x, y: magnification of the viewer, and the place of the picture (0 to 1) in its middle.
        tapped: uptime in ms of the last tap on the picture.
        edit: the edits to the picture in the editor.
        playback: of the video ``played``.
    """

    query: str = ""
    overlay: OverlayName = ""
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
    tapped: int = -DOUBLE
    played: str = ""
    playback: Playback = Playback()
    edit: Edit = Edit()
    show_names: bool = False
    use_bin: bool = True
    black: bool = False
    autoplay: bool = False


def folder_of(activity: Activity | None) -> str:
    """Return the folder that an activity shows."""
    return activity.argument if activity is not None and isinstance(activity.argument, str) else ALL


def seen_of(activity: Activity | None) -> Seen:
    """Return what the viewer of an activity shows."""
    return activity.argument if activity is not None and isinstance(activity.argument, Seen) else Seen("")


def media_of(phone: Phone, state: Gallery, folder: str) -> tuple[Medium, ...]:
    """Return the media of a folder, sorted and filtered."""
    return library.within(phone, folder, state.kinds, state.favorites, state.media_order)


def folders_of(phone: Phone, state: Gallery) -> tuple[Folder, ...]:
    """Return the folders, sorted."""
    return library.folders(phone, state.kinds, state.favorites, state.folder_order, state.media_order)


def listed_media(phone: Phone, state: Gallery, folder: str) -> tuple[Medium, ...]:
    """Return the media of a folder that the search finds."""
    found = media_of(phone, state, folder)
    named = library.matching([medium.name for medium in found], state.query)
    return tuple([medium for medium, fits in zip(found, named, strict=True) if fits])


def listed_folders(phone: Phone, state: Gallery) -> tuple[Folder, ...]:
    """Return the folders that the search finds."""
    found = folders_of(phone, state)
    named = library.matching([library.folder_name(folder.path) for folder in found], state.query)
    return tuple([folder for folder, fits in zip(found, named, strict=True) if fits])


def is_viewer(activity: Activity | None) -> bool:
    """Whether an activity is the viewer."""
    return activity is not None and activity.name in (PAGER, PHOTO)


def is_media(activity: Activity | None) -> bool:
    """Whether an activity shows the media of a folder."""
    return activity is not None and activity.name == MEDIA
