"""The view of a phone: what is derived stays the same object while it is valid, and is never older than the phone."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from handset_fingerprint import APPS
from handset_walk import random_gesture

from bmoca_gym.devices.device import in_process, screen_of
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey, Swipe, Tap
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.screen import View
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, clock, status_bar, windows
from bmoca_gym.handset.system.windows import asking
from bmoca_gym.handset.ui.tree import NAVIGATION_BAR, STATUS_BAR
from bmoca_gym.handset.value import clear_caches, replace
from bmoca_gym.success_detectors import Detector, rule_from_data

LOCALES = ("en-US", "ar-EG")

#: Resource ids that were seen on some screen.
IDS = {"", STATUS_BAR, NAVIGATION_BAR, "android:id/no_such_id"}


def opened(package: str, locale: str = "en-US") -> Phone:
    phone = images.boot(Configuration(locale=locale), ANDROID10)
    return activities.start(phone, packages.apps_of(ANDROID10)[package].component)


def wait(phone: Phone, seconds: float) -> Phone:
    return inputs.wait(phone, round(seconds * 1000))


def test_what_is_shown_is_the_same_object_until_it_changes() -> None:
    start = opened("com.google.android.calculator")
    view = View(start)
    surfaces, tree, content = view.surfaces, view.ui_tree(), view.content
    soon = wait(wait(start, 3), 3)
    assert soon != start
    view.show(soon)
    assert view.surfaces is surfaces
    assert view.ui_tree() is tree
    assert view.content is content
    view.show(wait(soon, 60))
    later = view.surfaces
    assert [s.kind for s, old in zip(later, surfaces, strict=True) if s.box is not old.box] == ["status"]
    assert view.content is content


@pytest.mark.sources
def test_only_a_screen_with_seconds_is_asked_for_again_within_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Phone] = []
    layers_of = windows.layers_over_time

    def noted(phone: Phone) -> Any:
        asked.append(phone)
        return layers_of(phone)

    monkeypatch.setattr(windows, "layers_over_time", noted)
    for component, known in (
        ("com.google.android.calculator", True),
        ("com.google.android.deskclock", False),
    ):
        device = EmbeddedDevice()
        device.phone = opened(component)
        for text in ("Stopwatch", "Start") if not known else ():
            node = next(n for n in device.ui_tree() if text in (n.text, n.content_description))
            x, y = node.center
            device.perform(Tap(x / device.info.width, y / device.info.height))
        device.ui_tree()
        asked.clear()
        device.wait(1)
        device.ui_tree()
        assert (asked == []) is known, component
        device.wait(60)
        device.ui_tree()
        assert asked, component


def test_a_clock_records_whether_it_was_asked_for_more_than_the_minute() -> None:
    phone = opened("com.google.android.calculator")
    for name in ("settings", "minute", "zone", "top"):
        asked_of, asked = asking(phone)
        assert getattr(asked_of, name) == getattr(phone, name)
        assert replace(asked_of, toast="x").clock is asked, "a copy asks the same clock"
        assert asked_of.local_minute == clock.local_time(phone).replace(second=0, microsecond=0)
        assert not asked.asked, name
    for use in (
        hash, clock.local_time, lambda p: p == phone, lambda p: phone == p, lambda p: p == asking(phone)[0],
        lambda p: p.clock.uptime, lambda p: p.clock.wall, lambda p: not p.clock.frozen,
    ):  # fmt: skip
        asked_of, asked = asking(phone)
        assert use(asked_of)
        assert asked.asked


def test_an_open_shade_shows_the_minute() -> None:
    phone = status_bar.expand(opened("com.google.android.deskclock"))
    view = View(phone)
    shown = view.surfaces
    assert view.show(wait(phone, 1)).surfaces is shown
    assert view.show(wait(phone, 60)).surfaces is not shown


def test_every_app_shows_what_a_phone_without_a_past_shows() -> None:
    renderer = Renderer(64, 128)
    for place, package in enumerate(APPS):
        locale = LOCALES[place % len(LOCALES)]
        chance = random.Random(package)
        phone = opened(package, locale)
        view = View(phone)
        for _ in range(6):
            done = inputs.perform(phone, random_gesture(chance, view.ui_tree()), view)
            soon = wait(done, chance.choice((0.3, 3)))
            assert view.show(soon).surfaces  # what is known of it may do for the later phone
            phone = wait(soon, chance.choice((0.3, 3, 20, 4000)))
            view.show(phone)
            found = view.surfaces
            clear_caches(assets=False)
            fresh = View(phone)
            assert [(s.kind, s.x, s.y, s.owner) for s in found] == [
                (s.kind, s.x, s.y, s.owner) for s in fresh.surfaces
            ], package
            lacked = [name for name in IDS if fresh.lacks(frozenset([name]))]
            assert view.ui_tree() == fresh.ui_tree(), package
            there = {node.resource_id for node in fresh.ui_tree()}
            assert not there.intersection(lacked), package
            IDS.update(there)
            assert not fresh.lacks(frozenset(there)), package
            config = phone.configuration
            drawn = renderer.picture(config, view.shown)
            assert drawn.tobytes() == Renderer(64, 128).picture(config, fresh.shown).tobytes(), package


def test_equal_screens_of_any_phone_are_one_object_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = opened("com.google.android.calculator")
    assert screen.shown(replace(phone)) is screen.shown(phone)
    monkeypatch.setattr(screen, "MOST_SCREENS", 3)
    start = opened("com.google.android.deskclock")
    for minute in range(6):
        screen.shown(wait(start, 60 * minute))
    assert len(screen._screens) == 3
    kept = [screen.shown(replace(wait(start, 60 * minute))) for minute in (5, 4, 3)]
    assert kept == [screen.shown(wait(start, 60 * minute)) for minute in (5, 4, 3)]


def test_content_changes_with_anything_but_the_clock() -> None:
    phone = opened("com.google.android.deskclock")
    view = View(phone)
    content = view.content
    assert view.show(replace(phone, clock=replace(phone.clock, wall=phone.clock.wall + 1))).content is content
    changed = inputs.perform(phone, PressKey("HOME"))
    assert view.show(changed).content is not content


def test_a_clock_that_is_set_back_shows_the_earlier_minute() -> None:
    phone = opened("com.google.android.calculator")
    view = View(phone)
    first = view.surfaces
    for minutes in (-1, -60, 0, 1):
        other = replace(phone, clock=replace(phone.clock, wall=phone.clock.wall + 60_000 * minutes))
        assert view.show(other).surfaces == screen.surfaces(other)
        assert (view.surfaces is first) is (minutes == 0)


def test_two_devices_with_one_phone_have_two_views() -> None:
    one, two = EmbeddedDevice(), EmbeddedDevice()
    two.phone = one.phone
    assert one.view is not two.view
    tree, content = one.ui_tree(), one.content
    two.perform(Swipe(0.5, 0.8, 0.5, 0.2))
    assert (one.ui_tree(), one.content) == (tree, content)
    assert two.ui_tree() != tree
    twin = copy.copy(one)
    assert twin.view is not one.view
    twin.perform(Swipe(0.5, 0.8, 0.5, 0.2))
    assert (one.ui_tree(), one.content) == (tree, content)


def test_a_device_is_pickled_without_what_was_derived() -> None:
    device = EmbeddedDevice()
    plain = pickle.dumps(device)
    tree = device.ui_tree()
    device.screenshot((64, 128))
    assert pickle.dumps(device) == plain
    assert pickle.loads(plain).ui_tree() == tree


@pytest.mark.sources
def test_a_gesture_that_fails_leaves_the_view_at_the_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    device = EmbeddedDevice()
    tree = device.ui_tree()

    def turned(view: View, phone: Phone, *_: object) -> Phone:
        assert view.show(opened("com.google.android.calculator")).ui_tree() != tree
        raise ValueError("turned away")

    monkeypatch.setattr(inputs, "_touch", turned)
    with pytest.raises(ValueError, match="turned away"):
        device.perform(Tap(0.5, 0.5))
    assert device.ui_tree() is tree


def test_what_a_snapshot_shows_is_found_again_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "MOST_SNAPSHOTS", 3)
    clear_caches(assets=False)
    device = EmbeddedDevice()
    device.save_snapshot("home")
    device.load_snapshot("home")
    shown = device.screen
    for _ in range(2):  # computed before the snapshot was loaded, and after
        device.perform(Swipe(0.5, 0.8, 0.5, 0.2))
        assert device.screen is not shown
        device.load_snapshot("home")
        assert device.screen is shown
        screen._snapshots.clear()
        device.load_snapshot("home")
    device.perform(Swipe(0.5, 0.8, 0.5, 0.2))
    monkeypatch.setattr(screen, "seen", None)  # nobody asks for it
    device.load_snapshot("home")
    assert device.screen is shown
    monkeypatch.undo()
    monkeypatch.setattr(screen, "MOST_SNAPSHOTS", 3)
    for package in list(APPS)[:5]:
        device.phone = opened(package)
        device.save_snapshot(package)
        device.load_snapshot(package)
        assert device.ui_tree() == screen.ui_tree(device.phone)
    assert len(screen._snapshots) == 3


class Counting(EmbeddedDevice):
    """A device that counts how often the phone is read."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def __getattribute__(self, name: str) -> object:
        if name in ("log_cursor", "log_since", "read_file", "shell"):
            self.asked.append(name)
        return super().__getattribute__(name)


