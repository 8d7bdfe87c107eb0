"""The windows of a phone, laid out from bottom to top, as functions of its state."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mypy_extensions import mypyc_attr

from bmoca_gym.handset import aliases, packages, resources, time_zones
from bmoca_gym.handset.aliases import Aliases
from bmoca_gym.handset.configuration import NAVIGATION_BAR
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import SYSTEM, Activity, Display, Phone, Watched
from bmoca_gym.handset.system import audio, display, notifications, status_bar, text_input, windows
from bmoca_gym.handset.system.windows import made
from bmoca_gym.handset.system_ui import (
    bars,
    keyboard,
    lock_screen,
    overview,
    prompts,
    shade,
    text_toolbar,
    volume,
)
from bmoca_gym.handset.ui.decor import NOWHERE, OVERVIEW, PLAIN, PROMPT, Decor, Place, around, decor_of
from bmoca_gym.handset.ui.elements import Box, Element, like
from bmoca_gym.handset.ui.hit import Offsets, located
from bmoca_gym.handset.ui.nodes import nodes_of
from bmoca_gym.handset.ui.tree import UiNode, UiTree, UiWindow
from bmoca_gym.handset.ui.widgets import selected, text_in
from bmoca_gym.handset.value import memo, on_clear

#: Kinds of windows that stand beside or over those of apps, and change seldom.
BARS = ("status", "navigation", "keyboard")
_BLACK = 0xFF000000
_DAY = 24 * 60  # minutes


@mypyc_attr(acyclic=True)
class Surface:
    """A window in its place. ``x``, ``y``: px; ``owner``: whose state its handlers get; ``offsets``: its scrolls."""

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


@mypyc_attr(acyclic=True)
class Key:
    """All that a screen follows from, in values. They are many: their hash is computed once."""

    __slots__ = ("_hash", "parts")

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts
        self._hash = hash(parts)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Key) and self.parts == other.parts)

    def __hash__(self) -> int:
        return self._hash


@mypyc_attr(acyclic=True)
class Shown:
    """All that a screen shows: its windows, and its UI tree once somebody has asked for it.

    Of equal screens there is one, as long as it is remembered. ``moving``: what may follow from the clock, in values;
    ``key``: by which it is remembered; ``lacking``: what `lacks` has found.
    """

    __slots__ = ("key", "lacking", "moving", "surfaces", "tree")

    def __init__(self, moving: tuple[Any, ...], surfaces: tuple[Surface, ...], key: Key | None) -> None:
        self.moving = moving
        self.key = key
        self.surfaces = surfaces
        self.tree: UiTree | None = None
        self.lacking: dict[frozenset[str], bool] | None = None


def surfaces(phone: Phone) -> tuple[Surface, ...]:
    """The windows of the screen, bottom to top. Computed once for each phone value.

    As time passes they are the same object while nothing that they show has changed.
    """
    return shown(phone).surfaces


def later(phone: Phone, after: Phone) -> Phone:
    """``after``, a phone that differs from ``phone`` in its clock alone, which may be asked for what it shares."""
    found: Shown | None = getattr(phone, "_shown", None)
    if found is None:
        found = getattr(phone, "_earlier", None)
        if found is not None:
            object.__setattr__(after, "_earlier", found)
        layers = getattr(phone, "_layers", None)
        if layers is not None and not layers[1] and after.clock.wall < _next_minute(phone):
            object.__setattr__(after, "_layers", layers)
    else:
        until = getattr(phone, "_until", None)
        if until is not None and after.clock.wall < until:
            object.__setattr__(after, "_shown", found)
            object.__setattr__(after, "_until", until)
            object.__setattr__(after, "_layers", getattr(phone, "_layers", None))
        else:
            object.__setattr__(after, "_earlier", found)
    object.__setattr__(after, "_content", content(phone))
    return after


def content(phone: Phone) -> object:
    """An object that stands for all of a phone but its clock: a later phone has the same while only time passes."""
    found: object = getattr(phone, "_content", None)
    if found is None:
        found = object()
        object.__setattr__(phone, "_content", found)
    return found


def forget(phone: Phone) -> None:
    """Drop what `surfaces` and `ui_tree` keep with a phone; computed anew when it is asked for."""
    object.__setattr__(phone, "_shown", None)
    object.__setattr__(phone, "_earlier", None)
    object.__setattr__(phone, "_layers", None)


def shown(phone: Phone) -> Shown:
    """All that the screen shows. Computed once for each phone value."""
    found: Shown | None = getattr(phone, "_shown", None)
    if found is None:
        until = 0
        if phone.display is not None:  # rare, and what lies over the apps then may change with anything
            found = Shown((), _surfaces(phone, phone.top, _moving(phone, phone.top), _status(phone)), None)
        else:
            top = phone.top
            moving, asked = _watched(phone, top)
            found = getattr(phone, "_earlier", None)
            if found is None or moving != found.moving:
                found = _seen(phone, top, moving)
            if not asked and not top.toolbar:
                until = _next_minute(phone)
        object.__setattr__(phone, "_shown", found)
        object.__setattr__(phone, "_until", until)
    return found


def _next_minute(phone: Phone) -> int:
    """The wall clock's ms at which the minute of the local time is over."""
    wall: int = phone.clock.wall
    return wall + 60000 - (wall + time_zones.offset_of(phone.zone, wall)) % 60000


