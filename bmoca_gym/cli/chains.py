"""``bmoca chains``: draw long tasks, and check that experts solve them and that no shortened expert does."""

from __future__ import annotations

import argparse
from typing import Any, cast

from bmoca_gym.cli import shared

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
        "--order",
        choices=("numbered", "any", "if"),
        default="numbered",
        help="a numbered list, a list in any order, or one with conditions (default: numbered)",
    )
    made.add_argument("--environment", metavar="ID", help="configuration (default: the suite's first)")
    made.add_argument("--quiet", action="store_true", help="print no progress")


def _run(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.demonstrations.chained import proof
    from bmoca_gym.errors import CatalogueError
    from bmoca_gym.evaluation.progress import ProgressBar
    from bmoca_gym.tasks.chain import ChainTemplate

    configuration = randomization.get(arguments.environment) if arguments.environment else None
    suffix = "" if arguments.order == "numbered" else f"_{arguments.order}"
    names = [f"{arguments.suite}/chain_{length}{suffix}" for length in shared.names(arguments.length)]
    templates = [cast(ChainTemplate, tasks.templates(name)[0]) for name in names]
    rows, faults = [], []
    with ProgressBar("chains", len(templates) * arguments.count, quiet=arguments.quiet) as bar:
        for template in templates:
            drawn = solved = parts = shortened = steps = 0
            for number in range(arguments.count):
                bar.count()
                try:
                    task = template.task(number)
                except CatalogueError as error:
                    faults.append(str(error))
                    continue
                found = proof(task, template.parts(task), configuration)
                drawn += 1
                solved += found.done
                steps += found.steps
                parts += len(template.parts(task))
                shortened += len(found.wrong) if found.done else 0
                if not found.done or found.wrong:
                    what = "is done without" if found.done else "is not done by its expert, for"
                    which = ", ".join(str(index + 1) for index in found.wrong)
                    faults.append(f"{template.suite}/{template.id}, instance {number} {what} part {which}")
            mean = f"{steps / drawn:.1f}" if drawn else ""
            rows.append((template.id, str(drawn), f"{solved} of {drawn}", f"{shortened} of {parts}", mean))
    shared.print_table(["chain", "drawn", "the expert", "done without a part", "steps"], rows)
    for fault in faults:
        print(f"  {fault}")
    return NOT_PROVED if faults else 0
