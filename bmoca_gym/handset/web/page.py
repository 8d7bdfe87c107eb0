"""A web page as a value: where it comes from, its seed, its clock and all inputs so far.

What a page shows is a function of this value, so it can be kept, compared, pickled and branched like the rest of the
phone. A live context is only a cache of it: each thread keeps a few, by the value they are at. An input to the newest
value continues in its context; an older or restored value loads the page and repeats its inputs in a fresh one.
"""

from __future__ import annotations

import threading
from typing import Any

from bmoca_gym.handset.value import Value, on_clear, replace, value
from bmoca_gym.handset.web.engine import Input, Line, Live, Question, Start
from bmoca_gym.handset.web.layout.geometry import lay_out
from bmoca_gym.handset.web.nodes import Document, Geometry, TextRange, Viewport

__all__ = ["CONTEXTS", "Page", "Question", "Start"]

#: Live contexts that a thread keeps. Each takes 2 to 5 MB.
CONTEXTS = 24


@value
class Page(Value):
    """A page at a moment. Coordinates are CSS px of the document; every input returns the next value.

    Attributes:
        start: where it comes from.
        inputs: all that has happened to it since.
    """

    start: Start
    inputs: tuple[Input, ...] = ()

    # ---- Inputs

    def _with(self, kind: str, *arguments: Any) -> Page:
        """Return the page after an input. While a script waits for an answer, no other input gets in."""
        if self.question is not None:
            return self
        return self._after(kind, *arguments)

    def _after(self, kind: str, *arguments: Any) -> Page:
        return replace(self, inputs=(*self.inputs, (kind, arguments)))

    def advance(self, ms: float) -> Page:
        """Let time pass, and run what falls due."""
        if ms <= 0:
            return self
        if self.inputs and self.inputs[-1][0] == "advance":
            return replace(self, inputs=(*self.inputs[:-1], ("advance", (self.inputs[-1][1][0] + ms,))))
        return self._after("advance", ms)

    def tap(self, x: float, y: float) -> Page:
        """Tap: touch events, then, unless they are prevented, mouse events, focus and a click."""
        return self._with("tap", x, y)

    def touch(self, phase: str, x: float = 0.0, y: float = 0.0) -> Page:
        """Put a finger down (``start``), ``move`` it, or lift it (``end``, at its last position)."""
        return self._with("touch_" + phase, *(() if phase == "end" else (x, y)))

    def drag(self, start: tuple[float, float], end: tuple[float, float], ms: float = 0) -> tuple[Page, bool]:
        """Drag a finger from one point to another in ``ms``, and report whether the page used the drag.

        As in Android's Chrome, the page gets touch events but no mouse moves. Unless its scripts prevent it, elements
        below the finger scroll. If neither happens, the view can pan.
        """
        page = self._with("drag", *start, *end, *([ms] if ms else []))
        return page, bool(page.result)

    def long_press(self, x: float, y: float) -> Page:
        """Long-press: fires a context menu event and, unless it is prevented, selects the word there."""
        return self._with("long_press", x, y)

    def mouse(self, deed: str, x: float, y: float) -> Page:
        """Move the mouse to a point of the window, and with ``down`` or ``up`` press or release its button there.

        ``deed``: ``move``, ``down`` or ``up``.
        """
        return self._with("mouse_" + deed, x, y)

    def wheel(self, x: float, y: float, amount: float) -> Page:
        """Turn the mouse wheel over a point of the window: down by ``amount`` CSS px, or up if negative."""
        return self._with("wheel", x, y, amount)

    def type(self, text: str) -> Page:
        """Type text where the focus is, key by key. A line feed is Enter."""
        return self._with("type", text) if text else self

    def edit(self, number: int, text: str) -> Page:
        """Change a field's text as a keyboard does: key presses for what is new, Backspace for what is gone."""
        return self._with("edit", number, text)

    def insert(self, text: str) -> Page:
        """Insert text into the focused field at once, as an input method does, without key events."""
        return self._with("insert", text)

    def key(self, name: str, **modifiers: bool) -> Page:
        """Press a key: a letter or a name of ``KeyboardEvent.key``, such as ``Backspace``, ``Enter``, ``ArrowLeft``.

        Args:
            modifiers: ``ctrlKey``, ``shiftKey``, ``altKey``, ``metaKey``.
        """
        return self._with("press", name, tuple(sorted(modifiers.items())))

    def choose(self, number: int, *indices: int) -> Page:
        """Select options of a select, as its native dialog does."""
        return self._with("choose", number, indices)

    def set_value(self, number: int, text: str) -> Page:
        """Set a control's value, as a native date, time or colour picker does."""
        return self._with("set_value", number, text)

    def select(self, chosen: TextRange) -> Page:
        """Select text of the document, as the selection handles do."""
        return self._with("select_text", tuple(chosen.start), tuple(chosen.end))

    def clear_selection(self) -> Page:
        """Clear the document's text selection."""
        return self._with("clear_selection")

    def copy(self, cut: bool = False) -> Page:
        """Copy or cut the selected text. ``result`` is the text."""
        return self._with("copy", cut)

    def paste(self, text: str) -> Page:
        """Paste text where the focus is."""
        return self._with("paste", text)

    def focus(self, number: int) -> Page:
        """Give an element the focus; 0 takes it away."""
        return self._with("focus", number)

    def click(self, number: int) -> Page:
        """Click an element without a finger, as an accessibility service does."""
        return self._with("click", number)

    def scroll(self, x: float, y: float, number: int = 0) -> Page:
        """Scroll an element to a position, or the window if ``number`` is 0."""
        return self._with("scroll_to", number, x, y)

    def answer(self, said: bool | str | None) -> Page:
        """Answer the question that a script waits for.

        Args:
            said: whether a ``confirm`` was confirmed, the text of a ``prompt``, or None if that was cancelled.
        """
        if self.question is None:
            return self
        answer = {"alert": None, "confirm": bool(said)}.get(self.question.kind, said)
        return self._after("answer", answer)

    def stay(self) -> Page:
        """Clear the destination of a link, form or script: the app has followed it, or won't."""
        return self._after("stay")

    def run(self, script: str) -> Page:
        """Run a script of the app that hosts the page. ``result`` is its value."""
        return self._with("evaluate", script)

    # ---- What it shows

    @property
    def viewport(self) -> Viewport:
        """The window that it is laid out in."""
        return self.start.viewport

    @property
    def document(self) -> Document:
        """The document, for style, layout and the UI tree."""
        return _live(self).document

    @property
    def geometry(self) -> Geometry:
        """Where everything is."""
        return _live(self).geometry

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the console."""
        return tuple(_live(self).lines)

    @property
    def question(self) -> Question | None:
        """What a script waits for: the dialog of ``alert``, ``confirm`` or ``prompt``. Time stands still until it is
        answered."""
        return _live(self).question

    @property
    def destination(self) -> str:
        """The URL that a link, form or script leads to; empty if there is none."""
        return _live(self).destination

    @property
    def failure(self) -> str:
        """Why the page has ended, if it exceeded a limit; otherwise empty."""
        return _live(self).failure

    @property
    def result(self) -> Any:
        """The JSON value of the last input if it was `run`, `copy` or `drag`; otherwise None."""
        return _live(self).result

    @property
    def time(self) -> float:
        """The page's clock, in ms since 1970."""
        return _live(self).time

    @property
    def due(self) -> float | None:
        """When something next happens without an input, in ms since 1970; None if nothing does."""
        return _live(self).due

    def read(self, expression: str) -> Any:
        """Return the value of an expression, passed as JSON, or None if it fails. It must not change anything."""
        return _live(self).read(expression)


