"""Registers the measures of any agent on any suite: side effects, harmful acts, and stopping too early."""

from bmoca_gym.episodes.registries import register_measure

register_measure("side_effect_rate", "bmoca_gym.episodes.metrics:side_effect_share")
register_measure("harmful_act_rate", "bmoca_gym.episodes.metrics:harmful_share")
register_measure("early_stop_rate", "bmoca_gym.episodes.metrics:early_stop_share")