#: How many screens are remembered.
MOST_SCREENS = 4096

_screens: OrderedDict[Key, Shown] = OrderedDict()


def _forget_screens() -> bool:
    """Forget the screens that were seen longest ago; returns whether there are more."""
    for _ in range(min(16, len(_screens))):
        _screens.popitem(last=False)
    return bool(_screens)


on_clear(_screens.clear, part=_forget_screens)


def _seen(phone: Phone, top: Activity, moving: tuple[Any, ...]) -> Shown:
    """Remembered screen that is equal to this one, of any phone; else this one, for the next time."""
    status = _status(phone)
    if top.toolbar:  # which follows from more than the screen
        return Shown(moving, _surfaces(phone, top, moving, status), None)
    key = _key(phone, top, moving, status)
    found = _screens.get(key)
    if found is None:
        found = _screens[key] = Shown(moving, _surfaces(phone, top, moving, status), key)
        while len(_screens) > MOST_SCREENS:
            _screens.popitem(last=False)
    elif found.key is not None:
        with suppress(KeyError):  # another thread has just forgotten it
            _screens.move_to_end(found.key)
    return found


def key(phone: Phone) -> Key:
    """All that a screen follows from, in values: of equal ones the screen is the same, where it has no toolbar."""
    return _key(phone, phone.top, _moving(phone, phone.top), _status(phone))


#: What the status bar shows besides the time: icons, those of notifications, and the battery's level.
Status = tuple[tuple[str, ...], tuple[str, ...], str]


def _status(phone: Phone) -> Status:
    return bars.indicators(phone), notifications.glyphs(phone), bars.battery_level(phone)


def _key(phone: Phone, top: Activity, moving: tuple[Any, ...], status: Status) -> Key:
    """All that a screen without a toolbar follows from, in values."""
    return Key((
        moving, phone.configuration, phone.image, top.component, top.offsets, top.focus, top.cursor, top.prompt,
        phone.keyboard_page, phone.toast, phone.overview, phone.shade, phone.system_offsets, status, phone.display,
        contacts.all_of(phone) if _types(phone, top) else None,
    ))  # fmt: skip


def _types(phone: Phone, top: Activity) -> bool:
    """Whether the keyboard may be open, which knows the contacts' names."""
    return bool(top.focus) or (phone.shade is not None and phone.shade.replying is not None)


def _moving(phone: Phone, top: Activity) -> tuple[Any, ...]:
    """All of the screen that may change as time passes: the layers of its windows, and the minute in the status bar.

    In this order: those of the app in front; of a prompt and of the overview, where there is one; of the shade, or else
    the minute.
    """
    return _watched(phone, top)[0]


