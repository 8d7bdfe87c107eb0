"""How similar the UI trees of the open apps are to those of the real ones: resource ids, depth, flags."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from handset_tour import SCREENS, tour

from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.images import ANDROID10, ANDROID13, ANDROIDLAB
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.tree import CONTENT, UiNode, UiTree

FOLDER = Path(__file__).parent
APPS = FOLDER.parents[1] / "bmoca_gym" / "handset" / "apps"

#: By package, the names of resource ids: ``published``, those that the app's published layouts, menus and code have;
#: ``builds``, those that published tests name on the very build that phones have, where that is not open (Google's
#: Clock, Calculator and Launcher), or that no layout has; ``classes``, those of the elements that have them in layouts,
#: as services tell of them, by class; ``sources``, the repositories with revisions (``*``: every branch), ``read``,
#: single files of repositories that are too large, with the names by class ("" for none). ``views``: of
#: an app whose elements have no ids, the classes that its elements can have. ``nameless``: clickable elements without
#: a name in the real app too, each with where that is to be read.
#: ``libraries``: names of AndroidX and of Material, in all apps. ``closed``: apps without published source, by package.
PUBLISHED = FOLDER / "published_ids.json"
FACTS: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
OPEN_APPS = tuple(package for package in FACTS if package not in ("libraries", "closed"))

FLAGS = ("clickable", "long_clickable", "focusable", "scrollable", "checkable")


class Measured(NamedTuple):
    """Of an app: the names of its resource ids, the depth of its trees, and the share of nodes with each of `FLAGS`.

    ``nameless``: what clickable nodes are that have no words, nor a node in them (`key`), with their number.
    ``pairs``: ids with the classes of their elements, if the class is published; ``classes``: the published ones.
    ``views``: the classes of nodes without an id, with their number.
    """

    app: str
    screens: int
    ids: frozenset[str]
    depths: tuple[int, ...]
    flags: dict[str, float]
    clickable: int
    nameless: Counter[str]
    pairs: frozenset[tuple[str, str]]
    classes: frozenset[tuple[str, str]]
    published: frozenset[str]
    builds: frozenset[str]
    views: Counter[str]

    @property
    def unknown(self) -> list[str]:
        """The names that neither a published layout nor a test of the real build has."""
        return sorted(self.ids - self.published - self.builds)

    @property
    def agreeing(self) -> float | None:
        """The share of pairs of ids and classes that are the same in a published layout; None if none was read."""
        return len(self.pairs & self.classes) / len(self.pairs) if self.pairs else None

    @property
    def named(self) -> float:
        """The share of clickable nodes that have words, or a node in them has."""
        return 1 - self.nameless.total() / max(self.clickable, 1)

    def share(self, names: frozenset[str]) -> float:
        """The share of the app's names that are among ``names``."""
        return len(self.ids & names) / len(self.ids)


def image_of(package: str) -> Image:
    """The image with the app: Android 10's, AndroidWorld's or AndroidLab's."""
    return next(image for image in (ANDROID10, ANDROID13, ANDROIDLAB) if package in packages.apps_of(image))


def trees(package: str, most: int = SCREENS) -> Iterator[UiTree]:
    """The UI trees of the screens that touching leads to."""
    for visit in tour(package, "en-US", image_of(package), most):
        yield screen.ui_tree(visit.phone)


def named(package: str) -> set[str]:
    """The names of resource ids in an app's code, on whatever screen they are, but for those of Google's build."""
    folder = APPS / packages.apps_of(image_of(package))[package].name
    files = [file for file in folder.rglob("*.py") if not file.name.startswith("google_")]
    found = [re.findall(r'\bID \+ "(\w+)"', file.read_text(encoding="utf-8")) for file in files]
    return {name for names in found for name in names}


def key(node: UiNode) -> str:
    """What a node is: the name of its id, or its class."""
    return node.resource_id.rpartition("/")[2] or node.class_name


def nameless(tree: UiTree, density: int = 420) -> tuple[list[str], int]:
    """The clickable nodes that have no words, nor a node in them (`key`); and how many are clickable.

    What the edge of a list leaves less than 32 dp of doesn't count: its words are further on.
    """
    nodes = list(tree)
    without, number = [], 0
    lists: list[UiNode] = []
    for at, node in enumerate(nodes):
        lists = [each for each in lists if each.depth < node.depth]
        if node.clickable and not any(_cut(node, each, density / 5) for each in lists):
            number += 1
            inside = itertools.takewhile(lambda one, depth=node.depth: one.depth > depth, nodes[at + 1 :])  # type: ignore[misc]
            if not any(one.text or one.content_description or one.hint for one in (node, *inside)):
                without.append(key(node))
        if node.scrollable:
            lists.append(node)
    return without, number


def _cut(node: UiNode, scrolling: UiNode, most: float) -> bool:
    """Whether an edge of what scrolls leaves no more of a node than ``most`` px."""
    left, top, right, bottom = node.bounds
    a, b, c, d = scrolling.bounds
    return (bottom - top < most and (top == b or bottom == d)) or (
        right - left < most and (left == a or right == c)
    )


