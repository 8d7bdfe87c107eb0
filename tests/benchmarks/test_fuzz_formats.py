"""Fuzzing of grammars: it finds the faults that it looks for."""

from __future__ import annotations

import pytest

from benchmarks import fuzz_formats
from bmoca_gym.agents.language.formats.table import FORMATS


def test_the_command_says_what_became_of_the_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz_formats.main(["--formats", "qwen3-vl,agentcpm-gui", "--answers", "50"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[:3] == ["qwen3-vl", "50", "answers,"]
    assert second.endswith("0 exceptions, 0 over 10 ms")


def test_an_exception_and_a_slow_answer_are_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(text: str, frame: object) -> object:
        raise KeyError(text)

    monkeypatch.setitem(FORMATS, "qwen3-vl", FORMATS["qwen3-vl"]._replace(read=read))  # type: ignore[arg-type]
    monkeypatch.setattr(fuzz_formats, "LONGEST", 0.0)
    assert fuzz_formats.main(["--formats", "qwen3-vl", "--answers", "5"]) == 1
    said = capsys.readouterr().out
    assert "5 exceptions, 5 over 0 ms" in said
    assert "KeyError" in said
