"""Experts for the apps of B-MoCA, a module an app; its ``VERBS`` are what a task may name."""
