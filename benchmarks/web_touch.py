"""Which events pages in Chromium get from a dragging finger: the proof for ``touch.yaml`` of both suites.

    python -m benchmarks.web_touch [page …]

On each page that can only be solved by dragging with a mouse, an item is dragged by touch: at once, slowly, after it
was held for 1.2 s, right after a tap, and by two fingers. Prints which events the page got and what reward it gave. It
also turns ``drag-cube``, creates an event in ``daily-calendar`` by two taps, and draws in ``draw-circle``: those pages
change by touch.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.browser import Browser
from benchmarks.web_pages import BEGIN, VIEWPORT, pages_folder
from benchmarks.web_record import FLAGS, phone_fonts

#: Of what is dragged and where to, by page: selectors, and the index of each.
DRAGS: dict[str, tuple[tuple[str, int], tuple[str, int]]] = {
    "drag-items": (("#sortable li", 0), ("#sortable li", 3)),
    "drag-items-grid": (("#sortable li", 0), ("#sortable li", 7)),
    "drag-sort-numbers": (("#sortable li", 0), ("#sortable li", 3)),
    "drag-box": (("#draggableSmall", 0), ("#draggableLarge", 0)),
    "resize-textarea": ((".ui-icon-gripsmall-diagonal-se", 0), ("#query", 0)),
}
#: Pages that something on the screen shows to have changed, by script.
CHANGES = {
    "drag-cube": "document.querySelector('.active').textContent",
    "daily-calendar": "!!document.getElementById('create-event')",
    "draw-circle": "!!document.querySelector('path')",
}
_EVENTS = (
    "touchstart", "touchmove", "touchend", "touchcancel", "pointercancel", "mousemove", "mousedown", "mouseup", "click",
)  # fmt: skip
_LISTEN = """(() => { window.heard = []; for (const type of %s)
  document.addEventListener(type, event => heard.push(event.type), {capture: true, passive: true}); })()"""
#: What the page shows, without the mark that it puts on what is tapped.
_CONTENT = """document.getElementById('area').innerHTML.replace(/ data-tampered="\\w+"/g, '')"""


class Way(NamedTuple):
    """How something is dragged: for how many ms the finger is held before it moves, and between its moves."""

    held: float = 0
    between: float = 0
    fingers: int = 1
    tapped: bool = False


WAYS = {
    "at once": Way(), "slowly": Way(between=100), "held": Way(1200, 30), "after a tap": Way(between=30, tapped=True),
    "by two fingers": Way(between=30, fingers=2),
}  # fmt: skip


class Finger:
    """A Chromium with a finger, on one page."""

    def __init__(self, folder: Path) -> None:
        os.environ["FONTCONFIG_FILE"] = str(phone_fonts(folder))
        self.browser = Browser(folder / "profile", FLAGS)

    def open(self, page: str, seed: int) -> None:
        """Start an episode of a page on a phone's screen."""
        browser = self.browser
        browser.open((pages_folder() / "miniwob" / f"{page}.html").as_uri())
        browser.ask(
            "Emulation.setDeviceMetricsOverride", width=int(VIEWPORT.width), height=int(VIEWPORT.height),
            deviceScaleFactor=VIEWPORT.density, mobile=True,
        )  # fmt: skip
        browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        browser.run(BEGIN.format(seed=seed))
        self.wait(500)
        browser.run(_LISTEN % list(_EVENTS))

    def wait(self, ms: float) -> None:
        """Let time pass."""
        self.browser.run(f"new Promise(done => setTimeout(done, {ms}))")

    def middle(self, selector: str, index: int = 0) -> tuple[float, float]:
        """Return the middle of an element."""
        x, y = self.browser.run(
            f"(({{left, top, width, height}}) => [left + width / 2, top + height / 2])"
            f"(document.querySelectorAll({selector!r})[{index}].getBoundingClientRect())"
        )
        return x, y

    def drag(self, start: tuple[float, float], end: tuple[float, float], way: Way) -> None:
        """Drag the finger from one point to another."""
        if way.tapped:
            self.browser.touch(*start)
            self.wait(100)
            self.browser.run("heard.splice(0)")

        def places(step: int) -> list[tuple[float, float]]:
            x, y = (a + (b - a) * step / 15 for a, b in zip(start, end, strict=True))
            return [(x + 8 * finger, y) for finger in range(way.fingers)]

        self._touch("touchStart", *places(0))
        if way.held:
            self.wait(way.held)
        for step in range(1, 16):
            self._touch("touchMove", *places(step))
            if way.between:
                self.wait(way.between)
        self._touch("touchEnd")
        self.wait(200)

    def _touch(self, kind: str, *points: tuple[float, ...]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        self.browser.ask("Input.dispatchTouchEvent", type=kind, touchPoints=places)

    def heard(self) -> str:
        """Return the events since the last call, and the page's reward."""
        events: Any = Counter(self.browser.run("heard.splice(0)"))
        paid = self.browser.run("WOB_RAW_REWARD_GLOBAL")
        return f"{', '.join(f'{name} {count}' for name, count in events.items())}; paid {paid}"


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if a drag moved a mouse, or a page that changes by touch did not."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web_touch", description="Drag by touch in Chromium."
    )
    parser.add_argument("pages", nargs="*", help="pages (default: all)")
    arguments = parser.parse_args(given)
    wrong = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        finger = Finger(Path(folder))
        for page in arguments.pages or [*DRAGS, *CHANGES]:
            if page in DRAGS:
                for name, way in WAYS.items():
                    finger.open(page, 1)
                    before = finger.browser.run(_CONTENT)
                    finger.drag(finger.middle(*DRAGS[page][0]), finger.middle(*DRAGS[page][1]), way)
                    same = before == finger.browser.run(_CONTENT)
                    told = finger.heard()
                    wrong += "mouse" in told or not same
                    print(
                        f"{page}, {name}: {told}; {'nothing has changed' if same else 'it has changed'}",
                        flush=True,
                    )
                continue
            finger.open(page, 1)
            before = finger.browser.run(CHANGES[page])
            if page == "daily-calendar":
                for index in (0, 1):
                    finger.browser.touch(*finger.middle(".half-hour", index))
                    finger.wait(100)
            else:
                finger.drag((60, 120), (130, 170) if page == "draw-circle" else (120, 120), Way(between=30))
            finger.wait(500)
            after = finger.browser.run(CHANGES[page])
            wrong += before == after
            print(f"{page}: {before} before, {after} after; {finger.heard()}", flush=True)
        finger.browser.close()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
