"""A document without scripts in an app's own screen, as tall as its contents: a preview or a message.

It needs no interpreter and no state. The app builds the document (`element` and `document` help), and the surrounding
screen scrolls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import FILL, Box, Element
from bmoca_gym.handset.ui.tree import Bounds, UiNode
from bmoca_gym.handset.value import Callback
from bmoca_gym.handset.web import boxes, paint, tree
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.layout.geometry import lay_out
from bmoca_gym.handset.web.nodes import Control, Document, Node, Sheet, Viewport
from bmoca_gym.handset.web.view import Pictures, content_size, strokes_of


class Maker:
    """Numbers the elements of one document."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}

    def element(
        self, tag: str, children: Iterable[Node | str] = (), attributes: Mapping[str, str] | None = None
    ) -> Node:
        """Return a new element with its contents."""
        node = Node(len(self.nodes) + 1, tag, False, dict(attributes or {}))
        node.children = tuple(children)
        if tag == "input":
            node.control = Control(checked="checked" in node.attributes, disabled=True)
        self.nodes[node.number] = node
        return node

    def document(self, body: Iterable[Node | str], sheet: str, files: Mapping[str, bytes]) -> Document:
        """Return the document with a style sheet and the files that its pictures are read from."""
        root = self.element("html", [self.element("body", body)])
        return Document(
            root, (Sheet(sheet, ""),), self.nodes, Given(files), "index.html", 0, None, "", (0.0, 0.0)
        )


def made(document: Document, width: float, density: float, dark: bool) -> tuple[Document, boxes.Box]:
    """Return a document and its boxes in a window ``width`` px wide."""
    viewport = Viewport(width / density, 10.0, density, dark)
    return document, lay_out(document, viewport).boxes


class Still(Element):
    """A document. ``source``: a memoized function and its arguments; it is also passed the width in px and the px per
    CSS px, and returns what `made` does.
    """

    __slots__ = ("shown", "source")
    CLASS: ClassVar[str] = "android.webkit.WebView"

    def __init__(self, source: Callback, **options: Any) -> None:
        options.setdefault("width", FILL)
        super().__init__(**options)
        self.source = source
        self.shown: tuple[Document, boxes.Box] | None = None

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.background,)

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        width = fix_w if fix_w is not None else max_w
        function, arguments = self.source
        document, root = self.shown = function(*arguments, float(width), m.scale)
        high = content_size(root, 1.0)[1]
        placed = Box(self, width, fix_h if fix_h is not None else high)
        sight = paint.Sight(1.0, m.scale, Pictures(document.files, document.base))
        inside = []
        for stroke in strokes_of(root, sight, 0):
            left, top, right, bottom = stroke.edges
            one = Box(stroke, right - left, bottom - top)
            one.x, one.y = left, top
            inside.append(one)
        placed.inside = tuple(inside)
        return placed

    def virtual_nodes(self, x: int, y: int, clip: Bounds, package: str, depth: int) -> tuple[UiNode, ...]:
        """Return the nodes of its contents."""
        if self.shown is None:
            return ()
        document, root = self.shown
        return tree.nodes(document.root, root, 1.0, x, y, clip, package, depth)
