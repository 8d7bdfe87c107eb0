"""Registers all of these. Each is given as a module and a name, so that importing this module imports nothing else."""

from bmoca_gym.agents import AgentEntry, register_agent
from bmoca_gym.envs.registries import register_action_mode, register_interface, register_observation
from bmoca_gym.episodes.registries import register_measure
from bmoca_gym.registry import made_by
from bmoca_gym.success_detectors.registry import register_rule

register_action_mode("compass", made_by("compass.actions:CompassActions"))
register_observation("greys", made_by("compass.observation:GreyObservations"))
register_interface("compass", action="compass", observation="pixels", resolution=(64, 128))
register_interface("compass-greys", action="compass", observation="greys")
register_rule("brightness", "compass.rule:BrightnessRule")
register_measure("variety", "compass.measure:variety")
register_agent("wanderer", AgentEntry("compass.agent:Wanderer", "walks around the compass", "compass"))
