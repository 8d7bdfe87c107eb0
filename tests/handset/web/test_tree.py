"""The nodes of a page: roles, names and boxes as Chromium reports them to assistive technology."""

from __future__ import annotations

from bmoca_gym.handset.web import tree
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.layout.text import heights
from bmoca_gym.handset.web.page import Page, Start


def nodes(body: str, style: str = "") -> list[tuple[str, str]]:
    """Return role and name of each node of a page, its body's left out."""
    return [(one.role, one.name) for one in accessible(body, style)[1:]]


def accessible(body: str, style: str = "") -> list[tree.Accessible]:
    html = f"<!DOCTYPE html><style>body {{ margin: 0 }} {style}</style><body>{body}</body>"
    page = Page(Start(Given({"a.html": html.encode()}), "a.html"))
    return tree.accessible(page.document.root, page.geometry.boxes).walk()


def test_white_space_is_collapsed_over_elements() -> None:
    text = "StaticText"
    assert nodes("<b>one </b> two <i> three</i> <br> four ") == [
        (text, "one "), (text, "two "), (text, "three"), ("LineBreak", "\n"), (text, "four"),
    ]  # fmt: skip


def test_a_space_between_texts_or_pictures_is_a_node_and_one_beside_a_box_is_not() -> None:
    text = "StaticText"
    assert nodes("<b>one</b> <i>two</i>") == [(text, "one"), (text, " "), (text, "two")]
    pictures = ".a { content: url(no.png); width: 9px; height: 9px }"
    picture = ("image", "")
    assert nodes('<i class="a"></i> <i class="a"></i>', pictures) == [picture, (text, " "), picture]
    assert nodes("<input type=checkbox> <input type=checkbox>") == [("checkbox", "")] * 2


def test_generated_text_is_in_the_tree_without_a_box() -> None:
    dot = ".dot:before { content: '\\b7' }"
    found = accessible('<b>one</b> <i class="dot"></i> <b>two</b>', dot)[1:]
    assert [(one.name, one.edges is None) for one in found] == [
        ("one", False), (" ", False), ("\xb7", True), (" ", False), ("two", False),
    ]  # fmt: skip


def test_a_block_of_blocks_has_a_node_only_if_scripts_or_style_single_it_out() -> None:
    generic, text = ("generic", ""), ("StaticText", "a")
    assert nodes("<div><div>a</div></div>") == [generic, text]
    assert nodes("<div id=x><div>a</div></div>") == [generic, generic, text]
    assert nodes("<div style='position: relative'><div>a</div></div>") == [generic, generic, text]
    assert nodes("<div onclick=''><div>a</div></div>") == [generic, generic, text]
    assert nodes("<span id=x>a</span><span>b</span>") == [generic, text, ("StaticText", "b")]


def test_what_has_no_area_has_a_node_on_a_line_and_where_it_clips() -> None:
    """As Chromium's of order-food and form-sequence-3."""
    generic = ("generic", "")
    assert nodes("<span style='display: inline-block'> </span>") == [generic]
    assert nodes("<div style='height: 0; position: relative; overflow: hidden'></div>") == [generic]
    assert nodes("<div style='height: 0'></div>") == []


def test_a_floating_span_has_no_node() -> None:
    assert nodes("<span style='float: left'><button>a</button></span>") == [
        ("button", "a"),
        ("StaticText", "a"),
    ]


def test_items_of_a_menu_are_those_with_the_role() -> None:
    """As jQuery UI makes them. The picture that stands for their bullets is a node."""
    item = "<li style='list-style-image: url(a.png)'><div role=menuitem>a</div></li>"
    expected = [("menu", ""), ("image", ""), ("menuitem", "a"), ("StaticText", "a")]
    assert nodes(f"<ul role=menu>{item}</ul>") == expected
    assert nodes("<ul><li>a</li></ul>")[:2] == [("list", ""), ("listitem", "")]


def test_a_line_break_is_a_space_of_a_name() -> None:
    assert nodes("<div role=tab><br>a</div>")[0] == ("tab", " a")
    assert nodes("<h1>a <br> b</h1>")[0] == ("heading", "a b")


def test_a_shape_reaches_as_far_as_its_stroke() -> None:
    shape = "<path d='M10 10 L20 10 L20 20 Z' stroke='red' stroke-width='2' onclick=''/>"
    found = accessible(f"<svg width=40 height=40>{shape}</svg>")[-1]
    density = 2.625
    assert found.edges is not None
    assert [round(edge / density, 2) for edge in found.edges] == [
        6,
        6,
        24,
        24,
    ]  # corners reach 4 times as far


def test_a_date_without_a_value_has_a_space_in_it() -> None:
    assert nodes("<input type=date>") == [("Date", ""), ("generic", ""), ("StaticText", " ")]


def test_a_descent_that_rounding_would_cut_gets_a_pixel_of_the_ascent() -> None:
    assert heights(26.25) == (23, 7)  # 24.35 and 6.41: what Chromium 156 places a text of 10 CSS px by
    assert heights(35) == (32, 9)  # 32.47 and 8.54
