"""Our readers compared with the parsers that makers publish on PyPI: generated and mutated answers give only listed
differences.

The references are `ui-tars`, the function `smart_resize` of `qwen-vl-utils`, and the types of the clients of Anthropic
and OpenAI. A row of a table says where we differ, and why.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from unittest.mock import MagicMock

import pytest

from bmoca_gym.agents.language.formats.points import smart_resize
from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS

WIDTH, HEIGHT = 1080, 2400
FRAME = Frame((WIDTH, HEIGHT), (WIDTH, HEIGHT))
ANSWERS = 10_000

Actions = list[dict[str, Any]]


def ours(name: str, text: str) -> Actions | str:
    """Our actions, or why there are none."""
    try:
        return list(FORMATS[name].read(text, FRAME).actions)
    except FormatError as error:
        return str(error)


@pytest.fixture
def qwen_vl_utils(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of qwen-vl-utils, without PyTorch and torchvision: resizing needs neither."""
    for name in ("torch", "torchvision", "torchvision.transforms"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    yield pytest.importorskip("qwen_vl_utils.vision_process")
    for name in [name for name in sys.modules if name.partition(".")[0] == "qwen_vl_utils"]:
        del sys.modules[name]


@pytest.mark.parametrize("whose", ["qwen-vl-utils", "ui-tars"])
def test_pictures_are_resized_alike(whose: str, qwen_vl_utils: Any) -> None:
    ui_tars = pytest.importorskip("ui_tars.action_parser")
    reference = (ui_tars if whose == "ui-tars" else qwen_vl_utils).smart_resize
    draw, refused = random.Random(whose), 0
    for _ in range(ANSWERS):
        height, width = (draw.choice((draw.randint(1, 60), draw.randint(60, 6000))) for _ in range(2))
        use = draw.choice(
            (
                (28, 3_136, 12_845_056),
                (28, 78_400, 12_845_056),
                (32, 4_096, 16_777_216),
                (16, 3_136, 1_000_000),
            )
        )
        try:
            theirs = reference(height, width, *use)
        except ValueError:
            refused += 1
            with pytest.raises(FormatError):
                smart_resize(height, width, *use)
        else:
            assert smart_resize(height, width, *use) == theirs, (height, width, use)
    assert refused


_WORDS = (
    "milk",
    "it's late",
    'say "go"',
    "a, b (c) [d]",
    "007",
    "café 你好",
    "a\\\\b",
    "x='y'",
    "Action go",
    "line\\n",
    "",
    "  two",
)
_THOUGHTS = ("", "Thought: The gear opens the settings.\n", "Thought: I see (a) 'b', then = c.\nNext.\n",
             "Reflection: It failed. Action_Summary: Try again.\n", "Action_Summary: Go on.\n")  # fmt: skip
_DIRECTIONS = ("up", "down", "left", "right")
_JUNK = ("'", '"', "\\", "\n", "(", ")", "[", "]", ",", "=", ":", " ", "\t", "1", "-", ".", "Action: ", "Thought: ", "point=",
         "<point>", "</point>", "click(", ")\n\n", "[EOS]", "é", "\\n", "<|box_start|>")  # fmt: skip


def _point(draw: random.Random, key: str) -> str:
    x, y = draw.randint(0, 1000), draw.randint(0, 1000)
    kind = draw.random()
    if kind < 0.6:
        return f"{key}='<point>{x} {y}</point>'"
    if kind < 0.9:
        return f"{'start_box' if key == 'point' else key}='({x},{y})'"
    return f"{key}='({x},{y},{draw.randint(0, 1000)},{draw.randint(0, 1000)})'"


def _call(draw: random.Random) -> str:
    kind = draw.randrange(10)
    if kind < 3:
        return (
            f"{draw.choice(('click', 'left_double', 'long_press', 'right_single'))}({_point(draw, 'point')})"
        )
    if kind == 3:
        return f"drag({_point(draw, 'start_point')}, {_point(draw, 'end_point')})"
    if kind == 4:
        return f"scroll({_point(draw, 'point')}, direction='{draw.choice(_DIRECTIONS)}')"
    if kind in (5, 6):
        return f"type(content='{draw.choice(_WORDS)}')"
    if kind == 7:
        return f"{draw.choice(('press_home', 'press_back', 'wait', 'call_user'))}()"
    if kind == 8:
        return f"open_app(app_name='{draw.choice(('Clock', 'Simple Calendar Pro', '设置'))}')"
    return f"finished(content='{draw.choice(('done', '7:30', 'x'))}')"


def _mutated(draw: random.Random, text: str) -> str:
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(text) + 1)
        kind = draw.random()
        if kind < 0.5:
            text = text[:at] + draw.choice(_JUNK) + text[at:]
        elif kind < 0.8:
            text = text[:at] + text[at + draw.randint(1, 6) :]
        else:
            other = draw.randrange(len(text) + 1)
            text = text[:at] + text[other : other + draw.randint(1, 20)] + text[at:]
    return text


