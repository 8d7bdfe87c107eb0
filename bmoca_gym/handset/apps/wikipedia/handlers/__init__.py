"""Handlers of Wikipedia."""
