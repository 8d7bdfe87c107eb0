"""The image android13: apps under Google's packages, and every goal of AndroidWorld's first tasks, reached on screen.

Results are read as the tasks' judges do: settings, files, the contacts provider, the front activity, UI texts.
"""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from handset_hand import Hand
from handset_walk import cut_controls, faults, walk

from bmoca_gym import randomization
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset.apps.launcher.state import Shortcut
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.images import ANDROID10, ANDROID13
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.emulator import main
from bmoca_gym.handset.servers.emulator.command_line import CommandLine
from bmoca_gym.handset.servers.emulator.snapshot_folder import SnapshotFolder
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import clear_caches, replace

PIXEL_6 = {"width": 1080, "height": 2400, "density": 420}
LOOKS: tuple[dict[str, Any], ...] = (
    PIXEL_6, {**PIXEL_6, "density": 330}, {**PIXEL_6, "density": 550, "font_scale": 1.3, "dark": True},
    {"width": 720, "height": 1280, "density": 320, "font_scale": 1.15},
)  # fmt: skip
GOOGLE = "com.google.android."


class Pixel(Hand):
    """A hand on a phone of the image, on its home screen."""

    def __init__(self, **look: Any) -> None:
        super().__init__("android13", **look)

    def find(self, **attributes: str) -> None:
        """Scroll down to an element."""
        for _ in range(12):
            if self.sees(**attributes):
                return
            self.swipe("up")

    def launch(self, label: str) -> None:
        """Open an app from the drawer."""
        self.press("HOME")
        self.swipe("up")
        self.find(text=label)
        self.tap(text=label)

    def setting(self, *titles: str) -> None:
        """Open Settings and touch one title after the other."""
        self.launch("Settings")
        while self.sees(description="Navigate up"):  # where it was left
            self.tap(description="Navigate up")
        for title in titles:
            self.find(text=title)
            self.tap(text=title)

    def front(self) -> str:
        """The front package, as AndroidWorld's harness reads it."""
        line = self.shell("am stack list | grep -E visible=true")
        return line.rpartition("ComponentInfo{")[2].partition("/")[0]

    def number(self, key: str) -> str:
        return self.shell(f"settings get {key}").strip()


def wifi(hand: Pixel, on: bool) -> None:
    if hand.number("global wifi_on") != str(int(on)):
        hand.setting("Network & internet", "Internet", "Wi‑Fi")
    assert hand.number("global wifi_on") == str(int(on))


def bluetooth(hand: Pixel, on: bool) -> None:
    if hand.number("global bluetooth_on") != str(int(on)):
        hand.setting("Connected devices", "Connection preferences", "Bluetooth", "Use Bluetooth")
    assert hand.number("global bluetooth_on") == str(int(on))


def brightness(hand: Pixel, level: int) -> None:
    hand.setting("Display", "Brightness level")
    slider = hand.node("slider")
    hand.do(Swipe(*hand.at(slider), *hand.at(slider, 0.999 if level == 255 else 0.001), seconds=0.3))
    assert hand.number("system screen_brightness") == str(level)


def open_app(hand: Pixel, label: str, package: str) -> None:
    hand.launch(label)
    assert hand.front() == package


def stopwatch(hand: Pixel, running: bool) -> None:
    hand.launch("Clock")
    hand.tap("tab_menu_stopwatch")
    both = [n for n in hand.tree if "Stopwatch" in (n.text, n.content_description)]
    assert len(both) >= 2
    assert hand.sees(description="Start")
    if running:
        hand.tap(description="Start")
        hand.wait(2)
        assert hand.sees(description="Pause")
        assert hand.sees(description="Lap")
    assert "DeskClock" in hand.shell("am stack list | grep -E visible=true")


def timer(hand: Pixel) -> None:
    hand.launch("Clock")
    hand.tap("tab_menu_timer")
    for digit in "17405":
        hand.tap(f"timer_setup_digit_{digit}")
    assert hand.sees(text="01h 74m 05s")
    for _ in range(3):
        hand.tap("timer_setup_delete")
    for digit in ("3", "00"):
        hand.tap(f"timer_setup_digit_{digit}")
    assert hand.text("timer_setup_time") == "01h 73m 00s"


def photo(hand: Pixel) -> None:
    hand.launch("Camera")
    hand.tap(description="Shutter")
    assert hand.shell("ls /sdcard/Pictures").split() == ["IMG_20231015_153400.jpg"]
    assert not hand.shell("ls /sdcard/DCIM").split()
    assert hand.sees("rounded_thumbnail_view")