def _in_our_words(actions: Sequence[Mapping[str, Any]]) -> Actions:
    """The reference's actions with points in px, and without what has no place in ours."""
    found = []
    for one in actions:
        action: dict[str, Any] = {"name": one["action_type"]}
        for key, value in one["action_inputs"].items():
            numbers = re.findall(r"[^\[\], ]+", value) if key in ("start_box", "end_box") else ()
            if len(numbers) == 4:
                left, top, right, bottom = map(float, numbers)
                x, y = (left + right) / 2 * WIDTH, (top + bottom) / 2 * HEIGHT
                names = ("x", "y") if key == "start_box" else ("to_x", "to_y")
                action |= dict(zip(names, (min(x, WIDTH - 1), min(y, HEIGHT - 1)), strict=True))
            else:
                action[key] = value
        found.append(action)
    return found


def _alike(mine: Mapping[str, Any], theirs: Mapping[str, Any], change: Callable[[str], str] = str) -> bool:
    for key, value in theirs.items():
        have = mine.get(key)
        if isinstance(value, (int, float)):
            if not isinstance(have, (int, float)) or abs(have - value) > 0.01:
                return False
        elif not isinstance(have, str) or not isinstance(value, str) or change(have) != change(value):
            return False
    return True


def _all_alike(mine: Any, theirs: Any, change: Callable[[str], str] = str) -> bool:
    return (
        isinstance(mine, list)
        and isinstance(theirs, list)
        and len(mine) == len(theirs)
        and all(_alike(*pair, change) for pair in zip(mine, theirs, strict=True))
    )


def _replaced(text: str) -> str:
    """What the reference makes of ``point=`` and points, wherever they stand, and of white space before a text."""
    text = re.sub(r"<point>(\d+)\s+(\d+)</point>", r"(\1,\2)", text.replace("[EOS]", ""))
    return text.replace("point=", "start_box=").replace("start_start_box", "start_box").strip()


def _refuses(*words: str) -> Callable[[Any, Any], bool]:
    return lambda mine, theirs: (
        isinstance(mine, str) and theirs is not None and any(word in mine for word in words)
    )


def _both(check: Callable[[Actions, Actions], bool]) -> Callable[[Any, Any], bool]:
    return lambda mine, theirs: isinstance(mine, list) and theirs is not None and check(mine, theirs)


def _type_differs(mine: Actions, theirs: Actions) -> bool:
    pairs = list(zip(mine, theirs, strict=False))
    different = [pair for pair in pairs if not _alike(*pair, str.lstrip)]
    return bool(different) and all(other["name"] == "type" for _, other in different)


