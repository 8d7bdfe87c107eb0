"""The launcher's handlers: pages, drawer, menus, folders, and moving icons."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.launcher.state import (
    REMOVE,
    Cell,
    Launcher,
    Shortcut,
    Widget,
    closed,
    free_place,
    installed,
    last_page,
    least_size,
    taken_cells,
    widget_named,
)
from bmoca_gym.handset.contract import WALLPAPER_PREFIX
from bmoca_gym.handset.effects import focus, scroll_to, start, toast
from bmoca_gym.handset.kits import positions
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files, intents, status_bar
from bmoca_gym.handset.value import do, replace

_PAGES = 16
#: Letters of a folder's name at most.
_NAME_LIMIT = 100
_APP_DETAILS = "com.android.settings/com.android.settings.applications.InstalledAppDetails"


def open_app(state: Launcher, context: Context, component: str) -> Next[Launcher]:
    """Start an app."""
    return replace(state, menu="", folder=None), start(component)


def search_the_web(state: Launcher, context: Context) -> Next[Launcher]:
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


def close_drawer(state: Launcher, context: Context) -> Launcher:
    """Close the list of all apps, which is a sheet, with a touch beside it."""
    return closed(state)


def search(state: Launcher, context: Context, text: str) -> Next[Launcher]:
    """Search the list of apps."""
    return replace(state, query=text), scroll_to("apps")


def search_done(state: Launcher, context: Context) -> Next[Launcher]:
    """Start the first app found."""
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
    """Close the menu of the wallpaper, and the list of wallpapers."""
    return replace(state, options=None, wallpapers=False)


def show_wallpapers(state: Launcher, context: Context) -> Next[Launcher]:
    """Open the list of wallpapers."""
    return replace(state, options=None, wallpapers=True), scroll_to("wallpapers")


def set_wallpaper(state: Launcher, context: Context, name: str) -> Next[Launcher]:
    """Set the wallpaper."""
    content = f"{WALLPAPER_PREFIX}{name}\n".encode()
    return replace(state, wallpapers=False), do(files.write, files.WALLPAPER, content)


def open_home_settings(state: Launcher, context: Context) -> Next[Launcher]:
    """Open the display settings."""
    return replace(state, options=None), do(intents.show, Intent("android.settings.DISPLAY_SETTINGS"))


def open_shortcut(state: Launcher, context: Context, intent: Intent) -> Next[Launcher]:
    """Start the chosen entry of an icon's menu."""
    return closed(state), do(intents.show, intent)


def close_menu(state: Launcher, context: Context) -> Launcher:
    """Close an icon's menu."""
    return replace(state, menu="")


def open_folder(state: Launcher, context: Context, cell: Cell) -> Launcher:
    """Open the folder in a cell."""
    return replace(state, folder=cell)


def close_folder(state: Launcher, context: Context) -> Next[Launcher]:
    """Close the folder."""
    return replace(state, folder=None), focus("")


def name_folder(state: Launcher, context: Context, text: str) -> Launcher:
    """Set the open folder's name as it is typed."""
    name = "".join(letter for letter in text if letter.isprintable())[:_NAME_LIMIT]
    shortcuts = tuple(
        [
            replace(one, title=name) if one.inside and one.cell == state.folder else one
            for one in state.shortcuts
        ]
    )
    return replace(state, shortcuts=shortcuts)


def named(state: Launcher, context: Context) -> Next[Launcher]:
    """Finish naming a folder."""
    return state, focus("")


# Carrying icons


def lift(state: Launcher, context: Context) -> Launcher:
    """Show the home screen while an icon is being carried."""
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
    if any(place in widget.cells() for widget in state.widgets):
        return state
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
        title = there.title if there.inside else ""  # a new folder has no name yet
        return replace(there, component="", inside=tuple(dict.fromkeys(inside)), title=title)
    if taken is not None and (taken.component == component or not component):
        return Shortcut(taken.component, *place, taken.title, taken.inside)
    return Shortcut(component, *place)


def add(state: Launcher, context: Context, package: str) -> Launcher:
    """Put an app into the first free cell of the home screen."""
    app = installed(context.phone.image, package)
    if app is None:
        return state
    taken = taken_cells(state)
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
    """Remove an app from the home screen."""
    names = {package, context.phone.image.outward(package)}
    kept = (_without(s, names) for s in state.shortcuts if s.package not in names)
    return replace(state, menu="", folder=None, shortcuts=tuple(s for s in kept if s is not None))


def _without(shortcut: Shortcut, names: set[str]) -> Shortcut | None:
    """The shortcut after an app is removed from it: a folder with one app becomes that app, as in the real launcher."""
    left = tuple(component for component in shortcut.inside if component.partition("/")[0] not in names)
    if left == shortcut.inside:
        return shortcut
    if len(left) == 1:
        return replace(shortcut, component=left[0], title="", inside=())
    return replace(shortcut, inside=left) if left else None


# Widgets


def show_widgets(state: Launcher, context: Context) -> Next[Launcher]:
    """Open the list of widgets."""
    return replace(state, options=None, picker="", query=""), scroll_to("widgets")


def search_widgets(state: Launcher, context: Context, text: str) -> Next[Launcher]:
    """Search the list of widgets."""
    return replace(state, query=text, picker=""), scroll_to("widgets")


def clear_widget_search(state: Launcher, context: Context) -> Next[Launcher]:
    """Show all widgets of the list again."""
    return replace(state, query=""), focus(""), scroll_to("widgets")


def unfold_widgets(state: Launcher, context: Context, package: str) -> Launcher:
    """Expand or collapse an app's widgets in the list."""
    return replace(state, picker="" if state.picker == package else package)


