"""Icon layouts of the home screen, as values, as plain data and as the launcher's database."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from bmoca_gym.errors import ConfigurationError, cut, nearest
from bmoca_gym.handset.apps.launcher.database import (
    CONTAINERS,
    Favorite,
    launcher_database,
    read_launcher_database,
)
from bmoca_gym.handset.value import Value, value
from bmoca_gym.randomization.fields import mapping, whole_number

#: Apps on the home screens of the published configurations, by label, with the component that each starts.
HOME_APPS: dict[str, str] = {
    "Calculator": "com.google.android.calculator/com.android.calculator2.Calculator",
    "Calendar": "com.google.android.calendar/com.android.calendar.AllInOneActivity",
    "Camera": "com.android.camera2/com.android.camera.CameraLauncher",
    "Chrome": "com.android.chrome/com.google.android.apps.chrome.Main",
    "Clock": "com.google.android.deskclock/com.android.deskclock.DeskClock",
    "Contacts": "com.android.contacts/.activities.PeopleActivity",
    "Files": "com.android.documentsui/.LauncherActivity",
    "Gmail": "com.google.android.gm/.ConversationListActivityGmail",
    "Instagram": "com.instagram.android/.activity.MainTabActivity",
    "Maps": "com.google.android.apps.maps/com.google.android.maps.MapsActivity",
    "Messages": "com.google.android.apps.messaging/.ui.ConversationListActivity",
    "Phone": "com.android.dialer/.main.impl.MainActivity",
    "Photos": "com.google.android.apps.photos/.home.HomeActivity",
    "Settings": "com.android.settings/.Settings",
    "Snapseed": "com.niksoftware.snapseed/com.google.android.apps.snapseed.WelcomeScreenActivity",
    "Walmart": "com.walmart.android/com.walmart.glass.integration.splash.SplashActivity",
    "Wikipedia": "org.wikipedia/.main.MainActivity",
    "YouTube": "com.google.android.youtube/.app.honeycomb.Shell$HomeActivity",
}

_TITLES = {component: title for title, component in HOME_APPS.items()}
_COMPONENT = re.compile(r"[A-Za-z][\w]*(\.[A-Za-z][\w]*)+/\.?[A-Za-z][\w$]*(\.[A-Za-z][\w$]*)*", re.ASCII)
#: Fields of an icon layout in a file.
FIELDS = ("columns", "rows", "hotseat_slots", "desktop", "hotseat")

#: Columns, rows and hotseat slots of the launcher's grid.
GRID = (5, 5, 5)
#: Most pages of the desktop.
PAGES = 5

#: Most apps in a folder; the launcher shows them on one page.
FOLDER_LIMIT = 9


@value
class PlacedIcon(Value):
    """An icon in a cell.

    Attributes:
        component: ``package/activity``, or a name in `HOME_APPS`.
        container: ``"desktop"`` or ``"hotseat"``.
        screen: page of the desktop, from 0; 0 in the hotseat.
        x: column from the left, from 0; in the hotseat, the slot.
        y: row from the top, from 0; 0 in the hotseat.

    Raises:
        ConfigurationError: a field is invalid. Whether the cell is inside the grid is checked by the layout.
    """

    component: str
    container: str
    screen: int
    x: int
    y: int

    def __post_init__(self) -> None:
        component = HOME_APPS.get(self.component, self.component) if isinstance(self.component, str) else None
        if component is None or not _COMPONENT.fullmatch(component):
            raise ConfigurationError(
                f"icon_layout: {self.component!r} is not an app; it must be one of {', '.join(HOME_APPS)}, or a "
                "component such as 'com.android.settings/.Settings'."
                + nearest(str(self.component), HOME_APPS)
            )
        object.__setattr__(self, "component", _short(component))
        if not (isinstance(self.container, str) and self.container in CONTAINERS):
            raise ConfigurationError(
                f"icon_layout: container of {self.title} is {self.container!r}; it must be 'desktop' or "
                "'hotseat'"
            )
        for name in ("screen", "x", "y"):
            number = whole_number(f"icon_layout: {name} of {self.title}", getattr(self, name), 0, 99)
            object.__setattr__(self, name, number)

    @property
    def title(self) -> str:
        """English label of the icon. The launcher itself asks the app for its label in the locale."""
        return _TITLES.get(self.component) or self.component.partition("/")[0].rpartition(".")[2]

    @property
    def app(self) -> str:
        """Name in `HOME_APPS`, or the component of any other app."""
        return _name(self.component)

    @property
    def cell(self) -> tuple[str, int, int, int]:
        """Cell, by which layouts sort their icons."""
        return (self.container, self.screen, self.y, self.x)


@value
class PlacedFolder(Value):
    """A folder in a cell, which is given as in `PlacedIcon`.

    ``title``: its label, may be ""; ``components``: the two or more apps in it, as in `PlacedIcon`.

    Raises:
        ConfigurationError: it has fewer than two apps or more than `FOLDER_LIMIT`, or another field is
            invalid.
    """

    title: str
    components: tuple[str, ...]
    container: str
    screen: int
    x: int
    y: int

    def __post_init__(self) -> None:
        if not (isinstance(self.title, str) and len(self.title) <= 64 and "\0" not in self.title):
            raise ConfigurationError(
                f"icon_layout: title of a folder is {cut(self.title)}; it must be a short text"
            )
        if not (isinstance(self.components, (tuple, list)) and 2 <= len(self.components) <= FOLDER_LIMIT):
            raise ConfigurationError(
                f"icon_layout: folder {self.title!r} holds {cut(self.components)}; it must be a list of 2 to "
                f"{FOLDER_LIMIT} apps"
            )
        inside = [PlacedIcon(app, self.container, self.screen, self.x, self.y) for app in self.components]
        object.__setattr__(self, "components", tuple(icon.component for icon in inside))
        for name in ("screen", "x", "y"):
            object.__setattr__(self, name, getattr(inside[0], name))

    @property
    def cell(self) -> tuple[str, int, int, int]:
        """Cell, see `PlacedIcon.cell`."""
        return (self.container, self.screen, self.y, self.x)


@value
class IconLayout(Value):
    """Icons and folders of a home screen, sorted by cell: equal home screens are equal values.

    The launcher's grid has 5 columns, 5 rows and 5 hotseat slots. Smaller numbers keep icons out of the right
    and lower cells. Row 0 of screen 0 is the search bar's.

    Raises:
        ConfigurationError: an icon is outside the grid or under the search bar, or two are in one cell.
    """

    columns: int = GRID[0]
    rows: int = GRID[1]
    hotseat_slots: int = GRID[2]
    icons: tuple[PlacedIcon, ...] = ()
    folders: tuple[PlacedFolder, ...] = ()

    def __post_init__(self) -> None:
        for name, low, high in (("columns", 1, GRID[0]), ("rows", 2, GRID[1]), ("hotseat_slots", 0, GRID[2])):
            number = whole_number(f"icon_layout.{name}", getattr(self, name), low, high)
            object.__setattr__(self, name, number)
        taken: dict[tuple[str, int, int, int], PlacedIcon | PlacedFolder] = {}
        for field, kind in (("icons", PlacedIcon), ("folders", PlacedFolder)):
            placed = getattr(self, field)
            if not isinstance(placed, (tuple, list)):
                raise ConfigurationError(
                    f"icon_layout.{field} is {placed!r}; it must be a tuple of {kind.__name__}"
                )
            for each in placed:
                if not isinstance(each, kind):
                    raise ConfigurationError(
                        f"icon_layout.{field} has {each!r}; each must be a {kind.__name__}"
                    )
                self._check_cell(each)
                other = taken.setdefault(each.cell, each)
                if other is not each:
                    raise ConfigurationError(
                        f"icon_layout: {other.title} and {each.title} are both in {_place(each)}; "
                        "give each its own cell"
                    )
            object.__setattr__(self, field, tuple(sorted(placed, key=lambda each: each.cell)))

    def _check_cell(self, icon: PlacedIcon | PlacedFolder) -> None:
        if icon.container == "hotseat":
            right = icon.screen == 0 and icon.y == 0 and icon.x < self.hotseat_slots
            wanted = f"a slot below {self.hotseat_slots}, on screen 0, in row 0"
        else:
            free = icon.y > 0 or icon.screen > 0  # the search bar lies over row 0 of the first screen
            right = free and icon.screen < PAGES and icon.x < self.columns and icon.y < self.rows
            wanted = (
                f"x below {self.columns}, y from 1 to {self.rows - 1} (from 0 on later screens), "
                f"screen below {PAGES}"
            )
        if not right:
            raise ConfigurationError(f"icon_layout: {icon.title} is in {_place(icon)}; it must have {wanted}")

    def __contains__(self, app: object) -> bool:
        """Whether an app (a name in `HOME_APPS` or a component) has an icon, in a folder or outside."""
        component = _short(HOME_APPS.get(app, app)) if isinstance(app, str) else None
        return any(icon.component == component for icon in self.icons) or any(
            component in folder.components for folder in self.folders
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: a list ``desktop`` of [app, x, y] or [app, x, y, screen], and a list ``hotseat``
        of [app, slot].

        A folder is given in place of an app, as a mapping of its title to the list of its apps. The size of
        the grid is left out if it is the launcher's own.
        """
        size = (("columns", self.columns), ("rows", self.rows), ("hotseat_slots", self.hotseat_slots))
        data: dict[str, Any] = {
            name: number for (name, number), usual in zip(size, GRID, strict=True) if number != usual
        }
        data["desktop"], data["hotseat"] = [], []
        placed: tuple[PlacedIcon | PlacedFolder, ...] = (*self.icons, *self.folders)
        for each in placed:
            what = (
                each.app
                if isinstance(each, PlacedIcon)
                else {each.title: [_name(c) for c in each.components]}
            )
            place = (
                [each.x]
                if each.container == "hotseat"
                else [each.x, each.y, *([each.screen] if each.screen else [])]
            )
            data[each.container].append([what, *place])
        return data


