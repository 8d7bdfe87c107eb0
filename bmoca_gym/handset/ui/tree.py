"""The UI tree: the elements of a screen as an accessibility service sees them, the same type for all phones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.value import memo

Bounds = tuple[int, int, int, int]

#: Resource ids of the container of an activity's own views, and of the backgrounds of the bars.
CONTENT: Final = "android:id/content"
STATUS_BAR: Final = "android:id/statusBarBackground"
NAVIGATION_BAR: Final = "android:id/navigationBarBackground"

#: Names in resource ids of pure containers in the published layouts of Android and its apps.
HOLDERS: Final = frozenset(
    {
        "bottombar_capture", "camera_app_root", "contact_editor_fragment", "container_material", "contentPanel",
        "drag_layer", "history_formula_container", "history_frame", "homepage_container",
        "indicator_bottombar_wrapper", "main_content", "mode_options", "mode_options_buttons", "mode_options_toggle",
        "raw_contacts_editor_view", "scrollView", "title_template", "topPanel",
    }
)  # fmt: skip

#: End of the resource id of a launcher's root layout, which has the whole window in some of `HOLDERS`.
ROOT: Final = ":id/launcher"

#: Names in resource ids of a launcher's grids, whose children are in nameless layouts.
GRIDS: Final = frozenset({"hotseat", "workspace"})

_FRAME: Final = "android.widget.FrameLayout"
#: Class of layouts of apps or libraries that have no name for accessibility services.
_GROUP = "android.view.ViewGroup"
_LAYOUTS: Final = ("Layout", "ScrollView", _GROUP)


@mypyc_attr(acyclic=True)
class UiNode:
    """One element, as ``uiautomator dump`` returns it. ``bounds`` are left, top, right, bottom in px.

    Only newer servers and accessibility services also have ``hint`` (of a text field, with any content),
    ``editable`` (it takes text) and ``visible`` (to the user).
    """

    __slots__ = (
        "bounds", "checkable", "checked", "class_name", "clickable", "content_description", "depth", "editable",
        "enabled", "focusable", "focused", "hint", "long_clickable", "package", "password", "resource_id", "scrollable",
        "selected", "text", "visible",
    )  # fmt: skip

    def __init__(
        self,
        class_name: str,
        resource_id: str,
        text: str,
        content_description: str,
        bounds: Bounds,
        package: str,
        depth: int,
        clickable: bool = False,
        long_clickable: bool = False,
        checkable: bool = False,
        checked: bool = False,
        selected: bool = False,
        enabled: bool = True,
        focusable: bool = False,
        focused: bool = False,
        scrollable: bool = False,
        password: bool = False,
        hint: str = "",
        editable: bool = False,
        visible: bool = True,
    ) -> None:
        self.class_name = class_name
        self.resource_id = resource_id
        self.text = text
        self.content_description = content_description
        self.bounds = bounds
        self.package = package
        self.depth = depth
        self.clickable = clickable
        self.long_clickable = long_clickable
        self.checkable = checkable
        self.checked = checked
        self.selected = selected
        self.enabled = enabled
        self.focusable = focusable
        self.focused = focused
        self.scrollable = scrollable
        self.password = password
        self.hint = hint
        self.editable = editable
        self.visible = visible

    def attributes(self) -> tuple[Any, ...]:
        """All attributes in order."""
        return (
            self.class_name, self.resource_id, self.text, self.content_description, self.bounds, self.package,
            self.depth, self.clickable, self.long_clickable, self.checkable, self.checked, self.selected, self.enabled,
            self.focusable, self.focused, self.scrollable, self.password, self.hint, self.editable, self.visible,
        )  # fmt: skip

    def changed(self, **changes: Any) -> UiNode:
        """Return the element with some attributes changed."""
        return UiNode(
            *[changes.pop(name, given) for name, given in zip(_NAMES, self.attributes(), strict=True)],
            **changes,
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, UiNode) and self.attributes() == other.attributes())

    def __hash__(self) -> int:
        return hash(self.attributes())

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in zip(_NAMES, self.attributes(), strict=True)]
        return f"UiNode({', '.join(given)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return UiNode, self.attributes()

    @property
    def center(self) -> tuple[float, float]:
        """Centre of the bounds in px: (x, y)."""
        left, top, right, bottom = self.bounds
        return (left + right) / 2, (top + bottom) / 2


#: Attributes of a node in order.
_NAMES = (
    "class_name", "resource_id", "text", "content_description", "bounds", "package", "depth", "clickable",
    "long_clickable", "checkable", "checked", "selected", "enabled", "focusable", "focused", "scrollable", "password",
    "hint", "editable", "visible",
)  # fmt: skip


@mypyc_attr(acyclic=True)
class UiTree:
    """UI tree of the active window.

    Attributes:
        nodes: the elements in document order, a parent before its children; ``depth`` of a node is its
            nesting.
        width: width of the screen in px, in its current orientation.
        height: height of the screen in px, in its current orientation.
        rotation: rotation of the screen in quarters, counter-clockwise.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return UiTree, (self.nodes, self.width, self.height, self.rotation)

    def find_all(
        self,
        resource_id: str | None = None,
        text: str | None = None,
        content_description: str | None = None,
        class_name: str | None = None,
    ) -> list[UiNode]:
        """Return all nodes with every given attribute, in document order."""
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
        """Return the first node with every given attribute, or None."""
        found = self.find_all(resource_id, text, content_description, class_name)
        return found[0] if found else None

    def children_first(self) -> list[UiNode]:
        """Return the nodes in end-tag order: children before their parent, the root last."""
        return _children_first(self.nodes)

    def numbered(self) -> list[UiNode]:
        """Return the nodes that agents see, in the order of their numeric tags.

        These are the nodes of `children_first` without pure containers, which would only fill an agent's
        context. In a window with a node ``android:id/content``, the following are left out:

        - that node and the nodes around it, except for one frame, which comes last
        - the backgrounds of the bars
        - of layouts below it that fill one another, all but the innermost
        - a `ROOT` whose holders contain only one element, and these holders
        - nodes of `HOLDERS` that fill their parent as its only child, or are filled by their only child
        - only children of `GRIDS`
        """
        found: list[UiNode] = []
        for part in _told(self.nodes):
            found += _children_first(part)
        return found

    def leaves(self) -> list[UiNode]:
        """Return the nodes of `numbered` that contain no others of these."""
        parts = _told(self.nodes)
        found = []
        for part in parts[:-1] if any(parts[:-1]) else parts:
            following = [*[node.depth for node in part[1:]], -1]
            found += [node for node, depth in zip(part, following, strict=False) if depth <= node.depth]
        return found

    def subtree(self, node: UiNode) -> list[UiNode]:
        """Return ``node`` and everything below it, in document order."""
        start = next(i for i, other in enumerate(self.nodes) if other is node)
        end = start + 1
        while end < len(self.nodes) and self.nodes[end].depth > node.depth:
            end += 1
        return list(self.nodes[start:end])


