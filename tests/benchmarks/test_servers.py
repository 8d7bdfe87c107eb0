"""The benchmark of servers plays, by its own clients and by the libraries', and says how much of a step is whose."""

from __future__ import annotations

import json
import sys

import pytest

from benchmarks import servers


@pytest.mark.parametrize(("kind", "library"), [("mcp", False), ("mcp-screen", False), ("mcp-screen", True)])
def test_a_server_is_measured(
    kind: str, library: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("mcp")
    options = ["--sessions", "3", "--steps", "20", "--killed", "2", *(["--library"] if library else [])]
    monkeypatch.setattr(sys, "argv", ["servers", kind, *options])
    servers.main()
    found = json.loads(capsys.readouterr().out)
    assert 20 <= found["steps"] < 23
    assert found["killed and back"] == (0 if library else 2)
    assert found["the phone's processor ms a step"] > 0
