"""Rule on a setting: comparisons, and the commands that are allowed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector
from bmoca_gym.success_detectors.setting import SettingRule

VOLUME = "media volume --show --stream 4 --get"
LOUDER = SettingRule(command=VOLUME, regex=r"volume is (\d+)", greater_than_at_reset=True)


def volume(level: int) -> tuple[str, int]:
    return f"[v] will control stream=4\nvolume is {level} in range [1..7]\n", 0


def judged(device, rule, before, after):
    device.answers[rule.command] = before
    detector = Detector(rule)
    detector.reset(device)
    device.answers[rule.command] = after
    return detector.check(device)


@pytest.mark.parametrize(
    ("before", "after", "holds"), [(1, 2, True), (1, 1, False), (3, 2, False), (2, 10, True)]
)
def test_louder_than_at_reset(device, before, after, holds):
    detection = judged(device, LOUDER, volume(before), volume(after))
    assert (detection.satisfied, detection.known) == (holds, True)
    assert f"'{after}', was '{before}'" in detection.evidence[0]


GET = "settings get global airplane_mode_on"


@pytest.mark.parametrize(
    ("comparison", "before", "after", "holds"),
    [
        ({"equals": 1}, "0", "1", True),
        ({"equals": 1}, "0", "1.0", True),
        ({"equals": 1}, "0", "0", False),
        ({"equals": "1"}, "0", "1", True),
        ({"equals": "1"}, "0", "1.0", False),
        ({"equals": 1}, "0", "null", False),
        ({"not_equals": 1}, "1", "0", True),
        ({"not_equals": "null"}, "1", "null", False),
        ({"greater_than": 1}, "0", "2", True),
        ({"greater_than": 1}, "0", "1", False),
        ({"less_than": 1.5}, "0", "1", True),
        ({"less_than": 1}, "0", "null", False),
        ({"less_than_at_reset": True}, "255", "254", True),
        ({"less_than_at_reset": True}, "254", "255", False),
        ({"less_than_at_reset": True}, "9", "10", False),
        ({"differs_from_reset": True}, "null", "1", True),
        ({"differs_from_reset": True}, "1", "1", False),
        ({"equals": 0, "differs_from_reset": True}, "1", "0", True),
        ({"equals": 0, "differs_from_reset": True}, "0", "0", False),
        ({"greater_than": 1, "less_than": 3}, "0", "2", True),
        ({"greater_than": 1, "less_than": 3}, "0", "3", False),
    ],
)
def test_comparisons(device, comparison, before, after, holds):
    rule = SettingRule(command=GET, regex=r"^(\S+)", **comparison)
    assert judged(device, rule, (f"{before}\n", 0), (f"{after}\n", 0)).satisfied is holds


def test_without_a_group_the_whole_match_is_the_value(device):
    rule = SettingRule(command=GET, regex=r"\d+", equals=12)
    assert judged(device, rule, ("", 0), ("x 12 y", 0)).satisfied


@pytest.mark.parametrize(
    "answer", [("", 0), ("volume is loud", 0), ("volume is 3", 1), ("sh: not found", 127)]
)
def test_no_value_is_unknown(device, answer):
    for before, after in ((answer, volume(3)), (volume(1), answer)):
        detection = judged(device, LOUDER, before, after)
        assert (detection.satisfied, detection.known) == (False, False)


def test_a_group_that_takes_no_part_is_unknown(device):
    rule = SettingRule(command=GET, regex=r"(a)?b", equals="a")
    assert not judged(device, rule, ("b", 0), ("b", 0)).known


def test_reset_asks_only_where_it_matters(device):
    Detector(SettingRule(command=GET, regex="1", equals="1")).reset(device)
    assert device.asked == []


@given(st.text())
def test_any_output_is_judged(fake_device, output):
    assert isinstance(judged(fake_device(), LOUDER, volume(1), (output, 0)).satisfied, bool)
    rule = SettingRule(command=GET, regex="(?s).+", greater_than=0)
    assert isinstance(judged(fake_device(), rule, ("", 0), (output, 0)).satisfied, bool)


@pytest.mark.parametrize(
    "command",
    [
        "settings put global airplane_mode_on 1",
        "settings get global a; rm -rf /",
        "settings get global a && reboot",
        "settings get global $(reboot)",
        "settings get global a\nreboot",
        "cmd uimode night yes",
        "adb shell settings get global a",
        "dumpsys battery set level 5",
        "media volume --show --stream 4 --set 1",
        "",
    ],
)
def test_commands_that_could_write_are_refused(command):
    with pytest.raises(DetectorError, match="command"):
        SettingRule(command=command, regex="x", equals="x")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"regex": "("}, "not a regular expression"),
        ({"regex": "x"}, "nothing is compared"),
        ({"regex": "x", "greater_than": "3"}, "finite number"),
        ({"regex": "x", "greater_than": float("nan")}, "finite number"),
        ({"regex": "x", "equals": True}, "finite number"),
        ({"regex": "x", "differs_from_reset": 1}, "true or false"),
    ],
)
def test_malformed_rules(fields, message):
    with pytest.raises(DetectorError, match=message):
        SettingRule(command=GET, **fields)
