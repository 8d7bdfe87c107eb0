"""The launcher: home screen with a grid of icons and a hotseat, and the app drawer."""

from __future__ import annotations

from datetime import timedelta

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.apps.launcher import database, handlers, state
from bmoca_gym.handset.apps.launcher.screens import drawer, home, menus
from bmoca_gym.handset.apps.launcher.screens import widgets as picker
from bmoca_gym.handset.apps.launcher.screens.home import ShownWidget
from bmoca_gym.handset.apps.launcher.state import Launcher, Shortcut, Widget
from bmoca_gym.handset.graphics.wallpapers import catalogue
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.time_zones import EPOCH
from bmoca_gym.handset.state import HOME_COMPONENT, Activity, Image, Phone
from bmoca_gym.handset.system import display, installed_apps
from bmoca_gym.handset.value import memo, replace

#: The first API level whose image offers widgets.
_WIDGETS_SINCE = 33


def _layers(phone: Phone, launcher: Launcher, activity: Activity) -> tuple[Layer, ...]:
    day = phone.minute // (24 * 60)
    removable = bool(launcher.menu) and installed_apps.removable(phone, launcher.menu)
    shown = _shown(phone, launcher.widgets, launcher.page) if launcher.widgets else ()
    offered: tuple[ShownWidget, ...] = ()
    if launcher.picker:
        app = packages.enabled_of(phone.image).get(launcher.picker)
        samples = () if app is None else app.widgets
        offered = _shown(
            phone,
            tuple(
                [Widget(f"{launcher.picker}/{one.name}", 0, 0, 0, one.columns, one.rows) for one in samples]
            ),
        )
    return _windows(
        phone.image,
        phone.configuration,
        launcher,
        activity.focus,
        day,
        display.bar_edge(phone),
        removable,
        shown,
        offered,
    )


def _shown(phone: Phone, widgets: tuple[Widget, ...], page: int = 0) -> tuple[ShownWidget, ...]:
    """A page's widgets, and what they show."""
    found = []
    for widget in widgets:
        named = state.widget_named(phone.image, widget.provider) if widget.screen == page else None
        if named is not None:
            app, one = named
            found.append(ShownWidget(widget, one.label, one.view, one.shows(phone), app.palette))
    return tuple(found)


@memo(64)
def _windows(
    image: Image,
    config: Configuration,
    launcher: Launcher,
    focus: str,
    day: int,
    edge: str,
    removable: bool,
    shown: tuple[ShownWidget, ...],
    offered: tuple[ShownWidget, ...],
) -> tuple[Layer, ...]:
    """The windows.

    ``focus``: key of the field with the cursor; ``day``: days from the epoch to the local date; ``shown``: the page's
    widgets; ``offered``: the unfolded ones in the list.
    """
    apps = image, launcher.query, focus == "search"
    if launcher.drawer and drawer.is_sheet(resources.of(config), image):
        main = layer(drawer.sheet, *apps, config.wallpaper, bars="light")
    elif launcher.drawer:
        main = layer(drawer.drawer, *apps)
    else:
        ink = 0xFF202124 if _bright(config.wallpaper, "icons") else 0xFFFFFFFF
        bars, foot = (
            "dark" if _bright(config.wallpaper, part) else "light" for part in ("status", "navigation")
        )
        today = resources.of(config).date((EPOCH + timedelta(day)).date(), "MMMEd")
        main = layer(
            home.home, image, launcher.shortcuts, launcher.page, state.last_page(launcher) + 1, config.wallpaper,
            ink, today, launcher.columns, launcher.rows, edge, shown, kind="screen", bars=bars,
            foot=foot, wide=bool(edge),
        )  # fmt: skip
    windows = [main]
    opened = _shortcut_at(launcher, launcher.folder) if launcher.folder else None
    if opened is not None:
        windows.append(dialog(home.folder, image, opened, focus == "folder"))
    if launcher.menu:
        placed = {image.inward(shortcut.package) for shortcut in launcher.shortcuts}
        placed |= {app.package for shortcut in launcher.shortcuts for app in state.inside(image, shortcut)}
        at_home = launcher.menu in placed and not launcher.drawer
        windows.append(dialog(menus.of_icon, image, launcher.menu, at_home, removable, launcher.anchor))
    if launcher.options is not None:
        may = image.api_level >= _WIDGETS_SINCE and bool(state.offered(image))
        windows.append(dialog(menus.of_wallpaper, launcher.options, may))
    if launcher.picker is not None:
        windows.append(
            dialog(picker.picker, image, launcher.picker, offered, launcher.query, focus == "search")
        )
    held = state.widget_named(image, launcher.held.provider) if launcher.held is not None else None
    if launcher.held is not None and held is not None:
        shape = launcher.anchor, launcher.resized
        windows.append(dialog(menus.of_widget, launcher.held, held[1].label, *shape))
    if launcher.wallpapers:
        windows.append(dialog(menus.wallpapers, config.wallpaper))
    return tuple(windows)


