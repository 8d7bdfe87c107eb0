"""How similar the UI trees of the open apps are to those of the real ones: resource ids, depth, flags."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from handset_tour import SCREENS, tour

from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.images import ANDROID10, ANDROID13, ANDROIDLAB
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.tree import UiTree

FOLDER = Path(__file__).parent
APPS = FOLDER.parents[1] / "bmoca_gym" / "handset" / "apps"

#: By package, the names of resource ids: ``published``, those that the app's published layouts, menus and code have;
#: ``builds``, those that published tests name on the very build that phones have, where that is not open (Google's
#: Clock, Calculator and Launcher), or that no layout has; ``classes``, those of the elements that have them in layouts,
#: as services tell of them, by class. ``libraries``: names of AndroidX and of Material, in all apps.
FACTS: dict[str, Any] = json.loads((FOLDER / "published_ids.json").read_text(encoding="utf-8"))
OPEN_APPS = tuple(package for package in FACTS if package != "libraries")

FLAGS = ("clickable", "long_clickable", "focusable", "scrollable", "checkable")


class Measured(NamedTuple):
    """Of an app: the names of its resource ids, the depth of its trees, and the share of nodes with each of `FLAGS`.

    ``nameless``: the share of clickable nodes that have no words, nor a node in them.
    ``pairs``: ids with the classes of their elements, if the class is published; ``classes``: the published ones.
    """

    app: str
    screens: int
    ids: frozenset[str]
    depths: tuple[int, ...]
    flags: dict[str, float]
    nameless: float
    pairs: frozenset[tuple[str, str]]
    classes: frozenset[tuple[str, str]]
    published: frozenset[str]
    builds: frozenset[str]

    @property
    def unknown(self) -> list[str]:
        """The names that neither a published layout nor a test of the real build has."""
        return sorted(self.ids - self.published - self.builds)

    @property
    def agreeing(self) -> float | None:
        """The share of pairs of ids and classes that are the same in a published layout; None if none was read."""
        return len(self.pairs & self.classes) / len(self.pairs) if self.pairs else None

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


def nameless(tree: UiTree) -> tuple[int, int]:
    """How many clickable nodes have no words, nor a node in them; and how many are clickable."""
    nodes = list(tree)
    without = number = 0
    for at, node in enumerate(nodes):
        if node.clickable:
            number += 1
            inside = itertools.takewhile(lambda one, depth=node.depth: one.depth > depth, nodes[at + 1 :])  # type: ignore[misc]
            words = (one.text or one.content_description or one.hint for one in (node, *inside))
            without += not any(words)
    return without, number


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
    counts = [nameless(tree) for tree in shown]
    without, clickable = sum(count for count, _ in counts), sum(count for _, count in counts)
    return Measured(
        facts["app"], len(shown), frozenset(ids), tuple(max(node.depth for node in tree) for tree in shown),
        {flag: sum(getattr(node, flag) for node in nodes) / len(nodes) for flag in FLAGS},
        without / clickable, frozenset(pairs), classes, frozenset(facts["published"]) | frozenset(FACTS["libraries"]), frozenset(facts["builds"]),
    )  # fmt: skip


def table() -> str:
    """The comparison of all open apps as a table in Markdown, and the names that are in none of the sources."""
    lines = [
        "| app | screens | ids | in published layouts | with the build's own | classes | depth (min, median, max) | "
        + " | ".join(flag.replace("_", "-") for flag in FLAGS) + " | without a name |",
        "| --- " * (8 + len(FLAGS)) + "|",
    ]  # fmt: skip
    unknown = []
    for package in OPEN_APPS:
        of = measure(package)
        depths = f"{min(of.depths)}, {median(of.depths):g}, {max(of.depths)}"
        flags = " | ".join(f"{of.flags[flag]:.0%}" for flag in FLAGS)
        classes = "-" if of.agreeing is None else f"{of.agreeing:.0%} of {len(of.pairs)}"
        lines.append(
            f"| {of.app} | {of.screens} | {len(of.ids)} | {of.share(of.published):.0%} | "
            f"{of.share(of.published | of.builds):.0%} | "
            f"{classes} | {depths} | {flags} | {of.nameless:.1%} |"
        )
        if of.unknown:
            unknown.append(f"- {of.app}: {', '.join(f'`{name}`' for name in of.unknown)}")
    return "\n".join(lines) + "\n\nIn none of the sources:\n\n" + "\n".join(unknown) + "\n"