def video(hand: Pixel) -> None:
    hand.launch("Camera")
    hand.swipe("right")
    hand.tap(text="Video")
    hand.tap(description="Start video")
    hand.wait(4)
    assert hand.text("recording_time") == "00:04"
    assert not hand.shell("ls /sdcard/Movies").split()
    hand.tap(description="Stop video")
    assert hand.shell("ls /sdcard/Movies").split() == ["VID_20231015_153404.mp4"]
    assert not hand.shell("ls /sdcard/Pictures").split()
    assert hand.device.read_file("/sdcard/Movies/VID_20231015_153404.mp4")[4:12] == b"ftypmp42"


def fill(hand: Pixel, **texts: str) -> None:
    """Type into the fields of the contact editor, which are named by their hints."""
    for hint, text in texts.items():
        field = {"text": hint.replace("_", " "), "class_name": "android.widget.EditText"}
        if not hand.sees(**field):
            hand.press("BACK")  # the keyboard is over it
        hand.find(**field)
        hand.tap(**field)
        hand.type(text)


def add_contact(hand: Pixel) -> None:
    hand.launch("Contacts")
    hand.tap("floating_action_button")
    fill(hand, First_name="Ana", Last_name="da Silva", Phone="+10123456789")
    hand.tap("editor_menu_save_button")
    rows = hand.shell("content query --uri content://contacts/phones/ --projection display_name:number")
    name, number = re.search(r"display_name=(.*), number=(.*)", rows).groups()  # type: ignore[union-attr]
    assert (name, re.sub(r"\D", "", number)) == ("Ana da Silva", "10123456789")


def draft(hand: Pixel) -> None:
    hand.launch("Contacts")
    hand.tap("floating_action_button")
    fill(hand, First_name="Hugo", Last_name="Pereira", Phone="718-099-5256")
    hand.press("BACK")  # the keyboard
    hand.tap(description="Mobile Phone")
    hand.tap(text="Work")
    hints = {n.hint: n.text for n in reversed(hand.tree.nodes) if n.hint}
    assert (hints["First name"], hints["Last name"]) == ("Hugo", "Pereira")
    assert re.sub(r"\D", "", hints["Phone"]) == "7180995256"
    assert hand.node(text="Work").content_description == "Work Phone"


def clipboard(hand: Pixel) -> None:
    hand.launch("Contacts")
    hand.tap("floating_action_button")
    fill(hand, First_name="1234")
    hand.hold(text="1234")  # behind its end: nothing is selected yet
    hand.tap(text="Select all")
    hand.tap(text="Copy")
    assert hand.shell("am broadcast -a clipper.get").endswith('data="1234"\n')


def folder(hand: Pixel, name: str) -> None:
    hand.launch("Files")
    hand.tap(description="Show roots")
    hand.tap(text="sdk_gphone_x86_64")
    hand.find(text=name)
    hand.tap(text=name)


def move_file(hand: Pixel) -> None:
    hand.shell("echo one > /sdcard/Podcasts/talk.mp3")
    folder(hand, "Podcasts")
    hand.hold(text="talk.mp3")
    hand.tap(description="More options")
    hand.tap(text="Move to…")
    hand.find(text="Ringtones")
    hand.tap(text="Ringtones")
    hand.tap(text="Move")
    assert not hand.shell("ls /sdcard/Podcasts").split()
    assert hand.shell("cat /sdcard/Ringtones/talk.mp3") == "one\n"


def delete_file(hand: Pixel) -> None:
    hand.shell("echo one > /sdcard/Alarms/bell.mp3; echo two > /sdcard/Alarms/gong.mp3")
    folder(hand, "Alarms")
    hand.hold(text="bell.mp3")
    hand.tap("action_menu_delete")
    hand.tap(text="OK")
    assert hand.shell("ls /sdcard/Alarms").split() == ["gong.mp3"]


def both_radios(hand: Pixel) -> None:
    wifi(hand, False)
    bluetooth(hand, True)


def wifi_and_app(hand: Pixel) -> None:
    wifi(hand, True)
    open_app(hand, "Contacts", GOOGLE + "contacts")


