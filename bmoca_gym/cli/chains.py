"""``bmoca chains``: draw long tasks, and check that experts solve them and that no shortened expert does."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from bmoca_gym.cli import shared

if TYPE_CHECKING:
    from bmoca_gym.tasks.chain import ChainTemplate

#: Exit code if an expert failed, a shortened one succeeded, or a chain could not be drawn.
NOT_PROVED = 1


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "chains",
        _run,
        "draw chains of a suite's tasks, and check that only whole experts solve them",
        """\
  bmoca chains bmoca --length 2,4 --count 5
  bmoca chains androidworld --length 8 --count 25 --order any
  bmoca chains androidlab --first 1000 --count 3
  bmoca solve --task chain_4 --render chain.gif

For each chain the command plays the expert, and shortened experts that leave one part out. The exit code is 1 if an
expert fails, a shortened one succeeds, or a chain can't be drawn.""",
    )
    made.add_argument("suite", metavar="SUITE", help="name of a suite")
    made.add_argument(
        "--length", default="2,4,8,16", metavar="N,N", help="numbers of parts (default: 2,4,8,16)"
    )
    made.add_argument(
        "--count", type=shared.from_one, default=5, metavar="N", help="chains of each length (default: 5)"
    )
    made.add_argument(
        "--first",
        type=shared.from_zero,
        default=0,
        metavar="N",
        help="number of the first instance of each length (default: 0)",
    )
    made.add_argument(
        "--order",
        choices=("numbered", "any", "if"),
        default="numbered",
        help="a numbered list, a list in any order, or one with conditions (default: numbered)",
    )
    made.add_argument("--environment", metavar="ID", help="configuration (default: the suite's first)")
    made.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="JSON file that keeps what was played; what it has is not played again (python docs/chains.py shows it)",
    )
    made.add_argument("--quiet", action="store_true", help="print no progress")


def _run(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.evaluation import chain_check
    from bmoca_gym.evaluation.progress import ProgressBar

    configuration = randomization.get(arguments.environment) if arguments.environment else None
    tasks.suite(arguments.suite)  # an error names it, and not a chain of it
    suffix = "" if arguments.order == "numbered" else f"_{arguments.order}"
    names = [f"{arguments.suite}/chain_{length}{suffix}" for length in shared.names(arguments.length)]
    templates = [cast("ChainTemplate", tasks.templates(name)[0]) for name in names]
    played = chain_check.read(arguments.record) if arguments.record else []
    asked = []
    with ProgressBar("chains", len(templates) * arguments.count, quiet=arguments.quiet) as bar:
        for template in templates:
            for number in range(arguments.first, arguments.first + arguments.count):
                bar.count()
                found = chain_check.find(played, template, number, arguments.environment or "")
                if found is None:
                    found = chain_check.play(template, number, configuration)
                    played.append(found)
                    if arguments.record:
                        chain_check.write(arguments.record, played)
                asked.append(found)
    shared.print_table([*chain_check.HEAD], chain_check.rows(asked))
    faults = [one.fault for one in asked if one.fault]
    for fault in faults:
        print(f"  {fault}")
    return NOT_PROVED if faults else 0
