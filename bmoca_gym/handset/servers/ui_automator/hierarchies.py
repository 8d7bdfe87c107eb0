"""UI trees as the XML of uiautomator2's and Appium's servers, and XPath on the latter."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from bmoca_gym.handset.servers.errors import SelectorError
from bmoca_gym.handset.servers.ui_automator import xpath_functions
from bmoca_gym.handset.servers.ui_automator.selectors import Window
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.ui.xml import printable

_HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

#: An XPath's length, its steps, and how often it may look at a node all together, each of which takes up to 0.5 us.
LONGEST_XPATH = 2048
_MOST_STEPS = 40
_MOST_LOOKS = 3e7
#: What starts a walk over many nodes: abbreviated or named axes, and absolute paths within predicates.
_WIDE = re.compile(
    r"//|\.\.|(?:parent|descendant|descendant-or-self|following|following-sibling|preceding|preceding-sibling|ancestor|"
    r"ancestor-or-self)\s*::"
)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def _flag(on: bool) -> str:
    return "true" if on else "false"


def _bounds(node: UiNode) -> str:
    left, top, right, bottom = node.bounds
    return f"[{left},{top}][{right},{bottom}]"


# uiautomator2


def indented_xml_of(tree: UiTree, most_depth: float = 50) -> str:
    """The tree as uiautomator2's server writes it, without elements deeper than ``most_depth``."""
    window = Window(tree)
    root = etree.Element("hierarchy", rotation=str(tree.rotation))
    made: list[Any] = []
    for at, node in enumerate(window.nodes):
        parent = made[window.parents[at]] if window.parents[at] >= 0 else root
        attributes = {
            "index": str(window.indices[at]), "text": node.text, "resource-id": node.resource_id,
            "class": node.class_name, "package": node.package, "content-desc": node.content_description,
            "checkable": _flag(node.checkable), "checked": _flag(node.checked), "clickable": _flag(node.clickable),
            "enabled": _flag(node.enabled), "focusable": _flag(node.focusable), "focused": _flag(node.focused),
            "scrollable": _flag(node.scrollable), "long-clickable": _flag(node.long_clickable),
            "password": _flag(node.password), "selected": _flag(node.selected), "visible-to-user": _flag(node.visible),
            "bounds": _bounds(node), "drawing-order": str(window.indices[at] + 1), "hint": node.hint, "display-id": "0",
        }  # fmt: skip
        deep = parent is None or node.depth >= most_depth
        made.append(None if deep else _child(parent, "node", attributes))
    return _HEADER + etree.tostring(root, encoding="unicode", pretty_print=True)


def _child(parent: Any, name: str, attributes: dict[str, str]) -> Any:
    return etree.SubElement(parent, name, {key: printable(text) for key, text in attributes.items()})


# Appium


#: Attributes that only some elements have, and what no element of this phone is.
_OPTIONAL = ("content-desc", "resource-id", "hint")
_NEVER = dict.fromkeys(
    ("screen-reader-focusable", "text-entry-key", "dismissable", "a11y-focused", "heading", "context-clickable",
     "content-invalid"), "false",
) | {"live-region": "0"}  # fmt: skip


def appium_attributes(window: Window, at: int) -> dict[str, str]:
    """A node's attributes in the order of Appium's page source, without those that are not set."""
    node = window.nodes[at]
    attributes = {
        "index": str(window.indices[at]), "package": node.package, "class": node.class_name, "text": node.text,
        "content-desc": node.content_description, "resource-id": node.resource_id,
        "checkable": _flag(node.checkable), "checked": _flag(node.checked), "clickable": _flag(node.clickable),
        "enabled": _flag(node.enabled), "focusable": _flag(node.focusable), "focused": _flag(node.focused),
        "long-clickable": _flag(node.long_clickable), "password": _flag(node.password),
        "scrollable": _flag(node.scrollable), "selected": _flag(node.selected), "bounds": _bounds(node),
        "displayed": _flag(node.visible), "hint": node.hint, "a11y-important": _flag(_is_important(node)),
        "drawing-order": str(window.indices[at] + 1),
        "showing-hint": _flag(bool(node.hint) and node.text in ("", node.hint)), **_NEVER,
    }  # fmt: skip
    return {name: text for name, text in attributes.items() if text or name not in _OPTIONAL}


