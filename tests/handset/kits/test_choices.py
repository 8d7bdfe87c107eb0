"""Rows with radio buttons and check boxes: text and mark are one element, so that agents see both."""

from __future__ import annotations

import ast

import pytest

from bmoca_gym.envs.observations import screen_description
from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.choices import choice, several
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.components import page
from bmoca_gym.handset.ui.elements import take_touch
from bmoca_gym.handset.ui.nodes import nodes_of
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.value import do


@pytest.mark.parametrize("row", [choice, several])
@pytest.mark.parametrize("leaves_only", [False, True])
def test_the_words_are_told_with_their_mark(row: object, leaves_only: bool) -> None:
    res = resources.of(Configuration())
    assert callable(row)
    rows = [row(res, text, text == "Tea", do(take_touch)) for text in ("Milk", "Tea")]
    box = page(res, *rows).layout(res.metrics, 1080, 2160, 1080, 2160)
    tree = UiTree(tuple(nodes_of(box, (), "app", 1080, 2160, 0, 0, 0, {}, {})), 1080, 2160)
    told = ast.literal_eval(screen_description(tree, leaves_only=leaves_only))
    assert [(e["text"], e["checked"]) for e in told if e["text"]] == [("Milk", "false"), ("Tea", "true")]
