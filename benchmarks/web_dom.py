"""Compare what MiniWoB++'s `core.getDOMInfo` lists here and in Chromium: ``python -m benchmarks.web_dom --seeds 3``.

Both open each page that the package `miniwob` has an environment for, start an episode with a seed, and list the
page's elements. Two lists are equal if they have the same elements in the same order: tag, text, value, id, class and
number. Of equal lists the boxes and colours are compared too. Chromium lays text out in this machine's fonts and the
phone in Roboto, so lines may break at other words.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import browser
from bmoca_gym import tasks
from bmoca_gym.handset.apps.miniwob import desk
from bmoca_gym.handset.apps.miniwob.pages import Wheel

_BEGIN = 'Math.seedrandom({seed}); core.setDataMode("train"); core.startEpisodeReal(); clearTimeout(core.EP_TIMER);'
_TOLD = "JSON.stringify([core.getUtterance(), core.getDOMInfo()])"
#: Seconds for pictures to load, in Chromium and on the page's clock.
_LOADS = 0.3


def listed(element: dict[str, Any], depth: int = 0) -> Iterator[tuple[Any, ...]]:
    """Yield what identifies an element and everything in it: depth, tag, text, value, id, class and number."""
    classes = element.get("classes")
    yield (
        depth, element["tag"], element.get("text"), element.get("value"), element.get("id"),
        "SVG" if isinstance(classes, dict) else classes, element["ref"],
    )  # fmt: skip
    for child in element["children"]:
        yield from listed(child, depth + 1)


def flat(element: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an element and all in it."""
    yield element
    for child in element["children"]:
        yield from flat(child)


def ours(name: str, seed: int) -> tuple[Any, Any]:
    """Return the instruction and the elements of a page on the phone."""
    page = desk.started(desk.opened(name, int(time.time() * 1000)), seed, "train", timer=False)
    page, elements = desk.seen(page.advance(_LOADS * 1000))
    return page.read("core.getUtterance()"), elements


def theirs(program: browser.Browser, name: str, seed: int) -> tuple[Any, Any]:
    """Return the instruction and the elements of a page in Chromium."""
    root = Wheel().root
    program.open((Path(root) / "miniwob" / f"{name}.html").as_uri(), 500, 320)
    program.run(_BEGIN.format(seed=seed))
    time.sleep(_LOADS)
    told, elements = json.loads(program.run(_TOLD))
    return told, elements


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web_dom", description="List elements beside Chromium."
    )
    parser.add_argument("--seeds", type=int, default=1, help="number of seeds, from 1 on (default: 1)")
    parser.add_argument("--pages", default="", help="names of pages, separated by commas (default: all)")
    arguments = parser.parse_args(given)
    if browser.PROGRAM is None:
        print("Chromium is not installed")
        return 1
    suite = tasks.suite("miniwob_plus")
    names = arguments.pages.split(",") if arguments.pages else [task.id.replace("_", "-") for task in suite]
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        program = browser.Browser(Path(profile))
        for name in names:
            for seed in range(1, arguments.seeds + 1):
                told, wanted = theirs(program, name, seed)
                here, elements = ours(name, seed)
                equal = [*listed(wanted)] == [*listed(elements)]
                found.update({"pages": 1, "instructions": here == told, "element lists": equal})
                if here != told or not equal:
                    pair = next(
                        (
                            pair
                            for pair in zip(listed(wanted), listed(elements), strict=False)
                            if pair[0] != pair[1]
                        ),
                        "",
                    )
                    print(name, seed, pair, flush=True)
                    continue
                for one, other in zip(flat(wanted), flat(elements), strict=True):
                    off = max(abs(one[side] - other[side]) for side in ("left", "top", "width", "height"))
                    found.update({"elements": 1, "boxes within 2 px": off <= 2})
                    found["colours"] += all(one.get(key) == other.get(key) for key in ("bgColor", "fgColor"))
        program.close()
    print(dict(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
