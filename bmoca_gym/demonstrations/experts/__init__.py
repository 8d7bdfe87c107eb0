"""The registry of experts: which task is done by which expert. `expert_for` makes one."""

from __future__ import annotations

import importlib

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.errors import UnknownExpertError, nearest

__all__ = ["EXPERTS", "expert_for"]

#: Task id -> ``module:name`` of what is called without arguments to make it, imported when it is asked for.
EXPERTS: dict[str, str] = {
    "call_the_white_house_202_456_1111": "bmoca_gym.demonstrations.experts.calls:white_house",
    "input_cos_180_in_calculator": "bmoca_gym.demonstrations.experts.calculations:cosine_of_180",
    "create_alarm_at_10_30_am": "bmoca_gym.demonstrations.experts.alarms:alarm_at_10_30",
    "create_alarm_at_10_30_am_on_every_weekday": "bmoca_gym.demonstrations.experts.alarms:alarm_at_10_30_on_weekdays",
}


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
