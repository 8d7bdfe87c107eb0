"""Pages that continue from the heap of a loaded page equal pages that load by themselves."""

from __future__ import annotations

import ctypes
import importlib.util
import threading
from typing import Any

import pytest

from bmoca_gym.handset.web import engine, heaps, libraries, page
from bmoca_gym.handset.web.files import Folder, Given
from bmoca_gym.handset.web.interpreter import PageLimitError, ScriptError
from bmoca_gym.handset.web.page import Page, Start

pytest.importorskip("_quickjs")
pytestmark = pytest.mark.skipif(
    not heaps._can_copy(), reason="heaps are copied on Linux, where C is compiled"
)

HTML = b"""<title>x</title><p id=count>0</p><script>
let count = 0; const seen = new Map();
const more = () => { seen.set({}, count); document.getElementById('count').textContent = ++count + ' ' + Math.random(); };
console.log('loaded'); more();
</script>"""


def _page(html: bytes = HTML, seed: int = 1) -> Page:
    return Page(Start(Given({"x.html": html}), "x.html", seed=seed))


def _told(shown: Page) -> tuple[str, tuple[str, ...], object]:
    return (
        shown.document.root.text,
        tuple(line.text for line in shown.lines),
        shown.geometry.measure(shown.document.root.number),
    )


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Begin without pages that have loaded."""
    page._forget()
    engine._forget()


def test_a_page_loads_once_and_the_next_one_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    loads = []
    load = engine.Live._load

    def counted(live: engine.Live, *given: Any) -> None:
        loads.append(given)
        load(live, *given)

    monkeypatch.setattr(engine.Live, "_load", counted)
    first = [_told(_page()), _told(_page().run("more()")), _told(_page().run("more(); more()").advance(5))]
    page._forget()
    again = [_told(_page()), _told(_page().run("more()")), _told(_page().run("more(); more()").advance(5))]
    assert len(loads) == 1
    assert first == again
    assert first[0] != first[1] != first[2]
    engine._forget()
    page._forget()
    assert _told(_page().run("more()")) == first[1]
    assert len(loads) == 2


def test_pages_from_one_heap_do_not_see_each_other() -> None:
    ends = ["more()" * 0, "more()", "more(); more()", "count = 40; more(); Math.random()"]
    alone = []
    for end in ends:
        page._forget()
        engine._forget()
        alone.append(_told(_page().run(end)))
    together = [_page().run(end) for end in ends]
    for _ in range(3):  # in turns, so that each of them is moved away and back
        assert [_told(one) for one in together] == alone
    after = [_told(one.run("more()")) for one in together]
    assert [text.split()[0] for text, *_ in after] == ["x2", "x3", "x4", "x42"]
    assert [_told(one) for one in together] == alone


def test_another_seed_or_another_file_is_another_page(tmp_path: object) -> None:
    assert _told(_page()) != _told(_page(seed=2))
    folder = Folder(str(tmp_path))
    start = Start(folder, "x.html")
    for word in ("one", "two"):
        with open(f"{tmp_path}/x.html", "w", encoding="utf-8") as file:
            file.write(f"<p>{word}")
        page._forget()
        assert Page(start).document.root.text == word


def test_what_waits_for_an_answer_or_has_failed_is_not_kept() -> None:
    for html in (b"<script>alert(1)</script>", b"<script>while (true);</script>"):
        shown = _page(html)
        assert shown.question is not None or shown.failure
        assert not engine._images.pages
    answered = _page(b"<p id=p></p><script>p.textContent = confirm('?')</script>")
    assert answered.answer(True).document.root.text.startswith("true")
    assert answered.answer(False).document.root.text.startswith("false")


def test_a_heap_that_nobody_needs_gives_its_memory_back() -> None:
    def ranges() -> int:
        with open("/proc/self/maps", encoding="utf-8") as file:
            return sum("memfd:heap" in line for line in file)

    before = ranges()
    pages = [_page(seed=seed) for seed in range(1, 5)]
    for one in pages:
        assert one.document.title == "x"
    assert ranges() >= before + 4
    page._forget()
    engine._forget()
    assert ranges() == before


def test_a_heap_that_is_used_again_is_the_image_to_the_last_byte() -> None:
    _ = _page().document
    image = next(iter(engine._images.pages.values())).heap
    page._forget()
    first = image.copy(print)
    new = ctypes.string_at(first._heap.base, image.size)
    second = image.copy(print)  # moves the first one away
    assert ctypes.string_at(first._heap.base, image.size) == new
    for one in (first, second):
        one.allow(10**8)
        one.run(
            "for (let at = 0; at < 300; at++) more(); const all = Array(1e5).fill(0).map(at => ({ at }));"
        )
        assert ctypes.string_at(first._heap.base, image.size) != new
    base = first._heap.base
    del first, one  # the one elsewhere is used again
    third = image.copy(print)
    assert ctypes.string_at(base, image.size) == new
    third.allow(10**8)
    third.run("more()")
    del third, second  # the one in place is
    fourth = image.copy(print)
    assert ctypes.string_at(base, image.size) == new
    fourth.allow(10**8)
    fourth.run("if (typeof all !== 'undefined') throw new Error('seen')")


def test_images_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    _ = _page().document
    monkeypatch.setattr(engine, "IMAGES", 2 * next(iter(engine._images.pages.values())).heap.size + 1)
    for seed in range(2, 6):
        _ = _page(seed=seed).document
    assert [start.seed for start in engine._images.pages] == [4, 5]


def test_steps_and_memory_are_limited_in_a_copy_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "STEPS_OF_INPUT", 400_000)
    monkeypatch.setattr(engine, "MEMORY", 4 << 20)
    told = []
    for _ in range(2):
        page._forget()
        endless = _page().run("while (true);")
        large = _page().run("const all = []; while (true) all.push(new Array(1000).fill(all.length));")
        told.append((endless.failure, large.failure))
    assert told[0] == told[1]
    assert "steps" in told[0][0]
    assert "memory" in told[0][1]


def test_threads_have_heaps_of_their_own() -> None:
    told: list[object] = []

    def play() -> None:
        shown = [_page(), _page().run("more()")]
        told.append([_told(one) for _ in range(20) for one in shown])

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == 3
    assert told[0] == told[1] == told[2]


def test_values_pass_the_border(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heaps, "JOBS", 100)
    asked = []

    def ask(*given: object) -> object:
        asked.append(given)
        if given[0] == "fail":
            raise ValueError("no")
        return given[0]

    one = heaps.interpreter(1 << 24)
    one.allow(10**7)
    one.open(
        "(setup, ask) => (name, given) => { const back = ask(...JSON.parse(given)); return name + typeof back + back; }",
        "{}",
        ask,
    )
    assert isinstance(one, heaps.CopiedInterpreter)
    for given, said in (
        ("[1]", "number1"), ("[-2147483648]", "number-2147483648"), ("[4294967296]", "number4294967296"),
        ("[0.5]", "number0.5"), ('["\\u00e9\\ud83d\\ude00"]', "stringé😀"), ('["a\\u0000b"]', "stringa\0b"),
        ("[null]", "objectnull"), ("[true]", "booleantrue"), ('["\\ud800"]', "string\ufffd"),
    ):  # fmt: skip
        assert one.enter("", given).replace("\ufffd\ufffd\ufffd", "\ufffd") == said
    with pytest.raises(ScriptError, match="Python call failed"):
        one.enter("", '["fail"]')
    with pytest.raises(ScriptError, match="SyntaxError"):
        one.run("let let")
    with pytest.raises(ScriptError, match="boo"):
        one.run("throw new Error('boo')")
    one.allow(10**9)
    with pytest.raises(PageLimitError, match="promises"):
        one.run("const again = () => { Promise.resolve().then(again); }; again()")


def test_numbers_drawn_in_c_are_those_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    files = _wheel()
    library = None if files is None else files.read("core/core.js")  # seedrandom is a part of it
    if library is None:
        pytest.skip("the package miniwob is not installed")
    assert libraries.hastened(library.decode()) != library.decode()
    assert libraries.hastened("Math.random()") == "Math.random()"
    script = """(() => { const said = [];
        for (const seed of ['1', 1, 'x', '']) { Math.seedrandom(seed); for (let i = 0; i < 300; i++) said.push(Math.random()); }
        const own = new Math.seedrandom('a', {state: true}); own();
        said.push(own.int32(), own.quick(), own.double());
        const state = own.state(); said.push(own(), state.i, state.j);
        said.push(Math.seedrandom('', {state, pass: one => one})()); return said; })()"""
    html = b"<body><script>" + library + b"</script>"
    ours = _page(html).read(script)
    page._forget()
    engine._forget()
    monkeypatch.setattr(engine, "hastened", str)
    assert ours == _page(html).read(script)
    assert len(set(ours)) > 1000


@pytest.mark.parametrize(
    "given",
    [
        "",
        "1, 1",
        "{}, 1",
        "{i: 0, j: 0, S: new Uint8Array(3)}, 6",
        "{i: 0, j: 0, S: new Float64Array(256)}, 6",
        "{i: 300, j: -1, S: new Uint8Array(256)}, 6",
        "{i: 0, j: 0, S: new Uint8Array(256)}, 1e9",
        "new Proxy({}, {get() { throw 1; }}), 6",
    ],
)
def test_drawing_from_what_is_no_state_fails(given: str) -> None:
    shown = _page(b"<body>").run(
        f"try {{ globalThis[' draw']({given}); 'drawn' }} catch (error) {{ 'failed' }}"
    )
    assert shown.result == "failed"


def test_drawing_counts_as_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "STEPS_TO_LOAD", 3_000_000)
    script = b"for (;;) globalThis[' draw']({i: 0, j: 0, S: new Uint8Array(256)}, 100000);"
    assert "too many steps" in _page(b"<body><script>" + script + b"</script>").failure


def _wheel() -> Folder | None:
    found = importlib.util.find_spec("miniwob")
    if found is None or not found.submodule_search_locations:
        return None
    return Folder(f"{found.submodule_search_locations[0]}/html")
