"""The launcher: home screen with a grid of icons and a hotseat, and the drawer of all apps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmoca_gym.handset import apps
from bmoca_gym.handset.app import App, AppFile, AppIcon, Context, Layer, layer, scroll_to, start
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import activities, launcher_database
from bmoca_gym.handset.value import Value, do, replace, value
from bmoca_gym.handset.view.elements import (
    FILL,
    Column,
    Element,
    Grid,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
)
from bmoca_gym.handset.view.furniture import app_icon
from bmoca_gym.handset.view.widgets import Icon, Picture, Text, TextField

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

PACKAGE = "com.google.android.apps.nexuslauncher"
_ID = PACKAGE + ":id/"
_COLUMNS, _ROWS = 5, 5
_WHITE = 0xFFFFFFFF
_APP_DETAILS = "com.android.settings/com.android.settings.applications.InstalledAppDetails"


@value
class Shortcut(Value):
    """An icon on the home screen. ``container``: desktop or hotseat; cells count from the start and the top."""

    component: str
    container: str
    screen: int
    x: int
    y: int
    title: str = ""

    @property
    def package(self) -> str:
        """The app it starts."""
        return self.component.partition("/")[0]


@value
class Launcher(Value):
    """``drawer``: the list of all apps is open; ``query``: its search; ``menu``: the package whose menu is open."""

    shortcuts: tuple[Shortcut, ...] = (
        Shortcut("com.android.dialer/com.android.dialer.main.impl.MainActivity", "hotseat", 0, 0, 0),
        Shortcut("com.android.settings/com.android.settings.Settings", "hotseat", 0, 4, 0),
    )
    page: int = 0
    drawer: bool = False
    query: str = ""
    menu: str = ""
    columns: int = _COLUMNS
    rows: int = _ROWS


# Handlers


def _open(state: Launcher, context: Context, component: str) -> tuple[Any, ...]:
    return replace(state, menu=""), start(component)


def _swiped(state: Launcher, context: Context) -> Launcher:
    if state.drawer:
        return _closed(state) if context.direction == "down" else state
    if context.direction == "up":
        return replace(state, drawer=True)
    if context.direction in ("left", "right"):
        forward = (context.direction == "left") != context.res.rtl
        return replace(state, page=min(max(0, state.page + (1 if forward else -1)), _last_page(state)))
    return state


def _last_page(state: Launcher) -> int:
    return max([s.screen for s in state.shortcuts if s.container == "desktop"], default=0)


def _search(state: Launcher, context: Context, text: str) -> tuple[Any, ...]:
    return replace(state, query=text), scroll_to("apps")


def _search_done(state: Launcher, context: Context) -> Any:
    found = _matching(context.res, state.query)
    return (state, start(found[0].component)) if state.query and found else state


def _open_menu(state: Launcher, context: Context, package: str) -> Launcher:
    return replace(state, menu=package)


def _close_menu(state: Launcher, context: Context) -> Launcher:
    return replace(state, menu="")


def _remove(state: Launcher, context: Context, package: str) -> Launcher:
    return replace(state, menu="", shortcuts=tuple(s for s in state.shortcuts if s.package != package))


def _details(state: Launcher, context: Context, package: str) -> tuple[Any, ...]:
    return replace(state, menu=""), start(_APP_DETAILS, package)


def _closed(state: Launcher) -> Launcher:
    return replace(state, drawer=False, query="", menu="")


def _resumed(state: Launcher, context: Context) -> Any:
    return replace(_closed(state), page=0), scroll_to("apps")


def _back(state: Launcher, context: Context) -> Launcher:
    if state.menu:
        return replace(state, menu="")
    return _closed(state)


# Screens


class AppShortcut(Column):
    """An icon with its label, one element to accessibility services as in the real launcher: a TextView."""

    __slots__ = ("label",)
    CLASS = "android.widget.TextView"

    def __init__(self, label: str, *children: Element, **options: Any) -> None:
        super().__init__(*children, description=label, **options)
        self.label = label

    @property
    def text(self) -> str:  # type: ignore[override]
        """The app's label."""
        return self.label


def _installed(package: str) -> App | None:
    app = apps.INSTALLED.get(package)
    return app if app is not None and app is not apps.LAUNCHER else None


