"""Conversion of plain data into immutable values, which can be compared, hashed and pickled, and back."""

from __future__ import annotations

from typing import Any

from immutables import Map


def frozen(data: Any) -> Any:
    """Return ``data`` with mappings as `immutables.Map` and lists as tuples."""
    if isinstance(data, (dict, Map)):
        return Map({key: frozen(value) for key, value in data.items()})
    return tuple([frozen(item) for item in data]) if isinstance(data, (list, tuple)) else data


def plain(value: Any) -> Any:
    """Undo `frozen`: return dicts and lists."""
    if isinstance(value, (dict, Map)):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value
