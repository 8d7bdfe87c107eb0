"""Demonstrations: experts for tasks, and recordings of their episodes."""
