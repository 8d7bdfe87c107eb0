"""The resource ids of the open apps are those of the real ones, and their trees are as deep."""

from __future__ import annotations

from statistics import median

import pytest
from handset_trees import OPEN_APPS, image_of, measure

from bmoca_gym.handset.images import ANDROID13

#: Apps of AndroidWorld's phone, which are walked without data: their menus and dialogs weigh more.
FLAT = {package for package in OPEN_APPS if image_of(package) is ANDROID13}
#: A few screens of each: the whole comparison is docs/trees.py's.
MOST = 16


@pytest.mark.parametrize("package", OPEN_APPS)
def test_ids_are_those_of_published_layouts_and_trees_are_deep(package: str) -> None:
    of = measure(package, MOST)
    assert of.share(of.published | of.builds) >= 0.9, f"not published: {of.unknown}"
    assert of.share(of.published) >= 0.75
    assert of.agreeing >= 0.8, sorted(of.pairs - of.classes)
    assert median(of.depths) >= (7 if package in FLAT else 8)