def label_of(res: Resources, app: App) -> str:
    """The app's name in the locale."""
    return res.string(f"{app.name}.{app.label}")


@component(1024)
def _icon(res: Resources, app: App, cell: float, color: int, labelled: bool, removable: bool) -> Element:
    size = min(56.0, cell - 4)
    label = label_of(res, app)
    text = (
        (
            Text(
                label,
                12,
                color,
                align="center",
                class_name="",
                width=FILL,
                shadow=removable and color == _WHITE,
            ),
        )
        if labelled
        else ()
    )
    return AppShortcut(
        label, app_icon(res, app, size), *text, gap=4, align="center", width=cell, pad=(0, 4),
        tap=do(_open, app.component), long_press=do(_open_menu, app.package), id="" if removable else _ID + "icon",
    )  # fmt: skip


def _home(res: Resources, shortcuts: tuple[Shortcut, ...], page: int, pages: int, wallpaper: Any, ink: int,
          date_text: str, columns: int, rows: int) -> Element:  # fmt: skip
    cell = (res.width - 16) / columns
    cells: dict[tuple[str, int, int], Shortcut] = {
        (s.container, s.x, s.y): s for s in shortcuts if s.container == "hotseat" or s.screen == page
    }

    def at(container: str, x: int, y: int, labelled: bool) -> Element:
        shortcut = cells.get((container, x, y))
        app = _installed(shortcut.package) if shortcut is not None else None
        if app is None:
            return Spacer(width=cell, height=1)
        return _icon(res, app, cell, ink, labelled, True)

    grid = [
        Row(
            *[at("desktop", x, y, True) for x in range(columns)],
            grow=1,
            width=FILL,
            align="center",
            class_name="",
        )
        for y in range(1 if not any(k[0] == "desktop" and k[2] == 0 for k in cells) else 0, rows)
    ]
    glance = Text(
        date_text, 18, ink, width=FILL, align="center", pad=(8, 12), id=_ID + "clock", shadow=ink == _WHITE
    )
    dots = (
        Row(
            *[Icon("circle", 6 if i == page else 4, ink, class_name="") for i in range(pages)],
            gap=8, align="center", justify="center", width=FILL, height=12, id=_ID + "page_indicator",
        )
        if pages > 1
        else Spacer(width=FILL, height=12)
    )  # fmt: skip
    desktop = Column(
        glance, *grid, grow=1, width=FILL, id=_ID + "workspace", class_name="android.view.ViewGroup",
        description=res.string("launcher.home_screen", page=res.digits(str(page + 1)), pages=res.digits(str(pages))),
    )  # fmt: skip
    hotseat = Row(
        *[at("hotseat", x, 0, False) for x in range(columns)], width=FILL, height=76, align="center",
        id=_ID + "hotseat", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Stack(
        Picture(wallpaper, width=FILL, height=FILL, class_name=""),
        Column(desktop, dots, hotseat, width=FILL, height=FILL, pad=(8, 28, 8, 52), class_name=""),
        width=FILL, height=FILL, swipe=do(_swiped), id=_ID + "launcher",
    )  # fmt: skip


def _matching(res: Resources, query: str) -> list[App]:
    wanted = query.casefold().strip()
    found = [
        a for a in apps.INSTALLED.values() if a is not apps.LAUNCHER and wanted in label_of(res, a).casefold()
    ]
    return sorted(found, key=lambda a: (res.sort_key(label_of(res, a)), a.package))


def _drawer(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    columns = _COLUMNS
    gap = 12 if res.width >= 360 else 4
    cell = (res.width - 16 - gap * (columns - 1)) / columns
    found = _matching(res, query)
    icons = [_icon(res, app, cell, c.text, True, False) for app in found]
    body: Element
    if icons:
        body = Grid(*icons, columns=columns, width=FILL, gap=gap, class_name="")
    else:
        message = res.string("launcher.no_apps_found", query=query)
        body = Text(message, 16, c.secondary, lines=3, align="center", width=FILL, pad=(24, 32))
    search = Row(
        Icon("search", 24, c.secondary),
        TextField(
            query,
            "search",
            do(_search),
            focused=focused,
            hint=res.string("launcher.search_apps"),
            hint_color=c.secondary,
            accent=c.accent,
            on_submit=do(_search_done),
            color=c.text,
            size=16,
            grow=1,
            height=48,
            id=_ID + "search_box_input",
        ),
        width=FILL,
        height=48,
        pad=(16, 0),
        gap=12,
        align="center",
        background=c.raised,
        radius=24,
        id=_ID + "search_container_all_apps",
    )
    return Column(
        search,
        Scroll(
            body,
            key="apps",
            width=FILL,
            grow=1,
            id=_ID + "apps_list_view",
            description=res.string("launcher.apps_list"),
        ),
        width=FILL,
        height=FILL,
        pad=(8, 36, 8, 0),
        gap=12,
        background=c.background,
        swipe=do(_swiped),
        id=_ID + "apps_view",
        class_name="android.widget.RelativeLayout",
    )


def _menu(res: Resources, target: str, removable: bool) -> Element:
    c = res.colors
    app = _installed(target)
    if app is None:
        return Stack(width=FILL, height=FILL, tap=do(_close_menu))

    def item(glyph: str, key: str, callback: Any) -> Element:
        return Row(
            Icon(glyph, 20, c.secondary),
            Text(res.string(key), 16, c.text, lines=2, grow=1),
            width=FILL, gap=16, pad=(20, 14), align="center", tap=callback, id=_ID + "deep_shortcut",
        )  # fmt: skip

    items = [item("info", "launcher.app_info", do(_details, target))]
    if removable:
        items.append(item("close", "launcher.remove", do(_remove, target)))
    card = Column(
        Row(app_icon(res, app, 32), Text(label_of(res, app), 16, c.text, 500, grow=1), gap=12, pad=(16, 12),
            align="center", width=FILL),
        *items, width=min(260, res.width - 32), background=c.surface, radius=16, id=_ID + "deep_shortcuts_container",
    )  # fmt: skip
    return Stack(
        card, width=FILL, height=FILL, background=c.scrim, align="center", justify="center", tap=do(_close_menu),
        class_name="",
    )  # fmt: skip


def _layers(phone: Phone, state: Launcher, activity: activities.Activity) -> tuple[Layer, ...]:
    from bmoca_gym.handset import resources
    from bmoca_gym.handset.graphics import wallpapers
    from bmoca_gym.handset.system import clock

    config = phone.configuration
    if state.drawer:
        main = layer(_drawer, state.query, activity.focus == "search")
    else:
        bright = isinstance(config.wallpaper, str) and wallpapers.bright(config.wallpaper)
        ink = 0xFF202124 if bright else 0xFFFFFFFF
        today = resources.of(config).date(clock.local_time(phone).date(), "MMMEd")
        main = layer(
            _home, state.shortcuts, state.page, _last_page(state) + 1, config.wallpaper, ink, today, state.columns,
            state.rows, kind="screen", bars="dark" if bright else "light",
        )  # fmt: skip
    if not state.menu:
        return (main,)
    removable = any(s.package == state.menu for s in state.shortcuts) and not state.drawer
    return (main, Layer(_menu, (state.menu, removable), "dialog"))


# Files


def _write_database(state: Launcher, data: bytes) -> Launcher:
    rows = launcher_database.read_launcher_database(data)
    shortcuts = tuple(
        Shortcut(f.component, f.container, f.screen, f.cell_x, f.cell_y, f.title)
        for f in rows
        if 0 <= f.cell_x < state.columns and 0 <= f.cell_y < state.rows and 0 <= f.screen < 16
    )
    return replace(state, shortcuts=shortcuts, page=0)


def _read_database(state: Launcher) -> bytes:
    return launcher_database.launcher_database(
        tuple(
            launcher_database.Favorite(s.title, s.component, s.container, s.screen, s.x, s.y)
            for s in state.shortcuts
        )
    )


APP = App(
    name="launcher",
    package=PACKAGE,
    activity=activities.HOME_COMPONENT.partition("/")[2],
    icon=AppIcon("home", 0xFF1A73E8),
    state=Launcher,
    layers=_layers,
    uid=10050,
    back=_back,
    closed=_closed,
    resumed=_resumed,
    files=(AppFile(launcher_database.LAUNCHER_DATABASE_PATH, _read_database, _write_database),),
)
