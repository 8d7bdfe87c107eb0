"""What programs look for in the output of dumpsys, am, pm and similar commands, with their own expressions."""

from __future__ import annotations

import re

import pytest
from handset_hand import APPS, Hand

CLOCK, SETTINGS = APPS["clock"], APPS["settings"]
SHORT = "com.google.android.deskclock/com.android.deskclock.DeskClock"


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("dumpsys window", r"mCurrentFocus=Window\{.*\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\}"),
        ("dumpsys window windows", r"(?m)^\s*mFocusedApp.+Record\{.*\s([^\s\/\}]+)\/([^\s\/\}\,]+)\,?(\s[^\s\/\}]+)*\}"),
        ("dumpsys window displays | grep mCurrentRotation", r"mCurrentRotation=ROTATION_(\d+)"),
        ("dumpsys window displays", r"init=1080x2160 440dpi cur=1080x2160"),
        ("dumpsys window displays", r"cur=1080x2160 app=1080x2028 rng="),
        ("dumpsys display", r"app 1080 x 2028, real 1080 x 2160"),
        ("dumpsys gfxinfo com.google.android.deskclock", r"Graphics info for pid 2011 \[com.google.android.deskclock\] \*\*(?s:.*)Janky frames: 0 "),
        ("dumpsys gfxinfo org.example", r"^No process found for: org.example$"),
        ("dumpsys input", r"(?m)^\s+SurfaceOrientation:\s+.*(\d)$"),
        ("dumpsys input", r"(?m)^\s+PhysicalWidth:\s+(-?\d+)px$"),
        ("dumpsys input | grep logicalFrame", r"logicalFrame=\[0, 0, 1080, 2160\]"),
        ("dumpsys display", r"orientation=(\d+), logicalFrame=Rect\(0, 0 - 1080, 2160\).*deviceWidth=1080, deviceHeight=2160"),
        ("dumpsys display", r"mDisplayId=0"),
        ("dumpsys display", r"real 1080 x 2160"),
        ("dumpsys battery", r"(?s)level: 100.*scale: 100.*temperature: 250"),
        ("dumpsys power", r"mHoldingDisplaySuspendBlocker=true"),
        ("dumpsys power", r"mWakefulness=Awake"),
        ("dumpsys telephony.registry", r"mCallState=0"),
        ("dumpsys input_method", r"mInputShown=false"),
        ("dumpsys activity top", rf"ACTIVITY {re.escape(SHORT)} [0-9a-f]+ pid=2011"),
        ("dumpsys activity activities", rf"(?m)mResumedActivity: ActivityRecord\{{[0-9a-f]+ u0 {re.escape(SHORT)} t\d+\}}$"),
        ("dumpsys activity recents", r"id=(\d+)"),
        ("dumpsys package org.wikipedia", r"(?s)Package \[org.wikipedia\] \(.*versionCode=\d+.*versionName=\S+"),
        ("dumpsys -l", r"(?m)^  activity$"),
        ("dumpsys audio", r"STREAM_MUSIC"),
        ("service list", r"(?m)^\d+\tactivity: \["),
        ("service check activity", r"Service activity: found"),
        ("ime list -s", r"^com.android.inputmethod.latin/.LatinIME$"),
        ("pm list features", r"feature:android.hardware.touchscreen\n"),
        ("cmd package resolve-activity --brief org.wikipedia", r"(?m)^org.wikipedia/\.main\.MainActivity$"),
        ("am get-current-user", r"^0$"),
    ],
)  # fmt: skip
def test_what_programs_look_for(hand: Hand, line: str, pattern: str) -> None:
    hand.open("clock")
    assert re.search(pattern, hand.shell(line))


def _bars(text: str) -> dict[str, tuple[str, ...]]:
    """Title to edges of the windows that are named by one word, as Appium looks for the system's bars."""
    blocks = re.split(r"(?m)^\s+Window\s#\d+\sWindow\{[0-9a-f]+\s\w+\s([\w-]+)\}:$", text)
    found = {}
    for title, block in zip(blocks[1::2], blocks[2::2], strict=True):
        assert re.search(r"\bmViewVisibility=(0x[0-9a-fA-F]+)", block)
        frame = re.search(r"\bm?[Ff]rame=\[([0-9.-]+),([0-9.-]+)\]\[([0-9.-]+),([0-9.-]+)\]", block)
        assert frame is not None
        found[title] = frame.groups()
    return found


