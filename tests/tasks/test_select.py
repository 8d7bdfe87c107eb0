"""Selecting tasks by name, and the message for an unknown name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym import tasks
from bmoca_gym.errors import CatalogueError, UnknownTaskError


def names(spec):
    return [task.gym_name for task in tasks.select(spec)]


@pytest.mark.parametrize(
    ("spec", "chosen"),
    [
        ("representative", ["Alarm", "AlarmComplex", "Calculator", "Call", "Language", "Wikipedia"]),
        ("all", [task.gym_name for task in tasks.suite("bmoca") if not task.extra]),
        (
            "extra",
            [
                "DeleteAlarmAt9Am",
                "DeleteAlarmAt9AmAndCreateAlarmAt1030Am",
                "TurnOffAirplaneMode",
                "TurnOnWifi",
                "ActivateEditPageInContact",
            ],
        ),
        ("app:Phone", [task.gym_name for task in tasks.suite("bmoca") if task.app == "Phone"]),
        ("category:Event", [*(task.gym_name for task in tasks.select("app:Clock")), "OpenCalendarApp"]),
        ("BMoCA-OpenCalculator-v0", ["OpenCalculator"]),
        ("AndroidLab-Contacts1-v0", ["Contacts1"]),
        ("androidlab/AndroidLab-Contacts1-v0", ["Contacts1"]),  # as --suite androidlab writes it
        ("Alarm", ["Alarm"]),
        ("create_alarm_at_10_30_am", ["Alarm"]),
        (["Call", "create_alarm_at_10_30_am", "Alarm"], ["Call", "Alarm"]),
        (
            ["Wikipedia", "representative"],
            ["Wikipedia", "Alarm", "AlarmComplex", "Calculator", "Call", "Language"],
        ),
        (("Alarm",), ["Alarm"]),
    ],
)
def test_select(spec, chosen):
    assert names(spec) == chosen


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("Alram", "Did you mean 'Alarm'"),
        # Of the same kind, and nothing that is far away.
        ("app:Clok", "Did you mean 'app:Clock'?"),
        ("category:Evnt", "Did you mean 'category:Event'?"),
        ("representativ", "Did you mean 'representative'?"),
        ("androidworld/tag:serch", "Did you mean 'androidworld/tag:search'?"),
        ("androidword/ContactsAddContact", "Did you mean 'androidworld/ContactsAddContact'"),
        ("BMoCA-Alrm-v0", "Did you mean 'BMoCA-Alarm-v0'"),
        ("create_alarm_at_20_30_am", "Did you mean 'create_alarm_at_20_30_pm'"),
        ("app:Phones", "There is no task 'app:Phones'"),
        ("", "There is no task ''"),
        ([], "names no task"),
        ([None], "There is no task None"),
        (["Alarm", "Alram"], "There is no task 'Alram'"),
    ],
)
def test_unknown_names(spec, message):
    with pytest.raises(UnknownTaskError, match=message):
        tasks.select(spec)


@given(st.text() | st.text().map("{}.yaml".format) | st.text().map("{}.json/a".format))
def test_any_other_text_is_an_unknown_task_or_a_file_that_is_not_there(text):
    with pytest.raises((UnknownTaskError, CatalogueError)):
        tasks.get(text)


def test_get():
    for task in tasks.suite():
        assert tasks.get(task.id) is task
    with pytest.raises(UnknownTaskError):
        tasks.get(None)
    with pytest.raises(UnknownTaskError, match=r"Did you mean .bmoca."):
        tasks.suite("bmoac")


def test_a_catalogue_finds_its_own():
    catalogue = tasks.suite("bmoca")
    first = catalogue.tasks[0]
    assert catalogue.get(first.id) is first
    assert first.id in catalogue
    assert "x" not in catalogue
    assert len(list(catalogue)) == len(catalogue)
    with pytest.raises(UnknownTaskError, match="Did you mean"):
        catalogue.get(first.id + "s")


def test_catalogues_are_read_once():
    assert tasks.suite("bmoca") is tasks.suite("bmoca")
