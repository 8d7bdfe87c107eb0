"""Pages with a puzzle: the maze with its buttons, the numbers with their form, the canvas with its colours.

The page's texts are English in every language, and it is never mirrored, as any English page. Elements have
as resource ids the ids that a script uses for them, as in Chrome.
"""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import puzzles
from bmoca_gym.handset.apps.chrome.handlers import playing
from bmoca_gym.handset.apps.chrome.puzzles import COLORS, MOVES, NUMBERS, SIDE, Puzzle
from bmoca_gym.handset.apps.chrome.state import ID
from bmoca_gym.handset.kits.drawing import Drawing
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, LeftToRight, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import Callback, do

_BLACK, _WHITE, _GRAY, _GREEN, _EDGE = 0xFF000000, 0xFFFFFFFF, 0xFFEFEFEF, 0xFF008000, 0xFF767676
_BUTTON = "android.widget.Button"
_SOLVED = "Success!"
#: Widths of a screen, in letters' dp, on which four buttons don't stand beside one another.
_NARROW = 270


def body(res: Resources, puzzle: Puzzle, answering: bool, key: str) -> Element:
    """A puzzle's page, white even in the dark theme. ``answering``: its form is focused; ``key``: of its
    scroll position.
    """
    parts = _PARTS[puzzle.kind](res, puzzle, answering)
    column = LeftToRight(
        Column(*parts, width=min(res.width, 720), pad=8, gap=10, class_name="android.webkit.WebView"),
        width=FILL, height=FILL, align="center", background=_WHITE,
    )  # fmt: skip
    return Scroll(column, key=key, width=FILL, grow=1, background=_WHITE, id=ID + "compositor_view_holder",
                  class_name="android.widget.FrameLayout")  # fmt: skip


def _button(label: str, tap: Callback, size: float = 14, id: str = "") -> Element:
    return Text(label, size, _BLACK, pad=(12, 8), background=_GRAY, border=_EDGE, radius=3, align="center", tap=tap,
                id=id, class_name=_BUTTON)  # fmt: skip


def _heading(text: str, size: float, id: str = "") -> Element:
    return Text(text, size, _BLACK, 700, lines=2, pad=(0, 10), id=id)


def _maze(res: Resources, puzzle: Puzzle, answering: bool) -> list[Element]:
    if puzzle.solved:
        return [_heading(_SOLVED, 32)]
    side = min(64, int((res.width - 24) / SIDE))
    rows = []
    for row, line in enumerate(puzzles.maze(puzzle.seed)):
        cells = []
        for column, sign in enumerate(line):
            here = (row, column) == puzzle.at
            goal = (row, column) == (SIDE - 1, SIDE - 1)
            mark = (Text("X", 32, _BLACK),) if here else ()
            color = _BLACK if sign == "#" else _GREEN if goal and not here else _WHITE
            cells.append(Stack(*mark, width=side, height=side, align="center", justify="center", background=color,
                               border=_BLACK, class_name=""))  # fmt: skip
        rows.append(Row(*cells, class_name=""))
    buttons = [_button(name, do(playing.step, name), 16) for name in MOVES]
    across = len(buttons) if res.width * res.metrics.scale / res.metrics.font > _NARROW else 2
    lines = [Row(*buttons[i : i + across], gap=6, class_name="") for i in range(0, len(buttons), across)]
    return [
        Column(*rows, class_name="android.view.View"), Column(*lines, gap=6, class_name="android.view.View"),
    ]  # fmt: skip


def _numbers(res: Resources, puzzle: Puzzle, answering: bool) -> list[Element]:
    parts: list[Element] = [
        Spacer(width=1, height=32),
        _heading(str(puzzles.shown_number(puzzle)), 48, "number"),
    ]
    if puzzle.clicks < NUMBERS:
        parts.append(_button("Click Me", do(playing.click), 24, "next"))
    else:
        field = TextField(
            puzzle.typed, "answer", do(playing.type_number), focused=answering, hint="Enter the product",
            hint_color=_EDGE, accent=_BLACK, color=_BLACK, size=18, width=max(100, min(200, res.width - 170)), pad=6,
            on_submit=do(playing.send_number), kind="number", background=_WHITE, id="answer",
        )  # fmt: skip
        framed = Stack(field, border=_EDGE, pad=1, class_name="")
        parts.append(Row(framed, _button("Submit", do(playing.send_number), 18), gap=8, align="center",
                         class_name="android.view.View"))  # fmt: skip
    if puzzle.solved:
        parts.append(_heading(_SOLVED, 26, "said"))
    return [Column(*parts, width=FILL, gap=16, align="center", class_name="android.view.View")]


def _drawing(res: Resources, puzzle: Puzzle, answering: bool) -> list[Element]:
    side = min(puzzles.SHEET, res.width - 24)
    wanted = [
        Spacer(width=50, height=50, background=0xFF000000 | COLORS[place])
        for place in puzzles.targets(puzzle.seed)
    ]
    sheet = Drawing(puzzle.strokes, width=side, height=side, background=_WHITE, border=_BLACK, tap=do(playing.draw),
                    drag=do(playing.draw), id="sheet", class_name="android.widget.Image")  # fmt: skip
    colors = [
        Spacer(width=FILL, height=30, background=0xFF000000 | color, border=_BLACK if color == puzzle.color else None,
               tap=do(playing.pick, color), class_name=_BUTTON)
        for color in COLORS
    ]  # fmt: skip
    parts: list[Element] = [
        Row(*wanted, gap=10, class_name=""), sheet, Text("Available Colors:", 14, _BLACK),
        Grid(*colors, columns=8, gap=6, width=side, class_name="android.view.View"),
        Row(_button("Clear", do(playing.clear), id="clear"), _button("Submit", do(playing.send_drawing), id="send"),
            gap=10, class_name="android.view.View"),
    ]  # fmt: skip
    if puzzle.solved:
        parts.append(Text(_SOLVED, 14, _BLACK, id="said"))
    return [Column(*parts, width=FILL, gap=8, align="center", class_name="android.view.View")]


#: What the page of each kind of puzzle holds.
_PARTS = {"multiply": _numbers, "maze": _maze, "draw": _drawing}
