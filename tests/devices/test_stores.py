"""Stores, steps and rules over adb: rows are written and read as in this process."""

from __future__ import annotations

from bmoca_gym import stores
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.tasks.steps import step_from_data

STEPS = [
    {"clear": "alarms"},
    {"rows": {"into": "alarms", "of": [{"hour": 7, "minutes": 30, "label": 'it\'s "$HOME" `ü`'}]}},
    {"contacts": [{"name": "Ada O'Brook", "phone": "#31#5550123"}]},
    {"sms": {"from": "5550123", "text": "two\nlines, address=1"}},
    {
        "files": {
            "in": "/sdcard/Documents/My Notes",
            "emptied": True,
            "of": [{"name": "a b.txt", "text": "Grüße"}],
        }
    },
    {"media": "/sdcard/Documents/My Notes/a b.txt"},
]
RULE = {
    "all": [
        {"rows_added": {"of": "alarms", "rows": [{"hour": 8}], "nothing_else": True}},
        {"directory": {"path": "/sdcard/Documents/My Notes", "added": [{"name": "c.txt", "same": "new"}]}},
        {"content": {"path": "/sdcard/Documents/My Notes/a b.txt", "equals": "Grüße"}},
        {"front": {"package": "com.google.android.apps.nexuslauncher"}},
    ]
}


def test_stores_steps_and_rules_over_adb(device):
    here = EmbeddedDevice()
    for data in STEPS:
        for phone in (here, device):
            step_from_data(data, "here").perform(phone)
    for name in ("alarms", "contacts", "google_events", "sms_inbox", "sms_sent"):  # this phone's
        assert stores.read(device, name) == stores.read(here, name), name
    detector = Detector(rule_from_data(RULE))
    detector.reset(device)
    assert not detector.check(device).satisfied
    stores.add(device, "alarms", [{"hour": 8, "minutes": 0}])
    device.write_file("/sdcard/Documents/My Notes/c.txt", b"new\n")
    detection = detector.check(device)
    assert detection.satisfied, detection.evidence
