"""The fuzz command: every kind of failure is noticed and written with its seed, and each part passes a few attempts."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz import frame


@pytest.mark.exhaustive
def test_every_way_to_fail_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = frame.run("faulty", minutes=1, attempts=7, seconds=0.5, growth=40 << 20, modules="tests.fuzz")
    assert count.attempts == 7
    assert [(failure.seed, failure.what.strip().splitlines()[-1]) for failure in count.failures] == [
        (1, "ValueError: no such thing"),
        (2, "SystemExit: 0"),
        (3, "hung: more than 0.5 s"),
        (4, "grew by more than 40 MB"),
        (5, "the process ended with exit code 9"),
    ]
    frame.tell(count, "faulty", tmp_path)
    told = capsys.readouterr()
    assert told.out == "faulty: 7 attempts, 5 failed\n"
    again = "python -m tests.fuzz --only faulty --seed 3 --attempts 1"
    assert again in told.err
    assert (tmp_path / "faulty-3.txt").read_text().startswith(again)


@pytest.mark.parametrize("part", frame.names())
def test_a_part_holds_for_a_few_attempts(
    part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if part == "checkpoints" and importlib.util.find_spec("torch") is None:
        pytest.skip("needs torch")  # which the child alone imports
    # Other tests run beside this one: an attempt may take longer here than in a run of its own.
    given = ["--minutes", "2", "--attempts", "10", "--seconds", "20", "--out", str(tmp_path), "--only", part]
    assert command.main(given) == 0, capsys.readouterr().err


def test_an_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--only", "yml"])
    assert "unknown part 'yml'" in capsys.readouterr().err
