"""Gymnasium environments: `PhoneEnv`, its vector environments, the registered ids, actions and observations."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

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

# Imported on first access: `import bmoca_gym` imports this module, and must stay quick.
_MODULES = {
    "IDS": "registration",
    "BMoCAAsyncVectorEnv": "processes",
    "PhoneEnv": "environment",
    "BMoCAVectorEnv": "vector",
    "DiscreteActions": "actions",
    "DualGestureActions": "actions",
    "TextActions": "text_actions",
    "UnicodeText": "spaces",
    "screen_description": "observations",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
