"""Names that the handset and the code above the Device contract share, in addition to Android's own.

They are sent as text: as a property in a shell line, or as the content of a file. Real phones don't know
them.
"""

from __future__ import annotations

#: Property that is ``1`` on the embedded handset, in process or behind adb, and not set on Android.
HANDSET_PROPERTY = "ro.bmoca.handset"

#: Property that freezes the handset's clock or lets it run: `CLOCK_FROZEN` or `CLOCK_RUNNING`.
CLOCK_PROPERTY = "debug.bmoca.clock"
CLOCK_FROZEN, CLOCK_RUNNING = "frozen", "running"

#: Beginning of a wallpaper file that contains the name of a drawn wallpaper and a new line instead of a picture.
WALLPAPER_PREFIX = "bmoca-wallpaper:"

#: Prefix of wallpapers that are drawn from a number: ``procedural:7``.
PROCEDURAL_PREFIX = "procedural:"

#: Names of the wallpapers that B-MoCA publishes and the handset draws.
WALLPAPERS = (
    "00_default", "01_red", "02_blue", "03_paper", "04_sky", "05_doughnut", "06_pattern", "07_food",
    "08_colors", "09_rainbow", "10_galaxy", "11_pyramid", "12_ocean", "13_canyon",
)  # fmt: skip
