"""The screen's brightness: the slider's position for each level, in perceptual steps (hybrid log-gamma, BT.2100)."""

from __future__ import annotations

import math

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings

LOWEST, HIGHEST = 1, 255  # of the setting screen_brightness
_R, _A, _B, _C = 0.5, 0.17883277, 0.28466892, 0.55991073


def share_of(level: int) -> float:
    """Return the slider's position, 0 to 1, for a level of the setting."""
    linear = 12 * (min(max(level, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
    share = math.sqrt(linear) * _R if linear <= 1 else _A * math.log(linear - _B) + _C
    return min(1.0, share)


def level_at(share: float) -> int:
    """Return the level of the setting for a position of the slider, 0 to 1."""
    share = min(max(share, 0.0), 1.0)
    linear = (share / _R) ** 2 if share <= _R else math.exp((share - _C) / _A) + _B
    return round(LOWEST + (HIGHEST - LOWEST) * min(1.0, linear / 12))


def level(phone: Phone) -> int:
    """Return the screen's brightness."""
    return settings.number(phone, "system", "screen_brightness", 102, LOWEST, HIGHEST)


def set_level(phone: Phone, level: int) -> Phone:
    """Set the brightness and write the lines that Android logs."""
    phone = settings.put(phone, "system", "screen_brightness", str(level))
    phone = phone.logged(
        "SettingsProvider", "Notifying for 0: content://settings/system/screen_brightness", "V"
    )
    message = f"Brightness [{level / 255:.7f}] reason changing to: 'manual', previous reason: 'temporary'."
    return phone.logged("DisplayPowerController", message, "V")
