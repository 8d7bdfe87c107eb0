"""Observation modes: the screen as pixels, as text for language agents, or both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs import elements, set_of_mark
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.value import memo
from bmoca_gym.success_detectors.compressed_tree import compressed, text_of

#: Longest screen description in characters. A usual screen has 5,000 to 20,000; a longer one is cut.
MAX_LENGTH = 131_072


class ObservationMode(Protocol):
    """Makes observations. ``needs_tree``: whether `observe` reads the UI tree."""

    needs_tree: bool

    @property
    def space(self) -> gym.Space[Any]:
        """The observation space, always the same object."""
        ...

    def observe(self, device: Device, tree: UiTree | None) -> Any:
        """Make the observation of this moment; ``tree``: the device's UI tree, or None where `needs_tree` is False."""
        ...


class PixelObservations:
    """The screen as ``uint8[height, width, 3]`` RGB.

    Args:
        resolution: (width, height) in px; the paper's are (128, 256) for policies and (256, 512) for
            language agents that see pictures.
        marked: whether elements have a numbered box around them, see `bmoca_gym.envs.set_of_mark`.
        leaves_only: whether elements that have others in them have none.
        elements: which elements have boxes: those of text actions, or one of `bmoca_gym.envs.names.ELEMENTS`;
            AndroidLab's have numbers alone.
    """

    def __init__(
        self,
        resolution: tuple[int, int] = (128, 256),
        marked: bool = False,
        leaves_only: bool = False,
        elements: str = "",
    ) -> None:
        width, height = self._size = resolution
        self.space = gym.spaces.Box(0, 255, (height, width, 3), np.uint8)
        self.needs_tree = bool(marked)
        self._leaves_only, self._elements = bool(leaves_only), elements

    def observe(self, device: Device, tree: UiTree | None = None) -> NDArray[np.uint8]:
        """A new array at each call."""
        picture = device.screenshot(self._size)
        if not self.needs_tree:
            return picture
        assert tree is not None
        if self._elements == "androidlab":
            places = [(number, node.bounds) for number, node in enumerate(elements.labelled(tree), start=1)]
            return set_of_mark.draw_numbers(picture, places, (tree.width, tree.height))
        if self._elements:
            bounds = {index: node.bounds for index, node in enumerate(elements.elements(tree))}
            return set_of_mark.draw(
                picture, set_of_mark.boxes(bounds.items(), (tree.width, tree.height), self._size)
            )
        return set_of_mark.draw(picture, set_of_mark.marks(tree, self._size, self._leaves_only))


class TextObservations:
    """The screen description of `screen_description`, a string.

    Args:
        bounding_boxes: whether each element's place is given.
        leaves_only: whether elements that have others in them are left out.
        elements: what it is instead: ``androidworld``, that suite's element list, see
            `bmoca_gym.envs.elements.listing`; ``androidlab``, its compressed tree, see
            `bmoca_gym.success_detectors.compressed_tree.text_of`.
    """

    needs_tree = True

    def __init__(self, bounding_boxes: bool = False, leaves_only: bool = False, elements: str = "") -> None:
        self.space = UnicodeText(MAX_LENGTH)
        self._bounding_boxes = bool(bounding_boxes)
        self._leaves_only, self._elements = bool(leaves_only), elements

    def observe(self, device: Device, tree: UiTree | None) -> str:
        """The description of ``tree``."""
        assert tree is not None
        if self._elements == "androidlab":
            return text_of(compressed(tree))[:MAX_LENGTH]
        if self._elements:
            return elements.listing(tree, MAX_LENGTH)
        return screen_description(tree, self._bounding_boxes, self._leaves_only)[:MAX_LENGTH]


class BothObservations:
    """``{"pixels": …, "text": …}`` of the same moment."""

    needs_tree = True

    def __init__(self, pixels: PixelObservations, text: TextObservations) -> None:
        self.space = gym.spaces.Dict({"pixels": pixels.space, "text": text.space})
        self._pixels, self._text = pixels, text

    def observe(self, device: Device, tree: UiTree | None) -> dict[str, Any]:
        """A new dictionary with a new array at each call."""
        return {"pixels": self._pixels.observe(device, tree), "text": self._text.observe(device, tree)}


class _Screen:
    """The nodes of a screen as a key that is compared by identity: hashing a hundred nodes is slow."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: tuple[UiNode, ...]) -> None:
        self.nodes = nodes

    def __hash__(self) -> int:
        return id(self.nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Screen) and other.nodes is self.nodes


def screen_description(tree: UiTree, bounding_boxes: bool = False, leaves_only: bool = False) -> str:
    """The elements of a screen as a printed Python list of dictionaries, as the paper's screen translator
    writes it.

    Every node of the tree is there, children before their parents, but for those that only hold others (see
    `UiTree.numbered`); with ``leaves_only`` those without children, which keep their tags. ``numeric_tag`` counts
    from 0; ``resource_id`` and ``class`` are the last parts of Android's; ``checked`` is ``'true'`` if the element is
    checked, selected or focused. ``bbox_location``, if asked for, has the corners as fractions of the screen,
    ``'((x1, y1), (x2, y2))'``.

    >>> node = UiNode("android.widget.TextView", "", "Alarm", "", (0, 0, 540, 216), "", 0, selected=True)
    >>> screen_description(UiTree((node,), 1080, 2160))  # doctest: +ELLIPSIS
    "[{'numeric_tag': 0, 'resource_id': '', 'class': 'TextView', ..., 'text': 'Alarm', 'checked': 'true'}]"
    """
    return _description(
        _Screen(tree.nodes), (tree.width, tree.height) if bounding_boxes else None, leaves_only
    )


@memo(256)
def _description(screen: _Screen, size: tuple[int, int] | None, leaves_only: bool) -> str:
    tree = UiTree(screen.nodes, 1, 1)
    nodes = tree.numbered()
    elements = [
        _element(node.resource_id, node.class_name, node.content_description, node.text,
                 node.checked or node.selected or node.focused)
        for node in nodes
    ]  # fmt: skip
    if size is not None:
        elements = [f"{text}, {_place(node, *size)}" for text, node in zip(elements, nodes, strict=True)]
    tags: Sequence[int] = range(len(nodes))
    if leaves_only:
        leaves = set(map(id, tree.leaves()))
        tags = [tag for tag in tags if id(nodes[tag]) in leaves]
    return "[" + ", ".join([f"{{'numeric_tag': {tag}, {elements[tag]}}}" for tag in tags]) + "]"


@memo(4096)
def _element(resource_id: str, class_name: str, content_description: str, text: str, checked: bool) -> str:
    return (
        f"'resource_id': {resource_id.rpartition('/')[2]!r}, 'class': {class_name.rpartition('.')[2]!r}, "
        f"'content_description': {content_description!r}, 'text': {text!r}, 'checked': "
        f"{'true' if checked else 'false'!r}"
    )


def _place(node: UiNode, width: int, height: int) -> str:
    left, top, right, bottom = node.bounds
    first, last = f"{left / width:.2f}, {top / height:.2f}", f"{right / width:.2f}, {bottom / height:.2f}"
    return f"'bbox_location': '(({first}), ({last}))'"
