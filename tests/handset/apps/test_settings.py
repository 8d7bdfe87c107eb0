"""Settings: every page in every language, the effects of switches and sliders, languages, date and time, apps."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from handset_hand import Hand
from handset_walk import faults, random_phone, walk

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps import settings as settings_app
from bmoca_gym.handset.apps.settings import search_index
from bmoca_gym.handset.apps.settings.pages import ACTIONS, ACTIVITIES, HOME, PAGES
from bmoca_gym.handset.apps.settings.state import LANGUAGE_PICKER, SUB_SETTINGS
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import activities
from bmoca_gym.randomization import select

PACKAGE = "com.android.settings"


@pytest.fixture
def settings(hand: Hand) -> Hand:
    """A hand in Settings."""
    hand.open("settings")
    hand.new_log()
    return hand


def go(hand: Hand, *titles: str) -> None:
    """Touch rows one after another by their strings' keys; swipe up where one is not on the screen."""
    for key in titles:
        text = resources.string(hand.phone.configuration.locale, f"settings.{key}")
        for _ in range(8):
            if hand.sees(text=text):
                break
            hand.swipe("up")
        hand.tap(text=text)


def get(hand: Hand, namespace: str, name: str) -> str:
    return hand.shell(f"settings get {namespace} {name}").strip()


def logged(hand: Hand, tag: str, pattern: str) -> bool:
    return any(line_tag == tag and re.match(pattern, text) for line_tag, text in hand.new_log())


# The tasks of the benchmark: the rules of the reference, as they are written there.


def test_opening_leaves_the_start_lines(hand: Hand) -> None:
    hand.open("settings")
    lines = hand.new_log()
    assert any(
        t == "ActivityManager" and re.match(r"^(.*?)Start proc(.*?)com.android.settings.Settings", m)
        for t, m in lines
    )
    assert any(
        t == "ActivityTaskManager" and re.match(r".*START.*cmp=com\.android\.settings/\.Settings", m)
        for t, m in lines
    )


def test_airplane_mode_takes_the_radios_with_it_and_gives_them_back(settings: Hand) -> None:
    settings.shell("settings put global bluetooth_on 1")
    go(settings, "network", "airplane_mode")
    assert get(settings, "global", "airplane_mode_on") == "1"
    assert logged(settings, "PhoneGlobals", r"^(.*?)Turning radio off(.*?)airplane")
    assert get(settings, "global", "wifi_on") not in ("0", "1")
    assert get(settings, "global", "bluetooth_on") != "1"
    assert not settings.node(text="Mobile network").enabled
    go(settings, "airplane_mode")
    assert get(settings, "global", "airplane_mode_on") == "0"
    assert logged(settings, "PhoneGlobals", r"^(.*?)Turning radio on(.*?)airplane")
    assert (get(settings, "global", "wifi_on"), get(settings, "global", "bluetooth_on")) == ("1", "1")


def test_the_switch_beside_wifi_turns_it_off_and_the_row_opens_its_page(settings: Hand) -> None:
    go(settings, "network")
    settings.tap("switchWidget")
    assert get(settings, "global", "wifi_on") == "0"
    assert logged(settings, "WifiService", r"^(.*?)setWifiEnabled(.*?)com.android.settings(.*?)enable=false")
    go(settings, "wifi")
    assert not settings.sees(text="AndroidWifi")
    settings.tap("switch_bar")
    assert logged(settings, "WifiService", r"^(.*?)setWifiEnabled(.*?)com.android.settings(.*?)enable=true")
    assert get(settings, "global", "wifi_on") == "1"
    settings.tap(text="AndroidWifi")
    assert settings.sees(text="10.0.2.16")


def test_wifi_can_be_on_in_airplane_mode(settings: Hand) -> None:
    go(settings, "network", "airplane_mode")
    settings.tap("switchWidget")
    assert settings.node("switchWidget").checked
    go(settings, "airplane_mode")
    assert get(settings, "global", "wifi_on") == "1"


