"""``bmoca doctor``: check this package, its extras, and the requirements of real phones and virtual devices."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.cli import shared

if TYPE_CHECKING:
    from bmoca_gym.devices.doctor import Check

#: How to give a phone a capability.
MENDS = {
    "root": "use an emulator image without Google Play, or a rooted phone",
    "console": "use an emulator",
    "clipboard": "install Clipper",
    "sms": "use an emulator, or a rooted phone",
    "location": "use a phone with Android 12 or newer",
    "snapshots": "use an emulator that runs on this machine",
    "hints": "use a phone with Android 14 or newer",
}

#: Exit code if something is missing or wrong.
SICK = 1

#: The section that only counts if it is requested.
ANDROID = "Android, for real phones and virtual devices"


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "doctor",
        _doctor,
        "check this package, its extras, and what real phones need; say how to fix what is missing",
        "  bmoca doctor\n  bmoca doctor --for adb\n  bmoca doctor --for adb --suite androidworld --device adb:SERIAL\n"
        "  bmoca doctor --json\n\n"
        "The exit code is 1 if the package does not work. What only real phones and virtual devices need counts with "
        "--for, --suite, --environments or --sdk.",
    )
    add = made.add_argument
    add(
        "--for",
        dest="purpose",
        choices=("avd", "adb"),
        help="check only what virtual devices need, or connected phones (default: everything)",
    )
    add(
        "--environments",
        help="environments that need a snapshot: "
        + shared.ENVIRONMENTS
        + " (default: test; the suite's own with "
        "--suite)",
    )
    add(
        "--sdk",
        type=Path,
        metavar="DIR",
        help="folder of the Android SDK (default: $ANDROID_HOME, or the usual folders)",
    )
    add(
        "--suite",
        metavar="NAME",
        help="also check the phone for the apps and capabilities that a suite's tasks need",
    )
    add("--device", default="adb", help="the phone to check with --suite: adb, or adb:SERIAL (default: adb)")
    add("--json", action="store_true", help="print JSON")


def _doctor(arguments: argparse.Namespace) -> int:
    from bmoca_gym import extras, randomization, tasks
    from bmoca_gym.devices import doctor
    from bmoca_gym.devices.avd.building.build import by_device
    from bmoca_gym.devices.avd.snapshots import name_of
    from bmoca_gym.devices.machine import Machine
    from bmoca_gym.version import __version__

    suite = tasks.suite(arguments.suite or "bmoca")
    names = arguments.environments or ("test" if arguments.suite is None else suite.environments)
    chosen = randomization.select(shared.names(names))
    wanted = {avd: [name_of(one) for one in group] for avd, _, group in by_device(chosen, suite.image)}
    machine = Machine(arguments.sdk)
    asked = arguments.purpose or arguments.suite or arguments.environments or arguments.sdk
    # The container's image can be given no SDK.
    for_avd = arguments.purpose != "adb" and (bool(asked) or not extras.in_image())
    android = doctor.examine(machine, wanted, for_avd)
    if arguments.suite is not None:
        android += _phone(arguments.suite, arguments.device)
    if asked:  # only for Android
        sections = {ANDROID: [*doctor.embedded(), *android]}
    else:
        versions = ", ".join(f"{name} {tasks.suite(name).version}" for name in tasks.suites())
        sections = {
            "this package": doctor.package(__version__, versions),
            "speed": doctor.embedded(),
            "extras": doctor.optional_packages(machine.package),
            ANDROID: android,
        }
    counted = [check for name, checks in sections.items() if asked or name != ANDROID for check in checks]
    if arguments.json:
        shared.print_json(
            [{"section": name, **check._asdict()} for name, checks in sections.items() for check in checks]
        )
    else:
        for name, checks in sections.items():
            _print(name, checks)
        print(_summary(counted, bool(asked)))
    return 0 if doctor.healthy(counted) else SICK


def _print(section: str, checks: list[Check]) -> None:
    """Print a section: a line for each check, and under it what to do. What is the same for most extras comes last."""
    print(f"{section[0].upper()}{section[1:]}:")
    advice = Counter(filter(None, map(_for_any, checks)))
    common = next((words for words, count in advice.most_common(1) if count > 1), "")
    wide = max((len(check.name) for check in checks), default=0)
    for check in checks:
        start = f"  {check.state:8}  {check.name:{wide}}  "
        text = textwrap.wrap(check.detail, max(shared.WIDTH - len(start), 30), break_on_hyphens=False)
        print(start + ("\n" + " " * len(start)).join(text) if text else start.rstrip())
        if check.mend and not (common and _for_any(check) == common):
            print(f"{'':12}→ {check.mend}")
    if common:
        print(f"  to add NAME: {common}")
    print()


def _for_any(check: Check) -> str:
    """Return the command that adds an extra, with NAME in place of the extra's name; "" for any other check."""
    added = check.mend.replace(f"{check.name}]", "NAME]")
    return added if check.state == "optional" and added.count("NAME") == 1 else ""


