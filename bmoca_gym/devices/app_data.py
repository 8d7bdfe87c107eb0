"""Backup of the data of apps, on phones without snapshots: copied before tasks change it, and restored
afterwards.
"""

from __future__ import annotations

import shlex

from bmoca_gym.devices.device import Device, run

#: Folder of the copies on the phone, with a folder for each app.
FOLDER = "/data/local/tmp/bmoca_apps"

#: Folders of an app's files in Android: those that need an unlocked phone, and those that don't.
_PLACES = ("/data/data", "/data/user_de/0")


def keep(device: Device, package: str) -> None:
    """Stop an app and copy its data; an older copy is replaced. Needs root.

    Raises:
        DeviceError: the phone refuses.
    """
    run(device, f"am force-stop {package}")
    for place, copy in _pairs(package):
        run(device, f"if [ -d {place} ]; then rm -rf {copy}; mkdir -p {copy} && cp -a {place}/. {copy}/; fi")


def put_back(device: Device, package: str) -> None:
    """Stop an app and restore the data that `keep` has copied, with owner, permissions and SELinux labels.

    Raises:
        DeviceError: the phone refuses.
    """
    run(device, f"am force-stop {package}")
    for place, copy in _pairs(package):
        run(
            device,
            f"if [ -d {copy} ]; then find {place} -mindepth 1 -delete; cp -a {copy}/. {place}/ && "
            f"restorecon -RD {place}; fi",
        )


def forget(device: Device) -> None:
    """Remove all copies."""
    run(device, f"rm -rf {FOLDER}")


def _pairs(package: str) -> list[tuple[str, str]]:
    return [
        (shlex.quote(f"{place}/{package}"), shlex.quote(f"{FOLDER}/{i}/{package}"))
        for i, place in enumerate(_PLACES)
    ]
