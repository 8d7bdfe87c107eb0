"""Arithmetic of calculators: typing a formula key by key, and evaluating it."""
