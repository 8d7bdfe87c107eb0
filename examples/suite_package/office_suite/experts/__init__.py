"""Experts of the suite, one module for each app."""
