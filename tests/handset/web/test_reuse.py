"""What is cached from one moment, page or style to the next makes no visible difference."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bmoca_gym.handset.apps.miniwob import running
from bmoca_gym.handset.value import clear_caches
from bmoca_gym.handset.web import page as pages
from bmoca_gym.handset.web.boxes import Box
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.layout.geometry import lay_out
from bmoca_gym.handset.web.page import Page

_PAGES = ("click-test-2", "click-tab-2", "enter-date", "book-flight", "click-shades", "social-media")


@pytest.fixture(autouse=True)
def _cleared() -> Iterator[None]:
    clear_caches(assets=False)
    yield
    clear_caches(assets=False)


#: What a box says, but for the boxes in it. (A compiled class does not list its slots.)
_SAID = [name for name in dir(Box) if not name.startswith("_") and name not in ("children", "walk")]


def _told(box: Box) -> list[object]:
    return [tuple([getattr(one, name) for name in _SAID]) for one in box.walk()]


@pytest.mark.parametrize("name", _PAGES)
def test_a_page_looks_as_it_does_alone(name: str) -> None:
    for seed in ("1", "2", "3"):
        pages._forget()  # the last page leaves what was laid out
        page = running.page_of(name, seed)
        for x, y in ((30.0, 80.0), (80.0, 110.0), (120.0, 150.0)):
            document, viewport = page.document, page.viewport
            assert _told(page.geometry.boxes) == _told(lay_out(document, viewport).boxes)
            page = page.tap(x, y)


def test_the_hover_alone_changes_no_box() -> None:
    page = running.page_of("click-test-2", "1").tap(3.0, 300.0)
    boxes, root, seen = page.geometry.boxes, page.document.root, page.document.seen
    moved = page.tap(80.0, 20.0)
    assert moved.document.root is not root
    assert moved.document.seen is seen
    assert moved.geometry.boxes is boxes


def test_a_hover_that_a_sheet_asks_for_changes_boxes() -> None:
    html = b"<style>p:hover { margin-left: 20px }</style><p>One<div>Two"
    page = Page(pages.Start(Given({"page.html": html}), "page.html"))
    left = {box.node: box.left for box in page.geometry.boxes.walk() if box.tag == "p"}
    after = page.tap(20.0, 20.0)
    moved = {box.node: box.left for box in after.geometry.boxes.walk() if box.tag == "p"}
    assert left != moved
    assert left == {box.node: box.left for box in page.geometry.boxes.walk() if box.tag == "p"}


def test_generated_text_comes_and_goes_with_a_class() -> None:
    html = b"<style>.new::before { content: 'New: ' }</style><p id=one>One</p>"
    page = Page(pages.Start(Given({"page.html": html}), "page.html"))
    assert _texts(page) == ["One"]
    page = page.run("one.className = 'new'")
    assert _texts(page) == ["New: ", "One"]
    assert _texts(page.run("one.className = ''")) == ["One"]


def _texts(page: Page) -> list[str]:
    return [run.text for box in page.geometry.boxes.walk() for run in box.runs]


def test_places_in_px_are_their_own_although_the_rest_of_the_style_is_shared() -> None:
    html = b"""<style>#three { left: 9px !important }</style>
        <div id=one style="position: absolute; left: 5px; top: 7px; width: 2em">1</div>
        <div id=two style="position: absolute; left: 11px; top: 13px; width: 2em">2</div>
        <div id=three style="position: absolute; left: 17px; top: 19px; width: 2em">3</div>
        """
    page = Page(pages.Start(Given({"page.html": html}), "page.html"))
    places = page.read("[one, two, three].map(e => e.getBoundingClientRect()).map(r => [r.left, r.top])")
    assert places == [[5, 7], [11, 13], [9, 19]]
    page = page.run("three.style.left = '18px'; one.style.top = '3px'")
    places = page.read(
        "[one, two, three].map(e => [e.getBoundingClientRect().left, getComputedStyle(e).top])"
    )
    assert places == [[5, "3px"], [11, "13px"], [9, "19px"]]


def test_ids_are_found_where_they_are_now() -> None:
    html = b"<div><p id=one>A</p></div><p id=one>B</p><p>C</p>"
    page = Page(pages.Start(Given({"page.html": html}), "page.html"))
    find = "(document.getElementById('one') || {textContent: ''}).textContent + document.querySelector('#one')?.textContent"
    assert page.read(find) == "AA"
    page = page.run("document.querySelector('div').remove()")
    assert page.read(find) == "BB"
    page = page.run(
        "document.querySelectorAll('p')[1].id = 'one'; document.querySelector('p').removeAttribute('id')"
    )
    assert page.read(find) == "CC"
    assert (
        page.run(
            "document.body.prepend(document.createElement('p')); document.body.firstChild.id = 'one'"
        ).read(find)
        == ""
    )


def test_an_attribute_that_is_set_to_what_it_is_changes_nothing_but_is_told() -> None:
    html = b"<p id=one class=a>A</p><canvas id=two width=9></canvas>"
    page = Page(pages.Start(Given({"page.html": html}), "page.html"))
    page = page.run(
        "told = []; new MutationObserver(all => told.push(...all.map(one => one.attributeName)))"
        ".observe(one, {attributes: true}); pen = two.getContext('2d'); pen.fillRect(0, 0, 9, 9)"
    )
    document, boxes = page.document, page.geometry.boxes
    assert document.nodes[document.root.walk()[-1].number].canvas
    page = page.run("one.setAttribute('class', 'a'); one.className = 'a'")
    assert page.document is document
    assert page.geometry.boxes is boxes
    assert page.read("told") == ["class", "class"]
    page = page.run("two.setAttribute('width', '9')")  # empties it
    assert not page.document.nodes[page.document.root.walk()[-1].number].canvas


def test_timers_run_in_their_order_whatever_comes_and_goes() -> None:
    page = Page(pages.Start(Given({"page.html": b"<p>"}), "page.html"))
    page = page.run(
        "ran = []; a = setTimeout(() => ran.push('a'), 30); setTimeout(() => ran.push('b'), 20);"
        "setTimeout(() => { ran.push('c'); clearTimeout(a); setTimeout(() => ran.push('d'), 1); }, 10);"
        "requestAnimationFrame(() => ran.push('frame')); every = setInterval(() => ran.push('every'), 25)"
    )
    assert page.due is not None
    assert page.advance(12).read("ran") == ["c", "d"]
    assert page.advance(60).read("ran") == ["c", "d", "frame", "b", "every", "every"]
    assert page.advance(60).run("clearInterval(every)").due is None
