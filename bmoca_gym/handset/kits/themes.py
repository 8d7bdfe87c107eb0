"""Themes of an app beside the phone's."""

from __future__ import annotations

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import replace


def look(res: Resources, dark: bool) -> Resources:
    """Resources in the app's own theme."""
    return res if res.dark == dark else replace(res, dark=dark)
