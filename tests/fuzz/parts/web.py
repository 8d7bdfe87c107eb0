"""Fuzzes web pages that are drawn from a grammar: markup, style sheets and scripts that are well formed and hostile.

Each page must end in time: it shows something, or says that it has stopped and why. An audit hook of Python watches that
nothing of the host is reached meanwhile: no file outside of this installation, no process, no connection.
"""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Any

from numpy.random import Generator

import bmoca_gym
from bmoca_gym.handset.web import engine
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.page import Page, Start

#: What a page may stand for: ``{name}`` is drawn from the rule of that name. The last choices of a rule, from ``|`` on, end
#: it where it would go too deep.
_RULES: dict[str, tuple[str, ...]] = {
    "page": ("<!doctype html>{head}<body {attributes}>{flow}{flow}{flow}<script>{program}</script>{flow}",),
    "head": ("<style>{sheet}</style>", "<link rel=stylesheet href={file}><style>{sheet}</style>", "<script src={file}></script>"),
    "flow": (
        "<div {attributes}>{flow}{flow}</div>", "<p {attributes}>{text}{flow}", "<table {attributes}><tr>{cells}<tr>{cells}</table>",
        "<ul {attributes}><li>{flow}<li>{flow}</ul>", "<form {attributes}>{control}{control}</form>", "<svg {attributes}>{shapes}</svg>",
        "<details open><summary>{text}</summary>{flow}</details>", "<button {attributes}>{flow}</button>", "<script>{program}</script>",
        "{many}", "|", "{text}", "{control}", "<img src={file}>", "<br>",
    ),
    "many": ("<script>document.write({markup}.repeat({size}))</script>", "<script>document.body.innerHTML += {markup}.repeat({size})</script>"),
    "cells": ("<td {attributes}>{flow}</td>{cells}", "<td colspan={number} rowspan={number}>{flow}</td>", "|", "<td>{text}"),
    "control": (
        "|", "<input {attributes} type={kind} value='{text}' min={number} max={number} step={number}>", "<textarea rows={number}>{text}</textarea>",
        "<select size={number} {attributes}><option>{text}<option selected>{text}</select>", "<label for=a>{text}</label>",
    ),
    "kind": ("|", "text", "checkbox", "radio", "range", "number", "date", "time", "color", "file", "password", "none"),
    "shapes": (
        "<g transform='{transform}'>{shapes}{shapes}</g>", "|", "<path d='M{number} {number}C{number},{number} {number} {number} {number},{number}A{number} {number} 0 1 1 {number} {number}z'/>",
        "<circle cx={number} cy={number} r={number} />", "<text x={number} font-size={number}>{text}</text>", "<rect width={number} height={number} />",
    ),
    "transform": ("|", "rotate({number})", "scale({number},{number})", "matrix({number} {number} {number} {number} {number} {number})", "translate({number})", "skewX({number})"),
    "attributes": ("{attributes} {attribute}", "|", "{attribute}", ""),
    "attribute": ("|", "id=a", "class=b", "style='{declarations}'", "onclick='{expression}'", "tabindex={number}", "contenteditable", "hidden", "viewBox='0 0 {number} {number}'", "width={number}"),
    "file": ("|", "x.css", "x.js", "../../../../etc/passwd", "file:///etc/passwd", "http://example.com/", "data:text/css,*{{color:red}}", "javascript:1", "%2e%2e/x", "x.html"),
    "text": ("|", "word", "two words", "\u0627\u0644\u0633\u0644\u0627\u0645", "\ud55c\uad6d\uc5b4", "&amp;&#0;&#x10ffff;", "\u200b\ufeff", "a" * 300, "\U0001f600"),
    "number": ("|", "0", "1", "-1", "3.5", "100", "65536", "1e9", "1e999", "-1e308", "NaN", "0.0000001", "2147483648"),
    "size": ("|", "2", "50", "300", "4000", "1e5", "1e7"),
    "markup": ("|", "'<div>'", "'<b><i>'", "'<p>x'", "'<table><tr><td>'", "'<span>a</span>'", "'<svg><g>'", "'x '", "'<input>'"),
    "sheet": ("{selector} {{ {declarations} }} {sheet}", "@media (max-width: {number}px) {{ {sheet} }}", "|", "{selector} {{ {declarations} }}", "/*", "{{"),
    "selector": ("{selector} {selector}", "{selector} > {selector}", "{selector}:not({selector})", "{selector}:has({selector})", "|", "*", "#a", ".b", "div", "p::before", ":nth-child(2n+1)", "[id]", "td", "svg *"),
    "declarations": ("{declarations}; {declaration}", "|", "{declaration}"),
    "declaration": (
        "|", "width: {length}", "height: {length}", "margin: {length} {length}", "padding: {length}", "display: {display}", "position: {position}", "float: left", "font-size: {length}",
        "transform: {transform}", "content: '{text}'", "--v: var(--v)", "width: var(--v)", "border: {length} solid", "flex: {number}", "overflow: auto", "line-height: {number}",
        "border-collapse: collapse", "background: linear-gradient({number}deg, red, blue)", "opacity: {number}", "z-index: {number}", "vertical-align: {length}", "clear: both", "white-space: pre",
    ),
    "length": ("calc({length} + {length})", "calc({length} * {number})", "max({length}, {length})", "|", "{number}px", "{number}em", "{number}%", "auto", "{number}vw"),
    "display": ("|", "block", "inline", "inline-block", "flex", "table", "table-cell", "grid", "none", "list-item", "inline-flex", "contents"),
    "position": ("|", "static", "relative", "absolute", "fixed", "sticky"),
    "program": ("{statement} {program}", "{statement} {statement}", "|", "{statement}"),
    "statement": (
        "try {{ {program} }} catch (e) {{ {statement} }}", "for (let i = 0; i < {size}; i++) {{ {statement} }}", "function f() {{ {program} }} f();", "if ({expression}) {{ {statement} }}",
        "setTimeout(() => {{ {program} }}, {number});", "setInterval(() => {{ {program} }}, {number});", "requestAnimationFrame(function r() {{ {statement} requestAnimationFrame(r); }});",
        "Promise.resolve().then(() => {{ {program} }});", "document.addEventListener('{event}', event => {{ {program} }}, {{capture: true}});",
        "|", "x = {expression};", "while (true);", "(function f() {{ f(); }})();", "for (;;) x.push(x);", "let s = 'x'; for (let i = 0; i < 40; i++) s += s;", "for (;;) rope = rope + rope + 'x';",
        "/(a+)+$/.test('a'.repeat(50) + 'b');", "/(.*)*\\1x/.exec('y'.repeat({size}));", "'x'.repeat({size}).replace(/(x+x+)+y/, '');", "rope = rope + 'y' + rope; rope.length;",
        "{object}.{property} = {expression};", "delete {object}.{property};", "Object.defineProperty({object}, '{property}', {{get() {{ {statement} }}, configurable: true}});",
        "Object.setPrototypeOf({object}, {expression});", "document.body.append({expression});", "location.href = {expression};", "alert({expression});", "document.title = {expression};",
        "document.body.style.cssText = {expression};", "let d = document.body; for (let i = 0; i < {size}; i++) d = d.appendChild(document.createElement('div'));",
        "for (let i = 0; i < {size}; i++) document.body.appendChild(document.createElement('b'));", "getSelection().selectAllChildren(document.body);", "throw {expression};", "Object.freeze({object});",
        "eval({expression});", "new Function({expression})();", "JSON.parse('['.repeat({size}));", "JSON.stringify({object});", "structuredClone({object});", "console.log({expression});", "new Array({size}).fill(0).sort();",
    ),
    "expression": (
        "{object}.{property}", "[{expression}, {expression}]", "{object}.{method}({expression}, {expression})", "({expression}) + ({expression})", "(() => {expression})()", "new Proxy({object}, {{get: (...a) => {expression}}})",
        "{{toString() {{ return {expression}; }}, valueOf: () => {expression}}}", "|", "x", "rope", "{number}", "'{text}'", "null", "document", "window", "Symbol()", "2n ** 99999n", "'x'.repeat({size})", "[].concat(x)",
        "document.body", "'<b>' + rope", "{object}",
    ),
    "object": ("|", "document", "document.body", "window", "Object.prototype", "Array.prototype", "Node.prototype", "Element.prototype", "String.prototype", "Function.prototype", "Promise.prototype", "RegExp.prototype", "Math", "JSON", "Reflect", "history", "navigator", "localStorage", "x", "document.querySelector('#a')"),
    "property": ("|", "toString", "length", "innerHTML", "constructor", "__proto__", "prototype", "push", "join", "map", "parse", "stringify", "apply", "call", "then", "random", "style", "children", "textContent", "_number", "_dirty", "parentNode", "0", "exec", "now"),
    "method": ("|", "appendChild", "querySelectorAll", "setAttribute", "insertBefore", "cloneNode", "getBoundingClientRect", "addEventListener", "dispatchEvent", "focus", "click", "remove", "call", "apply", "bind", "replaceWith", "scrollTo", "getItem", "setItem", "pushState", "matches"),
    "event": ("|", "click", "touchstart", "touchmove", "mousedown", "keydown", "focus", "error", "selectstart", "contextmenu"),
}  # fmt: skip

