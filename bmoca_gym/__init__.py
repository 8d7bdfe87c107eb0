"""Gymnasium environments for agents that control a phone. Importing this package registers their ids.

>>> import gymnasium as gym
>>> import bmoca_gym
>>> env = gym.make("BMoCA-Alarm-v0")
>>> env.action_space
Discrete(385)
"""

from __future__ import annotations

from bmoca_gym import compiled  # noqa: F401 - first: it chooses between compiled modules and their sources
from bmoca_gym.envs.registration import register_all

__all__ = ["__version__"]

__version__ = "1.0.0rc1"

register_all()
