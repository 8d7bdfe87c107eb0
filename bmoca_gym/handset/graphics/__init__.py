"""Pixels: text, icons, wallpapers and the rasteriser."""