def layout_from(given: object) -> IconLayout:
    """Make a layout from plain data as `IconLayout.to_dict` returns it. A layout is returned unchanged.

    Raises:
        ConfigurationError: it is malformed; the message names the field and what is expected.
    """
    if isinstance(given, IconLayout):
        return given
    given = mapping("icon_layout", given, FIELDS, optional=FIELDS)
    desktop = [
        _placed(row, "desktop")
        for row in _rows(given, "desktop", (3, 4), "[app, x, y] or [app, x, y, screen]")
    ]
    hotseat = [_placed(row, "hotseat") for row in _rows(given, "hotseat", (2,), "[app, slot]")]
    size = {name: given[name] for name in FIELDS[:3] if name in given}
    placed = (*desktop, *hotseat)
    icons = tuple(each for each in placed if isinstance(each, PlacedIcon))
    return IconLayout(
        **size, icons=icons, folders=tuple(each for each in placed if isinstance(each, PlacedFolder))
    )


def _rows(given: Mapping[Any, Any], field: str, lengths: tuple[int, ...], form: str) -> list[list[Any]]:
    rows = given.get(field, [])
    if not isinstance(rows, (list, tuple)):
        raise ConfigurationError(f"icon_layout.{field} is {cut(rows)}; it must be a list of {form}")
    for row in rows:
        if not (isinstance(row, (list, tuple)) and len(row) in lengths):
            raise ConfigurationError(f"icon_layout.{field} has {cut(row)}; it must be {form}")
    return [list(row) for row in rows]