def _watched(phone: Phone, top: Activity) -> tuple[tuple[Any, ...], bool]:
    """What `_moving` returns, and whether it follows from more of the clock than the minute."""
    layers, asked = windows.watched_layers(phone)
    minute = phone.minute % _DAY
    if top.prompt is None and not phone.overview and phone.shade is None:
        return (layers, minute), asked
    watched = Watched.of(phone)
    shown: tuple[Any, ...] = (layers,)
    if top.prompt is not None:
        shown += (prompts.layer_of(watched, top.prompt),)
    if phone.overview:
        shown += (overview.layer_of(watched, resources.of(phone.configuration)),)
    shown += (minute if phone.shade is None else shade.layer_of(watched),)
    return shown, asked or watched.asked


def _surfaces(
    phone: Phone, activity: Activity, moving: tuple[Any, ...], status: Status
) -> tuple[Surface, ...]:
    """The windows; ``activity``: the one in front."""
    config = phone.configuration
    res = resources.of(config)
    width, height = config.width, config.height
    if display.is_covered(phone):
        return _covering(phone, res, width, height)
    layers: tuple[Layer, ...] = moving[0]
    owner = activity.package
    offsets = activity.offsets
    bar = round(NAVIGATION_BAR * res.metrics.scale)
    bottom = height - bar
    if config.bar_at_side:
        width, bottom = width - bar, height
    room = bottom
    keys: Box | None = None
    if activity.focus:
        keys, room = _with_keyboard(phone, layers, res, width, room)
    elif phone.shade is not None and phone.shade.replying is not None:
        keys = _bar(keyboard.keyboard, (keyboard.typing(phone, status_bar.reply_field(phone)),), res, width)
    found: list[Surface] = []
    shown: Layer
    for shown in layers:
        who = shown.owner or owner
        tall = height if shown.kind == "screen" else room
        box = laid_out(shown.function, shown.arguments, res, config.width if shown.wide else width, tall)
        found.append(Surface(box, 0, 0, who, offsets, shown.kind))
    if activity.cursor is not None and activity.focus:
        last = found.pop()
        box = _selected_window(last.box, activity.focus, activity.cursor)
        found.append(Surface(box, last.x, last.y, last.owner, last.offsets, last.kind))
    if activity.toolbar and keys is not None and not phone.overview and phone.shade is None:
        found += _toolbar(phone, found[-1], res, width, room)
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
    if phone.overview and config.bar_at_side:
        style, background, light = "light", None, True
    if phone.shade is None:
        hour, minute = divmod(moving[-1], 60)
        shows = (hour, minute, style, *status)
        found.append(Surface(_bar(bars.status_bar, shows, res, width), 0, 0, SYSTEM, (), "status"))
    panels = [] if phone.display is None else _panels(phone, phone.display, res, width, height)
    if config.bar_at_side:
        return _beside_the_bar(phone, found, panels, background, light, width, res)
    navigation = _bar(bars.navigation_bar, (background, light), res, width)
    found.append(Surface(navigation, 0, bottom, SYSTEM, (), "navigation"))
    return (*found, *panels)


