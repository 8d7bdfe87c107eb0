"""``bmoca continual``: learn sequences of stages, and measure transfer and forgetting."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Any

from bmoca_gym import extras
from bmoca_gym.cli import shared
from bmoca_gym.cli.evaluation import INTERRUPTED


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    parts = shared.add_group(
        commands,
        "continual",
        "learn stages one after the other, and measure transfer and forgetting",
        """\
  bmoca continual show
  bmoca continual run configurations --learner cloning
  bmoca continual report results/continual/configurations-cloning

docs/continual.md explains the sequences and the figures.""",
    )
    made = shared.add_command(
        parts,
        "show",
        _show,
        "list the sequences, or the stages of one",
        "  bmoca continual show\n  bmoca continual show configurations",
    )
    made.add_argument(
        "sequence",
        nargs="?",
        metavar="SEQUENCE",
        help="name of a sequence, or a .yaml file (default: list all)",
    )
    made.add_argument("--json", action="store_true", help="print JSON")
    _run_options(
        shared.add_command(
            parts,
            "run",
            _run,
            "learn each stage, evaluate on all stages after it, and report transfer and forgetting",
            """\
  bmoca continual run representative --agents 'runs/stage_{stage}/policy.zip' --baseline random
  bmoca continual run configurations --learner cloning --set epochs=20
  bmoca continual run representative --learner few-shot --set model=NAME --environments 100,101,105
  bmoca continual run mine.yaml --learner my_package.my_module:learn

The learner joint-cloning trains on all stages so far: it is the upper bound for cloning. Give the same command again to
resume an interrupted run.""",
            usage="bmoca continual run SEQUENCE (--agents PATTERN | --learner NAME)\n"
            "                           [OPTION ...]",
        )
    )
    made = shared.add_command(
        parts,
        "report",
        _report,
        "rebuild matrix.csv, metrics.json and report.html of a results folder",
        "  bmoca continual report results/continual/configurations-cloning",
    )
    made.add_argument(
        "folder", type=Path, metavar="DIR", help="a results folder (--out of bmoca continual run)"
    )


def _run_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "sequence",
        metavar="SEQUENCE",
        help="apps, representative, configurations, configurations-by-7, or a .yaml file",
    )
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--agents", metavar="PATTERN",
        help="pattern of the trained agents, with {stage} or {number}: runs/stage_{stage}/policy.zip",
    )  # fmt: skip
    who.add_argument(
        "--learner",
        metavar="NAME",
        help="learner of the stages: cloning, joint-cloning, few-shot, or module:name of your own",
    )
    add(
        "--set", action="append", default=[], type=_pair, metavar="NAME=VALUE", dest="options",
        help="option of the learner, or of the agents with --agents; may be given several times",
    )  # fmt: skip
    add(
        "--baseline",
        metavar="AGENT",
        help="agent before any learning, for forward transfer (default: the learner's)",
    )
    add(
        "--environments",
        help="test configurations: " + shared.ENVIRONMENTS + " (default: the sequence's)",
    )
    shared.add_playing(parser, "none", "none")
    add(
        "--out",
        type=Path,
        metavar="DIR",
        help="results folder (default: results/continual/SEQUENCE-LEARNER)",
    )
    add("--quiet", action="store_true", help="print no progress")


def _pair(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE; the value is true, false, a number, or a text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value


def _run(arguments: argparse.Namespace) -> int:
    """``bmoca continual run``."""
    from bmoca_gym.evaluation import continual
    from bmoca_gym.evaluation.continual import matrix

    if arguments.learner in ("cloning", "joint-cloning"):
        extras.require(f"The learner {arguments.learner}", "learning")
    if os.getcwd() not in sys.path:  # --learner and --agents may name the user's own module
        sys.path.append(os.getcwd())
    sequence = continual.load(arguments.sequence)
    if arguments.environments:
        sequence = sequence.judged_in(shared.names(arguments.environments))
    given = dict(arguments.options)
    plan = continual.Plan(
        sequence=sequence,
        agents=arguments.agents,
        learner=arguments.learner,
        learner_options=given if arguments.learner else {},
        agent_options={} if arguments.learner else given,
        baseline=arguments.baseline,
        others={
            "seeds": arguments.seeds, "device": arguments.device, "judge": arguments.judge,
            "films": arguments.films, "interface": arguments.interface, "action": arguments.action,
        },
    )  # fmt: skip
    name = f"{Path(sequence.name).stem}-{arguments.learner or 'agents'}"
    out = arguments.out or Path("results/continual") / re.sub(r"[^A-Za-z0-9_-]", "-", name)
    try:
        with _Progress(quiet=arguments.quiet) as progress:
            continual.evaluate(plan, out, workers=arguments.workers, on_episode=progress.update)
    except KeyboardInterrupt:
        matrix.write(out)
        print(
            f"Interrupted. Give the same command again to resume. The results so far are in {out}",
            file=sys.stderr,
        )
        return INTERRUPTED
    return _say(out, quiet=arguments.quiet)


class _Progress:
    """Progress bar for each row."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._row = ""
        self._bar: Any = None

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)

    def update(self, row: str, episode: Any, done: int, total: int) -> None:
        """Count a new episode of a row."""
        from bmoca_gym.evaluation.progress import ProgressBar

        if row != self._row:
            self.__exit__()
            self._row, self._bar = row, ProgressBar(row, total, quiet=self._quiet)
            self._bar.__enter__()
        self._bar.update(episode, done, total)


