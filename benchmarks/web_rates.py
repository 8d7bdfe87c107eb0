"""The speed of a page on the phone and in Chromium: ``python -m benchmarks.web_rates [--rounds N]``.

Both play MiniWoB++'s ``click-test-2`` in turns, by random taps on the page's 160 x 160 CSS px below the instruction.
A step is a tap and what is seen after it: text (on the phone the list of elements; in Chromium the document's HTML),
or pixels (on the phone 128 x 256; in Chromium a PNG of the page). A rate counts the resets between episodes; on the
phone an episode also ends after 30 steps. Then come the starts of 200 episodes: their mean, and the longest. Chromium
is a process of its own, not held to one core, and is driven over its DevTools protocol; without it, the phone is
measured alone. When both play, times are wall-clock times. Before that the phone plays alone, measured in processor
time, which depends less on what else is running.

First come 100 live pages in this process, at the start of an episode: those that began alike, and so share what they
have loaded, and those of 100 seeds, each of which loads. Memory is that of this process and of the images of loaded
pages, without what this machine's libraries map; times are those of the processor.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import mean, median

import gymnasium as gym

from benchmarks import browser
from benchmarks.timing import Case
from benchmarks.web_steps import BEGIN, wheel
from bmoca_gym.devices.device import Device
from bmoca_gym.handset.value import clear_caches
from bmoca_gym.handset.web import page as pages
from bmoca_gym.handset.web.files import Files, Folder
from bmoca_gym.handset.web.page import CONTEXTS, Page, Start

PAGE = "miniwob/click-test-2.html"
#: The size of the page in CSS px, and how high its instruction is.
WIDTH, HEIGHT, TOP = 160, 210, 50
#: Episodes whose starts are timed, and pages that are held at once.
STARTS, PAGES = 200, 100
#: Steps of an episode at most.
STEPS = 30


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
    env.reset(seed=len(observation))  # instances of its own: a start that is known takes less time
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


def starts_ms(case: Case) -> tuple[float, float]:
    """Return the mean and the longest time of an episode's start in ms."""
    times = []
    for _ in range(STARTS):
        began = time.perf_counter()
        case.reset()
        times.append((time.perf_counter() - began) * 1000)
    return mean(times), max(times)


def alone(case: Case) -> str:
    """Play 200 episodes of the phone by processor time. Returns a line about their steps and their starts."""
    starts, steps, spent = [], 0, 0.0
    for _ in range(STARTS):
        began = time.process_time()
        case.reset()
        starts.append((time.process_time() - began) * 1000)
        began = time.process_time()
        for _ in range(STEPS):
            steps += 1
            if case.step():
                break
        spent += time.process_time() - began
    rate = steps / (spent + sum(starts) / 1000)
    return (
        f"{rate:,.0f} steps/s with resets, {steps / spent:,.0f} without; "
        f"{mean(starts):.2f} ms a start on average, {median(starts):.2f} in the middle, {max(starts):.2f} at most"
    )


def taken_bytes() -> int:
    """Return the memory of this process and of its images of loaded pages. Linux only."""
    told = re.search(r"^Anonymous:\s+(\d+)", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)
    images = {}
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the folder's own one is closed by now
            if "memfd:heap" in os.readlink(f"/proc/self/fd/{name}"):
                images[name] = 512 * os.stat(f"/proc/self/fd/{name}").st_blocks
    return (1024 * int(told[1]) if told else 0) + sum(images.values())


def held(alike: bool) -> str:
    """Start episodes on 100 pages and keep all live. Returns a line about their memory and their starts."""
    files = wheel()
    clear_caches()
    if alike:
        begin(files, 0, alike)
    gc.collect()
    before, times = taken_bytes(), []
    kept = []
    for seed in range(1, PAGES + 1):
        began = time.process_time()
        kept.append(begin(files, seed, alike))
        times.append((time.process_time() - began) * 1000)
    gc.collect()
    size = (taken_bytes() - before) / 1e6 / len(kept)
    return f"{size:.2f} MB a page, {mean(times):.1f} ms a start on average, {max(times):.1f} at most"


def begin(files: Files, seed: int, alike: bool) -> Page:
    """Return a page at the start of an episode, laid out. ``alike``: whether all load with one seed."""
    page = Page(Start(files, PAGE, seed=1 if alike else seed)).run(BEGIN.format(seed=seed))
    _ = page.geometry
    return page


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_rates", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="turns of each case (default: 5)")
    parser.add_argument("--seconds", type=float, default=2, help="of each turn (default: 2)")
    arguments = parser.parse_args(given)
    pages.CONTEXTS = PAGES
    print(f"{PAGES} live pages that began alike: {held(alike=True)}")
    print(f"{PAGES} live pages of {PAGES} seeds: {held(alike=False)}")
    clear_caches()
    pages.CONTEXTS = CONTEXTS
    with ExitStack() as opened:
        cases = {f"phone, {what}": opened.enter_context(phone(what)) for what in ("text", "pixels")}
        if browser.PROGRAM is None:
            print("Chromium is not installed: the phone is measured alone")
        else:
            cases |= {
                f"Chromium, {what}": opened.enter_context(chromium(pixels=what == "pixels"))
                for what in ("text", "pixels")
            }
        for name in list(cases)[:2]:
            print(f"{name}, by processor time: {alone(cases[name])}")
        for case in cases.values():
            rate(case, arguments.seconds)
        turns = [[rate(case, arguments.seconds) for case in cases.values()] for _ in range(arguments.rounds)]
        for name, case, rates in zip(cases, cases.values(), zip(*turns, strict=True), strict=True):
            average, longest = starts_ms(case)
            print(
                f"{name}: {median(rates):,.0f} steps/s, {average:.2f} ms a start on average, {longest:.2f} at most"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