#: Where we differ from the package ui-tars, and why. The first row that fits counts.
UI_TARS: Mapping[str, Callable[[Any, Any], bool]] = {
    "it raises, and the run ends; we read double quotes, line breaks, missing ends, Action: without a space":
        lambda mine, theirs: theirs is None and isinstance(mine, list),
    "it passes on any name, and its executor does nothing; we refuse an unknown one": _refuses("There is no action"),
    "it passes on calls without an argument that they need": _refuses("lacks"),
    "it passes on one, three or five numbers; a point has two, a box four": _refuses("is not a point"),
    "it passes on points outside the screen": _refuses("outside the screen"),
    "it passes on any direction": _refuses("is not a direction"),
    "it reads as Python what is no list of key='value', and drops it": _refuses("is not an argument", "has no end", "has a tag"),
    "it reads what follows the last call as a part of its text, or drops it": _refuses("is not an action"),
    "it drops white space before a text; we type it": _both(lambda mine, theirs: _all_alike(mine, theirs, str.strip)),
    "it replaces point= and points in texts too": _both(lambda mine, theirs: _all_alike(mine, theirs, _replaced)),
    "it passes on a call of a call, which has no name": _both(
        lambda mine, theirs: any(one["name"] is None for one in theirs)
    ),
    "it keeps arguments with other names; we drop them if the action needs none": _both(
        lambda mine, theirs: len(mine) == len(theirs)
        and any(set(other) - set(one) for one, other in zip(mine, theirs, strict=True))
    ),
    "it types what stands around type(content='…') too": _both(_type_differs),
}  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), [("ui-tars-1.5", "qwen25vl"), ("ui-tars-doubao", "relative")])
def test_ui_tars(name: str, kind: str) -> None:
    parse = pytest.importorskip("ui_tars.action_parser").parse_action_to_structure_output
    draw, found, alike = random.Random(7), Counter[str](), 0
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # of Python's parser, which the reference uses
        for number in range(ANSWERS):
            calls = "\n\n".join(_call(draw) for _ in range(draw.choice((1, 1, 1, 1, 2, 3))))
            text = f"{draw.choice(_THOUGHTS)}Action: {calls}"
            if number % 3:
                text = _mutated(draw, text)
            try:
                theirs: Actions | None = _in_our_words(parse(text, 1000, HEIGHT, WIDTH, kind))
            except Exception:  # it raises errors of many kinds
                theirs = None
            mine = ours(name, text)
            if (theirs is None and isinstance(mine, str)) or _all_alike(mine, theirs):
                alike += 1
                continue
            reason = next((reason for reason, fits in UI_TARS.items() if fits(mine, theirs)), None)
            assert reason, (text, mine, theirs)
            assert number % 3 or "white space" in reason, (reason, text, mine, theirs)
            found[reason] += 1
    assert alike > 0.75 * ANSWERS
    assert set(found) == set(UI_TARS)


#: Values that mutations put into arguments.
_VALUES = (None, True, 0, -1, 7, 7.5, 5000, 10**10, "", "down", "7", [], [1], [7, 8], [7, 8, 9, 10], [7.5, 8], [5000, 8], ["a"], {}, {"x": 1, "y": 2})  # fmt: skip


def _mutated_call(
    draw: random.Random, name: str, given: dict[str, Any], names: Sequence[str]
) -> tuple[str, dict[str, Any]]:
    """A call whose name or arguments were changed, two times of three."""
    given = dict(given)
    for _ in range(draw.choice((0, 1, 2))):
        kind = draw.random()
        if kind < 0.3 and given:
            del given[draw.choice(sorted(given))]
        elif kind < 0.8 and given:
            given[draw.choice(sorted(given))] = draw.choice(_VALUES)
        elif kind < 0.9:
            given["further"] = draw.choice(_VALUES)
        else:
            name = draw.choice((*names, "fly"))
    return name, given


def _differences(
    table: Mapping[str, Callable[[Any, Any], bool]],
    answers: Callable[[random.Random], tuple[str, dict[str, Any]]],
    read: Callable[[str, dict[str, Any]], Actions | str],
    accepts: Callable[[str, dict[str, Any]], bool],
) -> None:
    """Compare what the types accept with what we read, and hold the differences to a table."""
    draw, found, alike = random.Random(3), Counter[str](), 0
    for _ in range(ANSWERS):
        name, given = answers(draw)
        mine = read(name, given)
        theirs = [] if accepts(name, given) else None
        if isinstance(mine, list) == (theirs is not None):
            alike += 1
            continue
        reason = next((reason for reason, fits in table.items() if fits(mine, theirs)), None)
        assert reason, (name, given, mine, theirs)
        assert "decimals" not in reason or "." in json.dumps(given), (name, given, mine)
        found[reason] += 1
    assert alike > 0.75 * ANSWERS
    assert set(found) == set(table)


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


