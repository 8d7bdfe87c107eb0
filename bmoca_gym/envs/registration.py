"""The Gymnasium ids. ``import bmoca_gym`` registers them, as strings: making one imports what it names."""

from __future__ import annotations

from gymnasium.envs.registration import registry

from bmoca_gym import suite_names

#: Gymnasium id -> the tasks of its episodes: those that a suite's ``<Prefix>-v0`` draws from, or the one of that name.
IDS: dict[str, str] = suite_names.gym_ids()


def register_all() -> None:
    """Register every id of `IDS` that is not registered yet."""
    for gym_id, tasks in IDS.items():
        if gym_id not in registry:
            suite_names.register(gym_id, tasks)
