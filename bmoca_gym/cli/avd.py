"""``bmoca avd``: build, list, check and delete the virtual devices and snapshots for ``device="avd"``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.cli import shared
from bmoca_gym.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmoca_gym.devices.avd.sdk import AndroidSdk
    from bmoca_gym.tasks import Suite

#: Exit codes: a snapshot is wrong or missing; after Ctrl-C (128 + SIGINT, as in shells).
WRONG, INTERRUPTED = 1, 130

#: Largest number of snapshots that are listed by name.
_SHOWN = 6

_SDK = "folder of the Android SDK (default: $ANDROID_HOME, or the usual folders)"


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    below = shared.add_group(
        commands,
        "avd",
        "build, list, check and delete Android virtual devices",
        "  bmoca avd build --apks ~/apks\n  bmoca avd list\n  bmoca avd verify\n\n"
        "docs/real-devices.md explains all steps.",
    )
    _add_build(below)
    _add_list(below)
    _add_verify(below)
    _add_delete(below)


def _add_build(commands: Any) -> None:
    made = shared.add_command(
        commands,
        "build",
        _build,
        "build a virtual device for each device profile, and a snapshot for each environment",
        """\
  bmoca avd build --dry-run
  bmoca avd build --apks ~/apks
  bmoca avd build --environments all --apks ~/apks
  bmoca avd build --environments mine.yaml --window
  bmoca avd build --suite androidworld --apks ~/apks

Existing snapshots are kept. Give the same command again to resume an interrupted build.""",
    )
    add = made.add_argument
    add("--suite", default="bmoca", metavar="NAME", help="suite to build for (default: bmoca)")
    add(
        "--environments",
        help=shared.ENVIRONMENTS + " (default: test for bmoca, the suite's own for other suites)",
    )
    add("--apks", type=Path, metavar="DIR", help="folder with the APKs of apps that Android does not include")
    add(
        "--system-image",
        metavar="PACKAGE",
        help="system image, as sdkmanager names it (default: the suite's, with Google APIs)",
    )
    add(
        "--pause",
        action="store_true",
        help="wait for the Enter key before the state of the apps is saved, so that you can log in",
    )
    add("--force", action="store_true", help="rebuild existing snapshots too")
    add("--dry-run", action="store_true", help="print the steps, and do nothing")
    add("--quiet", action="store_true", help="print no progress")
    _emulator_options(made)


def _add_list(commands: Any) -> None:
    made = shared.add_command(
        commands,
        "list",
        _list,
        "list virtual devices and snapshots, and missing apps",
        "  bmoca avd list --json",
    )
    made.add_argument("--json", action="store_true", help="print JSON with all fields")
    made.add_argument("--sdk", type=Path, metavar="DIR", help=_SDK)


def _add_verify(commands: Any) -> None:
    made = shared.add_command(
        commands,
        "verify",
        _verify,
        "load each snapshot and check that it matches its configuration",
        "  bmoca avd verify\n  bmoca avd verify --environments 100,105\n\n"
        "The exit code is 1 if a snapshot is wrong or missing.",
    )
    add = made.add_argument
    add("--suite", default="bmoca", metavar="NAME", help="suite of the snapshots (default: bmoca)")
    add("--environments", help=shared.ENVIRONMENTS + " (default: all that are built)")
    add("--json", action="store_true", help="print JSON with every property")
    add("--quiet", action="store_true", help="print no progress")
    _emulator_options(made)


def _add_delete(commands: Any) -> None:
    made = shared.add_command(
        commands,
        "delete",
        _delete,
        "delete virtual devices with all their snapshots",
        "  bmoca avd delete bmoca_pixel_3\n  bmoca avd delete --all --yes",
    )
    made.add_argument(
        "names", nargs="*", metavar="NAME", help="name of a virtual device, as in bmoca avd list"
    )
    made.add_argument("--all", action="store_true", help="delete all virtual devices that bmoca made")
    made.add_argument("--yes", action="store_true", help="delete without asking")
    made.add_argument("--sdk", type=Path, metavar="DIR", help=_SDK)


def _emulator_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sdk", type=Path, metavar="DIR", help=_SDK)
    parser.add_argument("--window", action="store_true", help="show the emulator's screen in a window")
    parser.add_argument(
        "--port",
        type=shared.from_one,
        metavar="N",
        help="port of the emulator's console, an even number (default: a free one)",
    )


def _sdk(arguments: argparse.Namespace) -> AndroidSdk:
    from bmoca_gym.devices.avd.sdk import AndroidSdk

    return AndroidSdk.find(arguments.sdk)


def _environments(arguments: argparse.Namespace, suite: Suite) -> list[str]:
    """Return the names of the environments: by default the test set of B-MoCA, or the suite's own."""
    return shared.names(arguments.environments or ("test" if suite.name == "bmoca" else suite.environments))


