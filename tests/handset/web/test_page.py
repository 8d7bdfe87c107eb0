"""Pages as values, and how they react to touches, keys and time."""

from __future__ import annotations

import pickle

import pytest

from bmoca_gym.handset.web import engine
from bmoca_gym.handset.web import page as pages
from bmoca_gym.handset.web.files import Folder, Given, resolve
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")

_HTML = b"""<!doctype html><title>Things</title><style>div { width: 100px; height: 50px; overflow: auto }</style>
<input id=field maxlength=5><form id=form onsubmit="return false"><input id=query><button id=send>Send</button></form>
<label for=box>Tick</label><input type=checkbox id=box><select id=select><option>one<option>two</select>
<div id=list><p style="height: 300px">Some words to read</p></div>
<script>
  var heard = [];
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'mousemove', 'mousedown', 'mouseup', 'click', 'keydown',
    'keypress', 'input', 'keyup', 'change', 'submit', 'contextmenu']) {
    addEventListener(type, event => heard.push(type + ' ' + event.target.id), true);
  }
  function said() { const all = heard.join(', '); heard = []; return all; }
  setTimeout(() => console.log('at', new Date().toISOString(), Math.random()), 700);
</script>"""


def _page(html: bytes = _HTML, seed: int = 1) -> Page:
    return Page(Start(Given({"page.html": html}), "page.html", seed=seed))


def _middle(page: Page, name: str) -> tuple[float, float]:
    number = next(node.number for node in page.document.nodes.values() if node.id == name)
    measure = page.geometry.measure(number)
    assert measure is not None
    left, top, width, height = measure.box
    return left + width / 2, top + min(height, 40) / 2


def _value(page: Page, name: str) -> object:
    return page.read(f"document.getElementById('{name}').value")


def test_attributes_of_few_values_take_the_standard_for_any_other() -> None:
    html = b"""<!doctype html><div id=a dir=up draggable=maybe contenteditable=perhaps><p id=b>x</p></div>
    <div id=c dir=RTL contenteditable><p id=d contenteditable=FALSE>x</p></div><form id=e method=put enctype=x></form>
    <input id=f type=what maxlength=-4 size=-2 value=abc><button id=g type=menu>G</button>
    <select id=h size=many><option>one</select><select id=i size=2x><option>one</select>
    <textarea id=j rows=-3 cols=none></textarea><textarea id=k></textarea>"""
    page = _page(html)

    def read(name: str, script: str) -> object:
        return page.read(f"document.getElementById('{name}').{script}")

    assert [read(name, "dir") for name in "abc"] == ["", "", "rtl"]
    assert [read(name, "contentEditable") for name in "abcd"] == ["inherit", "inherit", "true", "false"]
    assert [read(name, "isContentEditable") for name in "abcd"] == [False, False, True, False]
    assert read("a", "draggable") is False
    assert [read("e", name) for name in ("method", "enctype")] == ["get", "application/x-www-form-urlencoded"]
    assert [read("f", name) for name in ("type", "maxLength", "size")] == ["text", -1, 20]
    assert [read("g", "type"), read("h", "size"), read("i", "size")] == ["submit", 0, 2]
    styles = [page.read(f"getComputedStyle(document.getElementById('{name}')).direction") for name in "ac"]
    assert styles == ["ltr", "rtl"]
    assert page.read("document.querySelectorAll('[dir=rtl], [TYPE=What]').length") == 2
    lists = {node.id: node.is_list for node in page.document.nodes.values() if node.tag == "select"}
    assert lists == {"h": False, "i": True}
    ground = [
        page.read(f"getComputedStyle(document.getElementById('{name}')).backgroundColor") for name in "fhi"
    ]
    assert ground == ["rgb(255, 255, 255)", "rgb(239, 239, 239)", "rgb(255, 255, 255)"]
    sizes = [
        page.geometry.measure(node.number) for node in page.document.nodes.values() if node.tag == "textarea"
    ]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert sizes[0].box[2:] == sizes[1].box[2:]


