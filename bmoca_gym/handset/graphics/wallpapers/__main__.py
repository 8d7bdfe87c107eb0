"""Record the wallpapers again: ``python -m bmoca_gym.handset.graphics.wallpapers FOLDER`` writes their files."""

from __future__ import annotations

import sys
from pathlib import Path

from bmoca_gym.handset.graphics.wallpapers import catalogue, recordings

for name in catalogue.RECORDED:
    (Path(sys.argv[1]) / (name + recordings.END)).write_bytes(recordings.packed(catalogue.record(name)))
