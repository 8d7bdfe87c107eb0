"""Snapseed's state: preferences, the picture and its edits."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.apps.snapseed.pixels import Edited
from bmoca_gym.handset.apps.snapseed.tools import TOOLS, Edit
from bmoca_gym.handset.system import files, shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preference, Preferences
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.niksoftware.snapseed"
ID = PACKAGE + ":id/"
_CLASSES = "com.google.android.apps.snapseed."
MAIN = _CLASSES + "WelcomeScreenActivity"
#: Lists the phone's pictures; stands in for the documents picker.
PICKER = _CLASSES + "PickerActivity"
SETTINGS = _CLASSES + "PreferencesActivity"
PREFERENCES_PATH = f"/data/data/{PACKAGE}/shared_prefs/Preferences.xml"
FOLDER = files.STORAGE + "/Snapseed"

OverlayName = Literal["", "menu", "open", "stack", "edits", "parameters", "choice"]
DARK_THEME = "pref_appearance_use_dark_theme"
COMPRESSION = "pref_export_setting_compression"
LONG_EDGE = "pref_export_setting_long_edge"
#: What the two lists of the settings offer: longer side in px, 0 for the picture's own; quality, 0 for PNG.
CHOICES: dict[str, tuple[int, ...]] = {
    LONG_EDGE: (0, 800, 1366, 1920, 2000, 4000),
    COMPRESSION: (80, 95, 100, 0),
}
_DEFAULTS = {LONG_EDGE: 0, COMPRESSION: 95}
#: What the app writes when it first runs.
_FIRST_PREFERENCES: Preferences = (
    Preference("boolean", DARK_THEME, False),
    Preference("string", LONG_EDGE, str(_DEFAULTS[LONG_EDGE])),
    Preference("string", COMPRESSION, str(_DEFAULTS[COMPRESSION])),
)


@value
class Draft(Value):
    """An open tool: its pending edit, the parameter that a drag changes, and whether its styles are shown."""

    edit: Edit
    parameter: int = 0
    styles: bool = True


@value
class Snapseed(Value):
    """The app's state.

    Attributes:
        path, data: path and content of the open picture, "" and b"" for none.
        history: the edits after each change; ``at`` is the index of the shown one.
        panel: looks, tools, export or "".
        look: index of the look being tried, -1 for none.
        about: the setting whose choices are shown.
    """

    preferences: Preferences = _FIRST_PREFERENCES
    path: str = ""
    data: bytes = b""
    history: tuple[tuple[Edit, ...], ...] = ((),)
    at: int = 0
    panel: str = "looks"
    look: int = -1
    draft: Draft | None = None
    overlay: OverlayName = ""
    about: str = ""

    @property
    def dark(self) -> bool:
        """Whether the app's dark theme is on."""
        return bool(shared_preferences.get(self.preferences, DARK_THEME, "boolean", False))

    def choice(self, key: str) -> int:
        """The chosen value of one of `CHOICES`, or the default if the file has an unknown one."""
        text = shared_preferences.get(self.preferences, key, "string", "")
        return next((number for number in CHOICES[key] if str(number) == text), _DEFAULTS[key])

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits made and not undone."""
        return self.history[self.at]

    @property
    def shown(self) -> Edited:
        """The picture with the previewed look or tool."""
        tried: tuple[Edit, ...] = ()
        if self.look >= 0:
            tried = (Edit("look", (), self.look),)
        elif self.draft is not None and changes(self.draft.edit):
            tried = (self.draft.edit,)
        return Edited(self.data, (*self.edits, *tried))


def changes(edit: Edit) -> bool:
    """Whether an edit changes a picture at all."""
    tool = TOOLS.get(edit.tool)
    return tool is None or tool.changes_at_once or edit != tool.first


def read_preferences(state: Snapseed) -> bytes:
    """The preferences' file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: Snapseed, data: bytes) -> Snapseed:
    """Return the state after the file was written from outside."""
    return replace(state, preferences=shared_preferences.parse(data))


def several(tool: str) -> bool:
    """Whether there are several parameters to choose from."""
    return sum(bool(p.name) for p in TOOLS[tool].parameters) > 1