def test_fingers_and_keys_make_the_events_of_chrome_on_android() -> None:
    page = _page()
    page = page.tap(*_middle(page, "field")).run("said()")
    tap = ["touchstart", "touchend", "mousemove", "mousedown", "mouseup", "click"]
    assert page.result == ", ".join(f"{one} field" for one in tap)
    page = page.type("ab").key("Backspace").run("said()")
    letter = "keydown field, keypress field, input field, keyup field"
    assert page.result == f"{letter}, {letter}, keydown field, input field, keyup field"
    assert _value(page.type("bcdefgh"), "field") == "abcde"  # as long as may be

    page = page.tap(*_middle(page, "query")).run("said()").type("x").key("Enter").run("said()")
    assert page.result.endswith(
        "keydown query, keypress query, change query, click send, submit form, keyup query"
    )

    list_place = _middle(page, "list")
    page, used = page.drag(list_place, (list_place[0], list_place[1] - 30))
    assert used
    assert (
        page.run("said()").result == "touchstart , touchmove , touchmove , touchmove , touchend "
    )  # of the paragraph, without an id
    assert page.read("document.getElementById('list').scrollTop") == pytest.approx(30)
    assert not page.drag((400, 5), (400, 100))[1]

    box = _middle(page, "box")
    assert page.tap(*box).read("document.getElementById('box').checked") is True
    select = next(node for node in page.document.nodes.values() if node.id == "select")
    page = page.run("said()").choose(select.number, 1).run("said()")
    assert (page.result, _value(page, "select")) == ("input select, change select", "two")


def test_a_long_press_selects_a_word_which_can_be_copied_and_pasted() -> None:
    page = _page()
    page = page.long_press(*_middle(page, "list"))
    assert page.document.selection is not None
    copied = page.copy().result
    assert copied in ("Some", "words", "to", "read")
    page = page.tap(*_middle(page, "field")).paste(copied)
    assert _value(page, "field") == copied[:5]
    assert page.document.selection is None


def test_a_page_is_a_value() -> None:
    page = _page()
    with_a, with_b = (
        page.focus(_number(page, "field")).type("a"),
        page.focus(_number(page, "field")).type("b"),
    )
    later = with_a.advance(300).advance(400)
    assert [_value(one, "field") for one in (with_b, with_a, later, page)] == ["b", "a", "a", ""]
    assert later == with_a.advance(700)
    (line,) = later.lines
    assert line.text == "at 2023-10-15T15:34:00.700Z 0.000007826369259425611"
    assert with_a.lines == ()
    assert page.due == page.time + 700

    again = pickle.loads(pickle.dumps(later))
    pages._forget()
    assert again == later
    assert again.lines == later.lines
    assert _page(seed=2).advance(700).lines[0].text.endswith(" 0.000015652738518851222")


def _number(page: Page, name: str) -> int:
    return next(node.number for node in page.document.nodes.values() if node.id == name)


def test_what_has_not_changed_is_the_same_object() -> None:
    page = _page()
    before, after = page.document, page.run("document.title = 'Other'").document
    assert after.title == "Other"
    for name in ("form", "list"):
        number = _number(page, name)
        assert after.nodes[number] is before.nodes[number]


def test_times_are_those_of_the_phone() -> None:
    start = Start(Given({"page.html": b"<p>"}), "page.html", clock=1_697_384_040_000, offset=-90)
    page = Page(start)
    wanted = {
        "new Date().toString()": "Sun Oct 15 2023 14:04:00 GMT-0130",
        "new Date().toLocaleTimeString()": "2:04:00 PM",
        "new Date(2020, 0, 31).toISOString()": "2020-01-31T01:30:00.000Z",
        "new Date('2020-01-31T00:00').getHours()": 0,
        "new Date('2020-01-31').toLocaleDateString()": "1/30/2020",
        "new Date('Feb 3, 2020').getDate()": 3,
        "(date => { date.setMonth(1, 30); return date.toDateString(); })(new Date(2020, 0, 1))": "Sun Mar 01 2020",
        "(1234567.891).toLocaleString()": "1,234,567.891",
    }
    assert {script: page.read(script) for script in wanted} == wanted


def test_pages_read_their_own_files_only() -> None:
    files = Given(
        {
            "a/page.html": b"<script src=../b/one.js></script><script src=missing.js></script>",
            "b/one.js": b"console.log(1)",
        }
    )
    page = Page(Start(files, "a/page.html"))
    assert [line.text for line in page.lines] == ["1", "Not found: missing.js"]
    assert resolve("a/page.html", "../../../../etc/passwd") == "etc/passwd"
    assert resolve("a/page.html", "https://example.org/x.js") is None
    assert Folder(__file__).read("../../../../../../etc/passwd") is None


_HOSTILE = {
    "while (true);": "too many steps",
    "try { while (true); } catch (error) { } document.title = 'went on';": "too many steps",
    "for (const all = []; ;) all.push(new Array(1000).fill(1));": "too much memory",
    "(function again() { Promise.resolve().then(again); })();": "promises never end",
    "for (let i = 0; i < 3000; i++) document.body.append(document.createElement('p'));": "too many elements",
    "new MutationObserver(() => document.body.append('x')).observe(document.body, {childList: true}); document.body.append('x');": "too much memory",
    "const c = document.createElement('canvas'); document.body.append(c); for (;;) c.getContext('2d').getImageData(0, 0, 300, 150);": "too many steps",
}


