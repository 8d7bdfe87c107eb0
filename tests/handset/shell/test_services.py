"""Shell commands that talk to services: radios, the status bar, notifications, and what intents start."""

from __future__ import annotations

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset.state import Notification
from bmoca_gym.handset.system import notifications, radios

CLOCK, SETTINGS = APPS["clock"], APPS["settings"]


# Radios


@pytest.mark.parametrize("on", [True, False])
def test_svc(hand: Hand, on: bool) -> None:
    verb, text = ("enable", "1") if on else ("disable", "0")
    for name, key in (
        ("wifi", "wifi_on"),
        ("nfc", "nfc_on"),
        ("bluetooth", "bluetooth_on"),
        ("data", "mobile_data"),
    ):
        hand.shell(f"svc {name} {verb}")
        assert hand.shell(f"settings get global {key}") == text + "\n"
    assert radios.wifi(hand.phone) is radios.bluetooth(hand.phone) is on
    assert hand.shell("dumpsys wifi").splitlines()[0] == f"Wi-Fi is {verb}d"
    assert f"  enabled: {str(on).lower()}" in hand.shell("dumpsys bluetooth_manager").splitlines()


def test_svc_says_what_it_knows(hand: Hand) -> None:
    for line in ("svc", "svc power reboot", "svc wifi on", "svc nfc on"):
        result = hand.device.shell(line)
        assert result.exit_code == 1
        assert "wifi|data|bluetooth" in result.output


def test_the_broadcast_makes_the_radios_hear_of_airplane_mode(hand: Hand) -> None:
    hand.shell("svc bluetooth enable")
    hand.shell("settings put global airplane_mode_on 1")
    assert radios.wifi(hand.phone), "a setting that nobody was told of"
    hand.shell("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true")
    assert hand.shell("dumpsys wifi") == "Wi-Fi is disabled\n"
    assert hand.shell("settings get global wifi_on; settings get global bluetooth_on").split() == ["3", "2"]
    hand.shell("settings put global airplane_mode_on 0")
    hand.shell("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state false")
    assert hand.shell("settings get global wifi_on; settings get global bluetooth_on").split() == ["1", "1"]


# The status bar and notifications


def test_the_status_bar(hand: Hand) -> None:
    hand.shell("cmd statusbar expand-notifications")
    assert hand.sees("quick_qs_panel")
    hand.shell("cmd statusbar expand-settings")
    assert hand.sees("quick_settings_panel")
    hand.shell("cmd statusbar collapse")
    assert hand.phone.shade is None
    hand.shell("service call statusbar 1")
    assert hand.sees("quick_qs_panel")
    hand.shell("service call statusbar 2")
    assert hand.phone.shade is None
    assert hand.device.shell("cmd statusbar").exit_code == 1
    assert hand.device.shell("service call statusbar 77").exit_code == 1


def test_posting_and_listing(hand: Hand) -> None:
    hand.shell("cmd notification post -t 'A title' tag 'some text'")
    listed = hand.shell("dumpsys notification --noredact")
    assert "pkg=com.android.shell" in listed
    assert "android.title=String (A title)" in listed
    assert "android.text=String (some text)" in listed
    hand.shell("cmd notification post tag other")
    assert len(hand.phone.notifications) == 1, "one name, one notification"
    assert hand.device.shell("cmd notification post").exit_code == 1
    assert hand.device.shell("cmd notification post -t").exit_code == 1


def test_a_package_posts_no_more_than_the_system_keeps(hand: Hand) -> None:
    for number in range(30):
        hand.shell(f"cmd notification post {number} x")
    assert len(hand.phone.notifications) == notifications.MOST_OF_A_PACKAGE


@pytest.mark.parametrize("line", ["am force-stop {}", "pm clear {}", "setprop ctl.restart zygote"])
def test_notifications_end_with_their_app(hand: Hand, line: str) -> None:
    posted = Notification(CLOCK.package, "one", "title")
    hand.phone = notifications.post(hand.phone, posted)
    hand.shell(line.format(CLOCK.package))
    assert hand.phone.notifications == ()


# Intents


