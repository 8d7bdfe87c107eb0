"""Evaluation: play agents on tasks × environments × seeds, record the episodes, compute metrics."""

from __future__ import annotations

from bmoca_gym.episodes.records import Episode, Key
from bmoca_gym.evaluation.runner import evaluate
from bmoca_gym.evaluation.settings import Settings, episode_seed, settings_for

__all__ = ["Episode", "Key", "Settings", "episode_seed", "evaluate", "settings_for"]
