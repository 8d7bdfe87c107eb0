"""The overview: tasks as cards with their last screens."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App, Intent, Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import SYSTEM, Activity, Context, Phone, Task
from bmoca_gym.handset.system import activities, clipboard, display, intents, pinned
from bmoca_gym.handset.system.windows import made
from bmoca_gym.handset.ui.components import app_icon, beside_bar
from bmoca_gym.handset.ui.elements import (
    FILL,
    Box,
    Canvas,
    Column,
    Element,
    Row,
    Scroll,
    Spacer,
    Stack,
    scroll_offset,
    scrolls,
)
from bmoca_gym.handset.ui.hit import Offsets
from bmoca_gym.handset.ui.widgets import Picture, Text
from bmoca_gym.handset.value import do, memo, replace

_SHADE = 0xB3202124
_ID = "com.google.android.apps.nexuslauncher:id/"
_ICON, _GAP, _CLEAR, _BETWEEN = 40, 12, 56, 20
#: The first API level with a button for screenshots, and "Clear all" behind the last task.
_SINCE = 33
#: The key that a button holds down for the phone's input to act on.
SCREENSHOT_KEY = "SYSRQ"


class Windows(NamedTuple):
    """Picture of an app: its layers, the offsets of its scrolls, and the screen they are for."""

    layers: tuple[Layer, ...]
    offsets: Offsets
    res: Resources
    width: int
    height: int


class Miniature(Element):
    """Windows drawn small: as wide as the element, from their top on."""

    __slots__ = ("windows",)

    def __init__(self, windows: Windows, **options: Any) -> None:
        super().__init__(**options)
        self.windows = windows

    def look(self) -> tuple[Any, ...]:
        """All that it paints."""
        return (self.windows, self.radius)

    @property
    def soft(self) -> bool:
        """Its corners are round."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """Draw the windows."""
        canvas.draw_windows(self.windows, x, y, box.width, box.height, self.radius * m.scale)


def _open(phone: Phone, context: Context, package: str) -> Phone:
    return activities.show_task(phone, package)


def _dismiss(phone: Phone, context: Context, package: str) -> Phone:
    return activities.remove_task(phone, package) if context.direction == "up" else phone


def _clear(phone: Phone, context: Context) -> Phone:
    return activities.remove_all_tasks(phone)


def _screenshot(phone: Phone, context: Context) -> Phone:
    """Show the task in the middle, and press the screenshot key."""
    package = _middle(phone, context.res)
    if not package:
        return phone
    return replace(activities.show_task(phone, package), held=(*phone.held, SCREENSHOT_KEY))


def _tasks(phone: Phone) -> tuple[Task, ...]:
    """The tasks that are shown, oldest first: all but that of a picture in picture."""
    small = pinned.activity_of(phone)
    return phone.tasks if small is None else tuple(one for one in phone.tasks if one.package != small.package)


def _middle(phone: Phone, res: Resources) -> str:
    """The package of the task in the middle; "" without tasks."""
    tasks = _tasks(phone)
    if not tasks:
        return ""
    _, width, _ = _card(res, True)
    moved = dict(phone.system_offsets).get("overview", 0) / res.metrics.scale
    newest_first = tasks[::-1]
    return newest_first[min(len(newest_first) - 1, max(0, round(moved / (width + _BETWEEN))))].package


# Texts of a task


def _pick(phone: Phone, context: Context, text: str) -> Phone:
    """Choose a text of the task in the middle, or begin to."""
    return replace(phone, picked=text)


def _pick_none(phone: Phone, context: Context) -> Phone:
    return replace(phone, picked=None)


def _copy(phone: Phone, context: Context) -> Phone:
    return replace(clipboard.put(phone, phone.picked or ""), picked=None)


def _share(phone: Phone, context: Context) -> Phone:
    """Share the chosen text, over the task that it is in."""
    shared = Intent(intents.SEND, type="text/plain", extras=((intents.TEXT, phone.picked or ""),))
    package = _middle(phone, context.res)
    return intents.share(activities.show_task(phone, package) if package else phone, shared)


class Place(NamedTuple):
    """A text in a picture of windows, and where it is in px of the phone."""

    x: int
    y: int
    width: int
    height: int
    text: str


class Picking(NamedTuple):
    """Texts that can be chosen: in which task's card, and which one is."""

    package: str
    places: tuple[Place, ...]
    picked: str


