"""Long commands say what they do where no progress bar can be shown."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bmoca_gym import cli, heartbeat
from bmoca_gym.cli import evaluation
from bmoca_gym.demonstrations import dataset
from bmoca_gym.evaluation.progress import ProgressBar


class Listener:
    """Print that can be waited for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = threading.Condition()

    def __call__(self, text: str, **_: Any) -> None:
        with self._more:
            self.lines.append(text)
            self._more.notify()

    def hears(self, count: int) -> list[str]:
        """Wait for that many lines."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.lines) >= count, timeout=30)
            return [*self.lines]


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "PAUSE", 0.01)


@pytest.fixture
def heard(fast: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Listener:
    listener = Listener()
    for module in (heartbeat, dataset):
        monkeypatch.setattr(module, "print", listener, raising=False)
    monkeypatch.setattr("bmoca_gym.evaluation.progress.print", listener, raising=False)
    return listener


def test_a_slow_part_is_named_at_once_and_again(heard: Listener) -> None:
    with heartbeat.saying("Loading PyTorch"):
        assert heard.lines[0] == "Loading PyTorch ..."
        assert heard.hears(3)[2] == "Loading PyTorch: 0 s so far"
    ended = len(heard.lines)
    with heartbeat.saying("Loading PyTorch", quiet=True):
        pass
    assert len(heard.lines) == ended


def test_the_silence_is_counted_anew_when_something_is_said() -> None:
    """With seconds from a list: no wall clock."""
    beats: list[float] = []
    now, waits = [0.0], iter([(4.0, True), (10.0, False), (14.0, False), (24.0, False)])

    def wait(seconds: float) -> bool:
        step = next(waits, None)
        if step is None:
            return True
        now[0], spoke = step
        if spoke:
            life.said()
        return False

    life = heartbeat.Heartbeat(lambda: beats.append(now[0]), pause=10)
    life._ended = SimpleNamespace(wait=wait)  # type: ignore[assignment]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heartbeat, "time", SimpleNamespace(monotonic=lambda: now[0]))
        life.said()
        life._run()
    assert beats == [14.0, 24.0]


def test_an_evaluation_speaks_at_once_where_there_is_no_terminal(heard: Listener) -> None:
    with ProgressBar("random", 12) as bar:
        assert heard.lines[0] == "random: 0 of 12"
        bar.update(SimpleNamespace(success=True), 3, 12)  # type: ignore[arg-type]
        bar.use({"prompt_tokens": 12_000, "cost": 0.5})
        assert any(
            "100% success  12k tokens, cost 0.50" in line for line in heard.hears(len(heard.lines) + 2)
        )
    assert heard.lines[-1].startswith("random: 3 of 12  100% success")
    ended = len(heard.lines)
    with ProgressBar("random", 12, quiet=True):
        pass
    assert len(heard.lines) == ended


def test_loading_is_said_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoken, usual = threading.Event(), heartbeat.Heartbeat.__enter__

    def entered(life: heartbeat.Heartbeat) -> heartbeat.Heartbeat:
        usual(life)
        assert spoken.wait(30)  # as if loading took so long
        return life

    loading = evaluation._loading

    def say() -> None:
        loading()
        spoken.set()

    monkeypatch.setattr(heartbeat.Heartbeat, "__enter__", entered)
    monkeypatch.setattr(evaluation, "_loading", say)
    monkeypatch.setattr(evaluation, "_PATIENCE", 0)
    assert cli.main(["evaluate", "--agent", "noop", "--environments", "nowhere"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Loading ...\n")
    assert "nowhere" in said


def test_so_does_a_collection_of_demonstrations(heard: Listener) -> None:
    with dataset._bar(6, 2, quiet=False) as advance:
        assert heard.lines[0] == "demonstrations: 2 of 6"
        advance()
        assert any(line.startswith("demonstrations: 3 of 6") for line in heard.hears(len(heard.lines) + 2))


@pytest.mark.parametrize("silent", [False, True])
def test_training_says_what_a_long_batch_is_for(
    fast: None, silent: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    from bmoca_gym.policies.metrics import Metrics
    from bmoca_gym.policies.settings import CloningSettings

    spoken = Listener()
    settings = CloningSettings(quiet=silent)
    with Metrics(
        tmp_path / "metrics.jsonl", 0, settings, tmp_path / "policy.zip", totals={"epoch": 3}
    ) as metrics:
        usual = metrics.say

        def say(text: str) -> None:
            spoken(text)
            usual(text)

        metrics.say = say  # type: ignore[method-assign]
        if silent:
            assert not metrics._heartbeat._thread.is_alive()
        else:
            metrics.at(0, "epoch 1: batch 1 of 1")
            assert "epoch 1: batch 1 of 1  0 s so far" in spoken.hears(2)
            metrics.at(1 / 3, "epoch 2: batch 1 of 1")
            assert any("left" in line for line in spoken.hears(len(spoken.lines) + 2))
    assert not metrics._heartbeat._thread.is_alive()
    assert bool(capsys.readouterr().out) is not silent
