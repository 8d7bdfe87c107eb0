"""Experts for B-MoCA's apps, one module each. Their ``VERBS`` are the names that tasks use."""
