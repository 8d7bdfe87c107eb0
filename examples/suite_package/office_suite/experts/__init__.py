"""Experts of the suite, a module an app."""
