"""Near misses on the embedded handset: the state is set up, and the phone is restored."""

from __future__ import annotations

import pytest

from bmoca_gym import tasks
from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.value import replace
from bmoca_gym.success_detectors import rule_from_data
from bmoca_gym.tasks.near_miss import (
    CommandState,
    LogState,
    NodeState,
    PhoneState,
    PreferenceState,
    TableState,
)
from bmoca_gym.tasks.staged import StagedDevice, judged
from bmoca_gym.tasks.suite import loads

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
ALARM = (("hour", 10), ("minutes", 30), ("enabled", 1))
PREFERENCES = "/data/data/a.b/shared_prefs/a.xml"


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        (
            {"sqlite": {"path": ALARMS, "table": "alarm_templates", "rows_exist": [dict(ALARM)]}},
            PhoneState(tables=(TableState(ALARMS, "alarm_templates", (ALARM,)),)),
        ),
        (
            {"sqlite": {"path": "/data/data/a.b/c.db", "table": "new", "row_count": 1}},
            PhoneState(tables=(TableState("/data/data/a.b/c.db", "new", ((("a", 1),),)),)),
        ),
        (
            {"preference": {"path": PREFERENCES, "key": "on", "type": "boolean", "equals": True}},
            PhoneState(preferences=(PreferenceState(PREFERENCES, "on", "boolean", "true"),)),
        ),
        ({"ui": {"text": "Done"}}, PhoneState(nodes=(NodeState((("text", "Done"),)),))),
        ({"log": {"tag": "T", "regex": "done"}}, PhoneState(log=(LogState("T", "I", "done"),))),
        (
            {"setting": {"command": "settings get global a", "regex": r"(\d+)", "equals": 7}},
            PhoneState(commands=(CommandState("settings get global a", "7"),)),
        ),
    ],
)
def test_states_are_shown(rule, state):
    device = EmbeddedDevice()
    before = device.phone
    task = replace(tasks.get("call_911"), corrected=rule_from_data(rule))
    assert judged(task, "corrected", device, state).satisfied
    assert not judged(task, "corrected", device, PhoneState(log=(LogState("other", "I", "x"),))).satisfied
    assert device.phone is before
    assert isinstance(StagedDevice(device, state), Device)


TEXT = """
version: 1.0.0
tasks:
  - id: add_a_contact
    goal: Add {name} to the contacts with the number {number}.
    step_limit: 12
    clock: {time: 2023-10-15 15:34:00, frozen: false}
    params: {name: {choice: [Ada Brook, Ben Cole]}, number: {pattern: '+1##########'}, other: {pattern: '+2##########'}}
    start: [{clear: contacts}]
    corrected: {rows_added: {of: contacts, rows: [{name: $name, phone: $number}], nothing_else: true}}
    near_misses:
      - {name: another_number, rows: {contacts: [{name: $name, phone: $other}]}}
      - {name: two, rows: {contacts: [{name: $name, phone: $number}, {name: $name, phone: $other}]}}
      - {name: only_typed, nodes: [{text: $name}, {text: $number}]}
      - {name: on_record, steps: [{contacts: [{name: $name, phone: $number}]}]}
"""


def test_near_misses_by_rows_and_steps():
    device = EmbeddedDevice()
    for task in map(loads(TEXT, "demo").template("add_a_contact").task, range(2)):
        task.set_up(device)
        before = device.phone
        done = [judged(task, "corrected", device, miss.how).satisfied for miss in task.near_misses]
        assert done == [False, False, False, True]  # the last one is what the task asks for
        assert device.phone == before
