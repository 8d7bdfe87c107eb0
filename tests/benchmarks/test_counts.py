"""The counts of the code, on given code."""

from __future__ import annotations

import ast

import pytest

from benchmarks import counts


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('state.overlay == "menu"', 1),
        ('page in ("list", "map")', 1),
        ('state.overlay or state.kind == "video"', 0),
        ("state.overlay == before.overlay", 0),
        ('page in ("list", name)', 0),
    ],
)
def test_comparisons_of_overlays_and_pages_with_strings(
    source: str, count: int, tmp_path, monkeypatch
) -> None:
    tmp_path.joinpath("app.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(counts, "APPS", tmp_path)
    assert counts.comparisons(counts.FIELDS) == count


@pytest.mark.parametrize(
    ("head", "handler", "untyped"),
    [
        ("def tap(state: S, context: Context) -> Next[S]:", True, False),
        ("def tap(state: S, context: Context) -> Any:", True, True),
        ("def tap(state: S, context: Context, id: int):", True, True),
        ("def screen(res: Resources, query: str) -> Any:", False, True),
    ],
)
def test_handlers_and_their_types(head: str, handler: bool, untyped: bool) -> None:
    (node,) = ast.parse(f"{head} ...").body
    assert isinstance(node, ast.FunctionDef)
    assert counts.is_handler(node) is handler
    assert counts.returns_any(node) is untyped


def test_no_handler_is_untyped() -> None:
    assert [node.name for node in counts.handlers() if counts.returns_any(node)] == []


def test_lines_and_lines_with_code(tmp_path) -> None:
    tmp_path.joinpath("app.py").write_text(
        '"""An app."""\n\n# A comment.\ndef f() -> None:\n    """Do\n    it."""\n    g(\n        1,\n    )\n',
        encoding="utf-8",
    )
    assert (counts.lines(tmp_path), counts.code_lines(tmp_path)) == (9, 4)
