"""``bmoca-emulator``: the emulator of the handset, which starts with the first phone of a suite on request."""

from __future__ import annotations

from typing import NoReturn

from bmoca_gym.handset.servers.emulator import main
from bmoca_gym.handset.servers.errors import CommandLineError
from bmoca_gym.handset.state import Phone


def program() -> NoReturn:
    """Run the emulator until it is stopped."""
    main.program(first_phone)


def first_phone(suite: str) -> Phone:
    """Make the phone that an environment's reset leaves before a task's own steps, in the suite's first configuration.

    The clock is set as for the suite's first task. The lines under ``emulator`` in the suite's ``apps.yaml`` run last.

    Raises:
        CommandLineError: there is no such suite, or its phone can't be made.
    """
    # These modules are only loaded if a suite is requested.
    from bmoca_gym import tasks
    from bmoca_gym.cli import shared
    from bmoca_gym.devices.device import run
    from bmoca_gym.devices.embedded import EmbeddedDevice
    from bmoca_gym.errors import BmocaError
    from bmoca_gym.handset.gestures import PressKey
    from bmoca_gym.randomization import select

    if suite not in tasks.suites():
        raise CommandLineError(f"-suite: unknown suite {suite!r}; there are {', '.join(tasks.suites())}")
    try:
        found = tasks.suite(suite)
        device = EmbeddedDevice(image=found.image)
        select(found.environments)[0].apply(device)
        found.templates[0].first.set_up_common(device)
        device.perform(PressKey("HOME"))
        for line in shared.apps_of(suite).emulator:
            run(device, line)
        return device.phone
    except BmocaError as error:
        raise CommandLineError(f"-suite {suite}: {error}") from error