class UiWindow(NamedTuple):
    """A window as accessibility services see it.

    ``type``: a name of Android's AccessibilityWindowInfo; ``bounds``: left, top, right, bottom in px; ``active``:
    whether it takes input; ``tree``: its elements, or None if they are not exposed; ``reads``: whether it has
    the accessibility focus.
    """

    type: str
    bounds: Bounds
    active: bool
    tree: UiTree | None
    reads: bool = False


def _children_first(nodes: Sequence[UiNode]) -> list[UiNode]:
    result: list[UiNode] = []
    open_nodes: list[UiNode] = []
    for node in nodes:
        while open_nodes and open_nodes[-1].depth >= node.depth:
            result.append(open_nodes.pop())
        open_nodes.append(node)
    result.extend(reversed(open_nodes))
    return result


def _told(nodes: tuple[UiNode, ...]) -> list[Sequence[UiNode]]:
    """Return the nodes of `UiTree.numbered` in document order, in parts: before the content, in it, after it, and its
    frame.

    There is one part if the window has no content node.
    """
    at = 0
    for node in nodes:
        if node.resource_id == CONTENT:
            break
        at += 1
    else:
        return [nodes]
    depths = [node.depth for node in nodes]
    first, end = at + 1, len(nodes) - 2
    if not (nodes[end].resource_id == STATUS_BAR and min(depths[first:end], default=-1) > depths[at]):
        end = first
        while end < len(nodes) and depths[end] > depths[at]:
            end += 1
    inside = depths[first:end]
    while first + 2 < end and _holds_one(nodes, first, inside):
        first += 1
    if nodes[first].resource_id.endswith(ROOT):
        first = _in_root(nodes, first, end, inside)
    beside, frame = _around(nodes, at)
    behind = [node for node in nodes[end:] if node.resource_id not in (STATUS_BAR, NAVIGATION_BAR)]
    return [beside, _without_holders(nodes, depths, first, end), behind, frame]


