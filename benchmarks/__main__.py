"""The command ``python -m benchmarks``: measures everything, prints the tables, writes the figures as JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import budgets, layers, memory, others, page, phones, startup, timing
from benchmarks.processes import Absent, Worker, fork_from_one, fresh
from bmoca_gym import compiled
from bmoca_gym.handset import images

PACKAGES = ("gymnasium", "numpy", "skia-python", "opencv-python-headless", "uharfbuzz")

#: Sizes of a run: training configurations, resets, steps for the longest pause, phones, phones that fill the
#: caches before, processes started, steps after which the resident size is recorded, inputs of the page, and seconds
#: in which its frames are counted.
FULL = {
    "configurations": 35,
    "repeats": 1000,
    "steps": 20_000,
    "phones": 1000,
    "warm_up": 200,
    "processes": 5,
    "memory_steps": 200_000,
    "trips": 100,
    "page_seconds": 5,
}
QUICK = {
    "rounds": 1,
    "seconds": 0.1,
    "configurations": 1,
    "repeats": 20,
    "steps": 200,
    "phones": 5,
    "warm_up": 2,
    "processes": 1,
    "memory_steps": 200,
    "trips": 4,
    "page_seconds": 0.5,
}
#: Sizes that both kinds of quick run share.
SHARED = (
    "benchmarks.phones",
    "benchmarks.memory",
    "bmoca_gym.envs.environment",
    "bmoca_gym.handset.images.android10",
)

#: Cases that need a browser.
PAGE = "the page of bmoca play"

#: Width of the tables in columns; a narrower terminal wraps lines.
WIDTH = 120


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmarks. The exit status is 0 even if a budget is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a smoke test: very short rounds, figures mean little"
    )
    parser.add_argument(
        "--rounds", type=int, default=7, help="rounds of all cases in turn (default %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.5, help="seconds a case in each round (default %(default)s)"
    )
    parser.add_argument(
        "--cases",
        metavar="WORD,…",
        help="only the steps a second of the cases whose names have one of these words in them, such as pixels,ALE",
    )
    parser.add_argument(
        "--image",
        choices=sorted(set(images.names()) - {phones.OWN}),
        help="only a phone of that image, with those of the six tasks whose apps it has: its steps a second and ALE's, "
        "its resets and its longest pause",
    )
    parser.add_argument(
        "--layers", action="store_true", help="only where a step's time goes, by kind of step and by layer"
    )
    parser.add_argument(
        "--memory", action="store_true", help="only the resident size of a process, as it makes random steps"
    )
    parser.add_argument("--out", type=Path, default=Path("runs/benchmarks.json"), help="default %(default)s")
    given = parser.parse_args(arguments)
    settings = {"rounds": given.rounds, "seconds": given.seconds, **FULL}
    chosen = QUICK if given.quick else settings
    if given.quick:
        fork_from_one(*SHARED)
    console = Console()
    console.width = max(console.width, WIDTH)
    if given.layers:
        screens = 10 if given.quick else layers.SCREENS
        steps = min(chosen["steps"], 8000)
        results = {"machine": machine(), **fresh(layers.measure, steps, chosen["configurations"], screens)}
        layers.print_tables(results, console)
    elif given.memory:
        results = {"machine": machine(), "resident_mb": memory.resident(int(chosen["memory_steps"]))}
        console.print(budgets.listed(results["resident_mb"]) + " (MB)")
    elif given.image:
        results = measure_image(chosen, given.image, (given.cases or ",").split(","))
        budgets.print_steps(results, console)
        for name, figures in {**results["resets"], "longest pause": results["longest_pause"]}.items():
            console.print(f"{name}: {budgets.listed(figures)}")
    elif given.cases:
        results = steps_a_second(chosen, given.cases.split(","))
        budgets.print_steps(results, console)
    else:
        results = measure(chosen)
        budgets.print_tables(results, console)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(f"Written to {given.out}")


def measure(settings: dict[str, Any]) -> dict[str, Any]:
    """Return all figures as plain data. Cases take turns; those that need a quiet process run alone."""
    repeats, steps, configurations = settings["repeats"], settings["steps"], settings["configurations"]
    results: dict[str, Any] = {
        **steps_a_second(settings),
        "resets": fresh(phones.resets, repeats, configurations),
        "native_screenshot": fresh(phones.native_screenshot, max(10, repeats // 5)),
        "longest_pause": fresh(phones.longest_pause, steps, configurations),
        "longest_pause_frozen": fresh(phones.longest_pause, steps, configurations, True),
        "cyclic_garbage": fresh(phones.cyclic_garbage, min(steps, 3000), configurations),
        "memory": memory.measure(settings["phones"], settings["warm_up"]),
        "resident_mb": memory.resident(settings["memory_steps"]),
        "startup": startup.measure(settings["processes"]),
        "page": {},
        "page_frames": {},
    }
    try:
        results["page"] = fresh(page.round_trip, settings["trips"])
        results["page_frames"] = fresh(page.frames, settings["page_seconds"])
    except Absent as reason:
        results["absent"][PAGE] = str(reason)
    results["budgets"] = [budget.verdict(results) for budget in budgets.BUDGETS]
    return results


def measure_image(settings: dict[str, Any], image: str, words: Sequence[str]) -> dict[str, Any]:
    """Return the figures of a phone with an image other than B-MoCA's, beside ALE."""
    repeats, steps, configurations = settings["repeats"], settings["steps"], settings["configurations"]
    known = phones.of_image(configurations, image) | {others.ALE: others.OTHERS[others.ALE]}
    return {
        "image": image,
        **steps_a_second(settings, words, known),
        "resets": fresh(phones.resets, repeats, configurations, image),
        "longest_pause": fresh(phones.longest_pause, steps, configurations, False, image),
    }


