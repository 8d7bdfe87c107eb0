"""Pages as users write them are laid out as in Chromium.

``pages/chromium.json`` is written by ``python -m benchmarks.web_beside --record``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.web_pages import compare, visible
from bmoca_gym.handset.web.boxes import Box, Run
from bmoca_gym.handset.web.files import Folder, Given
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")

PAGES = Path(__file__).parents[1] / "pages"
RECORDED = json.loads((PAGES / "chromium.json").read_text("utf-8"))
#: Boxes that differ: other Arabic letters, Korean in a button and below it, what a closed `details` holds, ruby, `use`
#: of SVG, columns of a table.
DIFFERENT = {"arabic.html": 12, "details.html": 1, "korean.html": 5, "pictures.html": 1, "table.html": 4}
PHONE = Viewport(411.0, 832.0, 2.625)


def written(body: str, viewport: Viewport = PHONE) -> Page:
    """Return a page with a text in its body."""
    html = f"<!DOCTYPE html><meta charset=utf-8><body style='margin: 0; font: 16px Roboto'>{body}"
    return Page(Start(Given({"a.html": html.encode()}), "a.html", viewport=viewport))


def box(page: Page, selector: str) -> list[float]:
    """Return left, top, width and height of an element."""
    found: list[float] = page.read(
        f"(r => [r.left, r.top, r.width, r.height])(document.querySelector('{selector}').getBoundingClientRect())"
    )
    return found


def runs(page: Page) -> list[Run]:
    return [run for one in page.geometry.boxes.walk() for run in one.runs]


@pytest.mark.parametrize("name", RECORDED)
def test_boxes_are_chromiums(name: str) -> None:
    start = Start(Folder(PAGES), name, clock=1_697_384_040_000, viewport=Viewport(411.0, 832.0, 2.625))
    page = Page(start).advance(2000)
    assert page.failure == ""
    assert not [line for line in page.lines if line.level == "error"]
    near, _, differences = compare(RECORDED[name], visible(page))
    assert len(differences) <= DIFFERENT.get(name, 0), differences
    assert near == len(RECORDED[name]) - len(differences)


def test_text_between_flexible_items_is_an_item() -> None:
    page = written(
        "<div style='display: flex; height: 100px; align-items: center; justify-content: center'>X</div>"
        "<div style='display: flex'>before<i style='flex: 1'></i>after</div>"
    )
    texts = {run.text: run for run in runs(page)}
    middle = texts["X"].x + texts["X"].width / 2
    assert middle / 2.625 == pytest.approx(205.5, abs=1)
    assert 45 < texts["X"].base / 2.625 < 60
    assert texts["before"].x == 0
    assert (texts["after"].x + texts["after"].width) / 2.625 == pytest.approx(411, abs=1)


def test_a_legend_stands_in_the_border() -> None:
    page = written(
        "<fieldset style='margin: 0; border: 2px solid; padding: 10px'><legend>Who</legend><p style='margin: 0'>x</p>"
        "</fieldset>"
    )
    fieldset, legend, text = box(page, "fieldset"), box(page, "legend"), box(page, "p")
    assert legend[1] == fieldset[1] == 0
    assert text[1] == pytest.approx(legend[3] + 10, abs=0.1)
    gaps = [one.gap for one in page.geometry.boxes.walk() if one.gap is not None]
    assert len(gaps) == 1
    assert gaps[0][2] - gaps[0][1] == pytest.approx(legend[2] * 2.625, abs=0.1)


def test_a_long_text_ends_with_three_dots() -> None:
    style = "width: 100px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis"
    page = written(f"<p style='{style}'>A text that is much longer than its box</p>")
    shown = "".join([run.text for run in runs(page)])
    assert shown.endswith("\u2026")
    assert len(shown) < 20
    assert page.read("document.querySelector('p').textContent") == "A text that is much longer than its box"
    clamped = written(
        "<p style='width: 100px; display: -webkit-box; -webkit-line-clamp: 2; overflow: hidden; margin: 0'>"
        "A text that is much longer than its box, on many lines</p>"
    )
    assert box(clamped, "p")[3] == pytest.approx(37.3, abs=1)
    assert runs(clamped)[-1].text.endswith("\u2026")


def test_a_grid_places_items_by_lines_areas_and_order() -> None:
    page = written(
        '<div style=\'display: grid; width: 300px; grid-template: "a b" 40px "c c" auto / 100px 1fr; gap: 10px\'>'
        "<i id=x style='grid-area: c'>x</i><i id=y style='grid-area: b'>y</i><i id=z>z</i></div>"
    )
    assert box(page, "#z") == pytest.approx([0, 0, 100, 40], abs=0.1)
    assert box(page, "#y") == pytest.approx([110, 0, 190, 40], abs=0.1)
    assert box(page, "#x")[:3] == pytest.approx([0, 50, 300], abs=0.1)


def test_lines_from_right_to_left_are_placed_as_a_whole() -> None:
    page = written(
        "<p dir=rtl style='margin: 0'>\u0645\u0631\u062d\u0628\u0627 <b>abc</b> <input style='width: 50px'></p>"
    )
    field, bold = box(page, "input"), box(page, "b")
    assert field[0] + field[2] <= bold[0] + 1
    first = next(run for run in runs(page) if run.rtl)
    assert (first.x + first.width) / 2.625 == pytest.approx(411, abs=1)


@pytest.mark.parametrize(("direction", "text"), [("ltr", "abc"), ("rtl", "\u0643\u062a\u0628")])
def test_margins_are_outside_the_box_of_an_inline_element(direction: str, text: str) -> None:
    page = written(
        f"<p dir={direction} style='margin: 0'>"
        "\u0645\u0631 <b style='font-weight: 400; margin: 0 30px 0 20px; padding: 0 3px 0 1px'>"
        f"{text}</b> \u0628\u0627</p>"
    )
    word = next(run for run in runs(page) if run.text == text)
    left, _, width, _ = box(page, "b")
    assert left == pytest.approx(word.x / 2.625 - 1, abs=0.05)
    assert width == pytest.approx(word.width / 2.625 + 4, abs=0.05)


def test_a_modal_dialog_is_in_the_middle_and_a_closed_one_is_not_there() -> None:
    page = written(
        "<dialog id=d><form method=dialog>Sure? <button value=yes>Yes</button></form></dialog>"
        "<dialog id=e>Closed</dialog><script>d.showModal()</script>"
    )
    left, top, width, height = box(page, "#d")
    assert left + width / 2 == pytest.approx(205.5, abs=1)
    assert top + height / 2 == pytest.approx(416, abs=1)
    assert box(page, "#e")[2:] == [0, 0]
    button = box(page, "button")
    page = page.tap(button[0] + 5, button[1] + 5)
    assert page.read("[d.open, d.returnValue]") == [False, "yes"]


def test_details_open_by_a_tap() -> None:
    page = written("<details><summary>More</summary>Inside</details>")
    assert [run.text for run in runs(page)] == ["More"]
    page = page.tap(30, 10)
    assert {run.text for run in runs(page)} == {"More", "Inside"}


def test_observers_are_told_of_changes() -> None:
    page = written(
        "<ul id=list></ul><script>window.seen = [];"
        "new MutationObserver(records => seen.push(...records.map(one => one.type + one.addedNodes.length)))"
        ".observe(list, {childList: true, attributes: true, characterData: true, subtree: true});"
        "list.append('a'); list.className = 'x'; list.firstChild.data = 'b'; list.removeChild(list.firstChild);</script>"
    )
    assert page.read("seen") == ["childList1", "attributes0", "characterData0", "childList0"]
    page = page.run("seen.length = 0; list.append('c'); 0")
    assert page.read("seen") == ["childList1"]


def test_a_dark_phone_gives_pages_that_ask_a_dark_look() -> None:
    body = "<meta name=color-scheme content='light dark'><p>x</p><script>window.m = matchMedia('(prefers-color-scheme: dark)').matches</script>"
    light, dark = written(body), written(body, PHONE._replace(dark=True))
    assert [one.read("m") for one in (light, dark)] == [False, True]
    assert dark.read("getComputedStyle(document.documentElement).backgroundColor") == "rgb(18, 18, 18)"
    assert light.read("getComputedStyle(document.querySelector('p')).color") == "rgb(0, 0, 0)"
    assert dark.read("getComputedStyle(document.querySelector('p')).color") == "rgb(255, 255, 255)"


def _boxes(page: Page, tag: str) -> list[Box]:
    return [one for one in page.geometry.boxes.walk() if one.tag == tag]


def test_pictures_on_a_line_are_transformed() -> None:
    """The curve of stock-market stood on its head."""
    page = written(
        "<svg style='transform: scale(1, -1); width: 100px; height: 40px'><circle cx=10 cy=5 r=2></circle></svg>"
        "<img style='transform: translate(5px, 7px); width: 20px; height: 20px; vertical-align: top'>"
        "<span style='transform: scale(3)'>text</span>"
    )
    assert box(page, "circle") == pytest.approx([8, 33, 4, 4], abs=0.1)
    assert box(page, "img") == pytest.approx([105, 7, 20, 20], abs=0.1)
    assert box(page, "span")[3] < 30


def test_svg_has_gradients_uses_and_clips() -> None:
    page = written(
        "<svg width=100 height=100><defs><linearGradient id=g><stop offset=0 stop-color=red /><stop offset=1 "
        "stop-color=blue /></linearGradient><clipPath id=c><circle r=10 /></clipPath><rect id=r width=5 height=5 />"
        "</defs><rect width=20 height=20 fill='url(#g)' clip-path='url(#c)'/><use href='#r' x=30 y=40 fill=green />"
        "</svg>"
    )
    [first] = [one.shapes[0] for one in _boxes(page, "rect") if one.shapes]
    assert first.shade is not None
    assert first.shade[2] == ((0.0, 0xFFFF0000), (1.0, 0xFF0000FF))
    assert first.clip
    [use] = _boxes(page, "use")
    assert use.shapes[0].fill == 0xFF008000
    assert use.shapes[0].steps[0][1] == pytest.approx((30 * 2.625, 40 * 2.625), abs=0.1)
