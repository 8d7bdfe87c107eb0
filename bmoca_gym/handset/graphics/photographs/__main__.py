"""Draws photographs again: ``python -m bmoca_gym.handset.graphics.photographs FOLDER [NAME ...]``; takes minutes.

The package contains the files, so that a picture has the same bytes on every machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bmoca_gym.handset.graphics.photographs.catalogue import ALL, jpeg

if __name__ == "__main__":
    for name in sys.argv[2:] or ALL:
        file = Path(sys.argv[1]) / f"{name}.jpg"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(jpeg(name))