@pytest.mark.parametrize(
    ("words", "activity", "title"),
    [
        ("-a android.settings.SETTINGS", "Settings", "Network & internet"),
        ("-a android.settings.WIFI_SETTINGS", "Settings$WifiSettingsActivity", "Use Wi‑Fi"),
        ("-a android.settings.BLUETOOTH_SETTINGS", "Settings$BluetoothSettingsActivity", "Use Bluetooth"),
        ("-a android.settings.DISPLAY_SETTINGS", "Settings$DisplaySettingsActivity", "Dark theme"),
        ("-a android.settings.SOUND_SETTINGS", "Settings$SoundSettingsActivity", "Alarm volume"),
        ("-a android.settings.AIRPLANE_MODE_SETTINGS", "Settings$NetworkDashboardActivity", "Airplane mode"),
        ("-a android.settings.LOCALE_SETTINGS", "Settings$LocalePickerActivity", "Add a language"),
        ("-a android.settings.APPLICATION_DETAILS_SETTINGS -d package:com.android.dialer", "InstalledAppDetails", "Phone"),
        (r"-n com.android.settings/.Settings\$WifiSettingsActivity", "Settings$WifiSettingsActivity", "Use Wi‑Fi"),
        ("-n com.android.settings/.DisplaySettings", "DisplaySettings", "Dark theme"),
        ("-a android.intent.action.DIAL -d tel:202-456-1111", "MainActivity", "(202) 456-1111"),
        ("-a android.intent.action.VIEW -d tel:5551234", "MainActivity", "555-1234"),
        ("-a android.intent.action.CALL -d tel:5551234", "InCallActivity", "555-1234"),
        ("-a android.intent.action.MAIN -p com.google.android.deskclock", "DeskClock", ""),
        ("-a android.intent.action.MAIN -c android.intent.category.HOME", "NexusLauncherActivity", ""),
    ],
)  # fmt: skip
def test_what_intents_start(hand: Hand, words: str, activity: str, title: str) -> None:
    output = hand.shell(f"am start {words}")
    assert output.startswith("Starting: Intent { ")
    assert hand.activity == activity
    assert not title or any(title in node.text for node in hand.tree), [n.text for n in hand.tree if n.text]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("-a android.settings.NO_SUCH_SETTINGS", "unable to resolve Intent { act=android.settings.NO_SUCH_SETTINGS }"),
        ("-a android.settings.APPLICATION_DETAILS_SETTINGS -d package:org.example", "unable to resolve"),
        ("-a android.intent.action.VIEW -d magnet:x", "unable to resolve"),
        ("-n org.example/.Main", "Activity class {org.example/org.example.Main} does not exist"),
        ("-n com.android.settings/.SubSettings", "not exported"),
        ("-a", "Argument expected after"),
        ("", "unable to resolve"),
    ],
)  # fmt: skip
def test_what_they_do_not_start(hand: Hand, words: str, complaint: str) -> None:
    before = hand.phone
    result = hand.device.shell(f"am start {words}")
    assert result.exit_code == 1
    assert complaint in result.output
    assert hand.phone == before


def test_a_page_that_is_started_says_so_in_the_log(hand: Hand) -> None:
    hand.new_log()
    hand.shell("am start -a android.settings.WIFI_SETTINGS")
    lines = hand.new_log()
    assert ("SettingsActivity", "Switching to fragment com.android.settings.wifi.WifiSettings") in lines
    assert any("act=android.settings.WIFI_SETTINGS" in message for _, message in lines)
    hand.press("BACK")
    assert hand.phone.home


def test_start_stops_first_when_asked(hand: Hand) -> None:
    hand.open("settings")
    pid = hand.phone.processes[SETTINGS.package]
    hand.shell(f"am start -S -n {SETTINGS.component}")
    assert hand.phone.processes[SETTINGS.package] != pid


def test_monkey(hand: Hand) -> None:
    output = hand.shell(f"monkey -p {CLOCK.package} -c android.intent.category.LAUNCHER 1")
    assert "Events injected: 1" in output
    assert hand.activity == "DeskClock"
    for line in ("monkey -p org.example -c android.intent.category.LAUNCHER 1", "monkey 1"):
        result = hand.device.shell(line)
        assert result.exit_code == 252
        assert "No activities found to run, monkey aborted." in result.output
    assert hand.device.shell(f"monkey -p {CLOCK.package} 500").exit_code == 1


