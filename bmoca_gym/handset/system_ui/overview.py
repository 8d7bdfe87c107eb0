"""The overview: tasks as cards with their last screens, on tablets of Android 13 in a grid."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import App, Intent, Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR, STATUS_HEIGHT
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import SYSTEM, Activity, Context, Phone, Split, Task
from bmoca_gym.handset.system import activities, clipboard, display, intents, pinned, split, windows
from bmoca_gym.handset.system.windows import made
from bmoca_gym.handset.ui.components import app_icon, beside_bar, popup_card
from bmoca_gym.handset.ui.elements import (
    FILL,
    Box,
    Canvas,
    Column,
    Element,
    Offsets,
    Reversed,
    Row,
    Scroll,
    Spacer,
    Stack,
    scroll_offset,
    scrolls,
    stay,
)
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do, memo, replace

_SHADE, _STRIP, _STATUS = 0xB3202124, 0xFF3C4043, 0x80000000
_ID = "com.google.android.apps.nexuslauncher:id/"
_ICON, _GAP, _CLEAR, _BETWEEN = 40, 12, 56, 20
#: The first API level with a button for screenshots, "Clear all" behind the last task, and a grid on tablets (12L).
_SINCE = 33
#: dp between the two rows of the grid (overview_grid_row_spacing).
_ROW_GAP = 28
#: The page of an app in the settings.
_APP_DETAILS = "com.android.settings/com.android.settings.applications.InstalledAppDetails"
#: Height in dp of what is left of the upper app while the lower one is chosen (``split_placeholder_size``); until
#: Android 11 the app is already in its place.
_PLACEHOLDER = 72
#: The key that a button holds down for the phone's input to act on.
SCREENSHOT_KEY = "SYSRQ"


class Windows(NamedTuple):
    """Picture of an app: its layers, the offsets of its scrolls, and the screen they are for.

    ``hidden``: px at the top that are not seen, as of the lower one of two apps that share the screen.
    """

    layers: tuple[Layer, ...]
    offsets: Offsets
    res: Resources
    width: int
    height: int
    hidden: int = 0


class Miniature(Element):
    """Windows drawn small: as wide as the element, beginning at their top."""

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
    """Show a task, or put it in the lower half if the user is choosing the second app of a split screen."""
    upper = split.choosing(phone)
    if not upper:
        return activities.show_task(phone, package)
    phone = activities.show_task(split.closed(replace(phone, toast="")), upper)
    return activities.share_screen(activities.show_task(phone, package), Split(upper, package))


def _dismiss(phone: Phone, context: Context, *tasks: str) -> Phone:
    if context.direction != "up":
        return phone
    for package in tasks:
        phone = activities.remove_task(phone, package)
    return phone


def _clear(phone: Phone, context: Context) -> Phone:
    return activities.remove_all_tasks(phone)


def _screenshot(phone: Phone, context: Context) -> Phone:
    """Show the task in the middle, and press the screenshot key."""
    package = _middle(phone, context.res)
    if not package:
        return phone
    return replace(activities.show_task(phone, package), held=(*phone.held, SCREENSHOT_KEY))


def _cards(phone: Phone) -> tuple[tuple[Task, ...], ...]:
    """The tasks of each card, newest first: two of apps that share the screen, else one.

    There is no card for a picture in picture, nor for an app whose partner is being chosen.
    """
    small, upper = pinned.activity_of(phone), "" if phone.split is None else split.choosing(phone)
    hidden = ("" if small is None else small.package, upper)
    pair = None if phone.split is None else split.paired(phone)
    tasks = {task.package: task for task in reversed(phone.tasks) if task.package not in hidden}
    if pair is None or pair.upper not in tasks or pair.lower not in tasks:
        return tuple((task,) for task in tasks.values())
    both = tasks[pair.upper], tasks[pair.lower]
    first = next(package for package in tasks if package in (pair.upper, pair.lower))
    return tuple(
        both if package == first else (task,)
        for package, task in tasks.items()
        if package == first or task not in both
    )


def _is_grid(res: Resources, modern: bool, choosing: bool) -> bool:
    """Whether tasks are in a grid. They are in a row while the user is ``choosing`` one for the split screen."""
    return modern and is_tablet(res) and not choosing


def _moved(phone: Phone, res: Resources) -> float:
    """How far the tasks were scrolled, in dp."""
    return dict(phone.system_offsets).get("overview", 0) / res.metrics.scale


def _in_grid(phone: Phone, res: Resources) -> bool:
    choosing = phone.split is not None and bool(split.choosing(phone))
    return _is_grid(res, phone.image.api_level >= _SINCE, choosing)


def _middle_card(phone: Phone, res: Resources) -> int:
    """The number of the card in the middle; -1 if there is none: in a grid only the newest is ever there."""
    _, width, _ = _card(res, phone.image.api_level >= _SINCE)
    at = round(_moved(phone, res) / (width + _BETWEEN))
    last = len(_cards(phone)) - 1
    if at > 0 and _in_grid(phone, res):
        return -1
    return min(last, max(0, at))


def _middle(phone: Phone, res: Resources) -> str:
    """The package of the task in the middle, of two the upper one; "" if there is none."""
    at = _middle_card(phone, res)
    return "" if at < 0 else _cards(phone)[at][0].package


def _number_of(phone: Phone, package: str) -> int:
    """The number of an app's card; -1 if it has none."""
    cards = enumerate(_cards(phone))
    return next((at for at, card in cards if package in [task.package for task in card]), -1)