class PlainDevice:
    """A device that has all of the contract, and declares no more."""

    def __init__(self, device: EmbeddedDevice) -> None:
        self._device = device

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)


@pytest.mark.parametrize(
    ("rule", "asks"),
    [
        ({"file": {"path": "/sdcard/a"}}, False),
        ({"directory": {"path": "/storage/emulated/0", "newest": {"name": "a"}}}, False),
        ({"log": {"tag": "a", "regex": "b"}}, False),
        ({"ui": {"text": "7"}}, False),
        ({"setting": {"command": "settings get global a", "regex": "(.*)", "equals": "1"}}, False),
        ({"setting": {"command": "date +%S", "regex": "(.*)", "equals": "99"}}, True),
        ({"front": {"package": "com.example.app"}}, True),
    ],
)
def test_a_detector_reads_again_only_what_may_have_changed(rule: object, asks: bool) -> None:
    device = Counting()
    detector = Detector(rule_from_data(rule))
    detector.reset(device)
    before = detector.check(device)
    device.asked.clear()
    device.wait(3)
    again = detector.check(device)
    assert bool(device.asked) is asks
    device.write_file("/sdcard/a", b"x")
    detector.answer = "said"
    device.shell("log -t a b")
    device.shell("settings put global a 1")
    assert again == before or asks
    fresh = Detector(detector.rule)
    fresh.reset(device)
    now = detector.check(device)
    assert now.satisfied is (fresh.check(device).satisfied or "log" in rule)  # type: ignore[operator]


