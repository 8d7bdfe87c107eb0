"""Data of apps on phones that keep no snapshots: copied before tasks change it, and put back afterwards."""

from __future__ import annotations

import shlex

from bmoca_gym.devices.device import Device, run

#: Where copies lie on the phone, a folder for each app.
FOLDER = "/data/local/tmp/bmoca_apps"

#: Where Android has the files of an app: those for a user who has unlocked the phone, and those for before.
_PLACES = ("/data/data", "/data/user_de/0")


def keep(device: Device, package: str) -> None:
    """Copy the data of an app, in place of an older copy. It is stopped. It takes root's rights.

    Raises:
        DeviceError: the phone refuses.
    """
    run(device, f"am force-stop {package}")
    for place, copy in _pairs(package):
        run(device, f"if [ -d {place} ]; then rm -rf {copy}; mkdir -p {copy} && cp -a {place}/. {copy}/; fi")


def put_back(device: Device, package: str) -> None:
    """Give an app the data that `keep` has copied, with its owner, rights and labels. It is stopped.

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
