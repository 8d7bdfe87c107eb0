"""The overview: tasks as cards with their last screens."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App, Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import SYSTEM, Activity, Context, Phone, Task
from bmoca_gym.handset.system import activities, display
from bmoca_gym.handset.ui.components import app_icon, beside_bar
from bmoca_gym.handset.ui.elements import FILL, Box, Column, Element, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.hit import Offsets
from bmoca_gym.handset.ui.widgets import Picture, Text
from bmoca_gym.handset.value import do, replace

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
    if not phone.tasks:
        return phone
    res = context.res
    _, width, _ = _card(res, True)
    moved = dict(phone.system_offsets).get("overview", 0) / res.metrics.scale
    newest_first = phone.tasks[::-1]
    task = newest_first[min(len(newest_first) - 1, max(0, round(moved / (width + _BETWEEN))))]
    return replace(activities.show_task(phone, task.package), held=(*phone.held, SCREENSHOT_KEY))


def _close(phone: Phone, context: Context) -> Phone:
    return activities.toggle_overview(phone)


def layer_of(phone: Phone, res: Resources) -> Layer:
    """The overview screen: the tasks, newest first."""
    installed = packages.apps_of(phone.image)
    shown = tuple((installed[task.package], _windows(phone, task, res)) for task in reversed(phone.tasks))
    edge = display.bar_edge(phone)
    return Layer(
        _overview,
        (shown, phone.configuration.wallpaper, edge, phone.image.api_level >= _SINCE),
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
    res: Resources, shown: tuple[tuple[App, Windows], ...], wallpaper: str | bytes, edge: str, modern: bool
) -> Element:
    return Stack(
        Picture(wallpaper, width=FILL, height=FILL, class_name=""),
        Spacer(width=FILL, height=FILL, background=_SHADE), beside_bar(res, _recent_tasks(res, shown, modern), edge),
        width=FILL, height=FILL, class_name="",
    )  # fmt: skip


def _card(res: Resources, modern: bool) -> tuple[float, int, float]:
    """Size of a card in dp: the space over it, its width and its height."""
    top = max(32, round(res.height * 0.08))
    room = res.height - top - res.foot - 8 - _ICON - _GAP - _CLEAR * res.metrics.font / res.metrics.scale
    share = 0.74 if modern else 0.62
    width = round(max(120, min(res.width * share, room * res.width / res.height)))
    return top, width, min(room, width * res.height / res.width)


def _recent_tasks(res: Resources, shown: tuple[tuple[App, Windows], ...], modern: bool) -> Element:
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
    if modern:
        cards.append(Column(clear, justify="center", class_name=""))
        shot = Text(
            res.string("system_ui.screenshot"), 14, 0xFFFFFFFF, 500, pad=(24, 12), radius=24, background=0x33FFFFFF,
            tap=do(_screenshot), id=_ID + "action_screenshot", class_name="android.widget.Button",
        )  # fmt: skip
        clear = Row(shot, align="center", id=_ID + "action_buttons", class_name="android.widget.LinearLayout")
    return Column(
        Scroll(
            Row(*cards, gap=_BETWEEN, pad=(side, 0), height=FILL, align="center"), key="overview", axis="x",
            width=FILL, grow=1, id=_ID + "overview_panel", class_name="android.widget.ListView",
        ),
        clear,
        width=FILL, height=FILL, align="center", gap=8,
        pad=(0, top, 0, res.foot + 8), tap=do(_close),
    )  # fmt: skip
