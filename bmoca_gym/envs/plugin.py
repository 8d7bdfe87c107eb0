"""Registers the action modes of B-MoCA's paper, its observations, the compact text, and the interfaces with them."""

from bmoca_gym.envs.actions import DiscreteActions, DualGestureActions
from bmoca_gym.envs.observations import both, pixels, pixels_and_goal, text, text_and_goal
from bmoca_gym.envs.registries import (
    register_action_mode,
    register_elements,
    register_interface,
    register_observation,
)
from bmoca_gym.envs.rewards import no_potential, register_reward, score_potential, sub_goals_potential
from bmoca_gym.envs.text_actions import TextActions

register_action_mode("discrete", lambda settings: DiscreteActions())
register_action_mode("dual_gesture", lambda settings: DualGestureActions(settings.tap_threshold))
register_action_mode("text", lambda settings: TextActions(settings.tap_threshold, settings.shown))

register_observation("pixels", pixels)
register_observation("text", text)
register_observation("both", both)
register_observation("pixels+goal", pixels_and_goal)
register_observation("text+goal", text_and_goal)
register_elements("compact", "bmoca_gym.envs.compact:LIST")

register_interface("bmoca", action="discrete", observation="pixels")
register_interface("bmoca-gestures", action="dual_gesture", observation="pixels")
register_interface("bmoca-text", action="text", observation="text")
register_interface("compact", action="text", observation="text", elements="compact")

register_reward("success", no_potential)
register_reward("score", score_potential)
register_reward("sub_goals", sub_goals_potential)
register_reward("expert_distance", "bmoca_gym.demonstrations.distance:ExpertDistance")
