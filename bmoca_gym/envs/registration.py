"""The Gymnasium ids. ``import bmoca_gym`` registers them, as strings: making one imports what it names."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

from bmoca_gym import task_names

#: Gymnasium id -> the tasks of its episodes: the six representative ones, or the one of that short name.
IDS: dict[str, str] = {
    "BMoCA-v0": "representative",
    **{f"BMoCA-{name}-v0": name for name in task_names.published()},
}


def register_all() -> None:
    """Register every id of `IDS` that is not registered yet.

    No id has a ``max_episode_steps``: the step limit is the task's, so the environment truncates itself.
    """
    for gym_id, tasks in IDS.items():
        if gym_id not in registry:
            register(
                gym_id,
                entry_point="bmoca_gym.envs.environment:BMoCAEnv",
                vector_entry_point="bmoca_gym.envs.vector:BMoCAVectorEnv",
                kwargs={"tasks": tasks},
            )