def _bright(wallpaper: str | bytes, part: str) -> bool:
    """Whether text on a part of the wallpaper must be dark. On the user's own picture it is white."""
    return isinstance(wallpaper, str) and catalogue.bright(wallpaper, part)


def _shortcut_at(launcher: Launcher, cell: tuple[str, int, int, int] | None) -> Shortcut | None:
    return next((s for s in launcher.shortcuts if (s.container, s.screen, s.x, s.y) == cell), None)


# Files


def _write_database(launcher: Launcher, data: bytes) -> Launcher:
    rows = database.read_launcher_database(data)
    shortcuts = tuple(
        Shortcut(f.component, f.container, f.screen, f.cell_x, f.cell_y, f.title, f.inside)
        for f in rows
        if 0 <= f.cell_x < launcher.columns and 0 <= f.cell_y < launcher.rows and 0 <= f.screen < 16
    )
    widgets = tuple(
        Widget(w.provider, w.screen, w.cell_x, w.cell_y, w.span_x, w.span_y)
        for w in database.read_widgets(data)
        if w.screen < 16
        and 0 < w.span_x <= launcher.columns - w.cell_x
        and w.cell_y > 0
        and 0 < w.span_y <= launcher.rows - w.cell_y
    )
    return replace(launcher, shortcuts=shortcuts, widgets=widgets, page=0, folder=None)


def _read_database(launcher: Launcher) -> bytes:
    return database.launcher_database(
        tuple(
            database.Favorite(s.title, s.component, s.container, s.screen, s.x, s.y, s.inside)
            for s in launcher.shortcuts
        ),
        tuple(
            database.PlacedWidget(w.provider, w.screen, w.x, w.y, w.columns, w.rows) for w in launcher.widgets
        ),
    )


#: What holds all that a launcher shows; the home screen has the outer one itself.
_ROOT = ("android.widget.FrameLayout#launcher", "android.widget.FrameLayout#drag_layer")

APP: App = App(
    name="launcher",
    package=database.LAUNCHER_PACKAGE,
    activity=HOME_COMPONENT.partition("/")[2],
    icon=AppIcon("home", 0xFF1A73E8),
    state=Launcher,
    layers=_layers,
    uid=10050,
    back=handlers.back,
    closed=state.closed,
    resumed=handlers.resumed,
    favorites=state.favorites,
    files=(AppFile(database.LAUNCHER_DATABASE_PATH, _read_database, _write_database),),
    layouts=(
        ("", ()),
        *[(kind, _ROOT) for kind in ("app:", "dialog:", "overview:")],
        ("#launcher", _ROOT[1:]),
        ("#apps_view", ("android.widget.FrameLayout#main_content",)),
        ("#workspace", ("android.view.ViewGroup", "android.view.ViewGroup")),
        ("#hotseat", ("android.view.ViewGroup", "android.view.ViewGroup")),
    ),
)
