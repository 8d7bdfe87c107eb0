"""Demonstrations recorded by a person on the page of `bmoca play`: policies train on them as on experts'."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("minari")

from bmoca_gym import cli
from bmoca_gym.demonstrations import dataset
from bmoca_gym.play import commands
from bmoca_gym.play.session import Session
from bmoca_gym.policies import cloning
from bmoca_gym.policies.settings import CloningSettings, NetworkSettings


def test_what_a_page_recorded_trains_a_policy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demos = tmp_path / "demos"
    session = Session(demonstrations=demos)
    for environment in ("000", "005"):
        begin = {"do": "begin", "suite": "bmoca", "task": "open_the_clock_app", "environment": environment}
        for message in (begin, {"do": "key", "key": "BACK"}):
            assert all(answer["kind"] != "error" for answer in commands.answer(session, message))
        while not session.status()["standing"]["over"]:
            commands.answer(session, {"do": "watch", "name": "expert"})
        (told,) = commands.answer(session, {"do": "record"})
        assert "with success" in told["note"]
    session.close()
    recorded = dataset.open_dataset(demos)
    assert (recorded.episodes, recorded.environments) == (2, ["000", "005"])

    network = NetworkSettings(channels=4, width=16, heads=2, layers=1)
    out = tmp_path / "run"
    path = cloning.run(
        CloningSettings(
            dataset=str(demos), out=str(out), network=network, batch=8, epochs=15, learning_rate=1e-2, zoom=0.0,
            shift=0, colour=0.0, threads=1, quiet=True,
        )
    )  # fmt: skip
    losses = [json.loads(line)["loss"] for line in (out / "metrics.jsonl").read_text().splitlines()]
    assert losses[-1] < losses[0]
    assert cli.main(["policy", "show", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["about"]["last"]["epoch"] == 15
