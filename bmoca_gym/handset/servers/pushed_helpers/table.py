"""The pushed programs that the phone can serve, by class: those of `pushed_helpers.FILES`."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.servers.pushed_helpers.helper import Helper, Surroundings
from bmoca_gym.handset.servers.pushed_helpers.mobilecli import DeviceServer
from bmoca_gym.handset.servers.pushed_helpers.scrcpy import Scrcpy
from bmoca_gym.handset.system.pushed_helpers import Program

HELPERS: dict[str, Callable[[Surroundings, Program], Helper]] = {
    "com.genymobile.scrcpy.Server": Scrcpy,
    "com.mobilenext.mobilecli.DeviceServer": lambda around, program: DeviceServer(around.served, program),
}
