"""Registers AndroidLab's calls, its compressed tree and numbers, its rules, and the interfaces of its agents."""

from bmoca_gym.envs.registries import register_action_mode, register_elements, register_interface
from bmoca_gym.registry import made_by
from bmoca_gym.success_detectors.registry import register_rule

for mode in ("calls", "calls_0_999", "calls_0_1000", "calls_0_1", "numbered_calls"):
    register_action_mode(mode, made_by("bmoca_gym.suites.androidlab.call_actions:make", mode))
register_elements("androidlab", "bmoca_gym.suites.androidlab.elements:LIST")
register_rule("last_page", "bmoca_gym.suites.androidlab.last_page:KIND")
register_rule("size_answer", "bmoca_gym.suites.androidlab.size_answer:SizeAnswerRule")
register_interface("androidlab-xml", action="calls", observation="text", elements="androidlab")
register_interface(
    "androidlab-som", action="numbered_calls", observation="pixels", elements="androidlab", set_of_mark=True
)
