"""Films the page of `bmoca play` in two minutes: ``python docs/page_film.py`` writes docs/images/page.mp4.

Its first picture is docs/images/page.webp. Chromium plays the page with mouse and keyboard. The film's time is the
script's own, so that a slow machine makes the same film.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from benchmarks.browser import Browser
from benchmarks.page import serving
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.play import server
from bmoca_gym.play.session import Session

FILM = Path(__file__).parent / "images/page.mp4"
WIDTH, HEIGHT = 1280, 800
#: Height of the line of words under the page, in px.
WORDS = 48
#: How many of the film's seconds one of the script's is.
PACE = 1.35
#: The pointer takes so many pictures from one place to the next, each this long in seconds.
STEPS, STEP = 8, 0.05
#: How often the page is looked at, until its picture stays: on a phone with a stopwatch it never does.
PATIENCE = 12

#: A line of words under the page, and a pointer over it: a headless browser draws none.
_STAGE = """{
  const words = document.createElement("p"), hand = document.createElement("div");
  words.id = "film-words"; hand.id = "film-hand";
  Object.assign(words.style, {
    position: "fixed", inset: "auto 0 0 0", width: "100%", height: "WORDSpx", margin: 0,
    border: 0, padding: 0, display: "grid", placeContent: "center", background: "#101312",
    color: "#fff", font: "600 19px system-ui, sans-serif",
  });
  Object.assign(hand.style, {
    position: "fixed", left: "640px", top: "400px", width: "22px", height: "22px", margin: "-11px",
    boxSizing: "border-box", borderRadius: "50%", background: "#e8590cb0", border: "2px solid #fff",
    pointerEvents: "none",
  });
  document.body.append(words, hand);
  for (const one of [words, hand]) { one.popover = "manual"; one.showPopover(); }  // above dialogs
  document.body.style.height = "calc(100vh - WORDSpx)";
  document.body.style.minHeight = 0;
}""".replace("WORDS", str(WORDS))


class Shooting:
    """A film of a browser's page.

    Attributes:
        shots: pictures as PNG, each with the seconds for which it is shown.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.shots: list[tuple[bytes, float]] = []
        self._at = (WIDTH / 2, HEIGHT / 2)

    @property
    def seconds(self) -> float:
        """How long the film is."""
        return sum(shown for _, shown in self.shots)

    def begin(self) -> None:
        """Put words and pointer on a page that has just been opened."""
        self.browser.run(_STAGE)

    def hold(self, seconds: float) -> None:
        """Show the page as it is."""
        if seconds:
            self.shots.append((self.browser.picture(), seconds * PACE))

    def say(self, words: str, seconds: float = 1.5) -> None:
        """Write words under the page, and leave time to read them."""
        self.browser.run(f"document.getElementById('film-words').textContent = {json.dumps(words)}")
        self.hold(seconds)

    def point(self, x: float, y: float, pressed: bool = False) -> None:
        """Move the pointer to a place of the window."""
        from_x, from_y = self._at
        for step in range(1, STEPS + 1):
            part = step / STEPS
            part = part * part * (3 - 2 * part)
            here = from_x + part * (x - from_x), from_y + part * (y - from_y)
            self.browser.run(
                "Object.assign(document.getElementById('film-hand').style,"
                f" {{left: '{here[0]}px', top: '{here[1]}px', scale: {0.75 if pressed else 1}}})"
            )
            self.browser.ask(
                "Input.dispatchMouseEvent", type="mouseMoved", x=here[0], y=here[1],
                button="left" if pressed else "none", buttons=int(pressed),
            )  # fmt: skip
            self.hold(STEP)
        self._at = x, y

    def click(self, x: float, y: float, after: float = 0.8) -> None:
        """Click on a place of the window, and show what comes of it."""
        self.point(x, y)
        self.browser.click(x, y)
        self.settle()
        self.hold(after)

    def press(self, selector: str, after: float = 0.8) -> None:
        """Click on an element."""
        self.browser.run(
            f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})"
        )
        self.click(*self.browser.box(selector)(0.5, 0.5), after)

    def solve(self) -> None:
        """Let the task's expert act until the page says how the task stands."""
        self.press("#show", 0.4)
        while self.browser.run("document.getElementById('outcome').hidden"):
            self.hold(0.4)
            self.settle()

    def settle(self) -> None:
        """Wait until the page has shown what it does: it waits for nothing, and its picture is the one of before."""
        frames = ""
        for _ in range(PATIENCE):
            self.browser.run("new Promise((done) => setTimeout(done, 250))")
            self.browser.until("document.getElementById('busy').hidden")
            self.browser.until("[...document.images].every((one) => one.complete)")
            before, frames = frames, self.browser.run("document.getElementById('screen').dataset.frames")
            if frames == before:
                return

    def choose(self, selector: str, value: str, after: float = 0.8) -> None:
        """Point at a list, and choose one of its values: Chromium draws an open list in a window of its own."""
        self.browser.run(
            f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})"
        )
        self.point(*self.browser.box(selector)(0.5, 0.5))
        self.browser.run(
            f"{{ const field = document.querySelector({json.dumps(selector)}); field.value = {json.dumps(value)};"
            "for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true})); }"
        )
        self.settle()
        self.hold(after)

    def type(self, text: str, after: float = 0.8) -> None:
        """Type a text, letter by letter."""
        for letter in text:
            self.browser.key(letter, text=letter)
            self.hold(0.08)
        self.settle()
        self.settle()
        self.hold(after)

    def gesture(self, move: Any) -> None:
        """Do a gesture on the phone with the mouse."""
        place = self.browser.box("#screen")
        known = self.browser.run("document.querySelectorAll('#timeline button').length")
        if isinstance(move, Tap):
            self.point(*place(move.x, move.y))
            self.browser.click(*self._at)
        else:
            assert isinstance(move, Swipe)
            self.point(*place(move.x0, move.y0))
            self.browser.mouse("mousePressed", *self._at)
            self.point(*place(move.x1, move.y1), pressed=True)
            self.browser.mouse("mouseReleased", *self._at)
        self.browser.until(f"document.querySelectorAll('#timeline button').length > {known}")
        self.settle()
        self.hold(0.9)


