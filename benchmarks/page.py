"""The page of `bmoca play` in headless Chromium: time from an input to its frame, and frames a second."""

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
    from bmoca_gym import tasks
    from bmoca_gym.demonstrations.experts import expert_for
    from bmoca_gym.handset.gestures import Gesture
    from bmoca_gym.play import server
    from bmoca_gym.play.session import Session

    MISSING = "" if PROGRAM else "Chromium is not installed (Debian: chromium)"
except ImportError as error:
    MISSING = str(error)

#: Trips that don't count: they draw and load for the first time.
_FIRST = 4

#: Measures from the event that lifts the finger to the animation frame that shows the result.
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
    """Return the ms from input to frame in a window of 1280 × 800 px, opening and leaving an app in turn.

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


#: Counts the animation frames that show a new picture. With a position, the pointer moves up and down there.
_COUNT = """new Promise((done) => {
  const screen = document.getElementById("screen"), box = screen.getBoundingClientRect(), began = performance.now();
  let shown = 0, last = screen.dataset.frames;
  const frame = () => {
    const now = performance.now() - began;
    if (screen.dataset.frames !== last) { last = screen.dataset.frames; shown += 1; }
    if (now > %(milliseconds)d) return done(1000 * shown / now);
    if (%(drag)s) screen.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, bubbles: true,
      clientX: box.left + box.width / 2, clientY: box.top + box.height * (0.65 + 0.15 * Math.cos(now / 400)) }));
    requestAnimationFrame(frame);
  };
  frame();
})"""


def frames(seconds: float) -> dict[str, float]:
    """Return the frames a second in a window of 1280 × 800 px, of a list under a finger and of a stopwatch.

    The phone, the server and the browser share the machine.

    Raises:
        Absent: Chromium, or a library of the page, is not installed.
    """
    if MISSING:
        raise Absent(MISSING)
    session, found = Session(), {}
    expert = expert_for(tasks.get("start_the_stopwatch_in_clock"))
    while isinstance(gesture := expert.next_gesture(session.device.ui_tree(), "en-US"), Gesture):
        session.device.perform(gesture)
    with tempfile.TemporaryDirectory() as profile, serving(server.Server(lambda: session)) as address:
        browser = Browser(Path(profile))
        try:
            browser.open(address)
            browser.until("document.getElementById('screen').dataset.frames > 3")
            count = {"milliseconds": seconds * 1000, "drag": "false"}
            found["stopwatch_fps"] = browser.run(_COUNT % count)
            session.device.shell("am start -a android.settings.SETTINGS")
            browser.mouse("mousePressed", *browser.box("#screen")(0.5, 0.8))
            found["drag_fps"] = browser.run(_COUNT % (count | {"drag": "true"}))
            browser.mouse("mouseReleased", *browser.box("#screen")(0.5, 0.5))
        finally:
            browser.close()
    return {name: round(figure, 1) for name, figure in found.items()}


@contextmanager
def serving(served: server.Server) -> Iterator[str]:
    """Serve the page from a thread, and return its address."""
    listening = server.listen(0)
    web = server.web_server(served.application)
    thread = threading.Thread(target=web.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://{server.LOOPBACK}:{listening.getsockname()[1]}/?token={served.token}"
    finally:
        web.should_exit = True
        thread.join(30)
        listening.close()
