"""Registers AndroidLab's measures and the layout of its traces."""

from bmoca_gym.evaluation.registries import register_measure, register_trace_writer

for column, function in (
    ("sub_goal_rate", "sub_goals"),
    ("sub_goal_rate_upstream", "sub_goals_upstream"),
    ("reversed_redundancy_human", "against_people"),
    ("reversed_redundancy_expert", "against_the_expert"),
    ("reasonable_operations", "reasonable_operations"),
    ("reasonable_operations_upstream", "reasonable_operations_upstream"),
):
    register_measure(column, f"bmoca_gym.evaluation.measures:{function}")
register_trace_writer("androidlab", "bmoca_gym.evaluation.traces:Trace")
