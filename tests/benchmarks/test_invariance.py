"""The dense rewards of real episodes are those of success and the difference of potentials."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import invariance


@pytest.mark.parametrize("suite", invariance.SUITES)
@pytest.mark.parametrize("limit", [None, 3])
def test_rewards_differ_by_the_potentials(suite: str, limit: int | None) -> None:
    task = {
        "bmoca": "create_alarm_at_10_30_am",
        "androidworld": "contacts_add_contact",
        "androidlab": "clock_1",
    }
    played = invariance.play(suite, task[suite], limit)
    assert (played.success > 0) == (limit is None)
    for name in invariance.POTENTIALS:
        assert played.error(name) < 1e-9
        assert len(played.seconds[name]) == played.steps - (limit is None)
    assert played.shaped["expert_distance"] != pytest.approx(played.success)
    assert (played.end["expert_distance"] < 0) == (limit is not None)


def test_the_command_writes_each_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    invariance.main(["--suite", "bmoca", "--every", "60", "--steps", "2", "-o", str(out)])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()[:2]]
    tasks = json.loads(out.read_text(encoding="utf-8"))
    assert [row["reward"] for row in rows] == list(invariance.POTENTIALS)
    assert all(row["tasks"] == len(tasks) == 3 and row["largest error"] < 1e-9 for row in rows)
