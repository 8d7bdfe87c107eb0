"""The launcher's state: icons, folders, pages, search, open menus."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App, AppWidget
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.value import Value, replace, value

COLUMNS, ROWS = 5, 5
#: A place for an icon: container, page, column, row. `REMOVE` is the one over the desktop where an icon goes away.
Cell = tuple[str, int, int, int]
REMOVE: Cell = ("remove", 0, 0, 0)


@value
class Shortcut(Value):
    """An icon on the home screen, or a folder, which has no component but the apps ``inside``.

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
        """The cell it is in."""
        return self.container, self.screen, self.x, self.y

    @property
    def package(self) -> str:
        """The app it starts."""
        return self.component.partition("/")[0]


@value
class Widget(Value):
    """A widget on the home screen: provider (``package/class``), page, first cell, and size in cells."""

    provider: str
    screen: int
    x: int
    y: int
    columns: int
    rows: int

    def cells(self) -> frozenset[Cell]:
        """The cells that it takes."""
        return area(self.screen, self.x, self.y, self.columns, self.rows)


def area(screen: int, x: int, y: int, columns: int, rows: int) -> frozenset[Cell]:
    """Cells of the desktop from (x, y) on."""
    return frozenset(
        ("desktop", screen, across, down) for across in range(x, x + columns) for down in range(y, y + rows)
    )


@value
class Launcher(Value):
    """The home screen.

    Attributes:
        drawer: whether the list of all apps is open; ``query`` is the search in it, or in the list of widgets.
        menu: the package whose menu is open, at the icon whose edges (left, top, right, bottom, dp) are ``anchor``.
        folder: the cell of the open folder.
        options: where (dp) the menu of the wallpaper is open.
        wallpapers: whether the list of wallpapers is open.
        widgets: those on the home screen.
        picker: what the list of widgets shows: the package whose widgets are unfolded, "" for none; None: it is closed.
        held: the widget whose menu and handles are shown, or None.
        resized: whether it has been resized since, so that its menu is gone.
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
    widgets: tuple[Widget, ...] = ()
    picker: str | None = None
    held: Widget | None = None
    resized: bool = False


def favorites(launcher: Launcher) -> tuple[str, ...]:
    """Return the components in the hotseat, from the start; folders are left out."""
    seats = [one for one in launcher.shortcuts if one.container == "hotseat" and not one.inside]
    return tuple([one.component for one in sorted(seats, key=lambda one: one.x)])


def installed(image: Image, package: str) -> App | None:
    """The app of that package if it is installed, enabled, and not the launcher; else None."""
    app = packages.enabled_of(image).get(image.inward(package))
    return app if app is not packages.launcher_of(image) else None


def inside(image: Image, shortcut: Shortcut) -> list[App]:
    """Return the apps in a folder that are installed."""
    found = (installed(image, component.partition("/")[0]) for component in shortcut.inside)
    return [app for app in found if app is not None]


def last_page(state: Launcher) -> int:
    """Return the index of the last page."""
    icons = max([s.screen for s in state.shortcuts if s.container == "desktop"], default=0)
    return max([icons, *[widget.screen for widget in state.widgets]])


def closed(state: Launcher) -> Launcher:
    """Return the home screen with nothing open over it."""
    return replace(
        state,
        drawer=False,
        query="",
        menu="",
        folder=None,
        options=None,
        wallpapers=False,
        picker=None,
        held=None,
        resized=False,
    )


def offered(image: Image) -> tuple[tuple[App, AppWidget], ...]:
    """Return the widgets that the apps of a phone offer, with their apps."""
    apps = packages.enabled_of(image).values()
    return tuple([(app, widget) for app in apps for widget in app.widgets])


def provider_of(app: App, widget: AppWidget) -> str:
    """The component of a widget's provider."""
    return f"{app.package}/{widget.name}"


def widget_named(image: Image, provider: str) -> tuple[App, AppWidget] | None:
    """The app and its widget for a provider's component; None if the phone doesn't have it."""
    app = packages.enabled_of(image).get(provider.partition("/")[0])
    if app is None:
        return None
    return next(((app, one) for one in app.widgets if provider_of(app, one) == provider), None)


def free_place(
    state: Launcher, screen: int, columns: int, rows: int, near: Cell, taken: frozenset[Cell]
) -> Cell | None:
    """The free area on a page nearest to a cell, given by its first cell, or None."""
    places = [
        (abs(x + (columns - 1) / 2 - near[2]) + abs(y + (rows - 1) / 2 - near[3]), y, x)
        for y in range(1, state.rows - rows + 1)
        for x in range(state.columns - columns + 1)
        if taken.isdisjoint(area(screen, x, y, columns, rows))
    ]
    return ("desktop", screen, min(places)[2], min(places)[1]) if places else None


def least_size(image: Image, widget: Widget) -> tuple[int, int]:
    """The minimum columns and rows of a widget: half of its initial size, rounded up."""
    found = widget_named(image, widget.provider)
    columns, rows = (1, 1) if found is None else (found[1].columns, found[1].rows)
    return (columns + 1) // 2, (rows + 1) // 2


def taken_cells(state: Launcher, without: Widget | None = None) -> frozenset[Cell]:
    """All cells of the desktop that icons or widgets are in."""
    icons = frozenset(s.cell for s in state.shortcuts if s.container == "desktop")
    return icons.union(*[widget.cells() for widget in state.widgets if widget != without])