#: How deep rules may be in each other, and how long a page may be.
_DEPTH, _LONGEST = 9, 6000

#: Where files may be read from: this package, Python and what is installed in it. Fonts and pages are there.
_OWN = tuple(
    str(Path(place).resolve())
    for place in (
        Path(bmoca_gym.__file__).parent,
        sysconfig.get_paths()["stdlib"],
        sys.prefix,
        sys.base_prefix,
    )
)
_FORBIDDEN = ("subprocess.", "socket.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.remove", "os.rename", "shutil.", "ftplib.", "urllib.", "ctypes.dlopen")  # fmt: skip


#: Holds something while a page may reach nothing.
_watched: list[bool] = []


class ReachedError(AssertionError):
    """Raised when a page has reached something of the host."""


@cache
def _watch() -> None:
    """Watch what this process does from now on. A page gets a tenth of the steps, so that an attempt ends in time."""
    Page(Start(Given({"x.html": b"<p>a<canvas></canvas>"}), "x.html")).geometry  # noqa: B018  loads what is loaded once
    engine.STEPS_TO_LOAD //= 10
    engine.STEPS_OF_INPUT //= 20

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if not _watched:
            return
        if event.startswith(_FORBIDDEN):
            raise ReachedError(f"{event} {arguments!r}"[:300])
        if event == "open" and isinstance(arguments[0], str) and not arguments[0].startswith(_OWN):
            raise ReachedError(f"open {arguments[0]}")

    sys.addaudithook(heard)