def close_widgets(state: Launcher, context: Context) -> Next[Launcher]:
    """Close the list of widgets, and a widget's menu."""
    return replace(state, picker=None, held=None, resized=False, query=""), focus("")


def tell_to_hold(state: Launcher, context: Context) -> Next[Launcher]:
    """Explain how to put a widget onto the home screen."""
    return state, toast(context.res.string("launcher.hold_to_move"))


def hold_widget(state: Launcher, context: Context, provider: str) -> Next[Launcher]:
    """Put a widget from the list onto the home screen, in the first free place from the top."""
    return _placed(closed(state), context, provider, None, ("desktop", state.page, 0, 0), _PAGES)


def drop_widget(
    state: Launcher, context: Context, provider: str, source: Widget | None, place: Cell | None
) -> Next[Launcher]:
    """Drop a widget at a place. ``source``: where it was on the home screen; None: it comes from the list."""
    if place == REMOVE and source is not None:
        return _lost(state, source)
    if place is None or place[0] != "desktop":
        return state
    return _placed(state, context, provider, source, ("desktop", state.page, *place[2:]), state.page + 1)


def _placed(
    state: Launcher, context: Context, provider: str, source: Widget | None, near: Cell, pages: int
) -> Next[Launcher]:
    """Put a widget where there is room, on the page of ``near`` or a later one before ``pages``."""
    found = widget_named(context.phone.image, provider)
    if found is None:
        return state
    columns, rows = (source.columns, source.rows) if source else (found[1].columns, found[1].rows)
    columns, rows = min(columns, state.columns), min(rows, state.rows - 1)
    for page in range(near[1], pages):
        cell = free_place(state, page, columns, rows, near, taken_cells(state, source))
        if cell is not None:
            made = Widget(provider, page, cell[2], cell[3], columns, rows)
            others = tuple(widget for widget in state.widgets if widget != source)
            return replace(state, widgets=(*others, made), page=page)
    return state, toast(context.res.string("launcher.no_room"))


def open_widget_menu(state: Launcher, context: Context, widget: Widget) -> Launcher:
    """Open a widget's menu beside it."""
    opens = do(open_widget_menu, widget)
    anchor = positions.bounds_of(context.phone, lambda element: element.long_press == opens)
    return replace(state, held=widget, resized=False, anchor=anchor or (0, 0, 0, 0))


#: The size of a handle in dp (app_widget_resize_frame.xml), of which the middle is drawn.
HANDLE = 48


def resize_widget(state: Launcher, context: Context, widget: Widget, edge: str) -> Launcher:
    """Drag the handle at an edge ("left", "top", "right" or "bottom") of the widget whose menu is open.

    The edge moves as far as there is room, and leaves the widget at least half its initial size.
    """
    if not context.direction or widget not in state.widgets:
        return state
    left, top, right, bottom = state.anchor
    flat, first = edge in ("left", "right"), edge in ("left", "top")
    cell = (right - left) / widget.columns if flat else (bottom - top) / widget.rows
    way = context.end_x - context.x if flat else context.end_y - context.y
    more = round(way * HANDLE / max(1.0, cell)) * (-1 if first else 1)
    others = taken_cells(state, widget)
    while more:
        made = _longer(widget, more, flat, first != context.res.rtl if flat else first)
        if _fits(state, context, made, others):
            break
        more -= 1 if more > 0 else -1
    if not more:
        return replace(state, resized=True)
    away = round(cell * more) * (-1 if first else 1)
    anchor = tuple(
        [
            at + (away if name == edge else 0)
            for name, at in zip(("left", "top", "right", "bottom"), state.anchor, strict=True)
        ]
    )
    widgets = tuple([made if one == widget else one for one in state.widgets])
    return replace(state, widgets=widgets, held=made, resized=True, anchor=anchor)


def _longer(widget: Widget, more: int, flat: bool, at_start: bool) -> Widget:
    if flat:
        return replace(widget, x=widget.x - (more if at_start else 0), columns=widget.columns + more)
    return replace(widget, y=widget.y - (more if at_start else 0), rows=widget.rows + more)


def _fits(state: Launcher, context: Context, made: Widget, others: frozenset[Cell]) -> bool:
    columns, rows = least_size(context.phone.image, made)
    inside = made.x >= 0 and made.y >= 1 and made.x + made.columns <= state.columns
    inside = inside and made.y + made.rows <= state.rows
    return inside and made.columns >= columns and made.rows >= rows and others.isdisjoint(made.cells())


def remove_widget(state: Launcher, context: Context, widget: Widget) -> Launcher:
    """Remove a widget from the home screen."""
    return _lost(closed(state), widget)


def _lost(state: Launcher, widget: Widget) -> Launcher:
    left = replace(state, widgets=tuple(one for one in state.widgets if one != widget))
    return replace(left, page=min(left.page, last_page(left)))


def details(state: Launcher, context: Context, package: str) -> Next[Launcher]:
    """Open an app's page in the settings."""
    return replace(state, menu="", held=None, resized=False), start(_APP_DETAILS, package)


def uninstall(state: Launcher, context: Context, package: str) -> Next[Launcher]:
    """Ask whether to remove an app."""
    return replace(state, menu=""), do(
        intents.show, Intent("android.intent.action.DELETE", f"package:{package}")
    )


def resumed(state: Launcher, context: Context) -> Next[Launcher]:
    """Show the first page of the home screen."""
    return replace(closed(state), page=0), scroll_to("apps")


def back(state: Launcher, context: Context) -> Next[Launcher]:
    """Close what is open on top."""
    if state.menu:
        return replace(state, menu="")
    if state.options is not None or state.wallpapers:
        return replace(state, options=None, wallpapers=False)
    if state.picker is not None or state.held is not None:
        return close_widgets(state, context)
    if state.folder is not None:
        return close_folder(state, context)
    return closed(state)
