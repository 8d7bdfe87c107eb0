"""The launcher's state: icons, folders, pages, search, open menus."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.packages import aliases
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.value import Value, replace, value

COLUMNS, ROWS = 5, 5
#: A place for an icon: container, page, column, row. `REMOVE` is the one over the desktop where an icon goes away.
Cell = tuple[str, int, int, int]
REMOVE: Cell = ("remove", 0, 0, 0)


@value
class Shortcut(Value):
    """An icon on the home screen, or a folder, which has no component of its own but the apps ``inside``.

    ``container``: desktop or hotseat; cells count from the start and the top.
    """

    component: str
    container: str
    screen: int
    x: int
    y: int
    title: str = ""
    inside: tuple[str, ...] = ()

    @property
    def cell(self) -> Cell:
        """Cell in which it lies."""
        return self.container, self.screen, self.x, self.y

    @property
    def package(self) -> str:
        """The app it starts."""
        return self.component.partition("/")[0]


@value
class Launcher(Value):
    """The home screen.

    Attributes:
        drawer: whether the list of all apps is open; ``query`` is its search.
        menu: the package whose menu is open, at the icon whose edges (left, top, right, bottom, dp) are ``anchor``.
        folder: the cell of the open folder.
        options: where (dp) the menu of the wallpaper is open.
        wallpapers: whether the list of wallpapers is open.
    """

    shortcuts: tuple[Shortcut, ...] = (
        Shortcut("com.android.dialer/com.android.dialer.main.impl.MainActivity", "hotseat", 0, 0, 0),
        Shortcut("com.android.settings/com.android.settings.Settings", "hotseat", 0, 4, 0),
    )
    page: int = 0
    drawer: bool = False
    query: str = ""
    menu: str = ""
    folder: Cell | None = None
    anchor: tuple[int, int, int, int] = (0, 0, 0, 0)
    options: tuple[int, int] | None = None
    wallpapers: bool = False
    columns: int = COLUMNS
    rows: int = ROWS


def installed(image: Image, package: str) -> App | None:
    """The app of that package if it is installed, enabled, and not the launcher; else None."""
    app = packages.enabled_of(image).get(aliases.inward(image, package))
    return app if app is not packages.launcher_of(image) else None


def inside(image: Image, shortcut: Shortcut) -> list[App]:
    """Return the apps in a folder that are installed."""
    found = (installed(image, component.partition("/")[0]) for component in shortcut.inside)
    return [app for app in found if app is not None]


def last_page(state: Launcher) -> int:
    """Return the index of the last page."""
    return max([s.screen for s in state.shortcuts if s.container == "desktop"], default=0)


def closed(state: Launcher) -> Launcher:
    """Return the home screen with nothing open over it."""
    return replace(state, drawer=False, query="", menu="", folder=None, options=None, wallpapers=False)
