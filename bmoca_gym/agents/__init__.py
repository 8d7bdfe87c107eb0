"""Agents that act on the phone. `create` makes an agent by name; `AGENTS` lists the package's agents."""

from __future__ import annotations

import contextlib
import importlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym import lazy
from bmoca_gym.agents.agent import Agent
from bmoca_gym.agents.options import Option, check, load
from bmoca_gym.envs.names import ActionModeName, ObservationModeName
from bmoca_gym.errors import BmocaError, UnknownAgentError, nearest
from bmoca_gym.registry import load_plugins

if TYPE_CHECKING:
    from bmoca_gym.agents.expert import ExpertAgent
    from bmoca_gym.agents.simple import NoopAgent, QuitterAgent, RandomAgent

__all__ = [
    "AGENTS",
    "Agent",
    "AgentEntry",
    "ExpertAgent",
    "NoopAgent",
    "Option",
    "QuitterAgent",
    "RandomAgent",
    "create",
    "entry",
    "environment_arguments",
    "identity",
    "names",
    "options",
    "options_of",
    "register_agent",
]

# An agent's class is imported when it is first used.
__getattr__, __dir__ = lazy.exports(
    __name__,
    {"ExpertAgent": "bmoca_gym.agents.expert:ExpertAgent"}
    | {name: f"bmoca_gym.agents.simple:{name}" for name in ("NoopAgent", "QuitterAgent", "RandomAgent")},
)


class AgentEntry(NamedTuple):
    """An agent's entry.

    Attributes:
        target: the place of its class, ``module:name``.
        summary: a short description.
        action: its default action mode in evaluations.
        observation: its default observation mode in evaluations.
        options: the module or object (``module``, ``module:name``, ``module:table[key]``) with its table of options,
            ``OPTIONS``; empty without options. It may also have functions of the options: ``resolve`` fills in missing
            ones, ``environment`` returns arguments of ``gym.make``, ``identity`` returns the options that must be equal
            to resume a run.
        given: further arguments of its class.
        finishing: the action mode in which it can end an episode; None if that is ``action``.
        finishing_options: default options for tasks that the agent has to end.
        waits: whether it mostly waits for answers. Several such agents play in threads of one process.
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


def register_agent(name: str, made: AgentEntry) -> None:
    """Register an agent for ``bmoca evaluate --agent name``. It replaces an earlier one of that name."""
    AGENTS[name] = made


#: A word of a class's name: LLM and Agent in LLMAgent.
_WORD = re.compile(r"[A-Z][A-Z\d]*(?![a-z])|[A-Z]?[^A-Z_]+")

#: Group of entry points for agents of other packages: ``mine = my_package.agents:MyAgent`` adds ``--agent mine``.
GROUP = "bmoca_gym.agents"

#: The agent of a trained policy, and its options. Its argument is ``path``.
POLICY_AGENT = "bmoca_gym.policies.agent:PolicyAgent"
POLICY_OPTIONS = "bmoca_gym.agents.policy_options"


@cache
def offered() -> dict[str, str]:
    """List the agents of other packages: their names, and their classes as ``module:name``."""
    load_plugins()
    named = {point.name: point.value for point in entry_points(group=GROUP)}
    return {name: named[name] for name in sorted(named) if name not in AGENTS}


def names() -> tuple[str, ...]:
    """List the agents of this package and those that plugins register."""
    load_plugins()
    return (*AGENTS,)


def entry(name: str) -> AgentEntry:
    """Return the entry of an agent.

    ``name``: a name in `AGENTS` or of another package, the path of a policy, or ``module:name`` of a class.

    Raises:
        UnknownAgentError: the name is unknown, is not a file, and does not have the form ``module:name``.
    """
    load_plugins()
    if name in AGENTS:
        return AGENTS[name]
    if name in offered():
        return AgentEntry(offered()[name], "an agent of another package")
    if name and Path(name).exists():
        return AgentEntry(
            POLICY_AGENT,
            "a trained policy",
            options=POLICY_OPTIONS,
            given=(("path", Path(name)),),
        )
    module, _, attribute = str(name).partition(":")
    if module and attribute:
        return AgentEntry(name, "an agent of your own")
    if str(name).endswith(".zip"):
        raise UnknownAgentError(
            f"There is no checkpoint {str(name)!r}. Training writes policy.zip into the folder `out`: "
            "bmoca train bc out=runs/bc"
        )
    raise UnknownAgentError(
        f"There is no agent {name!r}.{nearest(str(name), (*AGENTS, *offered()))} Agents: "
        f"{', '.join((*AGENTS, *offered()))}; "
        "or module:name for a class of your own."
    )


def options_of(name: str) -> tuple[Option, ...]:
    """Return the table of an agent's options."""
    module = load(entry(name).options)
    return () if module is None else module.OPTIONS


