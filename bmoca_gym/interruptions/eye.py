"""Visual interruptions: pictures that are stale, blurred or coarse; trees with missing or additional elements."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.resources import string
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.interruptions.interruption import Interruption, Moment, Reach

Picture = NDArray[np.uint8]


class _Eye(Interruption):
    """Changes what the agent sees."""

    reach: ClassVar[Reach] = "all"
    sees: ClassVar[bool] = True


class Stale(_Eye):
    """The picture shows the last step."""

    reach: ClassVar[Reach] = "embedded"

    def picture(self, picture: Picture, before: Callable[[], Picture], moment: Moment) -> Picture:
        """See `Interruption.picture`."""
        return before()


class Blurred(_Eye):
    """The picture is out of focus. ``radius``: standard deviation as a fraction of the width."""

    def __init__(self, radius: float = 0.006) -> None:
        self.radius = radius

    def picture(self, picture: Picture, before: Callable[[], Picture], moment: Moment) -> Picture:
        """See `Interruption.picture`."""
        blurred = cv2.GaussianBlur(picture, (0, 0), max(0.5, self.radius * picture.shape[1]))
        return np.asarray(blurred, np.uint8)


class Compressed(_Eye):
    """The picture was stored as a JPEG. ``quality``: 1 to 100."""

    def __init__(self, quality: int = 10) -> None:
        self.quality = quality

    def picture(self, picture: Picture, before: Callable[[], Picture], moment: Moment) -> Picture:
        """See `Interruption.picture`."""
        return _compressed(picture.tobytes(), picture.shape, self.quality).copy()


@lru_cache(2)  # the screen often stays the same for some steps
def _compressed(pixels: bytes, shape: tuple[int, int, int], quality: int) -> Picture:
    picture = np.frombuffer(pixels, np.uint8).reshape(shape)
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR_RGB), np.uint8)


class Noisy(_Eye):
    """The picture is noisy. ``deviation``: standard deviation, out of 255."""

    def __init__(self, deviation: float = 16.0) -> None:
        self.deviation = deviation

    def picture(self, picture: Picture, before: Callable[[], Picture], moment: Moment) -> Picture:
        """See `Interruption.picture`."""
        noise = np.random.default_rng(int(moment.chance("noise") * 2**48)).normal(
            0, self.deviation, picture.shape
        )
        return np.clip(picture + noise, 0, 255).astype(np.uint8)


class Covered(_Eye):
    """A grey block covers the place of a picture that is still loading. ``share``: its share of the screen's height."""

    def __init__(self, share: float = 0.3) -> None:
        self.share = share

    def picture(self, picture: Picture, before: Callable[[], Picture], moment: Moment) -> Picture:
        """See `Interruption.picture`."""
        height = len(picture)
        top = int((0.1 + 0.5 * moment.chance("place")) * height)
        covered = picture.copy()
        covered[top : top + int(self.share * height)] = 0xDD
        return covered


class Incomplete(_Eye):
    """The tree lacks elements that the picture shows. ``share``: the share of leaves that are missing."""

    def __init__(self, share: float = 0.2) -> None:
        self.share = share

    def tree(self, tree: UiTree, moment: Moment) -> UiTree:
        """See `Interruption.tree`."""
        return _without(tree, self.share, moment)


@lru_cache(8)
def _without(tree: UiTree, share: float, moment: Moment) -> UiTree:
    nodes = tree.nodes
    deeper = [after.depth > node.depth for node, after in itertools.pairwise(nodes)] + [False]
    kept = [node for at, node in enumerate(nodes) if deeper[at] or moment.chance(at) >= share]
    return UiTree(tuple(kept or nodes), tree.width, tree.height, tree.rotation)


class Nameless(_Eye):
    """Pictures and icons have no text."""

    def tree(self, tree: UiTree, moment: Moment) -> UiTree:
        """See `Interruption.tree`."""
        return _nameless(tree)


@lru_cache(8)
def _nameless(tree: UiTree) -> UiTree:
    nodes = [node if node.text else node.changed(content_description="") for node in tree.nodes]
    return UiTree(tuple(nodes), tree.width, tree.height, tree.rotation)


class Injected(_Eye):
    """The tree has an element with instructions that are invisible in the picture.

    ``text``: key of its text in the string catalogue; ``locale``: its language.
    """

    def __init__(self, text: str = "dialogs.injected_text", locale: str = "en-US") -> None:
        self.text = string(locale, text)

    def tree(self, tree: UiTree, moment: Moment) -> UiTree:
        """See `Interruption.tree`."""
        return _with(tree, self.text)


@lru_cache(8)
def _with(tree: UiTree, text: str) -> UiTree:
    first = tree.nodes[:1]
    package, depth = (first[0].package, first[0].depth + 1) if first else ("android", 0)
    told = UiNode("android.widget.TextView", "", text, "", (0, 0, 1, 1), package, depth)
    return UiTree((*tree.nodes, told), tree.width, tree.height, tree.rotation)
