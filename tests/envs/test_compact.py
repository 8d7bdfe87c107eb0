"""The compact text of a screen: its lines, its tags, its length."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bmoca_gym import tasks
from bmoca_gym.agents.language import solutions
from bmoca_gym.envs import PhoneEnv, compact
from bmoca_gym.envs.text_actions import parse
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.randomization import get

#: A task of each suite with lists, switches, fields, a slider or long presses, and its configuration.
TASKS = [
    ("create_alarm_at_10_30_am_on_every_weekday", "105"),
    ("turn_on_alarm_at_9_am_in_clock_and_increase_alarm_volume_in_setting", "102"),
    ("androidworld/markor_move_note", "androidworld/pixel_6"),
    ("androidlab/calendar_2", "androidlab/pixel_7_pro"),
]


def node(depth: int, name: str, text: str = "", described: str = "", **more: Any) -> UiNode:
    kind, _, resource_id = name.partition(" ")
    top = more.pop("top", 0)
    bounds = more.pop("bounds", (0, top, 1000, top + 100))
    return UiNode(f"android.widget.{kind}", resource_id, text, described, bounds, "", depth, **more)


def described(*nodes: UiNode) -> list[str]:
    """The lines of a screen, all in one layout, which has the last tag."""
    return compact.description(UiTree((node(0, "LinearLayout"), *nodes), 1000, 2000), 10_000).split("\n")


def row(*inside: UiNode, kind: str = "LinearLayout", **more: Any) -> tuple[UiNode, ...]:
    return (node(1, kind, clickable=True, **more), *inside)


SCREENS: dict[str, tuple[tuple[UiNode, ...], list[str]]] = {
    "the words of a row are those inside it": (
        row(node(2, "TextView", "Display"), node(2, "TextView", "Dark theme,\nfont size")),
        ["2 Display, Dark theme, font size"],
    ),
    "a check inside a row is the row's, without the text of the switch": (
        row(node(2, "TextView", "Vibrate"), node(2, "Switch", "OFF", checkable=True)),
        ["2 Vibrate: off"],
    ),
    "a switch takes the words beside it": (
        (
            node(1, "LinearLayout"),
            node(2, "TextView", "Top read"),
            node(2, "Switch", "ON", clickable=True, checkable=True, checked=True),
        ),
        ["1 Top read: on"],
    ),
    "a field has its name, its content and the focus": (
        (
            node(1, "EditText", "Name", hint="Name", clickable=True, editable=True),
            node(1, "EditText", "a\nb", hint="Note", clickable=True, editable=True, focused=True),
        ),
        ["0 Name =", "1 Note: focused = a b"],
    ),
    "an icon without words has the end of its resource id": (
        (node(1, "ImageView app:id/feed_drag_handle", clickable=True),),
        ["0 drag handle"],
    ),
    "a text that names an element is given once, signs not at all": (
        (
            node(1, "TextView", "Volume"),
            node(1, "TextView", ":"),
            node(1, "SeekBar", "80.0", "Volume", bounds=(100, 900, 900, 1100)),
            node(1, "TextView", "Left"),
            node(1, "TextView", "Right"),
        ),
        ["- Volume", "2 Volume 80.0: x 0.10 to 0.90, y 0.50", "- Left | Right"],
    ),
    "what is off the screen or disabled": (
        (
            node(1, "Button", "Below", clickable=True, top=2000),
            node(1, "Button", "Save", clickable=True, enabled=False),
            node(1, "Button", "Hidden", clickable=True, visible=False),
        ),
        ["1 Save: disabled"],
    ),
    "a run says once what its rows share": (
        tuple(
            node(1, "View", "", f"May {day}, 2024", clickable=True, selected=day == 2) for day in range(1, 6)
        ),
        ["- May _ 2024", "0 1", "1 2: selected", "2 3", "3 4", "4 5"],
    ),
    "a run of parts, with dittos, and what only a long press does": (
        tuple(
            one
            for name in "abcdf"
            for one in row(
                node(2, "TextView", f"{name}.txt"),
                node(2, "TextView", "10/15/2023" if name < "c" else f"{name}/15/2023"),
                node(2, "TextView", "File"),
                long_clickable=True,
            )
        ),
        [
            "- _, File +", "3 a.txt, 10/15/2023", '7 b.txt, "', "11 c.txt, c/15/2023", "15 d.txt, d/15/2023",
            "19 f.txt, f/15/2023",
        ],
    ),
    "parts that others contain": (
        row(node(2, "TextView", "File a.md"), node(2, "TextView", "a.md"), node(2, "TextView", "1")),
        ["3 File a.md, 1"],
    ),
    "parts that only look contained": (
        row(node(2, "TextView", "1"), node(2, "TextView", "10 items"), node(2, "TextView", "0")),
        ["3 1, 10 items, 0"],
    ),
    "a button in a row does not repeat the row's title": (
        row(
            node(2, "TextView", "Bananas, each"),
            node(2, "Button", "Add", "Add to cart: Bananas, each", clickable=True),
            long_clickable=True,
        ),
        ["2 Bananas, each +", '1 Add'],
    ),
    "lists that scroll": (
        (
            node(1, "ScrollView", bounds=(0, 0, 1000, 2000), scrollable=True),
            node(1, "HorizontalScrollView", bounds=(0, 0, 1000, 200), scrollable=True),
        ),
        ["scrolls; scrolls sideways at x 0.50, y 0.05"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_lines(name: str) -> None:
    nodes, lines = SCREENS[name]
    assert described(*nodes) == lines


def test_words_are_cut_where_a_screen_has_many() -> None:
    """Every element keeps its line, and a field its content."""
    note = node(1, "EditText", "word " * 400, hint="Note", clickable=True, editable=True)
    assert described(note) == ["0 Note = " + "word " * 399 + "word"]
    few = described(node(1, "Button", "word " * 30, clickable=True))
    assert few == ["0 " + "word " * 29 + "word"]
    many = described(*(node(1, "Button", f"{n} " + "word " * 30 + str(n), clickable=True) for n in range(60)))
    assert len(many) == 60
    assert many[59] == "59 59 word word wo…"


def test_a_large_tree_takes_no_time_in_the_square_of_its_size() -> None:
    nodes = [node(1, "LinearLayout", clickable=True)]
    nodes += [node(2, "TextView", f"text {n}") for n in range(4_000)]
    nodes += [node(1, "LinearLayout"), *(node(2, "ImageView", clickable=True) for n in range(4_000))]
    text = compact.description(UiTree((node(0, "FrameLayout"), *nodes), 1000, 2000), 1000)
    assert text.startswith("4000 text 0, text 1, ")
    assert len(text) == 1000


@pytest.mark.parametrize(("task", "configuration"), TASKS)
def test_an_expert_finds_its_way_in_it(task: str, configuration: str) -> None:
    """Each element that the expert touches has a line with words, with the tag that the action takes."""
    found = tasks.get(task)
    env = PhoneEnv(found, configuration, interface="compact")
    steps = 0
    try:
        for screen in solutions.play(env, found, get(configuration)):
            call = parse(screen.action)
            steps += 1
            if call.name in ("tap", "long_press"):
                (line,) = re.findall(rf"^{call.arguments[0]} (.*)$", screen.observation, re.MULTILINE)
                assert re.search(r"\w", line)
                assert call.name == "tap" or line.endswith("+") or "- _ +" in screen.observation
            assert compact.tokens(screen.observation) < 400
    finally:
        env.close()
    assert steps >= 5
