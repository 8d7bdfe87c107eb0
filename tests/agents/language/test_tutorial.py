"""The tutorial on language models: its first episode and its Python, with a rule-based model behind a real socket."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest
import rule_model

from bmoca_gym import cli
from bmoca_gym.episodes.records import read

PAGE = Path(__file__).parents[3] / "docs" / "tutorials" / "evaluate-a-language-model.md"
ENDPOINT = "http://localhost:8000/v1"


def test_the_first_episode_and_the_python_are_played(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    text = PAGE.read_text(encoding="utf-8").replace(ENDPOINT, serve(rule_model.answer).url)
    (line,) = re.findall(r"^bmoca (evaluate .* --out results/first)$", text, re.MULTILINE)
    assert cli.main(shlex.split(line)) == 0
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    Path("page.py").write_text(code, encoding="utf-8")
    runpy.run_path("page.py")
    for folder in ("first", "python"):
        (episode,) = read(Path("results", folder, "episodes.jsonl"))
        assert episode.success
