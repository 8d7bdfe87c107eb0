"""Observation modes: the screen as pixels, as text for language agents, or both."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.envs import set_of_mark
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.value import memo

#: Longest screen description in characters; a longer one is cut. Usual screens have 5,000 to 20,000.
MAX_LENGTH = 131_072

#: Longest goal of an observation, in bytes as an array and in characters as a text.
GOAL_BYTES = 1024


class ElementList(NamedTuple):
    """A choice of the elements that texts and pictures show.

    Attributes:
        text: describes the elements of a screen in at most the given number of characters.
        draw: returns a copy of a picture, ``uint8[H, W, 3]`` RGB, with marks on the elements.
        windows: whether it also covers the windows over the active one.
        tags: returns the numeric tags of text actions that the text names; None if it names none.
    """

    text: Callable[[UiTree, int], str]
    draw: Callable[[NDArray[np.uint8], UiTree], NDArray[np.uint8]]
    windows: bool = False
    tags: Callable[[UiTree], Collection[int]] | None = None


class ObservationSettings(NamedTuple):
    """What an observation mode may depend on: the environment's arguments of these names.

    Attributes:
        resolution: (width, height) of the pixels.
        bounding_boxes: add the position of each element to the text.
        leaves_only: leave out elements that contain others.
        set_of_mark: draw a box with a number around each element.
        elements: the elements that text and pictures show; None for those of text actions.
    """

    resolution: tuple[int, int] = (128, 256)
    bounding_boxes: bool = False
    leaves_only: bool = False
    set_of_mark: bool = False
    elements: ElementList | None = None


class ObservationMode(Protocol):
    """Makes observations.

    Attributes:
        needs_tree: whether `observe` reads the UI tree.

    A mode may have a further attribute, ``tags``: a function that returns the numeric tags that an observation of a UI
    tree names. Experts' text actions then refer only to these elements; without it, or if it is None, to any element.
    It may also have a method ``begin``, which gets the task's instruction at the start of an episode, before the first
    observation.
    """

    needs_tree: bool

    @property
    def space(self) -> gym.Space[Any]:
        """The observation space, always the same object."""
        ...

    def share(self) -> None:
        """From now on, return read-only arrays if that saves a copy."""
        ...

    def observe(self, device: Device, tree: UiTree | None) -> Any:
        """Make the observation of this moment.

        ``tree``: the device's UI tree; may be None if `needs_tree` is False.
        """
        ...


@memo(8, asset=True)
def _pixels(height: int, width: int) -> gym.spaces.Box:
    """Return the space of all pictures of a size. Its four arrays of bounds take as much memory as four pictures, so
    they are shared and read-only.
    """
    space = gym.spaces.Box(0, 255, (height, width, 3), np.uint8)
    for bounds in (space.low, space.high, space.bounded_below, space.bounded_above):
        bounds.flags.writeable = False
    return space


class PixelObservations:
    """The screen as ``uint8[height, width, 3]`` RGB.

    Args:
        resolution: (width, height) in px. The paper uses (128, 256) for policies and (256, 512) for language
            agents.
        marked: draw a numbered box around each element, see `bmoca_gym.envs.set_of_mark`.
        leaves_only: draw no boxes around elements that contain others.
        elements: the elements to mark: None for those of text actions.
    """

    def __init__(
        self,
        resolution: tuple[int, int] = (128, 256),
        marked: bool = False,
        leaves_only: bool = False,
        elements: ElementList | None = None,
    ) -> None:
        width, height = self._size = resolution
        self.space = copy(_pixels(height, width))  # with a random generator of its own
        self.needs_tree = bool(marked)
        self._leaves_only, self._elements = bool(leaves_only), elements
        self._shares = False

    def share(self) -> None:
        """From now on, return the embedded handset's own frames, unless something is drawn into them."""
        self._shares = not self.needs_tree

    def observe(self, device: Device, tree: UiTree | None = None) -> NDArray[np.uint8]:
        """Return a new array at each call, unless arrays are shared."""
        screen = screen_of(device) if self._shares else None
        if screen is not None:
            return screen.frame(self._size)
        picture = device.screenshot(self._size)
        if not self.needs_tree:
            return picture
        assert tree is not None
        if self._elements is not None:
            return self._elements.draw(picture, tree)
        return set_of_mark.draw(picture, set_of_mark.marks(tree, self._size, self._leaves_only))


class TextObservations:
    """The screen as text, by default that of `screen_description`.

    Args:
        bounding_boxes: add the position of each element.
        leaves_only: leave out elements that contain others.
        elements: describes the screen instead; None for `screen_description`.
    """

    needs_tree = True

    def __init__(
        self, bounding_boxes: bool = False, leaves_only: bool = False, elements: ElementList | None = None
    ) -> None:
        self.space = UnicodeText(MAX_LENGTH)
        self._bounding_boxes = bool(bounding_boxes)
        self._leaves_only, self._elements = bool(leaves_only), elements
        self._tree: UiTree | None = None  # the last one, and its text
        self._text = ""
        self.tags = elements.tags if elements is not None else leaf_tags if leaves_only else None

    def share(self) -> None:
        """Nothing to do: texts can't be written to."""

    def observe(self, device: Device, tree: UiTree | None) -> str:
        """Return the text of ``tree``."""
        assert tree is not None
        if tree is not self._tree:  # it is the same one as long as the screen stays the same
            if self._elements is not None:
                text = self._elements.text(tree, MAX_LENGTH)
            else:
                text = screen_description(tree, self._bounding_boxes, self._leaves_only)[:MAX_LENGTH]
            self._tree, self._text = tree, text
        return self._text