@memo(16)
def texts_in(windows: Windows) -> tuple[Place, ...]:
    """The texts that windows show, those of the topmost window only."""
    if not windows.layers:
        return ()
    layer, m = windows.layers[-1], windows.res.metrics
    size = windows.width, windows.height
    box = made(layer.function, layer.arguments, windows.res).layout(m, *size, *size)
    found: list[Place] = []
    _collect(box, 0, 0, windows.offsets, (0, windows.height), found)
    return tuple(found)


def _collect(box: Box, x: int, y: int, offsets: Offsets, shown: tuple[int, int], found: list[Place]) -> None:
    """Add the texts in a box at (x, y) that lie between two heights."""
    element: Any = box.element
    if isinstance(element, Text) and element.text.strip() and not element.password:
        if shown[0] <= y and y + box.height <= shown[1]:
            found.append(Place(x, y, box.width, box.height, element.text))
        return
    dx = dy = 0
    if box.inside and scrolls(element):
        dx, dy = scroll_offset(box, offsets)
        shown = max(shown[0], y), min(shown[1], y + box.height)
    for child in box.inside:
        _collect(child, x + child.x - dx, y + child.y - dy, offsets, shown, found)


def _close(phone: Phone, context: Context) -> Phone:
    return activities.toggle_overview(phone)


def layer_of(phone: Phone, res: Resources) -> Layer:
    """The overview screen: the tasks, newest first."""
    installed = packages.apps_of(phone.image)
    shown = tuple((installed[task.package], _windows(phone, task, res)) for task in reversed(_tasks(phone)))
    edge = display.bar_edge(phone)
    picking = None
    if phone.picked is not None:
        package = _middle(phone, res)
        places = [texts_in(windows) for app, windows in shown if app.package == package]
        picking = Picking(package, places[0], phone.picked) if places else None
    return Layer(
        _overview,
        (shown, phone.configuration.wallpaper, edge, phone.image.api_level >= _SINCE, picking),
        "dialog",
        "light",
        SYSTEM,
        wide=bool(edge),
    )


def _windows(phone: Phone, task: Task, res: Resources) -> Windows:
    """Picture of the front activity of a task; of a task that was left with Back, its first screen."""
    app = packages.apps_of(phone.image)[task.package]
    front = task.activities[-1] if task.activities else Activity(app.component)
    layers = app.windows(phone, phone.apps[task.package], front)
    config = phone.configuration
    side = round(NAVIGATION_BAR * res.metrics.scale) if config.bar_at_side else 0
    return Windows(layers, front.offsets, res, config.width - side, config.height)


def _overview(
    res: Resources, shown: tuple[tuple[App, Windows], ...], wallpaper: str | bytes, edge: str, modern: bool,
    picking: Picking | None = None,
) -> Element:  # fmt: skip
    return Stack(
        Picture(wallpaper, width=FILL, height=FILL, class_name=""),
        Spacer(width=FILL, height=FILL, background=_SHADE),
        beside_bar(res, _recent_tasks(res, shown, modern, picking), edge),
        width=FILL, height=FILL, class_name="",
    )  # fmt: skip


def _card(res: Resources, modern: bool) -> tuple[float, int, float]:
    """Size of a card in dp: the space over it, its width and its height."""
    top = max(32, round(res.height * 0.08))
    room = res.height - top - res.foot - 8 - _ICON - _GAP - _CLEAR * res.metrics.font / res.metrics.scale
    share = 0.74 if modern else 0.62
    width = round(max(120, min(res.width * share, room * res.width / res.height)))
    return top, width, min(room, width * res.height / res.width)


