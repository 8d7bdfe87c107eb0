"""A mouse on a page, what a tap makes of its events, and which element is above another."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.web import tree
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")

_HEARD = """<script>
const heard = [];
for (const type of ['mousemove', 'mousedown', 'mouseup', 'click', 'dblclick', 'wheel'])
  document.addEventListener(type, event => heard.push([type, event.target.id, event.pageX, event.pageY, event.buttons]));
</script>"""


def _page(body: str) -> Page:
    html = f'<!DOCTYPE html><body style="margin: 0">{body}{_HEARD}'
    return Page(Start(Given({"page.html": html.encode()}), "page.html"))


def test_press_and_release_make_a_click() -> None:
    page = _page('<button id="b" style="width: 50px; height: 20px">OK</button>')
    page = page.mouse("down", 10.7, 10.2).mouse("up", 10.7, 10.2)
    assert page.read("heard") == [
        ["mousemove", "b", 10, 10, 0], ["mousedown", "b", 10, 10, 1], ["mouseup", "b", 10, 10, 0],
        ["click", "b", 10, 10, 0],
    ]  # fmt: skip
    assert page.read("document.activeElement.id") == "b"
    page = page.mouse("down", 10.7, 10.2).mouse("up", 10.7, 10.2)
    assert [one[0] for one in page.read("heard.slice(-2)")] == ["click", "dblclick"]


def test_a_click_needs_both_ends_in_one_element() -> None:
    page = _page(
        '<p id="a" style="height: 20px; margin: 0">A</p><p id="b" style="height: 20px; margin: 0">B</p>'
    )
    page = page.mouse("down", 5, 5).mouse("move", 5, 25).mouse("up", 5, 25)
    assert [one[:2] for one in page.read("heard.filter(one => one[0] === 'click')")] == [["click", ""]]
    assert page.read("heard.filter(one => one[0] === 'mousemove').map(one => one[4])") == [0, 1]


def test_a_taps_mouse_events_are_on_the_nearest_px() -> None:
    """As Chromium 156 has them with emulated touch: 71.5 becomes 72, and 70.45 becomes 70."""
    page = _page('<p id="a" style="height: 200px; margin: 0">A</p>').tap(71.5, 70.45)
    assert page.read("heard.map(one => one.slice(2, 4))") == [[72, 70]] * 4


def test_text_is_selected_by_a_mouse() -> None:
    page = _page('<p id="a" style="margin: 0">some text</p>')
    page = page.mouse("down", 0, 8).mouse("move", 300, 8).mouse("up", 300, 8)
    assert page.read("String(getSelection())") == "some text"


def test_a_wheel_scrolls_the_innermost_then_the_window() -> None:
    inner = '<div id="d" style="height: 100px; overflow: auto"><p style="height: 300px">A</p></div>'
    page = _page(inner + '<p style="height: 5000px">B</p>')
    place = "[document.getElementById('d').scrollTop, scrollY]"
    page = page.wheel(10, 10, 150)
    assert page.read(place) == [150, 0]
    page = page.wheel(10, 10, 500).wheel(10, 10, 50)
    assert page.read(place)[0] > 150
    assert page.read(place)[1] == 50
    assert page.wheel(10, 10, -20).read(place)[1] == 50


def test_keys_choose_in_a_select_and_use_the_clipboard() -> None:
    page = _page(
        '<select id="s"><option>Qatar<option>Peru<option>Poland</select><input id="i"><input id="j">'
    )
    page = page.run("document.getElementById('s').focus()").type("po")
    assert page.read("document.getElementById('s').value") == "Poland"
    page = (
        page.run("document.getElementById('i').focus()")
        .type("Ada")
        .key("a", ctrlKey=True)
        .key("x", ctrlKey=True)
    )
    page = page.run("document.getElementById('j').focus()").key("v", ctrlKey=True)
    assert page.read("['i', 'j'].map(id => document.getElementById(id).value)") == ["", "Ada"]


def test_z_counts_above_a_positioned_box_without_one() -> None:
    """As CSS 2.1, appendix E: only a z index, an opacity or a transform makes a stacking context."""
    box = "position: absolute; top: 0; left: 0; width: 50px; height: 50px"
    page = _page(
        f'<div style="position: relative"><div id="menu" style="{box}; z-index: 99"></div></div>'
        f'<div id="later" style="position: relative; height: 50px"></div>'
    )
    assert page.read("document.elementFromPoint(10, 10).id") == "menu"
    page = page.run("document.getElementById('menu').parentNode.style.zIndex = 0")
    assert page.read("document.elementFromPoint(10, 10).id") == "later"


def test_controls_have_the_colours_of_chromiums_style_sheet() -> None:
    page = _page(
        '<button id="b"></button><input id="i"><textarea id="t" disabled></textarea><select id="s"></select>'
    )
    colour = "['b', 'i', 't', 's'].map(id => getComputedStyle(document.getElementById(id)).backgroundColor)"
    gray, white = "rgb(239, 239, 239)", "rgb(255, 255, 255)"
    assert page.read(colour) == [gray, white, "rgba(239, 239, 239, 0.3)", gray]
    page = page.run("document.getElementById('b').style.backgroundColor = 'red'")
    assert page.read(colour)[0] == "rgb(255, 0, 0)"


def test_what_scripts_listen_on_is_clickable_and_a_shape_is_there() -> None:
    page = _page(
        '<span id="a">A</span><svg width="40" height="40"><circle id="c" r="9" cx="9" cy="9"/><circle id="d" r="5"/></svg>'
    )

    def ids(page: Page) -> dict[str, bool]:
        nodes = tree.accessible(page.document.root, page.geometry.boxes).walk()
        return {one.id: one.clickable for one in nodes if one.id}

    assert ids(page) == {"a": False}
    listens = "document.getElementById('{}').addEventListener('{}', f)"
    page = page.run(f"f = () => 0; {listens.format('a', 'click')}; {listens.format('c', 'mousedown')}")
    assert ids(page) == {"a": True, "c": True}
    assert ids(page.run("document.getElementById('c').removeEventListener('mousedown', f)")) == {"a": True}
