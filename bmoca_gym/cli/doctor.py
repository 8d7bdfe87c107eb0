"""``bmoca doctor``: whether this computer has what real phones and virtual devices need, and what mends it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: Exit code where something is missing or wrong.
SICK = 1


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "doctor",
        _doctor,
        "check what real phones and virtual devices need on this computer, and say what mends it",
        "  bmoca doctor\n  bmoca doctor --for adb\n  bmoca doctor --for adb --suite androidworld --device adb:SERIAL\n"
        "  bmoca doctor --json\n\n"
        "The exit code is 1 where something is missing or wrong.",
    )
    add = made.add_argument
    add(
        "--for",
        dest="purpose",
        choices=("avd", "adb"),
        default="avd",
        help="virtual devices (default), or phones that are plugged in",
    )
    add(
        "--environments",
        default="test",
        help=shared.ENVIRONMENTS + " that need snapshots (default: test)",
    )
    add(
        "--sdk",
        type=Path,
        metavar="DIR",
        help="Android's SDK (default: ANDROID_HOME, or where installers put it)",
    )
    add("--suite", metavar="NAME", help="also ask a phone which tasks of a suite it can't be given")
    add("--device", default="adb", help="the phone that --suite asks: adb, adb:SERIAL (default: adb)")
    add("--json", action="store_true", help="as JSON")


def _doctor(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization
    from bmoca_gym.devices import doctor
    from bmoca_gym.devices.avd.building.build import by_device
    from bmoca_gym.devices.avd.snapshots import name_of
    from bmoca_gym.devices.machine import Machine

    chosen = randomization.select(shared.names(arguments.environments))
    wanted = {avd: [name_of(one) for one in group] for avd, _, group in by_device(chosen)}
    checks = doctor.embedded() + doctor.examine(Machine(arguments.sdk), wanted, arguments.purpose == "avd")
    if arguments.suite is not None:
        checks.append(_tasks(arguments.suite, arguments.device))
    if arguments.json:
        shared.print_json([check._asdict() for check in checks])
    else:
        shared.print_table(["", "", "found"], [(check.state, check.name, check.detail) for check in checks])
        sick = [check for check in checks if check.state != doctor.OK]
        for mend in dict.fromkeys(check.mend for check in sick):
            names = ", ".join(f"{check.name} ({check.state})" for check in sick if check.mend == mend)
            print(f"{names}:\n    {mend}\n")
        print(f"{len(sick)} of {len(checks)} checks ask for something." if sick else "All is well.")
    return 0 if doctor.healthy(checks) else SICK


def _tasks(name: str, choice: str) -> Any:
    """The check of a phone against what a suite's tasks need."""
    from bmoca_gym import tasks
    from bmoca_gym.devices import doctor
    from bmoca_gym.envs.choices import open_device
    from bmoca_gym.tasks.needs import lacking

    suite = tasks.suite(name)
    device, _ = open_device(choice, suite.image)
    try:
        lacks = set(lacking(device, tuple(sorted({need for task in suite for need in task.all_needs}))))
        serial = device.info.serial
    finally:
        device.close()
    refused = {task.id: lacks.intersection(task.all_needs) for task in suite}
    without = [f"{task} ({', '.join(sorted(missing))})" for task, missing in refused.items() if missing]
    found = f"{len(suite) - len(without)} of {len(suite)} tasks can be played on {serial}"
    if not without:
        return doctor.Check(f"suite {name}", doctor.OK, found)
    mend = f"give {serial} what it lacks ({', '.join(sorted(lacks))}), or leave these tasks out"
    return doctor.Check(f"suite {name}", doctor.MISSING, f"{found}; not: {', '.join(without)}", mend)
