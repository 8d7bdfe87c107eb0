"""Continual learning: sequences of stages, learners, and measures of transfer and forgetting."""

from __future__ import annotations

from bmoca_gym.evaluation.continual.metrics import Metrics, metrics
from bmoca_gym.evaluation.continual.runner import Learned, Plan, evaluate
from bmoca_gym.evaluation.continual.sequences import SEQUENCES, Stage, StageSequence, load

__all__ = ["SEQUENCES", "Learned", "Metrics", "Plan", "Stage", "StageSequence", "evaluate", "load", "metrics"]