def options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check given options, and add the defaults of the agent's other options.

    Raises:
        SettingsError: the agent does not have an option, or a value is invalid.
    """
    checked = check(name, options_of(name), given)
    resolve = getattr(load(entry(name).options), "resolve", None)
    return resolve(checked) if resolve else checked


def environment_arguments(name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of ``gym.make`` for an agent's options. ``chosen``: all options."""
    found = getattr(load(entry(name).options), "environment", None)
    return found(chosen) if found else {}


def identity(name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of an agent that must be equal to resume a run."""
    found = getattr(load(entry(name).options), "identity", None)
    scored = [option.name for option in options_of(name) if option.scored]
    return found(chosen) if found else {name: chosen[name] for name in scored}


def create(name: str, given: Mapping[str, Any] | None = None, folder: Path | None = None) -> Agent:
    """Make an agent.

    Args:
        name: a name, the path of a policy, or ``module:name`` of a class that takes no arguments.
        given: options of the agent.
        folder: a results folder. An agent with the option ``cache`` stores responses there by default.

    An agent without a ``name`` gets one: see `default_name`.

    Raises:
        UnknownAgentError: there is no such agent, its module can't be imported, or its class is not an agent.
        SettingsError: see `options`.
    """
    known = entry(name)
    chosen = options(name, given or {})
    if folder is not None and chosen.get("cache") == "":
        chosen["cache"] = str(folder / "responses")
    try:
        made = _class(known)(**dict(known.given), **chosen)
    except BmocaError:
        raise
    except (Exception, SystemExit) as error:  # a user's class may raise anything
        raise _unmade(name, error) from error
    if not hasattr(made, "name"):
        with contextlib.suppress(AttributeError, TypeError):  # not everything takes new attributes
            made.name = default_name(type(made))
    if not isinstance(made, Agent):
        raise UnknownAgentError(
            f"The agent {name!r} is a {type(made).__name__}; it must have the methods reset and act."
        )
    return made


def default_name(cls: type) -> str:
    """Return the name of an agent whose class gives it none: ``TapFirstAgent`` is called tap-first."""
    words = _WORD.findall(cls.__name__)
    if len(words) > 1 and words[-1] == "Agent":
        words.pop()
    return "-".join(words).lower() or cls.__name__


def check_class(name: str) -> None:
    """Check that the class of another package's agent can be imported, before an evaluation writes anything.

    Raises:
        UnknownAgentError: see `create`.
    """
    known = entry(name)
    if name in AGENTS or known.given:
        return
    try:
        _class(known)
    except (Exception, SystemExit) as error:  # a user's module may raise anything when it is imported
        raise _unmade(name, error) from error


def _class(known: AgentEntry) -> Any:
    module, _, attribute = known.target.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _unmade(name: str, error: BaseException) -> UnknownAgentError:
    return UnknownAgentError(
        f"The agent {name!r} can't be made: {type(error).__name__}: {error}. Give module:name of a class "
        "that takes no arguments."
    )
