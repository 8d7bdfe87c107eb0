"""Start steps: each is carried out on the handset, and a wrong one is reported before that."""

from __future__ import annotations

import pickle
from datetime import datetime
from io import BytesIO

import pytest
from tinytag import TinyTag

from bmoca_gym import stores
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import CatalogueError, SetUpError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.tasks.steps import STEPS, step_from_data

ADA = {"name": "Ada Brook", "phone": "555-0123"}
BEN = {"name": "Ben O'Neil", "phone": "+15550124"}


def done(*steps):
    device = EmbeddedDevice()
    for data in steps:
        step = step_from_data(data, "task 'a': start[0]")
        assert pickle.loads(pickle.dumps(step)) == step
        assert hash(step) == hash(step_from_data(data, "elsewhere"))
        step.perform(device)
    return device


def test_rows_and_contacts():
    device = done(
        {"contacts": [BEN]}, {"clear": "contacts"}, {"rows": {"into": "contacts", "of": [ADA, [BEN, ADA]]}}
    )
    assert stores.read(device, "contacts") == [ADA, BEN, ADA]


def test_a_message_that_comes_is_unread_and_new():
    device = done({"sms": {"from": "5550123", "text": 'it\'s $5; `ls`\n"ok"'}})
    assert stores.read(device, "sms_inbox") == [
        {"number": "5550123", "text": 'it\'s $5; `ls`\n"ok"', "time": datetime(2024, 5, 1, 10), "read": False}
    ]


def test_files():
    folder = "/sdcard/Documents/My Notes"
    old = {"files": {"in": folder, "of": [{"name": "old.txt", "text": ""}]}}
    files = [
        {"name": "a b.txt", "text": "Grüße\n", "time": datetime(2023, 10, 1, 12, 0, 30)},
        {"name": "in/c.png", "data": b"\x89PNG"},
        {"name": "d.mp3", "audio": {"seconds": 9, "title": "Tea"}},
    ]
    device = done(old, {"files": {"in": folder, "of": files}}, {"media": [f"{folder}/in/c.png", folder]})
    assert device.read_file(f"{folder}/a b.txt").decode() == "Grüße\n"
    assert device.read_file(f"{folder}/in/c.png") == b"\x89PNG"
    assert TinyTag.get("d.mp3", BytesIO(device.read_file(f"{folder}/d.mp3"))).title == "Tea"
    assert device.shell(f"stat -c %Y '{folder}/a b.txt'").output == "1696161630\n"
    assert device.shell(f"ls '{folder}'").output.split("\n") == ["a b.txt", "d.mp3", "in", "old.txt", ""]
    device = done(old, {"files": {"in": folder, "emptied": True}})
    assert device.shell(f"ls '{folder}'").output == ""


@pytest.mark.parametrize("text", ['Grüße,\n "it\'s" $5', "a", 'data="b"'])
def test_the_clipboard(text):
    device = EmbeddedDevice()
    step = step_from_data({"clipboard": text}, "here")
    detector = Detector(rule_from_data({"clipboard": {"equals": text}}))
    detector.reset(device)
    with pytest.raises(SetUpError, match="is the app Clipper installed"):
        step.perform(device)
    assert not detector.check(device).known
    device = EmbeddedDevice(image="android13")
    detector.reset(device)
    assert (detector.check(device).satisfied, detector.check(device).known) == (False, True)
    step.perform(device)
    assert detector.check(device).satisfied


def test_a_position():
    step = step_from_data({"location": {"latitude": -47.25, "longitude": 9}}, "here")
    device = EmbeddedDevice(image="android13")
    step.perform(device)
    step.perform(device)
    assert "gps: Location[gps -47.250000,9.000000 " in device.shell("dumpsys location").output
    with pytest.raises(SetUpError, match="No shell command implementation"):
        step.perform(EmbeddedDevice())  # Android 10
    for latitude in (90.5, float("nan"), "47", True):
        with pytest.raises(CatalogueError, match=r"latitude.*it must be degrees from -90 to 90"):
            step_from_data({"location": {"latitude": latitude, "longitude": 9}}, "here")


def test_an_app_is_reset():
    device = done({"rows": {"into": "alarms", "of": [{"hour": 7, "minutes": 0}]}})
    assert len(stores.read(device, "alarms")) == 2
    step_from_data({"app": {"reset": "com.google.android.deskclock"}}, "here").perform(device)
    assert [row["hour"] for row in stores.read(device, "alarms")] != [9, 7]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"app": {"reset": "com.example.absent"}}, "pm clear com.example.absent"),
        ({"shell": "exit 3"}, "exit code 3"),
        ({"files": {"in": "/data/system.txt/a", "of": [{"name": "a", "text": ""}]}}, "/data/system.txt"),
    ],
)
def test_what_the_device_refuses(data, message):
    device = EmbeddedDevice()
    device.write_file("/data/system.txt", b"")
    with pytest.raises(SetUpError, match=message):
        step_from_data(data, "here").perform(device)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("clear", "must be fields"),
        ({}, f"must be either {', '.join(list(STEPS)[:-1])} or {list(STEPS)[-1]}"),
        ({"clear": "contacts", "sms": {}}, "must be either"),
        ({"cleer": "contacts"}, "Did you mean 'clear'"),
        ({"clear": "contact"}, "Did you mean 'contacts'"),
        ({"rows": {"into": "contacts"}}, "'of' is missing"),
        (
            {"rows": {"into": "contacts", "of": [ADA, {"name": "B"}]}},
            r"of\[1\]: a row of contacts lacks 'phone'",
        ),
        ({"contacts": [ADA | {"phone": 5550123}]}, "put it in quotes"),
        ({"contacts": ["Ada"]}, "columns with their values"),
        ({"sms": {"from": "555"}}, "'text' is missing"),
        ({"files": {"in": "/system/app"}}, "must be the full path"),
        ({"files": {"in": "/sdcard/a", "of": [{"name": "../b", "text": ""}]}}, "name of a file"),
        ({"files": {"in": "/sdcard/a", "of": [{"name": "b"}]}}, "'text' is missing"),
        (
            {"files": {"in": "/sdcard/a", "of": [{"name": "b", "text": "", "data": b""}]}},
            "without text beside",
        ),
        (
            {"files": {"in": "/sdcard/a", "of": [{"name": "b.mp3", "audio": {"seconds": 0}}]}},
            "a number up to",
        ),
        ({"media": "/sdcard/../a"}, "must be the full path"),
        ({"app": {"reset": "a; reboot"}}, "must be an Android package"),
    ],
)
def test_malformed_steps(data, message):
    with pytest.raises(CatalogueError, match=message):
        step_from_data(data, "here")
