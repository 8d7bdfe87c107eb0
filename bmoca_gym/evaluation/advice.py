"""Advice for an agent whose actions were never valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bmoca_gym import agents
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.recognition import formats_reading, modes_reading
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import UnknownAgentError, cut

#: The screen on which an action is tried in other grammars, in px.
_SIZE = (1080, 2400)


def never_valid(episodes: Sequence[Episode], identity: Mapping[str, Any]) -> str:
    """Report that no action of a run was valid: the first reason with its text, and what to do.

    Args:
        episodes: the episodes of the run.
        identity: the settings of the run, as in ``run.json``.

    Returns:
        One line; "" if an action was valid, or there were none.
    """
    steps = sum(episode.steps for episode in episodes)
    if not steps or steps > sum(episode.wrong_formats for episode in episodes):
        return ""
    first = next((one.first_invalid for one in episodes if one.first_invalid), None)
    if first is None:  # a record of an earlier version has the reason only
        reason = next(one.actions[0] for one in episodes if one.actions).removeprefix("wrong format: ")
        return f"0 of {steps} actions were valid: {reason}"
    said = f"0 of {steps} actions were valid. The first was {cut(first['text'])}: {first['reason']}"
    return f"{said} {what_to_do(str(first['kind']), str(first['text']), identity)}"


def what_to_do(kind: str, text: str, identity: Mapping[str, Any]) -> str:
    """Say what to do about an invalid action.

    Args:
        kind: its kind, one of `outcomes.INVALID`.
        text: the action.
        identity: the settings of the run, as in ``run.json``.
    """
    agent, mode = str(identity.get("agent")), str(identity.get("action"))
    if kind == "refused":
        return "The model refuses these tasks: use another model or another prompt."
    frame = Frame(_SIZE, _SIZE)
    fitting = [one.name for one in formats_reading(text, frame) if one.name not in (agent, mode)]
    if asks_model(agent):
        if kind == "off_screen":
            return (
                "The model's coordinates are on another scale than this agent's"
                + (f"; agents that read them: {', '.join(fitting)}." if fitting else ".")
                + " Check the size of the pictures too, and whether the server resizes them."
            )
        if fitting:
            return f"Agents that read this answer: {', '.join(fitting)} (--agent)."
        return (
            "Check the prompt, the model's chat template and --answer-tokens, or use an agent for this model: "
            "`bmoca agents` lists them."
        )
    modes = [one for one in (*modes_reading(text), *fitting) if one != mode]
    if modes:
        return f"Action modes that read this action: {', '.join(modes)} (--action)."
    return f"The action mode is {mode!r} (--action). docs/environment.md describes the actions of each mode."


def asks_model(agent: str) -> bool:
    """Whether an agent's options name a language model."""
    try:
        return any(option.name == "model" for option in agents.options_of(agent))
    except UnknownAgentError:
        return False