def test_keys_by_their_names(hand: Hand) -> None:
    hand.open("clock")
    for word in ("KEYCODE_HOME", "3", "HOME"):
        hand.open("clock")
        hand.shell(f"input keyevent {word}")
        assert hand.phone.home, word
    hand.shell("input keyevent KEYCODE_APP_SWITCH")
    assert hand.phone.overview
    hand.shell("input keyevent KEYCODE_NONE_SUCH --press 9999 KEYCODE_HOME")
    assert hand.phone.home, "unknown keys do nothing, and the next ones are pressed"


# Verbs of services


@pytest.mark.parametrize(
    ("line", "printed", "code"),
    [
        ("cmd connectivity airplane-mode", "disabled\n", 0),
        ("cmd connectivity airplane-mode enable; cmd connectivity airplane-mode; settings get global wifi_on", "enabled\n3\n", 0),
        ("cmd connectivity airplane-mode enable; cmd connectivity airplane-mode disable; settings get global airplane_mode_on", "0\n", 0),
        ("cmd connectivity airplane-mode maybe", "Error: bad arguments of airplane-mode\n", 255),
        ("cmd connectivity fly", "Unknown command: fly\n", 255),
        ("cmd overlay list", "android\n[x] com.android.internal.systemui.navbar.threebutton\n[ ] com.android.internal.systemui.navbar.gestural\n\n", 0),
        ("cmd overlay enable --user 0 com.android.internal.systemui.navbar.threebutton", "", 0),
        ("cmd overlay enable com.android.internal.systemui.navbar.gestural", "", 0),
        ("cmd overlay disable a.b", "Error: Failed to disable a.b\n", 1),
        ("cmd power set-mode 1; settings get global low_power", "1\n", 0),
        ("cmd power set-mode 7", "Error: bad arguments of set-mode\n", 255),
        ("cmd display set-brightness 0.4; settings get system screen_brightness", "102\n", 0),
        ("cmd display set-brightness 1.5", "Error: brightness should be a number between 0 and 1\n", 1),
        ("cmd display set-brightness nan", "Error: brightness should be a number between 0 and 1\n", 1),
        ("cmd display dim", "Unknown command: dim\n", 255),
        ("cmd display", "Service (display) commands:\n  help\n  reset-brightness-configuration\n  set-brightness\n", 0),
        ("cmd clipboard get-text", "No shell command implementation.\n", 0),
        ("cmd locale get-app-locales org.wikipedia", "cmd: Can't find service: locale\n", 20),
        ("cmd statusbar check-support", "true\n", 0),
        ("cmd statusbar dance", "Unknown command: dance\n", 255),
        ("cmd nothing", "cmd: Can't find service: nothing\n", 20),
        ("am stop-service -n org.wikipedia/.Sync 2>/dev/null", "Stopping service: Intent { cmp=org.wikipedia/.Sync }\n", 255),
        ("am stopservice -n org.wikipedia/.Sync >/dev/null", "Service not stopped: was not running.\n", 255),
        ("am start-service -n org.wikipedia/.Sync >/dev/null", "Starting service: Intent { cmp=org.wikipedia/.Sync }\nError: Not found; no service started.\n", 1),
        (f"am start -n {SETTINGS.component} >/dev/null; am send-trim-memory com.android.settings RUNNING_LOW", "", 0),
        ("am send-trim-memory org.wikipedia MODERATE", "Unknown error: failed to set trim level\n", 255),
        ("am send-trim-memory org.wikipedia LITTLE", "Error: Unknown level option: LITTLE\n", 255),
    ],
)  # fmt: skip
def test_verbs_of_services(hand: Hand, line: str, printed: str, code: int) -> None:
    assert tuple(hand.device.shell(line)) == (printed, code)


def test_apps_of_newer_phones_have_languages() -> None:
    hand = Hand("android13")
    said = "Locales for com.android.settings for user 0 are []\n"
    assert hand.shell("cmd locale get-app-locales com.android.settings --user 0") == said
    assert hand.device.shell("cmd locale get-app-locales org.example").exit_code == 255