def test_the_bars_are_windows_with_frames(hand: Hand) -> None:
    bars = {"NavigationBar0": ("0", "2028", "1080", "2160"), "StatusBar": ("0", "0", "1080", "66")}
    assert _bars(hand.shell("dumpsys window windows")) == bars == _bars(hand.shell("dumpsys window"))
    hand.open("clock")
    assert f"u0 {CLOCK.component}}}:" in hand.shell("dumpsys window windows")
    hand.shell("wm user-rotation lock 1")
    assert _bars(hand.shell("dumpsys window windows"))["NavigationBar0"] == ("2028", "0", "2160", "1080")
    hand.shell("wm user-rotation lock 3")
    assert _bars(hand.shell("dumpsys window windows"))["NavigationBar0"] == ("0", "0", "132", "1080")


def test_the_stack_list_as_android_env_reads_it(hand: Hand) -> None:
    hand.open("clock")
    (line,) = hand.shell("am stack list | grep -E visible=true").splitlines()
    found = re.fullmatch(r" *taskId=(\d*): (\S*) .*visible=true.*topActivity=ComponentInfo{(\S*)}", line)
    assert found is not None
    assert found[3] == CLOCK.component
    hand.shell(f"am stack remove {found[1]}")
    assert hand.phone.home
    assert hand.phone.tasks == ()
    hand.open("settings")
    hand.press("HOME")
    assert "nexuslauncher" in hand.shell("am stack list | grep visible=true")
    for number in re.findall(r"id=(\d+)", hand.shell("dumpsys activity recents")):
        hand.shell(f"am stack remove {number}")
    assert hand.phone.tasks == ()


def test_starting_and_waiting(hand: Hand) -> None:
    states = []
    for setup in ("true", "input keyevent HOME", "input keyevent BACK"):
        hand.shell(setup)
        output = hand.shell(f"am start  -W -n {CLOCK.component}")
        assert output.endswith("Complete\n")
        assert f"Activity: {SHORT}\n" in output
        states.append(re.findall(r"LaunchState: (\w+)", output)[0])
    assert states == ["COLD", "HOT", "WARM"]


