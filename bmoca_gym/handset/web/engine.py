"""A live page: its context, how it loads, its inputs, and what can be seen of it.

A page's document lives in a JavaScript context beside the files of ``scripts/``, which are the document's model, its
events and the host's clock. Python calls their entry points (``scripts/page.js``), and they ask Python for what only it
knows: files and places. Everything crosses as JSON.
"""

from __future__ import annotations

import json
import re
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.handset.value import memo, on_clear
from bmoca_gym.handset.web.files import Files, fetch, resolve
from bmoca_gym.handset.web.heaps import CopiedInterpreter, Image, interpreter
from bmoca_gym.handset.web.interpreter import Interpreter, PageLimitError, ScriptError
from bmoca_gym.handset.web.libraries import hastened
from bmoca_gym.handset.web.media import holds
from bmoca_gym.handset.web.nodes import (
    MOST_DEEP,
    Document,
    Geometry,
    Layout,
    Node,
    Place,
    Sheet,
    TextRange,
    Viewport,
    updated,
)

__all__ = ["Input", "Line", "Live", "Question", "Start"]

#: An input to a page: the name of an entry point and its arguments.
Input = tuple[str, tuple[Any, ...]]

#: In the order in which they are joined into one function.
_SCRIPTS = ("dom", "selectors", "html", "elements", "host", "bridge", "input", "page")

#: Bytes of a page's heap.
MEMORY = 48 << 20
#: Bytes of loaded pages that a thread keeps for others that start the same. (A MiniWoB++ page takes 2 to 4 MB.)
IMAGES = 96 << 20
#: Script steps allowed while a page loads, for each input, and for each ms that passes. (MiniWoB++ pages load in
#: 100,000; the interpreter runs 15 to 300 million a second.)
STEPS_TO_LOAD = 40_000_000
STEPS_OF_INPUT = 20_000_000
STEPS_A_MS = 10_000
#: Steps charged for each element when scripts first ask about places after a change, and for each byte of a canvas's
#: pixels: both take time outside the interpreter.
STEPS_A_PLACE = 20
STEPS_A_BYTE = 2
#: Timers that may run within an input: a few at once, and more for each millisecond that passes.
TIMERS = 2000
TIMERS_A_MS = 20
#: Characters of a page's HTML.
MAX_HTML = 8 << 20

#: Limits that the host's scripts enforce. Elements count once they are shown, nodes as they are made.
LIMITS = {"nodes": 1_000_000, "elements": 20_000, "depth": MOST_DEEP, "timers": 2000, "lines": 10_000}

#: The user agent of Android's Chrome on the phone's release.
AGENT = (
    "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/113.0.0.0 Mobile Safari/537.36"
)


class Start(NamedTuple):
    """What a page starts from.

    Attributes:
        files: everything it can read.
        name: the name of its file there.
        seed: for ``Math.random``.
        clock: ms since 1970 when it is opened.
        offset: minutes that its local time is ahead of UTC.
        query: of its URL, with ``?`` or ``#`` in front.
        url: its URL without the query; empty for ``file:///`` and its name.
        agent: the browser's user agent; empty for Android's Chrome.
    """

    files: Files
    name: str
    seed: int = 1
    clock: int = 1_697_384_040_000
    offset: int = 0
    viewport: Viewport = Viewport()
    language: str = "en-US"
    query: str = ""
    url: str = ""
    agent: str = ""


class Line(NamedTuple):
    """A line of the console. ``level``: ``log``, ``info``, ``warn``, ``error`` or ``debug``."""

    level: str
    text: str


class Question(NamedTuple):
    """A dialog a script waits for. ``kind``: ``alert``, ``confirm`` or ``prompt``; ``default``: a prompt's initial
    text."""

    kind: str
    message: str
    default: str


class _Asked(Exception):
    """Raised after a script has asked a question that has no answer yet: nothing else may run in its context."""


@cache
def _host() -> str:
    folder = Path(__file__).parent / "scripts"
    parts = [(folder / f"{name}.js").read_text("utf-8") for name in _SCRIPTS]
    return "(setup, ask, draw) => {\n'use strict';\n" + "\n".join(parts) + "\n}"


