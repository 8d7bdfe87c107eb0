"""The layouts around windows: as phones have them, without numbers for agents, and the same over adb."""

from __future__ import annotations

import pytest

from bmoca_gym.devices.adb.ui_dump import tree_of
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.configuration import NAVIGATION_BAR
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.images import ANDROID10, ANDROID13
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.system_ui import bars
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.ui.xml import xml_of

CLOCK, DIALER, SETTINGS = "com.google.android.deskclock", "com.android.dialer", "com.android.settings"


def opened(package: str, image: Image = ANDROID10) -> Phone:
    return activities.start(images.boot(None, image), packages.apps_of(image)[package].component)


def shape(tree: UiTree) -> list[tuple[int, str, str]]:
    return [(node.depth, node.class_name.rpartition(".")[2], node.resource_id) for node in tree]


def test_a_window_of_an_app_is_held_as_androids_decor_view_holds_it() -> None:
    phone = opened(SETTINGS)
    tree, config = screen.ui_tree(phone), phone.configuration
    assert shape(tree)[:6] == [
        (0, "FrameLayout", ""), (1, "LinearLayout", ""), (2, "FrameLayout", ""),
        (3, "LinearLayout", SETTINGS + ":id/action_bar_root"), (4, "FrameLayout", "android:id/content"),
        (5, "LinearLayout", SETTINGS + ":id/settings_homepage_container"),
    ]  # fmt: skip
    status, navigation = tree.nodes[-2:]
    assert [node.resource_id for node in (status, navigation)] == [
        "android:id/statusBarBackground", "android:id/navigationBarBackground",
    ]  # fmt: skip
    assert {status.depth, navigation.depth} == {1}
    room = config.height - round(NAVIGATION_BAR * config.density / 160)
    assert tree.nodes[0].bounds == (0, 0, config.width, config.height)
    assert tree.nodes[1].bounds == (0, 0, config.width, room)
    assert navigation.bounds == (0, room, config.width, config.height)
    assert status.bounds == (0, 0, config.width, round(bars.STATUS_HEIGHT * config.density / 160))


def test_each_kind_of_window_has_its_own() -> None:
    home = screen.ui_tree(images.boot(None, ANDROID10))
    assert [(depth, id) for depth, _, id in shape(home)[1:3]] == [(1, ""), (2, "android:id/content")]
    assert home.nodes[-1].depth > 1, "nothing behind the bars, under which it reaches"
    phone = opened(CLOCK)
    overview = screen.ui_tree(inputs.perform(phone, PressKey("OVERVIEW")))
    assert overview.nodes[0].package == packages.launcher_of(ANDROID10).package
    assert overview.find("android:id/content") is not None


@pytest.mark.parametrize("image", [ANDROID10, ANDROID13], ids=["android10", "android13"])
def test_numbers_are_of_the_same_elements_whichever_way_a_tree_comes(image: Image) -> None:
    for package in packages.apps_of(image):
        tree = screen.ui_tree(opened(package, image))
        dumped = tree_of(xml_of(tree).encode(), tree.width, tree.height)
        assert [node.bounds for node in dumped.numbered()] == [node.bounds for node in tree.numbered()], (
            package
        )
        for node in tree.numbered():
            assert not node.resource_id.startswith("android:id/content"), package
            assert not node.resource_id.endswith("Background"), package