def _is_important(node: UiNode) -> bool:
    """Whether a view is important for accessibility by default: it has text, or can be acted on."""
    acts = node.clickable or node.long_clickable or node.focusable or node.scrollable or node.checkable
    return bool(acts or node.text or node.content_description)


def appium_tree(window: Window) -> tuple[Any, list[Any]]:
    """The tree of Appium's page source: the root element, and each node's element by its place."""
    tree = window.tree
    root = etree.Element(
        "hierarchy", {"index": "0", "class": "hierarchy", "rotation": str(tree.rotation), "width": str(tree.width),
                      "height": str(tree.height)}
    )  # fmt: skip
    made: list[Any] = []
    for at, node in enumerate(window.nodes):
        parent = made[window.parents[at]] if window.parents[at] >= 0 else root
        name = re.sub("[$@#&]", ".", node.class_name)
        made.append(_child(parent, name if _NAME.fullmatch(name) else "view", appium_attributes(window, at)))
    return root, made


def appium_xml_of(tree: UiTree) -> str:
    """The tree as Appium's page source."""
    root, _ = appium_tree(Window(tree))
    return _HEADER + etree.tostring(root, encoding="unicode", pretty_print=True)


def find_by_xpath(window: Window, expression: str, below: int | None = None) -> list[int]:
    """The places of the nodes that an XPath finds, in document order, from the root or the node ``below``.

    The expression is one of XPath 1, with the functions of XPath 2 that `xpath_functions` has.

    Raises:
        SelectorError: the expression is malformed, finds no elements, or could take too long on this tree.
    """
    _check_cost(expression, len(window.nodes))
    root, made = appium_tree(window)
    try:
        functions: Any = xpath_functions.of_search()
        compiled = etree.XPath(expression, extensions=functions, regexp=False, smart_strings=False)
        # Absolute paths start above the root element.
        found = compiled(etree.ElementTree(root) if below is None else made[below])
    except (etree.XPathError, ValueError, TypeError) as error:
        raise SelectorError(f"the XPath {expression[:200]!r}: {error}") from error
    if not isinstance(found, list) or not all(isinstance(part, etree._Element) for part in found):
        raise SelectorError(f"the XPath {expression[:200]!r} finds something else than elements")
    places = {id(element): at for at, element in enumerate(made)}
    # The root stands for no view.
    return [places[id(element)] for element in found if id(element) in places]


def _check_cost(expression: str, nodes: int) -> None:
    """Refuse expressions that would visit too many nodes. Each wide step in a predicate multiplies the cost."""
    if len(expression) > LONGEST_XPATH:
        raise SelectorError(f"an XPath of over {LONGEST_XPATH} letters")
    bare = _QUOTED.sub("''", expression)
    if bare.count("/") + len(_WIDE.findall(bare)) > _MOST_STEPS or bare.count("[") > _MOST_STEPS:
        raise SelectorError(f"an XPath of over {_MOST_STEPS} steps")
    # By the depth of predicates: wide steps in each bracket that is open, the heaviest path through them.
    open_brackets, worst = [0], 0
    at = 0
    while at < len(bare):
        wide = _WIDE.match(bare, at)
        if wide is not None:
            open_brackets[-1] += 1
            worst = max(worst, sum(min(count, 2) for count in open_brackets))
            at = wide.end()
            continue
        if bare[at] == "[":
            absolute = bare[at + 1 : at + 2] == "/" != bare[at + 2 : at + 3]
            open_brackets.append(int(absolute))
        elif bare[at] == "]" and len(open_brackets) > 1:
            open_brackets.pop()
        at += 1
    if float(max(nodes, 2)) ** worst > _MOST_LOOKS:
        raise SelectorError(
            f"the XPath {expression[:200]!r} could look at each of {nodes} elements too often"
        )