class _Loaded(NamedTuple):
    """A page that has loaded and taken no input yet: an image of its heap, and what Python knew about it then."""

    html: bytes | None
    heap: Image
    lines: tuple[Line, ...]
    destination: str
    now: float
    due: float | None
    nodes: dict[int, Node]
    document: Document | None


class _Images(threading.local):
    """A thread's loaded pages by where they come from, the most recently used last."""

    def __init__(self) -> None:
        self.pages: OrderedDict[Start, _Loaded] = OrderedDict()

    def keep(self, start: Start, loaded: _Loaded) -> None:
        """Keep a page, and drop the oldest ones beyond `IMAGES` bytes."""
        self.pages[start] = loaded
        while sum([one.heap.size for one in self.pages.values()]) > IMAGES and len(self.pages) > 1:
            self.pages.popitem(last=False)


_images = _Images()


def _forget() -> None:
    _images.pages.clear()


on_clear(_forget)


class Live:
    """A page's live context. Its methods change it; `bmoca_gym.handset.web.page.Page` is the value that hides that.

    Attributes:
        lines: the console's lines.
        question: what a script waits for. Its context has ended by then: given the answer, a new one repeats
            everything.
        destination: the URL that a link or script goes to, for the app that shows the page; empty if none.
        failure: why the page has ended, if it exceeded a limit. Nothing happens in it from then on.
    """

    def __init__(self, start: Start, layout: Layout, inputs: tuple[Input, ...] = ()) -> None:
        """``inputs``: what goes in after the page has loaded, with the answers to its scripts' questions."""
        self.start = start
        self.lines: list[Line] = []
        self.question: Question | None = None
        self._inputs = inputs
        self._next = 0
        #: When the question was asked, or the end of the time step it was asked in, if that is later.
        self._time = 0.0
        self._until = 0.0
        #: The page's clock, and when its next timer is due.
        self._now = float(start.clock)
        self._due: float | None = None
        #: Whether the page's scripts know both.
        self._told = False
        #: Whether the document is still that of the last snapshot.
        self._seen = False
        self.destination = ""
        self.failure = ""
        self.result: Any = None
        self._layout = layout
        self._nodes: dict[int, Node] = {}
        self._document: Document | None = None
        self._geometry: Geometry | None = None
        self._laid_out: Document | None = None
        self._raised: BaseException | None = None
        self._interpreter: Interpreter | CopiedInterpreter
        me = weakref.ref(self)

        def ask(question: str, *arguments: Any) -> Any:
            live = me()
            assert live is not None
            return live._answered(question, arguments)

        html = start.files.read(start.name)
        loaded = _images.pages.get(start)
        heap = None
        if loaded is not None and loaded.html == html:  # else the file has been edited
            with suppress(OSError):  # no addresses are left
                heap = loaded.heap.copy(ask)
        if loaded is not None and heap is not None:
            _images.pages.move_to_end(start)
            self._interpreter = heap
            self.lines += loaded.lines
            self.destination = loaded.destination
            self._now, self._due, self._told = loaded.now, loaded.due, True
            self._nodes, self._document, self._seen = loaded.nodes, loaded.document, True
        else:
            self._interpreter = interpreter(MEMORY)
            self._limited(STEPS_TO_LOAD, lambda: self._load(html, ask))
            # Take the first snapshot now, once for all copies.
            if not (self.failure or self._seen):
                self._limited(STEPS_OF_INPUT, self._see)
            self._geometry = self._laid_out = None  # as in a copy
            self._keep(html)
        self._go_on()

    def _keep(self, html: bytes | None) -> None:
        """Keep the page as loaded, unless loading already took inputs, or nothing can continue from there."""
        heap = self._interpreter
        if isinstance(heap, CopiedInterpreter) and not (self._over or self._next):
            clock = self._now, self._due
            known = tuple(self.lines), self.destination, *clock, self._nodes, self._document
            loaded = _Loaded(html, heap.keep(), *known)
            _images.keep(self.start, loaded)

    # ---- Inputs

    def feed(self, inputs: tuple[Input, ...]) -> None:
        """Take inputs in order: ``advance`` by ms, or an entry point of ``scripts/page.js`` with its arguments.

        ``answer`` comes after the input that raised the question, and after the time it was open. ``stay`` says that
        the app has followed a link.
        """
        self._inputs, self._next = inputs, 0
        self._go_on()

    def _go_on(self) -> None:
        while self._next < len(self._inputs):
            kind, arguments = self._inputs[self._next]
            self._next += 1
            self._do(kind, arguments)
        self._inputs, self._next = (), 0

    def _do(self, kind: str, arguments: tuple[Any, ...]) -> None:
        if self.failure:
            return
        ms = arguments[0] if kind == "advance" else 0
        if self.question is not None:
            self._time += ms
            return
        if kind == "stay":
            self.destination = ""
        if kind in ("answer", "stay"):
            return
        if kind == "advance" and self._told and (self._due is None or self._due > self._now + ms):
            self._now = self._until = self._now + ms  # nothing happens
            return
        self._seen = False
        self._limited(STEPS_OF_INPUT + int(ms * STEPS_A_MS), lambda: self._take(kind, arguments))

    def _take(self, kind: str, arguments: tuple[Any, ...]) -> None:
        if kind == "advance":
            self._advance(self._now + arguments[0], arguments[0])
            return
        self.result = None
        at = self._now
        try:
            self.result = self._call(kind, *arguments)
        except ScriptError as error:
            self._call("failed", str(error))
        self._advance(
            max(at, self._until)
        )  # the time before: timers set while a finger moves wait for the phone

    def _limited(self, steps: int, work: Callable[[], None]) -> None:
        """Do something within the limits. A page that exceeds them ends."""
        if self.question is not None:
            return
        self._interpreter.allow(steps)
        try:
            work()
        except _Asked:
            pass
        except PageLimitError as error:
            self.failure = str(error)
        except ScriptError as error:
            self.failure = f"The page has failed: {error}"
        except RecursionError:
            self.failure = "The page is nested too deep."
        raised, self._raised = self._raised, None
        if self.question is not None:
            self.failure = ""
        elif isinstance(raised, PageLimitError):
            self.failure = str(raised)
        elif raised is not None:
            raise raised

    def _load(self, data: bytes | None, ask: Callable[..., Any]) -> None:
        start = self.start
        html = "" if data is None else data.decode("utf-8", "replace").removeprefix("\ufeff")
        if len(html) > MAX_HTML:
            raise PageLimitError(f"The page has more than {MAX_HTML} characters.")
        setup = {
            "seed": start.seed,
            "clock": start.clock,
            "offset": start.offset,
            "language": start.language,
            "url": (start.url or f"file:///{start.name}") + start.query,
            "agent": start.agent or AGENT,
            "viewport": start.viewport,
            "limits": LIMITS,
        }
        self._interpreter.open(_host(), json.dumps(setup), ask)
        self._call("open", html)
        while (script := self._call("next_script")) is not None:
            self._run_script(*script)
        for entrance in ("finish", "loaded"):
            self._call(entrance)
            self._advance(self._now)

    def _run_script(self, name: str | None, text: str) -> None:
        if name is not None:
            found = _text(self.start.files, self.start.name, name)
            if found is None:
                self.lines.append(Line("error", f"Not found: {name}"))
                return
            text = found
        if isinstance(self._interpreter, CopiedInterpreter):
            text = hastened(text)
        try:
            self._interpreter.run(text)
        except ScriptError as error:
            self._call("failed", str(error))

    def _advance(self, until: float, ms: float = 0.0) -> None:
        """Run the timers due by a given time, as many as may run in ``ms``."""
        self._until = until
        for _ in range(TIMERS + int(ms * TIMERS_A_MS)):
            if self._told and (self._due is None or self._due > self._until):
                self._now = max(self._now, self._until)  # scripts learn the time when they next run
                return
            if not self._call("run_timer", self._until):
                return
        raise PageLimitError("The page's timers never end.")

    def _call(self, entrance: str, *arguments: Any) -> Any:
        if self.question is not None:
            raise _Asked
        self._told = False
        answer = self._interpreter.enter(entrance, json.dumps((self._now, *arguments)))
        if self.question is not None:
            raise _Asked
        if isinstance(self._raised, PageLimitError):
            limit, self._raised = self._raised, None
            raise limit
        if self._raised is not None:  # An error of ours, which `_limited` raises again.
            raise PageLimitError("")
        said, self._now, self._due, changed = _read(answer)
        self._told = (
            not self._interpreter.worked
        )  # otherwise promises may have set timers and changed things since
        self._seen = self._told and not changed
        return said

    # ---- What it shows

    @property
    def document(self) -> Document:
        """The document at this moment; if the page has ended, one that says so."""
        if not self.failure and not self._seen:
            self._limited(STEPS_OF_INPUT, self._see)
        if self.failure:
            self._document = _ended(self.start, self.failure)
        assert self._document is not None
        return self._document

    def _see(self) -> None:
        changes = self._interpreter.enter("snapshot", "[0]")
        if changes:
            self._change(changes)
        self._seen = True

    @property
    def geometry(self) -> Geometry:
        """Where everything in the document is."""
        document = self.document
        if self._geometry is None or self._laid_out is not document:
            self._geometry = self._layout(document, self.start.viewport, self._geometry)
            self._laid_out = document
        return self._geometry

    @property
    def time(self) -> float:
        """The page's clock, in ms since 1970."""
        if self.question is not None:
            return self._time
        return self.start.clock if self.failure else self._now

    @property
    def due(self) -> float | None:
        """When the next timer is due, in ms since 1970; None if there is none."""
        return None if self._over else self._due

    @property
    def _over(self) -> bool:
        """Whether the context has stopped answering."""
        return bool(self.failure) or self.question is not None

    def read(self, script: str) -> Any:
        """Return the value of an expression, which must not change anything; None if it fails."""
        if self._over:
            return None
        self._interpreter.allow(STEPS_OF_INPUT)
        self._seen = False  # it should change nothing, but may
        try:
            return self._call("evaluate", script)
        except (ScriptError, PageLimitError):
            return None

    @property
    def memory(self) -> int:
        """Bytes of its heap."""
        return self._interpreter.memory

    # ---- What the page's scripts ask

    def _answered(self, question: str, arguments: tuple[Any, ...]) -> Any:
        """Answer a question of the host's scripts. An error of ours ends the page's turn and is raised after it."""
        try:
            if self.question is not None:
                return "null"  # to a script that should have ended, and whose effects nobody will see
            return getattr(self, f"_answer_{question}")(*arguments)
        except BaseException as error:
            self._raised = error
            raise

    def _answer_end(self, why: str) -> None:
        raise PageLimitError(_read(why))

    def _answer_log(self, line: str) -> None:
        level, text = _read(line)
        self.lines.append(Line(level, text))

    def _answer_dialog(self, given: str) -> str:
        kind, message, default, asked = _read(given)
        at, answered = max(asked, self._until), self._next
        while answered < len(self._inputs) and self._inputs[answered][0] == "advance":
            at += self._inputs[answered][1][0]
            answered += 1
        if answered == len(self._inputs) or self._inputs[answered][0] != "answer":
            self.question = Question(kind, message, default)
            self._time = max(asked, self._until)
            self._interpreter.allow(0)  # it ends soon, whatever it catches
            return "null"
        self._next, self._until, self._now = answered + 1, at, at
        return json.dumps((self._inputs[answered][1][0], at))

    def _answer_navigate(self, url: str) -> None:
        self.destination = _read(url)

    def _answer_file(self, reference: str) -> str:
        data = fetch(self.start.files, self.start.name, _read(reference))
        return json.dumps(None if data is None else data.decode("utf-8", "replace"))

    def _answer_changed(self, changes: str) -> None:
        """Take what has changed since the last snapshot, if anything. Called once after each change, seen or not."""
        if changes:
            self._change(changes)
        self._interpreter.spend(STEPS_A_PLACE * len(self._nodes))

    def _answer_measure(self, number: int) -> str:
        measure = self._places().measure(int(number))
        if measure is None:
            return "null"
        return json.dumps(
            {
                "box": measure.box,
                "rects": measure.rects,
                "borders": measure.borders,
                "scroll": measure.scroll_size,
                "local": measure.local,
                "matrix": measure.matrix,
            }
        )

    def _answer_style(self, number: int, name: str, pseudo: str) -> str:
        return self._places().style(int(number), name, pseudo)

    def _answer_hit(self, x: float, y: float) -> int:
        return self._places().hit(x, y)

    def _answer_text_at(self, x: float, y: float) -> str:
        return json.dumps(self._places().text_at(x, y))

    def _answer_text_boxes(self, given: str) -> str:
        start, end = _read(given)
        return json.dumps(self._places().text_boxes(TextRange(Place(*start), Place(*end))))

    def _answer_text_width(self, given: str) -> float:
        return self._places().text_width(*_read(given))

    def _answer_media(self, query: str) -> str:
        return "true" if holds(query, self.start.viewport) else "false"

    def _answer_pixels(self, given: str) -> str:
        number, left, top, width, height = _read(given)
        self._interpreter.spend(STEPS_A_BYTE * 4 * abs(int(width * height)))
        return json.dumps(list(self._places().pixels(number, left, top, width, height)))

    def _places(self) -> Geometry:
        """The geometry of the last snapshot, which the host's scripts have made sure is current."""
        document = self._document
        if document is None:
            raise RuntimeError("nothing has been sent yet")
        if self._geometry is None or self._laid_out is not document:
            self._geometry = self._layout(document, self.start.viewport, self._geometry)
            self._laid_out = document
        return self._geometry

    def _change(self, text: str) -> None:
        sent = _read(text)
        try:
            before = self._document
            root, self._nodes, only_hover = updated(self._nodes, sent["changed"], sent["root"])
        except (KeyError, TypeError, ValueError) as error:
            raise PageLimitError("The page has broken its document.") from error
        selection = sent["selection"]
        self._document = Document(
            root=root,
            sheets=self._sheets(sent["sheets"]),
            nodes=self._nodes,
            files=self.start.files,
            base=self.start.name,
            focus=sent["focus"] if sent["focus"] in self._nodes else 0,
            selection=TextRange(Place(*selection[0]), Place(*selection[1])) if selection else None,
            title=sent["title"],
            scroll=(sent["scroll"][0], sent["scroll"][1]),
            earlier=before.seen if only_hover and before is not None else None,
        )

    def _sheets(self, sent: list[tuple[str, str]] | None) -> tuple[Sheet, ...]:
        """Return the style sheets that were sent; None means those of the last document."""
        if sent is None:
            return () if self._document is None else self._document.sheets
        before = {} if self._document is None else {sheet: sheet for sheet in self._document.sheets}
        sheets = []
        for reference, text in sent:
            sheet = (
                _linked(self.start.files, self.start.name, reference)
                if reference
                else Sheet(text, self.start.name)
            )
            if sheet is not None:
                sheets.append(before.get(sheet, sheet))
        return tuple(sheets)


