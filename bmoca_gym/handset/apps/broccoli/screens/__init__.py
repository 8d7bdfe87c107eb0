"""Broccoli's screens: pure functions from state to elements."""