def drawn(random: Generator, rule: str = "page", depth: int = 0) -> str:
    """Draw a text from a rule of the grammar."""
    choices = _RULES[rule]
    last = choices.index("|") if "|" in choices else -1
    first = last + 1 if depth >= _DEPTH else 0
    choice = last
    while choice == last:
        choice = int(random.integers(first, len(choices)))
    parts: list[str] = []
    rest = choices[choice]
    while rest:
        begin = rest.find("{")
        if begin < 0 or sum(map(len, parts)) > _LONGEST:
            parts.append(rest)
            break
        if rest[begin : begin + 2] == "{{":
            parts.append(rest[: begin + 1])
            rest = rest[begin + 2 :]
            continue
        end = rest.index("}", begin)
        name = rest[begin + 1 : end]
        parts += [rest[:begin], drawn(random, name, depth + 1)]
        rest = rest[end + 1 :]
    return "".join(parts).replace("}}", "}")


def files(random: Generator) -> dict[str, bytes]:
    """Draw a page and the files beside it."""
    texts = {"x.html": "<script>var x = [], rope = 'r';</script>" + drawn(random), "x.css": drawn(random, "sheet"), "x.js": drawn(random, "program")}  # fmt: skip
    return {name: text.encode("utf-8", "surrogatepass") for name, text in texts.items()}


def attempt(random: Generator) -> None:
    """Open a page, touch it and look at it. It shows something, or says why it has ended."""
    _watch()
    _watched.append(True)
    try:
        _tried(random)
    finally:
        _watched.clear()


def _tried(random: Generator) -> None:
    page = Page(Start(Given(files(random)), "x.html", int(random.integers(1000))))
    for _ in range(random.integers(1, 4)):
        x, y = (float(place) for place in random.uniform(0, 400, 2))
        if page.question is not None:
            answers: tuple[bool | str | None, ...] = (True, "said", None)
            page = page.answer(answers[random.integers(3)])
        match int(random.integers(4)):
            case 0:
                page = page.tap(x, y)
            case 1:
                page, _used = page.drag((x, y), (y, x), 300)
            case 2:
                page = page.long_press(x, y)
            case _:
                page = page.type("a\n").key("Tab")
        page = page.advance(float(random.choice([1, 40, 700])))
    document, _ = page.document, page.geometry
    if page.failure:
        if not page.failure.startswith("The page") or len(page.failure) > _LONGEST:
            raise AssertionError(f"no clear end: {page.failure!r}")
        if page.failure not in document.root.text:
            raise AssertionError(f"not said on the screen: {page.failure!r}")
    elif len(document.nodes) > engine.LIMITS["elements"]:
        raise AssertionError("more elements than a page may have")