class _Kept(threading.local):
    """A thread's live contexts and the values they are at, the most recently used last."""

    def __init__(self) -> None:
        self.pages: list[tuple[Page, Live]] = []


_kept = _Kept()


def _live(page: Page) -> Live:
    """Return a context that is at a page's value."""
    kept = _kept.pages
    if kept:
        known, live = kept[-1]
        if known is page:
            return live
        # Nearly always it continues from the page used last.
        count = len(known.inputs)
        if live.question is None and 0 <= len(page.inputs) - count <= 1 and known.start is page.start:
            late = _behind(known.inputs, page.inputs)
            if late is not None:
                _go_on(live, page, count, late)
                kept[-1] = page, live
                return live
    best = -1
    for index, (known, context) in enumerate(kept):
        count = len(known.inputs)
        if context.question is not None and any(kind == "answer" for kind, _ in page.inputs[count:]):
            continue  # its scripts were stopped at the question
        if count > len(page.inputs) or (best >= 0 and count <= len(kept[best][0].inputs)):
            continue
        if known.start == page.start and _behind(known.inputs, page.inputs) is not None:
            best = index
    if best >= 0:
        known, live = kept.pop(best)
        _go_on(live, page, len(known.inputs), _behind(known.inputs, page.inputs))
    else:
        live = Live(page.start, lay_out, page.inputs)
    kept.append((page, live))
    del kept[: max(0, len(kept) - CONTEXTS)]
    return live


def _go_on(live: Live, page: Page, done: int, late: float | None) -> None:
    """Bring a context up to a page's value. It has taken ``done`` of its inputs, except for ``late`` ms of the last
    one."""
    coming = page.inputs[done:]
    live.feed((("advance", (late,)), *coming) if late else coming)


def _behind(some: tuple[Input, ...], all_of: tuple[Input, ...]) -> float | None:
    """Return how many ms the inputs ``some`` lag behind ``all_of``; None if they are not a prefix of it.

    Time that passes in several steps is one input, so the last of ``some`` may be only part of it.
    """
    count = len(some)
    if some == all_of[:count]:
        return 0.0
    if some[:-1] != all_of[: count - 1] or some[-1][0] != "advance" or all_of[count - 1][0] != "advance":
        return None
    late: float = all_of[count - 1][1][0] - some[-1][1][0]
    return late if late > 0 else None


def _forget() -> None:
    _kept.pages.clear()


on_clear(_forget)
