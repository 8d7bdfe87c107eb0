"""Evaluates an agent, as ``bmoca evaluate``, or ``python evaluate.py sweep``: a sweep, as ``bmoca sweep``."""

from __future__ import annotations

import sys

from bmoca_gym.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] if sys.argv[1:2] == ["sweep"] else ["evaluate", *sys.argv[1:]]))
