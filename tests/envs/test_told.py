"""What infos say about the phone: its date, its apps, and the app in front."""

from __future__ import annotations

from typing import Any

import pytest

import bmoca_gym
from bmoca_gym.devices.device import Device, ShellResult, local_date
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.app_names import NAMES, names_of, packages_named
from bmoca_gym.tasks.needs import packages


class Wired:
    """A device that is reached by its shell alone, as over adb."""

    def __init__(self, **answers: ShellResult) -> None:
        self._answers, self._phone = answers, EmbeddedDevice()

    def shell(self, command: str) -> ShellResult:
        return self._answers.get(command.split()[0]) or self._phone.shell(command)


def wired(**answers: ShellResult) -> Device:
    device: Any = Wired(**answers)
    return device


def test_both_kinds_of_devices_tell_the_same() -> None:
    assert local_date(EmbeddedDevice()) == local_date(wired()) == "2024-05-01"
    assert packages(EmbeddedDevice()) == packages(wired())


@pytest.mark.parametrize("answer", [ShellResult("date: not found", 127), ShellResult("Wed May  1\n", 0)])
def test_a_device_without_a_date_tells_none(answer: ShellResult) -> None:
    assert local_date(wired(date=answer)) == ""


def test_names_of_apps_are_those_that_open_them() -> None:
    suite = (("Clock", "com.google.android.deskclock"), ("Agenda", "com.example.agenda"))
    named, names = names_of(frozenset({"com.example.agenda", "org.videolan.vlc", "not.known"}), suite)
    assert (dict(named), names) == (
        {"com.example.agenda": "Agenda", "org.videolan.vlc": "VLC"},
        ("Agenda", "VLC"),
    )
    everything, names = names_of(None)
    assert list(names) == sorted(set(names))
    assert set(everything) == {package for these in NAMES.values() for package in these[:2]}
    for package, name in everything.items():
        assert package in packages_named(name)
    assert packages(wired(pm=ShellResult("", 1))) is None


def test_the_app_in_front_is_told_by_its_name() -> None:
    env = bmoca_gym.make("AndroidWorld-ContactsAddContact-v0", observation="text", action="json")
    _, info = env.reset(seed=0, options={"task_seed": 0})
    assert (info["date"], info["app"]) == ("2023-10-15", "")
    assert {"Broccoli", "Clock", "Contacts", "Files", "Simple Calendar Pro", "VLC"} <= set(info["apps"])
    *_, later = env.step('{"action_type": "open_app", "app_name": "Markor"}')
    assert (later["app"], later["date"]) == ("Markor", "2023-10-15")
    assert later["apps"] is info["apps"], "one tuple for all infos: it costs nothing to send them together"
    saved = env.unwrapped.save_state()  # type: ignore[attr-defined]
    other = bmoca_gym.make("AndroidWorld-ContactsAddContact-v0", observation="text", action="json")
    _, restored = other.unwrapped.restore_state(saved)  # type: ignore[attr-defined]
    assert restored == later
    env.close()
    other.close()


@pytest.mark.parametrize(
    ("action", "given", "off_screen"),
    [
        ("json", '{"action_type": "click", "x": 5000, "y": 3}', True),
        ("json", '{"action_type": "click", "x": "left", "y": 3}', False),
        ("calls", 'do(action="Tap", element=[5000, 3])', True),
        ("calls", "do(action=)", False),
        ("text", "dual-gesture(1.5, 0.5, 0.5, 0.5)", True),
        ("text", "tap(999)", False),
        ("qwen3-vl", '<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [5000, 3]}}', True),
        ("qwen3-vl", "click", False),
    ],
)  # fmt: skip
def test_a_point_outside_the_screen_is_told_from_other_wrong_formats(
    action: str, given: str, off_screen: bool
) -> None:
    env = bmoca_gym.make("BMoCA-Alarm-v0", environments="100", action=action, observation="text")
    env.reset(seed=0)
    *_, info = env.step(given)
    assert info["wrong_format"]
    assert info["off_screen"] == off_screen
    assert info["status"] is None
    *_, info = env.step({"json": '{"action_type": "wait"}'}.get(action, given))
    assert info["off_screen"] == (off_screen and action != "json")
    env.close()
