"""Near misses on the embedded handset: the state is shown, and the phone is as it was."""

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
