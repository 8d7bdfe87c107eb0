"""Sweeps: train and evaluate algorithms × numbers of configurations × seeds, on this machine or on a cluster."""

from __future__ import annotations

from bmoca_gym.evaluation.sweep.runner import FAILURE, RESULT, SETTINGS, results, run
from bmoca_gym.evaluation.sweep.settings import SweepSettings, Trial, trials

__all__ = ["FAILURE", "RESULT", "SETTINGS", "SweepSettings", "Trial", "results", "run", "trials"]
