"""The open apps have the resource ids and classes of the real ones, trees of the same depth, and labelled controls."""

from __future__ import annotations

from statistics import median

import pytest
from handset_trees import FACTS, OPEN_APPS, image_of, measure, nameless, right

from bmoca_gym.handset import packages
from bmoca_gym.handset.images import ANDROID10, ANDROID13, ANDROIDLAB
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: A few screens of each: the whole comparison is docs/trees.py's.
MOST = 16
#: Apps of other phones than B-MoCA's are walked without data: their menus and dialogs weigh more.
FLAT = {package for package in OPEN_APPS if image_of(package) is not ANDROID10}
#: Least median depth: Clipper has one screen, and Joplin's views are few.
DEPTHS = {"ca.zgrs.clipper": 4, "net.cozic.joplin": 5}


@pytest.mark.parametrize("package", OPEN_APPS)
def test_trees_are_those_of_published_sources(package: str) -> None:
    of = measure(package, MOST)
    assert of.share(of.published | of.builds) >= 0.9, f"not published: {of.unknown}"
    agree, compared = right(package, of)
    assert agree >= 0.85 * compared, sorted(of.pairs - of.classes)
    assert median(of.depths) >= DEPTHS.get(package, 7 if package in FLAT else 8)
    assert set(of.nameless) <= set(FACTS[package].get("nameless", ())), "clickable elements without a name"


def test_every_app_is_open_or_closed() -> None:
    installed = {
        package for image in (ANDROID10, ANDROID13, ANDROIDLAB) for package in packages.apps_of(image)
    }
    assert set(FACTS["closed"]) <= installed
    assert installed == {*OPEN_APPS, *FACTS["closed"]}


def test_what_a_list_cuts_off_needs_no_name_and_what_it_shows_does() -> None:
    def tree(*rows: tuple[int, int]) -> UiTree:
        nodes = [UiNode("android.widget.ListView", "", "", "", (0, 0, 400, 1000), "app", 0, scrollable=True)]
        nodes += [
            UiNode(
                "android.widget.Button", "app:id/row", "", "", (0, top, 400, bottom), "app", 1, clickable=True
            )
            for top, bottom in rows
        ]
        return UiTree(tuple(nodes), 400, 1000)

    assert nameless(tree((0, 20), (980, 1000)), 160) == ([], 0)
    assert nameless(tree((0, 100), (500, 520)), 160) == (["row", "row"], 2)
