"""Wallpapers: the fourteen that B-MoCA names, any number of procedural ones, and pictures out of a file's bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.errors import UnknownWallpaperError, WallpaperError, nearest
from bmoca_gym.handset.graphics import wallpaper_abstracts, wallpaper_landscapes, wallpaper_treats
from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpaper_procedural import draw_procedural
from bmoca_gym.handset.value import memo

Pixels = NDArray[np.uint8]

_SCENES: dict[str, Callable[[Canvas], None]] = {
    "00_default": wallpaper_abstracts.default,
    "01_red": wallpaper_abstracts.red,
    "02_blue": wallpaper_abstracts.blue,
    "03_paper": wallpaper_abstracts.paper,
    "04_sky": wallpaper_landscapes.sky,
    "05_doughnut": wallpaper_treats.doughnut,
    # The paper's list leaves out number 6; a plain pattern takes its place.
    "06_pattern": wallpaper_abstracts.pattern,
    "07_food": wallpaper_treats.food,
    "08_colors": wallpaper_treats.colors,
    "09_rainbow": wallpaper_landscapes.rainbow,
    "10_galaxy": wallpaper_landscapes.galaxy,
    "11_pyramid": wallpaper_landscapes.pyramid,
    "12_ocean": wallpaper_landscapes.ocean,
    "13_canyon": wallpaper_landscapes.canyon,
}
