"""Wallpapers: their names and their drawings."""