# Menu of a task


def _menu(phone: Phone, context: Context, package: str) -> Phone:
    """Open the menu of a task, and bring its card to the middle of a row."""
    res = context.res
    at = _number_of(phone, package)
    if at < 0:
        return phone
    if at != _middle_card(phone, res) and not _in_grid(phone, res):
        _, width, _ = _card(res, phone.image.api_level >= _SINCE)
        way = round(at * (width + _BETWEEN) * res.metrics.scale)
        phone = replace(phone, system_offsets=(("overview", way),))
    return replace(phone, task_menu=package, picked=None)


def _menu_closed(phone: Phone, context: Context) -> Phone:
    return replace(phone, task_menu="")


def _app_info(phone: Phone, context: Context) -> Phone:
    return activities.start(replace(phone, task_menu=""), _APP_DETAILS, phone.task_menu)


def _split(phone: Phone, context: Context) -> Phone:
    """Put the menu's task in the upper half, and let the user choose the app for the lower one."""
    upper = phone.task_menu
    phone = replace(phone, task_menu="", split=Split(upper), system_offsets=())
    return _say_how(phone, context) if phone.image.api_level >= split.PAIRS_STAY else phone


def _say_how(phone: Phone, context: Context) -> Phone:
    return activities.toast(phone, context.res.string("system_ui.split_choose"))


def _may_split(phone: Phone, package: str) -> bool:
    """Whether a task's menu offers the split screen: there must be another task, and room for two."""
    cards = _cards(phone)
    return (
        split.fits(phone.configuration)
        and len(cards) > 1
        and any(card[0].package == package for card in cards if len(card) == 1)
    )


# Texts of a task


def _pick(phone: Phone, context: Context, text: str) -> Phone:
    """Select a text of the middle task, or start selecting texts."""
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
    """A text in a picture of windows, and its position in px of the phone."""

    x: int
    y: int
    width: int
    height: int
    text: str


class Picking(NamedTuple):
    """Texts that can be selected: the task whose card they are on, and which one is selected."""

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
    modern = phone.image.api_level >= _SINCE
    shown = tuple(
        tuple(
            (installed[task.package], windows)
            for task, windows in zip(card, _pictures(phone, card, res), strict=True)
        )
        for card in _cards(phone)
    )
    edge = display.bar_edge(phone)
    picking = None
    if phone.picked is not None:
        package = _middle(phone, res)
        places = [texts_in(card[0][1]) for card in shown if len(card) == 1 and card[0][0].package == package]
        picking = Picking(package, places[0], phone.picked) if places else None
    menu = None
    if phone.task_menu in installed:
        package = phone.task_menu
        place = (_number_of(phone, package), _moved(phone, res)) if _in_grid(phone, res) else (0, 0.0)
        menu = Menu(installed[package], _may_split(phone, package), *place)
    upper = "" if phone.split is None else split.choosing(phone)
    above = None
    if upper:
        task = next((task for task in phone.tasks if task.package == upper), None)
        above = installed[upper], None if modern or task is None else _upper_picture(phone, task)
    middle = _middle_card(phone, res)
    acts = not upper and middle >= 0 and len(shown[middle]) == 1
    return Layer(
        _overview,
        (shown, phone.configuration.wallpaper, edge, modern, picking, menu, above, acts),
        "dialog",
        "light",
        SYSTEM,
        wide=bool(edge),
    )