@pytest.mark.parametrize("script", _HOSTILE)
def test_a_page_that_goes_too_far_ends_and_says_so(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "STEPS_TO_LOAD", 30_000_000)
    monkeypatch.setattr(engine, "STEPS_OF_INPUT", 30_000_000)
    monkeypatch.setattr(engine, "MEMORY", 16 << 20)
    monkeypatch.setitem(engine.LIMITS, "elements", 2000)
    page = _page(b"<body><script>" + script.encode() + b"</script>").tap(10, 10).advance(50)
    shown = page.document.root.text
    assert _HOSTILE[script] in page.failure
    assert page.failure in shown
    pages._forget()


@pytest.mark.parametrize(
    "script",
    [
        "for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== 'constructor') Array.prototype[name] = null;",
        "JSON.stringify = JSON.parse = Reflect.apply = null; Object.prototype.toJSON = () => 7; Map.prototype.get = null;",
        "document.body.childNodes.push(document.documentElement); document.body.className = 'x';",
        "document.title = '\\ud800'; let rope = ''; for (let i = 0; i < 99999; i++) rope += 'ab'; console.log(rope);",
        "(function endless() { endless(); })();",
        "const o = { toString() { document.body.setAttribute(o, o); return 'x'; } }; document.body.setAttribute(o, 'x');",
        "Object.setPrototypeOf(EventTarget.prototype, new Proxy({}, {get(t, n, r) { return r[n + '_']; }, has: () => true}));",
        "Object.defineProperty(Array, Symbol.species, {get: () => function () { return new Proxy([], {defineProperty: () => true}); }}); document.body.children.length;",
        "Object.defineProperty(Object.prototype, 'nodeType', {get: () => 1e9, set() {}}); document.body.append(document.createElement('p'));",
        "Map.prototype.get = Map.prototype.set = () => document.body; window.Int32Array = null; document.querySelectorAll('*');",
        "Object.defineProperty(HTMLElement.prototype, 'localName', {get() { return this.localName; }}); document.body.append(document.createElement('p'));",
    ],
)
def test_a_page_that_tampers_harms_only_itself(script: str) -> None:
    page = _page(b"<body><p>Text<script>" + script.encode() + b"</script>").tap(10, 10).advance(10)
    assert page.document.root.text.encode()
    assert _page(b"<p>Another").document.root.text == "Another"


@pytest.mark.parametrize("wait", [0.0, 333.3, 1234.5])
def test_frames_come_sixty_times_a_second(wait: float) -> None:
    script = "var frames = 0; (function next() { frames++; requestAnimationFrame(next); })();"
    page = _page(b"<p>").advance(wait).run(script).advance(1000)
    assert not page.failure
    assert page.read("frames") in (60, 61)


def test_pictures_that_load_are_not_the_page_that_loads() -> None:
    """Their event does not bubble: ``window.onload`` is not called again."""
    html = "<body><script>let count = 0; window.onload = () => { count++; };\ndocument.body.innerHTML = '<img src=one.png>';</script>"
    page = Page(Start(Given({"page.html": html.encode()}), "page.html")).advance(100)
    assert page.read("count") == 1


def test_many_places_are_compared_as_few_are() -> None:
    """After some comparisons the order of all elements is known, until something moves."""
    html = b"<body><p id=a>1<b id=b>2</b><i id=c>3</i></p><p id=d></p>"
    page = Page(Start(Given({"x.html": html}), "x.html"))
    again = "(() => {{ let last; for (let i = 0; i < 50; i++) last = ['a', 'b', 'c', 'd'].map(y => {0}); return last; }})()"
    order = again.format("document.getElementById('b').compareDocumentPosition(document.getElementById(y))")
    assert page.read(order) == [10, 0, 4, 4]
    moved = page.run(
        "document.body.insertBefore(document.getElementById('d'), document.getElementById('a')); 0"
    )
    assert moved.read(order) == [10, 0, 4, 2]
    assert moved.read("[...document.getElementsByTagName('p')].map(x => x.id)") == ["d", "a"]
    assert moved.read("[...document.getElementById('a').querySelectorAll('*')].map(x => x.id)") == ["b", "c"]


def test_an_id_leads_to_the_first_element_that_has_it_now() -> None:
    page = Page(Start(Given({"x.html": b"<body><p id=a>1</p><p id=b>2</p>"}), "x.html"))
    page = page.run("var a = document.getElementById('a'); a.id = 'c'; 0")
    said = (
        "['a', 'b', 'c'].map(x => { const one = document.getElementById(x); return one && one.textContent; })"
    )
    assert page.read(said) == [None, "2", "1"]
    page = page.run("document.body.insertAdjacentHTML('afterbegin', '<b id=b>3</b>'); a.remove(); 0")
    assert page.read(said) == [None, "3", None]
    assert page.run("document.querySelector('b').remove(); document.body.append(a); 0").read(said) == [
        None,
        "2",
        "1",
    ]


