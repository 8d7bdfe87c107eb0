"""Backup of apps' data over adb: restoring the files restores everything that the apps remember."""

from __future__ import annotations

import pytest
from served_handset import Handset

from bmoca_gym.devices import app_data
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.handset import images
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace


def _changed(phone: Phone, package: str, **changes: object) -> Phone:
    return replace(phone, apps=phone.apps.set(package, replace(phone.apps[package], **changes)))


@pytest.mark.parametrize(
    ("package", "before", "after"),
    [
        ("com.simplemobiletools.calendar.pro", {"view": "weekly", "week_start": 6}, {"view": "list", "hidden": (1,)}),
        ("com.google.android.deskclock", {"tab": "timer", "cities": ("Asia/Tokyo",)}, {"cities": (), "laps": (70,)}),
        ("com.android.dialer", {"tab": 1}, {"tab": 2, "missed": 3}),
    ],
)  # fmt: skip
def test_a_copy_restores_what_is_remembered(
    handset: Handset, device: AdbDevice, package: str, before: dict[str, object], after: dict[str, object]
) -> None:
    handset.served.apply(lambda _: _changed(images.boot(image=images.ANDROID13), package, **before))
    outside = package.replace("com.android.dialer", "com.google.android.dialer")
    kept = handset.served.phone.apps[package]
    app_data.keep(device, outside)
    handset.served.apply(lambda phone: _changed(phone, package, **after))
    app_data.put_back(device, outside)
    assert handset.served.phone.apps[package] == kept
    app_data.forget(device)
