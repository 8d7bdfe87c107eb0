"""Gymnasium environments: `PhoneEnv`, its vector environments, the registered ids, actions and observations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmoca_gym import lazy

if TYPE_CHECKING:
    from bmoca_gym.envs.actions import DiscreteActions, DualGestureActions
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.observations import screen_description
    from bmoca_gym.envs.processes import BMoCAAsyncVectorEnv
    from bmoca_gym.envs.registration import IDS
    from bmoca_gym.envs.spaces import UnicodeText
    from bmoca_gym.envs.text_actions import TextActions
    from bmoca_gym.envs.vector import BMoCAVectorEnv

__all__ = [
    "IDS",
    "BMoCAAsyncVectorEnv",
    "BMoCAVectorEnv",
    "DiscreteActions",
    "DualGestureActions",
    "PhoneEnv",
    "TextActions",
    "UnicodeText",
    "screen_description",
]

# `import bmoca_gym` imports this module, and must stay quick.
__getattr__, __dir__ = lazy.exports(
    __name__,
    {
        "IDS": "bmoca_gym.envs.registration:IDS",
        "BMoCAAsyncVectorEnv": "bmoca_gym.envs.processes:BMoCAAsyncVectorEnv",
        "BMoCAEnv": "bmoca_gym.envs.environment:BMoCAEnv",
        "PhoneEnv": "bmoca_gym.envs.environment:PhoneEnv",
        "BMoCAVectorEnv": "bmoca_gym.envs.vector:BMoCAVectorEnv",
        "DiscreteActions": "bmoca_gym.envs.actions:DiscreteActions",
        "DualGestureActions": "bmoca_gym.envs.actions:DualGestureActions",
        "TextActions": "bmoca_gym.envs.text_actions:TextActions",
        "UnicodeText": "bmoca_gym.envs.spaces:UnicodeText",
        "screen_description": "bmoca_gym.envs.observations:screen_description",
    },
)
