"""The windows of a phone, laid out from bottom to top, as a function of its state; the elements at a point of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import mypyc_attr

from bmoca_gym.handset import resources
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR, STATUS_HEIGHT
from bmoca_gym.handset.state import SYSTEM, Activity, Display, Phone, Pinned, Split
from bmoca_gym.handset.system import (
    display,
    notifications,
    pinned,
    split,
    status_bar,
    text_input,
    windows,
)
from bmoca_gym.handset.system.windows import made
from bmoca_gym.handset.system_ui import (
    bars,
    keyboard,
    lock_screen,
    overview,
    picture_in_picture,
    prompts,
    shade,
    split_screen,
    text_toolbar,
    volume,
)
from bmoca_gym.handset.ui.components import ink_on
from bmoca_gym.handset.ui.elements import Box, Element, Offsets, like, scroll_offset, scrolls
from bmoca_gym.handset.ui.finding import located
from bmoca_gym.handset.ui.marks import Mark
from bmoca_gym.handset.ui.widgets import selected, text_in
from bmoca_gym.handset.value import Callback, memo

#: Kinds of windows of which the topmost one takes input.
ACTIVE: Final = ("app", "screen", "dialog")
#: Kinds of windows that stand beside or over those of apps, and change seldom.
BARS: Final = ("status", "navigation", "keyboard")
#: Kinds of windows of the handles at the ends of selected text, and the height of these in dp, half their width.
START_HANDLE: Final = "start_handle"
END_HANDLE: Final = "end_handle"
_HANDLE: Final = 22
_BLACK: Final = 0xFF000000
_WHITE: Final = 0xFFFFFFFF
_DAY: Final = 24 * 60  # minutes
_DARK: Final = 0x50  # a background is dark whose red, green and blue are all below


@mypyc_attr(acyclic=True)
class Surface:
    """A positioned window. ``x``, ``y``: px; ``owner``: whose state its handlers get; ``offsets``: its scroll
    offsets."""

    __slots__ = ("box", "kind", "offsets", "owner", "x", "y")

    def __init__(self, box: Box, x: int, y: int, owner: str, offsets: Offsets, kind: str) -> None:
        self.box = box
        self.x = x
        self.y = y
        self.owner = owner
        self.offsets = offsets
        self.kind = kind


@memo(512)
def laid_out(
    function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources, width: int, height: int
) -> Box:
    """A layer's elements in a window of that size, px."""
    return made(function, arguments, res).layout(res.metrics, width, height, width, height)


@memo(256)
def _bar(function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources, width: int) -> Box:
    box: Box = function(res, *arguments).layout(res.metrics, width, 1 << 20, width)
    return box


@memo(64)
def _floating(function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources, width: int) -> Box:
    box: Box = function(res, *arguments).layout(res.metrics, width, 1 << 20)
    return box


#: What the status bar shows besides the time: icons, those of notifications, and the battery's level.
Status = tuple[tuple[str, ...], tuple[str, ...], str]


def status_of(phone: Phone) -> Status:
    """Return what the status bar shows besides the time."""
    return bars.indicators(phone), notifications.glyphs(phone), bars.battery_level(phone)


def same_status(before: Phone, after: Phone) -> bool:
    """Whether two phones share everything that `status_of` depends on."""
    return (
        before.settings is after.settings
        and before.notifications is after.notifications
        and before.battery is after.battery
        and before.configuration is after.configuration
    )


def moving_of(phone: Phone, top: Activity) -> tuple[tuple[Any, ...], bool]:
    """Return everything on the screen that may change as time passes, and whether it depends on more than the minute.

    These are the layers of the app in front; those of a prompt and of the overview, where there is one; what lies over
    all for a while (see `has_panels`); and that of the shade, or else the minute that the status bar shows.
    """
    layers, asked = windows.layers_over_time(phone)
    minute = phone.minute % _DAY
    over = phone.display is not None and has_panels(phone.display)
    if top.prompt is None and not phone.overview and phone.shade is None and not over:
        return (layers, minute), asked
    made_from, clock = windows.asking(phone)
    shown: tuple[Any, ...] = (layers,)
    if top.prompt is not None:
        shown += (prompts.layer_of(made_from, top.prompt),)
    if phone.overview:
        shown += (overview.layer_of(made_from, resources.of(phone.configuration)),)
    if over:
        shown += (_panel_layers(made_from, display.of(phone)),)
    shown += (minute if phone.shade is None else shade.layer_of(made_from),)
    return shown, asked or clock.asked