class Menu(NamedTuple):
    """The open menu of a task.

    ``splits``: whether it has the split screen; ``at``: the number of its card in a grid, and ``moved``: how far that
    was scrolled, in dp; both 0 in a row, where the card is in the middle.
    """

    app: App
    splits: bool
    at: int = 0
    moved: float = 0


#: A card: the apps of its tasks, each with its picture.
Card = tuple[tuple[App, Windows], ...]
#: The app for which a second one is chosen, and its picture where it is in its place already.
Above = tuple[App, Windows | None]


def _pictures(phone: Phone, card: tuple[Task, ...], res: Resources) -> tuple[Windows, ...]:
    """Pictures of a card's tasks; if there are two, as they share the screen."""
    pair = phone.split
    if len(card) == 1 or pair is None:
        return tuple(_windows(phone, task, res) for task in card)
    return tuple(_part(phone, task, pair.share, lower) for lower, task in enumerate(card))


def _part(phone: Phone, task: Task, share: float, lower: int) -> Windows:
    """Picture of the front activity of a task in a part of the screen."""
    part = split.part(phone.configuration, share, bool(lower))
    layers = windows.layers_in(phone, task, part)
    res = resources.of(part)
    hidden = round(STATUS_HEIGHT * res.metrics.scale) if lower else 0
    return Windows(layers, task.activities[-1].offsets, res, part.width, part.height, hidden)


def _upper_picture(phone: Phone, task: Task) -> Windows:
    """Picture of the upper one of two apps that will share the screen."""
    if not task.activities:
        task = replace(task, activities=(Activity(packages.apps_of(phone.image)[task.package].component),))
    return _part(phone, task, 0.5, 0)


def _windows(phone: Phone, task: Task, res: Resources) -> Windows:
    """Picture of a task's front activity; if it was left with Back, of its first screen."""
    app = packages.apps_of(phone.image)[task.package]
    front = task.activities[-1] if task.activities else Activity(app.component)
    layers = windows.layers_of(app, phone, front)
    config = phone.configuration
    side = round(NAVIGATION_BAR * res.metrics.scale) if config.bar_at_side else 0
    return Windows(layers, front.offsets, res, config.width - side, config.height)


def _overview(
    res: Resources, shown: tuple[Card, ...], wallpaper: str | bytes, edge: str, modern: bool,
    picking: Picking | None, menu: Menu | None, above: Above | None, acts: bool,
) -> Element:  # fmt: skip
    over = (_menu_of(res, menu, modern),) if menu is not None else ()
    return Stack(
        Picture(wallpaper, width=FILL, height=FILL, class_name=""),
        Spacer(width=FILL, height=FILL, background=_SHADE),
        beside_bar(res, _recent_tasks(res, shown, modern, picking, above, acts), edge),
        *over,
        width=FILL, height=FILL, class_name="",
    )  # fmt: skip


