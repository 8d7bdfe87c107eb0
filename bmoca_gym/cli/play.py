"""``bmoca play``: a page on which a person plays a phone."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from bmoca_gym.cli import agents, shared

#: Where the page is served unless --host says otherwise: see `bmoca_gym.play.server.LOOPBACK`.
LOOPBACK = "127.0.0.1"


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "play",
        _play,
        "open a page on which you play the phone: tasks, time travel, inspector, recording",
        """\
  bmoca play
  bmoca play --tasks mine.yaml
  bmoca play --task androidworld/contacts_add_contact
  bmoca play --agent results/ppo/policy.zip --agent checkpoints
  bmoca play --agent my_package.my_module:MyAgent --interface androidworld
  bmoca play --model gpt-4o --base-url http://localhost:8000/v1
  bmoca play --device avd
  bmoca play --port 8000 --token TOKEN --no-browser""",
    )
    made.add_argument("--device", default="embedded", help=shared.DEVICE)
    made.add_argument(
        "--tasks", metavar="FILE", default="", help="a file of tasks of your own, which the page offers first"
    )
    made.add_argument(
        "--task", metavar="ID", help="the task to begin with; see bmoca tasks (default: free play)"
    )
    made.add_argument(
        "--environment",
        metavar="ID",
        help="the configuration to begin with (default: " + shared.FIRST_ENVIRONMENT + ")",
    )
    made.add_argument("--port", type=int, default=0, metavar="N", help="the port (default: any that is free)")
    made.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="HOST",
        help=f"where to listen (default: {LOOPBACK})",
    )
    made.add_argument(
        "--token",
        metavar="TOKEN",
        help="a secret of 16 characters or more that lets a proxy open the page: see docs/play.md",
    )
    made.add_argument(
        "--results",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="results whose report the page shows, and whose episodes a link may open; may be repeated",
    )
    made.add_argument(
        "--interruptions",
        metavar="LEVEL",
        help="disturb the tasks, as bmoca evaluate does",
    )
    made.add_argument(
        "--side-effects",
        action="store_true",
        help="show what was changed besides the task",
    )
    made.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    made.add_argument(
        "--demos",
        type=Path,
        default=Path("demos"),
        metavar="DIR",
        help="the dataset that recorded demonstrations are added to (default: demos)",
    )
    made.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="AGENT",
        help="an agent to watch: a policy.zip, a folder with checkpoints, module:name, or a name such as noop; may be "
        "repeated. The page always lists the expert, random, the language agents and the checkpoints in runs/",
    )
    shared.add_interface(made, "agents with modes of their own keep those")
    shared.add_judge(made)
    agents.add_options(made)


def _play(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.agents import check_class, options
    from bmoca_gym.envs.choices import first_environment
    from bmoca_gym.play import runs, server
    from bmoca_gym.play.offers import offers
    from bmoca_gym.play.session import Session

    # Mistakes in the given names are reported here, not on the page.
    if arguments.tasks:
        tasks.suite(arguments.tasks)
    environment = None if arguments.environment is None else randomization.get(arguments.environment)
    task = tasks.select(arguments.task)[0] if arguments.task else None
    listening = server.listen(arguments.port, arguments.host, arguments.token)
    more = {"interruptions": arguments.interruptions, "side_effects": arguments.side_effects}
    recorded = runs.Runs(arguments.results)
    given = agents.given_options(arguments)
    if os.getcwd() not in sys.path:  # where --agent finds a module of the user's own
        sys.path.append(os.getcwd())
    for offer in offers(
        arguments.agent, given
    ).values():  # mistakes in them are reported here, not on the page
        asked = (
            {} if offer.model is None else {"model": offer.model or "any"}
        )  # the page may name another one
        options(offer.agent, {**offer.options, **asked})
        if offer.name in arguments.agent:
            check_class(offer.agent)

    def make() -> Session:
        session = Session(
            arguments.device, arguments.judge, arguments.demos, arguments.agent, given, arguments.tasks,
            arguments.interface, arguments.results, more,
        )  # fmt: skip
        if task is not None:
            session.begin(task.suite, task.id, environment=environment or first_environment(task))
        elif environment is not None:
            session.free(environment)
        return session

    proxied = arguments.token is not None
    if arguments.device == "embedded":
        made_server = server.Server(make, token=arguments.token, proxied=proxied, runs=recorded)
    else:
        one = make()  # problems with the phone are reported here, not on the page
        made_server = server.Server(
            lambda: one, shared=True, token=arguments.token, proxied=proxied, runs=recorded
        )
    host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    base, query = (
        f"http://{host}:{listening.getsockname()[1]}/",
        f"?{urlencode({'token': made_server.token})}",
    )
    address = base + query
    print(f"The phone is at {address}")
    for name in recorded.names:
        print(f"The report of {name} is at {base}reports/{quote(name)}/{query}")
    print("Stop with Ctrl+C.", flush=True)
    if not arguments.no_browser:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        server.web_server(made_server.application).run(sockets=[listening])
    return 0
