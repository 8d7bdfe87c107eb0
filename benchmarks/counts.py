"""Counts of the code: what part of it is apps, how their windows and handlers are typed, how many files a call passes
through.

Run it as ``BMOCA_GYM_PURE_PYTHON=1 python -m benchmarks.counts``. All but the last two counts are read from the source.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.trips import PACKAGE, passed, trips
from bmoca_gym import tasks
from bmoca_gym.compiled import MODE

APPS, KITS = PACKAGE / "handset" / "apps", PACKAGE / "handset" / "kits"
#: Names of the fields that say what a screen shows.
FIELDS = frozenset({"overlay", "page"})
#: These, and what tells screens and rows of one kind from others.
MORE_FIELDS = FIELDS | {"tab", "kind"}

_NO_CODE = frozenset({
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
})  # fmt: skip


def lines(folder: Path) -> int:
    """Return the number of lines of the Python files in a folder."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in folder.rglob("*.py"))


def code_lines(folder: Path) -> int:
    """Return the number of lines with code in the Python files in a folder: no comments, docstrings or blank lines."""
    count = 0
    for path in folder.rglob("*.py"):
        text = path.read_text("utf-8")
        told: set[int] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
                node, clean=False
            ):
                told.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
        written = {
            number
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type not in _NO_CODE
            for number in range(token.start[0], token.end[0] + 1)
        }
        count += len(written - told)
    return count


def _nodes(*folders: Path) -> Iterator[ast.AST]:
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            yield from ast.walk(ast.parse(path.read_text("utf-8")))


def is_handler(node: ast.AST) -> bool:
    """Whether a function is a handler: its second parameter is the context."""
    if not isinstance(node, ast.FunctionDef):
        return False
    given = [*node.args.posonlyargs, *node.args.args]
    return (
        len(given) > 1 and given[1].annotation is not None and ast.unparse(given[1].annotation) == "Context"
    )


def returns_any(node: ast.FunctionDef) -> bool:
    """Whether a function's type says nothing about what it returns."""
    return node.returns is None or ast.unparse(node.returns) == "Any"


def handlers() -> list[ast.FunctionDef]:
    """Return the handlers of all apps and kits."""
    return [node for node in _nodes(APPS, KITS) if isinstance(node, ast.FunctionDef) and is_handler(node)]


def comparisons(fields: frozenset[str]) -> int:
    """Return how often apps compare one of these fields with a string, or with one of several."""
    return sum(isinstance(node, ast.Compare) and _compares(node, fields) for node in _nodes(APPS))


def _compares(node: ast.Compare, fields: frozenset[str]) -> bool:
    sides = [node.left, *node.comparators]
    named = [side.attr if isinstance(side, ast.Attribute) else getattr(side, "id", "") for side in sides]
    return bool(fields & set(named)) and any(map(_is_string, sides))


def _is_string(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
        return bool(node.elts) and all(map(_is_string, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def main() -> None:
    """Print the table."""
    if MODE.compiled:
        sys.exit("The modules are compiled, so no call of them is seen: set BMOCA_GYM_PURE_PYTHON=1.")
    found = handlers()
    selected = passed(lambda: tasks.select("Alarm"))
    table = Table("count", "")
    for name, count in (
        ("lines of apps", lines(APPS)),
        ("lines of apps with code", code_lines(APPS)),
        ("lines of kits", lines(KITS)),
        ("lines of kits with code", code_lines(KITS)),
        ("handlers of apps and kits", len(found)),
        ("handlers that return Any", sum(map(returns_any, found))),
        ("comparisons of overlays and pages with strings", comparisons(FIELDS)),
        ("comparisons of tabs and kinds too", comparisons(MORE_FIELDS)),
        ("calls of select('Alarm')", selected.total()),
        *[
            (f"files of a tap on an unseen screen, {seen}", len(trips(seen)["tap, screen never seen"]))
            for seen in ("pixels", "text")
        ],
    ):
        table.add_row(name, f"{count:,}")
    Console().print(table)


if __name__ == "__main__":
    main()
