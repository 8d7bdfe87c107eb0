"""Registers MiniWoB++'s actions with the package's four presets, its observations, its reward, and the interfaces."""

from bmoca_gym.envs.registries import register_action_mode, register_interface, register_observation
from bmoca_gym.envs.rewards import register_reward
from bmoca_gym.registry import made_by

for mode, shots in (("miniwob", True), ("miniwob-dom", False)):
    register_observation(mode, made_by("bmoca_gym.suites.miniwob_plus.observations:make", shots))
register_reward("miniwob", "bmoca_gym.suites.miniwob_plus.rewards:PageReward")
for name, preset in (
    ("miniwob", "all_supported"),
    ("miniwob-shi17", "shi17"),
    ("miniwob-liu18", "liu18"),
    ("miniwob-humphreys22", "humphreys22"),
):
    register_action_mode(name, made_by("bmoca_gym.suites.miniwob_plus.actions:make", preset))
    register_interface(name, action=name, observation="miniwob")