#: Where we differ from the types of the client openai.
OPENAI: Mapping[str, Callable[[Any, Any], bool]] = {
    "keys that are held beside a tap mean nothing on a phone, whatever they are": lambda mine, theirs: theirs is None
    and isinstance(mine, list)
    and mine[0].get("keys") is not None
    and not _is_words(mine[0]["keys"]),
    "points may have decimals; a phone has parts of pixels":
        lambda mine, theirs: theirs is None and isinstance(mine, list),
    "a point must lie on the screen": _refuses("outside the screen"),
    "a number must be of ordinary size": _refuses("must be a number", "must be a whole number", "is not a point"),
    "a drag needs two points": _refuses("two points"),
}  # fmt: skip


def test_openai() -> None:
    pytest.importorskip("openai")
    from openai.types.responses import ComputerAction
    from pydantic import TypeAdapter, ValidationError

    from bmoca_gym.agents.language.formats.computer_use import OPENAI as NAMES

    types: TypeAdapter[Any] = TypeAdapter(ComputerAction)
    made = {
        "click": {"x": 5, "y": 6, "button": "left"}, "double_click": {"x": 5, "y": 6, "keys": None},
        "drag": {"path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, "keypress": {"keys": ["ENTER"]}, "move": {"x": 5, "y": 6},
        "screenshot": {}, "scroll": {"x": 5, "y": 6, "scroll_x": 0, "scroll_y": 100}, "type": {"text": "milk"}, "wait": {},
    }  # fmt: skip

    def answers(draw: random.Random) -> tuple[str, dict[str, Any]]:
        name = draw.choice(sorted(made))
        return _mutated_call(draw, name, made[name], sorted(made))

    def read(name: str, given: dict[str, Any]) -> Actions | str:
        item = {"type": "computer_call", "actions": [{"type": name, **given}]}
        return ours("openai-computer-use", json.dumps([item]))

    def accepts(name: str, given: dict[str, Any]) -> bool:
        try:
            types.validate_python({"type": name, **given}, strict=True)
        except ValidationError:
            return False
        return True

    assert set(made) == set(NAMES)
    _differences(OPENAI, answers, read, accepts)


#: Where we differ from the types of the client anthropic.
CLAUDE: Mapping[str, Callable[[Any, Any], bool]] = {
    "points may have decimals; a phone has parts of pixels":
        lambda mine, theirs: theirs is None and isinstance(mine, list),
    "a point has two numbers, a region four": _refuses("must be [x, y]", "must be [left, top, right, bottom]"),
    "a point must lie on the screen": _refuses("outside the screen"),
    "a time is a number from 0 on": _refuses("must be a number from 0 on"),
    "a whole number must be of ordinary size": _refuses("must be a whole number", "is not a point"),
}  # fmt: skip


def test_claude() -> None:
    beta = pytest.importorskip("anthropic.types.beta")
    from pydantic import ValidationError

    made = {
        "key": {"text": "Return", "repeat": 2}, "hold_key": {"text": "a", "duration": 1}, "type": {"text": "milk"},
        "cursor_position": {}, "mouse_move": {"coordinate": [5, 6]}, "left_mouse_down": {}, "left_mouse_up": {},
        "left_click": {"coordinate": [5, 6], "text": "shift"}, "right_click": {"coordinate": [5, 6]},
        "middle_click": {"coordinate": [5, 6]}, "double_click": {"coordinate": [5, 6]}, "triple_click": {},
        "left_click_drag": {"start_coordinate": [1, 2], "coordinate": [5, 6]},
        "scroll": {"coordinate": [5, 6], "scroll_direction": "down", "scroll_amount": 3}, "wait": {"duration": 2},
        "screenshot": {}, "zoom": {"region": [1, 2, 30, 40]},
    }  # fmt: skip
    types = {name: getattr(beta, f"BetaComputer{name.title().replace('_', '')}Input") for name in made}

    def answers(draw: random.Random) -> tuple[str, dict[str, Any]]:
        name = draw.choice(sorted(made))
        return _mutated_call(draw, name, made[name], sorted(made))

    def read(name: str, given: dict[str, Any]) -> Actions | str:
        block = {"type": "tool_use", "id": "1", "toolset_name": "computer", "name": name, "input": given}
        return ours("claude-computer-use", json.dumps([block]))

    def accepts(name: str, given: dict[str, Any]) -> bool:
        try:
            types[name].model_validate(given, strict=True)
        except (KeyError, ValidationError):
            return False
        return True

    _differences(CLAUDE, answers, read, accepts)
