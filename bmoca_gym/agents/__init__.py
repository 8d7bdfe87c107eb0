"""Agents: what acts on the phone. `create` makes one by name, `AGENTS` lists those of the package."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from bmoca_gym.agents.agent import Agent
from bmoca_gym.errors import UnknownAgentError, nearest

__all__ = ["AGENTS", "Agent", "AgentEntry", "create", "entry"]


class AgentEntry(NamedTuple):
    """Where an agent is (``module:name``), what it is, and the modes it is evaluated with by default."""

    target: str
    summary: str
    action: str = "discrete"
    observation: str = "pixels"


AGENTS: dict[str, AgentEntry] = {
    "expert": AgentEntry("bmoca_gym.agents.expert:ExpertAgent", "follows the task's expert", "dual_gesture"),
    "noop": AgentEntry("bmoca_gym.agents.simple:NoopAgent", "presses HOME at each step"),
    "random": AgentEntry("bmoca_gym.agents.simple:RandomAgent", "draws each action at random"),
}


def entry(name: str) -> AgentEntry:
    """The entry of an agent: a name of `AGENTS`, or ``module:name`` of a class of your own.

    Raises:
        UnknownAgentError: the name is not registered and is not of the form ``module:name``.
    """
    if name in AGENTS:
        return AGENTS[name]
    module, _, attribute = str(name).partition(":")
    if module and attribute:
        return AgentEntry(name, "an agent of your own")
    raise UnknownAgentError(
        f"There is no agent {name!r}.{nearest(str(name), AGENTS)} Agents: {', '.join(AGENTS)}; "
        "or module:name for a class of your own."
    )


def create(name: str) -> Agent:
    """A new agent: a name of `AGENTS`, or ``module:name`` of a class that is called without arguments.

    Raises:
        UnknownAgentError: there is no such agent, its module can't be imported or what it names is no agent.
    """
    module, _, attribute = entry(name).target.partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except Exception as error:  # what somebody else's class does when it is made is theirs
        raise UnknownAgentError(
            f"The agent {name!r} can't be made: {type(error).__name__}: {error}. Give module:name of a class "
            "that takes no arguments."
        ) from error
    if not isinstance(made, Agent):
        raise UnknownAgentError(f"The agent {name!r} is a {type(made).__name__} without name, reset and act.")
    return made