def steps_a_second(
    settings: dict[str, Any], words: Sequence[str] = ("",), known: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return rates and ratios of the cases whose names contain one of the words. ``known``: all cases."""
    if known is None:
        known = {**phones.cases(settings["configurations"]), **others.OTHERS}
    chosen = {name: make for name, make in known.items() if any(word in name for word in words)}
    rates, absent = measure_rates(settings["rounds"], settings["seconds"], chosen)
    return {
        "machine": machine(),
        "settings": settings,
        "rates": {name: rate.as_json() for name, rate in rates.items()},
        "ratios": budgets.ratios(rates),
        "apps_beside_eight": rounded(timing.ratio(rates, phones.PIXELS, phones.EIGHT)),
        "many_beside_one": rounded(timing.ratio(rates, phones.MANY, phones.PIXELS)),
        "two_processes_beside_one": rounded(timing.ratio(rates, phones.TWO, phones.ONE)),
        "two_apart_beside_one": rounded(timing.ratio(rates, phones.APART, phones.ONE)),
        "two_programs_beside_one": rounded(timing.ratio(rates, phones.SEPARATE, phones.ONE)),
        "absent": absent,
    }


def rounded(ratio: float | None) -> float | None:
    """Format a ratio."""
    return None if ratio is None else round(ratio, 2)


def measure_rates(
    rounds: int, seconds: float, cases: dict[str, Any]
) -> tuple[dict[str, timing.Rates], dict[str, str]]:
    """Return the steps a second of every case, and why each of the others can't be run here."""
    workers: list[Worker] = []
    absent = {}
    try:
        for name, make in cases.items():
            try:
                workers.append(Worker(name, make))
            except Absent as reason:
                absent[name] = str(reason)
        return timing.measure(workers, rounds, seconds), absent
    finally:
        for worker in workers:
            worker.close()


def machine() -> dict[str, Any]:
    """Describe the machine as far as it affects the figures."""
    model = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "handset": "compiled" if compiled.MODE.compiled else "pure Python",
        "packages": {name: version(name) for name in PACKAGES},
    }


if __name__ == "__main__":
    main()
