"""No screen of any app has a defect in fifteen configurations: a sample of the crawl, and a check that it finds
defects.
"""

from __future__ import annotations

from typing import Any

import pytest
from handset_crawl import ENVIRONMENTS, apps, configuration, crawl, overlaps_in, unlabelled

from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.ui.elements import Column, Element, Stack
from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree
from bmoca_gym.handset.ui.widgets import Text

#: Every app in one of the configurations, each of which has an app at least.
SAMPLE = tuple((name, ENVIRONMENTS[i % len(ENVIRONMENTS)]) for i, name in enumerate(sorted(apps())))


def test_the_configurations_speak_a_locale_each_at_every_density() -> None:
    shown = [configuration(one) for one in ENVIRONMENTS]
    assert {one.locale for one in shown} == set(LOCALES)
    assert len(ENVIRONMENTS) == len(LOCALES) == 15
    assert {one.density for one in shown} >= {160, 330, 440, 550, 700}
    assert {one.font_scale for one in shown} == {0.85, 1.0, 1.15}
    assert {one.dark for one in shown} == {False, True}
    assert {one for _, one in SAMPLE} == set(ENVIRONMENTS)


@pytest.mark.exhaustive(unless=lambda name: name == "photos")
@pytest.mark.parametrize(("name", "environment"), SAMPLE)
def test_no_screen_has_a_defect(name: str, environment: str) -> None:
    found, screens = crawl(apps()[name], environment, 15)
    assert screens > 2
    assert not found, "\n".join(f"{defect} on {place}" for defect, place in found.items())


# What the crawl sees


def _found(*parts: Element) -> set[str]:
    box = Stack(*parts).layout(Configuration().metrics, 1080, 2160)
    return overlaps_in(box, ())


def test_texts_that_lie_over_one_another_are_seen() -> None:
    first, second = Text("One", 20, id="first"), Text("Two", 20, id="second")
    assert _found(first, second) == {"overlap: first 'One' and second 'Two'"}
    assert not _found(Column(first, second)), "below one another"
    assert not _found(first, Column(second, background=0xFFFFFFFF)), "something lies between"
    assert _found(first, Column(second, background=0x80FFFFFF)), "which can be looked through"


def test_controls_without_a_label_are_seen() -> None:
    def node(depth: int, bounds: Bounds = (0, 0, 90, 90), **attributes: Any) -> UiNode:
        given = {"text": "", "content_description": ""} | attributes
        return UiNode("android.view.View", "id/a", bounds=bounds, package="app", depth=depth, **given)

    def button(depth: int = 1, **attributes: Any) -> UiNode:
        return node(depth, **{"clickable": True} | attributes)

    screen = (0, 0, 1080, 2160)
    root, rows, word = node(0, screen), node(1, screen, scrollable=True), node(2, text="Open")
    for nodes, bad in (
        ((root, button()), True),
        ((root, button(), word), False),
        ((root, button(content_description="Open")), False),
        ((root, button(clickable=False)), False),
        ((root, rows, button(2)), False),
        ((root, rows, button(2, bounds=(9, 9, 90, 90))), True),
    ):
        assert bool(unlabelled(UiTree(nodes, 1080, 2160))) == bad
