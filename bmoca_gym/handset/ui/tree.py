"""The UI tree: what an accessibility service sees of a screen, one type for every kind of phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Bounds = tuple[int, int, int, int]

#: Resource ids of a window's decor: what holds an activity's own views, and what is painted behind the bars.
CONTENT = "android:id/content"
STATUS_BAR = "android:id/statusBarBackground"
NAVIGATION_BAR = "android:id/navigationBarBackground"

#: Names in resource ids of layouts that only hold others in the published layouts of Android and of its apps.
HOLDERS = frozenset(
    {
        "camera_app_root", "container_material", "contentPanel", "drag_layer", "homepage_container", "main_content",
        "scrollView", "title_template", "topPanel",
    }
)  # fmt: skip

#: Names in resource ids of elements that hold theirs in layouts without names, which place them: a launcher's.
GRIDS = frozenset({"hotseat", "workspace"})

_FRAME = "android.widget.FrameLayout"
#: How the classes of layouts end: one of an app or a library that has no name for services is a ViewGroup for them.
_GROUP = "android.view.ViewGroup"
_LAYOUTS = ("Layout", "ScrollView", _GROUP)


class UiNode(NamedTuple):
    """One element as ``uiautomator dump`` gives it. ``bounds`` are left, top, right, bottom in px.

    Newer servers and accessibility services also tell of ``hint`` (of a text field, whatever is in it),
    ``editable`` (it takes a text) and ``visible`` (to the user).
    """

    class_name: str
    resource_id: str
    text: str
    content_description: str
    bounds: Bounds
    package: str
    depth: int
    clickable: bool = False
    long_clickable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    password: bool = False
    hint: str = ""
    editable: bool = False
    visible: bool = True

    @property
    def center(self) -> tuple[float, float]:
        """Centre of the bounds in px: (x, y)."""
        left, top, right, bottom = self.bounds
        return (left + right) / 2, (top + bottom) / 2


class UiTree:
    """The nodes of the active window in document order (a parent before its children).

    ``nodes``: tuple of `UiNode`; ``depth`` gives the nesting. ``width`` and ``height``: the screen in px as it is
    turned now; ``rotation``: by how many quarters, counter-clockwise.
    """

    __slots__ = ("height", "nodes", "rotation", "width")

    def __init__(self, nodes: tuple[UiNode, ...], width: int, height: int, rotation: int = 0) -> None:
        self.rotation = rotation
        self.nodes = nodes
        self.width = width
        self.height = height

    def __iter__(self) -> Iterator[UiNode]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, UiTree)
            and self.nodes == other.nodes
            and (self.width, self.height) == (other.width, other.height)
        )

    def __hash__(self) -> int:
        return hash((self.nodes, self.width, self.height))

    def find_all(
        self,
        resource_id: str | None = None,
        text: str | None = None,
        content_description: str | None = None,
        class_name: str | None = None,
    ) -> list[UiNode]:
        """All nodes that have every given attribute, in document order."""
        return [
            node
            for node in self.nodes
            if (resource_id is None or node.resource_id == resource_id)
            and (text is None or node.text == text)
            and (content_description is None or node.content_description == content_description)
            and (class_name is None or node.class_name == class_name)
        ]

    def find(
        self,
        resource_id: str | None = None,
        text: str | None = None,
        content_description: str | None = None,
        class_name: str | None = None,
    ) -> UiNode | None:
        """The first node that has every given attribute, or None."""
        found = self.find_all(resource_id, text, content_description, class_name)
        return found[0] if found else None

    def children_first(self) -> list[UiNode]:
        """The nodes in end-tag order: children before their parent, the root last."""
        result: list[UiNode] = []
        open_nodes: list[UiNode] = []
        for node in self.nodes:
            while open_nodes and open_nodes[-1].depth >= node.depth:
                result.append(open_nodes.pop())
            open_nodes.append(node)
        result.extend(reversed(open_nodes))
        return result

    def numbered(self) -> list[UiNode]:
        """The nodes that agents are told of, in the order of their numeric tags.

        They are those of `children_first` without the ones that only hold others, which tell an agent nothing and fill
        its context. Where a window has a node ``android:id/content``, these are: that one and what is around it but for
        one frame, the backgrounds of the bars, of the layouts below it that are filled by one another all but the
        innermost, and below that those of `HOLDERS` that fill the element they are alone in or are filled by the one
        alone in them, and those that are alone in `GRIDS`.
        """
        left_out = _holding(self.nodes)
        return [node for node in self.children_first() if id(node) not in left_out]

    def leaves(self) -> list[UiNode]:
        """Those of `numbered` that hold no other of them, in document order."""
        left_out = _holding(self.nodes)
        found = []
        for at, node in enumerate(self.nodes):
            if id(node) not in left_out:
                after = at + 1
                while after < len(self.nodes) and id(self.nodes[after]) in left_out:
                    if self.nodes[after].depth <= node.depth:
                        break
                    after += 1
                if after == len(self.nodes) or self.nodes[after].depth <= node.depth:
                    found.append(node)
        return found

    def subtree(self, node: UiNode) -> list[UiNode]:
        """``node`` and everything below it, in document order."""
        start = next(i for i, other in enumerate(self.nodes) if other is node)
        end = start + 1
        while end < len(self.nodes) and self.nodes[end].depth > node.depth:
            end += 1
        return list(self.nodes[start:end])


def _holding(nodes: tuple[UiNode, ...]) -> set[int]:
    """The ``id()`` of the nodes that `UiTree.numbered` leaves out."""
    at = next((place for place, node in enumerate(nodes) if node.resource_id == CONTENT), -1)
    if at < 0:
        return set()
    depth = nodes[at].depth
    end = at + 1
    while end < len(nodes) and nodes[end].depth > depth:
        end += 1
    found = _around(nodes, at)
    levels = [node.depth for node in nodes[at + 1 : end]]
    first = at + 1
    while first + 2 < end and _holds_one(nodes, first, levels):
        found.add(id(nodes[first]))
        first += 1
    for place in range(first + 1, end):
        node, above = nodes[place], nodes[place - 1]
        if node.resource_id:
            holds = node.resource_id.rpartition("/")[2] in HOLDERS and (
                _fills(nodes, place, end) or (place + 1 < end and _fills(nodes, place + 1, end))
            )
        else:
            holds = node.class_name == _GROUP and _fills(nodes, place, end) and (
                above.resource_id.rpartition("/")[2] in GRIDS or (id(above) in found and not above.resource_id)
            )  # fmt: skip
        if holds and _is_wrapper(node):
            found.add(id(node))
    found.update(id(node) for node in nodes[end:] if node.resource_id in (STATUS_BAR, NAVIGATION_BAR))
    return found


def _around(nodes: Sequence[UiNode], at: int) -> set[int]:
    """The ``id()`` of a window's content and of what is around it, but for the nearest frame without a name."""
    above: list[UiNode] = []
    depth = nodes[at].depth
    for node in reversed(nodes[:at]):
        if node.depth < depth:
            depth = node.depth
            above.append(node)
    frames = [node for node in above if node.class_name == _FRAME and not node.resource_id]
    kept = (frames or above)[:1]
    return {id(nodes[at]), *(id(node) for node in above if node not in kept)}


