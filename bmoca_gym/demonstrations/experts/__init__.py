"""The registry of experts: which task is done by which expert. `expert_for` makes one."""

from __future__ import annotations

import importlib

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.errors import UnknownExpertError, nearest

__all__ = ["EXPERTS", "expert_for"]

#: Task id -> ``module:name`` of what is called without arguments to make it, imported when it is asked for.
EXPERTS: dict[str, str] = {
    task: f"bmoca_gym.demonstrations.experts.{target}"
    for task, target in {
        "create_alarm_at_10_30_am": "alarms:alarm_at_10_30",
        "create_alarm_at_10_30_am_on_every_weekday": "alarms:alarm_at_10_30_on_weekdays",
        "input_cos_180_in_calculator": "calculations:cosine_of_180",
        "call_the_white_house_202_456_1111": "calls:white_house",
        "go_to_add_a_language_page_in_setting": "languages:AddLanguageExpert",
        "disable_the_top_2_and_randomizer_topics_in_the_feed_customization_settings_on_wikipedia_"
        "and_go_back_to_the_feed": "encyclopedia:top_two_and_randomizer",
    }.items()
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
