"""Parameters that the built-in kinds can't draw: a time of day with enough time before it."""

from __future__ import annotations

from datetime import time

import numpy as np


def alarm_time(generator: np.random.Generator, before: int) -> time:
    """Draw an alarm ``before`` minutes ahead of a meeting, which begins on a quarter hour from 8:00 to 16:45."""
    minutes = 8 * 60 + 15 * int(generator.integers(36)) - before
    return time(minutes // 60, minutes % 60)
