"""The shell's commands: output and effects. How lines are parsed is in tests/conformance."""

from __future__ import annotations

import re

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session

CLOCK = APPS["clock"]


def test_a_line_goes_on_with_what_the_commands_before_made(hand: Hand) -> None:
    assert (
        hand.shell(
            "settings put system a 1; settings get system a; settings put system a 2; settings get system a"
        )
        == "1\n2\n"
    )


def test_wm(hand: Hand) -> None:
    assert hand.shell("wm size") == "Physical size: 1080x2160\n"
    hand.shell("wm size 720x1280; wm density 320")
    assert hand.shell("wm size") == "Physical size: 1080x2160\nOverride size: 720x1280\n"
    assert hand.shell("wm density") == "Physical density: 440\nOverride density: 320\n"
    assert (hand.device.info.width, hand.device.info.density) == (720, 320)
    hand.shell("wm size reset; wm density reset")
    assert hand.shell("wm size; wm density") == "Physical size: 1080x2160\nPhysical density: 440\n"


@pytest.mark.parametrize(
    "line", ["wm size 100x100", "wm size big", "wm density 9999", "wm density", "wm size 720x1280 x", "wm"]
)
def test_wm_refuses_what_no_screen_is(hand: Hand, line: str) -> None:
    before = hand.phone.configuration
    hand.device.shell(line)
    assert hand.phone.configuration == before


def test_night_mode(hand: Hand) -> None:
    assert hand.shell("cmd uimode night yes") == "Night mode: yes\n"
    assert hand.phone.configuration.dark
    assert hand.shell("settings get secure ui_night_mode") == "2\n"
    assert hand.shell("cmd uimode night no; cmd uimode night") == "Night mode: no\nNight mode: no\n"
    assert hand.device.shell("cmd uimode night maybe").exit_code == 1
    assert hand.device.shell("cmd no_service").exit_code == 20


def test_the_language_changes_when_the_system_restarts(hand: Hand) -> None:
    hand.open("clock")
    hand.shell("setprop persist.sys.locale ko-KR")
    assert hand.phone.configuration.locale == "en-US"
    hand.shell("setprop ctl.restart zygote")
    assert hand.phone.configuration.locale == "ko-KR"
    assert hand.shell("getprop persist.sys.locale") == "ko-KR\n"
    assert hand.phone.home
    assert hand.phone.tasks == ()
    assert hand.shell("getprop sys.boot_completed") == "1\n"


def test_an_unknown_language_leaves_the_phone_as_it_was(hand: Hand) -> None:
    hand.shell("setprop persist.sys.locale tlh-XX")
    assert hand.device.shell("setprop ctl.restart zygote").exit_code == 1
    assert hand.phone.configuration.locale == "en-US"


def test_properties(hand: Hand) -> None:
    hand.shell("setprop debug.x 'two words'")
    assert hand.shell("getprop debug.x") == "two words\n"
    assert hand.shell("getprop no.such; getprop no.such default") == "\ndefault\n"
    assert "[ro.build.version.sdk]: [29]\n" in hand.shell("getprop")
    assert hand.device.shell("setprop ro.build.version.sdk 30").exit_code == 1
    assert hand.device.shell("setprop debug.bmoca.clock warp").exit_code == 1


def test_volume(hand: Hand) -> None:
    assert hand.shell("media volume --show --stream 3 --set 11 --get").endswith(
        "volume is 11 in range [0..15]\n"
    )
    assert hand.shell("media volume --stream 3 --adj lower --get").endswith("volume is 10 in range [0..15]\n")
    assert hand.shell("media volume --stream 4 --set 0 --get").endswith("volume is 1 in range [1..7]\n")
    for line in (
        "media volume --stream 99 --get",
        "media volume --stream",
        "media volume --adj up",
        "media play",
    ):
        assert hand.device.shell(line).exit_code == 1


