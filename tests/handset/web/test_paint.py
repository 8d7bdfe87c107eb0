"""What pages draw, and how a view shows them: pixels, nodes of the UI tree, touches, text and dialogs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.web_looks import drawn
from bmoca_gym.handset.web import canvas, tree
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")

_HTML = b"""<!doctype html><body style="margin:0;background:#fff">
<div id=back style="width:100px;height:20px;background:#ff0000"></div>
<div id=over style="position:absolute;left:0;top:0;width:20px;height:10px;background:#0000ff;z-index:2"></div>
<div style="width:60px;height:20px;border:2px solid #00ff00;box-sizing:border-box"></div>
<p style="margin:0;font:20px Arial">Say <span style="background:#ffff00">HHHH</span></p>
<div><input type=checkbox id=box checked><label for=box>Tick</label></div>
<div style="opacity:0.5;width:20px;height:20px;background:#000"></div>
<svg width=40 height=40><circle cx=20 cy=20 r=15 fill="#ff00ff"></circle></svg>
<div><input id=field value=abc><select><option>One<option selected>Two</select><button>Go</button></div>
<div style="height:20px;overflow:hidden"><div id=tall style="height:400px;background:#00ffff">x</div></div>
</body>"""


def _page() -> Page:
    return Page(Start(Given({"page.html": _HTML}), "page.html"))


def _drawn(page: Page, scale: float) -> NDArray[np.uint8]:
    """Return the pixels of a page, 200 x 400 CSS px, drawn at a scale of its layout."""
    return drawn(page, round(200 * 2.625 * scale), round(400 * 2.625 * scale), scale)


def _box(page: Page, name: str) -> tuple[float, float, float, float]:
    number = next(node.number for node in page.document.nodes.values() if node.id == name)
    measure = page.geometry.measure(number)
    assert measure is not None
    return measure.box


def _roles(page: Page) -> list[tuple[str, str]]:
    nodes = tree.accessible(page.document.root, page.geometry.boxes).walk()
    return [(one.role, one.value) for one in nodes]


@pytest.mark.parametrize("control", ["<input type={}>", "<input type={} value='Some text'>"])
def test_a_field_of_an_unknown_type_is_a_text_field(control: str) -> None:
    known, *others = [
        Page(Start(Given({"page.html": f"<body>{control.format(kind)}<b>x</b>".encode()}), "page.html"))
        for kind in ("text", "input", "textarea", '" text"', "TEXT")
    ]
    expected = _drawn(known, 1.0)
    assert "textbox" in dict(_roles(known))
    assert len(np.unique(expected.reshape(-1, 3), axis=0)) > 2
    for page in others:
        assert np.array_equal(_drawn(page, 1.0), expected)
        assert _roles(page) == _roles(known)
        assert page.read("document.querySelector('input').type") == "text"


@pytest.mark.parametrize("zoom", [2.625, 5.0])
def test_pixels(zoom: float) -> None:
    page = _page()
    pixels = _drawn(page, zoom / 2.625)

    def at(x: float, y: float) -> tuple[int, ...]:
        return tuple(int(part) for part in pixels[int(y * zoom), int(x * zoom)])

    assert at(50, 15) == (255, 0, 0)
    assert at(10, 5) == (0, 0, 255)  # positioned, so above what flows
    assert at(0.6, 30) == (0, 255, 0)
    assert at(30, 30) == (255, 255, 255)
    left, top, width, _ = _box(page, "box")
    assert at(left + width / 2, top + 2.5) == (0, 117, 255)
    rows = pixels[int(40 * zoom) : int(64 * zoom)]
    # Text is above the background of an inline element.
    assert (rows == (255, 255, 0)).all(2).any()
    assert (rows == 0).all(2).any()
    assert (pixels == (255, 0, 255)).all(2).any()
    left, top, width, _height = _box(page, "tall")
    assert at(100, top + 10) == (0, 255, 255)
    assert at(100, top + 30) == (255, 255, 255)


def test_tree() -> None:
    page = _page()
    document, boxes = page.document, page.geometry.boxes
    found = {one.id: one for one in tree.accessible(document.root, boxes).walk() if one.id}
    assert (found["box"].role, found["box"].name) == ("checkbox", "Tick")
    assert {"checked", "focusable"} <= found["box"].states
    assert (found["field"].role, found["field"].value) == ("textbox", "abc")
    nodes = tree.nodes(document.root, boxes, 1.0, 0, 0, (0, 0, 1080, 2000), "a.b", 3)
    classes = {node.class_name.rpartition(".")[2]: node for node in nodes}
    assert classes["CheckBox"].checked
    assert classes["CheckBox"].text == "Tick"
    assert classes["EditText"].text == "abc"
    assert classes["EditText"].editable
    assert classes["Spinner"].text == "Two"
    assert classes["Button"].text == "Go"
    tall = next(node for node in nodes if node.resource_id == "tall")
    assert tall.bounds[3] - tall.bounds[1] < 60  # cut by what it is in
    assert nodes[0].depth == 3


def test_canvas_pixels() -> None:
    calls: Any = (
        ("=", ("fillStyle", "#ff0000")), ("fillRect", (0, 0, 4, 4)), ("clearRect", (0, 0, 2, 2)), ("nothing", (1,)),
        ("fillRect", (float("nan"), 0, 9, 9)), ("restore", ()), ("beginPath", ()), ("arc", (6, 6, 1, 0, 7)),
        ("=", ("fillStyle", "lime")), ("fill", ()),
    )  # fmt: skip
    rgba = np.frombuffer(canvas.pixels(calls, 0, 0, 8, 8), np.uint8).reshape(8, 8, 4)
    assert rgba[0, 0].tolist() == [0, 0, 0, 0]
    assert rgba[3, 3].tolist() == [255, 0, 0, 255]
    assert rgba[5, 5, 1] > 150
    assert rgba[7, 0].tolist() == [0, 0, 0, 0]
    assert canvas.pixels(calls, 0, 0, 1 << 20, 1 << 20) == b""


def test_gradients_and_pixels_of_a_canvas_are_drawn() -> None:
    """They are values like the rest of a page: opening MiniWoB++'s colour wheel broke the screenshot."""
    html = b"""<body style="margin:0"><canvas id=c width=100 height=40></canvas><script>
    const context = document.getElementById('c').getContext('2d');
    const gradient = context.createLinearGradient(0, 0, 100, 0);
    gradient.addColorStop(0, '#ff0000');
    gradient.addColorStop(1, '#0000ff');
    context.fillStyle = gradient;
    context.fillRect(0, 0, 100, 20);
    const round = context.createRadialGradient(50, 30, 0, 50, 30, 10);
    round.addColorStop(0, 'lime');
    round.addColorStop(1, 'black');
    context.fillStyle = round;
    context.fillRect(40, 20, 20, 20);
    const image = context.createImageData(5, 5);
    image.data.fill(255);
    context.putImageData(image, 0, 30);
    </script></body>"""
    page = Page(Start(Given({"page.html": html}), "page.html"))
    pixels = _drawn(page, 1.0)
    at = [
        tuple(pixels[round(y * 2.625), round(x * 2.625), :3]) for x, y in ((2, 5), (98, 5), (50, 30), (50, 5))
    ]
    (red, _, dark), (low, _, blue), (_, green, _), (left, _, right) = [
        [int(one) for one in pixel] for pixel in at
    ]
    assert min(red, blue, green) > 240
    assert max(dark, low) < 15
    assert abs(left - right) < 12
    assert hash(next(node for node in page.document.nodes.values() if node.id == "c").canvas)


