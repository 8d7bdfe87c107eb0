"""``ime``, and the broadcasts by which ADBKeyboard and uiautomator2 type."""

from __future__ import annotations

import base64
import shlex

import pytest
from handset_hand import Hand

from bmoca_gym.devices.adb.input import KEYBOARDS
from bmoca_gym.handset import screen
from bmoca_gym.handset.system import apk, automation_packages, text_input

ADB, U2 = automation_packages.ADB_KEYBOARD, automation_packages.UIAUTOMATOR_KEYBOARD
LATIN = automation_packages.KEYBOARD
FIELD = "search_box_input"


def _coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _with(hand: Hand, method: str, selected: bool = True) -> Hand:
    manifest = apk.Manifest(method.partition("/")[0], 1, "1", "", "", ())
    hand.phone = automation_packages.install(hand.phone, manifest)
    if selected:
        hand.shell(f"ime enable {method} && ime set {method}")
    hand.shell("input swipe 540 1700 540 400 200")
    hand.tap(FIELD)
    return hand


def test_they_exist_once_their_package_does(hand: Hand) -> None:
    assert (
        hand.device.shell(f"ime set {ADB}").output
        == f"Unknown input method {ADB} cannot be selected for user #0\n"
    )
    _with(hand, ADB, selected=False)
    assert (hand.shell("ime list -s"), hand.shell("ime list -s -a")) == (f"{LATIN}\n", f"{LATIN}\n{ADB}\n")
    assert hand.device.shell(f"ime set {ADB}").exit_code == 1, "it is not enabled"
    assert hand.shell(f"ime enable {ADB}") == f"Input method {ADB}: now enabled for user #0\n"
    assert hand.shell(f"ime enable {ADB}") == f"Input method {ADB}: already enabled for user #0\n"
    assert hand.shell(f"ime set {ADB}") == f"Input method {ADB} selected for user #0\n"
    assert hand.shell("settings get secure default_input_method") == f"{ADB}\n"
    assert hand.shell("settings get secure enabled_input_methods") == f"{LATIN}:{ADB}\n"
    assert f"mId={ADB}" in hand.shell("ime list")
    hand.shell("pm uninstall com.android.adbkeyboard")
    assert hand.shell("settings get secure default_input_method; ime list -a -s") == f"{LATIN}\n{LATIN}\n"


def test_an_input_method_that_is_disabled_gives_way(hand: Hand) -> None:
    _with(hand, U2)
    hand.shell(f"ime disable {U2}")
    assert hand.shell("settings get secure default_input_method") == f"{LATIN}\n"
    hand.shell(f"ime enable {U2}; ime set {U2}; ime reset")
    assert hand.shell("ime list -s") == f"{LATIN}\n"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("-a ADB_INPUT_TEXT --es msg 'Zoë 時'", "abZoë 時"),
        (f"-a ADB_INPUT_B64 --es msg {_coded('Zoë 時 🙂')}", "abZoë 時 🙂"),
        ("-a ADB_INPUT_CHARS --eia chars '128568,32,67'", "ab\U0001f638 C"),
        ("-a ADB_INPUT_CODE --ei code 67", "a"),
        ("-a ADB_CLEAR_TEXT", ""),
        ("-a ADB_INPUT_B64 --es msg '***'", "ab"),
        (f"-a ADB_INPUT_B64 --es msg {_coded('c')} -n x.y/.Z", "ab"),
        (f"-a ADB_KEYBOARD_INPUT_TEXT --es text {_coded('c')}", "ab"),
    ],
)
def test_adb_keyboard(hand: Hand, line: str, text: str) -> None:
    _with(hand, ADB).type("ab")
    assert hand.shell(f"am broadcast {line}").endswith("Broadcast completed: result=0\n")
    found = text_input.focused_field(hand.phone)
    assert found is not None
    assert found[0].content == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (f"-a ADB_KEYBOARD_INPUT_TEXT --es text {_coded('Zoë')}", "abZoë"),
        (f"-a ADB_KEYBOARD_SET_TEXT --es text {_coded('Zoë')}", "Zoë"),
        ("-a ADB_KEYBOARD_INPUT_KEYCODE --ei code 67", "a"),
        ("-a ADB_KEYBOARD_HIDE", "ab"),
    ],
)
def test_the_keyboard_of_uiautomator2(hand: Hand, line: str, text: str) -> None:
    _with(hand, U2).type("ab")
    assert 'result=-1, data="success"' in hand.shell(f"am broadcast {line}")
    assert hand.text(FIELD) == text


def test_only_the_current_one_types(hand: Hand) -> None:
    _with(hand, ADB, selected=False).type("ab")
    hand.shell("am broadcast -a ADB_INPUT_TEXT --es msg c")
    assert hand.text(FIELD) == "ab"


def test_an_editor_action_submits_after_the_keyboard_was_hidden(hand: Hand) -> None:
    """uiautomator2's ``send_keys`` hides the keyboard, and ``send_action`` still finds the field."""
    _with(hand, U2).type("settings")
    hand.shell("am broadcast -a ADB_KEYBOARD_HIDE")
    assert not [s for s in screen.surfaces(hand.phone) if s.kind == "keyboard"]
    assert "mInputShown=false" in hand.shell("dumpsys input_method")
    assert hand.phone.top.focus
    assert "result=-1" in hand.shell("am broadcast -a ADB_KEYBOARD_EDITOR_CODE --es code 3")
    assert not hand.phone.top.focus
    assert "result=0" in hand.shell("am broadcast -a ADB_KEYBOARD_EDITOR_CODE --es code 3"), (
        "no field has the focus"
    )


def test_a_touch_opens_a_hidden_keyboard_and_back_passes_it(hand: Hand) -> None:
    _with(hand, U2)
    hand.shell("am broadcast -a ADB_KEYBOARD_HIDE")
    hand.tap(FIELD)
    assert [s for s in screen.surfaces(hand.phone) if s.kind == "keyboard"]
    hand.shell("am broadcast -a ADB_KEYBOARD_HIDE")
    hand.press("BACK")
    assert not hand.sees(FIELD)


@pytest.mark.parametrize("method", KEYBOARDS)
def test_the_packages_own_adb_device_can_type_by_them(hand: Hand, method: str) -> None:
    _with(hand, method)
    action, extra = KEYBOARDS[method]
    hand.shell(f"am broadcast -a {action} --es {extra} {shlex.quote(_coded('é時'))}")
    assert hand.text(FIELD) == "é時"


def test_androidlabs_phone_types_by_adb_keyboard() -> None:
    hand = Hand("androidlab", width=1440, height=3120, density=560)
    assert hand.shell("settings get secure default_input_method") == f"{ADB}\n"
    assert ADB in hand.shell("ime list -s").split()
    hand.shell("appops set com.android.adbkeyboard CAMERA allow")
    hand.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact")
    field = next(node for node in hand.tree if node.class_name == "android.widget.EditText")
    hand.shell(
        f"input tap {field.center[0]} {field.center[1]}; am broadcast -a ADB_INPUT_B64 --es msg {_coded('Zoë')}"
    )
    assert any(node.text == "Zoë" for node in hand.tree)
    assert "hint=" not in hand.shell("uiautomator dump /dev/tty")
    assert 'hint="' in hand.shell("uiautomator dump --hints /dev/tty")
