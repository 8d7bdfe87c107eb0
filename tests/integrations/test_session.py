"""The session that all integrations share."""

from __future__ import annotations

import pytest

from bmoca_gym.envs.actions import Finish
from bmoca_gym.errors import ArgumentError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.integrations.session import PhoneSession


def test_a_closed_session_is_as_a_new_one() -> None:
    session = PhoneSession(reward={"name": "success", "step": -1})
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
    session.start("Alarm", configuration="100")
    session.act(PressKey("HOME"))
    session.save("one")
    with pytest.raises(ArgumentError, match="task_seed is -1"):
        session.start("androidworld/contacts_add_contact", seed=-1)
    session.restore("one")
    assert session.score()["steps"] == 1
