"""Instructions per step: the cases exist, what is missing is reported, and the table compares screens as well as
counts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import instructions, phones

HERE = Path(__file__).parents[2]


def test_the_cases_are_those_of_the_benchmark() -> None:
    assert all(callable(getattr(phones, maker)) for maker, _ in instructions.CASES.values())


def test_an_unknown_case_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        instructions.main(["--cases", "nothing"])
    assert "'nothing' is none of text, tree, pixels" in capsys.readouterr().err


def test_a_missing_valgrind_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="Valgrind is not installed"):
        instructions.main([])


def test_the_table_compares_counts_and_screens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = {HERE: [("a", 5), ("b", 10), ("c", 20)], tmp_path: [("a", 5), ("other", 12), ("c", 20)]}
    count = {HERE: 1000.0, tmp_path: 1250.0}
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(instructions, "shown", lambda checkout, run: seen[checkout])
    monkeypatch.setattr(instructions, "counted", lambda checkout, run: count[checkout])
    instructions.main([str(tmp_path), "--cases", "tree", "--warm", "1", "--steps", "2"])
    told = capsys.readouterr().out
    own, other = [line for line in told.splitlines() if "tree" in line]
    assert [part.strip() for part in own.split("│")[3:-1]] == ["1,000", "1.000", "15.00", "3 of 3"]
    assert [part.strip() for part in other.split("│")[3:-1]] == ["1,250", "1.250", "16.00", "2 of 3"]


def test_a_checkout_that_can_not_play_is_told(tmp_path: Path) -> None:
    (tmp_path / "benchmarks.py").write_text("raise RuntimeError('broken')\n")
    with pytest.raises(SystemExit, match="can't run the case tree"):
        instructions.shown(tmp_path, instructions.Run("tree", 1, 1))