def test_brightness(settings: Hand) -> None:
    go(settings, "display")
    before = int(get(settings, "system", "screen_brightness"))
    go(settings, "brightness")
    slider = settings.node("slider")
    settings.do(Tap(*settings.at(slider, 0.3)))
    after = int(get(settings, "system", "screen_brightness"))
    assert 1 <= after < before
    assert logged(settings, "DisplayPowerController", r"^(.*?)Brightness(.*?)reason changing to: 'manual'")
    settings.press("BACK")
    assert settings.sees(text="Display")
    assert not settings.sees("slider")


@pytest.mark.parametrize(
    ("title", "stream", "name"),
    [
        ("media_volume", 3, "STREAM_MUSIC"), ("call_volume", 0, "STREAM_VOICE_CALL"), ("ring_volume", 2, "STREAM_RING"),
        ("alarm_volume", 4, "STREAM_ALARM"),
    ],
)  # fmt: skip
def test_volumes(settings: Hand, title: str, stream: int, name: str) -> None:
    def volume() -> int:
        found = re.search(r"volume is (\d+)", settings.shell(f"media volume --show --stream {stream} --get"))
        assert found is not None
        return int(found[1])

    go(settings, "sound")
    before, text = volume(), resources.string("en-US", f"settings.{title}")
    slider = settings.node("seekbar", description=text)
    settings.do(Swipe(*settings.at(slider, 0.5), *settings.at(slider, 1.0)))
    high = volume()
    assert high > before
    assert logged(settings, "vol.Events", rf".*level_changed {name} {high}")
    settings.do(Tap(*settings.at(slider, 0.0)))
    assert volume() == (1 if stream in (0, 4) else 0)


def test_vibrate_for_calls(settings: Hand) -> None:
    go(settings, "sound", "vibrate_for_calls")
    assert get(settings, "system", "vibrate_when_ringing") == "1"
    assert logged(settings, "SettingsProvider", r"^(.*?)vibrate_when_ringing")


def test_the_dark_theme_is_explained_once_and_restyles_the_phone(settings: Hand) -> None:
    go(settings, "display", "dark_theme")
    assert not settings.phone.configuration.dark
    settings.tap("button1")
    assert settings.phone.configuration.dark
    assert settings.shell("cmd uimode night").strip() == "Night mode: yes"
    assert logged(settings, "SettingsProvider", r"^(.*?)content://settings/secure/dark_mode")
    go(settings, "dark_theme")
    assert not settings.phone.configuration.dark
    go(settings, "dark_theme")
    assert settings.phone.configuration.dark


def test_the_list_of_apps(settings: Hand) -> None:
    go(settings, "apps")
    settings.tap(text=next(t for t in settings.texts() if t.startswith("See all")))
    fragment = r".*Switching to fragment com\.android\.settings\.applications\.manageapplications\.ManageApplications"
    assert logged(settings, "SettingsActivity", fragment)
    assert settings.sees(text="Clock")
    assert not settings.sees(text="Launcher")


def test_bluetooth(settings: Hand) -> None:
    go(settings, "connected_devices", "connection_preferences", "bluetooth")
    rename = r".*com\.android\.settings\.bluetooth\.BluetoothDeviceRenamePreferenceController"
    assert logged(settings, "PrefCtrlListHelper", rename)
    settings.tap("switch_bar")
    assert get(settings, "global", "bluetooth_on") == "1"


def test_pairing_switches_bluetooth_on(settings: Hand) -> None:
    go(settings, "connected_devices", "pair_device")
    assert get(settings, "global", "bluetooth_on") == "1"


# Languages


def open_languages(hand: Hand) -> None:
    hand.phone = activities.start(hand.phone, SUB_SETTINGS, "languages")


def test_the_way_to_add_a_language(settings: Hand) -> None:
    go(settings, "system", "languages_input", "languages")
    assert not logged(settings, "ActivityTaskManager", ".*START.*LocalePicker")
    settings.tap("add_language")
    assert logged(
        settings, "ActivityTaskManager", r".*START.*cmp=com\.android\.settings/\.localepicker\.LocalePicker"
    )
    assert settings.activity == "LocalePickerWithRegionActivity"