def _beside_the_bar(
    phone: Phone, found: list[Surface], panels: list[Surface], background: int | None, light: bool, width: int,
    res: Resources,
) -> tuple[Surface, ...]:  # fmt: skip
    """The windows of a turned phone, ``width`` px wide, and the navigation bar at the edge that is its foot.

    Those that are wider reach under the bar.
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
    """The windows of a screen that is off or locked: they hide those of apps, and the bars."""
    shown = lock_screen.layer_of(phone)
    box = laid_out(shown.function, shown.arguments, res, width, height)
    over = Surface(box, 0, 0, SYSTEM, (), "dialog")
    return (over, *_panels(phone, display.of(phone), res, width, height))


def _panels(phone: Phone, shown: Display, res: Resources, width: int, height: int) -> list[Surface]:
    """The windows that lie over all others for a while."""
    found = []
    notice = notifications.find(phone, *shown.heads_up) if shown.heads_up is not None else None
    if notice is not None:
        box = _floating(shade.heads_up, (shade.shown(phone, res, notice),), res, width)
        found.append(Surface(box, (width - box.width) // 2, 0, SYSTEM, (), "heads_up"))
    if shown.volume >= 0:
        box = _floating(volume.panel, (shown.volume, audio.volume(phone, shown.volume)), res, width)
        gap = round(volume.GAP * res.metrics.scale)
        x = gap if res.rtl else width - box.width - gap
        found.append(Surface(box, x, max(0, (height - box.height) // 2), SYSTEM, (), "volume"))
    return found


def _bars_style(
    res: Resources, layers: tuple[Layer, ...], found: list[Surface], bottom: int, typing: bool
) -> tuple[str, int | None, bool]:
    """The status bar's style, the navigation bar's background (None: what lies under it) and whether icons are light.

    A window that darkens what is under it darkens the bars as well; a keyboard brings its own background.
    """
    base = [shown for shown in layers if shown.kind != "dialog"][-1]
    style = base.bars
    background: int | None = res.colors.navigation
    light = res.dark
    if base.kind == "screen":
        foot = base.foot or style
        background, light = None, foot == "light" or (foot == "auto" and res.dark)
    for surface in found:
        tint = surface.box.element.background
        if surface.kind == "dialog" and surface.box.height > bottom:
            style, background, light = "light", None, True
        elif surface.kind == "dialog" and tint is not None and tint >> 24 < 0xFF:
            style, background, light = "light", bars.shaded(background, tint), True
    if typing and res.foot:
        background, light = keyboard.background(res), res.dark
    return style, background, light


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
    """The floating toolbar over what is selected, or under it where there is no room; none for a field out of sight."""
    place = focused_box(phone, window)
    commands = tuple(name for name in text_input.COMMANDS if text_input.may(phone, name))
    if place is None or not commands:
        return []
    left, top, box = place
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
    if y < round(bars.STATUS_HEIGHT * m.scale):
        y = max(0, min(round(lower) + gap, room - bar.height))
    return [Surface(bar, x, y, SYSTEM, (), "toolbar")]


@memo(256)
def _window_nodes(
    box: Box, offsets: Offsets, owner: str, names: Aliases, decor: Decor, place: Place, x: int, y: int
) -> tuple[UiNode, ...]:
    package = aliases.renamed(names, owner)
    width, height = place.width, place.height
    frame = (x, y, min(x + box.width, width), min(y + box.height, height))
    outer, behind = around(decor, bool(box.element.class_name), package, frame, place)
    found = nodes_of(box, offsets, package, width, height, x, y, len(outer), decor.inner, decor.holders)
    nodes = (*outer, *found, *behind)
    if not names:
        return nodes
    return tuple([node.changed(resource_id=aliases.renamed(names, node.resource_id)) for node in nodes])


def active(phone: Phone) -> Surface:
    """The active window: the topmost one that can take input."""
    return [s for s in surfaces(phone) if s.kind in ("app", "screen", "dialog")][-1]


#: What accessibility services call the windows beside the active one, by kind (AccessibilityWindowInfo), and those
#: windows whose elements they see.
_TYPES = {
    "toolbar": "TYPE_APPLICATION", "toast": "TYPE_APPLICATION", "keyboard": "TYPE_INPUT_METHOD",
    "status": "TYPE_SYSTEM", "navigation": "TYPE_SYSTEM", "heads_up": "TYPE_SYSTEM", "volume": "TYPE_SYSTEM",
}  # fmt: skip
_WITH_ELEMENTS = ("toolbar", "toast", "heads_up", "volume")


def windows_of(phone: Phone) -> tuple[UiWindow, ...]:
    """Return the windows that accessibility services are told of, bottom to top.

    The bars and the keyboard come without elements.
    """
    config, front = phone.configuration, active(phone)
    found: list[UiWindow] = []
    for surface in surfaces(phone):
        if surface is front:
            bounds = (0, 0, config.width, config.height)
            found.append(UiWindow("TYPE_APPLICATION", bounds, True, tree_of(phone, surface)))
        elif surface.kind in _TYPES:
            bounds = surface.x, surface.y, surface.x + surface.box.width, surface.y + surface.box.height
            tree = tree_of(phone, surface) if surface.kind in _WITH_ELEMENTS else None
            found.append(UiWindow(_TYPES[surface.kind], bounds, False, tree))
    return tuple(found)


def _decor(phone: Phone, window: Surface) -> tuple[str, Decor]:
    """The package whose window it is, and the window's decor."""
    top = phone.top
    if window.kind in _WITH_ELEMENTS and window.kind != "toolbar":
        return status_bar.PACKAGE, PLAIN
    if window.kind == "toolbar":
        return top.package, PLAIN  # the app's own process draws it
    if window.owner != SYSTEM:
        app = packages.apps_of(phone.image)[window.owner]
        return window.owner, decor_of(app, top.name.rpartition(".")[2], window.kind)
    if phone.shade is not None or display.is_covered(phone):
        return status_bar.PACKAGE, PLAIN
    if phone.overview or top.prompt is None:
        launcher = packages.launcher_of(phone.image)
        return launcher.package, decor_of(launcher, "", OVERVIEW)
    return prompts.package_of(top.prompt), PROMPT


