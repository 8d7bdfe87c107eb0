"""``bmoca openenv``: a server of phones for OpenEnv's trainers, or the folder that ``openenv push`` takes."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from bmoca_gym import extras
from bmoca_gym.cli import shared


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "openenv",
        _serve,
        "serve phones to OpenEnv's clients, or write the folder that openenv push takes",
        """\
  bmoca openenv --port 8000
  bmoca openenv --port 8000 --sessions 64 --reward expert_distance
  bmoca openenv --port 8000 --split androidworld/by_template:train
  bmoca openenv --folder phone_tasks

Each client has a phone of its own, in one process, on loopback.""",
    )
    add = made.add_argument
    add(
        "--port", type=int, default=8000,
        help="the port of loopback on which to serve; 0 for any free one (default: %(default)s)",
    )  # fmt: skip
    add(
        "--sessions", type=shared.from_one, default=256, metavar="N",
        help="maximum number of clients at once (default: %(default)s)",
    )  # fmt: skip
    add(
        "--task", default="Alarm", metavar="ID",
        help="the task that reset starts when it names none (default: %(default)s)",
    )  # fmt: skip
    add(
        "--held-out", action="store_true",
        help="start episodes for validation and tests for all clients, as an evaluation does; otherwise a client's "
        "reset has to ask for each by held_out",
    )  # fmt: skip
    shared.add_split(made)
    shared.add_reward(made, "success")
    add("--folder", type=Path, help="write the folder that openenv push takes, and exit")
    shared.add_judge(made)


def _serve(arguments: argparse.Namespace) -> int:
    if arguments.folder is not None:
        from bmoca_gym.integrations.openenv import folder

        for path in folder.write(arguments.folder):
            print(path)
        return 0
    extras.require("bmoca openenv", "openenv")
    from bmoca_gym.integrations.openenv import server
    from bmoca_gym.play.server import listen, web_server

    application = server.app(
        arguments.sessions, arguments.task, arguments.reward, judge=arguments.judge, held_out=arguments.held_out,
        split=arguments.split,
    )  # fmt: skip
    listening = listen(arguments.port)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", file=sys.stderr, flush=True)
    with suppress(KeyboardInterrupt):
        web_server(application).run(sockets=[listening])
    return 0
