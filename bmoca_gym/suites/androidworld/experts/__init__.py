"""Experts of AndroidWorld's tasks, an app a module: what its tasks name by ``app.verb``."""
