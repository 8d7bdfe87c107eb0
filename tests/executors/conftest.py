"""Workers of the tests find the fakes by name: they inherit the path of this process."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
