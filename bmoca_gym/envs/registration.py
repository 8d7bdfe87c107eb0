"""Registration of the Gymnasium ids. The ids are registered as strings, so that nothing else is imported."""

from __future__ import annotations

from gymnasium.envs.registration import registry

from bmoca_gym import suite_names

#: Gymnasium id -> its tasks: one task, or for a suite's ``<Prefix>-v0`` those that it draws from.
IDS: dict[str, str] = suite_names.gym_ids()


def register_all() -> None:
    """Register every id of `IDS` that is not registered yet."""
    for gym_id, tasks in IDS.items():
        if gym_id not in registry:
            suite_names.register(gym_id, tasks)