class BothObservations:
    """Pixels and text of the same screen: ``{"pixels": …, "text": …}``."""

    needs_tree = True

    def __init__(self, pixels: PixelObservations, text: TextObservations) -> None:
        self.space = gym.spaces.Dict({"pixels": pixels.space, "text": text.space})
        self._pixels, self._text, self.tags = pixels, text, text.tags

    def share(self) -> None:
        """Share the pixels."""
        self._pixels.share()

    def observe(self, device: Device, tree: UiTree | None) -> dict[str, Any]:
        """Return a new dictionary at each call, with a new array unless pixels are shared."""
        return {"pixels": self._pixels.observe(device, tree), "text": self._text.observe(device, tree)}


class GoalObservations:
    """Another mode's observation and the task in words, for multi-task policies.

    ``{"pixels": …, "goal": uint8[1024]}``: UTF-8, padded with zeros, since libraries that train on pixels accept no
    texts; `goal_text` decodes it. Or ``{"text": …, "goal": str}``.
    """

    def __init__(self, name: str, mode: PixelObservations | TextObservations) -> None:
        self._name, self._mode = name, mode
        self._as_bytes = isinstance(mode, PixelObservations)
        goal: gym.Space[Any] = (
            gym.spaces.Box(0, 255, (GOAL_BYTES,), np.uint8) if self._as_bytes else UnicodeText(GOAL_BYTES)
        )
        self.space = gym.spaces.Dict({name: mode.space, "goal": goal})
        self.needs_tree, self.tags = mode.needs_tree, getattr(mode, "tags", None)
        self.begin("")

    def share(self) -> None:
        """Share the pixels."""
        self._mode.share()

    def begin(self, instruction: str) -> None:
        """Take the goal of an episode. It is cut off if it is longer than the space allows."""
        self._goal: Any = goal_bytes(instruction) if self._as_bytes else instruction[:GOAL_BYTES]

    def observe(self, device: Device, tree: UiTree | None) -> dict[str, Any]:
        """Return a new dictionary at each call, with new arrays unless pixels are shared."""
        goal = self._goal.copy() if self._as_bytes else self._goal
        return {self._name: self._mode.observe(device, tree), "goal": goal}


def goal_bytes(goal: str) -> NDArray[np.uint8]:
    """Return the first 1,024 bytes of a goal in UTF-8 as ``uint8[1024]``, padded with zeros."""
    return np.array(list(goal.encode()[:GOAL_BYTES].ljust(GOAL_BYTES, b"\0")), np.uint8)


def goal_text(goal: NDArray[np.uint8]) -> str:
    """Return the words of the ``goal`` of an observation ``"pixels+goal"``.

    >>> goal_text(goal_bytes("create alarm at 10:30 am"))
    'create alarm at 10:30 am'
    """
    return goal.tobytes().rstrip(b"\0").decode(errors="ignore")


def pixels(settings: ObservationSettings) -> PixelObservations:
    """Make the observation mode ``pixels``."""
    return PixelObservations(
        settings.resolution, settings.set_of_mark, settings.leaves_only, settings.elements
    )


def text(settings: ObservationSettings) -> TextObservations:
    """Make the observation mode ``text``."""
    return TextObservations(settings.bounding_boxes, settings.leaves_only, settings.elements)


def both(settings: ObservationSettings) -> BothObservations:
    """Make the observation mode ``both``."""
    return BothObservations(pixels(settings), text(settings))


def pixels_and_goal(settings: ObservationSettings) -> GoalObservations:
    """Make the observation mode ``pixels+goal``."""
    return GoalObservations("pixels", pixels(settings))


def text_and_goal(settings: ObservationSettings) -> GoalObservations:
    """Make the observation mode ``text+goal``."""
    return GoalObservations("text", text(settings))


class _Screen:
    """Nodes of a screen as a cache key that is compared by identity, since hashing a hundred nodes is slow."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: tuple[UiNode, ...]) -> None:
        self.nodes = nodes

    def __hash__(self) -> int:
        return id(self.nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Screen) and other.nodes is self.nodes


def screen_description(tree: UiTree, bounding_boxes: bool = False, leaves_only: bool = False) -> str:
    """Describe the elements of a screen as a printed Python list of dictionaries, as the paper's screen
    translator does.

    The list has every node of the tree that is not a pure container (see `UiTree.numbered`), children before
    their parents. With ``leaves_only`` it has only nodes without children; they keep their tags.
    ``numeric_tag`` counts from 0. ``resource_id`` and ``class`` are the last parts of Android's names.
    ``checked`` is ``'true'`` if the element is checked, selected or focused. With ``bounding_boxes``,
    ``bbox_location`` has the corners as fractions of the screen, ``'((x1, y1), (x2, y2))'``.

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
        f"'numeric_tag': {tag}, " + _element(
            node.resource_id, node.class_name, node.content_description, node.text,
            node.checked or node.selected or node.focused,
        )
        for tag, node in enumerate(nodes)
    ]  # fmt: skip
    if size is not None:
        elements = [
            f"{element}, {_place(node, *size)}" for element, node in zip(elements, nodes, strict=True)
        ]
    if leaves_only:
        elements = [elements[tag] for tag in leaf_tags(tree)]
    return "[{" + "}, {".join(elements) + "}]" if elements else "[]"


def leaf_tags(tree: UiTree) -> Sequence[int]:
    """Return the numeric tags of the elements that contain no others."""
    leaves = set(map(id, tree.leaves()))
    return [tag for tag, node in enumerate(tree.numbered()) if id(node) in leaves]


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
