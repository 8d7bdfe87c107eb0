"""Draws trainings as curves: how many of the answers' tokens were right, and how many episodes checkpoints solve.

    python success.py runs/six/checkpoint-140 --tasks representative -o runs/six/checkpoint-140.json
    python curve.py runs/six runs/other -o curve.png

A point with its interval (Wilson, 95 %) stands where ``success.py`` has written a JSON file with a checkpoint's name,
and at the end for ``success.json``. ``--smooth 25`` takes the mean of as many updates. Needs matplotlib.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from matplotlib.figure import Figure

from bmoca_gym.episodes.metrics import wilson_interval

#: A colour for each run, and that of words.
COLOURS, INK = ("#0b6e4f", "#c2571a", "#3b5ba9", "#8a3b8f"), "#1d1d1b"


def main(arguments: list[str]) -> Figure:
    """Draw, and write the picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("runs", nargs="+", type=Path, help="folders of finetune.py")
    add("--smooth", type=int, default=25, help="updates in a mean (default: 25)")
    add("-o", "--output", type=Path, required=True, help="the picture, .png or .svg")
    given = parser.parse_args(arguments)
    figure = Figure(figsize=(8, 3), layout="constrained")
    right, solved = figure.subplots(1, 2)
    for place, run in enumerate(given.runs):
        colour = COLOURS[place % len(COLOURS)]
        log = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
        means = [sum(row["right"] for row in log[max(0, at - given.smooth) : at]) / min(at, given.smooth)
                 for at in range(1, len(log) + 1)]  # fmt: skip
        right.plot(
            [row["tokens"] / 1000 for row in log],
            [100 * mean for mean in means],
            color=colour,
            label=run.name,
        )
        points = successes(run, log)
        solved.errorbar(
            [tokens / 1000 for tokens, _, _ in points],
            [100 * share for _, share, _ in points],
            yerr=[[100 * abs(share - interval[end]) for _, share, interval in points] for end in (0, 1)],
            color=colour, marker="o", capsize=3,
        )  # fmt: skip
    right.set_title("answers' tokens right, %", loc="left", fontsize=9, color=INK)
    solved.set_title("episodes solved, %", loc="left", fontsize=9, color=INK)
    solved.set_ylim(-3, 103)
    for axes in (right, solved):
        axes.set_xlim(left=0)
        axes.set_xlabel("thousand tokens read", fontsize=9, color=INK)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", alpha=0.3)
    figure.legend(loc="outside lower center", ncols=len(given.runs), frameon=False, fontsize=9)
    figure.savefig(given.output, dpi=150)
    return figure


def successes(run: Path, log: list[dict[str, float]]) -> list[tuple[float, float, tuple[float, float]]]:
    """Tokens read, share of solved episodes and its interval, for each checkpoint that was played."""
    read = {f"checkpoint-{row['update']:.0f}": row["tokens"] for row in log} | {"success": log[-1]["tokens"]}
    points = []
    for path in run.glob("*.json"):
        if path.stem in read:
            rows = json.loads(path.read_text())
            solved, episodes = (sum(row[key] for row in rows) for key in ("solved", "episodes"))
            points.append((read[path.stem], solved / episodes, wilson_interval(solved, episodes)))
    return sorted(points)


if __name__ == "__main__":
    main(sys.argv[1:])
