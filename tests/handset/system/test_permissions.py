"""Runtime permissions: the system's dialog, the user's decisions, and the shell's output and changes."""

from __future__ import annotations

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset import effects, images
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.images.android10 import ANDROID10
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import permissions
from bmoca_gym.handset.value import do, replace

CAMERA = APPS["camera"].package


def asking(api_level: int = 29) -> Hand:
    hand = Hand()
    hand.phone = replace(images.boot(), image=replace(ANDROID10, api_level=api_level, asks_permissions=True))
    return hand


def held(hand: Hand, *names: str) -> list[bool]:
    return [permissions.granted(hand.phone, CAMERA, name) for name in names or APPS["camera"].asks]


def test_bmocas_phones_have_granted_all(hand: Hand) -> None:
    hand.open("camera")
    assert hand.phone.top.prompt is None
    assert held(hand) == [True, True]
    hand.shell(f"pm revoke {CAMERA} {permissions.CAMERA}; am force-stop {CAMERA}")
    hand.open("camera")
    assert hand.sees("permission_allow_button"), "what the shell took is asked for"


@pytest.mark.parametrize("api_level", [29, 33])
def test_the_camera_asks_for_one_after_the_other(api_level: int) -> None:
    hand = asking(api_level)
    hand.open("camera")
    assert hand.tree.nodes[0].package == "com.android.permissioncontroller"
    assert hand.node("permission_message").text == "Allow Camera to take pictures and record video?"
    hand.tap("permission_allow_button" if api_level == 29 else "permission_allow_foreground_only_button")
    assert "location" in hand.node("permission_message").text
    hand.device.perform(Tap(0.5, 0.1))
    assert hand.sees("permission_message"), "a touch beside it decides nothing"
    hand.tap("permission_deny_button")
    assert held(hand) == [True, False]
    assert hand.sees("shutter_button")
    hand.press("BACK")
    hand.open("camera")
    hand.tap("permission_deny_button")
    hand.press("BACK")
    hand.open("camera")
    assert hand.phone.top.prompt is None, "Android does not ask a third time"
    hand.shell(f"pm clear {CAMERA}")
    assert held(hand) == [False, False]


def test_a_grant_for_one_time_ends_with_the_process() -> None:
    hand = asking(33)
    hand.open("camera")
    hand.tap("permission_allow_one_time_button")
    hand.press("HOME")
    hand.open("camera")
    assert "location" in hand.node("permission_message").text, "the question waits where it was asked"
    hand.press("BACK")
    assert held(hand) == [True, False]
    hand.shell(f"am force-stop {CAMERA}")
    assert held(hand) == [False, False]


def test_what_was_allowed_only_this_time_is_asked_for_again_where_nothing_else_asks(hand: Hand) -> None:
    hand.phone = replace(hand.phone, image=replace(hand.phone.image, api_level=33))
    hand.shell(f"pm revoke {CAMERA} {permissions.CAMERA}")
    hand.open("camera")
    hand.tap("permission_allow_one_time_button")
    assert held(hand, permissions.CAMERA) == [True]
    hand.shell(f"am force-stop {CAMERA}")
    hand.open("camera")
    assert hand.sees("permission_allow_one_time_button")


def test_the_shell_grants_revokes_and_tells() -> None:
    hand = asking()
    name = permissions.CAMERA
    assert f"{name}: granted=false" in hand.shell(f"dumpsys package {CAMERA}")
    hand.shell(f"pm grant {CAMERA} {name}")
    assert f"{name}: granted=true, flags=[ USER_SET]" in hand.shell(f"dumpsys package {CAMERA}")
    hand.shell(f"pm revoke {CAMERA} {name}")
    assert held(hand, name) == [False]
    assert held(hand, "android.permission.INTERNET") == [True], "a permission that nobody is asked for"


def _told(state: object, context: Context, granted: bool) -> object:
    return (state, effects.toast(f"granted: {granted}"))


def test_an_app_is_told_what_was_decided() -> None:
    hand = asking()
    hand.open("messages")
    function, values = effects.ask_permission(permissions.RECORD_AUDIO, then=do(_told))
    asked = function(hand.phone, *values)
    for button, said in (("permission_allow_button", "True"), ("permission_deny_button", "False")):
        hand.phone = asked
        hand.tap(button)
        assert hand.phone.toast == f"granted: {said}"
    hand.phone = permissions.grant(asked, hand.phone.top.package, permissions.RECORD_AUDIO)
    hand.press("BACK")
    assert hand.phone.toast == "granted: False"
