"""A part that fails in every possible way, one for each seed, to test the frame."""

from __future__ import annotations

import os
import time
from typing import Any

from numpy.random import Generator


def attempt(random: Generator) -> None:
    """Fail depending on the seed; pass with the seeds 0 and 6."""
    sequence: Any = random.bit_generator.seed_seq
    match sequence.entropy:
        case 1:
            raise ValueError("no such thing")
        case 2:
            raise SystemExit(0)
        case 3:
            time.sleep(60)
        case 4:
            held = bytearray(b"x") * (80 << 20)
            time.sleep(60)
            del held
        case 5:
            os._exit(9)
