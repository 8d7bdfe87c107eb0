"""Image of the suite: Android 10 as B-MoCA has it, and the to-do list of this package."""

from __future__ import annotations

from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.value import replace

OFFICE = replace(ANDROID10, name="office", apps=(*ANDROID10.apps, "todo"))
