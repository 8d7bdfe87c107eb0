"""Pages are laid out as in Chromium, and what is cached between layouts changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.web_pages import VIEWPORT, begin, check, open_page, read_recording
from bmoca_gym.handset.web.boxes import Box, painting_order
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.layout.geometry import lay_out
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")
pytest.importorskip("miniwob")

RECORDED = read_recording(Path(__file__).parent / "chromium.json")


@pytest.mark.parametrize("name", RECORDED)
def test_boxes_are_chromiums(name: str) -> None:
    row = check(name, "1", RECORDED[name]["seeds"]["1"])
    assert row.failure == ""
    assert row.utterance
    assert row.differences == ()
    assert row.same >= row.elements - 2


def _described(box: Box) -> list[object]:
    return [(one.node, one.edges, one.runs, one.fragments, one.scroll_size) for one in box.walk()]


def test_a_text_area_scrolls_over_its_text() -> None:
    """The heights are those that Chromium was recorded to give, in whole CSS px."""
    for name, height in (("scroll-text", 130), ("scroll-text-2", 187), ("copy-paste", 51)):
        page = begin(open_page(name), name, "1")
        assert page.read("document.querySelector('textarea').scrollHeight") == height


def test_kept_layout_is_a_fresh_one() -> None:
    page = begin(open_page("click-collapsible"), "click-collapsible", "1")
    assert page.geometry.boxes.width > 0
    for script in (
        "document.querySelector('h3').click()",
        "document.getElementById('area').style.width = '120px'",
        "document.getElementById('query').textContent = 'Something much longer than before, on several lines.'",
        "document.querySelector('h3').className = 'ui-state-active'",
        "document.getElementById('area').appendChild(document.querySelector('h3'))",
    ):
        page = page.run(script + "; 0").advance(100)
        kept = page.geometry
        fresh = lay_out(page.document, VIEWPORT)
        assert _described(kept.boxes) == _described(fresh.boxes)


def test_an_older_geometry_still_answers() -> None:
    page = begin(open_page("click-test"), "click-test", "1")
    before = page.geometry
    number = next(node.number for node in page.document.nodes.values() if node.tag == "button")
    measured = before.measure(number)
    after = lay_out(page.document, VIEWPORT, before)
    assert after.measure(number) == measured
    assert before.measure(number) == measured


def test_what_is_at_a_point() -> None:
    page = begin(open_page("click-test"), "click-test", "1")
    geometry = page.geometry
    node = next(node for node in page.document.nodes.values() if node.tag == "button")
    measured = geometry.measure(node.number)
    assert measured is not None
    left, top, width, height = measured.box
    assert geometry.hit(left + width / 2, top + height / 2) == node.number
    assert geometry.hit(left - 1, top + height / 2) != node.number
    place = geometry.text_at(left + width, top + height / 2)
    assert place is not None
    assert (place.node, place.offset) == (node.number, len(node.text))
    assert geometry.style(node.number, "display") == "inline-block"
    assert geometry.style(node.number, "font-size") == "13.3333px"
    assert geometry.style(node.number, "width") == f"{width:.4f}".rstrip("0").rstrip(".") + "px"


def test_boxes_are_painted_in_order() -> None:
    page = open_page("click-test").run(
        'document.body.innerHTML = \'<div style="position: absolute; z-index: 2">a</div>'
        '<div style="position: relative; z-index: -1">b</div><div style="float: left">c</div><p>d</p>'
        '<div style="position: absolute">e</div>\'; 0'
    )
    texts = [run.text for layer in painting_order(page.geometry.boxes) for run in layer.box.runs]
    assert texts == ["b", "d", "c", "e", "a"]


def test_a_text_area_that_breaks_no_lines_is_as_wide_as_its_longest() -> None:
    html = b"<body><textarea wrap=off cols=20 rows=4>A first line that is much too long for the area\nshort</textarea>"
    page = Page(Start(Given({"x.html": html}), "x.html"))
    script = "[document.querySelector('textarea').scrollWidth > document.querySelector('textarea').clientWidth, getComputedStyle(document.querySelector('textarea')).whiteSpace]"
    assert page.read(script) == [True, "pre"]


@pytest.mark.parametrize(
    "html",
    [
        "<table>" + "<tr><td colspan=1000 rowspan=999>a<td>b" * 60 + "</table>",
        "<div style=display:grid>" + "<i style='grid-column:span 1000;grid-row:1/1000'>x</i>" * 20 + "</div>",
    ],
)
def test_cells_that_span_millions_of_places_end(html: str) -> None:
    page = Page(Start(Given({"x.html": b"<body>" + html.encode()}), "x.html"))
    assert page.geometry.boxes.height > 0
