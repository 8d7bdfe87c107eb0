"""Uninstalling apps that an image of Android 13 brings: from App info, the launcher, intents and the shell."""

from __future__ import annotations

import copy
import pickle

import gymnasium as gym
import pytest
from handset_hand import Hand

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.system import installed_apps

PIXEL_6 = {"width": 1080, "height": 2400, "density": 420}
MARKOR, MAPS_ME = "net.gsantner.markor", "com.mapswithme.maps.pro"


@pytest.fixture
def hand() -> Hand:
    return Hand("android13", **PIXEL_6)


def has(hand: Hand, package: str) -> bool:
    return f"package:{package}\n" in hand.shell("pm list packages")


def test_from_app_info(hand: Hand) -> None:
    hand.shell(f"am start -n {MARKOR}/.activity.MainActivity")
    hand.shell(f"am start -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:{MARKOR}")
    hand.tap(description="Uninstall")
    hand.tap("android:id/button2")
    assert has(hand, MARKOR)
    hand.tap(description="Uninstall")
    hand.tap("android:id/button1")
    assert not has(hand, MARKOR)
    assert MARKOR not in {task.package for task in hand.phone.tasks}
    hand.press("HOME")
    hand.swipe("up")
    assert not hand.sees(text="Markor")
    assert hand.sees(text="Joplin")
    assert "does not exist" in hand.device.shell(f"am start -n {MARKOR}/.activity.MainActivity").output
    assert hand.device.shell("ls /sdcard/Documents/Markor").exit_code == 0, "the user's notes stay"


def test_from_the_launchers_menu(hand: Hand) -> None:
    hand.swipe("up")
    hand.hold(text="Joplin")
    hand.tap(text="Uninstall")
    assert hand.sees(text="Do you want to uninstall this app?")
    hand.tap("android:id/button1")
    assert hand.phone.home
    assert not has(hand, "net.cozic.joplin")
    hand.swipe("up")
    hand.hold(text="Clock")
    assert not hand.sees(text="Uninstall"), "a part of Android"


@pytest.mark.parametrize("action", ["DELETE", "UNINSTALL_PACKAGE"])
def test_by_an_intent(hand: Hand, action: str) -> None:
    hand.shell(f"am start -a android.intent.action.{action} -d package:{MARKOR}")
    hand.tap("android:id/button1")
    assert not has(hand, MARKOR)


def test_parts_of_android_and_apps_of_android_10_stay(hand: Hand) -> None:
    assert "Failure" in hand.device.shell("pm uninstall com.google.android.deskclock").output
    hand.shell(
        "am start -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:com.google.android.deskclock"
    )
    assert not hand.sees(description="Uninstall")
    assert "Failure" in Hand().device.shell("pm uninstall org.wikipedia").output


@pytest.mark.parametrize("name", ["android13", "androidlab"])
def test_a_phone_without_any_of_them_still_works(name: str) -> None:
    phone = images.boot(image=images.image_named(name))
    for package in list(packages.apps_of(phone.image)):
        if installed_apps.removable(phone, package):
            phone = installed_apps.uninstall(phone, package)
    assert set(phone.apps) == set(packages.owners_of(phone.image))
    assert all(p.startswith(("com.google.", "com.android.")) for p in packages.apps_of(phone.image))
    assert pickle.loads(pickle.dumps(phone)) == phone == copy.deepcopy(phone)
    hand = Hand(name, **PIXEL_6)
    hand.phone = phone
    hand.swipe("up")
    hand.press("HOME")
    hand.do(Swipe(0.5, 0.003, 0.5, 0.5))
    hand.swipe("down")
    hand.press("HOME")
    hand.shell("am start -a android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS")
    assert len(screen.ui_tree(inputs.wait(hand.phone, 3_600_000))) > 10
    hand.shell(
        "dumpsys media_session; dumpsys package; dumpsys activity; ls -R /data/data > /dev/null; ls -R /sdcard"
    )


@pytest.mark.parametrize(
    ("id", "package"),
    [
        ("AndroidWorld-MarkorCreateNote-v0", MARKOR),
        ("AndroidWorld-RetroCreatePlaylist-v0", "code.name.monkey.retromusic"),
    ],
)
def test_an_episode_whose_app_is_gone_is_judged(id: str, package: str) -> None:
    env = gym.make(id, action="json", observation="text", side_effects=True)
    env.reset(seed=0)
    device = env.unwrapped.device  # type: ignore[attr-defined]
    assert isinstance(device, EmbeddedDevice)
    device.phone = installed_apps.uninstall(device.phone, package)
    _, reward, terminated, _, info = env.step('{"action_type": "status", "goal_status": "complete"}')
    assert terminated
    assert not reward
    assert not info["success"]
    env.reset(seed=0)
    assert package in device.phone.apps
    env.close()
