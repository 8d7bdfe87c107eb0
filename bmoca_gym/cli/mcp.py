"""``bmoca mcp``: a server of the Model Context Protocol, with which any of its clients can play the phone."""

from __future__ import annotations

import argparse
import functools
import signal
import sys
from contextlib import suppress
from typing import Any

from bmoca_gym import extras
from bmoca_gym.cli import shared
from bmoca_gym.errors import ArgumentError

#: What a person is told who starts the command in a terminal.
_WAITS = (
    "bmoca mcp waits for a client on standard input, and is usually started by one: claude mcp add phone -- bmoca mcp. "
    "For clients that connect, give --http 8765. Stop with Ctrl+C."
)


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "mcp",
        _serve,
        "serve a phone to clients of the Model Context Protocol, with tasks and scores",
        """\
  bmoca mcp
  bmoca mcp --image android13
  bmoca mcp --http 8765
  bmoca mcp --show-screen
  bmoca mcp --training --split androidworld/by_template:train

Without --http it speaks on standard input and output, as clients start it. With it, each session has a phone of its
own, and so has each name in an address that ends in /mcp?phone=NAME. The tools that act have mobile-mcp's names and
arguments; list_tasks, start_task, score, save_state and restore_state are ours.""",
    )
    add = made.add_argument
    add(
        "--image", default="android10", metavar="NAME",
        help="the phone's image while no task is played: android10, android13 or androidlab (default: android10)",
    )  # fmt: skip
    add(
        "--http", type=int, metavar="PORT",
        help="serve HTTP on this port of loopback, at /mcp; 0 for any free one",
    )  # fmt: skip
    add(
        "--phones", type=shared.from_one, default=256, metavar="N",
        help="maximum number of phones at once over HTTP (default: %(default)s)",
    )  # fmt: skip
    add(
        "--show-screen", action="store_true",
        help="let tools that act, start_task and restore_state also return the elements of the screen, so that a step "
        "takes one call",
    )  # fmt: skip
    add(
        "--training", action="store_true",
        help="refuse instances and configurations that are for validation or tests, since the client is being trained",
    )  # fmt: skip
    shared.add_split(made)
    shared.add_reward(made, None)
    shared.add_judge(made)


def _serve(arguments: argparse.Namespace) -> int:
    extras.require("bmoca mcp", "mcp")
    from bmoca_gym.integrations.mcp.server import server
    from bmoca_gym.integrations.phones import IDLE, Phones
    from bmoca_gym.integrations.session import PhoneSession

    if arguments.split and not arguments.training:
        raise ArgumentError("--split says what training may not see: give --training with it.")
    make = functools.partial(
        PhoneSession, arguments.image, arguments.reward, arguments.judge, held_out=not arguments.training,
        split=arguments.split,
    )  # fmt: skip
    one = make()  # an unknown image is an error at once
    if arguments.http is None:
        # Otherwise Ctrl+C would only be noted while a thread waits for the next line.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if sys.stdin.isatty():
            print(_WAITS, file=sys.stderr, flush=True)
        server(one, arguments.show_screen).run("stdio")
        return 0
    import uvicorn

    from bmoca_gym.integrations.mcp.ids import UniqueIds
    from bmoca_gym.play.server import listen

    listening = listen(arguments.http)
    served = server(Phones(make, arguments.phones), arguments.show_screen).streamable_http_app(
        json_response=True, session_idle_timeout=IDLE, max_sessions=arguments.phones
    )
    served.add_middleware(UniqueIds)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn.Config(served, log_level="warning", timeout_graceful_shutdown=1)).run(
            sockets=[listening]
        )
    return 0