def _is_wrapper(node: UiNode) -> bool:
    """Whether it is a layout without words, which answers nothing."""
    return not (
        node.text or node.content_description or node.clickable or node.long_clickable or node.checkable
        or node.scrollable or node.selected
    ) and node.class_name.endswith(_LAYOUTS)  # fmt: skip


def _holds_one(nodes: Sequence[UiNode], at: int, levels: list[int]) -> bool:
    """Whether a node is a layout that is filled by the next one alone, a parent too; ``levels``: all depths there."""
    node, child = nodes[at], nodes[at + 1]
    return (
        child.depth == node.depth + 1 < nodes[at + 2].depth
        and child.bounds == node.bounds
        and levels.count(child.depth) == 1
        and levels.count(node.depth) == 1
        and _is_wrapper(node)
        and child.resource_id.rpartition("/")[2] not in HOLDERS
    )


def _fills(nodes: Sequence[UiNode], at: int, end: int) -> bool:
    """Whether a node stands right behind its parent, has its bounds, and is alone in it; ``end``: of the content."""
    node, parent = nodes[at], nodes[at - 1]
    if node.bounds != parent.bounds or node.depth <= parent.depth:
        return False
    after = next((other for other in nodes[at + 1 : end] if other.depth <= node.depth), None)
    return after is None or after.depth < node.depth