def assembled(
    phone: Phone, activity: Activity, moving: tuple[Any, ...], status: Status
) -> tuple[Surface, ...]:
    """Lay out the windows, bottom to top. ``activity``: the one in front."""
    config = phone.configuration
    res = resources.of(config)
    width, height = config.width, config.height
    if phone.display is not None and display.is_covered(phone):
        return _covering(phone, res, width, height)
    layers: tuple[Layer, ...] = moving[0]
    owner = activity.package
    offsets = activity.offsets
    bottom = height - round(res.foot * res.metrics.scale)
    bar_at_side = not res.foot
    if bar_at_side:
        width -= round(NAVIGATION_BAR * res.metrics.scale)
    room = bottom
    keys: Box | None = None
    if activity.focus:
        keys, room = _with_keyboard(phone, layers, res, width, room)
    elif phone.shade is not None and phone.shade.replying is not None:
        keys = _bar(keyboard.keyboard, (keyboard.typing(phone, status_bar.reply_field(phone)),), res, width)
    found: list[Surface] = []
    shown: Layer
    pair = None if phone.split is None else split.shown(phone)
    beside: tuple[Layer, ...] = ()
    if pair is not None:
        found, beside = _halves(phone, pair, layers, room, room < bottom)
    else:
        for shown in layers:
            who = shown.owner or owner
            tall = height if shown.kind == "screen" else room
            box = laid_out(shown.function, shown.arguments, res, config.width if shown.wide else width, tall)
            found.append(Surface(box, 0, 0, who, offsets, shown.kind))
    front = len(found) - 1
    while found[front].kind not in ACTIVE:
        front -= 1
    if activity.cursor is not None and activity.focus:
        last = found[front]
        box = _selected_window(last.box, activity.focus, activity.cursor)
        found[front] = Surface(box, last.x, last.y, last.owner, last.offsets, last.kind)
    if activity.toolbar and keys is not None and not phone.overview and phone.shade is None:
        found += _toolbar(phone, found[front], res, width, room)
    if activity.prompt is not None:
        shown = moving[1]
        box = laid_out(shown.function, shown.arguments, res, width, bottom)
        found.append(Surface(box, 0, 0, SYSTEM, phone.system_offsets, "dialog"))
        layers = (*layers, shown)
    if phone.overview:
        shown = moving[1 if activity.prompt is None else 2]
        box = laid_out(shown.function, shown.arguments, res, config.width, height)
        found.append(Surface(box, 0, 0, SYSTEM, phone.system_offsets, "dialog"))
        layers = (*layers, shown)
        keys = None
    if phone.pinned is not None:
        found += _pinned(phone, phone.pinned, res, width, bottom if keys is None else room)
    if phone.shade is not None:
        shown = moving[-1]
        if phone.shade.replying is not None and keys is not None:
            room = bottom - keys.height
        tall = bottom if phone.shade.replying is None else room
        box = laid_out(shown.function, shown.arguments, res, width, tall)
        found.append(Surface(box, 0, 0, SYSTEM, phone.system_offsets, "dialog"))
        layers = (*layers, shown)
    if keys is not None:
        found.append(Surface(keys, 0, room, SYSTEM, (), "keyboard"))
    if phone.toast:
        box = _bar(bars.toast, (phone.toast,), res, width)
        found.append(Surface(box, 0, bottom - box.height, SYSTEM, (), "toast"))
    style, background, light = _bars_style(res, layers, found, bottom, keys is not None)
    if (
        pair is not None and activity.package == pair.upper
    ):  # the app below the divider is over the navigation bar
        _, background, light = _bars_style(res, (*beside, *layers[len(moving[0]) :]), found, bottom, False)
    elif pair is not None:
        style = _bars_style(res, (*beside, *layers[len(moving[0]) :]), found, bottom, False)[0]
    if phone.overview and bar_at_side:
        style, background, light = "light", None, True
    if phone.shade is None:
        hour, minute = divmod(moving[-1], 60)
        shows = (hour, minute, style, *status)
        found.append(Surface(_bar(bars.status_bar, shows, res, width), 0, 0, SYSTEM, (), "status"))
    panels: list[Surface] = []
    if phone.display is not None and has_panels(phone.display):
        panels = _panels(moving[-2], res, width, height)
    if bar_at_side:
        return _beside_the_bar(phone, found, panels, background, light, width, res)
    foot: Callable[..., Element] = bars.handle_bar if config.gestures else bars.navigation_bar
    shows_foot: tuple[Any, ...] = (background, light)
    seats = bars.seats(phone)
    if seats is not None:
        foot = bars.taskbar
        hidden = keys is not None or phone.shade is not None
        shows_foot += (bars.with_apps(phone, () if hidden else seats),)
    if not config.gestures and phone.aids.button:
        shows_foot += (True,)
    navigation = _bar(foot, shows_foot, res, width)
    found.append(Surface(navigation, 0, bottom, SYSTEM, (), "navigation"))
    return (*found, *panels)


