"""A handset as the avd device drives it, for `benchmarks.over_adb`: `bmoca-emulator` in a stand-in for the SDK."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bmoca_gym import randomization
from bmoca_gym.devices.adb.server import adb_program
from bmoca_gym.devices.avd.device import AvdDevice
from bmoca_gym.devices.avd.names import avd_name, snapshot_name
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.servers.emulator.snapshot_folder import SnapshotFolder


@contextlib.contextmanager
def virtual(environment_id: str) -> Iterator[AvdDevice]:
    """Start an AVD with the snapshot of one environment; its emulator and adb server end with the context."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        root, avds = Path(folder, "sdk"), Path(folder, "avd")
        # Time is virtual: measure the work of a step, not the seconds that it waits.
        emulator = f"{sys.executable} -m bmoca_gym.handset.servers.emulator.main -virtual-time"
        for below, program in (("emulator/emulator", emulator), ("platform-tools/adb", adb_program())):
            path = root / below
            path.parent.mkdir(parents=True)
            path.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
            path.chmod(0o755)
        environment = randomization.get(environment_id)
        built = EmbeddedDevice()
        environment.apply(built)
        name = avd_name(environment.profile.avd_device_id)
        (avds / f"{name}.avd").mkdir(parents=True)
        (avds / f"{name}.ini").write_text(f"path={avds}/{name}.avd\n")
        (avds / f"{name}.avd" / "config.ini").write_text("")
        SnapshotFolder(avds / f"{name}.avd" / "snapshots")[snapshot_name(environment_id)] = built.phone
        variables = {"ANDROID_AVD_HOME": str(avds), "HOME": folder, "PYTHONPATH": str(Path.cwd())}
        stack.enter_context(_environment(variables))
        device = AvdDevice(name, sdk=str(root))
        stack.callback(device.close)
        yield device


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
