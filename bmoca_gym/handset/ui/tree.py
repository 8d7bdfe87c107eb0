"""The UI tree: what an accessibility service sees of a screen, one type for every kind of phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mypy_extensions import mypyc_attr

Bounds = tuple[int, int, int, int]


@mypyc_attr(acyclic=True)
class UiNode:
    """One element as ``uiautomator dump`` gives it. ``bounds`` are left, top, right, bottom in px.

    Newer servers and accessibility services also tell of ``hint`` (of a text field, whatever is in it),
    ``editable`` (it takes a text) and ``visible`` (to the user).
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
        """All attributes, in the order in which they are given."""
        return (
            self.class_name, self.resource_id, self.text, self.content_description, self.bounds, self.package,
            self.depth, self.clickable, self.long_clickable, self.checkable, self.checked, self.selected, self.enabled,
            self.focusable, self.focused, self.scrollable, self.password, self.hint, self.editable, self.visible,
        )  # fmt: skip

    def changed(self, **changes: Any) -> UiNode:
        """The same element with some attributes changed."""
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


#: The attributes of a node in the order in which they are given.
_NAMES = (
    "class_name", "resource_id", "text", "content_description", "bounds", "package", "depth", "clickable",
    "long_clickable", "checkable", "checked", "selected", "enabled", "focusable", "focused", "scrollable", "password",
    "hint", "editable", "visible",
)  # fmt: skip


@mypyc_attr(acyclic=True)
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

    def subtree(self, node: UiNode) -> list[UiNode]:
        """``node`` and everything below it, in document order."""
        start = next(i for i, other in enumerate(self.nodes) if other is node)
        end = start + 1
        while end < len(self.nodes) and self.nodes[end].depth > node.depth:
            end += 1
        return list(self.nodes[start:end])