def _summary(checks: list[Check], asked: bool) -> str:
    from bmoca_gym.devices import doctor

    sick = [check.name for check in checks if not doctor.healthy([check])]
    if sick:
        return f"{len(sick)} of {len(checks)} checks failed: {', '.join(sick)}."
    return (
        "All checks passed." if asked else "The package works. Android is only for real phones and emulators."
    )


def _phone(name: str, choice: str) -> list[Check]:
    """Check a phone for the needs of a suite: apps, capabilities, and the tasks that it can run."""
    from bmoca_gym import tasks
    from bmoca_gym.devices import doctor
    from bmoca_gym.devices.avd.building.apps import version_of
    from bmoca_gym.envs.choices import open_device
    from bmoca_gym.tasks.needs import CAPABILITIES, lacking

    suite, data = tasks.suite(name), shared.apps_of(name)
    needed = {task.id: task.all_needs for task in suite}
    device, _ = open_device(choice, suite.image)
    try:
        lacks = set(lacking(device, tuple(sorted({need for needs in needed.values() for need in needs}))))
        serial = device.info.serial
        versions = {app.package: version_of(device, app.package) for app in data.apps}
    finally:
        device.close()

    def who(need: str) -> str:
        count = sum(need in needs for needs in needed.values())
        return f"{count} task{'s' if count != 1 else ''} need{'' if count != 1 else 's'} it"

    found = []
    packages = shared.packages_of(need for needs in needed.values() for need in needs)
    for app in data.apps:
        if app.package not in packages:
            continue
        code, version = versions[app.package]
        what, mend = (
            f"app {app.name}",
            f"put {app.expected} into a folder, then: adb -s {serial} install -r -g FILE",
        )
        if not (code or version):
            found.append(doctor.Check(what, doctor.MISSING, f"{app.package} is not installed", mend))
        else:
            state = doctor.OK if app.is_version(code, version) else doctor.WRONG
            detail = f"{app.package} {version}, version code {code}"
            expected = "" if state == doctor.OK else f"; expected: {app.expected}"
            found.append(doctor.Check(what, state, detail + expected, "" if state == doctor.OK else mend))
    known = {app.package for app in data.apps}
    for need in sorted(lacks - known - set(CAPABILITIES)):
        detail = f"{need} is not installed; {who(need)}"
        found.append(
            doctor.Check(f"app {need}", doctor.MISSING, detail, f"install {need}, or use a phone that has it")
        )
    for need in CAPABILITIES:
        if any(need in needs for needs in needed.values()):
            state = doctor.MISSING if need in lacks else doctor.OK
            mend = f"{MENDS[need]}, or leave these tasks out" if need in lacks else ""
            found.append(doctor.Check(f"capability {need}", state, who(need), mend))
    refused = {task: lacks.intersection(needs) for task, needs in needed.items()}
    without = [f"{task} ({', '.join(sorted(missing))})" for task, missing in refused.items() if missing]
    detail = f"{len(suite) - len(without)} of {len(suite)} tasks can be played on {serial}"
    if not without:
        return [*found, doctor.Check(f"suite {name}", doctor.OK, detail)]
    mend = f"give {serial} what it lacks ({', '.join(sorted(lacks))}), or leave these tasks out"
    return [
        *found,
        doctor.Check(f"suite {name}", doctor.MISSING, f"{detail}; not: {', '.join(without)}", mend),
    ]
