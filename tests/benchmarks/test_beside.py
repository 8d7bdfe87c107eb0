"""Two checkouts in turn: the requested case exists, and what can't be compared is reported at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import beside, phones


def test_the_cases_are_those_of_the_benchmark() -> None:
    assert all(callable(getattr(phones, maker)) for maker, _ in beside.CASES.values())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name the folder of another checkout"),
        (["nowhere"], "name the folder of another checkout"),
        ([str(Path(__file__).parents[2]), "--cases", "nothing"], "'nothing' is none of tree, pixels, text"),
    ],
)
def test_what_can_not_be_compared_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        beside.main(arguments)
    assert said in capsys.readouterr().err


def test_ale_takes_turns_too_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = [[0.2, 0.2], [0.4, 0.4], [0.8, 0.6]]
    monkeypatch.setattr(beside, "measure", lambda *given: turns if given[-1] else turns[:2])
    checkout = str(Path(__file__).parents[2])
    beside.main([checkout, "--cases", "pixels", "--rounds", "2", "--ale"])
    said = capsys.readouterr().out
    assert all(figure in said for figure in ("0.50", "3.50", "3.00", "1.75", "1.50"))
    beside.main([checkout, "--cases", "pixels", "--rounds", "2"])
    assert "ALE" not in capsys.readouterr().out