def _report(arguments: argparse.Namespace) -> int:
    """``bmoca continual report``."""
    from bmoca_gym.evaluation.continual import matrix

    matrix.write(arguments.folder)
    return _say(arguments.folder)


def _say(out: Path, quiet: bool = False) -> int:
    """Print the matrix and the metrics of a folder."""
    from bmoca_gym.evaluation.continual import matrix
    from bmoca_gym.evaluation.report import percent, points

    about, rows = matrix.read(out)
    found = matrix.computed(rows)
    if not quiet:
        held_out = ["held out"] if about["held_out"] else []
        table = [
            [row.after, *("" if cell.rate is None else f"{100 * cell.rate:.1f}" for cell in row.cells)]
            + ([] if row.held_out is None else [points(row.held_out.rate)])
            for row in rows
        ]
        shared.print_table(["after", *(stage["id"] for stage in about["stages"]), *held_out], table)
        if found is not None:
            print(
                f"Final success {percent(found.final)}; right after learning {percent(found.learning)}. "
                f"In percentage points: backward transfer {matrix.signed(found.backward_transfer)}; forward transfer "
                f"{matrix.signed(found.forward_transfer)}; forgetting {points(found.forgetting)}."
            )
    print(f"Report: {out / 'report.html'}")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    """``bmoca continual show``."""
    from bmoca_gym.evaluation import continual

    if arguments.sequence is None:
        loaded = [continual.load(name) for name in continual.SEQUENCES]
        if arguments.json:
            return shared.print_json(
                [
                    {"name": one.name, "title": one.title, "about": one.about, "stages": len(one.stages)}
                    for one in loaded
                ]
            )
        return shared.print_table(
            ["sequence", "stages", "title"],
            [(one.name, str(len(one.stages)), one.title) for one in loaded],
        )
    sequence = continual.load(arguments.sequence)
    stages = [*sequence.stages, *([sequence.held_out] if sequence.held_out else [])]
    if arguments.json:
        return shared.print_json(
            {
                "name": sequence.name,
                "title": sequence.title,
                "about": sequence.about,
                "digest": sequence.digest,
                "stages": [
                    {
                        "id": stage.id,
                        "about": stage.about,
                        "tasks": [task.id for task in stage.tasks],
                        "environments": [configuration.id for configuration in stage.environments],
                        "evaluation": [configuration.id for configuration in stage.judged_in],
                    }
                    for stage in stages
                ],
            }
        )
    print(sequence.about)
    rows = [
        (
            stage.id,
            str(len(stage.tasks)),
            str(len(stage.environments) or ""),
            str(len(stage.judged_in)),
            stage.about,
        )
        for stage in stages
    ]
    return shared.print_table(["stage", "tasks", "training", "test", "description"], rows)
