"""``python -m bmoca_gym``: the `bmoca` command."""

from __future__ import annotations

import sys

from bmoca_gym.cli import main

sys.exit(main())
