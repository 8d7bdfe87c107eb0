"""Sweeps: algorithms × numbers of looks × seeds, each trained and measured alike, here or on a cluster."""

from __future__ import annotations

from bmoca_gym.evaluation.sweep.runner import CONFIGURATION, FAILURE, RESULT, results, run
from bmoca_gym.evaluation.sweep.settings import SweepSettings, Trial, trials

__all__ = ["CONFIGURATION", "FAILURE", "RESULT", "SweepSettings", "Trial", "results", "run", "trials"]
