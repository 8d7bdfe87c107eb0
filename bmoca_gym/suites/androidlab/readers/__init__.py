"""Page readers for AndroidLab's own judge: one module for each app whose pages can't be described as data."""
