"""Icon layouts: which apps have an icon on the home screen, and where; as launcher.db, as plain data."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from bmoca_gym.errors import ConfigurationError, cut, nearest
from bmoca_gym.handset.system.launcher_database import (
    CONTAINERS,
    Favorite,
    launcher_database,
    read_launcher_database,
)
from bmoca_gym.handset.value import Value, value
from bmoca_gym.randomization.fields import mapping, whole_number

#: The apps that have an icon in the published environments: what is written under it, and what it starts.
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
_FIELDS = ("columns", "rows", "hotseat_slots", "desktop", "hotseat")

#: The launcher's grid: cells across, cells down, slots of the hotseat.
GRID = (5, 5, 5)
_SCREENS = 5


@value
class PlacedIcon(Value):
    """An icon in a cell. ``component``: ``package/activity``, or one of the names in `HOME_APPS`.

    On the ``desktop``, ``screen`` counts pages from 0 and (``x``, ``y``) counts cells from the top left; in
    the ``hotseat``, ``x`` is the slot from the left, ``screen`` and ``y`` are 0.

    Raises:
        ConfigurationError: a component, container or number that is none; whether the cell is in the grid is
            for the layout to say.
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
                f"icon_layout: {self.component!r} is no app; it must be one of {', '.join(HOME_APPS)}, or a "
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
        """What is written under the icon in English: the launcher asks the app for its name in the locale."""
        return _TITLES.get(self.component) or self.component.partition("/")[0].rpartition(".")[2]

    @property
    def app(self) -> str:
        """The name in `HOME_APPS`, or the component of any other app."""
        return _TITLES.get(self.component, self.component)

    @property
    def cell(self) -> tuple[str, int, int, int]:
        """Where it is; the order in which layouts list their icons."""
        return (self.container, self.screen, self.y, self.x)