def tour(film: Shooting, session: Session, address: str) -> None:
    """Show what the page can do."""
    browser = film.browser
    browser.open(address, WIDTH, HEIGHT)
    browser.until("document.getElementById('screen').dataset.frames > 0")
    browser.until("document.querySelectorAll('#tasks input').length > 100")
    browser.until("document.getElementById('tree').children.length")
    film.begin()
    film.say("bmoca play: a phone in your browser, with tasks, a judge and agents", 3.5)

    film.say("Look for a task …", 1)
    film.press("#search", 0.3)
    film.type("alarm 10:30")
    film.press("#tasks label", 0.6)
    film.press("#begin", 1)

    film.say("… and do it with the mouse: each gesture is one step, as for an agent", 2.5)
    assert session._env is not None
    expert = expert_for(session._env.task)
    for _ in range(3):
        film.gesture(expert.next_gesture(session.device.ui_tree(), "en-US"))

    film.say("Numbers are what a language agent sees; below, what it would have sent", 1)
    film.press("#number", 2.5)
    film.press("#number", 0.3)

    film.say("Go back to any moment: the phone is a value", 1.5)
    film.press("#timeline button:nth-child(2)", 1.2)
    film.say("Another gesture begins a branch, and both are kept", 1)
    film.press("[data-key=HOME]", 1.5)
    film.press("#timeline button:nth-child(4)", 1.2)

    film.say("Let the task's expert go on. Any agent can be chosen here", 1)
    film.solve()
    film.say("The judge read the alarm in the phone's database", 3)

    film.press("#tab-files", 0.8)
    alarms = next(
        path
        for path in browser.run("[...document.getElementById('path').options].map((one) => one.value)")
        if "alarms.db" in path
    )
    film.say("Files and databases of all apps are there to look at", 0.5)
    film.choose("#path", alarms, 2.5)
    film.press("#tab-inspector", 0.5)

    film.say("The same task on another phone", 1)
    film.choose("#environments", "109", 0.5)
    film.press("#begin", 1.5)
    film.solve()
    film.say("The expert reads the screen, in any of fourteen languages", 2.5)

    film.say("What agents get: pixels, text, numbered boxes", 1)
    film.press("#see", 0)
    browser.until("document.getElementById('set-of-mark').naturalWidth")
    film.hold(3)
    film.press("#see", 0.3)

    film.say("Keep it: links, films, programs, demonstrations to train on", 2.5)
    film.point(*browser.box("#record")(0.5, 0.5))
    film.hold(1)

    film.say("Free play: any configuration, at once", 1)
    film.press("#freely", 1)
    film.press("#tab-configuration", 0.8)
    film.choose("[name=device]", "Pixel 4", 1.5)
    film.choose("[name=locale]", "fr-CA", 1.5)
    film.press("[name=dark_theme]", 2)
    film.choose("[name=wallpaper]", "11_pyramid", 2)

    film.say("Fold the panels, and the phone is the page", 0.8)
    for panel in ("#task-fold", "#side-fold", "#time-fold"):
        film.press(panel, 0.7)
    film.hold(1)

    film.say("? lists all keys and gestures", 0.5)
    film.press("#help", 2.5)
    browser.key("Escape", 27)
    film.settle()
    film.say("pip install -e '.[play]' && bmoca play", 4)


def read(picture: bytes) -> Any:
    """The pixels of a PNG."""
    return cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)


def save(shots: list[tuple[bytes, float]], path: Path) -> None:
    """Write a film that every browser plays, and its first picture beside it."""
    with av.open(str(path), "w", options={"movflags": "faststart"}) as file:
        stream = file.add_stream(
            "libx264", rate=20, options={"crf": "30", "preset": "veryslow", "tune": "stillimage"}
        )
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
        time = 0.0
        # Shown once more at the end: a film ends when its last picture begins.
        for picture, seconds in (*shots, (shots[-1][0], 0)):
            frame = av.VideoFrame.from_ndarray(read(picture), "bgr24")
            frame.pts, frame.time_base = round(time * 1000), Fraction(1, 1000)
            file.mux(stream.encode(frame))
            time += seconds
        file.mux(stream.encode(None))
    cv2.imwrite(str(path.with_suffix(".webp")), read(shots[0][0]), [cv2.IMWRITE_WEBP_QUALITY, 80])


def main() -> None:
    """Make the film."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=FILM, help="the film's file (default: docs/images/page.mp4)"
    )
    given = parser.parse_args()
    session = Session()
    with tempfile.TemporaryDirectory() as profile, serving(server.Server(lambda: session)) as address:
        browser = Browser(Path(profile))
        film = Shooting(browser)
        try:
            tour(film, session, address)
            complaints = browser.complaints
        finally:
            browser.close()
    save(film.shots, given.out)
    print(
        f"{given.out}: {film.seconds:.0f} s, {len(film.shots)} pictures, {given.out.stat().st_size / 1e6:.2f} MB"
    )
    print(*complaints, sep="\n", end="")


if __name__ == "__main__":
    main()
