"""Success detectors: rules on the log, the screen, app data and settings, and how they combine."""

from __future__ import annotations

from bmoca_gym.success_detectors.detector import (
    SILENCE,
    Detection,
    Detector,
    Reading,
    Rule,
    SuccessDetector,
    Talk,
    Watch,
)
from bmoca_gym.success_detectors.from_data import kinds, rule_from_data

__all__ = [
    "SILENCE",
    "Detection",
    "Detector",
    "Reading",
    "Rule",
    "SuccessDetector",
    "Talk",
    "Watch",
    "kinds",
    "rule_from_data",
]
