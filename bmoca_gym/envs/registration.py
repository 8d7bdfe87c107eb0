"""The Gymnasium ids. ``import bmoca_gym`` registers them, as strings: making one imports what it names."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

#: Gymnasium id -> the tasks of its episodes: the paper's six representative tasks, each by its short name.
IDS: dict[str, str] = {
    "BMoCA-v0": "representative",
    "BMoCA-Alarm-v0": "Alarm",
    "BMoCA-AlarmComplex-v0": "AlarmComplex",
    "BMoCA-Calculator-v0": "Calculator",
    "BMoCA-Call-v0": "Call",
    "BMoCA-Language-v0": "Language",
    "BMoCA-Wikipedia-v0": "Wikipedia",
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
