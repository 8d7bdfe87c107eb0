"""Reading and writing files of plain data, in YAML and JSON.

Reading is safe: no objects are built, repeated keys are refused, depth and size are limited. A file is
written as a whole or not at all.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from bmoca_gym.errors import CatalogueError, cut, writing

_MAX_DEPTH = 32
# An alias costs nothing here, but code that walks the data visits its target each time.
_MAX_VALUES = 500_000
_MAX_CHARACTERS = 1 << 26
_LONGEST_NUMBER = 100

_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")

# The loader in C reads a file ten times as fast; PyYAML may be built without it.
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path: str | Path) -> str:
    """Return the text of a file.

    Raises:
        CatalogueError: the file does not exist or is not UTF-8 text.
    """
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CatalogueError(f"{path} can't be read: {reason}") from error


def write(path: str | Path, text: str) -> None:
    """Write a file as a whole. If writing fails, the old file stays as it was.

    Raises:
        OutputError: the file can't be written; the message names it and says what to do.
    """
    partial = Path(f"{path}.partial")
    with writing(path):
        try:
            partial.write_text(text, encoding="utf-8")
            partial.replace(path)
        except OSError:
            with suppress(OSError):
                partial.unlink()
            raise


def parsed(text: str, source: str) -> object:
    """Parse plain data: JSON if ``source`` ends in ``.json``, else YAML.

    Args:
        text: the data.
        source: the file's name, for error messages.

    Raises:
        CatalogueError: the text is not valid, repeats a key, is too long or is nested too deeply; the message
            has the line if it is known.
    """
    if len(text) > _MAX_CHARACTERS:
        raise CatalogueError(f"{source}: has more than {_MAX_CHARACTERS} characters")
    kind = "JSON" if source.lower().endswith(".json") else "YAML"
    try:
        data = json.loads(text, object_pairs_hook=_without_twins) if kind == "JSON" else _yaml(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        problem = getattr(error, "problem", None) or str(error)
        raise CatalogueError(f"{source}{line}: not valid YAML: {problem}") from error
    except RecursionError as error:
        raise _too_large(source) from error
    except (ValueError, TypeError, OverflowError) as error:
        # Dates that don't exist, keys that are lists, and the like.
        raise CatalogueError(f"{source}: not valid {kind}: {error}") from error
    except (AttributeError, LookupError) as error:
        # PyYAML raises these for a tag that does not fit its value, such as `!!timestamp noon`.
        raise CatalogueError(f"{source}: not valid {kind}: a value does not fit the tag before it") from error
    _check_size(data, source)
    return data


class _Loader(_Base):
    """PyYAML's safe loader with two additions: it refuses repeated keys, and it limits what merge keys
    (``<<``) copy.

    PyYAML itself copies every pair of a merged mapping, even pairs that others override. Mappings that merge
    one another then double in size at each level.
    """

    _merged = 0

    def construct_scalar(self, node: yaml.ScalarNode) -> Any:
        # YAML 1.1 reads 1:59:59 as a number in base 60, in a time that grows with the square of its length.
        if len(node.value) > _LONGEST_NUMBER and node.tag in _NUMBERS:
            problem = f"a number of over {_LONGEST_NUMBER} characters"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
        return super().construct_scalar(node)

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        merges = [value for key, value in node.value if key.tag == "tag:yaml.org,2002:merge"]
        for value in merges:
            for parent in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                if isinstance(parent, yaml.MappingNode):
                    self.flatten_mapping(parent)
                    self._merged += len(parent.value)
                    if self._merged > _MAX_VALUES:
                        raise RecursionError
        super().flatten_mapping(node)
        if merges:
            kept: dict[object, Any] = {}
            for key, value in node.value:
                kept[(key.tag, key.value) if isinstance(key, yaml.ScalarNode) else id(key)] = key, value
            node.value = list(kept.values())

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                problem = f"the key {cut(key.value)} appears twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(key.value)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return mapping


def _yaml(text: str) -> object:
    depth = 0
    # Deep nesting crashes the process inside the loader in C, so the depth is checked first.
    for event in yaml.parse(text, _Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            raise RecursionError
    return yaml.load(text, Loader=_Loader)  # a SafeLoader: it builds plain data only


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {cut(key)} appears twice")
        found[key] = value
    return found


def _check_size(data: object, source: str) -> None:
    values = 0
    stack = [(data, 0)]
    while stack:
        value, depth = stack.pop()
        values += 1
        if depth > _MAX_DEPTH or values > _MAX_VALUES:
            raise _too_large(source)
        if isinstance(value, dict):
            stack.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, (list, set, tuple)):
            stack.extend((item, depth + 1) for item in value)


def _too_large(source: str) -> CatalogueError:
    return CatalogueError(
        f"{source}: is nested more than {_MAX_DEPTH} deep or has more than {_MAX_VALUES} values"
    )