def test_a_rule_on_a_resource_id_reads_the_tree_only_where_the_screen_may_have_it() -> None:
    clear_caches()  # no equal screen has a tree
    device = EmbeddedDevice()
    name = "com.google.android.calculator:id/formula"
    rule = {"ui": {"resource_id": [name, "a:id/other"], "attribute": "text", "equals": "7"}}
    detector = Detector(rule_from_data(rule))
    detector.reset(device)
    for phone, tree, evidence in (
        (device.phone, False, "not on the screen; wanted: equals '7'"),
        (opened("com.google.android.calculator"), True, "text is ''; wanted: equals '7'"),
    ):
        device.phone = phone
        found = detector.check(device)
        assert (device.view.shown.tree is not None) is tree
        assert found.evidence == (f"ui: {name} or a:id/other: {evidence}",)
        device.wait(1)
        assert detector.check(device) is found


def test_a_device_that_declares_no_screen_is_read_at_each_check() -> None:
    device = Counting()
    plain: Any = PlainDevice(device)
    assert screen_of(device) is device
    assert in_process(device)
    assert screen_of(plain) is None
    assert not in_process(plain)
    detector = Detector(rule_from_data({"file": {"path": "/sdcard/a"}}))
    detector.reset(plain)
    for _ in range(2):
        device.asked.clear()
        detector.check(plain)
        assert device.asked == ["read_file"]


def test_a_detector_sees_what_time_brings_to_the_screen() -> None:
    device = EmbeddedDevice()
    device.shell("cmd statusbar expand-notifications")
    shown = next(node for node in device.ui_tree() if node.resource_id.endswith("/clock"))
    rule = {"ui": {"resource_id": shown.resource_id, "text": shown.text, "exists": False}}
    detector = Detector(rule_from_data(rule))
    detector.reset(device)
    assert not detector.check(device).satisfied
    device.wait(60)
    assert detector.check(device).satisfied
