"""Plots of a sweep, made with Matplotlib: success rate by number of configurations, and the cost of each change."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym import extras
from bmoca_gym.errors import MissingLibraryError, writing
from bmoca_gym.evaluation.sweep.table import Line, Point

#: Colours of the report's style sheet. An algorithm has a colour; train and test have line styles.
COLOURS = ("#0b6e4f", "#c2571a", "#3b5ba9", "#8a3b8f")
TEXT, QUIET, LINE = "#1d1d1b", "#6b6b66", "#d9d8d2"


def draw(out: Path, lines: Sequence[Line], drops: Mapping[str, Mapping[str, Point]]) -> dict[str, str]:
    """Draw ``curve``, ``tasks`` (if there are several) and ``factors``, each as PNG and SVG. Returns the SVGs by name.

    Raises:
        MissingLibraryError: Matplotlib is not installed.
        OutputError: a file can't be written.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingLibraryError(
            f"The plots of a sweep need Matplotlib: {extras.installing('learning')}. All results are saved; give the "
            "same `bmoca sweep` command again to draw them."
        ) from error
    made: dict[str, Any] = {}
    if lines:
        tasks = [task for task in dict.fromkeys(line.task for line in lines) if task != "all"]
        made["curve"] = _curves(Figure, lines, ["all"])
        if len(tasks) > 1:
            made["tasks"] = _curves(Figure, lines, tasks)
        made["factors"] = _factors(Figure, drops)
    texts = {}
    # Equal results give equal files: no date, fixed ids.
    with matplotlib.rc_context(
        {"svg.hashsalt": "sweep", "svg.fonttype": "none", "font.family": "sans-serif"}
    ):
        for name, figure in made.items():
            buffer = io.StringIO()
            figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
            with writing(out):
                figure.savefig(out / f"{name}.png", dpi=150, metadata={"Software": None})
                (out / f"{name}.svg").write_text(buffer.getvalue(), encoding="utf-8")
            texts[name] = buffer.getvalue().partition("<svg")[1] + buffer.getvalue().partition("<svg")[2]
    return texts


def _curves(kind: Any, lines: Sequence[Line], names: Sequence[str]) -> Any:
    columns = min(3, len(names))
    rows = -(-len(names) // columns)
    single = len(names) == 1
    figure = kind(figsize=(7.2, 4.2) if single else (3.4 * columns, 2.7 * rows + 0.5), layout="constrained")
    algorithms = list(dict.fromkeys(line.algorithm for line in lines))
    ticks = sorted({line.configurations for line in lines})
    handles: dict[str, Any] = {}
    axes = None
    for number, name in enumerate(names):
        axes = figure.add_subplot(rows, columns, number + 1)
        for place, algorithm in enumerate(algorithms):
            chosen = [line for line in lines if (line.algorithm, line.task) == (algorithm, name)]
            for split, style in (("train", "--"), ("test", "-")):
                found = [getattr(line, split) for line in chosen]
                handles[f"{algorithm}, {split} configurations"] = axes.errorbar(
                    [line.configurations for line in chosen],
                    [100 * point.mean for point in found],
                    yerr=[100 * (point.error or 0) for point in found],
                    color=COLOURS[place % len(COLOURS)], linestyle=style, marker="o", markersize=4, capsize=3,
                    linewidth=1.8, alpha=1 if split == "test" else 0.6,
                )  # fmt: skip
        _plain(axes)
        axes.set_xscale("log")
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks], minor=False)
        axes.minorticks_off()
        axes.set_ylim(-3, 103)
        if single or number % columns == 0:
            axes.set_ylabel("success, %", color=QUIET)
        if single or number // columns == rows - 1:
            axes.set_xlabel("configurations trained on", color=QUIET)
        if not single:
            axes.set_title(_short(name), fontsize=9, color=TEXT, loc="left")
    figure.legend(
        list(handles.values()), list(handles), loc="outside lower center", ncols=2 * len(algorithms), frameon=False,
        fontsize=9, labelcolor=TEXT,
    )  # fmt: skip
    return figure


def _factors(kind: Any, drops: Mapping[str, Mapping[str, Point]]) -> Any:
    names = list(next(iter(drops.values())))
    figure = kind(figsize=(7.2, 0.9 + 0.5 * len(names) * max(1, len(drops) ** 0.5)), layout="constrained")
    axes = figure.add_subplot()
    height = 0.8 / len(drops)
    for place, (label, drop) in enumerate(drops.items()):
        ys = [row + (place - (len(drops) - 1) / 2) * height for row in range(len(names))]
        axes.barh(
            ys,
            [100 * drop[name].mean for name in names],
            height * 0.9,
            xerr=[100 * (drop[name].error or 0) for name in names],
            color=COLOURS[place % len(COLOURS)], ecolor=TEXT, capsize=3, label=label,
        )  # fmt: skip
    _plain(axes)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(0, color=QUIET, linewidth=1)
    axes.set_xlabel("loss of success rate, percentage points", color=QUIET)
    if len(drops) > 1:
        axes.legend(frameon=False, fontsize=9)
    else:
        axes.set_title(next(iter(drops)), fontsize=10, color=TEXT, loc="left")
    return figure


def _plain(axes: Any) -> None:
    axes.grid(color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(colors=QUIET, labelsize=9, length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _short(task: str) -> str:
    text = task.replace("_", " ")
    return text if len(text) <= 40 else text[:39] + "…"
