"""``bmoca nemo-gym``: the folder of a resources server, which NeMo-Gym's runner takes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "nemo-gym",
        _write,
        "write the folder of a resources server for NeMo-Gym, with its settings and rows of tasks",
        """\
  bmoca nemo-gym resources_servers/phone
  bmoca nemo-gym resources_servers/phone --tasks androidworld/all --environments androidworld/pixel_6 --instances 8
  bmoca nemo-gym resources_servers/phone --reward expert_distance

Give NeMo-Gym's runner the settings from the folder above: gym eval run --resources-server phone.""",
    )
    add = made.add_argument
    add("folder", type=Path, metavar="FOLDER", help="where to write: resources_servers/NAME")
    add("--tasks", default="representative", help=shared.TASKS + " (default: representative)")
    add("--environments", default="train", help=shared.ENVIRONMENTS + " (default: train)")
    add(
        "--instances", type=shared.from_one, default=1, metavar="N",
        help="how many instances of a task with parameters; those for training, never those for tests (default: 1)",
    )  # fmt: skip
    shared.add_reward(made, "success")


def _write(arguments: argparse.Namespace) -> int:
    from bmoca_gym.integrations import nemo_gym_folder

    folder: Path = arguments.folder
    count = nemo_gym_folder.write(
        folder,
        shared.names(arguments.tasks),
        shared.names(arguments.environments),
        arguments.instances,
        arguments.reward,
    )
    print(f"{folder}: {count} rows")
    return 0
