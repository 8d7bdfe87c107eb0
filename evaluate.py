"""Evaluates an agent: the same as ``bmoca evaluate``. See ``python evaluate.py --help``."""

from __future__ import annotations

import sys

from bmoca_gym.cli import main

if __name__ == "__main__":
    sys.exit(main(["evaluate", *sys.argv[1:]]))
