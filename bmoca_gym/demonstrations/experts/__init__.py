"""The registry of experts: which task is done by which expert. `expert_for` makes one."""

from __future__ import annotations

import importlib
from typing import Any

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.demonstrations.experts.recipes import RECIPES, Recipe
from bmoca_gym.errors import UnknownExpertError, cut, nearest

__all__ = ["EXPERTS", "expert_for"]

#: Task id -> what its expert is made of; its module is imported when it is asked for.
EXPERTS: dict[str, Recipe] = dict(RECIPES)


def expert_for(task_id: str) -> Expert:
    """The expert of a task, new: one serves one episode.

    Raises:
        UnknownExpertError: the task has no expert.
    """
    recipe = EXPERTS.get(task_id) if isinstance(task_id, str) else None
    if recipe is None:
        raise UnknownExpertError(
            f"The task {cut(task_id)} has no expert.{nearest(str(task_id)[:120], EXPERTS)} "
            "`bmoca tasks --json` says which tasks have one."
        )
    expert: Expert = _made(recipe)
    return expert


def _made(recipe: Recipe) -> Any:
    module, _, name = recipe[0].partition(":")
    arguments = [_made(part) if _is_recipe(part) else part for part in recipe[1:]]
    return getattr(importlib.import_module(module, __name__), name)(*arguments)


def _is_recipe(argument: object) -> bool:
    return isinstance(argument, tuple) and bool(argument) and ":" in str(argument[0])