def test_the_benchmarks_way_to_the_picker_fits_its_seven_steps_on_every_published_screen(
    make_hand: Callable[..., Hand],
) -> None:
    for published in select("all"):
        hand = make_hand(**published.screen_configuration())
        hand.open("settings")
        steps = 2  # the swipe to the drawer, and the icon
        locale = hand.phone.configuration.locale
        text = resources.string(locale, "settings.system")
        while not hand.sees(text=text) or hand.at(hand.node(text=text))[1] > 0.95:
            hand.swipe("up")
            steps += 1
        for key in ("system", "languages_input", "languages"):
            hand.tap(text=resources.string(locale, f"settings.{key}"))
            steps += 1
        hand.tap("add_language")
        assert steps + 1 <= 7, published
        assert hand.activity == "LocalePickerWithRegionActivity"


def test_a_language_with_several_regions_asks_which(hand: Hand) -> None:
    open_languages(hand)
    hand.tap("add_language")
    hand.tap("locale", text="Deutsch")
    assert hand.texts("locale") == ["Deutschland", "Österreich", "Schweiz"]
    hand.press("BACK")
    assert hand.sees("locale", text="Afrikaans")
    hand.tap("locale", text="Deutsch")
    hand.tap("locale", text="Österreich")
    assert hand.texts("label") == ["English (United States)", "Deutsch (Österreich)"]
    assert hand.phone.configuration.locale == "en-US"
    assert get(hand, "system", "system_locales") == "en-US,de-AT"


def test_dragging_a_handle_reorders_and_the_first_is_the_phones_language(hand: Hand) -> None:
    hand.shell("settings put system system_locales en-US,ar-EG,ko-KR")
    open_languages(hand)
    handle = hand.node("dragHandle", 1)
    hand.do(Swipe(*hand.at(handle), *hand.at(handle, 0.5, -0.5)))
    assert get(hand, "system", "system_locales") == "ar-EG,en-US,ko-KR"
    assert hand.phone.configuration.locale == "ar-EG"
    assert hand.sees(text=resources.string("ar-EG", "settings.languages"))
    handle = hand.node("dragHandle", 0)
    hand.do(Swipe(*hand.at(handle), *hand.at(handle, 0.5, 2.4)))
    assert get(hand, "system", "system_locales") == "en-US,ko-KR,ar-EG"
    hand.tap("dragHandle")
    assert get(hand, "system", "system_locales") == "en-US,ko-KR,ar-EG"


@pytest.mark.parametrize(("image", "clickable"), [("android10", True), ("androidlab", False)])
def test_a_handle_only_listens_to_touches_on_android_13(image: str, clickable: bool) -> None:
    hand = Hand(image)
    hand.shell("settings put system system_locales en-US,ar-EG,ko-KR")
    open_languages(hand)
    handle = hand.node("dragHandle", 1)
    assert (handle.clickable, handle.focusable) == (clickable, clickable)
    hand.do(Swipe(*hand.at(handle), *hand.at(handle, 0.5, -0.5)))
    assert get(hand, "system", "system_locales") == "ar-EG,en-US,ko-KR"


def test_a_language_without_strings_stays_in_the_list_and_the_phone_in_its_own(hand: Hand) -> None:
    open_languages(hand)
    hand.tap("add_language")
    hand.tap("locale", text="Afrikaans")
    assert hand.sees("l10nWarn")
    handle = hand.node("dragHandle", 1)
    hand.do(Swipe(*hand.at(handle), *hand.at(handle, 0.5, -1)))
    assert hand.texts("label") == ["Afrikaans (Suid-Afrika)", "English (United States)"]
    assert hand.phone.configuration.locale == "en-US"


def test_removing_languages_but_never_the_last(hand: Hand) -> None:
    hand.shell("settings put system system_locales en-US,fr-CA,ja-JP")
    open_languages(hand)
    hand.tap(description="More options")
    hand.tap(text="Remove")
    for label in hand.texts("label"):
        hand.tap("label", text=label)
    hand.tap("remove")
    assert hand.sees(text=resources.string("en-US", "settings.keep_one_title"))
    hand.tap("button1")
    hand.tap("label", text="日本語 (日本)")
    hand.tap("remove")
    hand.tap("button1")
    assert hand.phone.configuration.locale == "ja-JP"
    assert hand.texts("label") == ["日本語 (日本)"]
    assert not hand.sees(description=resources.string("ja-JP", "common.more_options"))


