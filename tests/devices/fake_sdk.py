"""An Android SDK in a folder in which `bmoca-emulator` is the emulator, and AVDs with snapshots: for tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib import util
from pathlib import Path

import pytest
from served_handset import adb_program

from bmoca_gym.devices.avd.device import AvdDevice
from bmoca_gym.devices.avd.names import avd_name
from bmoca_gym.devices.avd.snapshots import name_of
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.servers.emulator.snapshot_folder import SnapshotFolder
from bmoca_gym.randomization import DeviceConfiguration

needs_android_env = pytest.mark.skipif(
    util.find_spec("android_env") is None or adb_program() is None,
    reason="needs android-env and adb: install the extra android",
)
ROOT = Path(__file__).parents[2]
#: What makes a folder an SDK for all that look for one, and keeps adb servers off the machine's other emulators.
VARIABLES = ("ANDROID_HOME", "ANDROID_SDK_ROOT", "ANDROID_AVD_HOME", "HOME", "TMPDIR")


class FakeSdk:
    """``root``: the SDK; ``avd_home``: its AVDs. `use` makes it this process's SDK.

    ``flags``: extra arguments of the emulator; by default virtual time, so that runs agree.
    """

    def __init__(self, folder: Path, flags: str = "-virtual-time") -> None:
        self.root = folder / "sdk"
        self.avd_home = folder / "avd"
        self.home = folder
        self.avd_home.mkdir(parents=True)
        program = adb_program()
        assert program is not None
        self._script("platform-tools/adb", f'exec {program} "$@"\n')
        self.emulator_runs(f'exec {sys.executable} -m bmoca_gym.handset.servers.emulator.main {flags} "$@"\n')

    def _script(self, below: str, text: str) -> None:
        path = self.root / below
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}")
        path.chmod(0o755)

    def emulator_runs(self, text: str) -> None:
        """Have the emulator be a shell script."""
        self._script("emulator/emulator", f"export PYTHONPATH={ROOT}\n{text}")

    def use(self, patch: pytest.MonkeyPatch) -> None:
        """Let this process find the SDK and its AVDs."""
        for name, path in zip(
            VARIABLES, (self.root, self.root, self.avd_home, self.home, self.home), strict=True
        ):
            patch.setenv(name, str(path))

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables for a program that should find the SDK."""
        paths = (self.root, self.root, self.avd_home, self.home, self.home)
        return os.environ | dict(zip(VARIABLES, map(str, paths), strict=True))

    def make_avd(
        self, name: str, width: int = 1080, height: int = 2160, density: int = 440
    ) -> SnapshotFolder:
        """An AVD as the SDK writes it; returns its snapshots."""
        folder = self.avd_home / f"{name}.avd"
        folder.mkdir(parents=True, exist_ok=True)
        (self.avd_home / f"{name}.ini").write_text(
            f"avd.ini.encoding=UTF-8\npath={folder}\ntarget=android-29\n"
        )
        (folder / "config.ini").write_text(
            f"hw.lcd.width={width}\nhw.lcd.height={height}\nhw.lcd.density={density}\n"
        )
        return SnapshotFolder(folder / "snapshots")

    def build(self, environments: Iterable[DeviceConfiguration]) -> None:
        """AVDs with a snapshot for each environment, as `bmoca avd build` leaves them, in milliseconds."""
        for environment in environments:
            profile = environment.profile
            device = EmbeddedDevice(Configuration(profile.width, profile.height, profile.density))
            environment.apply(device)
            kept = self.make_avd(
                avd_name(profile.avd_device_id), profile.width, profile.height, profile.density
            )
            kept[name_of(environment)] = device.phone


class Rotation:
    """Makes new `AvdDevice`s: two take turns, since an emulator takes a second to start."""

    def __init__(self, folder: Path) -> None:
        self.sdk = FakeSdk(folder)
        self._patch = pytest.MonkeyPatch()
        self.sdk.use(self._patch)
        self._snapshots = [self.sdk.make_avd(f"phone_{number}") for number in range(2)]
        self._devices: list[AvdDevice | None] = [None, None]
        self._turn = 0
        self._box = folder / "handset.snapshot"
        self._box.write_bytes(snapshot_file.dumps(images.boot()))

    def device(self) -> AvdDevice:
        """The next one; a test has two at most."""
        self._turn = number = 1 - self._turn
        found = self._devices[number]
        if found is None or found.closed:
            found = self._devices[number] = AvdDevice(f"phone_{number}", read_only=False, hang_seconds=10)
        folder = self._snapshots[number]
        for name in list(folder):
            del folder[name]
        # A link to one file, which the emulator then need not read again.
        place = self.sdk.avd_home / f"phone_{number}.avd" / "snapshots" / "box"
        place.mkdir(parents=True)
        os.link(self._box, place / self._box.name)
        found.load_snapshot("box")
        del folder["box"]
        return found

    def close(self) -> None:
        for device in self._devices:
            if device is not None:
                device.close()
        self._patch.undo()
