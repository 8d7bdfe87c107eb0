"""Demonstrations: an expert for each task, and what is recorded when it acts."""
