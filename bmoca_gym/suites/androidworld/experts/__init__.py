"""Experts for AndroidWorld's tasks, one module per app. Tasks refer to them as ``app.verb``."""
