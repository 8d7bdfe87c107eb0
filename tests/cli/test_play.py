"""``bmoca play`` starts with the given task and configuration."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bmoca_gym import cli
from bmoca_gym.play import server
from bmoca_gym.play.session import Session


def test_a_session_begins_with_the_task_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[Callable[[], Session]] = []

    def serve(make: Callable[[], Session], shared: bool = False) -> Any:
        made.append(make)
        return SimpleNamespace(token="t", application=None)

    monkeypatch.setattr(server, "Server", serve)
    monkeypatch.setattr(server, "web_server", lambda one: SimpleNamespace(run=lambda sockets: None))
    assert cli.main(["play", "--no-browser", "--task", "Alarm", "--environment", "105"]) == 0
    assert cli.main(["play", "--no-browser", "--environment", "105"]) == 0
    in_task, free = (make().status() for make in made)
    assert in_task["task"]["id"] == "create_alarm_at_10_30_am"
    assert in_task["environment"]["id"] == free["environment"]["id"] == "105"
    assert free["task"] is None
    capsys.readouterr()
    assert cli.main(["play", "--no-browser", "--task", "Alrm"]) == 2
    assert "Alarm" in capsys.readouterr().err
