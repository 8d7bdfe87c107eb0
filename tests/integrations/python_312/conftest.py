"""These tests need NeMo-Gym and CUBE. `tests/integrations/test_python_312.py` runs them where those are installed."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("nemo_gym") is None or find_spec("cube") is None:
    collect_ignore_glob = ["test_*.py"]
