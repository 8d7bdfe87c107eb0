"""Gymnasium environments for agents that control a phone. Importing this package registers their ids.

>>> import gymnasium as gym
>>> import bmoca_gym
>>> env = gym.make("BMoCA-Alarm-v0")
>>> env.action_space
Discrete(385)

The names below are the stable part of the package (``docs/stable.md``). Each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmoca_gym import (
    compiled,  # noqa: F401 - first: it chooses between compiled modules and their sources
    lazy,
    moved,
)
from bmoca_gym.envs.registration import register_all
from bmoca_gym.version import __version__

if TYPE_CHECKING:
    from gymnasium import make

    from bmoca_gym import agents, evaluation, randomization, tasks
    from bmoca_gym.agents.agent import Agent
    from bmoca_gym.agents.expert import ExpertAgent
    from bmoca_gym.devices.device import Device
    from bmoca_gym.devices.embedded import EmbeddedDevice
    from bmoca_gym.envs.actions import Answer
    from bmoca_gym.envs.environment import PhoneEnv as PhoneEnv
    from bmoca_gym.envs.group import PhoneGroup
    from bmoca_gym.envs.infos import Info
    from bmoca_gym.episodes.notebook_player import show
    from bmoca_gym.errors import BmocaError
    from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, PressKey, Swipe, Tap, TypeText
    from bmoca_gym.handset.ui.tree import UiTree
    from bmoca_gym.randomization import DeviceConfiguration, Sampler
    from bmoca_gym.tasks import Task

moved.install()

__all__ = [
    "Agent",
    "Answer",
    "BmocaError",
    "Device",
    "DeviceConfiguration",
    "EmbeddedDevice",
    "ExpertAgent",
    "Gesture",
    "Info",
    "LongPress",
    "PhoneEnv",
    "PhoneGroup",
    "Pinch",
    "PressKey",
    "Sampler",
    "Swipe",
    "Tap",
    "Task",
    "TypeText",
    "UiTree",
    "__version__",
    "agents",
    "evaluation",
    "make",
    "randomization",
    "show",
    "tasks",
]

__getattr__, __dir__ = lazy.exports(
    __name__,
    {
        "Agent": "bmoca_gym.agents.agent:Agent",
        "Answer": "bmoca_gym.envs.actions:Answer",
        "BmocaError": "bmoca_gym.errors:BmocaError",
        "Device": "bmoca_gym.devices.device:Device",
        "DeviceConfiguration": "bmoca_gym.randomization:DeviceConfiguration",
        "EmbeddedDevice": "bmoca_gym.devices.embedded:EmbeddedDevice",
        "ExpertAgent": "bmoca_gym.agents.expert:ExpertAgent",
        "Gesture": "bmoca_gym.handset.gestures:Gesture",
        "Info": "bmoca_gym.envs.infos:Info",
        "LongPress": "bmoca_gym.handset.gestures:LongPress",
        "PhoneEnv": "bmoca_gym.envs.environment:PhoneEnv",
        "PhoneGroup": "bmoca_gym.envs.group:PhoneGroup",
        "Pinch": "bmoca_gym.handset.gestures:Pinch",
        "PressKey": "bmoca_gym.handset.gestures:PressKey",
        "Sampler": "bmoca_gym.randomization:Sampler",
        "Swipe": "bmoca_gym.handset.gestures:Swipe",
        "Tap": "bmoca_gym.handset.gestures:Tap",
        "Task": "bmoca_gym.tasks:Task",
        "TypeText": "bmoca_gym.handset.gestures:TypeText",
        "UiTree": "bmoca_gym.handset.ui.tree:UiTree",
        "agents": "bmoca_gym.agents",
        "evaluation": "bmoca_gym.evaluation",
        "make": "gymnasium:make",
        "show": "bmoca_gym.episodes.notebook_player:show",
        "randomization": "bmoca_gym.randomization",
        "tasks": "bmoca_gym.tasks",
    },
)

register_all()
