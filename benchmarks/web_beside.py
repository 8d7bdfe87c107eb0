"""Show HTML files in Chromium and here, and compare their boxes and pixels.

``python -m benchmarks.web_beside [--sheets FOLDER] [--record FILE] [--dark] [--density 2.625] FILE …``

Chromium has the window, fonts and clock of `benchmarks.web_record`. ``--sheets``: where to put ours, Chromium's and
their difference side by side. ``--record``: write Chromium's boxes as JSON, which the tests read.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.web_looks import drawn
from benchmarks.web_pages import compare, visible
from benchmarks.web_record import CLOCK, ELEMENTS, Recorder
from bmoca_gym.handset.web.files import Folder
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page, Start

#: ms that a page has to load.
_LOAD = 2000


def window(density: float, dark: bool) -> Viewport:
    """Return the window of a phone of 1080 x 2184 px."""
    return Viewport(float(int(1080 / density)), float(int(2184 / density)), density, dark)


def opened(path: Path, viewport: Viewport) -> Page:
    """Return the page of a file after two seconds."""
    return Page(Start(Folder(path.parent), path.name, clock=CLOCK * 1000, viewport=viewport)).advance(_LOAD)


def in_chromium(recorder: Recorder, path: Path, viewport: Viewport) -> tuple[list[dict[str, Any]], bytes]:
    """Return the visible elements of a page in Chromium, and a screenshot of all of it."""
    browser = recorder.browser
    page = browser.new_page()
    first = browser.look_at(page)
    try:
        browser.ask(
            "Emulation.setDeviceMetricsOverride", width=int(viewport.width), height=int(viewport.height),
            deviceScaleFactor=viewport.density, mobile=True,
        )  # fmt: skip
        browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if viewport.dark else "light"}
        browser.ask("Emulation.setEmulatedMedia", features=[scheme])
        browser.ask("Emulation.setVirtualTimePolicy", policy="pause", initialVirtualTime=CLOCK)
        browser.ask("Page.navigate", url=path.resolve().as_uri())
        recorder.pass_time(_LOAD)
        browser.ask("Emulation.setVirtualTimePolicy", policy="pause")
        elements = browser.run(ELEMENTS)
        high = min(4000, int(browser.run("document.documentElement.scrollHeight")))
        picture = browser.ask(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": int(viewport.width), "height": high, "scale": 1},
        )  # fmt: skip
        return elements, base64.b64decode(picture["data"])
    finally:
        browser.look_at(first)
        browser.close_page(page)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_beside", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="HTML files")
    parser.add_argument("--sheets", type=Path, help="folder for pictures side by side")
    parser.add_argument("--record", type=Path, help="where to write Chromium's boxes")
    parser.add_argument("--dark", action="store_true", help="on a phone with a dark theme")
    parser.add_argument("--density", type=float, default=2.625, help="px a CSS px (default: 2.625)")
    given = parser.parse_args(arguments)
    viewport = window(given.density, given.dark)
    pages: dict[str, Any] = {}
    total = [0, 0]
    print("| page | boxes | within 2 px | pixels within 16 levels |\n| --- | ---: | ---: | ---: |")
    told: list[str] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        recorder = Recorder(Path(folder), viewport.density)
        for path in given.files:
            elements, png = in_chromium(recorder, path, viewport)
            pages[path.name] = [
                {key: each[key] for key in ("tag", "id", "box") if key in each} for each in elements
            ]
            page = opened(path, viewport)
            near, _, differences = compare(elements, [] if page.failure else visible(page))
            shot = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
            assert shot is not None
            theirs = cv2.cvtColor(shot, cv2.COLOR_BGR2RGB)
            ours = drawn(page, theirs.shape[1], theirs.shape[0])
            apart = np.abs(ours.astype(int) - theirs.astype(int)).max(2)
            if given.sheets is not None:
                given.sheets.mkdir(parents=True, exist_ok=True)
                far = np.repeat(np.minimum(255, apart * 3)[..., None], 3, 2).astype(np.uint8)
                sheet = cv2.cvtColor(np.hstack([ours, theirs, far]), cv2.COLOR_RGB2BGR)
                cv2.imwrite(str(given.sheets / f"{path.stem}.png"), sheet)
            total = [total[0] + len(elements), total[1] + near]
            share = f"{near} ({100 * near / max(1, len(elements)):.1f} %)"
            print(f"| {path.name} | {len(elements)} | {share} | {(apart <= 16).mean():.1%} |", flush=True)
            if page.failure:
                told.append(f"{path.name}: {page.failure}")
            told += [f"{path.name} {one}" for one in differences]
            told += [f"{path.name} {line.text}" for line in page.lines if line.level == "error"]
        recorder.browser.close()
    print(f"| all | {total[0]} | {total[1]} ({100 * total[1] / max(1, total[0]):.1f} %) | |")
    print(*told, sep="\n")
    if given.record is not None:
        given.record.write_text(
            json.dumps(pages, separators=(",", ":"), ensure_ascii=False), encoding="utf-8"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
