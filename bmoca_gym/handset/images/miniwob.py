"""The image of MobileMiniWoB++: AndroidWorld's phone with the app that shows the pages."""

from __future__ import annotations

from bmoca_gym.handset.images.android13 import ANDROID13
from bmoca_gym.handset.value import replace

MINIWOB = replace(ANDROID13, name="miniwob", apps=(*ANDROID13.apps, "miniwob"))
