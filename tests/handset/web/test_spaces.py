"""Transforms in three dimensions: what is turned towards the front, which side is in front, and where nodes are."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.web_looks import drawn
from bmoca_gym.handset.web import tree
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.page import Page, Start
from bmoca_gym.handset.web.spaces import NO_SPACE, parse_space, perspective, seen

pytest.importorskip("_quickjs")

_CUBE = """<!doctype html><style>body {{ margin: 0 }}
  .room {{ perspective: 400px; padding: 40px; width: 80px }}
  .cube {{ position: relative; width: 80px; height: 80px; transform-style: preserve-3d; -webkit-transform: {turn} }}
  .cube div {{ position: absolute; width: 80px; height: 80px }}
  #front {{ background: #f00; transform: translateZ(40px) }}
  #right {{ background: #0f0; transform: rotateY(90deg) translateZ(40px) }}
  #back {{ background: #00f; transform: rotateY(180deg) translateZ(40px) }}
</style><div class=room><div class=cube><div id=front>F</div><div id=right>R</div><div id=back>B</div></div></div>"""


def _page(turn: str) -> Page:
    return Page(Start(Given({"page.html": _CUBE.format(turn=turn).encode()}), "page.html"))


def _color(page: Page, x: float, y: float) -> tuple[int, ...]:
    return tuple(int(part) for part in drawn(page, 420, 420)[int(y * 2.625), int(x * 2.625)])


@pytest.mark.parametrize(
    ("turn", "color"),
    [("none", (255, 0, 0)), ("rotateY(-90deg)", (0, 255, 0)), ("rotateY(180deg)", (0, 0, 255))],
)
def test_the_side_in_front_covers_the_others(turn: str, color: tuple[int, ...]) -> None:
    assert _color(_page(turn), 55, 60) == color


def test_what_is_nearer_looks_larger_to_scripts_and_in_the_tree() -> None:
    page = _page("rotateY(-60deg)")
    script = "(() => {{ const b = document.getElementById('{}').getBoundingClientRect(); return [b.left, b.width, b.height]; }})()"
    _, width, height = page.read(script.format("right"))
    # The near edge is 54.6 px in front of the page, seen from 400 px: 80 px look 92.6 px high.
    assert height == pytest.approx(92.6, abs=0.1)
    assert width < height
    _, back, _ = page.read(script.format("back"))
    assert back < 45
    nodes = tree.accessible(page.document.root, page.geometry.boxes).walk()
    (right,) = [
        one for one in nodes if one.node and page.document.nodes[one.node].id == "right" and one.children
    ]
    assert right.edges is not None
    assert (right.edges[2] - right.edges[0]) / 2.625 == pytest.approx(width, abs=0.1)


def test_a_touch_finds_the_side_that_is_seen() -> None:
    page = _page("rotateY(-90deg)")
    number = page.geometry.hit(80, 80)
    assert page.document.nodes[number].id == "right"


def test_functions() -> None:
    assert parse_space("translateZ(0px)", 10, 10, 1) == NO_SPACE
    half, _ = seen(parse_space("rotateX(60deg)", 0, 0, 1), 0.0, 0.0)
    assert np.allclose(half, (1, 0, 0, 0.5, 0, 0))
    near, depth = seen(parse_space("perspective(200px) translate3d(10%, 5px, 100px)", 50, 50, 1), 0.0, 0.0)
    assert np.allclose(near, (2, 0, 0, 2, 10, 10))
    assert depth > 100
    whole = "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1)"
    assert parse_space(whole, 0, 0, 2) == parse_space("translate3d(3px, 4px, 5px)", 0, 0, 2)
    assert perspective(0) == NO_SPACE
    assert parse_space("rotate3d(0, 0, 0, 40deg)", 0, 0, 1) == NO_SPACE


def test_a_script_finds_the_prefix_of_the_browser() -> None:
    names = "Array.prototype.slice.call(getComputedStyle(document.documentElement, '')).join('')"
    assert _page("none").read(f"{names}.match(/-(moz|webkit|ms)-/)[1]") == "webkit"
