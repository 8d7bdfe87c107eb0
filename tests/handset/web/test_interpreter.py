"""JavaScript contexts: what keeps them alive, and when they are freed."""

from __future__ import annotations

import weakref

import pytest

from bmoca_gym.handset.web.engine import MEMORY
from bmoca_gym.handset.web.interpreter import Interpreter

pytest.importorskip("_quickjs")


def test_a_context_that_nobody_uses_is_freed_at_once() -> None:
    """The library's callback must not hold it: such a cycle is never collected."""
    interpreter = Interpreter(MEMORY)
    interpreter.allow(1_000_000)
    two = interpreter.evaluate("1 + 1")
    assert two == 2
    freed = weakref.ref(interpreter)
    del interpreter
    assert freed() is None