def test_the_outline_of_a_text_is_drawn_over_its_letters() -> None:
    def shown(attributes: str) -> NDArray[np.uint8]:
        html = f'<body style="margin:0"><svg width=60 height=60><text x=5 y=50 font-size=50 {attributes}>H</text></svg>'
        return drawn(Page(Start(Given({"page.html": html.encode()}), "page.html")), 158, 158)

    def count(pixels: NDArray[np.uint8], *color: int) -> int:
        return int((pixels == color).all(2).sum())

    plain, thin, thick = (
        shown(f'fill="#ff0000" {stroke}')
        for stroke in ("", 'stroke="#0000ff"', 'stroke="#0000ff" stroke-width=40')
    )
    assert count(plain, 255, 0, 0) > 500
    assert count(plain, 0, 0, 255) == 0
    assert 0 < count(thin, 255, 0, 0) < count(plain, 255, 0, 0)
    assert count(thin, 0, 0, 255) > 100
    assert count(thick, 255, 0, 0) == 0
    assert count(shown('fill="none" stroke="#0000ff"'), 0, 0, 255) > 100


def test_an_underline_is_a_tenth_of_the_size_and_leaves_out_letters_that_cross_it() -> None:
    def line(text: str) -> list[NDArray[np.bool_]]:
        html = f'<body style="margin:0"><u style="font: 20px Arial; color: #f00">{text}</u>'
        pixels = drawn(Page(Start(Given({"page.html": html.encode()}), "page.html")), 300, 70)
        red = (pixels == (255, 0, 0)).all(2)
        return [row for row in red[52:] if row.sum() > 20]

    whole, crossed = line("HHHH"), line("HgHH")
    assert len(whole) == 5  # 20 px are 52.5 px of the screen
    assert (np.diff(np.flatnonzero(whole[2])) == 1).all()
    gaps = np.diff(np.flatnonzero(crossed[0]))
    assert (gaps > 4).sum() == 2


def test_a_text_area_that_can_not_be_resized_has_no_grip() -> None:
    def shown(style: str) -> NDArray[np.uint8]:
        html = f'<body style="margin:0"><textarea style="width:80px;height:60px;{style}"></textarea>'
        return drawn(Page(Start(Given({"page.html": html.encode()}), "page.html")), 230, 180)

    assert (shown("")[140:164, 198:220] < 200).any()
    assert (shown("resize:none")[140:164, 198:220] == 255).all()


def test_black_letters_are_darker_on_a_desk() -> None:
    html = b'<body style="margin:0;font:20px Arial">Words <b style="color:#f2f2f2;background:#000">Words</b>'
    phone, desk = (
        drawn(
            Page(
                Start(Given({"a.html": html}), "a.html", viewport=Viewport(300.0, 100.0, 1.0, desk=at_desk))
            ),
            700,
            200,
            5.0,
        )
        for at_desk in (False, True)
    )
    black, white = np.s_[20:120, :290], np.s_[20:120, 305:560]
    assert 1.03 < (255 - desk[black].astype(int)).sum() / (255 - phone[black].astype(int)).sum() < 1.2
    assert np.array_equal(desk[white], phone[white])
