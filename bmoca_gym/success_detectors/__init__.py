"""Success detectors: rules on the log, the screen, app data and settings, and how they combine."""

from __future__ import annotations

from bmoca_gym.success_detectors.detector import Detection, Detector, Reading, Rule, SuccessDetector, Watch
from bmoca_gym.success_detectors.from_data import KINDS, rule_from_data

__all__ = [
    "KINDS",
    "Detection",
    "Detector",
    "Reading",
    "Rule",
    "SuccessDetector",
    "Watch",
    "rule_from_data",
]
