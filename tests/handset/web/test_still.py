"""Markdown becomes the elements that a web view shows, without an interpreter."""

from __future__ import annotations

import time

from bmoca_gym.handset.kits.markdown_page import MarkdownPage
from bmoca_gym.handset.web.nodes import Node
from bmoca_gym.handset.web.still import Maker, made


def outline(text: str) -> str:
    """Return the elements of a text as HTML writes them."""

    def show(one: Node | str) -> str:
        if isinstance(one, str):
            return one.replace("\n", " ")
        attributes = "".join([f" {name}={value}" for name, value in one.attributes.items() if value])
        inside = "".join(map(show, one.children))
        return f"<{one.tag}{attributes}>{inside}" + (
            "" if one.tag in ("br", "hr", "img", "input") else f"</{one.tag}>"
        )

    return "".join(map(show, MarkdownPage(Maker()).blocks(text)))


def test_blocks() -> None:
    assert outline("# A\nb\nc\n\nd") == "<h1>A</h1><p>b c</p><p>d</p>"
    assert outline("A\n===\nB\n---\n---") == "<h1>A</h1><h2>B</h2><hr>"
    assert outline("> a\n> - b\n\nc") == "<blockquote><p>a</p><ul><li>b</li></ul></blockquote><p>c</p>"
    assert outline("```py\n# no\n```\n    x") == "<pre><code># no</code></pre><pre><code>x</code></pre>"
    assert outline("| a | b |\n|:-:|--:|\n| 1 | 2 |") == (
        "<table><tbody><tr><th align=center>a</th><th align=right>b</th></tr>"
        "<tr><td align=center>1</td><td align=right>2</td></tr></tbody></table>"
    )


def test_lists() -> None:
    assert outline("- a\n  - b\n- c") == "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"
    assert outline("3. a\n4. b\n\n- c") == "<ol start=3><li>a</li><li>b</li></ol><ul><li>c</li></ul>"
    assert outline("- [x] a\n- [ ] b") == (
        "<ul class=tasks><li class=task><input type=checkbox>a</li><li class=task><input type=checkbox>b</li></ul>"
    )


def test_marks_in_a_line() -> None:
    assert outline("**a** _b_ ~~c~~ `d*` \\*e") == (
        "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d*</code> *e</p>"
    )
    assert (
        outline("file_name_x [a](b) ![c](d.png)")
        == "<p>file_name_x <a href=b>a</a> <img src=d.png alt=c></p>"
    )
    assert outline("a  \nb https://c.org/d.") == "<p>a<br>b <a href=https://c.org/d>https://c.org/d</a>.</p>"


def test_hostile_texts_end() -> None:
    began = time.process_time()
    for text in (
        "> " * 3000,
        "- " * 3000,
        "*" * 20_000,
        "[" * 20_000,
        "`" * 9999,
        "|-" * 5000,
        "  " * 9000 + "- a",
    ):
        outline(text)
    assert time.process_time() - began < 5


def test_a_document_has_boxes() -> None:
    maker = Maker()
    document, root = made(
        maker.document([maker.element("p", ["Hello"])], "p { margin: 0 }", {}), 1080.0, 2.625, False
    )
    assert [run.text for one in root.walk() for run in one.runs] == ["Hello"]
    assert len(document.nodes) == 3
