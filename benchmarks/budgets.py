"""The design's budgets and the measured figures, in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import others, phones
from benchmarks.timing import Rates, ratio


@dataclass(frozen=True, slots=True)
class Budget:
    """The aim of one figure. ``measured`` finds it in the results, or None if it could not be measured here."""

    what: str
    limit: float
    unit: str
    measured: Callable[[dict[str, Any]], float | None]
    at_least: bool = False

    def verdict(self, results: dict[str, Any]) -> dict[str, Any]:
        """Return the figure, the limit, and whether it is met (None: not measured)."""
        figure = self.measured(results)
        met = None if figure is None else figure >= self.limit if self.at_least else figure <= self.limit
        return {
            "what": self.what,
            "budget": f"{'at least' if self.at_least else 'at most'} {self.limit:,g} {self.unit}".strip(),
            "measured": figure,
            "unit": self.unit,
            "met": met,
        }


def _times(name: str, other: str) -> Callable[[dict[str, Any]], float | None]:
    return lambda results: results["ratios"].get(name, {}).get(other)


BUDGETS = (
    Budget("pixels, beside ALE", 2, "× ALE", _times(phones.PIXELS, others.ALE), at_least=True),
    Budget("pixels, caches cleared, beside ALE", 0.5, "× ALE", _times(phones.CLEARED, others.ALE), at_least=True),
    Budget("text, beside ALE", 2, "× ALE", _times(phones.TEXT, others.ALE), at_least=True),
    Budget("UI tree only, beside ALE", 3, "× ALE", _times(phones.TREE, others.ALE), at_least=True),
    Budget("pixels of all apps, beside eight apps", 0.9, "×",
           lambda results: results["apps_beside_eight"], at_least=True),
    Budget("1,000 phones, beside one", 0.7, "×", lambda results: results["many_beside_one"], at_least=True),
    Budget("256 phones in two processes, beside one", 1.9, "×",
           lambda results: results["two_apart_beside_one"], at_least=True),
    Budget("pixels, beside MiniWoB++", 100, "× MiniWoB++", _times(phones.PIXELS, others.MINIWOB), at_least=True),
    Budget("UI tree only", 10_000, "steps/s",
           lambda results: results["rates"][phones.TREE]["steps_per_second"], at_least=True),
    Budget("reset, known configuration, median", 0.1, "ms",
           lambda results: results["resets"]["env.reset, known configuration"]["median_ms"]),
    Budget("reset, known configuration, p99", 1, "ms",
           lambda results: results["resets"]["env.reset, known configuration"]["p99_ms"]),
    Budget("one more phone", 10, "KB", lambda results: results["memory"]["tracemalloc_kb"]),
    Budget("a process after 200,000 random steps", 600, "MB", lambda results: results["resident_mb"]["peak"]),
    Budget("import of bmoca_gym", 1, "s", lambda results: results["startup"]["import_s"]),
    Budget("gym.make to first frame", 2, "s", lambda results: results["startup"]["make_to_first_frame_s"]),
    Budget("screenshot at 1080×2160, median", 10, "ms",
           lambda results: results["native_screenshot"]["drawn anew"]["median_ms"]),
    Budget("reset, configuration never seen, median", 5, "ms",
           lambda results: results["resets"]["env.reset, configuration never seen"]["median_ms"]),
    Budget("longest pause of a step (processor time)", 20, "ms",
           lambda results: results["longest_pause"]["processor_ms"]),
    Budget("page of bmoca play, input to frame, median", 50, "ms", lambda results: results["page"].get("median_ms")),
    Budget("page of bmoca play, frames a second in a drag", 30, "/s",
           lambda results: results["page_frames"].get("drag_fps"), at_least=True),
    Budget("page of bmoca play, frames a second of a stopwatch", 30, "/s",
           lambda results: results["page_frames"].get("stopwatch_fps"), at_least=True),
    Budget("objects left to the cyclic collector", 0, "", lambda results: results["cyclic_garbage"]),
)  # fmt: skip

#: Ratios of two cases of the phone, by the keys of the results.
PAIRS = {
    "all apps beside eight": "apps_beside_eight",
    "1,000 phones beside one": "many_beside_one",
    "two processes that step together beside one": "two_processes_beside_one",
    "two processes that do not wait for each other beside one": "two_apart_beside_one",
    "two programs that tell nobody beside one": "two_programs_beside_one",
}


def ratios(rates: dict[str, Rates]) -> dict[str, dict[str, float]]:
    """Return for each case of the phone its speed relative to each other environment (median of the rounds)."""
    table: dict[str, dict[str, float]] = {}
    for name in rates:
        if name in others.OTHERS:
            continue
        found = {other: ratio(rates, name, other) for other in others.OTHERS}
        table[name] = {other: round(times, 2) for other, times in found.items() if times is not None}
    return table


def listed(figures: dict[str, float]) -> str:
    """Join figures in one line."""
    return ", ".join(f"{key} {value:g}" for key, value in figures.items())


def print_steps(results: dict[str, Any], console: Console) -> None:
    """Print steps a second with ratios, and what could not be measured."""
    steps = Table(
        title=f"Steps a second: median of {results['settings']['rounds']} interleaved rounds, resets included; "
        f"the handset is {results['machine']['handset']}"
    )
    steps.add_column("what")
    for heading in (
        "steps/s",
        "step, µs: median",
        "p99",
        "longest",
        *(f"× {name}" for name in others.SHORT.values()),
    ):
        steps.add_column(heading, justify="right")
    for name, figures in results["rates"].items():
        times = results["ratios"].get(name, {})
        steps.add_row(
            name,
            f"{figures['steps_per_second']:,.0f}",
            *(f"{figures['step_us'][key]:,.0f}" for key in ("median", "p99", "longest")),
            *(f"{times[other]:,.2f}" if other in times else "" for other in others.SHORT),
        )
    console.print(steps)
    for name, reason in results["absent"].items():
        console.print(f"not measured: {name}: {reason}")
    for what, key in PAIRS.items():
        if results[key] is not None:
            console.print(f"{what}: {results[key]:.2f} ×")


def print_tables(results: dict[str, Any], console: Console) -> None:
    """Print steps a second with ratios, then all other figures with their budgets."""
    print_steps(results, console)
    details = Table(title="Other figures")
    details.add_column("what")
    details.add_column("figures")
    for name, figures in {
        **results["resets"],
        **{
            f"screenshot at 1080×2160, {how}": figures
            for how, figures in results["native_screenshot"].items()
        },
        "longest pause": results["longest_pause"],
        "longest pause, after gc.freeze()": results["longest_pause_frozen"],
        "start-up": results["startup"],
        **({"page of bmoca play, input to frame": results["page"]} if results["page"] else {}),
        **({"page of bmoca play, frames a second": results["page_frames"]} if results["page_frames"] else {}),
        "one more phone": results["memory"],
        "resident size, MB": results["resident_mb"],
    }.items():
        details.add_row(name, listed(figures))
    console.print(details)

    budgets = Table(title="Budgets of the design")
    for heading in ("what", "budget", "measured", ""):
        budgets.add_column(heading)
    for verdict in results["budgets"]:
        measured = (
            "not measured" if verdict["measured"] is None else f"{verdict['measured']:,g} {verdict['unit']}"
        )
        word = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}[verdict["met"]]
        budgets.add_row(verdict["what"], verdict["budget"], measured, word)
    console.print(budgets)
