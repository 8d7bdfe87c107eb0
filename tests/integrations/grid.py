"""Models that answer by a script: the expert's steps as calls of the tools, or HOME at each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bmoca_gym import agents, randomization, tasks
from bmoca_gym.agents.language import solutions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.text_actions import parse
from tests.playing import play

Call = tuple[str, dict[str, Any]]

#: What is played: the expert in the first configuration, an agent that does nothing in the second.
TASKS = ["Alarm", "turn_on_airplane_mode", "Calculator", "Call911", "androidworld/contacts_add_contact"]
CONFIGURATIONS = ["000", "001"]
#: Text actions and the tools that do the same, with the name of their argument.
_TOOLS = {
    "tap": ("tap", "element"),
    "swipe": ("swipe", "direction"),
    "press": ("press", "key"),
    "type": ("type_text", "text"),
    "finish": ("finish", "message"),
}


def calls(task: str, seed: int, configuration: str) -> Iterator[Call]:
    """Return the calls of a model that plays a row of the grid of `TASKS` and `CONFIGURATIONS`."""
    template = tasks.templates(task)[0]
    one = template.task(seed)
    if configuration != CONFIGURATIONS[0]:
        yield from [("press", {"key": "HOME"})] * one.step_limit
        return
    env = PhoneEnv(tasks=template, observation="text", action="text")
    for shown in solutions.play(env, one, randomization.get(configuration)):
        call = parse(shown.action)
        tool, argument = _TOOLS[call.name]
        value = int(call.arguments[0]) if tool == "tap" else call.arguments[0]
        yield tool, {argument: value}


def ours(seed: int = 0) -> dict[tuple[str, str], tuple[bool, float, int]]:
    """Play the grid by our own agents. Return success, score and steps by task and configuration.

    seed: number of the instance of tasks with parameters.
    """
    found = {}
    for template in tasks.templates(TASKS):
        for name, configuration in zip(("expert", "noop"), CONFIGURATIONS, strict=True):
            one = template.first
            modes = agents.entry(name)
            action = modes.action if one.ends == "success" else modes.finishing or modes.action
            env = PhoneEnv(tasks=template, environments=configuration, action=action, observation="text")
            info = play(env, name, **({"task_seed": seed} if template.parameters else {})).info
            found[template.id, configuration] = (info["success"], info["score"], info["steps"])
    return found
