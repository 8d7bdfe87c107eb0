"""The parts of the phone that are written in C, where they are compiled. README.md beside this file explains them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bmoca_gym.compiled import MODE


def part(name: str) -> Any:
    """Return the compiled module of ``name``.c, or None where the phone runs as pure Python."""
    return import_module(f"{__name__}.{name}") if MODE.compiled else None
