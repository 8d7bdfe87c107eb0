"""Tours of apps that were never opened: AndroidWorld's own set-up taps through them, Back, skipping, and their end."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.images import ANDROID13
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.system import first_runs, permissions
from bmoca_gym.handset.ui.tree import UiNode

#: What `android_world/env/setup_device/apps.py` (d9c569f) clicks after it has cleared an app's data and opened it.
CLICKS = {
    "com.android.camera2": ["NEXT"],
    "com.android.chrome": ["Accept & continue", "No thanks", "No thanks"],
    "com.google.android.contacts": ["Skip", "Don't allow"],
    "net.gsantner.markor": [*["NEXT"] * 4, "DONE", "OK", "Allow access to manage all files"],
    "ca.zgrs.clipper": ["Continue", "OK"],
    "com.simplemobiletools.gallery.pro": ["All files", "Allow access to manage all files"],
    "com.simplemobiletools.smsmessenger": ["SMS Messenger", "Set as default"],
    "com.arduia.expense": ["NEXT", "CONTINUE"],
    "net.osmand": ["SKIP DOWNLOAD"],
    "org.videolan.vlc": ["Skip", "GRANT PERMISSION", "OK", "Allow access to manage all files"],
}
TOURED = [app for app in packages.apps_of(ANDROID13).values() if app.tour]


def phone_with_tours(**configuration: object) -> Hand:
    hand = Hand(image="android13", **configuration)
    hand.shell("setprop debug.bmoca.tours 1")
    return hand


def launch(hand: Hand, package: str) -> None:
    hand.shell(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    hand.wait(2)


def distance(a: str, b: str) -> int:
    """The edit distance, by which AndroidWorld's set-up allows one letter to differ."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def clicked(hand: Hand, text: str) -> UiNode:
    """The element that `actuation._find_target_element` would find."""
    best = min(
        (distance(text.lower(), shown.lower()), at)
        for at, node in enumerate(hand.tree.nodes)
        for shown in (node.text, node.content_description)
        if shown
    )
    assert best[0] <= 1, f"{text!r} is not on the screen"
    return hand.tree.nodes[best[1]]


@pytest.mark.parametrize("package", CLICKS)
def test_androidworlds_setup_taps_through(package: str) -> None:
    hand = phone_with_tours()
    hand.shell(f"pm clear {package}")
    launch(hand, package)
    for text in CLICKS[package]:
        node = clicked(hand, text)
        hand.do(Tap(*hand.at(node)))
        hand.wait(2)
    hand.shell(f"am force-stop {package}")
    launch(hand, package)
    assert hand.phone.top.prompt is None
    hand.shell(f"pm clear {package}")
    launch(hand, package)
    assert hand.phone.top.prompt is not None  # its data are gone


@pytest.mark.parametrize("app", TOURED, ids=lambda app: app.name)
def test_there_is_none_by_default(app: App) -> None:
    hand = Hand(image="android13")
    launch(hand, app.package)
    assert hand.phone.top.prompt is None
    assert not first_runs.due(hand.phone, app)


@pytest.mark.parametrize("locale", ["ar-EG", "ko-KR", "de-DE", "hi-IN"])
@pytest.mark.parametrize("app", TOURED, ids=lambda app: app.name)
def test_tours_are_in_the_phones_language(app: App, locale: str) -> None:
    hand = phone_with_tours(locale=locale)
    launch(hand, app.package)
    res = resources.of(hand.phone.configuration)
    step = app.tour[0]
    if step.permissions:
        return
    title = res.string(step.title or step.text, app=app.title(res))
    assert hand.sees(text=title), [node.text for node in hand.tree if node.text]


def test_skip_and_back() -> None:
    hand = phone_with_tours()
    launch(hand, "net.gsantner.markor")
    assert hand.text("title") == "Main View"
    hand.tap("next")
    assert hand.text("title") == "View"
    hand.press("BACK")
    assert hand.text("title") == "Main View"
    hand.tap("skip")
    assert hand.sees(text="Markor needs full access to all files to work properly.")
    hand.tap("button1")
    assert {node.package for node in hand.tree} == {"com.android.settings"}
    hand.press("BACK")  # without the switch
    assert hand.phone.top.prompt is None
    assert hand.phone.top.package == "net.gsantner.markor"


def test_back_at_first_leaves_the_app_and_it_begins_anew() -> None:
    hand = phone_with_tours()
    launch(hand, "com.android.chrome")
    hand.press("BACK")
    assert hand.phone.home
    launch(hand, "com.android.chrome")
    assert hand.text("title") == "Welcome to Chrome"
    hand.press("HOME")
    launch(hand, "com.android.chrome")  # it waits where it was
    assert hand.text("title") == "Welcome to Chrome"


def test_opentracks_has_two_pages_and_asks_for_the_location() -> None:
    package = "de.dennisguse.opentracks"
    hand = phone_with_tours()
    launch(hand, package)
    assert hand.sees(text="OpenTracks records sports and keeps what it records on the phone alone.")
    hand.do(Swipe(0.8, 0.5, 0.2, 0.5, 0.2))  # its pages can't be swiped
    hand.tap("next_button")
    assert any("OSMDashboard" in node.text for node in hand.tree)
    hand.press("BACK")
    hand.tap("next_button")
    hand.tap("next_button")
    hand.tap("permission_allow_foreground_only_button")
    hand.tap("permission_deny_button")
    assert permissions.granted(hand.phone, package, permissions.FINE_LOCATION)
    assert not permissions.granted(hand.phone, package, "android.permission.POST_NOTIFICATIONS")
    assert hand.phone.top.prompt is None
    hand.shell(f"am force-stop {package}")
    launch(hand, package)
    assert hand.phone.top.prompt is None


@pytest.mark.parametrize(("locale", "density"), [("de-DE", 550), ("ar-EG", 330), ("ko-KR", 550)])
def test_pages_of_opentracks_hold_at_every_size(locale: str, density: int) -> None:
    hand = phone_with_tours(locale=locale, density=density, font_scale=1.3)
    launch(hand, "de.dennisguse.opentracks")
    for _ in range(2):
        left, top, right, bottom = hand.node("next_button").bounds
        assert 0 <= left < right <= 1080
        assert top < bottom <= 2160
        hand.tap("next_button")
    assert hand.sees("permission_deny_button")


def test_contacts_asks_whether_it_may_send_notifications() -> None:
    hand = phone_with_tours()
    launch(hand, "com.google.android.contacts")
    hand.tap("button2")
    hand.tap("permission_deny_button")
    assert not permissions.granted(
        hand.phone, "com.android.contacts", "android.permission.POST_NOTIFICATIONS"
    )
    assert hand.phone.top.prompt is None
