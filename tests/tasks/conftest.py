"""The fake device of the detectors' tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

_PATH = Path(__file__).parent.parent / "success_detectors" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("success_detectors_conftest", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
_FAKES = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_FAKES)


@pytest.fixture(scope="session")
def fake_device() -> Any:
    return _FAKES.FakeDevice