def _beside_the_bar(
    phone: Phone, found: list[Surface], panels: list[Surface], background: int | None, light: bool, width: int,
    res: Resources,
) -> tuple[Surface, ...]:  # fmt: skip
    """The windows of a phone in landscape, ``width`` px wide, and the navigation bar at the edge that is its bottom
    when upright.

    Windows that are wider reach under the bar.
    """
    if (
        background is None and max(shown.box.width for shown in found) <= width
    ):  # under the bar there is nothing but the window's colour
        background = found[0].box.element.background
        if background is None or background >> 24 < 0xFF:
            background, light = _BLACK, True
    height, rotation = phone.configuration.height, display.rotation(phone)
    bar = laid_out(
        bars.side_bar, (background, light, rotation), res, phone.configuration.width - width, height
    )
    left = left_of_windows(phone)
    for shown in (*found, *panels):
        if shown.box.width <= width:
            shown.x += left
    bar_x = 0 if left else width
    return (*found, Surface(bar, bar_x, 0, SYSTEM, (), "navigation"), *panels)


def left_of_windows(phone: Phone) -> int:
    """Distance of windows from the left edge in px: the width of a navigation bar on that side."""
    config = phone.configuration
    return round(NAVIGATION_BAR * config.metrics.scale) if display.bar_edge(phone) == "left" else 0


def _covering(phone: Phone, res: Resources, width: int, height: int) -> tuple[Surface, ...]:
    """The windows of a screen that is off or locked: they hide the apps' windows and the bars."""
    shown = lock_screen.layer_of(phone)
    box = laid_out(shown.function, shown.arguments, res, width, height)
    over = Surface(box, 0, 0, SYSTEM, (), "dialog")
    return (over, *_panels(_panel_layers(phone, display.of(phone)), res, width, height))


def has_panels(shown: Display) -> bool:
    """Whether any window may temporarily lie over all others."""
    return shown.heads_up is not None or shown.volume >= 0


def _panel_layers(phone: Phone, shown: Display) -> tuple[tuple[str, Callback], ...]:
    """The windows that temporarily lie over all others: their kinds, and the layers that build their elements."""
    found: tuple[tuple[str, Callback], ...] = ()
    notice = notifications.find(phone, *shown.heads_up) if shown.heads_up is not None else None
    if notice is not None:
        content = shade.shown(phone, resources.of(phone.configuration), notice)
        found = (("heads_up", (shade.heads_up, (phone.image.api_level, content))),)
    if shown.volume >= 0:
        found += (("volume", volume.panel_of(phone, shown.volume)),)
    return found


