"""Times that experts pick, in the pickers of the Clocks of Android 10 and 13."""

from __future__ import annotations

import pytest

from bmoca_gym.demonstrations.experts.picking import pick_time, picked_time_ok
from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.resources.configuration import Configuration

CLOCK = "com.google.android.deskclock"


@pytest.mark.parametrize(("locale", "density"), [("en-US", 420), ("ar-EG", 330), ("ko-KR", 550)])
@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
@pytest.mark.parametrize(("hour", "minute"), [(0, 0), (7, 32), (12, 45), (21, 5)])
def test_any_time_is_picked(image: str, locale: str, density: int, hour: int, minute: int) -> None:
    look = Configuration(width=1080, height=2400, density=density, locale=locale)
    device = EmbeddedDevice(look, image=image)
    device.shell("am start -a android.intent.action.SET_ALARM")
    for _ in range(20):
        screen = Screen(device.ui_tree(), locale)
        ok = picked_time_ok(screen)
        if ok is None:
            break
        assert ok.resource_id.startswith("android" if image == "android10" else CLOCK)
        gesture = pick_time(screen, hour, minute)
        assert gesture is not None
        device.perform(gesture)
    assert pick_time(screen, hour, minute) is None
    alarm = device.phone.apps[CLOCK].alarms[-1]
    assert (alarm.hour, alarm.minute) == (hour, minute)
