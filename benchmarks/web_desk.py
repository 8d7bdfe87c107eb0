"""Contact sheets of pages as a desktop browser shows them, ours next to Chromium's.

    python -m benchmarks.web_desk FOLDER [PAGE ...]         # needs Chromium

For each page of the suite ``miniwob_plus`` (or those named), at the start of an episode with the seed 1: 160 x 210 px
of it at one px per CSS px, ours on the left, Chromium's on the right, and the share of pixels within 32 levels.
Chromium has the phone's fonts. Twelve pages are one picture, ``sheet_00.png`` and so on, twice as large.
"""

from __future__ import annotations

import argparse
import base64
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks import browser, web_dom
from benchmarks.web_looks import drawn
from benchmarks.web_record import phone_fonts
from bmoca_gym import tasks
from bmoca_gym.handset.apps.miniwob import desk
from bmoca_gym.handset.apps.miniwob.pages import Wheel

Picture = NDArray[np.uint8]

#: What is shown of a page, in CSS px, and the window that it is laid out in.
_WIDTH, _HEIGHT = 160, 210
_WINDOW = 500, 320
#: How much larger a page is drawn before it is made small, as a screenshot is on the phone.
_LARGE = 5
_CLOCK = 1_697_384_040_000
#: Seconds that Chromium gets to draw, and ms for the page here.
_WAIT = 0.3
#: Levels that a pixel may differ by. Chromium's glyphs are hinted at this size and ours are not.
_LEVELS = 32
_COLUMNS, _ROWS = 4, 3


def ours(name: str) -> Picture:
    """Return a page as the suite's screenshot shows it: uint8[210, 160, 3], RGB."""
    page = desk.started(desk.opened(name, _CLOCK), 1, "train", timer=False).advance(_WAIT * 1000)
    large = drawn(page, _LARGE * _WIDTH, _LARGE * _HEIGHT, float(_LARGE)).astype(float)
    small: Picture = large.reshape(_HEIGHT, _LARGE, _WIDTH, _LARGE, 3).mean((1, 3)).astype(np.uint8)
    return small


def theirs(names: Sequence[str]) -> Iterator[Picture]:
    """Yield pages as a headless Chromium shows them."""
    root = Path(Wheel().root) / "miniwob"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["FONTCONFIG_FILE"] = str(phone_fonts(Path(folder)))
        program = browser.Browser(Path(folder) / "profile")
        try:
            for name in names:
                program.open((root / f"{name}.html").as_uri(), *_WINDOW)
                program.run(web_dom._BEGIN.format(seed=1))
                time.sleep(_WAIT)
                clip = {"x": 0, "y": 0, "width": _WIDTH, "height": _HEIGHT, "scale": 1}
                told = program.ask("Page.captureScreenshot", format="png", clip=clip)
                png = np.frombuffer(base64.b64decode(told["data"]), np.uint8)
                shot = cv2.imdecode(png, cv2.IMREAD_COLOR)
                assert shot is not None
                yield cv2.cvtColor(shot, cv2.COLOR_BGR2RGB).astype(np.uint8)
        finally:
            program.close()


def tile(name: str, one: Picture, other: Picture) -> Picture:
    """Return two pictures of a page beside each other, below its name."""
    both = cv2.resize(np.hstack([one, other]), None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    bar = np.full((22, both.shape[1], 3), 255, np.uint8)
    cv2.putText(bar, name, (4, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (200, 0, 0), 1)
    return np.pad(np.vstack([bar, both]), ((0, 6), (0, 6), (0, 0)), constant_values=128).astype(np.uint8)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_desk", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to put the pictures")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="names of pages (default: all of the suite)")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    names = given.pages or [one.id.replace("_", "-") for one in tasks.suite("miniwob_plus")]
    tiles: list[Picture] = []
    shares = []
    for name, other in zip(names, theirs(names), strict=True):
        one = ours(name)
        share = float((np.abs(one.astype(int) - other.astype(int)).max(2) <= _LEVELS).mean())
        shares.append(share)
        print(f"{name}: {share:.1%}", flush=True)
        tiles.append(tile(name, one, other))
    print(f"{len(names)} pages: {np.mean(shares):.1%} of the pixels within {_LEVELS} levels")
    size = _COLUMNS * _ROWS
    for number in range(0, len(tiles), size):
        some = tiles[number : number + size]
        some += [np.full_like(tiles[0], 128)] * (-len(some) % _COLUMNS)
        rows = [np.hstack(some[at : at + _COLUMNS]) for at in range(0, len(some), _COLUMNS)]
        picture = cv2.cvtColor(np.vstack(rows), cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(given.folder / f"sheet_{number // size:02d}.png"), picture)


if __name__ == "__main__":
    main()