@memo(256, asset=True)
def _text(files: Files, base: str, reference: str) -> str | None:
    """Return a file that a page refers to, as text: the same object for the same file, so that it is hashed only
    once."""
    data = fetch(files, base, reference)
    return None if data is None else data.decode("utf-8", "replace").removeprefix("\ufeff")


@memo(256, asset=True)
def _linked(files: Files, base: str, reference: str) -> Sheet | None:
    text = _text(files, base, reference)
    return None if text is None else Sheet(text, resolve(base, reference) or base)


_HALF = re.compile("[\ud800-\udfff]")


def _clean(value: Any) -> Any:
    """Return a value from JSON without unpaired surrogates, which JavaScript allows and nothing else does."""
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        return {_clean(name): _clean(one) for name, one in value.items()}
    return value


def _read(text: str) -> Any:
    """Read JSON that the host's scripts have made."""
    value = json.loads(text)
    # Whole characters stay as they are; unpaired surrogates are escaped.
    return _clean(value) if "\\ud" in text else value


def _ended(start: Start, failure: str) -> Document:
    """Return the document of a page that has exceeded a limit."""
    body = Node(2, "body", False, {"style": "font-size: 16px; color: #5f6368"})
    body.style = (("font-size", "16px"), ("color", "#5f6368"))
    body.children = (f"This page has stopped. {failure}",)
    root = Node(1, "html", False, {})
    root.children = (body,)
    return Document(
        root, (), {1: root, 2: body}, start.files, start.name, 0, None, "This page has stopped", (0.0, 0.0)
    )
