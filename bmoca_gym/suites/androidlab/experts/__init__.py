"""Experts for AndroidLab's tasks, one module per app."""
