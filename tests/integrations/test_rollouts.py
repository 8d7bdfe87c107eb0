"""Rollouts from processes: none is lost or duplicated, and each says which version of the policy played it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

# Worker processes inherit the path, and find the fakes.
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "executors"))

from executor_fakes import Here
from rollout_fakes import Broken, Coin

from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.rollouts import Rollouts

ENV: dict[str, Any] = {
    "tasks": ["Alarm", "Call"], "environments": "000", "observation": "text", "action": "text", "step_limit": 2,
}  # fmt: skip


@pytest.mark.exhaustive
def test_rollouts_while_the_policy_changes_and_workers_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Rollouts(Coin, workers=1, group=2, count=6, seed=5, executor=Here(), **ENV) as rollouts:
        undisturbed = list(rollouts)
    assert [(each.number, each.group, each.version) for each in undisturbed] == [
        (number, number // 2, 0) for number in range(6)
    ]
    for one, two in zip(undisturbed[::2], undisturbed[1::2], strict=True):
        assert (one.begin, one.steps[0].observation) == (two.begin, two.steps[0].observation)
    assert any(
        one.steps != two.steps for one, two in zip(undisturbed[::2], undisturbed[1::2], strict=True)
    ), "the policy has another seed"
    assert len({each.begin["task"] for each in undisturbed}) > 1

    monkeypatch.setenv("MORTAL_FOLDER", str(tmp_path))
    with Rollouts(Coin, workers=1, queue=3, group=2, seed=5, **ENV) as rollouts:
        found = {}
        for rollout in rollouts:
            assert rollout.number not in found
            found[rollout.number] = rollout
            if len(found) == 3:
                assert rollouts.update(1.0) == rollouts.version == 1
            if len(found) == 8:
                break
    assert (tmp_path / "killed").exists()
    for number, rollout in found.items():
        # Rollouts 3 to 5 may have begun before the update: the queue has room for three.
        assert rollout.version in ((0,) if number < 3 else (1,) if number > 5 else (0, 1))
        assert all(step.extra["weights"] == (1.0 if rollout.version else 0.5) for step in rollout.steps)
        if rollout.version == 0:
            assert number >= len(undisturbed) or rollout == undisturbed[number]


def test_what_can_not_be_played_is_told() -> None:
    with (
        Rollouts(Broken, workers=1, executor=Here(), **ENV) as rollouts,
        pytest.raises(ZeroDivisionError, match="is broken"),
    ):
        next(rollouts)
    for name, value in (("workers", 0), ("queue", -1), ("group", True), ("executor", "slurm")):
        with pytest.raises(ArgumentError, match=name):
            Rollouts(Coin, **{name: value})


def test_what_training_must_not_see_is_asked_for() -> None:
    with pytest.raises(ArgumentError, match="by_app:test is not for training"):
        Rollouts(Coin, executor=Here(), **ENV | {"tasks": "by_app:test"})
    held = ENV | {"environments": "100"}
    with (
        Rollouts(Coin, workers=1, executor=Here(), **held) as rollouts,
        pytest.raises(ArgumentError, match="the configuration is for tests"),
    ):
        next(rollouts)
    with Rollouts(Coin, workers=1, count=1, executor=Here(), held_out=True, **held) as rollouts:
        assert next(rollouts).begin["environment"] == "100"
