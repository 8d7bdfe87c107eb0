"""Screens of Maps."""
