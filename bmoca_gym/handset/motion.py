"""Finds which animations a change of the phone starts, by comparing its windows before and after."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import screen
from bmoca_gym.handset.assembly import Hit, chain
from bmoca_gym.handset.gestures import Gesture, LongPress, Swipe, Tap
from bmoca_gym.handset.state import SYSTEM, Motion, Move, Phone, Split
from bmoca_gym.handset.system import display, split, windows
from bmoca_gym.handset.system import motion as motions
from bmoca_gym.handset.system.motion import Fling
from bmoca_gym.handset.system_ui.split_screen import Pane
from bmoca_gym.handset.ui import scrolling
from bmoca_gym.handset.ui.elements import scrolls
from bmoca_gym.handset.value import replace

Area = tuple[int, int, int, int]

#: Windows that come over others for a while.
_PANELS = ("toast", "heads_up", "volume", "pinned")


def stopped(phone: Phone, gesture: Gesture) -> tuple[Phone, bool]:
    """Stop running animations for a gesture. Returns the phone, and whether the gesture has no other effect.

    A tap on a moving list only stops it, as on a phone.
    """
    held = False
    if isinstance(gesture, (Tap, LongPress)):
        x, y = _pixels(phone, gesture.x, gesture.y)
        areas = [move.area for move in motions.moves(phone) if move.kind == "scroll"]
        held = any(left <= x < right and top <= y < bottom for left, top, right, bottom in areas)
    return motions.still(phone), held


def followed(
    before: Phone, after: Phone, gesture: Gesture | None = None, running: Motion = motions.REST
) -> Phone:
    """Return ``after`` with the animations that start on its screen.

    Args:
        before: the phone before the gesture, at rest.
        after: the phone after it, which moves as ``before`` does.
        gesture: what the user did; None if something else has changed the phone.
        running: the animations that were running when the gesture came. They continue unless the whole screen changes.
    """
    if after.motion is None:
        return after
    if display.is_covered(before) or display.is_covered(after):
        return after if after.motion is motions.REST else replace(after, motion=motions.REST)
    begun: list[Move | None] = []
    touched: Area | None = None
    if isinstance(gesture, (Tap, LongPress)):
        touched = _tapped(before, gesture)
        if touched is not None and not before.home:  # icons of apps have no ripple
            begun = [motions.begun(before, "ripple", touched, *_pixels(before, gesture.x, gesture.y))]
    elif isinstance(gesture, Swipe) and (before.split is None or before.top.package == after.top.package):
        begun = _scrolled(before, after, gesture)
    changes = [move for move in _changes(before, after, touched) if move is not None]
    now = after.clock.uptime
    kept = [
        move
        for move in (() if changes else running.moves)
        if move.kind != "scroll" and now < move.began + move.lasts
    ]
    found = (*kept, *[move for move in begun if move is not None], *changes)
    if not found:
        return after if after.motion == motions.REST else replace(after, motion=motions.REST)
    earlier = replace(before, motion=None) if changes else running.before if kept else None
    return replace(after, motion=Motion(found, earlier))


# What a finger does


def _pixels(phone: Phone, x: float, y: float) -> tuple[int, int]:
    config = phone.configuration
    return min(config.width - 1, int(x * config.width)), min(config.height - 1, int(y * config.height))


class _Touch(NamedTuple):
    """What is under a finger: the elements, outermost first, and whether they are the system's."""

    x: int
    y: int
    hits: list[Hit]
    system: bool

    def area(self, hit: Hit) -> Area:
        """Where an element is on the screen, px."""
        left, top = self.x - hit.x, self.y - hit.y
        return left, top, left + hit.box.width, top + hit.box.height


def _touched(phone: Phone, x: float, y: float) -> _Touch:
    px, py = _pixels(phone, x, y)
    for surface in reversed(screen.shown(phone).surfaces):
        left, top, box = surface.x, surface.y, surface.box
        if surface.kind in ("toast", "status"):
            continue
        if left <= px < left + box.width and top <= py < top + box.height:
            hits = chain(box, px - left, py - top, surface.offsets)
            return _Touch(px, py, hits, surface.owner == SYSTEM)
    return _Touch(px, py, [], True)


def _tapped(phone: Phone, gesture: Tap | LongPress) -> Area | None:
    """Where the element that takes the tap is on the screen; None if there is none."""
    touch = _touched(phone, gesture.x, gesture.y)
    for hit in reversed(touch.hits):
        element = hit.element
        if element.editable:
            return None
        if element.tap is not None or element.long_press is not None:
            return touch.area(hit) if element.enabled and element.class_name else None
    return None


def _scrolled(before: Phone, after: Phone, swipe: Swipe) -> list[Move | None]:
    """What a list does after a swipe: it keeps scrolling, or shows that it is at its end."""
    config = before.configuration
    dx, dy = (swipe.x1 - swipe.x0) * config.width, (swipe.y1 - swipe.y0) * config.height
    across = abs(dx) > abs(dy)
    drag = -(dx if across else dy)
    touch = _touched(before, swipe.x0, swipe.y0)
    lists = [hit for hit in touch.hits if _moves_along(hit, "x" if across else "y")]
    if not lists or abs(drag) < 8 * config.density / 160:
        return []
    if after is before:
        return [motions.begun(before, "overscroll", touch.area(lists[-1]), across, 1 if drag > 0 else -1)]
    old, new = (
        dict(phone.system_offsets if touch.system else phone.top.offsets) for phone in (before, after)
    )
    for hit in reversed(lists):
        key = hit.element.key  # type: ignore[attr-defined]
        start, end = old.get(key, 0), new.get(key, 0)
        if start == end:
            continue
        slop = 8 * config.density / 160
        sign = 1 if end > start else -1
        lifted = start + sign * round(min(abs(end - start), max(0.0, abs(drag) - slop)))
        velocity = sign * abs(drag) / swipe.seconds
        way = scrolling.fling_distance(velocity, config.density)
        lasts = scrolling.fling_milliseconds(velocity, config.density)
        lasts = round(lasts * motions.scale_of(before, "scroll"))
        if lifted == end or not lasts:
            return []
        fling = Fling(touch.system, key, lifted, way, lasts)
        takes = motions.milliseconds_to(fling, end)
        return [Move("scroll", after.clock.uptime, takes, touch.area(hit), tuple(fling))]
    return []


