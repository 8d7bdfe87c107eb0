"""Objects that the cyclic collector does not know are freed without a write over what lies before them."""

from __future__ import annotations

import gc
import os
import subprocess
import sys

import pytest

from bmoca_gym.handset.ui import elements

pytestmark = pytest.mark.skipif(
    elements.__file__.endswith(".py"), reason="elements are not compiled here: make fast"
)

#: Python's trashcan takes over where more than fifty deallocations nest.
NESTED = """
from bmoca_gym.handset.ui.elements import Column, Spacer

element = Spacer()
for _ in range(2000):
    element = Column(element)
del element
"""


def test_the_collector_does_not_know_elements() -> None:
    assert not gc.is_tracked(elements.Spacer())


def test_nested_elements_are_freed_without_writing_before_them() -> None:
    """Python's debugging allocator ends the process at a byte that was written beside an object."""
    done = subprocess.run(
        [sys.executable, "-c", NESTED],
        env={**os.environ, "PYTHONMALLOC": "debug"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
