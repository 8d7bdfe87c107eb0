"""Tools of our own: they list, start and end tasks, tell scores, and keep states."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from bmoca_gym import tasks
from bmoca_gym.envs.actions import Answer, Finish
from bmoca_gym.errors import BmocaError, UnknownTaskError, cut
from bmoca_gym.integrations.mcp.answers import Phone, elements, told
from bmoca_gym.integrations.names import check_choice

#: Most tasks that are listed at once.
_MOST_LISTED = 200


def task_tools(phone: Phone, shows: bool) -> tuple[Callable[..., Any], ...]:
    """Return the tools. ``shows``: whether start_task and restore_state answer with the elements of the screen too."""

    def list_tasks(choice: str = "representative", contains: str = "") -> str:
        """List tasks, one a line: id and instruction.

        choice: representative, all, app:Clock, androidworld/all, androidlab/all, or an id. contains: words to look for.
        """
        words = contains.casefold().split()
        try:
            check_choice("choice", choice)
            found = tasks.select(choice)
        except BmocaError as error:
            raise ToolError(str(error)) from error
        lines = [f"{task.suite}/{task.id.rpartition('/')[2]}: {task.instruction}" for task in found]
        lines = [line for line in lines if all(word in line.casefold() for word in words)]
        more = [f"… and {len(lines) - _MOST_LISTED} more"] if len(lines) > _MOST_LISTED else []
        return "\n".join([*lines[:_MOST_LISTED], *more]) or "No task matches."

    def start_task(task: str, seed: int | None = None, configuration: str = "") -> str:
        """Start a task on a new phone. Returns its instruction.

        task: an id of list_tasks. seed: number of the instance, for tasks with parameters; without it the first.
        configuration: id of a configuration of the phone, such as 000 or androidworld/pixel_6.
        """
        try:
            check_choice("task", task)
            check_choice("configuration", configuration)
            instruction = phone().start(task, seed, configuration)
        except UnknownTaskError as error:
            raise ToolError(f"{error} Here, the tool list_tasks lists them.") from error
        except BmocaError as error:
            raise ToolError(str(error)) from error
        return f"{instruction}\n{elements(phone())}" if shows else instruction

    def score() -> str:
        """Say how the task stands, as JSON: success, score, sub-goals, evidence, steps, whether the episode is over."""
        try:
            return json.dumps(phone().score(), ensure_ascii=False)
        except BmocaError as error:
            raise ToolError(str(error)) from error

    def save_state(name: str) -> str:
        """Keep the state of the phone and of the task under a name."""
        return told(phone, lambda: phone().save(name), f"Saved {cut(name)}.")

    def restore_state(name: str) -> str:
        """Go on from a state that save_state kept, as often as you like. start_task drops the states."""
        return told(phone, lambda: phone().restore(name), f"Restored {cut(name)}.", shows)

    def answer(text: str) -> str:
        """Answer the task's question."""
        return told(phone, lambda: phone().act(Answer(text)), "Answered.")

    def finish(message: str = "") -> str:
        """End the task when it is done, or can't be done."""
        return told(phone, lambda: phone().act(Finish(message)), "Finished.")

    return list_tasks, start_task, score, save_state, restore_state, answer, finish