def test_activities(hand: Hand) -> None:
    hand.shell(f"am start -n {CLOCK.package}/.Main || am start -n {CLOCK.component}")
    resumed = r"mResumedActivity: ActivityRecord\{[0-9a-f]+ u0 (\S+) t\d+\}"
    assert re.findall(resumed, hand.shell("dumpsys activity activities")) == [CLOCK.component]
    assert CLOCK.component in hand.shell("dumpsys window windows")
    hand.shell(f"am force-stop {CLOCK.package}")
    assert hand.phone.home
    assert hand.device.shell("am start -n org.example/.Main").exit_code == 1
    assert "not exported" in hand.device.shell(f"am start -n {CLOCK.package}/.Hidden").output


def test_packages(hand: Hand) -> None:
    listed = hand.shell("pm list packages").split()
    assert listed == sorted(listed)
    assert {f"package:{app.package}" for app in APPS.values()} <= set(listed)
    assert hand.shell(f"pm path {CLOCK.package}").startswith("package:/data/app/")
    assert hand.device.shell("pm path org.example").exit_code == 1


def test_clearing_an_app_gives_it_its_first_data(hand: Hand) -> None:
    first = hand.state("clock")
    hand.open("clock")
    hand.tap(description="Timer")
    assert hand.state("clock") != first
    assert hand.shell(f"pm clear {CLOCK.package}") == "Success\n"
    assert hand.state("clock") == first
    assert hand.phone.home
    assert hand.device.shell("pm clear org.example").output == "Failed\n"


def test_an_alarm_of_cleared_data_does_not_ring(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Alarm")
    hand.tap("onoff")
    assert hand.phone.due
    hand.shell(f"pm clear {CLOCK.package}")
    hand.wait(8 * 24 * 3600)
    assert hand.phone.home


def test_input(hand: Hand) -> None:
    hand.shell("input swipe 540 1700 540 400 200")
    node = hand.node("search_box_input")
    hand.shell(
        f"input tap {node.center[0]} {node.center[1]}; input text two%swords; input keyevent 67 KEYCODE_DEL"
    )
    assert hand.text("search_box_input") == "two wor"
    hand.shell("input keyevent KEYCODE_HOME; input keyevent 187")
    assert hand.phone.overview
    hand.shell("input keyevent APP_SWITCH")
    assert not hand.phone.overview
    for line in ("input tap 5", "input tap a b", "input keyevent", "input swipe 1 2 3 4 -5", "input"):
        assert hand.device.shell(line).exit_code == 1


def test_files(hand: Hand) -> None:
    hand.device.write_file("/sdcard/probe/a.txt", b"one\n")
    hand.device.write_file("/sdcard/probe/b/c.txt", b"two\n")
    assert hand.shell("cat /sdcard/probe/a.txt /sdcard/probe/b/c.txt") == "one\ntwo\n"
    assert hand.shell("ls /sdcard/probe") == "a.txt\nb\n"
    assert hand.shell("ls -l /sdcard/probe/a.txt").startswith("-rw-rw---- 1 root sdcard_rw 4 2024-05-01 ")
    hand.shell("rm /sdcard/probe/a.txt")
    assert hand.device.shell("cat /sdcard/probe/a.txt").exit_code == 1
    assert hand.device.shell("rm /sdcard/probe/a.txt").exit_code == 1
    assert hand.shell("rm -f /sdcard/probe/a.txt") == ""
    assert hand.device.shell("ls /sdcard/probe/none").exit_code == 1


def test_the_log(hand: Hand) -> None:
    hand.open("clock")
    assert "I/ActivityTaskManager" in hand.shell("logcat -d -v brief")
    assert hand.shell("logcat -c; logcat -d") == ""


def test_a_failing_command_leaves_the_phone_as_it_was() -> None:
    phone = images.boot()
    for line in (
        "settings put system font_scale 99",
        "input tap here",
        "wm size 1x1",
        "media volume --stream 9 --set 1",
    ):
        after, _, code = session.run(phone, line)
        assert code == 1
        assert after == phone
