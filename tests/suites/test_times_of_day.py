"""Experts read times of day with 12 and with 24 hours, whatever their suite's phone shows.

``BMOCA_EVERYTHING=1`` plays every task of every suite.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from bmoca_gym import tasks
from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.images import image_named
from bmoca_gym.handset.resources import format_time
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system.settings import TIME_FORMAT
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.tasks import Task
from tests.playing import steps

#: Tasks whose screens show times: one of each kind.
QUICK = (
    "androidworld/simple_calendar_add_one_event", "androidworld/simple_calendar_delete_one_event",
    "androidworld/simple_calendar_event_on_date_at_time", "androidworld/simple_calendar_next_event",
    "androidworld/simple_calendar_first_event_after_start_time", "androidlab/calendar_1", "androidlab/calendar_5",
    "androidlab/clock_2", "androidlab/clock_16", "androidlab/clock_20", "create_alarm_at_06_30_am",
)  # fmt: skip
EVERY = [task for suite in tasks.suites() for task in tasks.select(f"{suite}/all")]


def chosen() -> list[Task]:
    if "BMOCA_EVERYTHING" in os.environ:
        return EVERY
    return [task for name in QUICK for task in tasks.select(name)]


def play(task: Task, *commands: str) -> dict[str, Any]:
    """The last info of the expert's episode on a phone on which these commands were run first."""
    env = PhoneEnv(tasks=task, action="text", observation="text")
    start = env.reset(seed=0)
    for command in commands:
        assert env.device.shell(command).exit_code == 0
    *_, last = steps(env, *start)
    env.close()
    return last.info


@pytest.mark.parametrize("hours", ["12", "24"])
@pytest.mark.parametrize("task", chosen(), ids=lambda task: task.id)
def test_experts_read_both(task: Task, hours: str) -> None:
    """Thirteen tasks of AndroidWorld's calendar failed on the benchmark's own phone, which has 24 hours."""
    assert play(task, f"settings put system time_12_24 {hours}")["success"]


def test_androidworlds_phone_has_24_hours_as_the_benchmark_sets_them() -> None:
    """The setting said 24, but the screens showed 12."""
    assert image_named("android13").settings[TIME_FORMAT] == "24"
    for name, shown in (("android13", "15:34"), ("androidlab", "12:00"), ("android10", "10:00")):
        device = EmbeddedDevice(image=name)
        assert shown in texts(device.view.surfaces[-2].box), name
        assert (TIME_FORMAT in image_named(name).settings) == (name == "android13")


def texts(box: Box) -> list[str]:
    """The texts of a window."""
    own = [box.element.text] if isinstance(box.element, Text) else []
    return own + [text for child in box.inside for text in texts(child)]


def test_a_phone_with_its_own_format_of_times_says_so_in_its_settings() -> None:
    device = EmbeddedDevice(Configuration(hours="12"), image="android13")
    assert device.shell("settings get system time_12_24").output.strip() == "12"
    assert "3:34" in texts(device.view.surfaces[-2].box)


def test_a_screen_tells_how_it_writes_times() -> None:
    def screen(*texts: str) -> Screen:
        nodes = [UiNode("android.widget.TextView", "", text, "", (0, 0, 9, 9), "app", 0) for text in texts]
        return Screen(UiTree(tuple(nodes), 9, 9), "en-US")

    for texts in (("9:30 AM",), ("9:30\u200aAM", "text"), (), ("25:99",)):
        assert screen(*texts).time(17, 5) == format_time("en-US", 17, 5)
    assert screen("text", "09:30").time(17, 5) == "17:05"


def test_an_expert_that_finds_no_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """It returned None, so that the episode ended with an empty answer and no reason."""
    (task,) = tasks.select("androidworld/notes_meeting_attendee_count")
    assert task.asks
    env = PhoneEnv(tasks=task, action="text", observation="text")
    _, info = env.reset(seed=0)
    agent = ExpertAgent()
    agent.reset(env, info, 0)
    monkeypatch.setattr(agent._expert, "next_gesture", lambda tree, locale: None)
    with pytest.raises(ExpertError, match="found no answer to"):
        agent.act(None, info)
    env.close()


def test_which_tasks_ask() -> None:
    asking = {suite: sum(task.asks for task in EVERY if task.suite == suite) for suite in tasks.suites()}
    assert asking["bmoca"] == 0
    assert asking["androidlab"] == 41
    assert asking["androidworld"] == 25
