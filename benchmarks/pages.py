"""Checks the site and the page of `bmoca play` in a browser: lengths, sizes, accessibility.

``python -m benchmarks.pages build/docs`` lists the site's pages that are longer than 10,000 px in a window of 1280
px, and what the front page weighs before anybody scrolls. ``--axe axe.min.js`` (``npm install axe-core``) also has
axe look at every ``--every``-th page and, light and dark, in three sizes, at the page of `bmoca play`. ``--pictures
FOLDER`` keeps screenshots of that. The exit status is 1 if something is too long or too heavy, or if axe finds a
fault.
"""

from __future__ import annotations

import argparse
import functools
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.browser import Browser
from benchmarks.page import serving
from bmoca_gym.play import server
from bmoca_gym.play.session import Session

WIDTH, HEIGHT = 1280, 800
#: A page of the site is at most so many px long, and the front page so many bytes.
LONGEST, HEAVIEST = 10_000, 2_000_000
#: Windows in which the page of `bmoca play` is looked at.
WINDOWS = ((400, 850), (1280, 800), (1920, 1080))

#: Asks axe for the rules that are broken, each with the elements that break it.
_AXE = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
  violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`))"""
#: What was loaded, in bytes as they come from the server.
_WEIGHT = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: Any) -> None:
        """Log nothing."""


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Serve a folder, and return its address."""
    web = ThreadingHTTPServer((server.LOOPBACK, 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    try:
        yield f"http://{server.LOOPBACK}:{web.server_port}/"
    finally:
        web.shutdown()
        web.server_close()


def faults(browser: Browser, axe: str) -> list[str]:
    """Return what axe finds on the open page; nothing without axe."""
    if not axe:
        return []
    browser.run(axe + "\n;0")
    found: list[str] = browser.run(_AXE)
    return found


def look_at_site(browser: Browser, folder: Path, axe: str, every: int) -> list[str]:
    """Open the pages of a site, and return what is wrong."""
    said = []
    pages = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if "_static" not in path.parts
    )
    with site(folder) as address:
        heights = {}
        for number, page in enumerate(pages):
            browser.open(address + page, WIDTH, HEIGHT)
            heights[page] = int(browser.run("document.documentElement.scrollHeight"))
            if page == "index.html":
                weight = browser.run(_WEIGHT)
                print(f"index.html: {weight / 1e6:.2f} MB")
                said += [f"index.html: {weight:,} bytes"] * (weight > HEAVIEST)
            if number % every == 0:
                said += [f"{page}: {fault}" for fault in faults(browser, axe)]
    longest = max(heights, key=heights.__getitem__)
    print(f"{len(pages)} pages; the longest: {longest}, {heights[longest]:,} px")
    return said + [f"{page}: {height:,} px" for page, height in heights.items() if height > LONGEST]


def look_at_play(browser: Browser, axe: str, pictures: Path | None) -> list[str]:
    """Open the page of `bmoca play` before, in and after a task, and its dialogs, and return what is wrong."""
    said = []
    session = Session()
    with serving(server.Server(lambda: session)) as address:
        for moment in ("free", "task", "done", "keys"):
            for dark in (False, True):
                for width, height in WINDOWS:
                    browser.size(width, height, dark)
                    if moment == "free" or width == WINDOWS[0][0]:
                        browser.open(address, width, height, dark)
                        browser.until("document.getElementById('screen').dataset.frames > 0")
                        browser.until("document.querySelectorAll('#tasks input').length > 100")
                        if moment == "keys":
                            browser.run("document.getElementById('help').click()")
                    if moment == "task" and browser.run("document.getElementById('playing').hidden"):
                        browser.run("document.getElementById('begin').click()")
                        browser.until("!document.getElementById('playing').hidden")
                    if moment == "done" and browser.run("document.getElementById('outcome').hidden"):
                        browser.run(
                            "document.getElementById('pace').value = '100'; document.getElementById('show').click()"
                        )
                        browser.until("!document.getElementById('outcome').hidden")
                    name = f"{moment}-{width}-{'dark' if dark else 'light'}"
                    said += [f"{name}: {fault}" for fault in faults(browser, axe)]
                    if pictures is not None:
                        pictures.mkdir(parents=True, exist_ok=True)
                        (pictures / f"{name}.png").write_bytes(browser.picture())
    return said + browser.complaints


def main() -> int:
    """Look at both, and print what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", help="the site's folder; without it, bmoca play alone")
    parser.add_argument("--axe", type=Path, metavar="FILE", help="axe.min.js of axe-core")
    parser.add_argument("--every", type=int, default=1, help="axe looks at every N-th page of the site")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="where screenshots of bmoca play go")
    given = parser.parse_args()
    axe = given.axe.read_text("utf-8") if given.axe else ""
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(Path(profile))
        try:
            said = look_at_play(browser, axe, given.pictures)
            if given.site:
                said += look_at_site(browser, given.site, axe, given.every)
        finally:
            browser.close()
    print(*said or ["Nothing is wrong."], sep="\n")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
