"""Looking around changes nothing, a switch turned twice changes nothing, and everything else is told in plain words."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "handset"))

from handset_tour import gesture, touches, tour

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps import settings
from bmoca_gym.handset.system.settings import TIME_FORMAT
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.side_effects import changes
from bmoca_gym.side_effects.things import things

#: How many screens of each app are seen.
SCREENS = 8

#: Words of controls that change something, and of things to choose from.
ACTS = re.compile(
    r"add|apply|archive|book|button1|chip_|city|delet|dial$|discard|dislike|done|download|end_call|epub|fab\b|favo|follow|hide|item_root|"
    r"like|marker|more:|less:|ok\b|pair|quantity|record|remove|repeat|restore|resume|save|screenshot|seek|send|settings_|share|shutter|"
    r"silent|slider|spam|star|stop|subscri|text1|textsize|theme|toggle|turn_on|undo|wallpaper",
    re.IGNORECASE,
)
#: What can be checked, but is not off again after a second touch: one of several, or more than a switch.
ONE_WAY = re.compile("chip_|repeat|text1|toggle_switch", re.IGNORECASE)


def words_of(node: UiNode, tree: UiTree) -> tuple[str, bool]:
    """The id and the words of a control, and whether it can be checked."""
    nodes = list(tree)
    inner = [node]
    for other in nodes[nodes.index(node) + 1 :]:
        if other.depth <= node.depth:
            break
        inner.append(other)
    texts = [
        part for one in inner for part in (one.resource_id.split("/")[-1], one.text, one.content_description)
    ]
    return " ".join(filter(None, texts)), any(one.checkable for one in inner)


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_looking_around_changes_nothing(image: str) -> None:
    built = images.image_named(image)
    found: set[tuple[str, ...]] = set()
    for package in packages.apps_of(built):
        for visit in tour(package, "en-US", built, SCREENS):
            tree = screen.ui_tree(visit.phone)
            for touch, node in touches(tree):
                made = gesture(touch, node, tree)
                after = inputs.perform(visit.phone, made)
                told = changes(visit.phone, after)
                if not told:
                    continue
                words, checkable = words_of(node, tree)
                if checkable and not ONE_WAY.search(words):
                    told = changes(visit.phone, inputs.perform(after, made))
                elif ACTS.search(words):
                    continue
                found.update((package, touch.kind, words, one.said) for one in told)
    assert sorted(found) == []


def test_every_setting_of_settings_has_words_and_its_default() -> None:
    known = things().tables["settings"]
    modules: list[Any] = [import_module(f"{settings.__name__}.{name}") for name in ("pages", "releases")]
    pages = {id(page): page for module in modules for of in vars(module).values() if isinstance(of, dict)
             for page in of.values() if hasattr(page, "rows")}  # fmt: skip
    rows = [
        row for page in pages.values() for row in page.rows if row.kind in ("switch", "bar", "both", "slider")
    ]
    assert len(rows) > 80
    for row in rows:
        if not row.setting[1] or row.setting == TIME_FORMAT:
            continue
        key = "/".join(row.setting)
        assert key in known.names, key
        named = known.names[key]
        if named.switch:
            assert row.on in named.switch, key
            assert row.off not in named.switch, key
        if row.off:  # else it is one of a list of services
            assert named.unset == row.default, key
