"""Screens of the Google app: pure functions from what they show to elements."""
