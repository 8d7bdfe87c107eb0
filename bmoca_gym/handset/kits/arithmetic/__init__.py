"""Arithmetic as calculators do it: a formula typed key by key, and what it comes to."""