#: AndroidWorld's name of a task, what its set-up runs, and how a person does it.
GOALS: dict[str, tuple[str, Callable[[Pixel], None]]] = {
    **{
        f"SystemBluetoothTurn{'On' if on else 'Off'}{verify}": (
            f"svc bluetooth {'enable' if on == bool(verify) else 'disable'}",
            partial(bluetooth, on=on),
        )
        for on in (False, True)
        for verify in ("", "Verify")
    },
    **{
        f"SystemWifiTurn{'On' if on else 'Off'}{verify}": (
            f"svc wifi {'enable' if on == bool(verify) else 'disable'}",
            partial(wifi, on=on),
        )
        for on in (False, True)
        for verify in ("", "Verify")
    },
    **{
        f"SystemBrightness{name}{verify}": (
            f"settings put system screen_brightness {level if verify else 256 - level}",
            partial(brightness, level=level),
        )
        for name, level in (("Max", 255), ("Min", 1))
        for verify in ("", "Verify")
    },
    "TurnOffWifiAndTurnOnBluetooth": ("svc wifi enable; svc bluetooth disable", both_radios),
    "TurnOnWifiAndOpenApp": ("svc wifi disable", wifi_and_app),
    "ClockStopWatchPausedVerify": ("pm clear com.google.android.deskclock", partial(stopwatch, running=False)),
    "ClockStopWatchRunning": ("pm clear com.google.android.deskclock", partial(stopwatch, running=True)),
    "ClockTimerEntry": ("pm clear com.google.android.deskclock", timer),
    "CameraTakePhoto": ("rm -rf /sdcard/Pictures/* /sdcard/Movies/*", photo),
    "CameraTakeVideo": ("rm -rf /sdcard/Pictures/* /sdcard/Movies/*", video),
    "ContactsAddContact": ("pm clear com.android.providers.contacts", add_contact),
    "ContactsNewContactDraft": (":", draft),
    "SystemCopyToClipboard": ("am broadcast -a clipper.set -e text '~~~RESET~~~'", clipboard),
    "FilesMoveFile": ("find /storage/emulated/0/ -mindepth 1 -type f -delete", move_file),
    "FilesDeleteFile": ("find /storage/emulated/0/ -mindepth 1 -type f -delete", delete_file),
    **{
        f"OpenAppTaskEval {label}": (f"am force-stop {package}", partial(open_app, label=label, package=package))
        for label, package in (
            ("Camera", "com.android.camera2"), ("Clock", GOOGLE + "deskclock"), ("Contacts", GOOGLE + "contacts"),
            ("Settings", "com.android.settings"), ("Phone", GOOGLE + "dialer"), ("Files", GOOGLE + "documentsui"),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GOALS)
def test_goals_are_reached_in_every_look(name: str) -> None:
    set_up, reached = GOALS[name]
    for look in LOOKS:
        hand = Pixel(**look)
        hand.shell(set_up)
        reached(hand)


# The image


def test_a_device_takes_an_image_by_name() -> None:
    device = EmbeddedDevice(image="android13")
    assert (device.info.api_level, device.info.width, device.info.height, device.info.density) == (
        33,
        1080,
        2400,
        420,
    )
    assert device.shell("getprop ro.build.version.release").output == "13\n"
    assert device.shell("date").output == "Sun Oct 15 15:34:00 UTC 2023\n"
    assert (
        "versionCode=33 minSdk=21 targetSdk=33" in device.shell("dumpsys package com.android.settings").output
    )
    assert EmbeddedDevice().info.api_level == 29


@pytest.mark.parametrize(
    ("own", "outside"),
    [
        ("com.android.contacts", GOOGLE + "contacts"),
        ("com.android.contacts:id/toolbar", GOOGLE + "contacts:id/toolbar"),
        ("cmp=com.android.contacts/com.android.contacts.A$B}", f"cmp={GOOGLE}contacts/com.android.contacts.A$B}}"),
        ("com.android.dialer/com.android.dialer.main.impl.MainActivity",
         f"{GOOGLE}dialer/{GOOGLE}dialer.extensions.GoogleDialtactsActivity"),
        ("/data/app/com.android.documentsui/base.apk", f"/data/app/{GOOGLE}documentsui/base.apk"),
    ],
)  # fmt: skip
def test_names_outside_and_inside(own: str, outside: str) -> None:
    assert ANDROID13.outward(own) == outside
    assert ANDROID13.outward(outside) == outside
    assert ANDROID13.inward(outside) == own
    assert ANDROID10.outward(own) == own


@pytest.mark.parametrize(
    "text",
    ["com.android.contacts.activities.PeopleActivity", "content://com.android.contacts/contacts",
     "com.android.providers.contacts", "org.com.android.contacts", "com.android.contactsx"],
)  # fmt: skip
def test_names_that_stay(text: str) -> None:
    assert ANDROID13.outward(text) == text


def test_short_components_name_the_class_in_full() -> None:
    told = ANDROID13.outward("Displayed com.android.contacts/.activities.PeopleActivity: +1ms")
    assert told == f"Displayed {GOOGLE}contacts/com.android.contacts.activities.PeopleActivity: +1ms"


def test_packages_are_googles_wherever_they_are_told() -> None:
    hand = Pixel(**PIXEL_6)
    component = f"{GOOGLE}contacts/com.android.contacts.activities.PeopleActivity"
    assert f"Activity: {component}\n" in hand.shell(f"am start -W -n {component}")
    assert {n.package for n in hand.tree} == {GOOGLE + "contacts"}
    assert not [n for n in hand.tree if n.resource_id.startswith("com.android.")]
    assert GOOGLE + "contacts" in hand.shell("dumpsys window | grep mCurrentFocus")
    assert f"package:{GOOGLE}contacts\n" in hand.shell("pm list packages")
    assert hand.shell(f"pidof {GOOGLE}contacts").strip().isdecimal()
    assert any(component in message for _, message in hand.new_log())
    assert GOOGLE + "dialer" in hand.shell("ls /data/data").split()
    for said in ("pm list packages", "ps -A", "dumpsys activity activities", "logcat -d", "ls /data/data"):
        assert not re.search(r"com\.android\.(contacts|dialer|documentsui)(?![\w.])", hand.shell(said))
    hand.shell(f"pm clear {GOOGLE}contacts")
    assert hand.front() == GOOGLE + "apps.nexuslauncher"


def test_configurations_place_icons_under_either_name() -> None:
    for package in ("com.android.contacts", GOOGLE + "contacts"):
        hand = Pixel(**PIXEL_6)
        randomization.get("100").apply(hand.device)
        shortcut = Shortcut(f"{package}/com.android.contacts.activities.PeopleActivity", "desktop", 0, 1, 2)
        state = replace(hand.state("launcher"), shortcuts=(shortcut,))
        hand.phone = replace(hand.phone, apps=hand.phone.apps.set(GOOGLE + "apps.nexuslauncher", state))
        hand.hold(text="Contacts")
        hand.tap(description="Remove")
        assert not hand.sees(text="Contacts")
        hand.phone = replace(hand.phone, apps=hand.phone.apps.set(GOOGLE + "apps.nexuslauncher", state))
        hand.tap(text="Contacts")
        assert hand.front() == GOOGLE + "contacts"


def test_clipper_sets_and_reads_the_clipboard() -> None:
    hand = Pixel(**PIXEL_6)
    get = "am broadcast -a clipper.get"
    hand.shell("am start  -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main")
    assert "result=-1" in hand.shell(r"am broadcast -a clipper.set -e text It\'s\ here")
    hand.press("BACK")
    assert hand.shell(get).endswith('Broadcast completed: result=-1, data="It\'s here"\n')
    assert "result=0" in hand.shell("am broadcast -a clipper.set")
    assert Hand().shell(get).endswith("result=0\n")  # the other image has no such app


def test_a_contact_is_inserted_by_an_intent_and_saved_by_hand() -> None:
    hand = Pixel(**PIXEL_6)
    hand.shell(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name 'Ana Lee' -e phone 5551234"
    )
    hand.tap(text="Save")
    assert "display_name=Ana Lee" in hand.shell("content query --uri content://contacts/phones/")


# Files and films


def test_copies_and_places_that_take_nothing() -> None:
    hand = Pixel(**PIXEL_6)
    hand.shell(
        "mkdir -p /sdcard/Music/live; echo one > /sdcard/Music/live/a.mp3; echo two > /sdcard/Music/b.mp3"
    )
    folder(hand, "Music")
    hand.hold(text="live")
    hand.tap(description="More options")
    hand.tap(text="Copy to…")
    assert hand.node(text="Copy").enabled
    hand.tap(text="Music")
    hand.tap(text="live")
    assert not hand.node(text="Copy").enabled  # into itself
    hand.press("BACK")
    for name in ("live (1)", "live (2)"):
        hand.tap(text="Copy")
        assert hand.shell(f"cat '/sdcard/Music/{name}/a.mp3'") == "one\n"
        hand.hold(text="live")
        hand.tap(description="More options")
        hand.tap(text="Copy to…")
        hand.tap(text="Music")
    hand.press("BACK", "BACK")
    assert not hand.sees(text="Copy")
    hand.hold(text="b.mp3")
    hand.tap(description="More options")
    hand.tap(text="Move to…")
    hand.tap(text="Music")
    assert not hand.node(text="Move").enabled  # it is there already
    hand.tap(description="Show roots")
    hand.tap(text="Images")
    assert not hand.node(text="Move").enabled  # no directory
    hand.tap(text="Cancel")
    assert hand.shell("ls /sdcard/Music").split() == ["b.mp3", "live", "live", "(1)", "live", "(2)"]


@pytest.mark.parametrize("leave", ["HOME", "BACK"])
def test_a_film_ends_when_the_camera_is_left(leave: str) -> None:
    hand = Pixel(**PIXEL_6)
    hand.launch("Camera")
    hand.tap(description="Mode list")
    hand.tap(text="Video")
    hand.tap("shutter_button")
    hand.wait(61)
    assert hand.text("recording_time") == "01:01"
    hand.press(leave)
    assert len(hand.shell("ls /sdcard/Movies").split()) == 1


def test_a_film_can_be_played(tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2")
    hand = Pixel(**PIXEL_6)
    video(hand)
    path = tmp_path / "film.mp4"
    path.write_bytes(hand.device.read_file("/sdcard/Movies/VID_20231015_153404.mp4"))
    film = cv2.VideoCapture(str(path))
    read, frame = film.read()
    assert read
    assert frame.shape == (1280, 960, 3)
    assert film.get(cv2.CAP_PROP_FPS) == pytest.approx(0.25)


# Any gestures


@pytest.mark.parametrize("name", ["camera", "clipper", "clock", "contacts", "files", "settings"])
def test_random_gestures_leave_good_screens(name: str) -> None:
    renderer = Renderer(128, 256)
    for look in LOOKS:
        phone = images.boot(Configuration(**look), ANDROID13)
        phone = activities.start(phone, packages.app_named(name).component)
        for now in walk(phone, random.Random(f"{name} {look['density']}"), 30):
            assert not faults(screen.ui_tree(now))
            assert not cut_controls(now)
        renderer.frame(now)


# The other image


def shown_by_android10() -> Iterator[tuple[np.ndarray[Any, Any], Any, Any]]:
    """The first screen of each app on a phone of B-MoCA: a frame, its UI tree and its log."""
    clear_caches()
    renderer = Renderer(128, 256)
    for app in packages.apps_of(ANDROID10).values():
        phone = images.boot(Configuration(height=2280, density=440), ANDROID10)
        if app.name != "launcher":
            phone = activities.start(phone, app.component)
        yield renderer.frame(phone), screen.ui_tree(phone).nodes, phone.log.since(0)


def test_it_changes_nothing_on_a_phone_of_the_other() -> None:
    before = list(shown_by_android10())
    hand = Pixel(**PIXEL_6)
    for app in packages.apps_of(ANDROID13).values():
        hand.phone = activities.start(hand.phone, app.component) if app.name != "launcher" else hand.phone
        hand.device.screenshot((128, 256))
        hand.device.ui_tree()
    after = list(shown_by_android10())
    assert len(before) == len(after) == len(ANDROID10.apps) + 1
    for (frame, nodes, log), (frame_after, nodes_after, log_after) in zip(before, after, strict=True):
        assert (frame == frame_after).all()
        assert (nodes, log) == (nodes_after, log_after)


# Snapshots


@pytest.mark.parametrize(
    ("asked", "booted"), [("", "android13"), ("android13", "android13"), ("android10", "android10")]
)
def test_a_snapshot_brings_its_image_unless_another_is_asked_for(
    tmp_path: Path, asked: str, booted: str
) -> None:
    hand = Pixel(**PIXEL_6)
    hand.setting("Display")
    hand.shell("am start -n com.android.camera2/com.android.camera.CameraLauncher")
    hand.tap(description="Mode list")
    SnapshotFolder(tmp_path)["default_boot"] = hand.phone
    served = ServedPhone(
        images.boot(None, images.image_named(asked or "android10")), kept=SnapshotFolder(tmp_path)
    )
    main._start_from_snapshot(CommandLine(image=asked), served)
    assert served.phone.image is images.image_named(booted)
    assert (served.phone == hand.phone) == (booted == "android13")
    assert pickle.loads(pickle.dumps(hand.phone)) == hand.phone
