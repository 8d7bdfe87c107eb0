"""The benchmark of servers plays, with its own clients and with the libraries', and says which part of a step is
whose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from benchmarks import servers

#: Where `make .venv/openenv.stamp` installs OpenEnv.
OPENENV = Path(sys.prefix) / "openenv"


@pytest.mark.exhaustive
@pytest.mark.apart
@pytest.mark.parametrize("kind", ["openenv", "mcp"])
def test_one_process_has_256_sessions_and_100_clients_may_be_killed(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The new clients get sessions, whose number is at its limit, and a session takes little memory."""
    if kind == "openenv":
        if not OPENENV.is_dir():
            pytest.skip("OpenEnv is not installed: make .venv/openenv.stamp")
        monkeypatch.syspath_prepend(str(OPENENV))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    else:
        pytest.importorskip("mcp")
    options = ["--sessions", "256", "--steps", "512", "--killed", "100"]
    monkeypatch.setattr(sys, "argv", ["servers", kind, *options])
    servers.main()
    found = json.loads(capsys.readouterr().out)
    assert (found["sessions"], found["killed and back"]) == (256, 100)
    assert found["KB a session"] < 1000


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


def test_a_server_that_does_not_start_is_reported_with_its_reason() -> None:
    command = [sys.executable, "-c", "raise SystemExit('no port')"]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(command, stderr=said) as server,
        pytest.raises(SystemExit, match="ended with 1: no port"),
    ):
        servers.wait_for(server, 1, said)