def _menu_of(res: Resources, menu: Menu, modern: bool) -> Element:
    """The menu of a task under its icon."""
    c = res.colors

    def item(glyph: str, label: str, tap: Any) -> Element:
        return Row(
            Icon(glyph, 24, c.text), Text(res.string(label), 14, c.text, lines=2, grow=1, id=_ID + "text"),
            width=FILL, pad=(16, 14), gap=16, align="center", tap=do(tap), class_name="android.widget.LinearLayout",
        )  # fmt: skip

    name = Text(menu.app.title(res), 16, c.text, 500, pad=(16, 14, 16, 6), id=_ID + "task_name")
    items = [item("info", "launcher.app_info", _app_info)]
    if menu.splits:
        label = "system_ui.split_top" if modern else "system_ui.split_screen"
        items.append(item("splitscreen", label, _split))
    top, width, height = _card(res, modern)
    room = res.height - top - res.foot - 16 - _CLEAR * res.metrics.font / res.metrics.scale
    top += max(0, (room - _ICON - _GAP - height) / 2)
    wide = min(260, res.width - 48)
    shift = menu.moved  # from the middle of the screen, against the reading direction as the tasks are
    if menu.at > 0:
        column, row = divmod(menu.at - 1, 2)
        small, low = _small(width, height)
        top += row * (_ICON + _GAP + low + _ROW_GAP)
        shift -= (width + small) / 2 + _BETWEEN + column * (small + _BETWEEN)
    most = (res.width - wide) / 2 - 24
    shift = min(max(-most, shift), most)
    card = popup_card(
        res, name, *items, width=wide, radius=16 if modern else 4, line=0x33808080, tap=do(stay),
        id=_ID + "menu_option_layout", class_name="android.widget.LinearLayout",
    )  # fmt: skip
    return Stack(
        card, width=FILL, height=FILL, pad=(24 + max(0, 2 * shift), top + _ICON + 8, 24 + max(0, -2 * shift), res.foot),
        align="center", tap=do(_menu_closed), class_name="",
    )  # fmt: skip


def _card(res: Resources, modern: bool, above: float = 0) -> tuple[float, int, float]:
    """Size of a card in dp: the space over it, its width and its height. ``above``: the height taken up at the top."""
    top = max(32, round(res.height * 0.08)) if not above else above + 12
    room = res.height - top - res.foot - 8 - _ICON - _GAP - _CLEAR * res.metrics.font / res.metrics.scale
    share = 0.62 if not modern else 0.66 if is_tablet(res) else 0.74
    width = round(max(120, min(res.width * share, room * res.width / res.height)))
    return top, width, min(room, width * res.height / res.width)


def _small(width: float, height: float) -> tuple[float, float]:
    """Size of a card of the grid in dp, from that of the newest one: two with their icons are as high as it."""
    low = (_ICON + _GAP + height - _ROW_GAP) / 2 - _ICON - _GAP
    return low * width / height, low


def _picture_above(res: Resources, above: Above) -> tuple[Element, float]:
    """What is visible of the app whose partner is being chosen, and its height in dp."""
    app, picture = above
    if picture is None:
        strip = Column(
            Spacer(width=FILL, height=STATUS_HEIGHT),
            Row(app_icon(res, app, _ICON), width=FILL, grow=1, align="center", justify="center", class_name=""),
            width=FILL, height=_PLACEHOLDER + STATUS_HEIGHT, background=_STRIP, tap=do(_say_how),
            id=_ID + "split_placeholder", description=app.title(res), class_name="android.widget.FrameLayout",
        )  # fmt: skip
        return strip, _PLACEHOLDER + STATUS_HEIGHT
    high = picture.height / res.metrics.scale
    seen = Miniature(
        picture, width=FILL, height=high, description=app.title(res), class_name="android.view.View"
    )
    edge = Spacer(width=FILL, height=split.DIVIDER, background=0xFF000000)
    shade = Spacer(width=FILL, height=STATUS_HEIGHT, background=_STATUS)
    docked = Column(
        Stack(seen, shade, width=FILL, class_name=""), edge, width=FILL, tap=do(stay), class_name=""
    )
    return docked, high + split.DIVIDER


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


def _task_icon(res: Resources, app: App) -> Element:
    """The icon over a card, which opens the menu of the task.

    Only the card has the app's name, as in Launcher3: a name then always refers to the card.
    """
    icon = app_icon(res, app, _ICON)
    icon.tap = do(_menu, app.package)
    icon.id = _ID + "icon"
    icon.description = ""
    icon.class_name = "android.view.View"
    return icon