def test_back_leaves_the_removing_before_the_page(hand: Hand) -> None:
    hand.shell("settings put system system_locales en-US,fr-CA")
    open_languages(hand)
    hand.tap(description="More options")
    hand.tap(text="Remove")
    hand.press("BACK")
    assert hand.sees("add_language")


def test_searching_a_language(hand: Hand) -> None:
    hand.phone = activities.start(hand.phone, LANGUAGE_PICKER, "")
    hand.tap("locale_search_menu")
    hand.type("sven")
    assert hand.texts("locale") == ["Svenska"]
    hand.press("BACK", "BACK")
    assert hand.sees("locale_search_menu")
    assert hand.sees("locale", text="Afrikaans")


# Date and time


def test_setting_date_and_time(settings: Hand) -> None:
    go(settings, "system", "date_time", "set_date")
    settings.tap("next")
    settings.tap(description="June 15, 2024")
    settings.tap("button1")
    assert settings.shell("date +%Y-%m-%d").strip() == "2024-06-15"
    go(settings, "set_time")
    settings.tap("toggle_mode")
    settings.tap("input_hour")
    settings.type("9")
    settings.press("DEL", "DEL")
    settings.type("7")
    settings.tap("input_minute")
    settings.press("DEL", "DEL")
    settings.type("45")
    settings.tap("button1")
    assert settings.shell("date +%H:%M").strip() == "07:45"


def test_automatic_time_locks_the_rows_and_a_zone_moves_the_clock(settings: Hand) -> None:
    go(settings, "system", "date_time", "auto_time")
    assert not settings.node(text="Date").enabled
    settings.tap(text="Date")
    assert not settings.sees("button1")
    go(settings, "time_zone")
    settings.swipe("up")
    settings.tap(text=next(t for t in settings.texts() if "India" in t))
    assert settings.shell("getprop persist.sys.timezone").strip() == "Asia/Kolkata"
    assert settings.sees(text="3:30 PM")


# Apps


def test_force_stop_and_clear_data(hand: Hand) -> None:
    hand.open("clock")
    hand.press("HOME")
    hand.phone = activities.start(
        hand.phone, f"{PACKAGE}/{PACKAGE}.applications.InstalledAppDetails", "com.google.android.deskclock"
    )
    assert hand.node("button3").enabled
    hand.tap("button3")
    hand.tap("button1")
    assert "com.google.android.deskclock" not in hand.phone.processes
    assert not hand.node("button3").enabled
    hand.tap(text="Clear storage")
    hand.tap("button1")
    hand.tap("button1")
    assert hand.activity == "DeskClock"


# Font and display size, choices, names


def test_font_and_display_size_restyle_at_once(settings: Hand) -> None:
    go(settings, "display", "advanced", "font_size")
    settings.tap("larger")
    assert (settings.phone.configuration.font_scale, settings.text("current_label")) == (1.15, "Large")
    settings.press("BACK")
    go(settings, "display_size")
    density = settings.phone.configuration.density
    settings.tap("smaller")
    assert settings.phone.configuration.density == round(density * 0.85)
    assert settings.text("current_label") == "Small"
    slider = settings.node("seek_bar")
    settings.do(Tap(*settings.at(slider, 0.99)))
    assert settings.phone.configuration.density > density


def test_choices_and_the_name(settings: Hand) -> None:
    go(settings, "display", "screen_timeout")
    settings.tap("text1", text="2 minutes")
    assert get(settings, "system", "screen_off_timeout") == "120000"
    assert settings.sees(text="After 2 minutes of inactivity")
    settings.press("BACK")
    go(settings, "about", "device_name_title")
    settings.tap("edittext")
    settings.press("MOVE_END")
    settings.type(" 7")
    settings.tap("button1")
    assert get(settings, "global", "device_name").endswith("x86_64 7")


def test_a_setting_written_through_the_shell_shows(settings: Hand) -> None:
    go(settings, "network")
    settings.shell("settings put global airplane_mode_on 1")
    assert settings.node("switch_widget").checked


def test_search_finds_pages_and_rows(settings: Hand) -> None:
    settings.tap("search_action_bar")
    settings.type("wifi")
    assert settings.sees(text="Wi\u2011Fi preferences")
    settings.tap(description=resources.string("en-US", "settings.clear"))
    settings.type("add a lang")
    settings.tap(text="Add a language")
    assert settings.sees("add_language")


