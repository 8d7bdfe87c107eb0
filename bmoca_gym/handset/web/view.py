"""The web view: a page in a window of the phone, which pans and zooms, takes touches and has nodes in the UI tree.

An app's state has a field ``web``, a `Web`; its screen contains a `web_view`. The handlers of this module take a state
with that field. What a page shows follows from its value; pan and zoom belong to the view.

Chromium lays a page out in px of the screen at the phone's density and then draws it at the page's scale: one CSS px
is ``Web.zoom`` px of the screen (5 in MobileMiniWoB++, the density in Chrome).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import ceil, floor
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from bmoca_gym.handset.effects import cancel, focus, schedule
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Context, PinchContext
from bmoca_gym.handset.ui.elements import FILL, Box, Element
from bmoca_gym.handset.ui.marks import Mark
from bmoca_gym.handset.ui.tree import Bounds, UiNode
from bmoca_gym.handset.ui.widgets import TextField
from bmoca_gym.handset.value import Callback, Value, do, memo, replace, value
from bmoca_gym.handset.web import boxes, controls, drawing, paint, tree
from bmoca_gym.handset.web.files import Files, fetch
from bmoca_gym.handset.web.nodes import Node, TextRange
from bmoca_gym.handset.web.page import Page

#: Prefix of the keys of pages' text fields; the element's number follows.
FIELD = "web:"
#: How far a finger may move without dragging, and how close to a handle it must be, in dp.
_SLOP, _REACH = 8, 24
_HANDLE = 0xFF1A73E8
#: How much a desktop browser in effect thickens black letters, in CSS px, through Skia's text contrast. Measured.
DARKER = 0.05
_HIGHLIGHT = 0x661A73E8


@value
class Web(Value):
    """A page in a view.

    Attributes:
        page: the page.
        left: how far the view is panned to the right, in px of the screen.
        top: how far it is panned down.
        zoom: px of the screen per CSS px.
        opened: the number of the control whose native dialog is open, or 0.
        draft: what has been chosen in that dialog so far, or typed into a question's dialog.
        at: the phone's uptime, in ms, that the page's clock has reached.
        owner: package of the app that shows it.
        leaves: the effect that follows a link, form or script to an address, its last argument; None if ``with_web`` of
        the app's state does it.
    """

    page: Page
    left: int = 0
    top: int = 0
    zoom: float = 2.625
    opened: int = 0
    draft: Any = None
    at: int = 0
    owner: str = ""
    leaves: Callback | None = None


S = TypeVar("S", bound="HasWeb")


class HasWeb(Protocol):
    """What this module needs from an app's state."""

    @property
    def web(self) -> Web: ...  # noqa: D102

    def with_web(self: S, web: Web) -> Next[S]:
        """Return the state with another view. What the page has written to its console since is for the app to
        handle."""


class Shown(NamedTuple):
    """Everything a web view shows. Documents and boxes compare by identity.

    ``selected``: left, top, width and height in CSS px of selected text on each line.
    """

    root: Node
    boxes: boxes.Box
    files: Files
    base: str
    left: int
    top: int
    zoom: float
    density: float
    selected: tuple[tuple[float, float, float, float], ...]
    desk: bool = False


class Pictures(NamedTuple):
    """The pictures of a page."""

    files: Files
    base: str

    def picture(self, source: str) -> bytes:
        """See `paint.Pictures`."""
        return _fetched(self.files, self.base, source)


@memo(512, asset=True)
def _fetched(files: Files, base: str, source: str) -> bytes:
    return fetch(files, base, source) or b""


def shown(web: Web) -> Shown:
    """Return what a web view shows, as an argument for a screen."""
    page = web.page
    document, geometry = page.document, page.geometry
    selected = () if document.selection is None else tuple(geometry.text_boxes(document.selection))
    return Shown(
        document.seen, geometry.boxes, document.files, document.base, web.left, web.top, web.zoom,
        page.viewport.density, selected, page.viewport.desk,
    )  # fmt: skip


# Elements


class Strokes(Element):
    """Part of a page. ``edges``: the area it can colour, in whole px from the document's corner."""

    __slots__ = ("clip", "curved", "edges", "strokes")
    CLASS: ClassVar[str] = ""

    def __init__(self, part: paint.Part, edges: Bounds) -> None:
        super().__init__()
        self.strokes = part.strokes
        self.clip = part.clip
        self.edges = edges
        self.curved = not all(isinstance(one, drawing.Fill | drawing.Words) for one in part.strokes)

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.strokes, self.clip, self.edges)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return self.curved

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        left, top = x - self.edges[0], y - self.edges[1]
        clip = self.clip
        if clip is not None:
            canvas.save()
            canvas.clip(left + clip[0], top + clip[1], left + clip[2], top + clip[3])
        for stroke in self.strokes:
            stroke.draw(canvas, left, top)
        if clip is not None:
            canvas.restore()


