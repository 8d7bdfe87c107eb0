"""The registry of experts: which task is done by which expert. `expert_for` makes one."""

from __future__ import annotations

import importlib

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.errors import UnknownExpertError, nearest

__all__ = ["EXPERTS", "expert_for"]

#: Task id -> ``module:name`` of a class that is called without arguments, imported when it is asked for.
EXPERTS: dict[str, str] = {}


def expert_for(task_id: str) -> Expert:
    """The expert of a task.

    Raises:
        UnknownExpertError: the task has no expert.
    """
    target = EXPERTS.get(task_id)
    if target is None:
        raise UnknownExpertError(
            f"The task {task_id!r} has no expert.{nearest(str(task_id), EXPERTS)} Tasks with an expert: "
            f"{', '.join(sorted(EXPERTS)) or 'none'}."
        )
    module, _, name = target.partition(":")
    expert: Expert = getattr(importlib.import_module(module), name)()
    return expert
