"""Sizes of SVG images that leave out width, height or both, compared with Chromium's."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ("", (300, 150)),
        ("viewBox='0 0 18 18'", (60, 60)),
        ("viewbox='0 0 20 10'", (60, 30)),  # however its letters are
        ("viewBox='0 0 20 10' style='height: 12px'", (24, 12)),
        ("viewBox='0 0 20 10' style='width: 12px'", (12, 6)),
        ("viewBox='0 0 20 10' width=50", (50, 25)),
        ("viewBox='0 0 20 10' height=20", (40, 20)),
        ("viewBox='0 0 20 10' width=50 height=50", (50, 50)),
        ("viewBox='0 0 1e999 0'", (300, 150)),
    ],
)
def test_an_image_keeps_the_ratio_of_its_view_box(attributes: str, size: tuple[float, float]) -> None:
    html = f"<!doctype html><body style='margin: 0'><div style='width: 60px'><svg {attributes}></svg></div>"
    page = Page(Start(Given({"page.html": html.encode()}), "page.html"))
    box = page.read(
        "(({width, height}) => [width, height])(document.querySelector('svg').getBoundingClientRect())"
    )
    assert box == pytest.approx(size, abs=0.5)


@pytest.mark.parametrize(
    ("letter", "left", "width"), [("j", -7.62, 15.24), ("Q", 0.0, 15.95), ("1", 0.0, 15.24), ("H", 0.0, 16.9)]
)
def test_a_small_text_reaches_to_whole_px(letter: str, left: float, width: float) -> None:
    """Chromium 156 gives these boxes of letters at 3.15 px."""
    html = (
        "<!doctype html><svg width=200 height=200>"
        "<text x=50 y=50 transform='matrix(0.05, 0, 0, 0.05, 70, 70)' "
        f"style='font: 100 24px Impact, Charcoal, sans-serif'>{letter}</text></svg>"
    )
    page = Page(Start(Given({"page.html": html.encode()}), "page.html"))
    box = page.read("(({x, width, height}) => [x, width, height])(document.querySelector('text').getBBox())")
    assert box == pytest.approx([50 + left, width, 30.48], abs=0.1)
