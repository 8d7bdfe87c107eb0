"""The session that all integrations share."""

from __future__ import annotations

import re

import pytest

from bmoca_gym import splits
from bmoca_gym.envs.actions import Finish
from bmoca_gym.errors import ArgumentError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.integrations.session import PhoneSession
from tests.integrations.held_out import CONTACT, EPISODES, HeldOut


def test_a_closed_session_is_as_a_new_one() -> None:
    session = PhoneSession(reward={"name": "success", "step": -1}, held_out=True)
    session.start("Alarm", configuration="100")
    session.save("start")
    session.act(Finish(""))
    assert (session.over, session.reward) == (True, -1)
    session.close()
    session.close()
    assert (session.over, session.truncated, session.reward, session.info) == (False, False, 0.0, None)
    with pytest.raises(
        ArgumentError,
        match=r"no saved state 'start' of this task; a new task drops those of the task before\.$",
    ):
        session.restore("start")
    session.run("input keyevent HOME")  # the free phone goes on
    assert session.start("Alarm", configuration="101") == "create alarm at 10:30 am"
    session.act(PressKey("HOME"))
    assert session.score()["steps"] == 1


def test_a_task_that_can_not_be_started_leaves_the_one_before() -> None:
    session = PhoneSession()
    session.start("Alarm", configuration="000")
    session.act(PressKey("HOME"))
    session.save("one")
    with pytest.raises(ArgumentError, match="task_seed is -1"):
        session.start("androidworld/contacts_add_contact", seed=-1)
    with pytest.raises(ArgumentError, match="the configuration is for tests"):
        session.start("Alarm", configuration="100")
    session.restore("one")
    assert session.score()["steps"] == 1


@pytest.mark.parametrize("episode", EPISODES)
def test_an_episode_that_training_must_not_see_is_asked_for(episode: HeldOut) -> None:
    session = PhoneSession()
    with pytest.raises(ArgumentError, match=re.escape(episode.why)):
        session.start(**episode.row)
    assert session.info is None
    session.start(**episode.row, held_out=True)
    episode.check_started(session.score())
    with pytest.raises(ArgumentError, match=re.escape(episode.why)):
        session.start(**episode.row)
    episode.check_started(session.score())  # the episode before goes on
    evaluates = PhoneSession(held_out=True)
    evaluates.start(**episode.row)
    episode.check_started(evaluates.score())


def test_without_a_number_an_instance_is_the_first_that_may_be_played() -> None:
    found = []
    for session in (PhoneSession(), PhoneSession(held_out=True)):
        session.start(CONTACT)
        found.append(session.score()["task_seed"])
    assert found == [1000, 0]


def test_tasks_that_a_split_keeps_apart_are_held_out_beside_its_training_part() -> None:
    apart = splits.get("androidworld", "template")
    session = PhoneSession(split="androidworld/by_template:train,by_app:train")
    session.start(f"androidworld/{apart.train.templates[0].id}")
    session.start("androidlab/clock_6")  # of another suite
    held = f"androidworld/{apart.test.templates[0].id}"
    with pytest.raises(ArgumentError, match=rf"{held} is in androidworld/by_template:test\. Training"):
        session.start(held)
    with pytest.raises(ArgumentError, match=r"bmoca/call_911 is in by_app:test\."):
        session.start("call_911", configuration="000")
    session.start(held, held_out=True)


@pytest.mark.parametrize(
    ("split", "said"),
    [
        ("by_app:test", "by_app:test is not for training; take by_app:train"),
        ("Alarm", "split is 'Alarm'; it must be the training part of one"),
    ],
)
def test_a_split_is_named_by_its_training_part(split: str, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        PhoneSession(split=split)


def test_a_report_says_what_else_was_done_and_what_the_expert_would_still_do() -> None:
    session = PhoneSession(side_effects=True)
    session.start("Alarm", configuration="000")
    first = session.report()
    session.run("settings put global airplane_mode_on 1")
    session.act(Finish(""))
    told = session.report()
    assert (told["side_effects"], told["harmful_acts"]) == (["airplane mode was turned on"], [])
    assert first["side_effects"] == []
    assert 0 < told["expert_distance"] <= 30
    assert told.keys() > session.score().keys()
