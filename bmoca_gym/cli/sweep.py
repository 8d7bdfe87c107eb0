"""``bmoca sweep``: train on growing numbers of configurations, and draw the generalisation curve."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from bmoca_gym import extras
from bmoca_gym.cli import shared
from bmoca_gym.cli.evaluation import INTERRUPTED

#: Exit code if a trial failed.
FAILED = 1


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "sweep",
        _sweep,
        "train on growing numbers of configurations, and draw the generalisation curve",
        """\
  bmoca sweep
  bmoca sweep configurations=7,35 seeds=0,1 algorithms=bc,ppo options=bc.epochs=20,ppo.steps=200000
  bmoca sweep executor=ray workers=16 address=auto
  bmoca sweep --fields

Give the same command again to resume an interrupted sweep. Failed trials are repeated, and reported if they fail too
often. Sweeps need the extra learning (for ppo: rl), and executor=ray needs cluster.""",
    )
    made.add_argument(
        "--config",
        default="sweep.yaml",
        metavar="FILE",
        help="YAML file with fields (default: the package's sweep.yaml)",
    )
    made.add_argument("--fields", action="store_true", help="list all fields with their meaning, and exit")
    made.add_argument("overrides", nargs="*", metavar="FIELD=VALUE", help="set a field")


def _sweep(arguments: argparse.Namespace) -> int:
    """``bmoca sweep``."""
    from bmoca_gym.evaluation import sweep
    from bmoca_gym.evaluation.sweep import SweepSettings, Trial, report
    from bmoca_gym.policies import base_settings
    from bmoca_gym.policies.training import algorithm

    if arguments.fields:
        print(base_settings.help_text(SweepSettings, arguments.config))
        return 0
    settings = base_settings.load(SweepSettings, arguments.config, arguments.overrides)
    for name in settings.algorithms:
        extras.require(f"A sweep of {name}", algorithm(name).extra)

    def tell(trial: Trial, error: str | None, done: int, count: int) -> None:
        if error is not None:
            print(f"{trial.name} failed: {error}", file=sys.stderr)
        elif not settings.quiet:
            print(f"{done:4} of {count}  {trial.name}", flush=True)

    try:
        failed = sweep.run(settings, tell)
    except KeyboardInterrupt:
        print(
            f"Interrupted. Give the same command again to resume. The results so far are in {settings.out}",
            file=sys.stderr,
        )
        return INTERRUPTED
    out = Path(settings.out)
    lines = report.write(out)
    if not settings.quiet:
        shared.print_table(
            ["algorithm", "configurations", "train %", "± s.e.", "test %", "± s.e.", "seeds"],
            [
                [
                    line.algorithm,
                    str(line.configurations),
                    *_figures(line.train),
                    *_figures(line.test),
                    str(line.test.seeds),
                ]
                for line in lines
                if line.task == "all"
            ],
        )
    print(f"Report: {out / 'report.html'}")
    for folder in failed:
        print(
            f"{folder.name} failed {settings.attempts} times; see {folder / sweep.FAILURE}", file=sys.stderr
        )
    return FAILED if failed else 0


def _figures(point: Any) -> list[str]:
    return [f"{100 * point.mean:.1f}", "" if point.error is None else f"{100 * point.error:.1f}"]