class WebField(TextField):
    """A text field of a page. While it has the focus, the phone draws its text, cursor and selection."""

    __slots__ = ("breaks", "inset", "px", "secret")
    CLASS: ClassVar[str] = ""

    def __init__(self, box: boxes.Box, scale: float, focused: bool, **options: Any) -> None:
        control = box.control
        assert control is not None
        many = control.kind == "textarea"
        text = control.value
        super().__init__(
            text, f"{FIELD}{box.node}", do(typed, box.node), focused=focused, hint=control.placeholder,
            on_submit=None if many else do(submitted, box.node), kind=_KEYBOARDS.get(control.kind, "text"),
            lines=None if many else 1, **options,
        )  # fmt: skip
        self.secret = control.kind == "password"
        if self.secret:
            self.string = "•" * len(text)
        self.selection = (len(text), len(text)) if text else None
        outer, inner = box.edges, box.content_box
        sides = inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]
        #: Space around the text, in px: left, top, right, bottom.
        self.inset = tuple([side * scale for side in sides])
        self.px = control.font.size * scale
        self.breaks = control.breaks

    @property
    def password(self) -> bool:
        """Whether its text is secret."""
        return self.secret

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        width, height = fix_w or 0, fix_h or 0
        left, top, right, bottom = [round(side) for side in self.inset]
        room = float(max(0, width - left - right)) if self.breaks else None
        lines = paragraph(self.string, self.px, 400, "en", False, room, self.lines)
        if self.lines is None:
            bottom = height - top - ceil(lines.height)
        return Box(self, width, height, (), (lines, left, top, right, bottom, "start"))

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        if self.focused:
            canvas.save()
            canvas.clip(x, y, x + box.width, y + box.height)
            super().paint(canvas, x, y, box, m)
            canvas.restore()


_KEYBOARDS = {"email": "email", "number": "number", "tel": "phone", "url": "uri"}


class Glass(Element):
    """Takes the touches of a page, above everything it draws."""

    __slots__ = ()
    CLASS: ClassVar[str] = ""


class WebView(Element):
    """A page in its window."""

    __slots__ = ("focus", "shown")
    CLASS: ClassVar[str] = "android.webkit.WebView"
    #: It scrolls by its own handlers: to the phone it is a list that never moves.
    scrollable = True
    axis = "y"
    key = "web view"

    def __init__(self, shown: Shown, focus: str, **options: Any) -> None:
        super().__init__(**options)
        self.shown = shown
        self.focus = focus

    @property
    def scale(self) -> float:
        """Px of the screen per px of the layout."""
        return self.shown.zoom / self.shown.density

    @property
    def typing(self) -> int:
        """The number of the text field that the phone's keyboard types into, or 0."""
        return int(self.focus[len(FIELD) :]) if self.focus.startswith(FIELD) else 0

    def inner(self) -> Iterable[Element]:
        """See `Element.inner`."""
        return [field for field, _ in _fields(self.shown.boxes, self.scale, self.focus)]

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.background,)

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        shown, scale = self.shown, self.scale
        width, height = fix_w if fix_w is not None else max_w, fix_h if fix_h is not None else max_h
        made = Box(self, width, height)
        self.pinch = do(pinched, width, height)
        left, top = shown.left, shown.top
        size = content_size(shown.boxes, scale)
        sheet = Box(Element(class_name=""), max(width, size[0]), max(height, size[1]))
        inside = [sheet]
        sight = paint.Sight(
            scale,
            shown.density,
            Pictures(shown.files, shown.base),
            DARKER * shown.zoom if shown.desk else 0.0,
        )
        for element in strokes_of(shown.boxes, sight, self.typing):
            edges = element.edges
            if edges[0] < left + width and edges[1] < top + height and edges[2] > left and edges[3] > top:
                inside.append(_box(element, edges, left, top))
        for x, y, wide, high in shown.selected:
            area = x * shown.zoom, y * shown.zoom, (x + wide) * shown.zoom, (y + high) * shown.zoom
            inside.append(_box(Mark(_HIGHLIGHT), _whole(area), left, top))
        glass = Glass(
            tap=do(tapped, width, height), drag=do(dragged, width, height), long_press=do(pressed, width, height)
        )  # fmt: skip
        inside.append(Box(glass, width, height))
        for field, edges in _fields(shown.boxes, scale, self.focus):
            field.tap = do(touched_field, edges)
            field.drag = do(dragged_field, edges, width, height)
            box = field.layout(m, width, height, edges[2] - edges[0], edges[3] - edges[1])
            box.x, box.y = edges[0] - left, edges[1] - top
            inside.append(box)
        if shown.selected:
            side = round(_REACH * m.scale)
            first, last = shown.selected[0], shown.selected[-1]
            ends = ((first[0], first[1] + first[3], -1), (last[0] + last[2], last[1] + last[3], 1))
            for x, y, leans in ends:
                handle = Mark(_HANDLE, leans, drag=do(handle_moved, leans, side))
                box = Box(handle, 2 * side, 2 * side)
                box.x, box.y = round(x * shown.zoom) - left - side, round(y * shown.zoom) - top
                inside.append(box)
        made.inside = tuple(inside)
        return made

    def virtual_nodes(self, x: int, y: int, clip: Bounds, package: str, depth: int) -> tuple[UiNode, ...]:
        """Return the page's nodes; see `bmoca_gym.handset.ui.nodes`."""
        shown = self.shown
        return tree.nodes(
            shown.root, shown.boxes, self.scale, x - shown.left, y - shown.top, clip, package, depth
        )


