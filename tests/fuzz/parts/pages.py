"""Fuzzes web pages: broken HTML, scripts that go against every limit and tamper with everything, and touches."""

from __future__ import annotations

from functools import cache

from numpy.random import Generator

from bmoca_gym.handset.web import engine
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.page import Page, Start

_MARKUP = (
    "<p>", "</p>", "<div style='position:absolute;width:1e9px'>", "<table>", "<tr>", "<td colspan=999>", "<li>", "<svg>", "<path d='M0 0L1e99'>", "</svg>",
    "<textarea>", "<select><option>a<option selected>", "<input type=checkbox checked>", "<input type=range min=5 max=1>", "<form>", "<button>", "<a href='#x'>",
    "<label for=a>", "<canvas width=1e9>", "<img src=../../etc/passwd>", "<link rel=stylesheet href=x.css>", "<style>*{float:left;margin:-9e9px}</style>", "<!--",
    "-->", "<!doctype html>", "</body>", "<body onclick=1>", "<", "&#x110000;", "&amp", "\0", "\ud800", "texts and words ", "<b><i></b></i>", "<frameset>", "a" * 999,
)  # fmt: skip
_VALUES = (
    "document", "document.body", "document.documentElement", "window", "null", "undefined", "NaN", "-1", "1e9", "''", "'x'.repeat(99999)", "[]", "({})", "Symbol()",
    "new Proxy({}, {get() { throw 1; }})", "function () { throw 2; }", "document.createElement('p')", "document.createTextNode('t')", "{toString() { return {}; }}",
)  # fmt: skip
_STATEMENTS = (
    "while (true);", "(function f() { f(); })();", "for (;;) document.body.append('x');", "let s = 'x'; for (;;) s += s;", "setInterval(() => { for (;;); }, 0);",
    "setTimeout(function f() { setTimeout(f); setTimeout(f); });", "for (;;) console.log('x');", "(function f() { Promise.resolve().then(f); })();",
    "/(a+)+$/.test('a'.repeat(40) + 'b');", "[].indexOf.call({length: 9e15}, 1);", "document.body.innerHTML = '<div>'.repeat(9999);",
    "for (const name of Object.getOwnPropertyNames(Array.prototype)) Array.prototype[name] = null;", "JSON.stringify = JSON.parse = Reflect.apply = null;",
    "Object.prototype.toJSON = () => 7;", "Object.defineProperty(Array.prototype, '0', {set() { throw 3; }});", "document.body.childNodes.push(document);",
    "delete window.document;", "Object.setPrototypeOf(document.body, null);", "for (const name in document.body) document.body[name] = null;",
    "document.body._attributes = 5;", "window.onerror = () => { throw 4; }; throw 5;", "document.write('<script>document.write(1)</script>');",
    "location.href = 'x'.repeat(1e6);", "history.pushState({}, '', 'http://elsewhere/');", "eval('(' .repeat(9999));", "Math.random = null; Date.now = null;",
    "(0, eval)('this').constructor.constructor('return 1')();", "throw document;", "document.title = '\\ud800';", "scrollTo(9e9, -9e9);",
)  # fmt: skip
_CALLS = (
    "appendChild", "insertBefore", "removeChild", "replaceChild", "cloneNode", "querySelectorAll", "setAttribute", "getBoundingClientRect", "dispatchEvent",
    "addEventListener", "insertAdjacentHTML", "closest", "scrollIntoView", "focus", "click", "remove", "contains", "normalize", "compareDocumentPosition", "blur",
)  # fmt: skip


@cache
def _hurry() -> None:
    # An attempt must end within the frame's seconds: here a page gets a tenth of the steps.
    engine.STEPS_TO_LOAD //= 10
    engine.STEPS_OF_INPUT //= 20


def attempt(random: Generator) -> None:
    """Open a page of nonsense, touch it and look at it. It may end, and then says so."""
    _hurry()
    page = Page(
        Start(
            Given({"x.html": _html(random).encode("utf-8", "surrogatepass")}),
            "x.html",
            int(random.integers(1000)),
        )
    )
    for _ in range(random.integers(4)):
        x, y = (float(place) for place in random.uniform(-10, 500, 2))
        match int(random.integers(5)):
            case 0:
                page = page.tap(x, y)
            case 1:
                page, _used = page.drag((x, y), (y, x))
            case 2:
                page = page.long_press(x, y)
            case 3:
                page = page.type("a\n\ud800é")
            case _:
                page = page.key(str(random.choice(["Tab", "Enter", "Backspace", "ArrowLeft", "nothing"])))
        page = page.advance(float(random.choice([1, 40, 1000])))
    document = page.document
    document.title.encode()
    document.root.text.encode()
    if len(document.nodes) > engine.LIMITS["elements"]:
        raise AssertionError("more elements than a page may have")


def _html(random: Generator) -> str:
    parts = []
    for _ in range(random.integers(1, 25)):
        if random.random() < 0.3:
            parts.append(f"<script>{_script(random)}</script>")
        else:
            parts.append(_MARKUP[random.integers(len(_MARKUP))])
    return "".join(parts)


def _script(random: Generator) -> str:
    if random.random() < 0.35:
        return _STATEMENTS[random.integers(len(_STATEMENTS))]
    given = [_VALUES[number] for number in random.integers(len(_VALUES), size=4)]
    call = _CALLS[random.integers(len(_CALLS))]
    return f"try {{ ({given[0]}).{call}({', '.join(given[1:])}); }} catch (e) {{ document.title = e; }}"