def tree_of(phone: Phone, window: Surface) -> UiTree:
    """The elements of one window, as uiautomator gives them."""
    config = phone.configuration
    owner, decor = _decor(phone, window)
    at = {
        s.kind: (s.x, s.y, s.x + s.box.width, s.y + s.box.height) for s in surfaces(phone) if s.kind in BARS
    }
    place = Place(config.width, config.height, at.get("status", NOWHERE), at.get("navigation", NOWHERE))
    nodes = _window_nodes(
        window.box, window.offsets, owner, phone.image.aliases, decor, place, window.x, window.y
    )
    return UiTree(nodes, config.width, config.height, display.rotation(phone))


def ui_tree(phone: Phone) -> UiTree:
    """The active window's elements, as uiautomator gives them; last in its root frame, those of a text's toolbar.

    The same object as long as `surfaces` is.
    """
    of = shown(phone)
    tree = of.tree
    if tree is None:
        tree = of.tree = _ui_tree(phone)
    return tree


def whole_tree(phone: Phone) -> UiTree:
    """Return the elements of the active window, and last in its root frame those of all other windows.

    It is the same object as `ui_tree` if no other window has elements.
    """
    tree = ui_tree(phone)
    if not any(surface.kind in _WITH_ELEMENTS for surface in surfaces(phone)):
        return tree
    first, *others = sorted(windows_of(phone), key=lambda window: not window.active)
    assert first.tree is not None
    more = [
        node.changed(depth=node.depth + 1)
        for window in others if window.tree is not None
        for node in window.tree
    ]  # fmt: skip
    return UiTree((*first.tree.nodes, *more), tree.width, tree.height, tree.rotation)


def lacks(phone: Phone, ids: frozenset[str]) -> bool:
    """Whether it is certain that no element of `ui_tree` has one of these resource ids. The tree is not made for that.

    Not certain where the tree has more than one window, and where ids have other names on the image.
    """
    of = shown(phone)
    if phone.top.toolbar or phone.image.aliases:
        return False
    lacking = of.lacking
    if lacking is None:
        lacking = of.lacking = {}
    found = lacking.get(ids)
    if found is None:
        window = active(phone)
        _, decor = _decor(phone, window)
        found = lacking[ids] = ids.isdisjoint(decor.ids) and not _has(window.box, ids)
    return found


def _has(box: Box, ids: frozenset[str]) -> bool:
    """Whether an element has one of these resource ids, seen or not."""
    if box.element.id in ids:
        return True
    for child in box.inside:  # noqa: SIM110  a generator is slow where it is compiled
        if _has(child, ids):
            return True
    return False


def _ui_tree(phone: Phone) -> UiTree:
    tree = tree_of(phone, active(phone))
    if not phone.top.toolbar or display.is_covered(phone):
        return tree
    shown = [tree_of(phone, s) for s in surfaces(phone) if s.kind == "toolbar"]
    more = tuple(node.changed(depth=node.depth + 1) for bar in shown for node in bar)
    return UiTree(tree.nodes + more, tree.width, tree.height, tree.rotation)