def test_the_document_order_of_two_nodes() -> None:
    page = Page(
        Start(Given({"x.html": b"<body><p id=a>1<b id=b>2</b><i id=c>3</i></p><p id=d></p>"}), "x.html")
    )
    asked = "['a', 'b', 'c', 'd'].map(x => ['a', 'b', 'c', 'd'].map(y => %s))"
    order = "document.getElementById(x).compareDocumentPosition(document.getElementById(y))"
    assert page.read(asked % order) == [[0, 20, 20, 4], [10, 0, 4, 4], [10, 2, 0, 4], [2, 2, 2, 0]]
    alone = "document.createElement('p').compareDocumentPosition(document.getElementById(y))"
    assert page.read(asked % alone) == [[37] * 4] * 4


@pytest.mark.parametrize(
    "listens",
    [
        "document.body.setAttribute('onclick', 'heard(event)')",
        "inner.parentNode.onclick = heard",
        "inner.onclick = heard",
        "addEventListener('click', heard)",
        "addEventListener('click', heard, true)",
        "document.addEventListener('click', heard, {capture: true, once: true})",
        "inner.addEventListener('click', {handleEvent: heard})",
        "HTMLElement.prototype.onclick = heard",
    ],
)
def test_an_event_that_anything_listens_to_is_sent(listens: str) -> None:
    html = b"<p><b id=inner>Words</b></p><script>var said = ''; function heard(event) { said += event.type }</script>"
    page = _page(html).run(listens)
    page = page.tap(*_middle(page, "inner"))
    assert page.read("said").startswith("click")


def test_a_handler_of_the_body_hears_what_the_window_does() -> None:
    page = _page(
        b"<body onhashchange='said = event.type'><a id=link href='#there'>Go</a><script>var said</script>"
    )
    page = page.tap(*_middle(page, "link")).advance(1)
    assert page.read("said") == "hashchange"


def test_scripts_know_the_time_that_has_passed_while_nothing_happened() -> None:
    page = _page(b"<script>var at = Date.now()</script>").advance(40).advance(2.5)
    assert page.run("Date.now() - at").result == 42
    later = page.run("setTimeout(() => { at = Date.now() }, 10)")
    assert later.due == later.time + 10
    assert later.advance(9).read("Date.now() - at") == 51
    assert later.advance(9).advance(1).read("Date.now() - at") == 0


def test_a_timer_that_a_promise_sets_runs_when_it_is_due() -> None:
    page = _page(b"<script>var ran = false</script>")
    page = page.run("Promise.resolve().then(() => setTimeout(() => { ran = true }, 5)); 1")
    assert page.due == page.time + 5
    assert page.advance(5).read("ran") is True


def test_functions_of_the_host_have_no_text() -> None:
    """It would take 0.4 MB of each page."""
    page = _page(b"<script>function own(a) { return a + 1 }</script>")
    assert "[native code]" in str(page.read("String(navigator.javaEnabled)"))
    assert page.read("String(own)") == "function own(a) { return a + 1 }"


@pytest.mark.parametrize(
    "change",
    [
        "sheet.textContent = 'p { width: 50px }'",
        "sheet.firstChild.data = 'p { width: 50px }'",
        "sheet.innerHTML = 'p { width: 50px }'",
        "document.head.appendChild(document.createElement('style')).textContent = 'p { width: 50px }'",
        "document.body.innerHTML += '<div><style>p { width: 50px }</style></div>'",
        "document.head.removeChild(other)",
        "other.parentNode.innerHTML = '<style>p { width: 50px }</style>'",
        "document.head.insertBefore(other, sheet)",
    ],
)
def test_a_style_sheet_that_comes_changes_or_goes_counts(change: str) -> None:
    html = (
        b"<head><style id=sheet>p { width: 50px }</style><style id=other>p { width: 80px }</style></head>"
        b"<body><p>Words</p>"
    )
    if "removeChild" not in change and "insertBefore" not in change and "other" not in change:
        html = html.replace(b"50px", b"70px").replace(b"<style id=other>p { width: 80px }</style>", b"")
    page = _page(html)

    def width(page: Page) -> float:
        found = page.geometry.measure(
            next(node.number for node in page.document.nodes.values() if node.tag == "p")
        )
        assert found is not None
        return found.box[2]

    assert width(page) in (70, 80)
    assert width(page.run(change)) == 50
