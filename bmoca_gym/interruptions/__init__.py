"""Interruptions: what disturbs an episode, as data. Nothing here is imported until an environment asks for some."""

from bmoca_gym.interruptions.episode import Disturbance
from bmoca_gym.interruptions.interruption import INTERRUPTIONS, Interruption, Moment, register_interruption
from bmoca_gym.interruptions.plan import CALM, GROUPS, Kind, Plan, kinds, levels, plan, words_of

__all__ = [
    "CALM",
    "GROUPS",
    "INTERRUPTIONS",
    "Disturbance",
    "Interruption",
    "Kind",
    "Moment",
    "Plan",
    "kinds",
    "levels",
    "plan",
    "register_interruption",
    "words_of",
]
