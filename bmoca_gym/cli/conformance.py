"""``bmoca conformance``: compare a phone with the embedded one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: Exit code if the phone differs.
DIFFERENT = 1


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "conformance",
        _run,
        "compare a phone or virtual device with the embedded phone, and write a report to send us",
        """\
  bmoca conformance --device adb:emulator-5554 --out conformance
  bmoca conformance --device adb:emulator-5554 --tasks app:Clock --out clock
  bmoca conformance --device avd --suite bmoca --environments test --out avd

The expert of each task plays on the embedded phone and on yours. The report says which tasks can be set up and solved,
and where screens, texts and times differ. Texts of your phone that the embedded phone does not show are left out; so
are serial numbers. The same command goes on where it was stopped. The exit code is 1 if anything differs.

The phone is changed: use one without valuable data.""",
    )
    add = made.add_argument
    add("--device", required=True, help=shared.DEVICE.replace(" (default: embedded)", ""))
    add("--suite", default="bmoca", help="name of the suite; bmoca version lists them (default: bmoca)")
    add("--tasks", default="all", help=shared.TASKS + " (default: all tasks of the suite)")
    add("--environments", help=f"{shared.ENVIRONMENTS} (default: {shared.FIRST_ENVIRONMENT})")
    add("--out", type=Path, required=True, metavar="FOLDER", help="folder of the report")
    add(
        "--texts",
        action="store_true",
        help="report all texts on the phone's screens, even those that may be personal",
    )
    add("--quiet", action="store_true", help="print no progress")


def _run(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.envs.choices import first_environment
    from bmoca_gym.evaluation.conformance import runner
    from bmoca_gym.evaluation.progress import ProgressBar

    suite = tasks.suite(arguments.suite).name
    chosen = tasks.templates(shared.names_in(suite, arguments.tasks))
    configurations = (
        randomization.select(shared.names(arguments.environments))
        if arguments.environments
        else [first_environment(chosen[0].first)]
    )
    total = len(chosen) * len(configurations)
    with ProgressBar(suite, total, quiet=arguments.quiet) as bar:
        content = runner.run(
            arguments.device, suite, list(chosen), configurations, arguments.out,
            runner.Limits(all_texts=arguments.texts), bar.reach,
        )  # fmt: skip
    shared.print_table(
        ["outcome", "episodes"],
        [(name, str(number)) for name, number in content["outcomes"].items() if number],
        figures=True,
    )
    if content["counts"]:
        shared.print_table(
            ["difference", "times"],
            [(name, str(number)) for name, number in content["counts"].items()],
            figures=True,
        )
    print(f"{arguments.out / runner.READABLE}: to read. {arguments.out / runner.REPORT}: to send.")
    return DIFFERENT if content["counts"] else 0
