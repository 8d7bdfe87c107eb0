"""The names that code above and below the Device contract agree on, beside Android's own.

They travel as text: as a property in a shell line, or as the content of a file. A real phone knows none of them.
"""

from __future__ import annotations

#: Property that is ``1`` on the embedded handset, in process and over the wire, and is not set on Android.
HANDSET_PROPERTY = "ro.bmoca.handset"

#: Property that stops the handset's clock and lets it go on; it takes `CLOCK_FROZEN` and `CLOCK_RUNNING`.
CLOCK_PROPERTY = "debug.bmoca.clock"
CLOCK_FROZEN, CLOCK_RUNNING = "frozen", "running"

#: Beginning of a wallpaper's file that holds the name of a drawn wallpaper, and a new line, in place of a picture.
WALLPAPER_PREFIX = "bmoca-wallpaper:"

#: Beginning of the names of the wallpapers that are drawn from a number: ``procedural:7``.
PROCEDURAL_PREFIX = "procedural:"

#: Names of the wallpapers that B-MoCA publishes and the handset draws.
WALLPAPERS = (
    "00_default", "01_red", "02_blue", "03_paper", "04_sky", "05_doughnut", "06_pattern", "07_food",
    "08_colors", "09_rainbow", "10_galaxy", "11_pyramid", "12_ocean", "13_canyon",
)  # fmt: skip
