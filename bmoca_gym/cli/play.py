"""``bmoca play``: a page on which a person plays a phone."""

from __future__ import annotations

import argparse
import webbrowser
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "play",
        _play,
        "open a page on which you play the phone: tasks, time travel, inspector, recording",
        "  bmoca play\n  bmoca play --device avd\n  bmoca play --port 8000 --no-browser",
    )
    made.add_argument("--device", default="embedded", help=shared.DEVICE)
    made.add_argument(
        "--port", type=int, default=0, metavar="N", help="on loopback (default: any that is free)"
    )
    made.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    made.add_argument(
        "--demos",
        type=Path,
        default=Path("demos"),
        metavar="DIR",
        help="the dataset that recorded demonstrations are added to (default: demos)",
    )
    shared.add_judge(made)


def _play(arguments: argparse.Namespace) -> int:
    from bmoca_gym.play import server
    from bmoca_gym.play.session import Session

    listening = server.listen(arguments.port)
    make = partial(Session, arguments.device, arguments.judge, arguments.demos)
    if arguments.device == "embedded":
        made_server = server.Server(make)
    else:
        one = make()  # what is wrong with the phone is said here, not on the page
        made_server = server.Server(lambda: one, shared=True)
    address = f"http://{server.LOOPBACK}:{listening.getsockname()[1]}/?token={made_server.token}"
    print(f"The phone is at {address}\nStop with Ctrl+C.", flush=True)
    if not arguments.no_browser:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        server.web_server(made_server).run(sockets=[listening])
    return 0