def web_view(shown: Shown, focus: str, **options: Any) -> WebView:
    """Show a page. ``focus``: the key of the text field that has the phone's focus."""
    options.setdefault("background", paint.background(shown.boxes))
    options.setdefault("width", FILL)
    options.setdefault("height", FILL)
    return WebView(shown, focus, **options)


def _box(element: Element, edges: Bounds, left: int, top: int) -> Box:
    made = Box(element, edges[2] - edges[0], edges[3] - edges[1])
    made.x, made.y = edges[0] - left, edges[1] - top
    return made


def _whole(edges: boxes.Edges) -> Bounds:
    return (
        floor(edges[0] + 0.5), floor(edges[1] + 0.5), floor(edges[2] + 0.5), floor(edges[3] + 0.5)
    )  # fmt: skip


@memo(64)
def strokes_of(root: boxes.Box, sight: paint.Sight, typing: int) -> tuple[Strokes, ...]:
    """Return the elements of what a page draws."""
    found = []
    for part in paint.parts(root, sight, typing):
        left, top, right, bottom = drawing.around(part.strokes)
        if part.clip is not None:
            clip = part.clip
            left, top = max(left, floor(clip[0])), max(top, floor(clip[1]))
            right, bottom = min(right, ceil(clip[2])), min(bottom, ceil(clip[3]))
        if right > left and bottom > top:
            found.append(Strokes(part, (int(left), int(top), int(right), int(bottom))))
    return tuple(found)


@memo(64)
def _fields(root: boxes.Box, scale: float, focus: str) -> tuple[tuple[WebField, Bounds], ...]:
    """The text fields of a page, and their edges in px of the screen from the document's corner."""
    found = []
    for box in root.walk():
        control = box.control
        if control is None or control.kind not in controls.TEXTS or control.disabled:
            continue
        if box.look is not None and not box.look.visible:
            continue
        left, top, right, bottom = box.edges
        edges = _whole((left * scale, top * scale, right * scale, bottom * scale))
        if edges[0] < edges[2] and edges[1] < edges[3]:
            found.append((WebField(box, scale, focus == f"{FIELD}{box.node}"), edges))
    return tuple(found)


def content_size(root: boxes.Box, scale: float) -> tuple[int, int]:
    """Return the width and height of a document, in px of the screen."""
    wide = max(root.left + root.width, root.left + root.scroll_size[0])
    high = max(root.top + root.height, root.top + root.scroll_size[1])
    return ceil(wide * scale), ceil(high * scale)


# Handlers


def changed(state: S, context: Context, page: Page, **more: Any) -> Next[S]:
    """Return the state with another page, and move the phone's focus to where the page has it now."""
    more.setdefault("at", context.uptime)
    web = replace(state.web, page=page, **more)
    going = page.destination if web.leaves is not None else ""
    if going:
        web = replace(web, page=page.stay())
    after, effects = split(state.with_web(_within(web, context)))
    if web.leaves is not None and going:
        function, arguments = web.leaves
        return and_then(after, *effects, do(function, *arguments, going))
    page = after.web.page  # the app may have moved on to another page
    effects.append(_alarm(after.web, context))
    # Time also passes behind another app, but the keyboard belongs to that app.
    if context.phone.top.package != web.owner:
        return and_then(after, *effects)
    # A question's dialog has its own focus.
    number = page.document.focus if page.question is None else 0
    kept = "" if context.activity is None else context.activity.focus
    wanted = f"{FIELD}{number}" if number and number in _field_numbers(page.geometry.boxes) else ""
    if wanted == kept or not (wanted or kept.startswith(FIELD)):
        return and_then(after, *effects)
    return and_then(after, *effects, focus(wanted))


