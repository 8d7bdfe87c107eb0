"""``bmoca agents``: list the agents, or show one with its models and their published scores."""

from __future__ import annotations

import argparse
from typing import Any

from bmoca_gym.cli import shared


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "agents",
        _agents,
        "list the agents and what they need, or show one with its models, their scores and how to serve them",
        """\
  bmoca agents
  bmoca agents ui-tars-1.5""",
    )
    made.add_argument("agent", nargs="?", help="the name of an agent (default: list all)")


def _agents(arguments: argparse.Namespace) -> int:
    """``bmoca agents``."""
    from bmoca_gym import agents

    if arguments.agent is not None:
        return _one(arguments.agent)
    names = [*agents.names(), *agents.offered()]
    known = [(name, agents.entry(name)) for name in names]
    rows = [(name, one.summary, one.action, one.observation, needs(name)) for name, one in known]
    shared.print_table(["agent", "what it does", "action", "observation", "needs"], rows)
    print("Others: the path of a policy.zip, or module:name of your own class. Next: bmoca agents AGENT")
    return 0


def needs(name: str) -> str:
    """Say what an agent needs besides the package: an extra, an endpoint."""
    from bmoca_gym import agents
    from bmoca_gym.agents.options import load

    known = agents.entry(name)
    if known.target == agents.POLICY_AGENT:
        return "extra learning"
    if not any(option.name == "model" for option in agents.options_of(name)):
        return ""
    vendor = getattr(load(known.options), "vendor", None)
    if vendor is not None:
        return f"extra {vendor.extra}, a key"
    pictures = known.observation in ("pixels", "both")
    return f"extra llm, an endpoint with a {'multimodal model' if pictures else 'model'}"


def _one(name: str) -> int:
    from bmoca_gym import agents
    from bmoca_gym.agents.language.formats import makers

    known = agents.entry(name)
    print(f"{name}: {known.summary}")
    print(f"Modes: action {known.action}, observation {known.observation}")
    if needs(name):
        print(f"Needs: {needs(name)}")
    maker = makers.makers().get(name)
    if maker is None:
        model = " --model NAME --base-url http://localhost:8000/v1" if known.waits else ""
        recipe = (
            " --recipe FILE" if any(option.name == "recipe" for option in agents.options_of(name)) else ""
        )
        print(f"Play:\n  bmoca evaluate --agent {name}{recipe}{model}")
        own = known.target.startswith("bmoca_gym.agents.language.generic")
        page = "models/generic" if own else "language-agents" if known.waits else "evaluation"
        print(f"More: docs/{page}.md")
        return 0
    if maker.weights:
        unsure = " (not named in its maker's repository: check the id)" if maker.unconfirmed else ""
        print(f"Open weights: {', '.join(maker.weights)}{unsure}")
    elif maker.hosted:
        print("Open weights: none; a vendor serves the models")
    for program, command in makers.serving(name).items():
        print(f"Serve the weights from their folder, or by this id of a hub, with {program}:\n  {command}")
    model = maker.weights[0] if maker.weights else "NAME"
    address = " --base-url http://localhost:8000/v1" if maker.weights else ""
    print(f"Play:\n  bmoca evaluate --agent {name} --model {model}{address} --suite androidworld")
    if maker.published:
        print(f"Published scores in percent, as of {makers.as_of()} (not measured here):")
        rows = [tuple(one) for one in maker.published]
        shared.print_table(["benchmark", "model", "score", "by", "source"], rows)
    else:
        print("Published scores: none that this package knows of")
    print(f"More: docs/models/{maker.page}.md")
    return 0
