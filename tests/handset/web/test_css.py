"""Style sheets, whatever is in them, are read as browsers read them."""

from __future__ import annotations

import time

import pytest

from bmoca_gym.handset.web.colors import color_text, parse_color
from bmoca_gym.handset.web.css.selectors import parse_selector
from bmoca_gym.handset.web.css.sheets import declarations, parse_sheet
from bmoca_gym.handset.web.css.shorthands import expand
from bmoca_gym.handset.web.layout.looks import parse_gradient
from bmoca_gym.handset.web.layout.style import Scale, parse_length
from bmoca_gym.handset.web.matrices import mapped, parse_transform
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.paths import bounds, parse_path

SCALE = Scale(2.0, 400.0, 800.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3px", (6.0, 0.0)),
        ("50%", (0.0, 0.5)),
        ("1.5em", (30.0, 0.0)),
        ("calc(100% - 2.4em)", (-48.0, 1.0)),
        ("calc((10px + 2px) * 3)", (72.0, 0.0)),
        ("auto", None),
        ("calc(", None),
        ("1e999px", (2 * 33_554_431.0, 0.0)),
    ],
)
def test_lengths(text: str, expected: tuple[float, float] | None) -> None:
    assert parse_length(text, 10.0, SCALE) == expected


@pytest.mark.parametrize(
    ("text", "color", "said"),
    [
        ("#f00", 0xFFFF0000, "rgb(255, 0, 0)"),
        ("rgba(0, 0, 255, .5)", 0x800000FF, "rgba(0, 0, 255, 0.5)"),
        ("hsl(120, 100%, 25%)", 0xFF008000, "rgb(0, 128, 0)"),
        ("rebeccapurple", 0xFF663399, "rgb(102, 51, 153)"),
    ],
)
def test_colors(text: str, color: int, said: str) -> None:
    assert parse_color(text) == color
    assert color_text(color) == said


@pytest.mark.parametrize("text", ["", "#12", "rgb(", "rgb(a,b,c)", "currentcolor", "none"])
def test_no_colors(text: str) -> None:
    assert parse_color(text) is None


def test_shorthands() -> None:
    assert expand("margin", "1px 2px") == [
        ("margin-top", "1px"),
        ("margin-right", "2px"),
        ("margin-bottom", "1px"),
        ("margin-left", "2px"),
    ]
    assert ("background-position", "-64px -16px") in expand(
        "background", "url(a.png) no-repeat -64px -16px #fff"
    )
    assert ("background-color", "#fff") in expand("background", "url(a.png) no-repeat -64px -16px #fff")
    assert dict(expand("font", "bold 12px/1.5 Arial, sans-serif"))["line-height"] == "1.5"
    assert expand("flex", "1") == [("flex-grow", "1"), ("flex-shrink", "1"), ("flex-basis", "0%")]


def test_a_word_that_css_does_not_know_leaves_an_earlier_declaration() -> None:
    assert expand("display", "Block") == [("display", "block")]
    assert expand("display", "-ms-flexbox") == expand("text-align", "middle") == []
    assert expand("display", "var(--shown)") == [("display", "var(--shown)")]
    assert expand("overflow", "hidden scrolling") == [("overflow-x", "hidden")]
    assert expand("float", "inherit") == [("float", "inherit")]


def test_declarations_with_addresses_and_faults() -> None:
    found = declarations(
        "a b; color: red !important; background: url(data:image/png;base64,AA==); :x; width:", "core/a.css"
    )
    assert ("color", "red", True) in found
    assert ("background-image", 'url("data:image/png;base64,AA==")', False) in found
    assert declarations("content: url(../x/y.png)", "core/a.css")[0].value == 'url("/x/y.png")'


def test_selectors() -> None:
    selector = parse_selector("div#a > .b.c:not(.d):nth-child(2n+1)::before")
    assert selector is not None
    assert selector.specificity == (1, 4, 2)
    assert selector.element == "before"
    for text in ("", "> a", "a >", "a[", ":unknown", "::selection", "a:not(:unknown)", "a b " * 50):
        assert parse_selector(text) is None


def test_media() -> None:
    sheet = parse_sheet(
        "@media print { a { color: red } } @media (max-width: 500px) { b { color: red } }",
        "",
        Viewport(411.0),
    )
    assert (list(sheet.by_tag)) == ["b"]


def test_hostile_sheets_end() -> None:
    began = time.process_time()
    for text in (
        "a{" * 20_000,
        "/*" * 20_000,
        '"' * 20_000,
        "a,(" * 5_000,
        "a{b:c(" * 5_000,
        ":not(" * 5_000 + "{}",
        "{}" * 20_000,
    ):
        parse_sheet(text)
    assert time.process_time() - began < 5


def test_paths_and_transforms() -> None:
    assert bounds(parse_path("M10 10h20v10H10z")) == (10.0, 10.0, 30.0, 20.0)
    half = bounds(parse_path("M0,0a5 5 0 0110 0"))
    assert half == pytest.approx((0.0, -5.0, 10.0, 0.0), abs=1e-9)
    assert bounds(parse_path("M0 0C0 10 10 10 10 0")) == pytest.approx((0.0, 0.0, 10.0, 7.5))
    assert parse_path("10 10") == ()
    assert mapped(parse_transform("translate(10, 5) scale(2)"), 1, 1) == (12.0, 7.0)
    assert mapped(parse_transform("rotate(90 5 5)"), 5, 0) == pytest.approx((10.0, 5.0))


def test_gradients() -> None:
    gradient = parse_gradient("linear-gradient(to right, #f00, #0f0 50%, #00f)")
    assert gradient is not None
    assert gradient.angle == 90
    assert [stop[0] for stop in gradient.stops] == [0.0, 0.5, 1.0]
    old = parse_gradient("-webkit-gradient(linear, left top, left bottom, from(#fff), to(#000))")
    assert old is not None
    assert old.angle == 180
    assert parse_gradient("linear-gradient(") is None