def _alarm(web: Web, context: Context) -> Callback:
    """The effect that advances a page's clock when something is due there."""
    due = web.page.due
    if due is None:
        return cancel(web.owner, _ALARM)
    at = max(context.uptime + 1, web.at + ceil(due - web.page.time))
    return schedule(web.owner, _ALARM, at, do(ticked), on="uptime")


#: Tag of the alarm for the next thing due on a page.
_ALARM = "web page"


def ticked(state: S, context: Context) -> Next[S]:
    """Advance a page's clock to the phone's. The app may have closed the page."""
    if not isinstance(state.web, Web):
        return state
    return changed(state, context, current(state.web, context))


def current(web: Web, context: Context) -> Page:
    """Return the page with its clock advanced to the phone's."""
    return web.page.advance(context.uptime - web.at) if context.uptime > web.at else web.page


#: Script that puts text at the foot of a page.
_FOOT = "{{const p = document.createElement('p'); p.textContent = {}; document.body.appendChild(p)}}"


def footed(state: S, context: Context, text: str) -> Next[S]:
    """Put text at the foot of the page. Nothing changes under a dialog, or if the page already ends with that text."""
    page = current(state.web, context)
    if state.web.opened or page.question is not None:
        return state
    if page.read("document.body.lastChild.textContent") == text:
        return state
    return changed(state, context, page.run(_FOOT.format(json.dumps(text))))


@memo(64)
def _field_numbers(root: boxes.Box) -> frozenset[int]:
    """The numbers of a page's text fields."""
    return frozenset([int(field.key[len(FIELD) :]) for field, _ in _fields(root, 1.0, "")])


