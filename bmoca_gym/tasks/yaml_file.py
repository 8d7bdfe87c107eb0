"""Safe YAML into plain data: no object is built from it, no key stands twice, its size is bounded."""

from __future__ import annotations

from typing import Any

import yaml

from bmoca_gym.errors import CatalogueError
from bmoca_gym.tasks.entry import cut

_MAX_DEPTH = 32
# Aliases may repeat a part of the file, each time at no cost here and at full cost for whoever walks it.
_MAX_VALUES = 500_000

# The loader in C reads a catalogue ten times as fast; PyYAML may be built without it.
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):
    """PyYAML's safe loader, which refuses a key that stands twice instead of taking the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[Any, bool] = {}
        for key, _ in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            if name in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {cut(name)} stands twice", key.start_mark
                )
            if name is not None:
                seen[name] = True
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return mapping


def parsed(text: str, source: str) -> object:
    """The plain data in a YAML text, which errors call ``source``.

    Raises:
        CatalogueError: it is no YAML, repeats a key, or is nested too deeply; with the line if known.
    """
    try:
        data = yaml.load(text, Loader=_Loader)  # a SafeLoader: it builds plain data only
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        problem = getattr(error, "problem", None) or str(error)
        raise CatalogueError(f"{source}{line}: no YAML: {problem}") from error
    except (ValueError, TypeError, RecursionError, OverflowError) as error:
        # Dates that don't exist, keys that are lists, and the like.
        raise CatalogueError(f"{source}: no YAML: {error}") from error
    _check_size(data, source)
    return data


def _check_size(data: object, source: str) -> None:
    values = 0
    stack = [(data, 0)]
    while stack:
        value, depth = stack.pop()
        values += 1
        if depth > _MAX_DEPTH or values > _MAX_VALUES:
            raise CatalogueError(
                f"{source}: is nested more than {_MAX_DEPTH} deep or has more than {_MAX_VALUES} values"
            )
        if isinstance(value, dict):
            stack.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, (list, set, tuple)):
            stack.extend((item, depth + 1) for item in value)
