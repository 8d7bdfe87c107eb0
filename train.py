"""Trains a policy: ``python train.py bc``, ``dagger`` or ``ppo``. See ``python train.py bc --help``."""

from __future__ import annotations

import sys

from bmoca_gym.policies.training import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
