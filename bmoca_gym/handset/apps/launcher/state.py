"""The launcher's state and handlers: icons, folders, pages, search, open menus."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import aliases, packages, positions
from bmoca_gym.handset.contract import WALLPAPER_PREFIX
from bmoca_gym.handset.effects import scroll_to, start
from bmoca_gym.handset.manifest import App, Intent, Next
from bmoca_gym.handset.state import Context, Image
from bmoca_gym.handset.system import files, intents, status_bar
from bmoca_gym.handset.value import Value, do, replace, value

COLUMNS, ROWS = 5, 5
_PAGES = 16
#: A place for an icon: container, page, column, row. `REMOVE` is the one over the desktop where an icon goes away.
Cell = tuple[str, int, int, int]
REMOVE: Cell = ("remove", 0, 0, 0)
_APP_DETAILS = "com.android.settings/com.android.settings.applications.InstalledAppDetails"


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

    ``drawer``: the list of all apps is open; ``query``: its search. ``menu``: the package whose menu is open, at
    the icon whose edges (left, top, right, bottom dp) are ``anchor``. ``folder``: the cell of the folder that is
    open. ``options``: where (dp) the menu of the wallpaper is open. ``wallpapers``: their list is.
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
    """The apps in a folder that are installed."""
    found = (installed(image, component.partition("/")[0]) for component in shortcut.inside)
    return [app for app in found if app is not None]


def open_app(state: Launcher, context: Context, component: str) -> tuple[Any, ...]:
    """Start an app."""
    return replace(state, menu="", folder=None), start(component)


def search_the_web(state: Launcher, context: Context) -> tuple[Any, ...]:
    """Open the Google app's search."""
    return state, do(intents.show, Intent(intents.WEB_SEARCH))


def swiped(state: Launcher, context: Context) -> Next[Launcher]:
    """Open the drawer, close it, turn the page, or open the notification shade."""
    if state.drawer:
        return closed(state) if context.direction == "down" else state
    if context.direction == "up":
        return replace(state, drawer=True)
    if context.direction == "down":
        return state, do(status_bar.expand)
    if context.direction in ("left", "right"):
        forward = (context.direction == "left") != context.res.rtl
        return replace(state, page=min(max(0, state.page + (1 if forward else -1)), last_page(state)))
    return state


def last_page(state: Launcher) -> int:
    """The number of the last page, from 0."""
    return max([s.screen for s in state.shortcuts if s.container == "desktop"], default=0)


def search(state: Launcher, context: Context, text: str) -> tuple[Any, ...]:
    """Narrow the list of apps."""
    return replace(state, query=text), scroll_to("apps")


def search_done(state: Launcher, context: Context) -> Next[Launcher]:
    """Start the first app that was found."""
    found = packages.matching(context.phone.image, context.res, state.query)
    return (state, start(found[0].component)) if state.query and found else state


def open_menu(state: Launcher, context: Context, package: str) -> Launcher:
    """Open an icon's menu beside it."""
    opens = do(open_menu, package)
    anchor = positions.bounds_of(context.phone, lambda element: element.long_press == opens)
    return replace(state, menu=package, anchor=anchor or (0, 0, 0, 0))


def open_options(state: Launcher, context: Context) -> Launcher:
    """Open the wallpaper menu at the touched point."""
    return replace(
        state, options=(round(context.x * context.res.width), round(context.y * context.res.height))
    )


def close_options(state: Launcher, context: Context) -> Launcher:
    """Close it, and the list of wallpapers."""
    return replace(state, options=None, wallpapers=False)


def show_wallpapers(state: Launcher, context: Context) -> tuple[Any, ...]:
    """List the wallpapers."""
    return replace(state, options=None, wallpapers=True), scroll_to("wallpapers")


def set_wallpaper(state: Launcher, context: Context, name: str) -> tuple[Any, ...]:
    """Have a wallpaper."""
    content = f"{WALLPAPER_PREFIX}{name}\n".encode()
    return replace(state, wallpapers=False), do(files.write, files.WALLPAPER, content)


def open_home_settings(state: Launcher, context: Context) -> tuple[Any, ...]:
    """Show the settings of the display."""
    return replace(state, options=None), do(intents.show, Intent("android.settings.DISPLAY_SETTINGS"))


def open_shortcut(state: Launcher, context: Context, intent: Intent) -> tuple[Any, ...]:
    """Start the chosen entry of an icon's menu."""
    return closed(state), do(intents.show, intent)