def _picture(res: Resources, card: Card, width: float, height: float) -> Element:
    """The picture on a card; two apps as they share the screen."""
    names = [app.package for app, _ in card]
    if len(card) == 1:
        [(app, windows)] = card
        return Miniature(
            windows, width=width, height=height, radius=12, tap=do(_open, app.package),
            swipe=do(_dismiss, app.package), id=_ID + "snapshot", description=app.title(res),
            class_name="android.view.View",
        )  # fmt: skip
    (upper, above), (lower, below) = card
    share = width / above.width
    high, tall = above.height * share, (below.height - below.hidden) * share
    start = height - tall
    parts = [
        (
            0, top,
            Miniature(
                windows, width=width, height=room, radius=12, tap=do(_open, app.package), swipe=do(_dismiss, *names),
                id=_ID + ("snapshot" if app is upper else "bottomright_snapshot"), description=app.title(res),
                class_name="android.view.View",
            ),
        )
        for top, app, windows, room in ((0, upper, above, high), (start, lower, below, tall))
    ]  # fmt: skip
    edge = Spacer(width=width, height=max(1.0, start - high), background=0xFF000000)
    return Canvas(*parts, (0, high, edge), width=width, height=height, class_name="")


def _recent_tasks(
    res: Resources,
    shown: tuple[Card, ...],
    modern: bool,
    picking: Picking | None,
    above: Above | None,
    acts: bool,
) -> Element:
    if not shown and above is None:
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
    first, taken = (None, 0.0) if above is None else _picture_above(res, above)
    top, width, height = _card(res, modern, taken)
    grid = _is_grid(res, modern, above is not None)
    small = _small(width, height)
    cards = [
        Column(
            Row(*[_task_icon(res, app) for app, _ in card], gap=8, class_name="")
            if len(card) > 1 else _task_icon(res, card[0][0]),
            _picture(res, card, *(small if grid and at else (width, height))),
            align="center", gap=_GAP, class_name="android.widget.FrameLayout", id=_ID + "task",
        )
        for at, card in enumerate(shown)
    ]  # fmt: skip
    clear: Element = Text(
        res.string("launcher.clear_all"), 16, 0xFFFFFFFF, 500, pad=(24, 14), tap=do(_clear), id=_ID + "clear_all",
        class_name="android.widget.Button",
    )  # fmt: skip
    side = round((res.width - width) / 2)
    if picking is not None:
        for at, card in enumerate(shown):
            app, windows = card[0]
            if len(card) == 1 and app.package == picking.package:
                icon, picture = cards[at].children
                marked = Stack(
                    picture,
                    _highlights(res, picking, windows, width, height),
                    width=width,
                    height=height,
                    class_name="",
                )
                cards[at].children = (icon, marked)
    if grid:
        pairs = [cards[at : at + 2] for at in range(1, len(cards), 2)]
        tall = _ICON + _GAP + height
        cards[1:] = [Column(*pair, gap=_ROW_GAP, height=tall, class_name="") for pair in pairs]
    if modern and above is None:
        cards.append(Column(clear, justify="center", class_name=""))
    if modern:
        clear = _actions(res, picking) if acts else Spacer(width=1, height=_ICON)
    # As in Launcher3's `RecentsView`: where one reads from the left, older tasks are to the left of newer ones.
    list_of_tasks = Reversed(
        Scroll(
            Row(*cards, gap=_BETWEEN, pad=(side, 0), height=FILL, align="center"), key="overview", axis="x",
            width=FILL, height=FILL, id=_ID + "overview_panel", class_name="android.widget.ListView",
        ),
        width=FILL, grow=1,
    )  # fmt: skip
    if first is not None:
        below = Spacer(width=1, height=_CLEAR) if modern else clear
        return Column(
            first, list_of_tasks, below, width=FILL, height=FILL, align="center", gap=8, pad=(0, 0, 0, res.foot + 8),
        )  # fmt: skip
    return Column(
        list_of_tasks, clear,
        width=FILL, height=FILL, align="center", gap=8,
        pad=(0, top, 0, res.foot + 8), tap=do(_close),
    )  # fmt: skip
