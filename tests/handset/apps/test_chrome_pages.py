"""Chrome shows pages from files: puzzles work as in any browser, and other pages can be read."""

from __future__ import annotations

import math
import pickle
from pathlib import Path

import pytest
from handset_hand import Hand

import bmoca_gym
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.kits import local_pages
from bmoca_gym.handset.value import clear_caches
from bmoca_gym.suites.androidworld import puzzles

pytest.importorskip("_quickjs")

PAGES = Path(bmoca_gym.__file__).parent / "suites" / "androidworld" / "pages"
FOLDER = "/storage/emulated/0/Download"
FILE = f"{FOLDER}/task.html"
CHROME = "com.android.chrome/com.google.android.apps.chrome.Main"
BUTTON = "android.widget.Button"


def opened(html: str) -> Hand:
    """A phone on which that page was opened from Files."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.device.write_file(FILE, html.encode())
    hand.shell("monkey -p com.google.android.documentsui -c android.intent.category.LAUNCHER 1")
    hand.tap(text="task.html")
    if hand.sees("resolver_list"):  # other apps read such a file, too
        hand.tap(text="Chrome")
        hand.tap("button_once")
    return hand


def page(kind: str, seed: int) -> Hand:
    return opened((PAGES / f"{kind}.html").read_text("utf-8").replace("%%SEED%%", str(seed)))


def solved(hand: Hand) -> bool:
    return hand.sees(text="Success!")


def test_the_rules_are_those_of_the_pages_scripts() -> None:
    """The expected values were read in Chromium."""
    assert puzzles.maze(7) == (".###", "..##", "#.##", "#...")
    assert puzzles.way_of(7) == ["Down", "Right", "Down", "Down", "Right", "Right"]
    assert puzzles.colors_of(7) == [5, 22, 14]


def test_the_x_goes_through_the_maze_but_through_no_wall() -> None:
    hand = page("maze", 7)
    before = hand.node(text="X").bounds
    for name in ("Right", "Up", "Left"):
        hand.tap(text=name)
    assert hand.node(text="X").bounds == before
    for name in puzzles.way_of(7):
        assert not solved(hand)
        hand.tap(text=name)
    assert solved(hand)
    hand.tap("menu_button")
    hand.tap(description="Reload")
    assert hand.node(text="X").bounds == before


def test_five_numbers_are_multiplied() -> None:
    hand = page("multiply", 7)
    seen = []
    for _ in range(5):
        seen.append(int(hand.text("number")))
        hand.tap(text="Click Me")
    assert not hand.sees(text="Click Me")
    hand.tap("answer")
    for answer, right in (("12", False), ("", True)):
        hand.type(answer + ("" if answer else str(math.prod(seen))))
        hand.tap(text="Submit")
        assert solved(hand) == right
        hand.tap("answer")
        hand.press("DEL", "DEL")


def test_a_drawing_needs_all_three_colors() -> None:
    hand = page("draw", 7)
    sheet = hand.node("sheet")
    palette = [node for node in hand.all(class_name=BUTTON) if not node.text]
    assert len(palette) == 24
    for number, place in enumerate(puzzles.colors_of(7)):
        hand.tap(text="Submit")
        assert not solved(hand)
        hand.do(Tap(*hand.at(palette[place])))
        hand.do(Swipe(*hand.at(sheet, 0.1, 0.2 + number / 5), *hand.at(sheet, 0.9, 0.3 + number / 5), 0.3))
    hand.tap(text="Submit")
    assert solved(hand)
    hand.tap(text="Clear")
    hand.tap(text="Submit")
    assert not solved(hand)


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        (
            "<title>T</title><h1>Head</h1><p>One <b>two</b><li>three<script>no</script>",
            ["Head", "One", "two", "three"],
        ),
        ("<title>Maze</title>no seed", ["no seed"]),
        ("", []),
    ],
)
def test_other_pages_are_shown(html: str, texts: list[str]) -> None:
    hand = opened(html)
    web = hand.node(class_name="android.webkit.WebView")
    shown = " ".join(node.text for node in hand.tree.subtree(web))
    for text in texts:
        assert text in shown
    assert "no<" not in shown


def test_a_text_is_shown_as_it_is() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.device.write_file(f"{FOLDER}/notes.txt", b"plain & <b>simple</b>\n  indented")
    view(hand, "notes.txt", "text/plain")
    web = hand.node(class_name="android.webkit.WebView")
    assert "plain & <b>simple</b>" in " ".join(node.text for node in hand.tree.subtree(web))


def view(hand: Hand, name: str, kind: str = "text/html") -> None:
    hand.shell(f"am start -n {CHROME} -a android.intent.action.VIEW -t {kind} -d file://{FOLDER}/{name}")


def test_a_page_reads_the_files_beside_it_and_follows_links() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    for name, text in (
        ("site/one.html", "<script src=parts/say.js></script><p id=said></p><a href=two.html#end>on</a>"),
        ("site/parts/say.js", "window.onload = () => { said.textContent = 'said ' + location.search; }"),
        (
            "site/two.html",
            "<title>Second</title><p>two</p><script>console.log('here', location.hash)</script>",
        ),
    ):
        hand.device.write_file(f"{FOLDER}/{name}", text.encode())
    view(hand, "site/one.html?seed=5")
    assert hand.sees(text="said ?seed=5")
    hand.tap(text="on")
    assert hand.sees(text="two")
    assert '"here #end", source: file:///' in hand.shell("logcat -d -s chromium")
    hand.press("BACK")
    assert hand.sees(text="said ?seed=5")
    hand.tap(text="on")
    assert hand.sees(text="two"), "the same link works twice"
    hand.tap("tab_switcher_button")
    assert hand.sees(text="Second")


def test_a_page_that_files_passes_on_reads_nothing_beside_it() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.device.write_file(f"{FOLDER}/say.js", b"document.write('beside')")
    hand.device.write_file(FILE, b"<p>alone</p><script src=say.js></script>")
    uri = "content://com.android.externalstorage.documents/document/primary%3ADownload%2Ftask.html"
    hand.shell(f"am start -n {CHROME} -a android.intent.action.VIEW -t text/html -d {uri}")
    assert hand.sees(text="alone")
    assert not hand.sees(text="beside")
    view(hand, "task.html")
    assert hand.sees(text="beside")


def test_a_page_is_as_wide_as_it_says() -> None:
    """Without a word about it, a page is 980 px wide and shown small, as in Chrome."""
    script = "<script>console.log('width', innerWidth)</script>"
    widths = []
    for meta in (
        "",
        "'width=device-width'",
        "width=device-width",
        "'width=500, initial-scale=1'",
        "initial-scale=2",
    ):
        hand = Hand(image="android13", width=1080, height=2400, density=420)
        head = f"<meta name=viewport content={meta}>" if meta else ""
        hand.device.write_file(FILE, (head + script).encode())
        view(hand, "task.html")
        widths.append(round(float(hand.shell("logcat -d -s chromium").split("width ")[1].split('"')[0])))
    assert widths == [980, 411, 411, 500, 411]


def test_time_passes_on_a_page_and_its_dialogs_are_chromes() -> None:
    hand = opened(
        "<p id=at>0</p><script>setTimeout(() => { at.textContent = confirm('Now?') }, 3000)</script>"
    )
    hand.wait(5)
    assert hand.text("title") == "This page says"
    assert hand.text("message_paragraph_1") == "Now?"
    hand.tap("positive_button")
    assert hand.text("at") == "true"


def test_a_phone_without_the_library_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_pages, "playable", lambda: False)
    hand = opened("<p>first")
    assert hand.sees(text="ERR_FAILED")
    assert "pip install quickjs-ng" in hand.shell("logcat -d -s chromium")


def test_words_of_a_page_are_counted() -> None:
    hand = opened("<p>one two one</p><ul><li>One</ul><script>'one'</script>")
    hand.tap("menu_button")
    hand.tap(text="Find in page")
    hand.type("one")
    assert hand.sees(text="1/3")


def test_a_page_goes_on_after_save_and_restore() -> None:
    hand = page("maze", 7)
    hand.tap(text="Down")
    saved = pickle.dumps(hand.device.phone)
    before = hand.node(text="X").bounds
    hand.tap(text="Right")
    clear_caches()
    hand.device.phone = pickle.loads(saved)
    assert hand.node(text="X").bounds == before


def test_who_names_chrome_is_not_asked_which_app() -> None:
    hand = opened("<p>first")
    hand.device.write_file(FILE, b"<p>second")
    view(hand, "task.html")
    assert hand.sees(text="second")


def test_a_tab_that_comes_back_with_chromes_files_lacks_its_page_until_it_is_loaded_again() -> None:
    hand = opened("<title>Hi</title><h1>Hello</h1>")
    hand.shell(f"am start -n {CHROME} -a android.intent.action.VIEW -d file://{FILE}")
    assert hand.sees(text="Hello")
    kept = "/data/data/com.android.chrome/shared_prefs/com.android.chrome_preferences.xml"
    data = hand.device.read_file(kept)
    hand.shell("am force-stop com.android.chrome")
    hand.device.write_file(kept, data)
    hand.shell(f"am start -n {CHROME}")
    assert hand.sees(text="ERR_FAILED")
    hand.shell(f"am start -n {CHROME} -a android.intent.action.VIEW -d file://{FILE}")
    assert hand.sees(text="Hello")
    hand.device.write_file(kept, data.replace(b'"error": ""', b'"error": "ERR_OTHER"'))
    hand.shell(f"am start -n {CHROME}")
    assert not hand.sees(text="ERR_OTHER")
