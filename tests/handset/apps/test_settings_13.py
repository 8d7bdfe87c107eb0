"""Settings on Android 13: pages and dialogs that Android 10 lacks, with their settings, roles and properties."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images
from bmoca_gym.handset.apps.settings import private_dns
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.images import ANDROID13
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import InstalledApp, Notification
from bmoca_gym.handset.system import notifications
from bmoca_gym.handset.value import replace

FIREFOX = InstalledApp(
    "org.mozilla.firefox", "org.mozilla.firefox.App", "Firefox", 10201, schemes=("http", "https")
)
BOOKING = InstalledApp("com.booking", "com.booking.startup.HomeActivity", "Booking.com", 10202)
LISTENERS = ("secure", "enabled_notification_listeners")
READER = "com.google.android.contacts/com.android.contacts.Listener"
IMAGE = replace(
    ANDROID13, name="with_browsers", installed=(BOOKING, FIREFOX), settings=ANDROID13.settings.set(LISTENERS, READER)
)  # fmt: skip


class Owner(Hand):
    """A hand on a Pixel with two browsers, whose Contacts may read notifications."""

    def __init__(self, **look: object) -> None:
        device = EmbeddedDevice(Configuration(**{"width": 1440, "height": 3120, "density": 560, **look}))  # type: ignore[arg-type]
        self.device, self._mark = device, 0
        self.phone = images.boot(device.phone.configuration, IMAGE)

    def go(self, *titles: str) -> None:
        """Open Settings afresh and tap one title after the other."""
        self.shell("am force-stop com.android.settings")
        self.shell("am start -a android.settings.SETTINGS")
        for title in titles:
            for _ in range(12):
                if self.sees(text=title):
                    break
                self.swipe("up")
            self.tap(text=title)

    def get(self, key: str) -> str:
        return self.shell(f"settings get {key}").strip()


@pytest.fixture
def owner() -> Owner:
    return Owner()


def test_the_title_is_what_describes_the_app_bar(owner: Owner) -> None:
    owner.go("Display")
    assert owner.node("collapsing_toolbar").content_description == "Display"
    assert not owner.sees(text="Display")


def test_private_dns_takes_a_host_s_name_and_nothing_else(owner: Owner) -> None:
    owner.go("Network & internet", "Private DNS")
    assert owner.node("private_dns_mode_opportunistic").checked
    assert not owner.node("private_dns_mode_provider_hostname").enabled
    owner.tap("private_dns_mode_provider")
    assert not owner.node("android:id/button1").enabled
    owner.tap("private_dns_mode_provider_hostname")
    owner.type("8.8.8.8")
    owner.tap("android:id/button1")
    assert owner.get("global private_dns_mode") == "null"
    owner.press(*["DEL"] * 7)
    owner.type("dns.google")
    owner.tap("android:id/button1")
    assert (owner.get("global private_dns_mode"), owner.get("global private_dns_specifier")) == (
        "hostname", "dns.google",
    )  # fmt: skip
    assert owner.sees(text="dns.google")
    owner.tap(text="Private DNS")
    owner.tap("private_dns_mode_off")
    owner.tap(text="Cancel")
    assert owner.get("global private_dns_mode") == "hostname"
    names = ("one", "-a.b", "a..b", "a." + "b" * 64, "a.b:853", "a.b." + "c" * 250)
    assert not any(map(private_dns.is_host, names))


def test_a_name_for_bluetooth_leaves_the_phone_its_own(owner: Owner) -> None:
    owner.go("Connected devices", "Pair new device", "Device name")
    owner.type("my AVD")
    owner.tap(text="Rename")
    assert owner.sees(text="my AVD")
    assert owner.get("secure bluetooth_name") == "my AVD"
    assert owner.get("global device_name") == "sdk_gphone_x86_64"


def test_firefox_opens_links_once_it_is_the_browser(owner: Owner) -> None:
    link = "am start -a android.intent.action.VIEW -d https://example.org"
    owner.go("Apps", "Default apps", "Browser app")
    assert owner.node("collapsing_toolbar").content_description == "Default browser app"
    owner.tap(text="Firefox")
    role = "android.app.role.BROWSER"
    assert owner.shell(f"cmd role get-role-holders {role}") == "org.mozilla.firefox\n"
    owner.shell(link)
    assert owner.phone.top.package == "org.mozilla.firefox"
    owner.shell(f"cmd role add-role-holder {role} com.android.chrome")
    owner.shell(link)
    assert owner.phone.top.package == "com.android.chrome"
    owner.shell(f"cmd role remove-role-holder {role} com.android.chrome")
    owner.shell(link)
    assert owner.phone.top.prompt is not None
    for line in (
        f"add-role-holder {role} com.booking",
        "get-role-holders android.app.role.CAR",
        "add-role-holder",
    ):
        assert owner.device.shell(f"cmd role {line}")[1] != 0


def test_an_app_that_is_uninstalled_is_nowhere(owner: Owner) -> None:
    owner.go("Apps", "See all 31 apps", "Booking.com")
    owner.tap(description="Uninstall")
    owner.tap(text="OK")
    assert not owner.sees(text="Booking.com")
    assert "com.booking" not in owner.shell("pm list packages")
    assert owner.shell("pm clear org.mozilla.firefox") == "Success\n"
    owner.press("HOME")
    owner.swipe("up")
    assert owner.sees(text="Broccoli")
    assert not owner.sees(text="Booking.com")


def test_notifications_of_an_app_and_its_access_to_those_of_others(owner: Owner) -> None:
    package = "com.android.contacts"
    posted = Notification(package, "one", "Ana")
    owner.go("Notifications", "App settings", "Contacts")
    owner.phone = notifications.post(owner.phone, posted)
    owner.tap(text="All Contacts notifications")
    assert not owner.phone.notifications
    assert not notifications.may_post(owner.phone, package)
    owner.press("BACK")
    owner.tap("switchWidget", description="Contacts")
    assert notifications.may_post(owner.phone, package)

    owner.go("Notifications", "Device & app notifications", "Contacts", "Allow notification access")
    owner.tap(text="Cancel")
    assert owner.node("android:id/switch_widget").checked
    owner.tap(text="Allow notification access")
    owner.tap(text="Turn off")
    assert owner.get("secure enabled_notification_listeners") == ""
    owner.press("BACK")
    titles = owner.texts("title")
    assert titles.index("Not allowed") < titles.index("Contacts")
    owner.tap(text="Contacts")
    owner.tap(text="Allow notification access")
    owner.tap(text="Allow")
    assert owner.get("secure enabled_notification_listeners") == READER


def test_the_status_bar_tells_the_battery_s_level(owner: Owner) -> None:
    before = owner.device.screenshot()
    owner.go("Battery", "Battery percentage")
    assert owner.get("system status_bar_show_battery_percent") == "1"
    owner.press("HOME")
    assert (owner.device.screenshot() != before).any()
    owner.go("Battery", "Battery percentage")
    owner.press("HOME")
    assert (owner.device.screenshot() == before).all()


@pytest.mark.parametrize(
    ("titles", "key", "text"),
    [
        (("Sound & vibration", "Vibration & haptics", "Ring vibration"), "system ring_vibration_intensity", "0"),
        (("Sound & vibration", "Vibration & haptics", "Ring vibration"), "system vibrate_when_ringing", "0"),
        (("System", "Languages & input", "Text-to-speech output", "Language", "Chinese (China)"),
         "secure tts_default_locale", "com.google.android.tts:zh_CN"),
        (("Display", "Dark theme", "Use Dark theme", "Got it"), "secure ui_night_mode", "2"),
        (("Network & internet", "Internet", "Network preferences", "Turn on Wi‑Fi automatically"),
         "global wifi_wakeup_enabled", "1"),
        (("System", "Date & time", "Set time automatically"), "global auto_time", "1"),
    ],
)  # fmt: skip
def test_what_is_touched_is_set(owner: Owner, titles: tuple[str, ...], key: str, text: str) -> None:
    owner.go(*titles)
    assert owner.get(key) == text


def test_volumes_are_kept_for_the_speaker(owner: Owner) -> None:
    owner.go("Sound & vibration")
    for name, share, text in (("Ring & notification volume", 0.0, "0"), ("Alarm volume", 1.0, "7")):
        slider = owner.node("seekbar", description=name)
        owner.do(Tap(*owner.at(slider, min(max(share, 0.005), 0.995))))
        key = "volume_ring_speaker" if text == "0" else "volume_alarm_speaker"
        assert owner.shell(f"settings list system | grep {key}") == f"{key}={text}\n"


def test_pages_that_only_tell(make_hand: Callable[..., Hand], owner: Owner) -> None:
    owner.go("Storage")
    titles, sizes = owner.texts("title"), owner.texts("summary")
    assert sizes[titles.index("Apps")].endswith("GB")
    owner.go("About emulated device", "Android version")
    assert owner.texts("summary")[:2] == ["13", "April 5, 2023"]
    owner.shell("setprop persist.sys.timezone Asia/Shanghai")
    owner.go("System", "Date & time")
    assert owner.sees(text="\u2066GMT+08:00\u2069 China Standard Time")


def test_a_language_s_row_has_its_number_behind_its_name(owner: Owner) -> None:
    owner.go("System", "Languages & input", "Languages", "Add a language", "Español (Estados Unidos)")
    names = [(n.resource_id.rpartition("/")[2], n.text) for n in owner.tree]
    at = names.index(("label", "Español (Estados Unidos)"))
    assert names[at + 1 :].index(("miniLabel", "2")) < 3
    assert owner.get("system system_locales") == "en-US,es-US"


@pytest.mark.parametrize(
    ("title", "setting", "first", "chosen"),
    [
        ("Phone ringtone", "ringtone", "Flutey Phone", "Argo Navis"),
        ("Default notification sound", "notification_sound", "Pixie Dust", "Altair"),
        ("Default alarm sound", "alarm_alert", "Cesium", "Barium"),
    ],
)
def test_sounds_are_chosen_and_kept(owner: Owner, title: str, setting: str, first: str, chosen: str) -> None:
    owner.go("Sound & vibration", title)
    assert not owner.sees(text=chosen) or not owner.node(text=chosen).checked
    owner.tap(text=chosen)
    address = owner.get(f"system {setting}")
    assert address.startswith("content://media/internal/audio/media/")
    assert f"title={chosen.replace(' ', '%20')}&" in address
    assert owner.sees(text=chosen)
    assert not owner.sees(text=first)
    owner.tap(text=title)
    owner.tap(text="Silent")
    assert owner.get(f"system {setting}") == ""
    assert owner.sees(text="Silent")
