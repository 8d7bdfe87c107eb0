"""A page on the phone beside the same page in Chromium: ``python -m benchmarks.web_rates [--rounds N]``.

Both play MiniWoB++'s ``click-test-2`` in turns, by random taps on the page's 160 x 160 CSS px below the instruction.
A step is a tap and what is seen after it: text (on the phone the list of elements; in Chromium the document's HTML),
or pixels (on the phone 128 x 256; in Chromium a PNG of the page). A rate counts the resets between episodes; on the
phone an episode also ends after 30 steps. Then come the start of an episode, and the memory of 100 pages in this
process. Only the last `CONTEXTS` of those are live; the others are values that would be played again. Chromium is a
process of its own, not held to one core, and is driven over its DevTools protocol; without it, the phone is measured
alone. Of the phone and Chromium, times are those of the clock.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import gymnasium as gym

from benchmarks import browser
from benchmarks.memory import resident_bytes
from benchmarks.timing import Case
from benchmarks.web_steps import BEGIN, wheel
from bmoca_gym.devices.device import Device
from bmoca_gym.handset.web.files import Files, Folder
from bmoca_gym.handset.web.page import CONTEXTS, Page, Start

PAGE = "miniwob/click-test-2.html"
#: The size of the page in CSS px, and how high its instruction is.
WIDTH, HEIGHT, TOP = 160, 210, 50
#: Episodes whose starts are timed, and pages that are held at once.
STARTS, PAGES = 50, 100


@contextmanager
def chromium(pixels: bool) -> Iterator[Case]:
    """Open the page in a headless Chromium."""
    files, chance = wheel(), random.Random(0)
    assert isinstance(files, Folder)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        program = browser.Browser(Path(profile))
        program.open((Path(files.root) / PAGE).as_uri(), WIDTH, HEIGHT)

        def step() -> bool:
            program.click(chance.uniform(0, WIDTH), chance.uniform(TOP, HEIGHT))
            _ = program.picture() if pixels else program.run("document.documentElement.outerHTML")
            return bool(program.run("WOB_DONE_GLOBAL"))

        try:
            yield Case(step, lambda: program.run(BEGIN.format(seed=chance.randrange(1, 1 << 31))))
        finally:
            program.close()


@contextmanager
def phone(observation: str) -> Iterator[Case]:
    """Open the page on the phone. Each episode has a new seed, and so a page of its own."""
    env = gym.make("MobileMiniWoB-ClickTest2-v0", observation=observation, action="text")
    chance = random.Random(0)
    env.reset(seed=0)
    device: Device = env.get_wrapper_attr("device")
    left, top, right, bottom = next(node.bounds for node in device.ui_tree() if node.resource_id == "wrap")
    top += (bottom - top) * TOP // HEIGHT
    width, height = device.info.width, device.info.height

    def step() -> bool:
        x, y = chance.uniform(left, right) / width, chance.uniform(top, bottom) / height
        _, _, terminated, truncated, _ = env.step(f"dual-gesture({y:.4f}, {x:.4f}, {y:.4f}, {x:.4f})")
        return terminated or truncated

    try:
        yield Case(step, env.reset)
    finally:
        env.close()


def rate(case: Case, seconds: float) -> float:
    """Return steps a second, resets included."""
    took = case.run(seconds)
    return len(took.step_seconds) / took.seconds


def start_ms(case: Case) -> float:
    """Return the median time of an episode's start in ms."""
    times = []
    for _ in range(STARTS):
        began = time.perf_counter()
        case.reset()
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def held() -> tuple[float, float]:
    """Start episodes on 100 pages and keep them. Returns MB a page, and ms of processor time a start."""
    files = wheel()
    begin(files, 0)
    before, began = resident_bytes(), time.process_time()
    kept = [begin(files, seed) for seed in range(1, PAGES + 1)]
    took = time.process_time() - began
    return (resident_bytes() - before) / 1e6 / len(kept), took * 1000 / len(kept)


def begin(files: Files, seed: int) -> Page:
    """Return a page at the start of an episode, laid out."""
    page = Page(Start(files, PAGE, seed=seed)).run(BEGIN.format(seed=seed))
    _ = page.geometry
    return page


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_rates", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="turns of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=2, help="of each turn (default: 2)")
    arguments = parser.parse_args(given)
    megabytes, milliseconds = held()
    print(
        f"{PAGES} pages, {CONTEXTS} live: {megabytes:.2f} MB a page, {milliseconds:.1f} ms of processor time a start"
    )
    with ExitStack() as opened:
        cases = {f"phone, {what}": opened.enter_context(phone(what)) for what in ("text", "pixels")}
        if browser.PROGRAM is None:
            print("Chromium is not installed: the phone is measured alone")
        else:
            cases |= {
                f"Chromium, {what}": opened.enter_context(chromium(pixels=what == "pixels"))
                for what in ("text", "pixels")
            }
        for case in cases.values():
            rate(case, arguments.seconds)
        turns = [[rate(case, arguments.seconds) for case in cases.values()] for _ in range(arguments.rounds)]
        for name, case, rates in zip(cases, cases.values(), zip(*turns, strict=True), strict=True):
            print(f"{name}: {median(rates):,.0f} steps/s, {start_ms(case):.2f} ms a start")
    return 0


if __name__ == "__main__":
    sys.exit(main())
