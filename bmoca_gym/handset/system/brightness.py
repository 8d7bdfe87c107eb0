"""The screen's brightness: the position of a slider for a level, in perceptual steps (hybrid log-gamma,
BT.2100).
"""

from __future__ import annotations

import math

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import logcat, settings

LOWEST, HIGHEST = 1, 255  # of the setting screen_brightness
_R, _A, _B, _C = 0.5, 0.17883277, 0.28466892, 0.55991073


def share_of(level: int) -> float:
    """The slider's position, 0 to 1, at a level of the setting."""
    linear = 12 * (min(max(level, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
    share = math.sqrt(linear) * _R if linear <= 1 else _A * math.log(linear - _B) + _C
    return min(1.0, share)


def level_at(share: float) -> int:
    """The level of the setting that the slider's place, 0 to 1, stands for."""
    share = min(max(share, 0.0), 1.0)
    linear = (share / _R) ** 2 if share <= _R else math.exp((share - _C) / _A) + _B
    return round(LOWEST + (HIGHEST - LOWEST) * min(1.0, linear / 12))


def level(phone: Phone) -> int:
    """The screen's brightness now."""
    return settings.number(phone, "system", "screen_brightness", 102, LOWEST, HIGHEST)


def set_level(phone: Phone, level: int) -> Phone:
    """The phone with that brightness, and the lines that Android logs."""
    phone = settings.put(phone, "system", "screen_brightness", str(level))
    phone = logcat.write(
        phone, "SettingsProvider", "Notifying for 0: content://settings/system/screen_brightness", "V"
    )
    message = f"Brightness [{level / 255:.7f}] reason changing to: 'manual', previous reason: 'temporary'."
    return logcat.write(phone, "DisplayPowerController", message, "V")
