"""Registers AndroidLab's calls, compressed tree, numbered elements, rules, interfaces, measures, traces and goals."""

from bmoca_gym.envs.registries import register_action_mode, register_elements, register_interface
from bmoca_gym.episodes.registries import register_measure, register_trace_writer
from bmoca_gym.registry import made_by
from bmoca_gym.success_detectors.registry import register_rule
from bmoca_gym.tasks.checkout import register_goals

for mode in ("calls", "calls_0_999", "calls_0_1000", "calls_0_1", "numbered_calls"):
    register_action_mode(mode, made_by("bmoca_gym.suites.androidlab.call_actions:make", mode))
register_elements("androidlab", "bmoca_gym.suites.androidlab.elements:LIST")
register_rule("last_page", "bmoca_gym.suites.androidlab.last_page:KIND")
register_rule("size_answer", "bmoca_gym.suites.androidlab.size_answer:SizeAnswerRule")
register_interface("androidlab-xml", action="calls", observation="text", elements="androidlab")
register_interface(
    "androidlab-som", action="numbered_calls", observation="pixels", elements="androidlab", set_of_mark=True
)
for column, function in (
    ("sub_goal_rate", "sub_goals"),
    ("sub_goal_rate_upstream", "sub_goals_upstream"),
    ("reversed_redundancy_human", "against_people"),
    ("reversed_redundancy_expert", "against_the_expert"),
    ("reasonable_operations", "reasonable_operations"),
    ("reasonable_operations_upstream", "reasonable_operations_upstream"),
):
    register_measure(column, f"bmoca_gym.suites.androidlab.measures:{function}")
register_trace_writer("androidlab", "bmoca_gym.suites.androidlab.traces:Trace")
register_goals("androidlab", "bmoca_gym.suites.androidlab.upstream_goals:read")
