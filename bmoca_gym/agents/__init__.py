"""Agents: what acts on the phone. `create` makes one by name, `AGENTS` lists those of the package."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.agents.agent import Agent
from bmoca_gym.agents.options import Option, check, load
from bmoca_gym.envs.names import ActionModeName, ObservationModeName
from bmoca_gym.errors import BmocaError, MissingLibraryError, UnknownAgentError, nearest

__all__ = [
    "AGENTS",
    "Agent",
    "AgentEntry",
    "Option",
    "create",
    "entry",
    "environment_arguments",
    "identity",
    "options",
    "options_of",
]


class AgentEntry(NamedTuple):
    """An agent by name.

    Attributes:
        target: where its class is, ``module:name``.
        summary: what it is, in a few words.
        action: the action mode that it is evaluated with by default.
        observation: the observation mode, likewise.
        options: the module, or the object in one (``module:name``, ``module:table[key]``), with its table of options,
            ``OPTIONS``; empty where it has none. It may have functions of the options too: ``resolve`` fills in what is
            not given, ``environment`` gives arguments of ``gym.make``, ``identity`` what must agree for a run to go on
            in a results folder.
        given: further arguments of its class.
        finishing: the action mode in which it can end an episode itself, where that is another one.
        finishing_options: options that it has by default where it has to end episodes itself.
        waits: whether it mostly waits for answers: several then play in threads of one process.
    """

    target: str
    summary: str
    action: ActionModeName = "discrete"
    observation: ObservationModeName = "pixels"
    options: str = ""
    given: tuple[tuple[str, Any], ...] = ()
    finishing: ActionModeName | None = None
    finishing_options: tuple[tuple[str, Any], ...] = ()
    waits: bool = False


def _recipe(name: str, action: ActionModeName, observation: ObservationModeName, whose: str) -> AgentEntry:
    return AgentEntry(
        "bmoca_gym.agents.language.recipe:RecipeAgent",
        f"asks a language model as {whose}",
        action,
        observation,
        options=f"bmoca_gym.agents.language.recipe:RECIPES[{name}]",
        given=(("recipe", name),),
        waits=True,
    )


AGENTS: dict[str, AgentEntry] = {
    "expert": AgentEntry(
        "bmoca_gym.agents.expert:ExpertAgent", "follows the task's expert", "dual_gesture", finishing="text"
    ),
    "llm": AgentEntry(
        "bmoca_gym.agents.language.agent:LanguageAgent",
        "asks a language model",
        "text",
        "text",
        options="bmoca_gym.agents.language.options",
        finishing_options=(("actions", "all"),),
        waits=True,
    ),
    "m3a": _recipe("m3a", "json", "both", "AndroidWorld's M3A"),
    "t3a": _recipe("t3a", "json", "text", "AndroidWorld's T3A"),
    "seeact": _recipe("seeact", "json", "both", "SeeAct"),
    "al-xml": _recipe("al-xml", "calls", "text", "AndroidLab's XML mode"),
    "al-xml-react": _recipe("al-xml-react", "calls", "text", "AndroidLab's XML mode with ReAct"),
    "al-xml-seeact": _recipe("al-xml-seeact", "calls", "text", "AndroidLab's XML mode with SeeAct"),
    "al-som": _recipe("al-som", "numbered_calls", "pixels", "AndroidLab's SoM mode"),
    "al-som-react": _recipe("al-som-react", "numbered_calls", "pixels", "AndroidLab's SoM mode with ReAct"),
    "al-som-seeact": _recipe("al-som-seeact", "calls", "both", "AndroidLab's SoM mode with SeeAct"),
    "noop": AgentEntry("bmoca_gym.agents.simple:NoopAgent", "presses HOME at each step"),
    "quitter": AgentEntry("bmoca_gym.agents.simple:QuitterAgent", "ends the episode at once", "text"),
    "random": AgentEntry("bmoca_gym.agents.simple:RandomAgent", "draws each action at random"),
}

#: The entry points that name agents of other packages: ``mine = my_package.agents:MyAgent`` gives ``--agent mine``.
GROUP = "bmoca_gym.agents"

#: Where the agent of a trained policy is; it is made with ``path``.
POLICY_AGENT = "bmoca_gym.policies.agent:PolicyAgent"


@cache
def offered() -> dict[str, str]:
    """The agents of other packages by name, with the classes that they are, ``module:name``."""
    named = {point.name: point.value for point in entry_points(group=GROUP)}
    return {name: named[name] for name in sorted(named) if name not in AGENTS}


def entry(name: str) -> AgentEntry:
    """The entry of an agent: a name of `AGENTS` or of another package, a policy's path, or ``module:name`` of a class.

    Raises:
        UnknownAgentError: the name is not registered, names no file, and is not of the form ``module:name``.
    """
    if name in AGENTS:
        return AGENTS[name]
    if name in offered():
        return AgentEntry(offered()[name], "an agent of another package")
    if name and Path(name).exists():
        return AgentEntry(POLICY_AGENT, "a trained policy", given=(("path", Path(name)),))
    module, _, attribute = str(name).partition(":")
    if module and attribute:
        return AgentEntry(name, "an agent of your own")
    if str(name).endswith(".zip"):
        raise UnknownAgentError(
            f"There is no checkpoint {str(name)!r}. Training leaves one, policy.zip in the folder that `out` names: "
            "bmoca train bc out=runs/bc"
        )
    raise UnknownAgentError(
        f"There is no agent {name!r}.{nearest(str(name), (*AGENTS, *offered()))} Agents: "
        f"{', '.join((*AGENTS, *offered()))}; "
        "or module:name for a class of your own."
    )


def options_of(name: str) -> tuple[Option, ...]:
    """The table of an agent's options."""
    module = load(entry(name).options)
    return () if module is None else module.OPTIONS