def _own(tree: UiTree) -> Iterator[UiNode]:
    """The nodes of an app's own content that have no id."""
    content: int | None = None
    for node in tree:
        if content is not None and node.depth <= content:
            content = None
        if node.resource_id == CONTENT:
            content = node.depth
        elif content is not None and not node.resource_id:
            yield node


def measure(package: str, most: int = SCREENS) -> Measured:
    """Walk an app's screens and compare."""
    shown = list(trees(package, most))
    nodes = [node for tree in shown for node in tree]
    ids = named(package)
    facts = FACTS[package]
    classes = frozenset((name, of) for of, names in facts["classes"].items() for name in names)
    known = {name for name, _ in classes}
    pairs = set()
    for node in nodes:
        owner, _, name = node.resource_id.partition(":id/")
        if owner == package:
            ids.add(name)
            if name in known:
                pairs.add((name, node.class_name))
    density = image_of(package).configuration.density
    counts = [nameless(tree, density) for tree in shown]
    return Measured(
        facts["app"], len(shown), frozenset(ids), tuple(max(node.depth for node in tree) for tree in shown),
        {flag: sum(getattr(node, flag) for node in nodes) / len(nodes) for flag in FLAGS},
        sum(count for _, count in counts), Counter(name for found, _ in counts for name in found), frozenset(pairs),
        classes, frozenset(facts["published"]) | frozenset(FACTS["libraries"]), frozenset(facts["builds"]),
        Counter(node.class_name for tree in shown for node in _own(tree)),
    )  # fmt: skip


def right(package: str, of: Measured) -> tuple[int, int]:
    """How many classes are as published, and how many were compared: of ids, or of views if no element has an id."""
    views = FACTS[package].get("views")
    if views is None:
        return len(of.pairs & of.classes), len(of.pairs)
    return sum(count for name, count in of.views.items() if name in views), of.views.total()


def table() -> str:
    """The comparison of all open apps as tables in Markdown, and what is not as published."""
    measured = {package: measure(package) for package in OPEN_APPS}
    parts = (_shares(measured), _SHAPES, _shapes(measured), _lists(measured))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


#: Over the second table.
_SHAPES = (
    "## Depth and flags",
    "",
    "**Depth** is that of a screen's deepest element; the window's root has depth 0. Windows include Android's decor: the",
    "layouts around `android:id/content`, the backgrounds of the bars, and the containers of the app's own layout files",
    "(`handset/ui/nodes.py`, and `layouts` in an app's manifest). Pop-up menus and dialogs are windows of their own, and",
    "less deep. Text observations and set-of-mark pictures leave out pure containers on every kind of device",
    "(`UiTree.numbered`). The other columns are shares of all elements.",
)


def _shares(measured: dict[str, Measured]) -> list[str]:
    lines = [
        "| app | ids | published | or of the build | classes right | clickable named |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for package, of in measured.items():
        agree, compared = right(package, of)
        views = "views" in FACTS[package]
        ids = "-" if views else f"{of.share(of.published):.0%}"
        builds = "-" if views else f"{of.share(of.published | of.builds):.0%}"
        classes = f"{agree / compared:.0%} of {compared}" if compared else "-"
        called = f"{of.named:.1%}" if of.clickable else "-"
        lines.append(f"| {of.app} | {len(of.ids)} | {ids} | {builds} | {classes} | {called} |")
    return lines


def _shapes(measured: dict[str, Measured]) -> list[str]:
    lines = [
        "| app | screens | depth (min, median, max) | "
        + " | ".join(flag.replace("_", "-") for flag in FLAGS)
        + " |",
        "| --- " * (3 + len(FLAGS)) + "|",
    ]
    for of in measured.values():
        depths = f"{min(of.depths)}, {median(of.depths):g}, {max(of.depths)}"
        flags = " | ".join(f"{of.flags[flag]:.0%}" for flag in FLAGS)
        lines.append(f"| {of.app} | {of.screens} | {depths} | {flags} |")
    return lines


def _lists(measured: dict[str, Measured]) -> list[str]:
    lines = ["## Not as published", "", "Ids that are in none of the sources:", ""]
    lines += [
        f"- {of.app}: {', '.join(f'`{name}`' for name in of.unknown)}"
        for of in measured.values()
        if of.unknown
    ]
    lines += ["", "Ids whose elements have another class than in the sources:", ""]
    for of in measured.values():
        wrong = [f"`{name}` ({found.rpartition('.')[2]})" for name, found in sorted(of.pairs - of.classes)]
        lines += [f"- {of.app}: {', '.join(wrong)}"] if wrong else []
    lines += ["", "Clickable elements without a name, in the real apps too:", ""]
    for package, of in measured.items():
        known = FACTS[package].get("nameless", {})
        lines += [f"- {of.app}, `{name}`: {known[name]}" for name in sorted(of.nameless) if name in known]
    lines += ["", "## Sources", ""]
    for package, of in measured.items():
        sources = (*FACTS[package]["sources"], *FACTS[package].get("read", ()))
        lines.append(f"- {of.app}: {', '.join(f'`{source}`' for source in sources)}")
    return lines
