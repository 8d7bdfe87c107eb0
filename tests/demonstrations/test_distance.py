"""Experts find their way from where random actions have led: they were lost on these walks of `benchmarks.lost`."""

from __future__ import annotations

import pytest

from benchmarks import lost


@pytest.mark.parametrize(
    ("task", "number", "where"),
    [
        ("androidlab/bluecoins_1", 0, "a time in an editor with changes: Back asks whether to drop them"),
        ("androidlab/calendar_11", 0, "another day of the month"),
    ],
)
def test_an_expert_finds_its_way(task: str, number: int, where: str) -> None:
    suite, _, name = task.partition("/")
    assert lost.walk(suite, name, number).lost == [""] * len(lost.AFTER), where


def test_the_table_counts_the_lost_by_number_of_actions() -> None:
    walks = [
        lost.Walk(
            "androidlab/clock_1", "Clock", ["", "unknown screen: of x", "", ""], ["a"] * 4, [0.001] * 4
        ),
        lost.Walk("androidlab/clock_2", "Clock", ["", "too many steps"], ["a"] * 2, [0.003] * 2),
    ]
    found = lost.table(walks)
    assert found["apps"] == {"androidlab/Clock": [[0, 2], [2, 2], [0, 1], [0, 1]]}
    assert found["reasons"] == {"unknown screen": 1, "too many steps": 1}
    assert found["milliseconds"]["median"] == 1.0
