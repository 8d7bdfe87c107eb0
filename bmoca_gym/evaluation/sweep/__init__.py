"""Sweeps: algorithms × numbers of configurations × seeds, each trained and measured alike, here or on a cluster."""

from __future__ import annotations

from bmoca_gym.evaluation.sweep.runner import FAILURE, RESULT, SETTINGS, results, run
from bmoca_gym.evaluation.sweep.settings import SweepSettings, Trial, trials

__all__ = ["FAILURE", "RESULT", "SETTINGS", "SweepSettings", "Trial", "results", "run", "trials"]