def _moves_along(hit: Hit, axis: str) -> bool:
    element: Any = hit.element
    if isinstance(element, Pane):
        return False
    return bool(hit.box.inside) and scrolls(element) and element.axis == axis


# What the phone does


class _Look(NamedTuple):
    """The windows of a phone whose appearing and disappearing is animated."""

    depth: int
    page: Any
    dialogs: tuple[Any, ...]
    areas: dict[str, Area]


def _look(phone: Phone) -> _Look:
    pages: list[Any] = []
    dialogs: list[Any] = []
    for layer in windows.layers(phone):
        (dialogs if layer.kind == "dialog" else pages).append(windows.function_of(layer))
    prompt = phone.top.prompt
    if prompt is not None:
        dialogs.append((prompt.kind, prompt.subject))
    areas = {
        one.kind: (one.x, one.y, one.x + one.box.width, one.y + one.box.height)
        for one in screen.shown(phone).surfaces
        if one.kind in ("keyboard", *_PANELS)
    }
    depth = 0 if phone.home or not phone.tasks else len(phone.tasks[-1].activities)
    return _Look(depth, pages[-1] if pages else None, tuple(dialogs), areas)


def _changes(before: Phone, after: Phone, touched: Area | None) -> list[Move | None]:
    """The animations of windows that appear or disappear. ``touched``: where the tapped element is."""
    if before is after:
        return []
    config = after.configuration
    whole = 0, 0, config.width, config.height
    if before.configuration is not config and before.configuration != config:
        return []
    old, new = _look(before), _look(after)
    kind = _change(before, after, old, new)
    area = whole
    if kind == "open":
        middle = config.width // 2, config.height // 2
        area = touched or (*middle, *middle)
    detail: tuple[int, ...] = ()
    if kind == "dialog" and len(old.dialogs) != len(new.dialogs):
        opens = len(new.dialogs) > len(old.dialogs)
        name, area, dim = _card(after if opens else before)
        if name != kind:
            kind, detail = name if opens else f"{name}_close", (dim,)
    found = [motions.begun(after, kind, area, *detail)] if kind else []
    if kind not in ("open", "close", "enter", "leave"):
        for name, there, gone in (
            ("keyboard", new.areas, old.areas),
            ("keyboard_close", old.areas, new.areas),
        ):
            if "keyboard" in there and "keyboard" not in gone:
                found.append(motions.begun(after, name, there["keyboard"]))
    for panel in _PANELS:
        place = new.areas.get(panel) or old.areas.get(panel)
        if place is not None and (panel in new.areas) != (panel in old.areas):
            found.append(motions.begun(after, "panel", place))
    return found


def _change(before: Phone, after: Phone, old: _Look, new: _Look) -> str:
    """The kind of animation in which the whole screen changes; "" for none."""
    if before.overview != after.overview:
        return "page"
    if (before.shade is None) != (after.shade is None) and before.top.component == after.top.component:
        return "shade" if before.shade is None else "shade_close"
    if before.home != after.home:
        return "open" if before.home else "close"
    if before.split is not None or after.split is not None:
        pair = split.shown(after)
        if _parts(split.shown(before)) != _parts(pair):
            return "page"
        if pair is not None and before.top.package != after.top.package:
            return ""  # the user has turned to the other app
    if before.top.package != after.top.package:
        return "enter" if new.depth else "close"
    if new.depth != old.depth:
        return "enter" if new.depth > old.depth else "leave"
    if after.home and new.page != old.page and not after.overview:
        return "drawer" if _is_list(after) else "drawer_close"
    if new.page != old.page:
        return "page"
    return "dialog" if new.dialogs != old.dialogs else ""


def _parts(pair: Split | None) -> tuple[Any, ...]:
    """Which apps share the screen, and in what proportion."""
    return () if pair is None else (pair.upper, pair.lower, pair.share)


def _card(phone: Phone) -> tuple[str, Area, int]:
    """How the topmost dialog appears, where its card is, and how much it darkens what is below, 0 to 255.

    A card along a side or the bottom slides in from there; others ("dialog") fade in.
    """
    dialogs = [one for one in screen.shown(phone).surfaces if one.kind == "dialog"]
    config = phone.configuration
    whole = 0, 0, config.width, config.height
    if not dialogs or len(dialogs[-1].box.inside) != 1:
        return "dialog", whole, 0
    window = dialogs[-1]
    box, ground = window.box.inside[0], window.box.element.background or 0
    left, top = window.x + box.x, window.y + box.y
    area = left, top, left + box.width, top + box.height
    if box.height == window.box.height and box.width < window.box.width:
        return "side", area, ground >> 24
    if box.y + box.height == window.box.height and box.y > 0:
        return "sheet", area, ground >> 24
    return "dialog", whole, 0


def _is_list(phone: Phone) -> bool:
    """Whether the launcher shows its list of apps: the home screen reaches under the bars."""
    return windows.layers(phone)[0].kind != "screen"
