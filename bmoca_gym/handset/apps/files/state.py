"""Files' state: current place and view, selection, overlays."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bmoca_gym.handset.state import Activity
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.android.documentsui"
ID = PACKAGE + ":id/"
LAUNCHER = PACKAGE + ".LauncherActivity"
BROWSER = PACKAGE + ".files.FilesActivity"
INSPECTOR = PACKAGE + ".inspector.InspectorActivity"
#: Shows a picture; stands in for the gallery that Files hands pictures to.
VIEWER = PACKAGE + ".ViewerActivity"
PICKER = PACKAGE + ".picker.PickActivity"


PageName = Literal["browser", "destination", "save", "inspector", "viewer"]
OverlayName = Literal["", "drawer", "menu", "sort", "new_folder", "rename", "selection", "delete"]


@value
class Files(Value):
    """The app's state.

    Attributes:
        stack: the root's name, then the paths of the opened directories, the shown one last.
        order: one of `documents.ORDERS`, "" for the place's own.
        name: the name typed in a dialog.
        carried: documents to "copy", "move" or "extract" (``carrying``) to the directory being chosen.
        source: the stack in which they were selected.
        title: the name under which another app saves a document.
    """

    stack: tuple[str, ...] = ("recent",)
    grid: bool = True
    order: str = ""
    chip: str = ""
    searching: bool = False
    query: str = ""
    selection: tuple[str, ...] = ()
    overlay: OverlayName = ""
    name: str = ""
    carrying: str = ""
    carried: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    title: str = ""


# A document of another app that is saved


class Saving(NamedTuple):
    """A document for the picker to save: its MIME type and the suggested name."""

    mime: str
    title: str


def saved_by(activity: Activity | None) -> Saving | None:
    """The document that an activity saves, if it does."""
    return activity.argument if activity is not None and isinstance(activity.argument, Saving) else None
