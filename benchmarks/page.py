"""The page of `bmoca play` in headless Chromium: how long after an input it shows the frame that the input made."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.processes import Absent
from benchmarks.timing import distribution

try:
    from benchmarks.browser import PROGRAM, Browser
    from bmoca_gym.play import server
    from bmoca_gym.play.session import Session

    MISSING = "" if PROGRAM else "Chromium is not installed (Debian: chromium)"
except ImportError as error:
    MISSING = str(error)

#: Trips that are not counted: they draw and load what is new.
_FIRST = 4

#: From the event that lifts the finger to the animation frame that shows what was drawn.
_WATCH = """
globalThis.trips = [];
{
  let began = 0;
  document.addEventListener("pointerup", (event) => { began = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (!began) return;
    const since = began;
    began = 0;
    requestAnimationFrame(() => globalThis.trips.push(performance.now() - since));
  }).observe(document.getElementById("screen"), { attributes: true, attributeFilter: ["data-frames"] });
}
"""


def round_trip(repeats: int) -> dict[str, float]:
    """Milliseconds from input to frame in a window of 1280 × 800 px: an app is opened and left, in turn.

    The phone, the server and the browser share the machine.

    Raises:
        Absent: Chromium, or a library of the page, is not installed.
    """
    if MISSING:
        raise Absent(MISSING)
    session = Session()
    with tempfile.TemporaryDirectory() as profile, serving(server.Server(lambda: session)) as address:
        browser = Browser(Path(profile))
        try:
            browser.open(address)
            browser.until("document.getElementById('screen').dataset.frames > 0")
            icon = next(node for node in session.device.ui_tree().nodes if node.clickable and node.text)
            info = session.device.info
            x, y = icon.center[0] / info.width, icon.center[1] / info.height
            browser.run(_WATCH)
            for number in range(_FIRST + repeats):
                if number % 2:
                    browser.click_on("[data-key=HOME]")
                else:
                    browser.click(*browser.box("#screen")(x, y))
                browser.until(f"trips.length == {number + 1}")
            trips: list[float] = browser.run("trips")
        finally:
            browser.close()
    return distribution([trip / 1e3 for trip in trips[_FIRST:]])


@contextmanager
def serving(served: server.Server) -> Iterator[str]:
    """Serve the page from a thread; its address."""
    listening = server.listen(0)
    web = server.web_server(served)
    thread = threading.Thread(target=web.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://{server.LOOPBACK}:{listening.getsockname()[1]}/?token={served.token}"
    finally:
        web.should_exit = True
        thread.join(30)
        listening.close()
