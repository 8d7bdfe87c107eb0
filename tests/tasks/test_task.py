"""The effects of a task on a device: clock and steps, each of them checked."""

from __future__ import annotations

import dataclasses

import pytest

from bmoca_gym import tasks
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import SetUpError, UnknownJudgeError, UnmetNeedsError
from bmoca_gym.handset.value import replace
from bmoca_gym.success_detectors import Detector
from bmoca_gym.tasks.needs import CAPABILITIES, lacking
from bmoca_gym.tasks.steps import Shell, WriteFile

FROZEN = tasks.get("create_alarm_at_10_30_am")
RUNNING = tasks.get("go_to_add_a_language_page_in_setting")
DATE = "su 0 toybox date 123113302015.00"


class Phone:
    """Answers every command with exit code 0, except for ``refuses``; the embedded handset identifies itself."""

    def __init__(self, fake_device, handset):
        self.device = fake_device()
        self.commands = []
        self.refuses = ""
        self.handset = handset
        self.clock = "running"
        self.device.shell = self.shell

    def shell(self, command):
        self.commands.append(command)
        if self.refuses and self.refuses in command:
            return ShellResult("date: cannot set date: Operation not permitted\n", 1)
        if command == "getprop ro.bmoca.handset":
            return ShellResult("1\n" if self.handset else "\n", 0)
        if command.startswith("setprop debug.bmoca.clock "):
            self.clock = command.split()[-1]
        return ShellResult("", 0)


@pytest.fixture
def phone(fake_device):
    return lambda handset: Phone(fake_device, handset)


def test_the_handset_freezes_its_clock(phone):
    one = phone(handset=True)
    FROZEN.set_up(one.device)
    assert one.commands.index(DATE) < one.commands.index("setprop debug.bmoca.clock frozen")
    assert not FROZEN.needs_hold(one.device)
    one.commands.clear()
    FROZEN.hold(one.device)
    assert DATE not in one.commands
    FROZEN.tear_down(one.device)
    assert one.clock == "running"


def test_another_task_on_the_same_handset_runs_again(phone):
    one = phone(handset=True)
    FROZEN.set_up(one.device)
    RUNNING.set_up(one.device)
    assert one.clock == "running"
    assert "su 0 toybox date 050110002024.00" in one.commands


def test_on_other_devices_the_date_is_set_again_before_each_step(phone):
    one = phone(handset=False)
    FROZEN.set_up(one.device)
    assert one.commands[-1] == DATE
    assert "settings put global auto_time 0" in one.commands
    assert not any("setprop" in command for command in one.commands)
    for _ in range(2):
        one.commands.clear()
        FROZEN.hold(one.device)
        assert one.commands.count(DATE) == 1
    FROZEN.tear_down(one.device)
    assert one.commands[-1] == "settings put global auto_time 1"


def test_a_running_clock_is_not_held(phone):
    one = phone(handset=False)
    RUNNING.set_up(one.device)
    one.commands.clear()
    RUNNING.hold(one.device)
    assert one.commands == []


def test_steps_are_made_in_order(phone):
    one = phone(handset=True)
    steps = (
        Shell("settings put system a 1"),
        WriteFile("/sdcard/ü.txt", "ü"),
        Shell("settings put system a 2"),
    )
    dataclasses.replace(FROZEN, set_up_steps=steps).set_up(one.device)
    assert [c for c in one.commands if "system a" in c] == [
        "settings put system a 1",
        "settings put system a 2",
    ]
    assert one.device.files["/sdcard/ü.txt"] == "ü".encode()
    one.commands.clear()
    dataclasses.replace(FROZEN, tear_down_steps=steps[:1]).tear_down(one.device)
    assert one.commands[0] == "settings put system a 1"


@pytest.mark.parametrize("handset", [True, False])
def test_a_clock_that_can_not_be_set(phone, handset):
    one = phone(handset)
    one.refuses = "toybox date"
    with pytest.raises(
        SetUpError, match=r"create_alarm_at_10_30_am.*clock: .*exit code 1 .*not permitted.*root"
    ):
        FROZEN.set_up(one.device)


def test_a_hold_that_fails(phone):
    one = phone(handset=False)
    FROZEN.set_up(one.device)
    one.refuses = "toybox date"
    with pytest.raises(SetUpError, match="clock"):
        FROZEN.hold(one.device)


def test_a_step_that_is_refused_is_named(phone):
    one = phone(handset=True)
    one.refuses = "second"
    task = dataclasses.replace(FROZEN, set_up_steps=(Shell("first"), Shell("second"), Shell("third")))
    with pytest.raises(SetUpError, match=r"set_up\[1\]: .*'second'"):
        task.set_up(one.device)
    assert "third" not in one.commands


def test_a_file_that_can_not_be_written(phone, monkeypatch):
    from bmoca_gym.errors import FileAccessError

    def refuse(path, data):
        raise FileAccessError("read-only")

    one = phone(handset=True)
    monkeypatch.setattr(one.device, "write_file", refuse)
    task = dataclasses.replace(FROZEN, set_up_steps=(WriteFile("/sdcard/a", "x"),))
    with pytest.raises(SetUpError, match=r"set_up\[0\]: .*/sdcard/a: read-only"):
        task.set_up(one.device)


def test_each_detector_is_new_and_of_its_judge():
    corrected, again, paper = FROZEN.detector(), FROZEN.detector("corrected"), FROZEN.detector("paper")
    assert isinstance(corrected, Detector)
    assert corrected is not again
    assert corrected.rule == again.rule == FROZEN.corrected
    assert paper.rule == FROZEN.upstream != FROZEN.corrected


@pytest.mark.parametrize("judge", ["papre", "", None, 1])
def test_an_unknown_judge(judge):
    with pytest.raises(UnknownJudgeError, match="corrected, upstream, paper"):
        FROZEN.detector(judge)


def test_on_the_embedded_handset():
    for task in tasks.suite("bmoca"):
        device = EmbeddedDevice()
        task.set_up(device)
        shown = device.shell("date '+%Y-%m-%d %H:%M:%S'").output.strip()
        assert shown == str(task.clock.time), task.id
        device.wait(90)
        task.hold(device)
        later = device.shell("date '+%Y-%m-%d %H:%M:%S'").output.strip()
        assert (later == shown) is task.clock.frozen, task.id
        task.tear_down(device)
        device.wait(90)
        assert device.shell("date '+%Y-%m-%d %H:%M:%S'").output.strip() != later, task.id


def test_a_device_that_lacks_what_a_task_needs_refuses_it_unchanged(phone):
    task = replace(RUNNING, needs=("root", "snapshots", "com.example.map"))
    handset = EmbeddedDevice()
    before = handset.phone
    with pytest.raises(
        UnmetNeedsError, match=r"go_to_add_a_language.* needs com.example.map, which embedded-0 "
    ):
        task.set_up(handset)
    assert handset.phone is before

    android = phone(handset=False)  # no root, and a package manager that says nothing
    with pytest.raises(UnmetNeedsError, match=r"needs root, which"):
        task.set_up(android.device)
    assert not any(command.startswith(("settings", "su 0 toybox")) for command in android.commands)


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_the_handset_has_every_capability(capability):
    assert lacking(EmbeddedDevice(image="android13"), (capability,)) == ()
    absent = ("clipboard", "location")  # B-MoCA's image has no Clipper, and Android 10 takes no position
    assert lacking(EmbeddedDevice(), absent) == absent
