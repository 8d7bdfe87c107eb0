"""Duties of every detector: a reset first, one reading for all rules, no writing, no memory."""

from __future__ import annotations

import pickle

import pytest

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import DeviceError, NotResetError
from bmoca_gym.success_detectors import Detector, Reading, SuccessDetector, rule_from_data
from bmoca_gym.success_detectors.detector import satisfied, shown, unsatisfied

LOG = {"log": {"tag": "Tag", "regex": "done"}}
UI = {"ui": {"text": "here"}}
FILE = {"file": {"path": "/sdcard/a"}}
SETTING = {"setting": {"command": "settings get global a", "regex": r"\d+", "greater_than_at_reset": True}}
PREFERENCE = {"preference": {"path": "/data/a.xml", "key": "k", "type": "int", "equals": 1}}
SQLITE = {"sqlite": {"path": "/data/a.db", "table": "t", "rows_exist": [{"a": 1}]}}
EVERY = [LOG, UI, FILE, SETTING, PREFERENCE, SQLITE]


def test_the_fake_device_is_a_device(device):
    assert isinstance(device, Device)


def test_a_detector_is_a_success_detector():
    assert isinstance(Detector(rule_from_data(UI)), SuccessDetector)


def test_a_check_before_reset_says_what_to_do(device):
    with pytest.raises(NotResetError, match=r"call reset\(device\) first"):
        Detector(rule_from_data(UI)).check(device)


def test_what_several_rules_ask_for_is_read_once(device):
    device.show({"text": "here"})
    device.files["/sdcard/a"] = b"x"
    detector = Detector(rule_from_data({"all": [UI, {"not": UI}, FILE, FILE, SETTING, SETTING]}))
    detector.reset(device)
    device.asked.clear()
    detector.check(device)
    assert sorted(device.asked) == ["/sdcard/a", "settings get global a", "ui_tree"]


def test_every_check_reads_anew(device):
    detector = Detector(rule_from_data(UI))
    detector.reset(device)
    assert not detector.check(device).satisfied
    device.show({"text": "here"})
    assert detector.check(device).satisfied


def test_an_empty_device_satisfies_nothing_and_nothing_is_written(device):
    detector = Detector(rule_from_data({"all": EVERY}))
    detector.reset(device)
    detection = detector.check(device)
    assert (detection.satisfied, detection.score) == (False, 0.0)
    assert len(detection.evidence) == len(EVERY)
    assert device.written == []


@pytest.mark.parametrize("data", [*EVERY, {"all": EVERY}, {"any": EVERY}, {"in_order": EVERY}, {"not": UI}])
def test_rules_are_values_and_episodes_survive_pickling(data, device):
    rule = rule_from_data(data)
    again = pickle.loads(pickle.dumps(rule))
    assert again == rule == rule_from_data(data)
    assert hash(again) == hash(rule)
    detector = Detector(rule)
    detector.reset(device)
    detector.check(device)
    copy = pickle.loads(pickle.dumps(detector))
    assert copy.check(device) == detector.check(device)


def test_an_episode_leaves_nothing_to_the_next(device):
    detector = Detector(rule_from_data(LOG))
    detector.reset(device)
    device.write_log("Tag", "done")
    assert detector.check(device).satisfied
    detector.reset(device)
    assert not detector.check(device).satisfied


def test_two_detectors_of_one_rule_share_no_memory(fake_device):
    rule = rule_from_data(LOG)
    one, two = Detector(rule), Detector(rule)
    devices = fake_device(), fake_device()
    one.reset(devices[0])
    two.reset(devices[1])
    devices[0].write_log("Tag", "done")
    assert one.check(devices[0]).satisfied
    assert not two.check(devices[1]).satisfied


def test_a_device_that_is_gone_is_no_failure_at_the_task(device, monkeypatch):
    def gone() -> None:
        raise DeviceError("gone")

    detector = Detector(rule_from_data(UI))
    detector.reset(device)
    monkeypatch.setattr(device, "ui_tree", gone)
    with pytest.raises(DeviceError):
        detector.check(device)


def test_a_reading_does_not_change_while_it_is_held(device):
    reading = Reading(device)
    device.files["/sdcard/a"] = b"old"
    assert reading.read_file("/sdcard/a") == b"old"
    device.files["/sdcard/a"] = b"new"
    assert reading.read_file("/sdcard/a") == b"old"


def test_evidence_stays_short():
    assert len(shown("x" * 10_000)) < 100
    assert len(shown(["x" * 10_000])) < 200


def test_rules_read_the_answer_and_a_reset_forgets_it(device):
    class Answered:
        def start(self, reading):
            assert reading.answer is None
            return self

        def check(self, reading):
            return satisfied("said") if reading.answer == "42" else unsatisfied(f"said {reading.answer}")

    detector = Detector(Answered())
    for text, done in ((None, False), ("41", False), ("42", True)):
        detector.reset(device)
        assert detector.answer is None
        detector.answer = text
        assert detector.check(device).satisfied is done
