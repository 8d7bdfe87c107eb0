"""Rule on the log: tag, level, regular expression, and the first line that counts."""

from __future__ import annotations

import time

import pytest

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector
from bmoca_gym.success_detectors.log import LogRule

RULE = LogRule(tag="ActivityTaskManager", min_level="I", regex=".*START.*LocalePicker")
LINE = "START u0 {cmp=com.android.settings/.localepicker.LocalePickerWithRegionActivity} from uid 1000"


@pytest.fixture
def detector(device):
    made = Detector(RULE)
    made.reset(device)
    return made


@pytest.mark.parametrize("level", ["I", "W", "E", "F"])
def test_a_line_at_the_level_or_above(device, detector, level):
    device.write_log("ActivityTaskManager", LINE, level)
    detection = detector.check(device)
    assert (detection.satisfied, detection.score) == (True, 1.0)
    assert "LocalePickerWithRegionActivity" in detection.evidence[0]


@pytest.mark.parametrize(
    ("tag", "level", "message"),
    [
        ("ActivityTaskManager", "D", LINE),
        ("ActivityTaskManager", "V", LINE),
        ("ActivityManager", "I", LINE),
        ("activitytaskmanager", "I", LINE),
        ("ActivityTaskManager", "I", LINE.replace("START", "FINISH")),
        ("ActivityTaskManager", "I", "START u0\nLocalePicker"),
    ],
)
def test_lines_that_do_not_count(device, detector, tag, level, message):
    device.write_log(tag, message, level)
    assert not detector.check(device).satisfied


def test_lines_from_before_the_episode_do_not_count(device):
    device.write_log("ActivityTaskManager", LINE)
    detector = Detector(RULE)
    detector.reset(device)
    assert not detector.check(device).satisfied


def test_the_match_begins_at_the_start_of_the_message(device):
    detector = Detector(LogRule(tag="T", regex="done"))
    detector.reset(device)
    device.write_log("T", "not done")
    assert not detector.check(device).satisfied
    device.write_log("T", "done at last")
    assert detector.check(device).satisfied


def test_what_was_seen_stays_seen_and_the_log_is_not_read_again(device, detector):
    device.write_log("ActivityTaskManager", LINE)
    assert detector.check(device).satisfied
    device.log.clear()
    device.asked.clear()
    assert detector.check(device).satisfied
    assert device.asked == []


def test_each_line_is_read_once(device, detector):
    device.write_log("Other", "x")
    detector.check(device)
    detector.check(device)
    assert device.asked == ["log_since 0", "log_since 1"]


def test_a_line_written_during_the_check_is_not_lost(device, detector, monkeypatch):
    original = device.log_since

    def late(cursor):
        lines = original(cursor)
        if not device.log:
            device.write_log("ActivityTaskManager", LINE)
        return lines

    monkeypatch.setattr(device, "log_since", late)
    assert not detector.check(device).satisfied
    assert detector.check(device).satisfied


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"tag": "", "regex": "x"}, "tag is ''"),
        ({"tag": "T", "regex": "("}, "not a regular expression"),
        ({"tag": "T", "regex": 7}, "put it in quotes"),
        ({"tag": "T", "regex": "x", "min_level": "INFO"}, "one of V, D, I, W, E, F"),
    ],
)
def test_malformed_rules(fields, message):
    with pytest.raises(DetectorError, match=message.replace("(", r"\(")):
        LogRule(**fields)


@pytest.mark.parametrize("regex", ["(a+)+$", "(a|a)*b", "(.*a){20}$", "(x+x+)+y"])
def test_no_pattern_is_slow_on_any_line(device, regex):
    detector = Detector(LogRule(tag="T", regex=regex))
    detector.reset(device)
    device.write_log("T", "a" * 4000 + "!")
    device.write_log("T", "x" * 4000 + "\ud800")
    began = time.monotonic()
    assert not detector.check(device).satisfied
    assert time.monotonic() - began < 10
