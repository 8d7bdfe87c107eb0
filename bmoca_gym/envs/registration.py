"""The Gymnasium ids. ``import bmoca_gym`` registers them, as strings: making one imports what it names."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

#: Gymnasium id -> the tasks of its episodes. Each of the six is one of the paper's representative tasks.
IDS: dict[str, str] = {
    "BMoCA-v0": "representative",
    "BMoCA-Alarm-v0": "create_alarm_at_10_30_am",
    "BMoCA-AlarmComplex-v0": "create_alarm_at_10_30_am_on_every_weekday",
    "BMoCA-Calculator-v0": "input_cos_180_in_calculator",
    "BMoCA-Call-v0": "call_the_white_house_202_456_1111",
    "BMoCA-Language-v0": "go_to_add_a_language_page_in_setting",
    "BMoCA-Wikipedia-v0": (
        "disable_the_top_2_and_randomizer_topics_in_the_feed_customization_settings_on_wikipedia_"
        "and_go_back_to_the_feed"
    ),
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
