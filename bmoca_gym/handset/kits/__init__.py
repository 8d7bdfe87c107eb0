"""Kits: what several apps share, from pickers to whole screens."""
