"""Find out for which seeds taps solve pages that need an exact point or a mouse: the proof of ``touch.yaml``.

    python -m benchmarks.web_points [--seeds 20] [--phone miniwob/pixel_6] [page …]

Four pages give a reward of up to 1 that depends on the distance from a point, and clicks are at whole CSS px. For each
seed, the page's own code judges every whole px of its drawing. Prints the seeds for which some px is worth 1, and the
best reward for every other seed, for `miniwob` (whose seeds are texts) and `miniwob_plus` (whose seeds are numbers).
What is found is then clicked in a fresh page, which must give the same reward.

On three other pages only a mouse can drag (`benchmarks.web_touch`). For those it prints the seeds for which pressing
the page's button at once is worth 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import NamedTuple

from bmoca_gym import randomization, tasks
from bmoca_gym.handset.apps.miniwob import desk, running
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page

PAGES = ("bisect-angle", "circle-center", "find-midpoint", "right-angle")
#: Pages on which one finger moves nothing, and their buttons.
STILL = {"drag-box": "subbtn", "drag-sort-numbers": "subbtn", "resize-textarea": "submit"}
SUITES = ("miniwob", "miniwob_plus")
#: Rows of px that are judged at once: a page's scripts may only go so far.
_ROWS = 4
_CLOCK = 1_697_384_040_000

#: Readies a page: what it draws for a click is one circle that moves, as large as the one that the page's own handler
#: draws. What its judge draws is left out, and what it looks for is found once. `judged` returns the reward for a click
#: at a point.
_READY = """
var drawing = document.querySelector('svg').getBoundingClientRect(), paid = null;
var from = drawing.top + drawing.height / 2;
graphClicked({pageX: 60, pageY: from});
var mark = document.getElementById('blue-circle');
[...document.querySelectorAll('.blue')].forEach(one => one === mark || one.remove());
[...document.querySelectorAll('svg circle')].forEach(one => {
  const [box, place] = [one.getBBox(), name => +one.getAttribute(name)];
  const [x, y, width, height] = [place('cx') - box.x, place('cy') - box.y, box.width, box.height];
  one.getBBox = () => ({x: place('cx') - x, y: place('cy') - y, width, height});
});
shapes.drawCircles = shapes.drawLines = () => {};
var judge = d3.select('#subbtn').on('click');
const kept = real => {
  const known = {};
  return what => known[what] ||= real(what === '#green-circle' ? '#blue-circle' : what);
};
[d3.select, d3.selectAll] = [kept(d3.select), kept(d3.selectAll)];
core.endEpisode = reward => { paid = reward; };
var judged = (x, y) => {
  mark.setAttribute('cx', x);
  mark.setAttribute('cy', y - QUERY_PADDING);
  judge();
  return paid;
};
0
"""
#: The best reward of some rows, and the points that have it.
_SEARCH = """(() => {
  let best = -Infinity, points = [];
  for (let y = %d; y < %d; y++) {
    for (let x = Math.ceil(drawing.left); x < drawing.right; x++) {
      const reward = judged(x, y);
      if (reward > best) [best, points] = [reward, []];
      if (reward === best) points.push([x, y]);
    }
  }
  return {best, points};
})()"""


class Found(NamedTuple):
    """The best reward of any whole px, and the points that earn it, in CSS px of the page."""

    best: float
    points: tuple[tuple[int, int], ...]


def start(suite: str, name: str, seed: int, window: Viewport) -> Page:
    """Start an episode of a page as a suite starts it. ``window``: that of the phone; `miniwob_plus` has its own."""
    if suite == "miniwob":
        return running.started(running.opened(name, window), str(seed))
    return desk.started(desk.opened(name, _CLOCK), seed, "train", timer=False)


def search(page: Page) -> Found:
    """Let a page's own code judge all whole px of its drawing."""
    page = page.run(_READY)
    top, bottom = page.read("[Math.ceil(drawing.top), Math.floor(drawing.bottom)]")
    best: float = -1
    points: list[tuple[int, int]] = []
    for first in range(top, bottom + 1, _ROWS):
        page = page.run(f"var rows = {_SEARCH % (first, min(first + _ROWS, bottom + 1))}; 0")
        if page.failure:
            raise RuntimeError(page.failure)
        found = page.read("rows")
        if found["best"] > best:
            best, points = found["best"], []
        if found["best"] == best:
            points += [(x, y) for x, y in found["points"]]
    return Found(best, tuple(points))


def paid(page: Page, point: tuple[int, int]) -> float:
    """Click a point of the drawing, then the button. Returns the raw reward of the page."""
    x, y = point
    click = f"new MouseEvent('click', {{bubbles: true, clientX: {x}, clientY: {y}}})"
    page = page.run(f"window.event = undefined; document.querySelector('svg').dispatchEvent({click}); 0")
    page = page.run("document.getElementById('subbtn').click(); 0")
    return float(page.read("WOB_RAW_REWARD_GLOBAL"))


def pressed(page: Page, button: str) -> float:
    """Press the button of a page that has just begun. Returns the raw reward."""
    page = page.run(f"document.getElementById({json.dumps(button)}).click(); 0")
    if page.failure:
        raise RuntimeError(page.failure)
    return float(page.read("WOB_RAW_REWARD_GLOBAL"))


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if a page's events and its judge give different rewards."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web_points", description="Search what taps are paid 1."
    )
    parser.add_argument("--seeds", type=int, default=20, help="number of seeds, from 1 on (default: 20)")
    parser.add_argument("--suites", default=",".join(SUITES), help="suites, separated by commas")
    parser.add_argument("--phone", default="miniwob/pixel_6", help="configuration (default: miniwob/pixel_6)")
    parser.add_argument("pages", nargs="*", help="pages (default: all seven)")
    arguments = parser.parse_args(given)
    (phone,) = randomization.select([arguments.phone])
    window = running.viewport_of(Configuration(**phone.screen_configuration()))
    wrong = 0
    for suite in arguments.suites.split(","):
        known = {task.id.replace("_", "-") for task in tasks.suite(suite)}
        for name in arguments.pages or [one for one in (*PAGES, *STILL) if one in known]:
            solved, best = [], {}
            for seed in range(1, arguments.seeds + 1):
                page = start(suite, name, seed, window)
                if name in STILL:
                    reward = pressed(page, STILL[name])
                else:
                    found = search(page)
                    wrong += paid(page, found.points[0]) != found.best
                    reward = best[seed] = round(found.best, 9)
                if reward == 1:
                    solved.append(seed)
                    best.pop(seed, None)
            rest = f"; the best of others {json.dumps(best)}" if best else ""
            print(f"{suite} {name}: 1 for the seeds {solved}{rest}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
