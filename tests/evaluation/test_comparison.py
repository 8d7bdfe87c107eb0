"""Two runs side by side, compared with numbers worked out by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bmoca_gym import cli
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation.comparison import compare

ONE = Episode(
    agent="a", task="open_the_clock_app", environment="100", seed=0, success=True, steps=3, total_reward=1.0,
    expert_steps=3, wrong_formats=0, seconds=0.1, evidence=(),
)  # fmt: skip


def run(*successes: int, task: str = "open_the_clock_app") -> list[Episode]:
    return [replace(ONE, task=task, seed=seed, success=bool(done)) for seed, done in enumerate(successes)]


def test_rates_difference_and_chance() -> None:
    found = compare(run(1, 1, 1, 0, 0, 0), run(1, 0, 1, 1, 1, 1))
    (row, total) = found.rows
    assert row == total._replace(name=row.name)
    assert (row.first.successes, row.second.successes) == (3, 5)
    assert row.difference == pytest.approx(2 / 6)
    # One lost and three won of six pairs: 2/8 and 4/8, 1.96 * sqrt((6/8 - (2/8) ** 2) / 8).
    assert (row.low, row.high) == pytest.approx((0.25 - 0.57456, 0.25 + 0.57456), abs=1e-4)
    assert row.p == pytest.approx(2 * (1 + 4) / 16)
    assert [one.seed for one, _ in found.otherwise] == [1, 3, 4, 5]


def test_equal_runs_and_those_with_more() -> None:
    found = compare(run(1, 0), [*run(1, 0, 1), *run(1, task="other")])
    assert (found.rows[-1].difference, found.rows[-1].p, found.otherwise) == (0.0, 1.0, ())
    assert found.alone == (0, 2)
    with pytest.raises(RecordError, match="no episode in common"):
        compare(run(1), run(1, task="other"))


def test_tasks_on_which_the_second_lost_most_stand_first() -> None:
    first = [*run(0, 0, task="gained"), *run(1, 1, task="lost"), *run(1, 0, task="kept")]
    second = [*run(1, 1, task="gained"), *run(0, 0, task="lost"), *run(1, 0, task="kept")]
    assert [row.name for row in compare(first, second).rows] == ["lost", "kept", "gained", "all"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for agent in ("expert", "noop"):
        cli.main(
            ["evaluate", "--agent", agent, "--tasks", "open_the_clock_app", "--environments", "100,105",
             "--out", str(tmp_path / agent), "--quiet"]
        )  # fmt: skip
    capsys.readouterr()
    page = tmp_path / "pages/comparison.html"
    runs = [str(tmp_path / "expert"), str(tmp_path / "noop")]
    assert cli.main(["compare", *runs, "--html", str(page)]) == 0
    pictures = re.findall(r'src="([^"]*)"', page.read_text(encoding="utf-8"))
    assert len({picture.split("/")[1] for picture in pictures}) == 2, "both runs have a film"
    assert [picture for picture in pictures if not (page.parent / picture).is_file()] == []
    told = capsys.readouterr().out
    assert "OpenClockApp" in told
    assert "-100.0" in told
    assert "open_the_clock_app in 105, run 0: solved only by the first" in told
    assert cli.main(["compare", str(tmp_path / "expert"), str(tmp_path / "none")]) == 2


def test_an_evaluation_names_a_run_to_compare_with_only_if_it_has_episodes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(agent: str) -> str:
        chosen = ["--tasks", "open_the_clock_app", "--environments", "100", "--out", str(tmp_path / agent)]
        assert cli.main(["evaluate", "--agent", agent, *chosen, "--films", "none"]) == 0
        return capsys.readouterr().out

    told("expert")
    stopped = tmp_path / "a stopped run"
    stopped.mkdir()
    (stopped / "run.json").write_bytes((tmp_path / "expert/run.json").read_bytes())
    (stopped / "episodes.jsonl").touch()
    assert f"Next: bmoca compare {tmp_path / 'expert'} {tmp_path / 'noop'}" in told("noop")