@value
class IconLayout(Value):
    """The icons of a home screen, listed by cell: equal home screens are equal values.

    The launcher's grid has 5 columns, 5 rows and 5 hotseat slots; fewer keep icons out of its right and lower
    cells. Row 0 of screen 0 belongs to the search bar.

    Raises:
        ConfigurationError: an icon outside the grid or under the search bar, or two in one cell.
    """

    columns: int = GRID[0]
    rows: int = GRID[1]
    hotseat_slots: int = GRID[2]
    icons: tuple[PlacedIcon, ...] = ()

    def __post_init__(self) -> None:
        for name, low, high in (("columns", 1, GRID[0]), ("rows", 2, GRID[1]), ("hotseat_slots", 0, GRID[2])):
            number = whole_number(f"icon_layout.{name}", getattr(self, name), low, high)
            object.__setattr__(self, name, number)
        if not isinstance(self.icons, (tuple, list)):
            raise ConfigurationError(f"icon_layout.icons is {self.icons!r}; it must be a tuple of PlacedIcon")
        taken: dict[tuple[str, int, int, int], PlacedIcon] = {}
        for icon in self.icons:
            if not isinstance(icon, PlacedIcon):
                raise ConfigurationError(f"icon_layout.icons has {icon!r}; each must be a PlacedIcon")
            self._check_cell(icon)
            other = taken.setdefault(icon.cell, icon)
            if other is not icon:
                raise ConfigurationError(
                    f"icon_layout: {other.title} and {icon.title} are both in {_place(icon)}; "
                    "give each its own cell"
                )
        object.__setattr__(self, "icons", tuple(sorted(self.icons, key=lambda icon: icon.cell)))

    def _check_cell(self, icon: PlacedIcon) -> None:
        if icon.container == "hotseat":
            right = icon.screen == 0 and icon.y == 0 and icon.x < self.hotseat_slots
            wanted = f"a slot below {self.hotseat_slots}, on screen 0, in row 0"
        else:
            free = icon.y > 0 or icon.screen > 0  # the search bar lies over row 0 of the first screen
            right = free and icon.screen < _SCREENS and icon.x < self.columns and icon.y < self.rows
            wanted = (
                f"x below {self.columns}, y from 1 to {self.rows - 1} (from 0 on later screens), "
                f"screen below {_SCREENS}"
            )
        if not right:
            raise ConfigurationError(f"icon_layout: {icon.title} is in {_place(icon)}; it must have {wanted}")

    def __contains__(self, app: object) -> bool:
        """Whether the app, a name of `HOME_APPS` or a component, has an icon."""
        component = _short(HOME_APPS.get(app, app)) if isinstance(app, str) else None
        return any(icon.component == component for icon in self.icons)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: lists ``desktop`` of [app, x, y] (or [app, x, y, screen]), ``hotseat`` of [app, slot].

        The size of the grid is left out where it is the launcher's own.
        """
        size = (("columns", self.columns), ("rows", self.rows), ("hotseat_slots", self.hotseat_slots))
        data: dict[str, Any] = {
            name: number for (name, number), usual in zip(size, GRID, strict=True) if number != usual
        }
        data["desktop"] = [
            [icon.app, icon.x, icon.y, *([icon.screen] if icon.screen else [])]
            for icon in self.icons
            if icon.container == "desktop"
        ]
        data["hotseat"] = [[icon.app, icon.x] for icon in self.icons if icon.container == "hotseat"]
        return data


def layout_from(given: object) -> IconLayout:
    """The layout of plain data as `IconLayout.to_dict` gives it, or the layout itself.

    Raises:
        ConfigurationError: it is malformed; the message names the field and what would be right.
    """
    if isinstance(given, IconLayout):
        return given
    given = mapping("icon_layout", given, _FIELDS, optional=_FIELDS)
    desktop = [
        _placed(row, "desktop")
        for row in _rows(given, "desktop", (3, 4), "[app, x, y] or [app, x, y, screen]")
    ]
    hotseat = [_placed(row, "hotseat") for row in _rows(given, "hotseat", (2,), "[app, slot]")]
    size = {name: given[name] for name in _FIELDS[:3] if name in given}
    return IconLayout(**size, icons=(*desktop, *hotseat))


def _rows(given: Mapping[Any, Any], field: str, lengths: tuple[int, ...], form: str) -> list[list[Any]]:
    rows = given.get(field, [])
    if not isinstance(rows, (list, tuple)):
        raise ConfigurationError(f"icon_layout.{field} is {cut(rows)}; it must be a list of {form}")
    for row in rows:
        if not (isinstance(row, (list, tuple)) and len(row) in lengths):
            raise ConfigurationError(f"icon_layout.{field} has {cut(row)}; it must be {form}")
    return [list(row) for row in rows]


def _placed(row: list[Any], container: str) -> PlacedIcon:
    app, x, y, screen = (*row, 0, 0)[:4]
    return PlacedIcon(app, container, screen, x, y)


def _short(component: str) -> str:
    """The component as Android prints it: an activity of the app's own package from its dot on."""
    package, _, activity = component.partition("/")
    return f"{package}/{activity[len(package) :]}" if activity.startswith(package + ".") else component


def _place(icon: PlacedIcon) -> str:
    if icon.container == "hotseat":
        return f"hotseat slot {icon.x}" + (
            f" of screen {icon.screen}, row {icon.y}" if icon.screen or icon.y else ""
        )
    return f"cell x={icon.x}, y={icon.y} of screen {icon.screen}"


def favorites(layout: IconLayout) -> tuple[Favorite, ...]:
    """The icons as rows of launcher.db."""
    return tuple(
        Favorite(icon.title, icon.component, icon.container, icon.screen, icon.x, icon.y)
        for icon in layout.icons
    )


def layout_of(rows: Iterable[Favorite]) -> IconLayout:
    """The layout of rows of launcher.db, in the launcher's own grid.

    Raises:
        ConfigurationError: an icon is outside that grid, or two are in one cell.
    """
    return IconLayout(
        icons=tuple(
            PlacedIcon(row.component, row.container, row.screen, row.cell_x, row.cell_y) for row in rows
        )
    )


def launcher_db(layout: IconLayout) -> bytes:
    """The layout as the file ``launcher.db``, the same bytes each time. The size of the grid is not in it."""
    return launcher_database(favorites(layout))


def parse_launcher_db(data: bytes) -> IconLayout:
    """The layout in a file ``launcher.db``, in the launcher's own grid.

    Raises:
        ConfigurationError: ``data`` is no such file, or has icons outside the grid or on top of each other.
    """
    try:
        return layout_of(read_launcher_database(data))
    except sqlite3.DatabaseError as error:
        raise ConfigurationError(
            f"launcher.db can't be read ({error}); it must be a Pixel Launcher's database"
        ) from error
