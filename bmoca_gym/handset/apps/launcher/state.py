"""The launcher's state and handlers: icons, folders, pages, the drawer's search, and what opens and closes."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import aliases, packages
from bmoca_gym.handset.effects import scroll_to, start
from bmoca_gym.handset.manifest import App, Intent
from bmoca_gym.handset.state import Context, Image
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Value, do, replace, value

COLUMNS, ROWS = 5, 5
_APP_DETAILS = "com.android.settings/com.android.settings.applications.InstalledAppDetails"


@value
class Shortcut(Value):
    """An icon on the home screen, or a folder, which has no component but those of the apps ``inside``.

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
    def package(self) -> str:
        """The app it starts."""
        return self.component.partition("/")[0]


@value
class Launcher(Value):
    """``drawer``: the list of all apps is open; ``query``: its search; ``menu``: the package whose menu is open;
    ``folder``: the cell (container, screen, x, y) of the folder that is open."""

    shortcuts: tuple[Shortcut, ...] = (
        Shortcut("com.android.dialer/com.android.dialer.main.impl.MainActivity", "hotseat", 0, 0, 0),
        Shortcut("com.android.settings/com.android.settings.Settings", "hotseat", 0, 4, 0),
    )
    page: int = 0
    drawer: bool = False
    query: str = ""
    menu: str = ""
    folder: tuple[str, int, int, int] | None = None
    columns: int = COLUMNS
    rows: int = ROWS


def installed(image: Image, package: str) -> App | None:
    """The app of that package, where it is there and no launcher."""
    app = packages.apps_of(image).get(aliases.inward(image, package))
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


def swiped(state: Launcher, context: Context) -> Launcher:
    """Open the drawer, close it, or turn the page."""
    if state.drawer:
        return closed(state) if context.direction == "down" else state
    if context.direction == "up":
        return replace(state, drawer=True)
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


def search_done(state: Launcher, context: Context) -> Any:
    """Start the first app that was found."""
    found = packages.matching(context.phone.image, context.res, state.query)
    return (state, start(found[0].component)) if state.query and found else state


def open_menu(state: Launcher, context: Context, package: str) -> Launcher:
    """Open an icon's menu."""
    return replace(state, menu=package)


def close_menu(state: Launcher, context: Context) -> Launcher:
    """Close it."""
    return replace(state, menu="")


def open_folder(state: Launcher, context: Context, cell: tuple[str, int, int, int]) -> Launcher:
    """Open the folder in that cell."""
    return replace(state, folder=cell)


def close_folder(state: Launcher, context: Context) -> Launcher:
    """Close it."""
    return replace(state, folder=None)


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
    return replace(state, drawer=False, query="", menu="", folder=None)


def resumed(state: Launcher, context: Context) -> Any:
    """Home: the first page."""
    return replace(closed(state), page=0), scroll_to("apps")


def back(state: Launcher, context: Context) -> Launcher:
    """Close what is open, the topmost first."""
    if state.menu:
        return replace(state, menu="")
    if state.folder is not None:
        return replace(state, folder=None)
    return closed(state)
