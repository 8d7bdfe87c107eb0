"""Joplin's screens: pure functions from state to elements."""