def options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of an agent, from those that are given.

    Raises:
        SettingsError: an option that the agent does not have, or a value that it may not have.
    """
    checked = check(name, options_of(name), given)
    resolve = getattr(load(entry(name).options), "resolve", None)
    return resolve(checked) if resolve else checked


def environment_arguments(name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``gym.make`` that go with an agent's options; ``chosen``: all of them."""
    found = getattr(load(entry(name).options), "environment", None)
    return found(chosen) if found else {}


def identity(name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options of an agent that must agree for a run to go on in a results folder."""
    found = getattr(load(entry(name).options), "identity", None)
    scored = [option.name for option in options_of(name) if option.scored]
    return found(chosen) if found else {name: chosen[name] for name in scored}


def create(name: str, given: Mapping[str, Any] | None = None, folder: Path | None = None) -> Agent:
    """A new agent: a name, a policy's path, or ``module:name`` of a class that is called without arguments.

    Args:
        name: which.
        given: its options, where it has any.
        folder: a results folder; an agent with the option ``cache`` keeps responses there unless told otherwise.

    Raises:
        UnknownAgentError: there is no such agent, its module can't be imported or what it names is not an agent.
        SettingsError: see `options`.
    """
    known = entry(name)
    chosen = options(name, given or {})
    if folder is not None and chosen.get("cache") == "":
        chosen["cache"] = str(folder / "responses")
    try:
        made = _class(known)(**dict(known.given), **chosen)
    except (BmocaError, MissingLibraryError):
        raise
    except (Exception, SystemExit) as error:  # what somebody else's class does when it is made is theirs
        raise _unmade(name, error) from error
    if not isinstance(made, Agent):
        raise UnknownAgentError(f"The agent {name!r} is a {type(made).__name__} without name, reset and act.")
    return made


def check_class(name: str) -> None:
    """Raise where an agent that is not of this package has no class: before an evaluation writes anything.

    Raises:
        UnknownAgentError: see `create`.
    """
    known = entry(name)
    if name in AGENTS or known.given:
        return
    try:
        _class(known)
    except (Exception, SystemExit) as error:  # what somebody else's module does when it is imported is theirs
        raise _unmade(name, error) from error


def _class(known: AgentEntry) -> Any:
    module, _, attribute = known.target.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _unmade(name: str, error: BaseException) -> UnknownAgentError:
    return UnknownAgentError(
        f"The agent {name!r} can't be made: {type(error).__name__}: {error}. Give module:name of a class "
        "that takes no arguments."
    )