def _within(web: Web, context: Context) -> Web:
    """The view, panned no further than its page reaches. At the page's corner no layout is needed to know that."""
    if web.left <= 0 and web.top <= 0:
        return web if (web.left, web.top) == (0, 0) else replace(web, left=0, top=0)
    config = context.phone.configuration
    wide, high = content_size(web.page.geometry.boxes, web.zoom / web.page.viewport.density)
    left = max(0, min(web.left, wide - config.width))
    top = max(0, min(web.top, high - config.height // 2))
    return web if (left, top) == (web.left, web.top) else replace(web, left=left, top=top)


def _point(web: Web, x: float, y: float) -> tuple[float, float]:
    """Convert a point of the view, in px of the screen, to CSS px of the document."""
    return (web.left + x) / web.zoom, (web.top + y) / web.zoom


def tapped(state: S, context: Context, width: int, height: int) -> Next[S]:
    """Tap a point of a page. ``width``, ``height``: of the view in px."""
    return tap(state, context, *_point(state.web, context.x * width, context.y * height))


def touched_field(state: S, context: Context, edges: Bounds) -> Next[S]:
    """Tap a text field. ``edges``: in px of the screen from the document's corner."""
    left, top, right, bottom = edges
    zoom = state.web.zoom
    x, y = left + context.x * (right - left), top + context.y * (bottom - top)
    return tap(state, context, x / zoom, y / zoom)


def tap(state: S, context: Context, x: float, y: float) -> Next[S]:
    """Tap a point of a page, in CSS px. Controls with an Android dialog open it."""
    page = current(state.web, context).tap(x, y)
    opened = _picker_at(page, x, y)
    return changed(state, context, page, opened=opened, draft=None)


def _picker_at(page: Page, x: float, y: float) -> int:
    """The number of the control under a point if it opens a dialog of the phone; 0 otherwise."""
    document = page.document
    number = page.geometry.hit(x, y)
    for node in document.nodes.values():
        if node.control is None or node.control.disabled:
            continue
        if node.tag == "select" and number in {one.number for one in node.walk()}:
            return node.number
        if node.number == number and node.tag == "input":
            kind = node.input_type
            return number if kind in controls.PICKERS or kind == "color" else 0
    return 0


def typed(state: S, context: Context, number: int, text: str) -> Next[S]:
    """Set a text field's text, as the phone's keyboard does."""
    return changed(state, context, current(state.web, context).edit(number, text))


def submitted(state: S, context: Context, number: int) -> Next[S]:
    """Press the keyboard's Enter in a text field."""
    return changed(state, context, current(state.web, context).key("Enter"))


def dragged(state: S, context: Context, width: int, height: int) -> Next[S]:
    """Drag a finger over a page.

    Its scripts get touches. Unless they prevent it, what is under the finger scrolls: first the innermost element that
    can, then the view.
    """
    ends = context.end_x * width, context.end_y * height
    return _dragged(state, context, (context.x * width, context.y * height), ends, width, height)


def dragged_field(state: S, context: Context, edges: Bounds, width: int, height: int) -> Next[S]:
    """Drag a finger that began on a text field. ``edges``: in px of the screen from the document's corner."""
    left, top, right, bottom = edges
    left, right, top, bottom = (
        left - state.web.left,
        right - state.web.left,
        top - state.web.top,
        bottom - state.web.top,
    )
    begin = left + context.x * (right - left), top + context.y * (bottom - top)
    end = left + context.end_x * (right - left), top + context.end_y * (bottom - top)
    return _dragged(state, context, begin, end, width, height)


def _dragged(
    state: S, context: Context, begin: tuple[float, float], to: tuple[float, float], width: int, height: int
) -> Next[S]:
    """Drag a finger between two points of the view, in px. ``width``, ``height``: of the view."""
    web = state.web
    (x, y), (dx, dy) = begin, (to[0] - begin[0], to[1] - begin[1])
    start, end = _point(web, x, y), _point(web, x + dx, y + dy)
    page = current(web, context)
    # The phone's clock stands still while a finger moves. A page where something is due meanwhile runs ahead of it.
    due = page.due
    ms = _DRAG if due is not None and due - page.time <= _DRAG else 0
    at = max(context.uptime, web.at) + ms
    page, taken = page.drag(start, end, ms)
    if taken:
        return changed(state, context, page, at=at)
    wide, high = content_size(page.geometry.boxes, web.zoom / page.viewport.density)
    # A drag follows one axis, like Chromium's rails, unless it is clearly diagonal.
    if abs(dx) > 2 * abs(dy):
        dy = 0.0
    elif abs(dy) > 2 * abs(dx):
        dx = 0.0
    left = max(0, min(wide - width, web.left - round(dx)))
    top = max(0, min(high - height, web.top - round(dy)))
    return changed(state, context, page, left=left, top=top, at=at)


#: How long a drag takes on a page, in ms: as long as a swipe without a given duration.
_DRAG = 300


def pinched(state: S, context: PinchContext, width: int, height: int) -> Next[S]:
    """Zoom and pan a page with two fingers, so that what was between them at the start is between them at the end.

    Its scripts don't get two-finger touches. The view never shows anything beyond the page.
    """
    web = state.web
    page = current(web, context)
    least = width / page.viewport.width
    zoom = min(5 * page.viewport.density, max(min(least, web.zoom), web.zoom * context.scale))
    by = zoom / web.zoom
    wide, high = content_size(page.geometry.boxes, zoom / page.viewport.density)
    left = round((web.left + context.x * width) * by - context.end_x * width)
    top = round((web.top + context.y * height) * by - context.end_y * height)
    left, top = max(0, min(wide - width, left)), max(0, min(high - height, top))
    return changed(state, context, page, left=left, top=top, zoom=zoom)


def pressed(state: S, context: Context, width: int, height: int) -> Next[S]:
    """Long-press a point of a page: the word there is selected unless the page's scripts prevent it."""
    web = state.web
    return changed(
        state, context, current(web, context).long_press(*_point(web, context.x * width, context.y * height))
    )


def handle_moved(state: S, context: Context, leans: int, side: int) -> Next[S]:
    """Drag a selection handle. ``leans``: -1 for the handle at the start; ``side``: half its width in px."""
    web = state.web
    chosen, shown_now = web.page.document.selection, shown(web).selected
    if chosen is None or not shown_now:
        return state
    first, last = shown_now[0], shown_now[-1]
    x, y = (first[0], first[1] + first[3] / 2) if leans < 0 else (last[0] + last[2], last[1] + last[3] / 2)
    across, down = (context.end_x - context.x) * 2 * side, (context.end_y - context.y) * 2 * side
    place = web.page.geometry.text_at(x + across / web.zoom, y + down / web.zoom)
    if place is None:
        return state
    start, end = (place, chosen.end) if leans < 0 else (chosen.start, place)
    return changed(state, context, current(web, context).select(TextRange(start, end)))


def options_of(node: Node) -> list[Node]:
    """Return the options of a select, including those in groups."""
    return [one for one in node.walk() if one.tag == "option"]
