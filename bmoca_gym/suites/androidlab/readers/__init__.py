"""Readers of pages for AndroidLab's own judge: a module for each app whose pages data do not describe."""
