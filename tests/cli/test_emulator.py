"""`bmoca-emulator -suite`: the phone that a suite's tasks begin with."""

from __future__ import annotations

import pytest

from bmoca_gym import tasks
from bmoca_gym.cli.emulator import first_phone
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.starts import Starts
from bmoca_gym.handset.servers.emulator import main
from bmoca_gym.handset.servers.errors import CommandLineError
from bmoca_gym.randomization import select


@pytest.mark.parametrize("name", ["androidlab", "bmoca"])
def test_it_is_the_phone_that_a_reset_leaves(name: str) -> None:
    suite = tasks.suite(name)
    task = next(task for task in suite if not task.set_up_steps)
    device = EmbeddedDevice()
    Starts(device).load(select(suite.environments)[0], task, 0.0)
    phone, reset = first_phone(name), device.phone
    assert phone.image is reset.image
    assert phone.configuration == reset.configuration
    assert phone.files == reset.files
    assert phone.settings == reset.settings
    assert phone.properties == reset.properties
    changed = {package for package in phone.apps if phone.apps[package] != reset.apps[package]}
    assert changed <= {task.package}  # the app that an episode begins in was started


def test_what_it_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandLineError, match=r"unknown suite 'androidwold'; there are .*androidworld"):
        first_phone("androidwold")
    assert main.main(["-suite", "bmoca", "-image", "android13", "-no-snapshot"], first_phone) == 1
    assert "the image android10; android13 was asked for too" in capsys.readouterr().err
    assert main.main(["-suite", "bmoca"]) == 1
    assert "knows no suites" in capsys.readouterr().err
    assert main.main(["-suite"], first_phone) == 1
    assert "must be followed by a parameter" in capsys.readouterr().err
