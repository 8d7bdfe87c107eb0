"""Probes: pages that are opened at the end of an episode, and judged there."""

from __future__ import annotations

import pytest

from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.tasks.suite import loads

DATA = {
    "probe": {
        "open": "am start -n com.google.android.calculator/com.android.calculator2.Calculator",
        "rule": {"ui": {"package": "com.google.android.calculator"}},
    }
}
TEXT = """
version: 1.0.0
ends: finish
unfinished: judged
defaults: {clock: {time: 2024-05-01 10:00:00, frozen: false}, step_limit: 2}
tasks:
  - id: ready
    goal: be ready
    corrected:
      probe:
        open: am start -n com.google.android.calculator/com.android.calculator2.Calculator
        rule: {ui: {package: com.google.android.calculator}}
"""


def test_a_page_is_opened_at_the_end_alone_and_the_handset_is_as_it_was():
    device = EmbeddedDevice()
    detector = Detector(rule_from_data(DATA))
    detector.reset(device)
    before = device.phone
    found = detector.check(device)
    assert (found.satisfied, found.known, found.evidence) == (
        False, False, ("probe: waits for the end of the episode",),
    )  # fmt: skip
    refused = Detector(rule_from_data({"not": DATA}))
    refused.reset(device)
    assert not refused.check(device).satisfied, "what is not known yet does not fail to hold"
    detector.finished = refused.finished = True
    assert detector.check(device).satisfied
    assert not refused.check(device).satisfied
    assert device.phone is before
    detector.reset(device)
    assert not detector.finished


def test_on_other_devices_it_is_the_last_act(fake_device):
    device = fake_device()
    asked = []

    def shell(command):
        asked.append(command)
        return ShellResult("no such activity\n", int(command == "bad"))

    device.shell = shell
    rule = {**DATA["probe"], "open": ["am start -n a/.B", "bad"], "seconds": 0}
    detector = Detector(rule_from_data({"probe": rule}))
    detector.reset(device)
    detector.finished = True
    found = detector.check(device)
    assert asked[-2:] == ["am start -n a/.B", "bad"]
    assert found.evidence == ("probe: exit code 1 of 'bad': 'no such activity\\n'",)
    assert not found.known


@pytest.mark.parametrize("action", ["finish()", "wait()"])
def test_an_episode_is_probed_when_it_is_over(action):
    env = PhoneEnv(tasks=loads(TEXT, "mine").template("ready"), environments="100", action="text")
    env.reset(seed=0)
    phone = env.device.phone
    over, count, info = False, 0, {"success": False}
    while not over:
        assert not info["success"]
        _, reward, terminated, truncated, info = env.step(action)
        over, count = terminated or truncated, count + 1
    assert (reward, info["success"], count) == (1.0, True, 1 if action == "finish()" else 2)
    assert env.device.ui_tree().nodes[0].package != "com.google.android.calculator"
    assert (env.device.phone is phone) == (action == "finish()")
    env.close()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"open": []}, "open is"),
        ({"seconds": 61}, "seconds is 61; it must be from 0 to 60"),
        ({"rule": {"uii": {}}}, "detector.probe.rule: there is no kind 'uii'"),
        ({"page": 1}, "there is no field 'page'"),
    ],
)
def test_malformed_probes(fields, message):
    with pytest.raises(DetectorError, match=message):
        rule_from_data({"probe": {**DATA["probe"], **fields}})
