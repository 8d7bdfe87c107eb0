"""The screen as time passes: unchanged parts stay the same objects, and nothing is out of date."""

from __future__ import annotations

import random

import pytest
from handset_fingerprint import APPS
from handset_walk import random_gesture

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Phone, Watched
from bmoca_gym.handset.system import activities, clock, status_bar
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


def kept(phone: Phone, name: str) -> object:
    """What was computed for a phone and is stored with it, or None."""
    return getattr(phone, name, None)


def test_what_is_shown_is_the_same_object_until_it_changes() -> None:
    start = opened("com.google.android.calculator")
    surfaces, tree, content = screen.surfaces(start), screen.ui_tree(start), screen.content(start)
    soon = wait(wait(start, 3), 3)
    assert soon != start
    assert screen.surfaces(soon) is surfaces
    assert screen.ui_tree(soon) is tree
    assert screen.content(soon) is content
    later = wait(soon, 60)
    assert [new is old for new, old in zip(screen.surfaces(later), surfaces, strict=True)] != [True] * len(
        surfaces
    )
    assert [
        s.kind for s, old in zip(screen.surfaces(later), surfaces, strict=True) if s.box is not old.box
    ] == ["status"]
    assert screen.content(later) is content


def test_only_a_screen_with_seconds_is_asked_for_again_within_a_minute() -> None:
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
        device.wait(1)
        assert (kept(device.phone, "_shown") is not None) is known, component
        assert (kept(device.phone, "_layers") is not None) is known, component
        device.wait(60)
        assert kept(device.phone, "_shown") is kept(device.phone, "_layers") is None


def test_a_watched_phone_tells_whether_its_clock_was_looked_at() -> None:
    phone = opened("com.google.android.calculator")
    for name, asked in (("settings", False), ("minute", False), ("clock", True)):
        watched = Watched.of(phone)
        assert getattr(watched, name) == getattr(phone, name)
        assert watched.asked is asked, name
    for use in (hash, replace, lambda p: p == Watched.of(phone), clock.local_time):
        watched = Watched.of(phone)
        assert use(watched)
        assert watched.asked
    watched = Watched.of(phone)
    assert clock.local_minute(watched) == clock.local_time(phone).replace(second=0, microsecond=0)
    assert not watched.asked


def test_an_open_shade_shows_the_minute() -> None:
    phone = status_bar.expand(opened("com.google.android.deskclock"))
    shown = screen.surfaces(phone)
    assert screen.surfaces(wait(phone, 1)) is shown
    assert screen.surfaces(wait(phone, 60)) is not shown


def test_every_app_shows_what_a_phone_without_a_past_shows() -> None:
    renderer = Renderer(64, 128)
    for place, package in enumerate(APPS):
        locale = LOCALES[place % len(LOCALES)]
        chance = random.Random(package)
        phone = opened(package, locale)
        screen.surfaces(phone)
        for _ in range(6):
            done = inputs.perform(phone, random_gesture(chance, screen.ui_tree(phone)))
            soon = wait(done, chance.choice((0.3, 3)))
            screen.surfaces(soon)  # what is known of it may do for the later phone
            phone = wait(soon, chance.choice((0.3, 3, 20, 4000)))
            fresh = replace(phone)
            assert kept(fresh, "_earlier") is kept(fresh, "_layers") is None
            assert screen.surfaces(phone) == screen.surfaces(fresh), package
            lacked = [name for name in IDS if screen.lacks(fresh, frozenset([name]))]
            assert screen.ui_tree(phone) == screen.ui_tree(fresh), package
            there = {node.resource_id for node in screen.ui_tree(fresh)}
            assert not there.intersection(lacked), package
            IDS.update(there)
            assert not screen.lacks(fresh, frozenset(there)), package
            assert renderer.frame(phone).tobytes() == Renderer(64, 128).frame(fresh).tobytes(), package


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
    assert screen.content(inputs.perform(phone, PressKey("HOME"))) is not screen.content(phone)
    assert screen.content(replace(phone)) is not screen.content(phone)


class Counting:
    """A device that counts its calls."""

    def __init__(self, device: EmbeddedDevice) -> None:
        self._device = device
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> object:
        if name not in ("content", "screen", "ui_tree"):
            self.asked.append(name)
        return getattr(self._device, name)


@pytest.mark.parametrize(
    ("rule", "asks"),
    [
        ({"file": {"path": "/sdcard/a"}}, False),
        ({"log": {"tag": "a", "regex": "b"}}, False),
        ({"ui": {"text": "7"}}, False),
        ({"setting": {"command": "settings get global a", "regex": "(.*)", "equals": "1"}}, False),
        ({"setting": {"command": "date +%S", "regex": "(.*)", "equals": "99"}}, True),
        ({"front": {"package": "com.example.app"}}, True),
    ],
)
def test_a_detector_reads_again_only_what_may_have_changed(rule: object, asks: bool) -> None:
    device = EmbeddedDevice()
    counting = Counting(device)
    detector = Detector(rule_from_data(rule))
    detector.reset(device)
    before = detector.check(counting)  # type: ignore[arg-type]
    counting.asked.clear()
    device.wait(3)
    again = detector.check(counting)  # type: ignore[arg-type]
    assert bool(counting.asked) is asks
    device.write_file("/sdcard/a", b"x")
    detector.answer = "said"
    device.shell("log -t a b")
    device.shell("settings put global a 1")
    assert again == before or asks
    fresh = Detector(detector.rule)
    fresh.reset(device)
    now = detector.check(counting)  # type: ignore[arg-type]
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
        assert (screen.shown(device.phone).tree is not None) is tree
        assert found.evidence == (f"ui: {name} or a:id/other: {evidence}",)
        device.wait(1)
        assert detector.check(device) is found


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
