"""Comparison of AndroidLab's own code, from a user's checkout, with this package's judges and measures."""
