"""Pools of a benchmark's own code, parsed from a user's checkout. None of it is imported or executed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError, cut, nearest
from bmoca_gym.tasks.checkout import text_in
from bmoca_gym.tasks.entry import Entry

#: File of a suite that says where the values of its pools are in a checkout.
FILE = "upstream_pools.yaml"

_FIELDS = ("file", "name", "shape", "columns", "order", "having", "lacking", "within", "also", "pool")
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def read(folder: Path, checkout: str | Path, ours: Mapping[str, Any]) -> dict[str, Any]:
    """Return a suite's pools, replaced by those of the checkout.

    Args:
        folder: a suite's folder, which contains `FILE`.
        checkout: the benchmark's checkout.
        ours: the suite's own pools. New values must have the form of the old ones: texts, or mappings with
            the same keys.

    Raises:
        CatalogueError: the suite has no such file, or the checkout lacks a file or a name, or has
            values that do not fit; the message has file, name, item and what is expected.
    """
    root = Path(checkout)
    head = Entry(
        data_files.parsed(data_files.read(folder / FILE), str(folder / FILE)), FILE, ("paths", "pools")
    )
    entries = head.value("pools")
    files: dict[str, ast.Module] = {}
    found = dict(ours)
    for name in entries:
        entry = Entry(entries[name], f"{folder / FILE}: {name}", _FIELDS)
        if name not in ours:
            raise CatalogueError(
                f"{entry.place}: there is no such pool in pools.yaml.{nearest(str(name), ours)}"
            )
        if entry.has("pool"):
            found[name] = _of_another(entry, found)
            continue
        file = entry.text("file")
        if file not in files:
            files[file] = _parsed(root, file)
        place = f"{root / file}: {entry.text('name')}"
        node = _named(files[file], entry.text("name"), str(root / file))
        found[name] = _shaped(entry, node, found, place)
        _check_form(found[name], ours[name], place)
    return found


def _parsed(root: Path, file: str) -> ast.Module:
    path, text = root / file, text_in(root, file)
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise CatalogueError(f"{path}{line}: not Python: {getattr(error, 'msg', error)}") from error


def _named(module: ast.Module, name: str, place: str) -> ast.expr:
    """The value assigned to a name such as ``Class.function.name``, or the only list in such a function."""
    scope: ast.AST = module
    parts = name.split(".")
    for i, part in enumerate(parts):
        known = dict(_names_in(scope))
        if part not in known:
            so_far = ".".join(parts[: i + 1])
            raise CatalogueError(
                f"{place}: there is no {so_far!r}.{nearest(part, known)} It must be assigned there."
            )
        scope = known[part]
    if isinstance(scope, _Function):
        lists = [node for node in ast.walk(scope) if isinstance(node, ast.List)]
        if len(lists) != 1:
            raise CatalogueError(f"{place}: {name}: has {len(lists)} lists in it; it must have one")
        return lists[0]
    if not isinstance(scope, ast.expr):
        raise CatalogueError(f"{place}: {name}: is a class; it must be a list or a mapping")
    return scope


def _names_in(scope: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for node in getattr(scope, "body", ()):
        if isinstance(node, (ast.ClassDef, *_Function)):
            yield node.name, node
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id, node.value


def _shaped(entry: Entry, node: ast.expr, pools: Mapping[str, Any], place: str) -> list[Any]:
    """The values of a pool. ``having``, ``lacking`` and ``within`` filter texts by a part, or by a column of
    another pool; ``also`` adds values.
    """
    shape = entry.choice("shape", _SHAPES) if entry.has("shape") else "texts"
    made = _SHAPES[shape](entry, node, place)
    which = []
    if entry.has("having"):
        which.append(f"with {entry.text('having')!r} in it")
        made = [text for text in made if entry.text("having") in text]
    if entry.has("lacking"):
        which.append(f"without {entry.text('lacking')!r} in it")
        made = [text for text in made if entry.text("lacking") not in text]
    if entry.has("within"):
        pool, _, column = entry.text("within").partition(".")
        which.append(f"that stands in {column!r} of {pool!r}")
        known = [row[column].lower() for row in pools[pool]]
        made = [text for text in made if any(text.lower() in other for other in known)]
    if not made:
        what = " and ".join(["at least one value", *which]).replace("value and", "value")
        raise CatalogueError(f"{place}: has no value for the pool {entry.place}; it must hold {what}")
    return made + entry.items("also", ())


def _texts(entry: Entry, node: ast.expr, place: str) -> list[Any]:
    """A list of texts."""
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else None
    if items is None:
        raise CatalogueError(f"{place}: is {_written(node)}; it must be a list of texts")
    return [_text(item, f"{place}[{i}]") for i, item in enumerate(items)]


def _keys(entry: Entry, node: ast.expr, place: str) -> list[Any]:
    """The keys of a mapping."""
    return [key for key, _ in _pairs(node, place)]


def _folders(entry: Entry, node: ast.expr, place: str) -> list[Any]:
    """Mappings of a key and its list, the two ``columns``."""
    first, second = entry.items("columns")
    return [
        {first: key, second: _texts(entry, value, f"{place}[{key!r}]")} for key, value in _pairs(node, place)
    ]


def _numbered(entry: Entry, node: ast.expr, place: str) -> list[Any]:
    """Mappings of each text in the lists and the number of its key in ``order``, from 1: the two ``columns``."""
    first, second = entry.items("columns")
    order = entry.items("order")
    found = []
    for key, value in _pairs(node, place):
        if key not in order:
            known = ", ".join(map(str, order))
            raise CatalogueError(
                f"{place}[{key!r}]: is not one of our keys.{nearest(key, order)} Keys: {known}."
            )
        texts = _texts(entry, value, f"{place}[{key!r}]")
        found += [(order.index(key) + 1, text) for text in texts]
    return [{first: text, second: number} for number, text in sorted(found, key=lambda pair: pair[0])]


def _rows(entry: Entry, node: ast.expr, place: str) -> list[Any]:
    """Mappings of the keyword arguments in ``columns``, one for each call."""
    columns = entry.items("columns")
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else None
    if items is None:
        raise CatalogueError(
            f"{place}: is {_written(node)}; it must be a list of calls with {', '.join(columns)}"
        )
    found = []
    for i, item in enumerate(items):
        given = {word.arg: word.value for word in item.keywords} if isinstance(item, ast.Call) else {}
        for column in columns:
            if column not in given:
                raise CatalogueError(
                    f"{place}[{i}]: is {_written(item)}; it must be a call with {column}=TEXT"
                )
        found.append({column: _text(given[column], f"{place}[{i}].{column}") for column in columns})
    return found


_SHAPES: dict[str, Callable[[Entry, ast.expr, str], list[Any]]] = {
    "texts": _texts,
    "keys": _keys,
    "folders": _folders,
    "numbered": _numbered,
    "rows": _rows,
}


def _of_another(entry: Entry, pools: Mapping[str, Any]) -> list[Any]:
    """A pool whose only value is another pool."""
    return [pools[entry.choice("pool", pools)]]


def _pairs(node: ast.expr, place: str) -> Iterator[tuple[str, ast.expr]]:
    if not isinstance(node, ast.Dict):
        raise CatalogueError(f"{place}: is {_written(node)}; it must be a mapping")
    for i, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        if key is None:
            raise CatalogueError(f"{place}[{i}]: is another mapping; it must be a text and its value")
        yield _text(key, f"{place}[{i}]"), value


def _text(node: ast.expr, place: str) -> str:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        value = None
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise CatalogueError(f"{place}: is {_written(node)}; it must be a text that is not empty")
    return value


def _written(node: ast.expr) -> str:
    try:
        return cut(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return f"an expression ({type(node).__name__})"


def _check_form(found: list[Any], ours: Any, place: str) -> None:
    like = ours[0] if isinstance(ours, list) and ours else ""
    for i, item in enumerate(found):
        if _form(item) != _form(like):
            raise CatalogueError(f"{place}[{i}]: is {cut(item)}; it must be like {cut(like)}")


def _form(item: Any) -> Any:
    return {key: type(value) for key, value in item.items()} if isinstance(item, Mapping) else type(item)