def close_menu(state: Launcher, context: Context) -> Launcher:
    """Close it."""
    return replace(state, menu="")


def open_folder(state: Launcher, context: Context, cell: Cell) -> Launcher:
    """Open the folder in that cell."""
    return replace(state, folder=cell)


def close_folder(state: Launcher, context: Context) -> Launcher:
    """Close it."""
    return replace(state, folder=None)


# Carrying icons


def lift(state: Launcher, context: Context) -> Launcher:
    """Show the home screen, over which an icon is carried."""
    return closed(state)


def drop(
    state: Launcher, context: Context, source: Cell | None, component: str, place: Cell | None
) -> Launcher:
    """Drop what was dragged from ``source`` (None: the app drawer) into a cell.

    ``component``: the app, "" for a folder. On another icon, or in a folder, it shares a folder.
    """
    if place is None or (place == REMOVE and source is None):
        return state
    place = ("desktop", state.page, *place[2:]) if place[0] == "desktop" else place
    taken = next((s for s in state.shortcuts if s.cell == source), None)
    there = next((s for s in state.shortcuts if s.cell == place), None)
    if place == source or (there is not None and (not component or there.component == component)):
        return state
    kept = [s for s in state.shortcuts if s is not taken and s is not there]
    if taken is not None and taken.inside and component:
        left = _without(taken, {component.partition("/")[0]})
        kept += [left] if left is not None else []
    if place != REMOVE:
        kept.append(_put(taken, there, component, place))
    return replace(state, shortcuts=tuple(kept))


def _put(taken: Shortcut | None, there: Shortcut | None, component: str, place: Cell) -> Shortcut:
    """Content of a cell after an app, or a folder (``component`` is ""), is dropped on it."""
    if there is not None:
        inside = (*(there.inside or (there.component,)), component)
        return replace(there, component="", inside=tuple(dict.fromkeys(inside)))
    if taken is not None and (taken.component == component or not component):
        return Shortcut(taken.component, *place, taken.title, taken.inside)
    return Shortcut(component, *place)


def add(state: Launcher, context: Context, package: str) -> Launcher:
    """Put an app into the first free cell of the home screen."""
    app = installed(context.phone.image, package)
    if app is None:
        return state
    taken = {s.cell for s in state.shortcuts}
    cells = (
        ("desktop", page, x, y)
        for page in range(_PAGES)
        for y in range(1, state.rows)
        for x in range(state.columns)
    )
    free = next((cell for cell in cells if cell not in taken), None)
    if free is None:
        return replace(state, menu="")
    return replace(closed(state), shortcuts=(*state.shortcuts, Shortcut(app.component, *free)), page=free[1])


def remove(state: Launcher, context: Context, package: str) -> Launcher:
    """Take an app off the home screen."""
    names = {package, aliases.outward(context.phone.image, package)}
    kept = (_without(s, names) for s in state.shortcuts if s.package not in names)
    return replace(state, menu="", folder=None, shortcuts=tuple(s for s in kept if s is not None))


def _without(shortcut: Shortcut, names: set[str]) -> Shortcut | None:
    """The shortcut once an app is taken away: a folder of one app becomes that app, as in the real launcher."""
    left = tuple(component for component in shortcut.inside if component.partition("/")[0] not in names)
    if left == shortcut.inside:
        return shortcut
    if len(left) == 1:
        return replace(shortcut, component=left[0], title="", inside=())
    return replace(shortcut, inside=left) if left else None


def details(state: Launcher, context: Context, package: str) -> tuple[Any, ...]:
    """Show what Settings knows of an app."""
    return replace(state, menu=""), start(_APP_DETAILS, package)


def closed(state: Launcher) -> Launcher:
    """The home screen with nothing open over it."""
    return replace(state, drawer=False, query="", menu="", folder=None, options=None, wallpapers=False)


def resumed(state: Launcher, context: Context) -> Next[Launcher]:
    """Home: the first page."""
    return replace(closed(state), page=0), scroll_to("apps")


def back(state: Launcher, context: Context) -> Launcher:
    """Close what is open on top."""
    if state.menu:
        return replace(state, menu="")
    if state.options is not None or state.wallpapers:
        return replace(state, options=None, wallpapers=False)
    if state.folder is not None:
        return replace(state, folder=None)
    return closed(state)