def test_search_without_results(settings: Hand) -> None:
    settings.tap("search_action_bar")
    settings.type("zzz")
    assert settings.sees(text="No results")
    settings.press("BACK", "BACK")
    assert settings.sees("search_action_bar")


# Every page


def test_every_page_is_reached_and_every_target_exists() -> None:
    assert set(search_index._paths(29)) | {"wifi_network", "account"} == set(PAGES)
    assert set(ACTIVITIES.values()) | set(ACTIONS.values()) <= set(PAGES)


def test_every_string_is_used_and_in_every_language() -> None:
    assert not [key for key, _ in resources.missing_translations() if key.startswith("settings.")]
    folder = Path(settings_app.__file__).parent
    code = "".join(file.read_text() for file in sorted(folder.rglob("*.py")))
    names = [key.partition(".")[2] for key in resources.string_keys() if key.startswith("settings.")]
    built = ("permission_", "screen_lock_")  # with a group's name, with a lock's
    unused = [
        n for n in names if f'"{n}"' not in code and f"settings.{n}" not in code and not n.startswith(built)
    ]
    assert not unused


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_in_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale, dark=locale.startswith("a"), font_scale=1.15)
    hand.open("settings")
    for name in PAGES:
        hand.phone = activities.start(hand.phone, SUB_SETTINGS, name)
        assert not faults(hand.tree), (name, faults(hand.tree))


@pytest.mark.parametrize(
    "look",
    [{"density": 700, "height": 2400, "font_scale": 1.15}, {"width": 1280, "height": 800, "density": 160}],
    ids=["narrow", "tablet"],
)
@pytest.mark.parametrize("locale", ["de-DE", "ur-PK"])
def test_texts_keep_inside_the_screen(
    make_hand: Callable[..., Hand], locale: str, look: dict[str, float]
) -> None:
    hand = make_hand(locale=locale, **look)
    hand.open("settings")
    for name in PAGES:
        hand.phone = activities.start(hand.phone, SUB_SETTINGS, name)
        for node in hand.all():
            assert node.bounds[2] - node.bounds[0] > 0
            if node.clickable and node.text:
                assert node.bounds[2] - node.bounds[0] >= 20 * hand.phone.configuration.metrics.scale, (
                    name,
                    node,
                )


def test_every_row_that_looks_alive_answers(make_hand: Callable[..., Hand]) -> None:
    """A tap on any enabled row of any page changes the phone."""
    for name in PAGES:
        hand = make_hand(density=330)
        hand.phone = activities.start(hand.phone, SUB_SETTINGS, name)
        phone = hand.phone
        for node in hand.all():
            if node.clickable and node.enabled and node.class_name != "android.widget.SeekBar":
                hand.phone = phone
                hand.do(Tap(*hand.at(node)))
                assert hand.phone is not phone, (name, node)


def test_a_swipe_up_that_begins_on_a_slider_scrolls_the_page(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(density=700)
    hand.phone = activities.start(hand.phone, SUB_SETTINGS, "sound")
    slider = next(node for node in hand.all() if node.class_name == "android.widget.SeekBar")
    x, y = hand.at(slider)
    before = hand.phone
    hand.do(Swipe(x, y, x, y - 0.2))
    assert hand.phone.settings == before.settings
    assert {node.text for node in hand.all()} != {node.text for node in screen.ui_tree(before)}
    hand.phone = before
    hand.do(Swipe(x, y, x + 0.2, y))
    assert hand.phone != before
    after = next(node for node in hand.all() if node.class_name == "android.widget.SeekBar")
    assert after.text != slider.text


@pytest.mark.parametrize("look", range(4))
def test_a_random_walk_finds_no_fault(look: int) -> None:
    rng = random.Random(look)
    for phone in walk(random_phone(look, PACKAGE), rng, 60):
        assert not faults(screen.ui_tree(phone))


def test_home_rows_are_in_android_10s_order() -> None:
    assert [row.key for row in HOME] == [
        "network",
        "connected_devices",
        "apps",
        "battery",
        "display",
        "sound",
        "storage",
        "privacy",
        "location",
        "security",
        "accounts",
        "accessibility",
        "system",
        "about",
    ]
