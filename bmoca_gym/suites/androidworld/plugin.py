"""Registers AndroidWorld's JSON actions, element list, interfaces and pool reader."""

from bmoca_gym.envs.registries import register_action_mode, register_elements, register_interface
from bmoca_gym.registry import made_by
from bmoca_gym.tasks.checkout import register_pools

register_action_mode("json", made_by("bmoca_gym.suites.androidworld.json_actions:make"))
register_elements("androidworld", "bmoca_gym.suites.androidworld.elements:LIST")
register_interface("androidworld", action="json", observation="text", elements="androidworld")
register_interface(
    "androidworld-som", action="json", observation="both", elements="androidworld", set_of_mark=True
)
register_pools("androidworld", "bmoca_gym.suites.androidworld.upstream_pools:read")