def _around(nodes: Sequence[UiNode], at: int) -> tuple[list[UiNode], list[UiNode]]:
    """Return those of the nodes before a window's content that are beside it, and the nearest nameless frame around
    it.
    """
    beside: list[UiNode] = []
    frame: list[UiNode] = []
    depth = nodes[at].depth
    for node in reversed(nodes[:at]):
        if node.depth >= depth:
            beside.append(node)
            continue
        depth = node.depth
        if not frame and node.class_name == _FRAME and not node.resource_id:
            frame.append(node)
    beside.reverse()
    return beside, frame


def _without_holders(nodes: Sequence[UiNode], depths: list[int], first: int, end: int) -> Sequence[UiNode]:
    """Return the nodes of a window's innermost layout and below, without `HOLDERS` and only children of `GRIDS`."""
    known: list[tuple[int, str]] = []
    for place in range(first, end):
        resource_id = nodes[place].resource_id
        if resource_id:
            kind = _kind(resource_id)
            if kind:
                known.append((place, kind))
    if not known:
        return nodes[first:end]
    left_out = set()
    for place, kind in known:
        if kind == "grid":
            inner = place + 1
            while (
                _fills(nodes, depths, inner, end)
                and not nodes[inner].resource_id
                and _is_wrapper(nodes[inner])
            ):
                left_out.add(inner)
                inner += 1
        elif (
            place > first
            and (_fills(nodes, depths, place, end) or _fills(nodes, depths, place + 1, end))
            and _is_wrapper(nodes[place])
        ):
            left_out.add(place)
    return [nodes[place] for place in range(first, end) if place not in left_out]


@memo(4096)
def _kind(resource_id: str) -> str:
    """Whether an element of that id is in `HOLDERS` or `GRIDS`: "holder", "grid" or ""."""
    name = resource_id.rpartition("/")[2]
    return "holder" if name in HOLDERS else "grid" if name in GRIDS else ""


def _is_wrapper(node: UiNode) -> bool:
    """Whether it is a layout without text and without a function."""
    return not (
        node.text or node.content_description or node.clickable or node.long_clickable or node.checkable
        or node.scrollable or node.selected
    ) and node.class_name.endswith(_LAYOUTS)  # fmt: skip


def _holds_one(nodes: Sequence[UiNode], at: int, depths: list[int]) -> bool:
    """Whether a node is a layout that the next node fills alone, and that node is a parent too. ``depths``:
    of all nodes.
    """
    node, child = nodes[at], nodes[at + 1]
    return (
        child.depth == node.depth + 1 < nodes[at + 2].depth
        and child.bounds == node.bounds
        and depths.count(child.depth) == 1
        and depths.count(node.depth) == 1
        and _is_wrapper(node)
        and _kind(child.resource_id) != "holder"
    )


def _in_root(nodes: Sequence[UiNode], first: int, end: int, depths: list[int]) -> int:
    """The index of the only element in all holders of a window's root at ``first``; the root's own index if there are
    several.
    """
    at = first + 1
    while at + 1 < end and _kind(nodes[at].resource_id) == "holder" and depths.count(nodes[at].depth) == 1:
        at += 1
    alone = at > first + 1 and depths.count(nodes[at].depth) == 1 and _is_wrapper(nodes[first])
    return at if alone else first


def _fills(nodes: Sequence[UiNode], depths: list[int], at: int, end: int) -> bool:
    """Whether the node at ``at`` directly follows its parent, has the same bounds, and is its only child.

    ``depths``: of all nodes.
    """
    if at >= end or nodes[at].bounds != nodes[at - 1].bounds or depths[at] <= depths[at - 1]:
        return False
    depth = depths[at]
    for place in range(at + 1, end):
        if depths[place] <= depth:
            return depths[place] < depth
    return True
