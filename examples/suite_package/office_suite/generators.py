"""Draws what the kinds of parameters can't: a time of day that leaves room before it."""

from __future__ import annotations

from datetime import time

import numpy as np


def alarm_time(generator: np.random.Generator, before: int) -> time:
    """The time ``before`` minutes ahead of a meeting that begins on a quarter of an hour from 8:00 to 16:45."""
    minutes = 8 * 60 + 15 * int(generator.integers(36)) - before
    return time(minutes // 60, minutes % 60)