def _placed(row: list[Any], container: str) -> PlacedIcon | PlacedFolder:
    what, x, y, screen = (*row, 0, 0)[:4]
    if not isinstance(what, Mapping):
        return PlacedIcon(what, container, screen, x, y)
    if len(what) != 1:
        raise ConfigurationError(
            f"icon_layout has {cut(what)}; a folder is a mapping of its title to a list of apps"
        )
    ((title, apps),) = what.items()
    return PlacedFolder(title, apps, container, screen, x, y)


def _name(component: str) -> str:
    """The name in `HOME_APPS`, or the component of any other app."""
    return _TITLES.get(component, component)


def _short(component: str) -> str:
    """The component as Android prints it: without the package in front of an activity of the same package."""
    package, _, activity = component.partition("/")
    return f"{package}/{activity[len(package) :]}" if activity.startswith(package + ".") else component


def _place(icon: PlacedIcon | PlacedFolder) -> str:
    if icon.container == "hotseat":
        return f"hotseat slot {icon.x}" + (
            f" of screen {icon.screen}, row {icon.y}" if icon.screen or icon.y else ""
        )
    return f"cell x={icon.x}, y={icon.y} of screen {icon.screen}"


def favorites(layout: IconLayout) -> tuple[Favorite, ...]:
    """Return the icons, then the folders, as rows of launcher.db."""
    icons = (Favorite(i.title, i.component, i.container, i.screen, i.x, i.y) for i in layout.icons)
    folders = (Favorite(f.title, "", f.container, f.screen, f.x, f.y, f.components) for f in layout.folders)
    return (*icons, *folders)


def layout_of(rows: Iterable[Favorite]) -> IconLayout:
    """Make the layout from rows of launcher.db, in the launcher's own grid.

    Raises:
        ConfigurationError: an icon is outside the grid, or two are in one cell.
    """
    every = tuple(rows)
    return IconLayout(
        icons=tuple(
            PlacedIcon(row.component, row.container, row.screen, row.cell_x, row.cell_y)
            for row in every
            if row.component
        ),
        folders=tuple(
            PlacedFolder(row.title, row.inside, row.container, row.screen, row.cell_x, row.cell_y)
            for row in every
            if not row.component
        ),
    )


def launcher_db(layout: IconLayout) -> bytes:
    """Return the layout as a file ``launcher.db``, always with the same bytes. The size of the grid is not in
    it.
    """
    return launcher_database(favorites(layout))


def parse_launcher_db(data: bytes) -> IconLayout:
    """Read the layout from a file ``launcher.db``, in the launcher's own grid.

    Raises:
        ConfigurationError: ``data`` is not such a file, or icons are outside the grid or in the same cell.
    """
    try:
        return layout_of(read_launcher_database(data))
    except sqlite3.DatabaseError as error:
        raise ConfigurationError(
            f"launcher.db can't be read ({error}); it must be a Pixel Launcher's database"
        ) from error
