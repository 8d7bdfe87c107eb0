"""The layouts around windows: as on real phones, without numbers for agents, and the same over adb."""

from __future__ import annotations

import pytest

from bmoca_gym.devices.adb.ui_dump import tree_of
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe
from bmoca_gym.handset.images import ANDROID10, ANDROID13
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR, STATUS_HEIGHT
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system import activities
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
        (5, "ViewGroup", SETTINGS + ":id/settings_homepage_container"),
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
    assert status.bounds == (0, 0, config.width, round(STATUS_HEIGHT * config.density / 160))


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


def test_a_list_says_that_it_scrolls_only_where_it_can() -> None:
    calculator = "com.google.android.calculator"
    short = screen.ui_tree(opened(calculator)).find(calculator + ":id/formula_container")
    assert short is not None
    assert (short.scrollable, short.focusable) == (False, True)
    assert any(node.scrollable for node in screen.ui_tree(opened(SETTINGS)))


def test_what_a_launcher_opens_is_in_its_own_layers_of_which_agents_are_not_told() -> None:
    phone = inputs.perform(images.boot(None, ANDROID10), Swipe(0.5, 0.8, 0.5, 0.2))
    icon = next(node for node in screen.ui_tree(phone) if node.resource_id.endswith(":id/icon"))
    config = phone.configuration
    phone = inputs.perform(phone, LongPress(icon.center[0] / config.width, icon.center[1] / config.height))
    tree = screen.ui_tree(phone)
    names = [node.resource_id.rpartition("/")[2] for node in tree.nodes[2:6]]
    assert names == ["content", "launcher", "drag_layer", "deep_shortcuts_container"]
    told = {node.resource_id.rpartition("/")[2] for node in tree.numbered()}
    assert "deep_shortcuts_container" in told
    assert not told & {"launcher", "drag_layer"}


def test_layouts_around_one_element_are_not_told_of() -> None:
    tree = screen.ui_tree(opened("com.android.camera2"))
    names = [node.resource_id.rpartition("/")[2] for node in tree]
    at = names.index("shutter_button")
    assert names[at - 1] == "bottombar_capture"
    assert tree.nodes[at - 1].bounds == tree.nodes[at].bounds
    assert tree.nodes[at - 1].depth == tree.nodes[at].depth - 1
    told = {node.resource_id.rpartition("/")[2] for node in tree.numbered()}
    assert "shutter_button" in told
    assert not told & {"bottombar_capture", "indicator_bottombar_wrapper", "mode_options_toggle"}
