"""Image of the suite: Android 10 as in B-MoCA, with this package's to-do list and plant diary."""

from __future__ import annotations

from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.value import replace

OFFICE = replace(ANDROID10, name="office", apps=(*ANDROID10.apps, "todo", "plants"))
