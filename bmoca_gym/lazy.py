"""Names of a package that are imported when they are first used (PEP 562).

Most imports stand at the top of a module. An import stands inside a function only where start-up would otherwise take
longer: commands of the `bmoca` program, and what needs an extra or a slow library (PyTorch, OpenCV, YAML). None hides a
    circular import; the import contracts in ``pyproject.toml`` check that.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def exports(package: str, places: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make ``__getattr__`` and ``__dir__`` of a package.

    Args:
        package: its ``__name__``.
        places: for each name where it is: ``module:name``, or ``module`` for a module itself.
    """

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}", name=name, obj=sys.modules[package]
            )
        module, _, attribute = places[name].partition(":")
        found: Any = importlib.import_module(module)
        if attribute:
            found = getattr(found, attribute)
        setattr(sys.modules[package], name, found)
        return found

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *places})

    return get, names
