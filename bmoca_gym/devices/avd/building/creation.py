"""Creating and deleting virtual devices with Android's avdmanager."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bmoca_gym import data_files
from bmoca_gym.devices.avd.configuration import Hardware
from bmoca_gym.devices.avd.sdk import AndroidSdk, VirtualDevice, read_properties
from bmoca_gym.errors import AndroidSdkError, nearest
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.servers.emulator.avd import IMAGE_KEY

#: avdmanager's names of devices that the reference implementation calls otherwise.
DEVICE_IDS = {"WXGA_Tablet": "10.1in WXGA (Tablet)"}

#: Timeout in seconds. Java needs a second or two to start; creating a virtual device writes a few small files.
_SECONDS = 120.0


def device_id(profile: Hardware) -> str:
    """Return avdmanager's name of a profile's device. Names are stable, indices are not."""
    return DEVICE_IDS.get(profile.avd_device_id, profile.avd_device_id)


def create(
    sdk: AndroidSdk, name: str, profile: Hardware, system_image: str, image: str = ANDROID10.name
) -> VirtualDevice:
    """Create a virtual device with the screen of a profile; an older one of that name is replaced.

    ``image``: the image that bmoca-emulator boots; the Android emulator ignores it.

    Raises:
        AndroidSdkError: the system image is not installed, avdmanager does not know the device or refuses, or
            the result differs from what was asked for.
    """
    sdk.require_package(system_image)
    wanted = device_id(profile)
    known = device_ids(sdk)
    if wanted not in known:
        raise AndroidSdkError(
            f"avdmanager knows no device {wanted!r}.{nearest(wanted, known)} Get newer command-line tools: "
            f"{sdk.install_command('cmdline-tools;latest')}"
        )
    _run(sdk, ["create", "avd", "--force", "--name", name, "--package", system_image, "--device", wanted])
    made = sdk.virtual_device(name)
    if made.fault:
        raise AndroidSdkError(f"avdmanager has made the AVD {name}, but {made.fault}")
    _settle_hardware(made, profile, image)
    made = sdk.virtual_device(name)
    for what, found, asked in (
        ("system image", made.system_image, system_image),
        ("screen", (made.width, made.height, made.density), (profile.width, profile.height, profile.density)),
    ):
        if found != asked:
            raise AndroidSdkError(
                f"the AVD {name}: its {what} is {found!r} when read back; {asked!r} was set"
            )
    return made


def device_ids(sdk: AndroidSdk) -> tuple[str, ...]:
    """Return the ids of the devices that avdmanager knows."""
    lines = _run(sdk, ["list", "device", "--compact"]).splitlines()
    return tuple(line.strip() for line in lines if line.strip())


def delete(sdk: AndroidSdk, name: str) -> None:
    """Delete a virtual device with all its snapshots.

    Raises:
        AndroidSdkError: it does not exist, is running, or its files can't be deleted.
    """
    known = [device.name for device in sdk.virtual_devices()]
    if name not in known:
        raise AndroidSdkError(f"There is no AVD {name!r} in {sdk.avd_home}.{nearest(name, known)}")
    found = sdk.virtual_device(name)
    if is_running(found):
        raise AndroidSdkError(f"The AVD {name} is running; end its emulator first: adb -s SERIAL emu kill")
    if found.folder.suffix != ".avd":
        raise AndroidSdkError(
            f"The folder of the AVD {name} is {found.folder}, which is not an AVD's; nothing is deleted"
        )
    try:
        if found.folder.exists():
            shutil.rmtree(found.folder)
        (sdk.avd_home / f"{name}.ini").unlink()
    except OSError as error:
        raise AndroidSdkError(f"The AVD {name} can't be deleted: {error}") from error


def is_running(device: VirtualDevice) -> bool:
    """Tell whether an emulator has a virtual device open.

    The Android emulator keeps a file with its process id in the folder, bmoca-emulator a lock on the folder.
    """
    try:
        process = int((device.folder / "hardware-qemu.ini.lock" / "pid").read_text().split()[0])
        return Path(f"/proc/{process}").exists()
    except (OSError, ValueError, IndexError):
        pass
    try:
        folder = os.open(device.folder, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(folder)


def _settle_hardware(made: VirtualDevice, profile: Hardware, image: str) -> None:
    """Set everything that snapshots depend on, whatever the defaults of this avdmanager are."""
    path = made.folder / "config.ini"
    settings = read_properties(path) | {
        "hw.lcd.width": str(profile.width),
        "hw.lcd.height": str(profile.height),
        "hw.lcd.density": str(profile.density),
        "hw.initialOrientation": "landscape" if profile.width > profile.height else "portrait",
        "hw.keyboard": "no",  # otherwise Android shows no on-screen keyboard
        "hw.ramSize": "2048",  # each snapshot contains the memory
        "hw.gpu.enabled": "yes",
        "showDeviceFrame": "no",
        IMAGE_KEY: image,
    }
    data_files.write(path, "".join(f"{key}={text}\n" for key, text in sorted(settings.items())))


def _run(sdk: AndroidSdk, words: Sequence[str]) -> str:
    """Run avdmanager; return its output."""
    program = sdk.avdmanager
    command = f"{program} {' '.join(words)}"
    try:
        done = subprocess.run(
            [str(program), *words],
            env=sdk.environment_of_programs(),
            input=b"no\n",  # no custom hardware profile
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AndroidSdkError(f"`{command}` failed: {error}") from error
    if done.returncode != 0:
        said = " ".join((done.stderr + done.stdout).decode("utf-8", "replace").split())[-600:]
        hint = (
            " It needs Java 17: sudo apt-get install openjdk-17-jre-headless"
            if "java" in said.lower()
            else ""
        )
        raise AndroidSdkError(f"`{command}` ended with {done.returncode}: {said}{hint}")
    return done.stdout.decode("utf-8", "replace")
