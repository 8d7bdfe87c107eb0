"""Side effects: what an episode changed on the phone, and how much of that its task allows."""

from __future__ import annotations

from bmoca_gym.side_effects.allowed import Allowed
from bmoca_gym.side_effects.comparison import Change, changes
from bmoca_gym.side_effects.watch import Effects, Watch

__all__ = ["Allowed", "Change", "Effects", "Watch", "changes"]
