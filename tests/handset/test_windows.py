"""Windows over the active one: every tree of all windows has them, and touches reach what they show."""

from __future__ import annotations

import json
from typing import Any

import gymnasium as gym
import pytest
from handset_hand import Hand
from lxml import etree

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.devices.adb import ui_dump
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers.accessibility.messages import forest, message_classes
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.tree import UiTree

SYSTEM_UI = "com.android.systemui"


def heads_up(phone: Phone) -> Phone:
    return messages.receive(phone, "5551234", "Are you there?")


def toast(phone: Phone) -> Phone:
    return activities.toast(phone, "Saved the note")


def volume(phone: Phone) -> Phone:
    return inputs.perform(phone, PressKey("VOLUME_UP"))


def everything(phone: Phone) -> Phone:
    return volume(toast(heads_up(phone)))


@pytest.mark.parametrize(
    ("image", "dark", "light"),
    [("android10", False, True), ("android10", True, True), ("android13", False, True), ("android13", True, False),
     ("androidlab", False, True), ("androidlab", True, False)],
)  # fmt: skip
def test_a_toast_follows_the_theme_from_android_12_on(image: str, dark: bool, light: bool) -> None:
    hand = Hand(image=image, dark=dark)
    hand.phone = toast(hand.phone)
    (text,) = [node for node in hand.device.ui_tree(windows=True) if node.text == "Saved the note"]
    left, top, _, bottom = text.bounds
    inside = hand.device.screenshot()[(top + bottom) // 2, left + 10]
    assert (inside > 127).all() == light, inside


SHOWN = [(heads_up, "Are you there?"), (toast, "Saved the note"), (volume, "Media volume")]


def texts(tree: UiTree) -> set[str]:
    return {text for node in tree for text in (node.text, node.content_description) if text}


@pytest.fixture(params=["android10", "android13", "androidlab"])
def phone(request: pytest.FixtureRequest) -> Phone:
    return images.boot(image=images.image_named(request.param))


@pytest.mark.parametrize(("show", "text"), SHOWN)
def test_the_whole_tree_has_them_last_and_the_active_windows_tree_does_not(
    phone: Phone, show: Any, text: str
) -> None:
    assert screen.whole_tree(phone) is screen.ui_tree(phone)
    after = show(phone)
    front, whole = screen.ui_tree(after), screen.whole_tree(after)
    assert text not in texts(front)
    assert text in texts(whole)
    assert whole.nodes[: len(front)] == front.nodes
    added = whole.nodes[len(front) :]
    assert {node.package for node in added} == {SYSTEM_UI}
    assert min(node.depth for node in added) == 1
    assert screen.ui_tree(inputs.wait(after, 60_000)) == screen.whole_tree(inputs.wait(after, 60_000))


def test_what_the_tree_shows_is_what_a_touch_reaches(phone: Phone) -> None:
    """A tap on a button in Markor's bar opened the message over it, which no tree showed."""
    after = heads_up(phone)
    node = next(node for node in screen.whole_tree(after) if node.text == "Are you there?")
    width, height = after.configuration.width, after.configuration.height
    opened = inputs.perform(after, Tap(node.center[0] / width, node.center[1] / height))
    assert opened.top.package == messages_app(after)


def messages_app(phone: Phone) -> str:
    return phone.notifications[-1].package


def test_a_dump_of_all_windows_is_read_as_the_whole_tree(phone: Phone) -> None:
    after = everything(phone)
    said = session.run(after, "uiautomator dump --windows /dev/tty")[1].encode()
    document = ui_dump.document_in(said, "displays")
    width, height = after.configuration.width, after.configuration.height
    if phone.image.api_level < 30:  # takes no notice of --windows
        assert document is None
        document = ui_dump.document_in(said)
        assert document is not None
        assert len(ui_dump.tree_of(document, width, height)) == len(screen.ui_tree(after))
        return
    assert document is not None
    read, whole = ui_dump.tree_of(document, width, height), screen.whole_tree(after)
    assert [(n.depth, n.text, n.resource_id, n.bounds) for n in read] == [
        (n.depth, n.text, n.resource_id, n.bounds) for n in whole
    ]
    windows = etree.fromstring(document).findall("./display[@id='0']/window")
    assert [window.get("index") for window in windows] == [str(n) for n in range(len(windows))]
    assert [int(window.get("layer")) for window in windows] == sorted(range(len(windows)), reverse=True)
    assert [window.get("type") for window in windows if window.get("active") == "true"] == [
        "TYPE_APPLICATION"
    ]


def test_the_forest_has_them_with_their_nodes(phone: Phone) -> None:
    pytest.importorskip("google.protobuf", reason="protobuf is not installed")
    after = everything(phone)
    told = message_classes()["AndroidAccessibilityForest"].FromString(forest(after))
    shown = {node.text or node.content_description for window in told.windows for node in window.tree.nodes}
    assert {text for _, text in SHOWN} <= shown
    assert [window.layer for window in told.windows] == list(range(len(told.windows)))
    assert sum(window.is_active for window in told.windows) == 1


def test_androidworlds_elements_have_them_and_an_index_taps_them() -> None:
    env = gym.make(
        "AndroidWorld-MarkorCreateNote-v0",
        action="json",
        observation="text",
        elements="androidworld",
        step_seconds=0,
    )
    env.reset(seed=0)
    device = env.unwrapped.device  # type: ignore[attr-defined]
    assert isinstance(device, EmbeddedDevice)
    device.phone = heads_up(device.phone)
    app = messages_app(device.phone)
    shown = json.loads(env.step('{"action_type": "wait"}')[0])["elements"]
    (over,) = [element["index"] for element in shown if element.get("text") == "Are you there?"]
    env.step(json.dumps({"action_type": "click", "index": over}))
    assert device.phone.top.package == app
    env.close()