def _highlights(res: Resources, picking: Picking, windows: Windows, width: float, height: float) -> Element:
    """What marks the texts on the picture of a task; the chosen one is brighter."""
    share = width / windows.width
    marks = [
        (
            place.x * share, place.y * share,
            Spacer(
                width=place.width * share, height=place.height * share, radius=3, id=_ID + "text_region",
                background=0x801A73E8 if place.text == picking.picked else 0x331A73E8,
                tap=do(_pick, place.text), description=place.text, selected=place.text == picking.picked,
                class_name="android.view.View",
            ),
        )
        for place in picking.places
        if (place.y + place.height) * share <= height
    ]  # fmt: skip
    return Canvas(*marks, width=width, height=height, tap=do(_pick_none), class_name="")


def _action(res: Resources, label: str, tap: Any, id: str, selected: bool = False) -> Element:
    return Text(
        res.string(label), 14, 0xFFFFFFFF, 500, pad=(24, 12), radius=24,
        background=0x66FFFFFF if selected else 0x33FFFFFF, tap=tap, id=_ID + id, selected=selected,
        class_name="android.widget.Button",
    )  # fmt: skip


def _actions(res: Resources, picking: Picking | None) -> Element:
    """The buttons under the tasks, or what can be done with a chosen text."""
    if picking is not None and picking.picked:
        buttons = [
            _action(res, "system_ui.copy", do(_copy), "action_copy"),
            _action(res, "system_ui.share", do(_share), "action_share"),
        ]
    else:
        choosing = picking is not None
        buttons = [
            _action(res, "system_ui.screenshot", do(_screenshot), "action_screenshot"),
            _action(
                res,
                "system_ui.select",
                do(_pick_none) if choosing else do(_pick, ""),
                "action_select",
                choosing,
            ),
        ]
    return Row(
        *buttons, gap=12, align="center", id=_ID + "action_buttons", class_name="android.widget.LinearLayout"
    )


def _recent_tasks(
    res: Resources, shown: tuple[tuple[App, Windows], ...], modern: bool, picking: Picking | None
) -> Element:
    if not shown:
        empty = Text(
            res.string("launcher.recents_empty"), 16, 0xFFFFFFFF, lines=2, align="center", pad=(24, 0)
        )
        return Stack(
            empty,
            width=FILL,
            height=FILL,
            align="center",
            justify="center",
            tap=do(_close),
        )
    top, width, height = _card(res, modern)
    cards = [
        Column(
            app_icon(res, app, _ICON),
            Miniature(
                windows, width=width, height=height, radius=12, tap=do(_open, app.package),
                swipe=do(_dismiss, app.package), id=_ID + "snapshot", description=app.title(res),
                class_name="android.view.View",
            ),
            align="center", gap=_GAP, class_name="android.widget.FrameLayout", id=_ID + "task",
        )
        for app, windows in shown
    ]  # fmt: skip
    clear: Element = Text(
        res.string("launcher.clear_all"), 16, 0xFFFFFFFF, 500, pad=(24, 14), tap=do(_clear), id=_ID + "clear_all",
        class_name="android.widget.Button",
    )  # fmt: skip
    side = round((res.width - width) / 2)
    if picking is not None:
        for at, (app, windows) in enumerate(shown):
            if app.package == picking.package:
                icon, picture = cards[at].children
                marked = Stack(
                    picture,
                    _highlights(res, picking, windows, width, height),
                    width=width,
                    height=height,
                    class_name="",
                )
                cards[at].children = (icon, marked)
    if modern:
        cards.append(Column(clear, justify="center", class_name=""))
        clear = _actions(res, picking)
    return Column(
        Scroll(
            Row(*cards, gap=_BETWEEN, pad=(side, 0), height=FILL, align="center"), key="overview", axis="x",
            width=FILL, grow=1, id=_ID + "overview_panel", class_name="android.widget.ListView",
        ),
        clear,
        width=FILL, height=FILL, align="center", gap=8,
        pad=(0, top, 0, res.foot + 8), tap=do(_close),
    )  # fmt: skip
