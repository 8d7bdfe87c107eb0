"""Puts the helpers of the handset's own tests, the hand and the host, where the attacks can import them."""

from __future__ import annotations

import sys
from pathlib import Path

_HANDSET = Path(__file__).parent.parent / "handset"
sys.path[:0] = [str(_HANDSET), str(_HANDSET / "servers")]