def _panels(
    layers: tuple[tuple[str, Callback], ...], res: Resources, width: int, height: int
) -> list[Surface]:
    """Lay out the windows of `_panel_layers`."""
    found = []
    for kind, made_by in layers:
        box = _floating(made_by[0], made_by[1], res, width)
        x, y = (width - box.width) // 2, 0
        if kind == "volume":
            gap = round(volume.GAP * res.metrics.scale)
            x, y = gap if res.rtl else width - box.width - gap, max(0, (height - box.height) // 2)
        found.append(Surface(box, x, y, SYSTEM, (), kind))
    return found


#: How much of the upper app the keyboard may push out of the screen (SplitLayout.ADJUSTED_SPLIT_FRACTION_MAX).
_PUSHED = 0.7


def _halves(
    phone: Phone, pair: Split, layers: tuple[Layer, ...], room: int, typing: bool
) -> tuple[list[Surface], tuple[Layer, ...]]:
    """The windows of two apps that share the screen, the divider over them, and the layers of the one without input.

    ``layers``: of the one with input; ``room``: px over the navigation bar and the keyboard. While the user types into
    the lower app, the keyboard pushes both up.
    """
    config = phone.configuration
    neighbour = split.beside(phone)
    assert neighbour is not None
    others = windows.layers_beside(phone, neighbour)
    places, scale = split.places(config, pair.share), config.metrics.scale
    front = phone.top.package
    up = 0
    if typing and front == pair.lower:
        up = min(config.height - round(config.bar * scale) - room, round(_PUSHED * places.end))
    under = round(STATUS_HEIGHT * scale)
    found: list[Surface] = []
    for package in (pair.lower, pair.upper):
        faced = package == front
        part = split.part_of(phone, package)
        res = resources.of(part)
        hidden, top = (under, places.start - up) if package == pair.lower else (0, -up)
        shown = layers if faced else others
        activity = phone.top if faced else neighbour.activities[-1]
        for at, layer in enumerate(shown):
            tall = part.height if layer.kind == "screen" else part.height - round(part.bar * scale)
            if faced and typing and layer.kind != "screen":
                tall = max(min(tall, room - top + hidden), hidden + under)
            box = laid_out(layer.function, layer.arguments, res, config.width, tall)
            kind = layer.kind if faced else "beside" if at == len(shown) - 1 else "below"
            inside = split_screen.pane(box, config.width, max(1, tall - hidden), hidden)
            found.append(Surface(inside, 0, top, layer.owner or package, activity.offsets, kind))
    divider = split_screen.layer_of(phone)
    box = laid_out(
        divider.function,
        divider.arguments,
        resources.of(config),
        config.width,
        round(split_screen.TOUCHED * scale),
    )
    middle = (places.end + places.start) // 2 - up
    found.append(Surface(box, 0, middle - box.height // 2, SYSTEM, (), "divider"))
    return found, others


def _pinned(phone: Phone, window: Pinned, res: Resources, width: int, bottom: int) -> list[Surface]:
    """The window of a picture in picture, over the apps."""
    picture = pinned.shown(phone)
    if picture is None:
        return []
    x, y, wide, high = picture_in_picture.place_of(phone, picture, window, res, width, bottom)
    shown = picture_in_picture.layer_of(phone, picture, window)
    box = laid_out(shown.function, shown.arguments, res, wide, high)
    return [Surface(box, x, y, SYSTEM, (), "pinned")]


def _bars_style(
    res: Resources, layers: tuple[Layer, ...], found: list[Surface], bottom: int, typing: bool
) -> tuple[str, int | None, bool]:
    """The status bar's style, the navigation bar's background (None: what lies under it) and whether icons are light.

    A window that darkens what is under it darkens the bars as well, and a window that is dark by itself, such as a
    private tab, has a dark navigation bar; a keyboard brings its own background.
    """
    base = [shown for shown in layers if shown.kind != "dialog"][-1]
    style = base.bars
    background: int | None = res.colors.navigation
    light = res.dark
    if base.kind == "screen":
        foot = base.foot or style
        background, light = None, foot == "light" or (foot == "auto" and res.dark)
    elif not light:
        under = [one for one in found if one.kind == base.kind]  # none yet on the way into a split screen
        if under and _is_dark(under[-1].box.element.background):
            background, light = _BLACK, True
    for surface in found:
        tint = surface.box.element.background
        if surface.kind == "dialog" and surface.box.height > bottom:
            style, background, light = "light", None, True
        elif surface.kind == "dialog" and tint is not None and tint >> 24 < 0xFF:
            style, background, light = "light", bars.shaded(background, tint), True
            if res.system > 2 and _is_pale_drawer(surface.box):
                style = "over"
    if typing and res.foot:
        background, light = keyboard.background(res), res.dark
    return style, background, light


def _is_pale_drawer(box: Box) -> bool:
    """Whether a window is a drawer that is white or nearly so under the status bar."""
    if len(box.inside) != 1 or not box.inside[0].inside:
        return False
    panel = box.inside[0]
    ground = panel.inside[0].element.background or panel.element.background
    reaches_up = panel.height == box.height and panel.width < box.width
    return reaches_up and ground is not None and ink_on(ground) != _WHITE


def _is_dark(background: Any) -> bool:
    """Whether a window's background is black, or nearly."""
    return type(background) is int and all(background >> shift & 0xFF < _DARK for shift in (0, 8, 16))


def _with_keyboard(
    phone: Phone, layers: tuple[Layer, ...], res: Resources, width: int, room: int
) -> tuple[Box | None, int]:
    """The keyboard for the focused field and the room over it; none where the field is gone or its app has keys."""
    field: Any = windows.focused(layers[-1], phone)
    if field is None or field.kind == "none" or phone.keyboard_page == text_input.HIDDEN:
        return None, room
    keys = _bar(keyboard.keyboard, (keyboard.typing(phone, field),), res, width)
    return keys, max(room - keys.height, room // 4)


def _is_field(key: str) -> Callable[[Element], bool]:
    return lambda e: e.editable and e.key == key  # type: ignore[attr-defined]


def _with_selection(box: Box, key: str, selection: tuple[int, int]) -> Box:
    """The boxes of a window in which the text field ``key`` shows a selection; everything else is shared."""
    field: Any = box.element
    if _is_field(key)(field):
        if not field.content:
            return box
        return like(box, selected(field, selection))
    for at, child in enumerate(box.inside):
        changed = _with_selection(child, key, selection)
        if changed is not child:
            made = like(box, field)
            made.inside = (*box.inside[:at], changed, *box.inside[at + 1 :])
            return made
    return box


_selected_window = memo(64)(_with_selection)


def focused_box(phone: Phone, window: Surface) -> tuple[int, int, Box] | None:
    """The focused text field in a window: its left and top in px, and its box."""
    return located(window.box, window.offsets, _is_field(phone.top.focus))


def _toolbar(phone: Phone, window: Surface, res: Resources, width: int, room: int) -> list[Surface]:
    """The floating toolbar over what is selected, or under it where there is no room; and the handles of the selection.

    There are none for a field out of sight.
    """
    place = focused_box(phone, window)
    commands = tuple(name for name in text_input.COMMANDS if text_input.may(phone, name))
    if place is None or not commands:
        return []
    left, top, box = place
    left, top = left + window.x, top + window.y
    field: Any = box.element
    m = res.metrics
    shown = text_in(box)
    start, end = text_input.selection_of(phone, field) if field.content else (0, 0)
    x0, y0 = shown.cursor(start)
    x1, y1 = shown.cursor(end)
    upper, lower = sorted((y0, y1))
    upper, lower = top + max(upper, shown.upper), top + min(lower, box.height - shown.height) + shown.height
    if lower <= 0 or upper >= room:
        return []
    gap = round(text_toolbar.GAP * m.scale)
    bar = _floating(text_toolbar.toolbar, (commands, phone.top.toolbar), res, width - 2 * gap)
    middle = left + ((x0 + x1) / 2 if y0 == y1 else box.width / 2)
    x = max(gap, min(width - gap - bar.width, round(middle - bar.width / 2)))
    y = round(upper) - gap - bar.height
    handle = round(_HANDLE * m.scale) if start < end else 0
    if y < round(STATUS_HEIGHT * m.scale):
        y = max(0, min(round(lower) + handle + gap, room - bar.height))
    found = [Surface(bar, x, y, SYSTEM, (), "toolbar")]
    if not handle:
        return found
    for kind, across, down in ((START_HANDLE, x0, y0), (END_HANDLE, x1, y1)):
        foot = down + shown.height
        if shown.upper < foot <= box.height and top + foot < room:  # its line is in sight
            leans = -1 if (kind == START_HANDLE) != shown.paragraph.rtl else 1
            mark = Box(Mark(field.accent, leans), 2 * handle, handle + gap)
            found.insert(0, Surface(mark, round(left + across) - handle, round(top + foot), SYSTEM, (), kind))
    return found


class Hit:
    """An element at a point: its box, and the point in px from the box's top left corner."""

    __slots__ = ("box", "element", "x", "y")

    def __init__(self, element: Element, box: Box, x: int, y: int) -> None:
        self.element = element
        self.box = box
        self.x = x
        self.y = y


def chain(box: Box, x: int, y: int, offsets: Offsets) -> list[Hit]:
    """Return the boxes at a point from outermost to innermost. Later siblings are above earlier ones."""
    found = [Hit(box.element, box, x, y)]
    while True:
        dx = dy = 0
        if box.inside and scrolls(box.element):
            dx, dy = scroll_offset(box, offsets)
        for child in reversed(box.inside):
            px, py = x - child.x + dx, y - child.y + dy
            if 0 <= px < child.width and 0 <= py < child.height and not _hollow(child, px, py):
                found.append(Hit(child.element, child, px, py))
                box, x, y = child, px, py
                break
        else:
            return found


def _hollow(box: Box, x: int, y: int) -> bool:
    """Whether the point is in the padding of an invisible wrapper, where a touch reaches what is below.

    A row of cells has no such padding: a dragged object can be dropped anywhere in it.
    """
    element = box.element
    if element.class_name or element.background is not None or not box.inside or hasattr(element, "place_at"):
        return False
    if (
        element.tap
        or element.drag
        or element.swipe
        or element.long_press
        or element.pinch
        or scrolls(element)
    ):
        return False
    return not any(0 <= x - c.x < c.width and 0 <= y - c.y < c.height for c in box.inside)
