"""A screen for the tests of actions and observations, made by hand so that its numbers can be checked by eye."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree


def node(
    name: str, bounds: Bounds, depth: int, class_name: str = "android.widget.TextView", **flags: bool
) -> UiNode:
    return UiNode(class_name, f"com.example:id/{name}", name, "", bounds, "com.example", depth, **flags)


@pytest.fixture
def screen() -> UiTree:
    """Two rows of a list, a switch in the first; a slider; a tiny button; a floating button on row two."""
    return UiTree(
        (
            node("root", (0, 0, 1080, 2160), 0, "android.widget.FrameLayout"),
            node(
                "list", (0, 200, 1080, 1800), 1, "androidx.recyclerview.widget.RecyclerView", scrollable=True
            ),
            node("row_one", (0, 200, 1080, 400), 2, "android.widget.LinearLayout", clickable=True),
            node("title", (40, 250, 500, 350), 3),
            node("switch", (880, 250, 1040, 350), 3, "android.widget.Switch", clickable=True, checked=True),
            node("row_two", (0, 400, 1080, 600), 2, "android.widget.LinearLayout", clickable=True),
            node("slider", (100, 1850, 980, 1950), 1, "android.widget.SeekBar"),
            node("tiny", (500, 2000, 510, 2010), 1, "android.widget.Button", clickable=True),
            node("floating", (460, 420, 620, 580), 1, "android.widget.ImageButton", clickable=True),
        ),
        1080,
        2160,
    )