def _build(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.devices.avd.building import build as building
    from bmoca_gym.devices.avd.sdk import SYSTEM_IMAGE

    suite, data = tasks.suite(arguments.suite), shared.apps_of(arguments.suite)
    build = building.Build(
        _sdk(arguments),
        randomization.select(_environments(arguments, suite)),
        arguments.apks,
        arguments.force,
        arguments.window,
        arguments.port,
        shared.tasks_by_app(suite.name, data),
        arguments.system_image or data.system_image or SYSTEM_IMAGE,
        data=data,
        image=suite.image,
    )
    if arguments.pause and not sys.stdin.isatty():
        raise SettingsError("--pause waits for the Enter key, but standard input is not a terminal.")
    plans = building.plan(build)
    if arguments.dry_run:
        print("\n".join(line for each in plans for line in each.lines()))
        return 0
    for each in plans:
        if each.lost:
            print(
                f"{each.name}: the snapshots {', '.join(each.lost)} will be lost, because {each.base.why}. Name them "
                "in --environments to rebuild them.",
                file=sys.stderr,
            )
    try:
        with _progress("building", sum(each.steps for each in plans), arguments.quiet) as (report, wait):
            building.build(replace(build, pause=wait if arguments.pause else None), report)
    except KeyboardInterrupt:
        print("Interrupted. Give the same command again to resume.", file=sys.stderr)
        return INTERRUPTED
    return _print_list(build.sdk)


def _list(arguments: argparse.Namespace) -> int:
    from bmoca_gym.devices.avd.building import verification

    sdk = _sdk(arguments)
    if not arguments.json:
        return _print_list(sdk)
    return shared.print_json(
        [
            {
                "name": device.name,
                "folder": str(device.folder),
                "system_image": record.system_image,
                "snapshots": list(record.snapshots),
                "lost_snapshots": sorted(set(record.snapshots) - set(device.snapshots)),
                "versions": dict(record.versions),
                "missing": dict(record.missing),
                "disabled_tasks": list(record.disabled_tasks),
            }
            for device, record in verification.made_by_bmoca(sdk)
        ]
    )


def _print_list(sdk: AndroidSdk) -> int:
    from bmoca_gym.devices.avd.building import verification

    found = verification.made_by_bmoca(sdk)
    if not found:
        print(f"There are no virtual devices of bmoca in {sdk.avd_home}. Make them with: bmoca avd build")
        return 0
    rows = []
    for device, record in found:
        kept = [name for name in record.snapshots if name in device.snapshots]
        rows.append(
            (
                device.name,
                f"{device.width}×{device.height}",
                ", ".join(kept) if len(kept) <= _SHOWN else f"{len(kept)}, {kept[0]} to {kept[-1]}",
                ", ".join(f"{name} {version}" for name, version in record.versions.items()),
                ", ".join(record.missing) or "none",
                str(len(record.disabled_tasks)),
            )
        )
    shared.print_table(["name", "px", "snapshots", "apps", "missing apps", "tasks without an app"], rows)
    missing = {name: wanted for _, record in found for name, wanted in record.missing.items()}
    for name, wanted in missing.items():
        print(f"{name} is missing: put {wanted} into a folder, then: bmoca avd build --apks DIR")
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.devices.avd.building import verification

    sdk, suite = _sdk(arguments), tasks.suite(arguments.suite)
    if arguments.environments is None:
        known = randomization.select(["all", "factors", suite.environments])
        chosen = verification.built(sdk, tuple(dict.fromkeys(known)), suite.image)
    else:
        chosen = randomization.select(shared.names(arguments.environments))
    if not chosen:
        print(
            f"No environment has a snapshot in {sdk.avd_home}. Make them with: bmoca avd build",
            file=sys.stderr,
        )
        return WRONG
    with _progress("verifying", len(chosen), arguments.quiet) as (report, _):
        found = verification.verify(sdk, chosen, arguments.port, arguments.window, report, suite.image)
    if arguments.json:
        shared.print_json(
            [
                {
                    "avd": each.avd,
                    "snapshot": each.snapshot,
                    "environment": each.environment,
                    "ok": each.ok,
                    "fault": each.fault,
                    "properties": {one.step: {**one._asdict(), "ok": one.ok} for one in each.properties},
                }
                for each in found
            ]
        )
    else:
        rows = [(one.avd, one.snapshot, "ok" if one.ok else "wrong", one.wrong) for one in found]
        shared.print_table(["AVD", "snapshot", "state", "problem"], rows)
        print(f"{sum(one.ok for one in found)} of {len(found)} snapshots are correct.")
    return 0 if all(one.ok for one in found) else WRONG


def _delete(arguments: argparse.Namespace) -> int:
    from bmoca_gym.devices.avd.building import creation, verification

    sdk = _sdk(arguments)
    known = [device.name for device, _ in verification.made_by_bmoca(sdk)]
    if arguments.all == bool(arguments.names):
        raise SettingsError(
            "Name the virtual devices to delete, or give --all; `bmoca avd list` shows their names."
        )
    chosen = known if arguments.all else arguments.names
    others = [name for name in chosen if name not in known]
    if others:
        raise SettingsError(
            f"bmoca did not make {', '.join(others)}, and deletes only its own virtual devices: "
            f"{', '.join(known) or 'none'}. Delete others with: avdmanager delete avd --name NAME"
        )
    if chosen and not arguments.yes:
        if not sys.stdin.isatty():
            raise SettingsError("Standard input is not a terminal; give --yes to delete without asking.")
        if input(f"Delete {', '.join(chosen)} with all snapshots? [y/N] ").strip().lower() not in (
            "y",
            "yes",
        ):
            print("Nothing was deleted.")
            return 0
    for name in chosen:
        creation.delete(sdk, name)
        print(f"Deleted {name}.")
    return 0


@contextmanager
def _progress(
    what: str, total: int, quiet: bool
) -> Iterator[tuple[Callable[[str, str], None], Callable[[str], None]]]:
    """Show a progress bar on standard error.

    Yields two functions: one to call before each step, with the virtual device and the step's name, and one that waits
    for the user.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=quiet or not total,
    ) as bar:
        task = bar.add_task(what, total=total, step="")
        begun = 0

        def report(device: str, step: str) -> None:
            nonlocal begun
            bar.update(task, completed=begun, step=f"{device}: {step}")
            begun += 1

        def wait(device: str) -> None:
            bar.stop()
            print(f"{device} is ready. Log in, close the apps' dialogs, then press Enter.", file=sys.stderr)
            sys.stdin.readline()
            bar.start()

        yield report, wait
        bar.update(task, completed=total, step="")
