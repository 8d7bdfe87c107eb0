"""Chrome shows pages from files: puzzles work as in any browser, and other pages can be read."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from handset_hand import Hand

import bmoca_gym
from bmoca_gym.handset.apps.chrome import puzzles
from bmoca_gym.handset.gestures import Swipe, Tap

PAGES = Path(bmoca_gym.__file__).parent / "suites" / "androidworld" / "pages"
FILE = "/storage/emulated/0/Download/task.html"
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
    assert [puzzles.numbers(seed) for seed in (0, 7, 4294967295)] == [
        (3, 3, 9, 7, 4),
        (3, 10, 7, 10, 1),
        (3, 2, 2, 7, 8),
    ]
    assert puzzles.maze(7) == (".###", "..##", "#.##", "#...")
    assert puzzles.way(7) == ("Down", "Right", "Down", "Down", "Right", "Right")
    assert [hex(puzzles.COLORS[place]) for place in puzzles.targets(7)] == ["0xffff", "0xff8c00", "0x9932cc"]


def test_the_x_goes_through_the_maze_but_through_no_wall() -> None:
    hand = page("maze", 7)
    before = hand.node(text="X").bounds
    for name in ("Right", "Up", "Left"):
        hand.tap(text=name)
    assert hand.node(text="X").bounds == before
    for name in puzzles.way(7):
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
    assert len(palette) == len(puzzles.COLORS)
    for number, place in enumerate(puzzles.targets(7)):
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
            ["Head", "One two", "three"],
        ),
        ("<title>Maze</title>no seed", ["no seed"]),
        ("plain & simple <![x", ["plain & simple <![x"]),
        ("", []),
    ],
)
def test_other_pages_are_read(html: str, texts: list[str]) -> None:
    hand = opened(html)
    web = hand.node(class_name="android.webkit.WebView")
    assert [node.text for node in hand.tree.subtree(web) if node.text and node.text != "•"] == texts


def test_a_page_of_the_benchmark_is_known_by_its_title_and_seed() -> None:
    for title, sees in (
        ("Maze Puzzle", "X"),
        ("Memory Task", "Click Me"),
        ("Color Challenge", "Available Colors:"),
    ):
        assert opened(f"<title>{title}</title><script>rng = new SeededRNG(7)</script>").sees(text=sees)


def test_who_names_chrome_is_not_asked_which_app() -> None:
    hand = opened("<p>first")
    hand.device.write_file(FILE, b"<p>second")
    chrome = "com.android.chrome/com.google.android.apps.chrome.Main"
    hand.shell(f"am start -n {chrome} -a android.intent.action.VIEW -t text/html -d file://{FILE}")
    assert hand.sees(text="second")
