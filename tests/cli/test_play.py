"""``bmoca play`` starts with the given task and configuration."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bmoca_gym import cli
from bmoca_gym.play import catalogue, commands, server
from bmoca_gym.play.session import Session


def test_a_session_begins_with_the_task_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[Callable[[], Session]] = []

    def serve(make: Callable[[], Session], **others: Any) -> Any:
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
    assert cli.main(["play", "--no-browser", "--task", "androidworld/BrowserMaze"]) == 0
    session = made[2]()
    assert session.status()["environment"]["id"] == "pixel_6"
    (choices, *_), (suite,) = (
        commands.first(session),
        commands.answer(session, {"do": "suite", "name": "androidworld"}),
    )
    assert choices["begun"] == {
        "suite": "androidworld", "task": session.status()["task"]["id"], "environment": "androidworld/pixel_6",
    }  # fmt: skip
    assert suite["environments"][0][1][0][0] == suite["environment"] == "androidworld/pixel_6"
    session.free("androidworld/pixel_6", "androidworld")
    assert session.environment.id == "pixel_6"
    capsys.readouterr()
    assert cli.main(["play", "--no-browser", "--task", "Alrm"]) == 2
    assert "Alarm" in capsys.readouterr().err


@pytest.mark.parametrize("suite", ["bmoca", "androidlab"])
def test_no_two_environments_of_a_list_read_the_same(suite: str) -> None:
    listed = catalogue.listed(suite)
    pairs = [pair for _, group in listed["environments"] for pair in group]
    words = [text.partition(": ")[2] for _, text in pairs]
    assert len(set(words)) == len(words) == (50 if suite == "bmoca" else 51)
    assert listed["environment"] == ("100" if suite == "bmoca" else "androidlab/pixel_7_pro")
    assert [catalogue.name_of(suite, catalogue.named(suite, name)) for name, _ in pairs] == [
        name for name, _ in pairs
    ]