def test_the_keyboard_and_a_call_are_seen(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    assert "mInputShown=true" in hand.shell("dumpsys input_method")
    hand.shell("am start -a android.intent.action.CALL -d tel:5551234")
    assert "mCallState=2" in hand.shell("dumpsys telephony.registry")


def test_packages(hand: Hand) -> None:
    everything = set(hand.shell("pm list packages").split())
    third, system = (set(hand.shell(f"pm list packages {flag}").split()) for flag in ("-3", "-s"))
    assert third | system == everything
    assert not third & system
    assert "package:org.wikipedia" in third
    assert (
        hand.shell("cmd package list packages -f wikipedia")
        == "package:/data/app/org.wikipedia/base.apk=org.wikipedia\n"
    )
    assert hand.shell("pm grant org.wikipedia android.permission.CAMERA") == ""
    for line, said in [
        ("pm grant org.example android.permission.CAMERA", "Unknown package: org.example"),
        ("pm list nothing", "unknown list type"), ("pm list packages -9", "Unknown option: -9"), ("pm install /sdcard/x.apk", "Unable to open file"),
        ("pm uninstall org.wikipedia", "Failure"), ("pm hide org.wikipedia", "can not be hidden"), ("pm nothing", "Unknown command"),
        ("pm enable", "usage: pm list"), ("pm clear a b", "usage: pm list"), ("am stack", "usage: am start"), ("am", "usage: am start"),
    ]:  # fmt: skip
        output, code = hand.device.shell(line)
        assert code == 1
        assert said in output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("settings get", "Bad arguments"), ("settings get nowhere x", "Invalid namespace 'nowhere'"), ("settings", "usage"),
        ("am instrument -w x/y", "Unable to find instrumentation info for: ComponentInfo{x/y}"), ("am startservice -n a/.B", "no service started"),
        ("am nothing", "usage"), ("ime set a/.B", "Unknown input method a/.B cannot be selected"), ("ime", "usage"), ("input", "Usage: input"),
        ("input nothing 1", "Error: Unknown command: nothing"), ("input tap 5", "Error: Invalid arguments for command: tap"), ("svc", "Available commands"),
        ("cmd", "Can't find service"), ("service call alarm 3", "usage"), ("content nothing", "usage"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_said(hand: Hand, line: str, said: str) -> None:
    before = hand.phone
    output, code = hand.device.shell(line)
    assert code != 0
    assert said in output
    assert hand.phone == before


def test_keys_and_text(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    hand.shell(
        "input text a%sb; input keyevent KEYCODE_C 32 SPACE KEYCODE_7; input keyevent --longpress DEL; input keyboard text x"
    )
    assert hand.text("search_box_input") == "a bcd x"
    hand.shell("input keyevent WAKEUP 123 KEYCODE_MOVE_END; input press; input roll 1 0; input -d 0 text y")
    assert hand.text("search_box_input") == "a bcd xy"
    hand.shell("input touchscreen swipe 540 1700 540 400 '' 2>/dev/null || input swipe 540 1700 540 400 0")


def test_content(hand: Hand) -> None:
    hand.shell("content insert --uri content://settings/secure --bind name:s:probe --bind value:s:1")
    assert hand.shell("settings get secure probe") == "1\n"
    assert (
        hand.shell(
            "content query --uri content://settings/secure --projection name:value --where \"name='probe'\""
        )
        == "Row: 0 name=probe, value=1\n"
    )
    hand.shell("content update --uri content://settings/secure --bind value:s:2 --where \"name='probe'\"")
    assert hand.shell("settings get secure probe") == "2\n"
    hand.shell("content delete --uri content://settings/secure --where \"name='probe'\"")
    assert hand.shell("settings get secure probe") == "null\n"
    hand.shell(
        "content insert --uri content://sms/inbox --bind address:s:+1555 --bind body:s:'hi, you' --bind date:l:5"
    )
    assert (
        hand.shell("content query --uri content://sms --projection body:date:read:type")
        == "Row: 0 body=hi, you, date=5, read=0, type=1\n"
    )
    hand.shell("content update --uri content://sms --bind read:i:1 --where 'date<6'")
    assert hand.shell("content query --uri content://sms/1 --projection read") == "Row: 0 read=1\n"
    hand.shell("content delete --uri content://sms --where \"address='+1555'\"")
    assert hand.shell("content query --uri content://sms") == "No result found.\n"
    hand.shell("content insert --uri content://com.android.contacts/raw_contacts --bind account_type:s:")
    data = "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1 --bind mimetype:s:vnd.android.cursor.item"
    hand.shell(f"{data}/name --bind data1:s:'Ann Lee'; {data}/phone_v2 --bind data1:s:555 --bind data2:i:2")
    assert (
        hand.shell("content query --uri content://contacts/phones/ --projection display_name:number")
        == "Row: 0 display_name=Ann Lee, number=555\n"
    )
    hand.shell("content delete --uri content://com.android.contacts/contacts --where '_id=1'")
    assert hand.shell("content query --uri content://com.android.contacts/contacts") == "No result found.\n"
    hand.device.write_file("/sdcard/Download/x", b"1")
    hand.device.write_file("/sdcard/Download/y", b"1")
    hand.shell("content delete --uri content://media/external/downloads --where \"_display_name='y'\"")
    assert hand.shell("ls /sdcard/Download") == "x\n"
    hand.shell("content delete --uri content://media/external/downloads")
    assert hand.shell("ls /sdcard/Download") == ""
    assert (
        "needs an address" in hand.device.shell("content insert --uri content://sms --bind body:s:x").output
    )
    hand.shell("content insert --uri content://com.android.contacts/raw_contacts")
    hand.shell("content insert --uri content://com.android.contacts/groups --bind title:s:Friends")
    hand.device.shell("content delete --uri content://com.android.contacts/groups_summary")
    assert "No result" not in hand.shell("content query --uri content://com.android.contacts/raw_contacts")
    for line in (
        "content update --uri content://sms",
        "content delete --uri content://com.android.contacts/phones",
        "content insert --uri content://sms --bind address:s:1 --bind type:i:9",
    ):
        assert hand.device.shell(line).exit_code == (0 if "phones" in line else 1)


WIKIPEDIA = APPS["wikipedia"]


def _found_in_drawer(hand: Hand) -> bool:
    """Whether a search in the launcher's open drawer finds Wikipedia."""
    hand.tap("search_box_input")
    hand.shell("input text wikip")
    return hand.sees(text="Wikipedia")


def test_a_disabled_app_is_gone_until_it_is_enabled(hand: Hand) -> None:
    first = hand.phone
    hand.shell(f"am start -n {WIKIPEDIA.component}")
    said = "Package org.wikipedia new state: disabled-user\n"
    assert hand.shell("pm disable-user --user 0 org.wikipedia") == said
    assert hand.phone.home
    assert "org.wikipedia" not in hand.phone.processes
    assert hand.shell("pm list packages -d") == "package:org.wikipedia\n"
    assert "package:org.wikipedia\n" not in hand.shell("pm list packages -e")
    assert "package:org.wikipedia\n" in hand.shell("pm list packages")
    assert re.search(r"User 0: .* enabled=3 ", hand.shell("pm dump org.wikipedia"))
    off = hand.phone
    for line, wanted in [
        (f"am start -n {WIKIPEDIA.component}", "Error type 3\nError: Activity class"),
        ("am start org.wikipedia", "unable to resolve"),
        ("am start -a android.intent.action.VIEW -d https://en.wikipedia.org/wiki/Sun -p org.wikipedia", "unable to resolve"),
        ("monkey -p org.wikipedia -c android.intent.category.LAUNCHER 1", "No activities found to run"),
    ]:  # fmt: skip
        output, code = hand.device.shell(line)
        assert code
        assert wanted in output
        assert hand.phone == off
    assert hand.shell("cmd package resolve-activity --brief org.wikipedia") == "No activity found\n"
    hand.swipe("up")
    assert not _found_in_drawer(hand)
    hand.press("HOME")
    hand.shell("reboot; pm enable org.wikipedia")
    hand.swipe("up")
    assert _found_in_drawer(hand)
    assert hand.shell("pm list packages -d") == ""
    assert hand.phone.apps["org.wikipedia"] == first.apps["org.wikipedia"]
    hand.shell(f"am start -n {WIKIPEDIA.component}")
    assert hand.phone.top.package == "org.wikipedia"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pm disable-user com.android.settings", "Cannot disable a protected package: com.android.settings"),
        ("pm disable-user com.google.android.apps.nexuslauncher", "Cannot disable a protected package"),
        ("pm disable-user com.android.providers.contacts", "Cannot disable a protected package"),
        (
            "su shell pm disable org.wikipedia",
            "Shell cannot change component state for org.wikipedia/null to 2",
        ),
        ("cmd package trim-caches", "needs an argument"),
    ],
)
def test_what_is_not_disabled(hand: Hand, line: str, said: str) -> None:
    before = hand.phone
    output, code = hand.device.shell(line)
    assert (code, hand.phone) == (255, before)
    assert said in output


def test_every_other_app_can_be_disabled(hand: Hand) -> None:
    """No call, key, or page of the launcher or the settings may fail because of a missing app."""
    names = set(hand.shell("pm list packages").replace("package:", "").split())
    for name in sorted(names & {app.package for app in APPS.values()}):
        hand.device.shell(f"pm disable-user {name}")
    left = hand.shell("pm list packages -e; pm list packages -d").split()
    assert len(left) == len(set(left)) == len(names)
    assert "package:com.android.dialer" in hand.shell("pm list packages -d")
    hand.device.shell("am start -a android.intent.action.CALL -d tel:5551234")
    assert hand.phone.home
    hand.swipe("up")
    assert hand.sees(text="Settings")
    assert not hand.sees(text="Clock")
    hand.press("HOME")
    hand.shell("input keyevent CAMERA CALL MEDIA_PLAY; am start -a android.settings.SETTINGS")
    hand.shell("am start -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:com.android.dialer")
    assert hand.phone.top.package == "com.android.settings"


def test_granted_permissions_as_appium_reads_them(hand: Hand) -> None:
    for command in ("pm dump com.android.chrome", "dumpsys package com.android.chrome"):
        lines = hand.shell(command).splitlines()
        at = lines.index("    install permissions:")
        assert lines[at + 1 : at + 3] == [
            "      android.permission.ACCESS_NETWORK_STATE: granted=true",
            "      android.permission.INTERNET: granted=true",
        ]
    hand.shell("pm grant com.android.chrome android.permission.CAMERA")
    found = re.findall(
        r"(android\.\w*\.?permission\.\w+): granted=true", hand.shell("pm dump com.android.chrome")
    )
    assert found[-1] == "android.permission.CAMERA"


def test_what_a_client_has_done_to_caches_and_code(hand: Hand) -> None:
    before = hand.phone
    assert (
        hand.shell(
            "pm trim-caches 4096G; cmd package bg-dexopt-job; cmd package compile -m speed org.wikipedia"
        )
        == "Success\nSuccess\n"
    )
    assert hand.shell("cmd package help").startswith("Package manager (package) commands:\n")
    assert hand.device.shell("cmd package compile -m speed org.example").exit_code == 1
    assert hand.phone == before
