"""The screen description is the paper's: a printed list of dictionaries, children before their parents."""

from __future__ import annotations

import ast
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import DISCRETE_GESTURES
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.observations import MAX_LENGTH, PixelObservations, TextObservations, screen_description
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.value import clear_caches


def expected(tree: UiTree, bounding_boxes: bool) -> list[dict[str, Any]]:
    """The description according to the fact sheet, computed in the plainest way."""
    elements = []
    for tag, node in enumerate(tree.children_first()):
        element = {
            "numeric_tag": tag,
            "resource_id": node.resource_id.split("/")[-1],
            "class": node.class_name.split(".")[-1],
            "content_description": node.content_description,
            "text": node.text,
            "checked": "true" if node.checked or node.selected or node.focused else "false",
        }
        if bounding_boxes:
            x0, y0, x1, y1 = node.bounds
            corners = (x0 / tree.width, y0 / tree.height, x1 / tree.width, y1 / tree.height)
            element["bbox_location"] = "(({:.2f}, {:.2f}), ({:.2f}, {:.2f}))".format(*corners)
        elements.append(element)
    return elements


@pytest.mark.parametrize("observation", ["text", "tree"])
def test_who_reads_no_pixels_has_none_drawn(observation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def counted(name: str) -> Any:
        real = getattr(skia, name)

        def make(*args: Any, **options: Any) -> Any:
            drawn.append(name)
            return real(*args, **options)

        return make

    clear_caches()
    for name in ("Surface", "PictureRecorder"):
        monkeypatch.setattr(skia, name, counted(name))
    env = PhoneEnv(environments=["000", "105"], observation="text", action="discrete", step_limit=12)
    rng = np.random.default_rng(0)
    ended = True
    for action in rng.integers(385, size=60):
        if ended:
            env.reset(seed=int(action))
        if observation == "text":
            _, _, terminated, truncated, _ = env.step(int(action))
            ended = terminated or truncated
        else:
            env.device.perform(DISCRETE_GESTURES[action])
            env.device.wait(3)
            assert len(env.device.ui_tree())
    assert isinstance(env.device, EmbeddedDevice)
    assert not env.device._renderers
    assert not drawn
    env.device.screenshot((16, 32))
    assert drawn


def test_is_the_printed_list(screen: UiTree) -> None:
    assert screen_description(screen) == str(expected(screen, False))
    assert screen_description(screen, True) == str(expected(screen, True))


def test_an_empty_screen_is_an_empty_list() -> None:
    assert screen_description(UiTree((), 1080, 2160)) == "[]"


def test_each_tree_has_its_own_text(screen: UiTree) -> None:
    """The last text is kept, but only for the same tree."""
    mode, device = TextObservations(), EmbeddedDevice()
    other = UiTree(screen.nodes[:1], screen.width, screen.height)
    for tree in (screen, screen, other, screen):
        assert mode.observe(device, tree) == screen_description(tree)
    assert screen_description(other) != screen_description(screen)


def test_the_size_counts_for_the_boxes(screen: UiTree) -> None:
    half = UiTree(screen.nodes, 540, 1080)
    assert screen_description(half, True) == str(expected(half, True))


@st.composite
def trees(draw: st.DrawFn) -> UiTree:
    texts, depth, nodes = st.text(st.characters(), max_size=8), 0, []
    for _ in range(draw(st.integers(0, 8))):
        flags = {name: draw(st.booleans()) for name in ("checked", "selected", "focused")}
        left, top, right, bottom = (draw(st.integers(-5, 2000)) for _ in range(4))
        names = [draw(texts) for _ in range(4)]
        nodes.append(UiNode(*names, (left, top, right, bottom), "", depth, **flags))
        depth = draw(st.integers(0, depth + 1))
    return UiTree(tuple(nodes), 1080, 2160)


@given(trees(), st.booleans())
def test_any_tree_can_be_read_back(tree: UiTree, bounding_boxes: bool) -> None:
    text = screen_description(tree, bounding_boxes)
    assert text == str(expected(tree, bounding_boxes))
    assert ast.literal_eval(text) == expected(tree, bounding_boxes)


def test_is_the_same_without_caches(screen: UiTree) -> None:
    first = screen_description(screen)
    clear_caches()
    assert screen_description(UiTree(screen.nodes, 1080, 2160)) == first


def test_a_novel_is_cut_to_the_space() -> None:
    mode = TextObservations()
    node = UiNode("android.view.View", "", "x" * (2 * MAX_LENGTH), "", (0, 0, 1, 1), "", 0)
    assert mode.observe(None, UiTree((node,), 1080, 2160)) in mode.space  # type: ignore[arg-type]


def test_environments_share_the_bounds_of_pixels_but_no_random_generator() -> None:
    """Each of 1,000 environments had its own bounds, 390 KB."""
    one, other = PixelObservations().space, PixelObservations().space
    assert one == other
    for name in ("low", "high", "bounded_below", "bounded_above"):
        assert getattr(one, name) is getattr(other, name)
        assert not getattr(one, name).flags.writeable
    one.seed(0)
    other.seed(0)
    first = one.sample()
    one.sample()
    assert np.array_equal(other.sample(), first)
    assert PixelObservations((64, 32)).space.shape == (32, 64, 3)
    assert pickle.loads(pickle.dumps(one)) == one
