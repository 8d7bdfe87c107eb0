"""Answers in each maker's grammar: we read what its own parser reads, except where that is wrong."""

import contextlib
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks import fuzz_formats
from benchmarks.fuzz_formats import SAME_AS
from bmoca_gym.agents.language.formats.points import half_up, smart_resize
from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.handset.ui.tree import UiTree

#: Each case has the actions in the reference's words: those that its parser gives (``by``: run), that its maker's types
#: take (types), or ours where the reference reads it wrong or not at all (``some``: at least these fields). None: a wrong
#: format.
CASES = json.loads(fuzz_formats.CASES.read_text(encoding="utf-8"))

#: Words of a reference that its grammar does not have.
_WORDS = {
    "ui-venus-1.5": {
        "Click": "CLK", "Drag": "SWIPE", "Scroll": "SWIPE", "Type": "INPUT", "Launch": "REOPEN", "Wait": "WAIT",
        "PressBack": "BACK", "PressRecent": "PressMenu", "Finished": "SUCCESS",
    },
    "gemini-computer-use": {
        "click": "click_at", "double_click": "double_click_at", "type": "type_text", "scroll": "scroll_at",
    },
}  # fmt: skip

TREE = UiTree((), 1080, 2400)


def _in_their_words(name: str, action: dict[str, Any]) -> dict[str, Any]:
    action = dict(action)
    if name == "ui-venus-1.5" and action["name"] in ("Type", "CallUser"):
        action["text"] = action.pop("content")
    if "name" in action:
        action["name"] = _WORDS.get(name, {}).get(action["name"], action["name"])
    if "step_count" in action:
        action["step_count"] = str(action["step_count"])
    if name == "gemini-computer-use" and action["name"] in ("wait", "press_key"):
        return {"name": action["name"], "args": [action.get("seconds", action.get("key"))]}
    return action


def _equal(ours: Any, theirs: Any, some: bool = False) -> bool:
    if isinstance(theirs, dict):
        further = set() if some else set(ours) - set(theirs) - {"content", "text", "enter"}
        return not further and all(key in ours and _equal(ours[key], value) for key, value in theirs.items())
    if isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_equal, ours, theirs))
    if isinstance(theirs, (int, float)) and not isinstance(theirs, bool):
        return abs(ours - theirs) <= 1.0
    return ours == theirs


@pytest.mark.parametrize("case", CASES, ids=[f"{case['format']}-{place}" for place, case in enumerate(CASES)])
def test_an_answer(case: dict[str, Any]) -> None:
    chosen = FORMATS[SAME_AS.get(case["format"], case["format"])]
    frame = Frame(tuple(case["screen"]), tuple(case["picture"]))
    if case["actions"] is None:
        with pytest.raises(FormatError):
            chosen.read(case["output"], frame)
        return
    found = chosen.read(case["output"], frame)
    ours = [_in_their_words(case["format"], action) for action in found.actions]
    assert len(ours) == len(case["actions"])
    for mine, theirs in zip(ours, case["actions"], strict=True):
        assert _equal(mine, theirs, case.get("some", False)), (mine, theirs)
    assert found.thought == case.get("thought", found.thought)
    for name, text in case.get("said", {}).items():
        assert found.said[name] == text


@pytest.mark.parametrize(
    ("use", "size", "resized"),
    [
        ((28, 3_136, 12_845_056), (1080, 2400), (1092, 2408)),
        ((28, 3_136, 12_845_056), (1440, 3120), (1428, 3108)),
        ((28, 3_136, 12_845_056), (540, 1200), (532, 1204)),
        ((32, 4 * 32**2, 16_384 * 32**2), (1344, 2992), (1344, 3008)),
        ((16, 3_136, 200_704_000), (1080, 2340), (1088, 2336)),
    ],
)
def test_smart_resize(use: tuple[int, int, int], size: tuple[int, int], resized: tuple[int, int]) -> None:
    width, height = size
    high, wide = smart_resize(height, width, *use)
    assert (wide, high) == resized


def test_javascript_rounds_halves_up() -> None:
    assert smart_resize(1522, 1022, 28, 78_400, 12_845_056) == (1512, 1008)
    assert smart_resize(1522, 1022, 28, 78_400, 12_845_056, half_up) == (1512, 1036)


def test_a_picture_that_is_a_line_is_refused() -> None:
    with pytest.raises(FormatError):
        smart_resize(1, 201, 28, 3_136, 12_845_056)


@pytest.mark.parametrize("name", FORMATS)
def test_any_answer_gives_moves_or_a_reason(name: str) -> None:
    found = fuzz_formats.fuzz(name, 400)
    assert not found.raised
    assert 0 < found.moved < 400


def _with_odd_values(value: Any) -> Iterator[Any]:
    """A JSON value in which one part has become a number, a text, a list, …"""
    yield from (7, -0.5, "x", None, True, [], {}, [7], {"x": 7}, [[]])
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            for odd in _with_odd_values(value[key]):
                changed = value.copy()
                changed[key] = odd
                yield changed


@pytest.mark.parametrize("name", FORMATS)
def test_any_value_of_another_kind_gives_moves_or_a_reason(name: str) -> None:
    """In the JSON of an answer, each part in turn; wherever it stands among other text."""
    decoder = json.JSONDecoder()
    for output in fuzz_formats.outputs(name):
        place = 0
        while place < len(output):
            try:
                value, end = decoder.raw_decode(output, place)
            except ValueError:
                place += 1
                continue
            for odd in _with_odd_values(value) if isinstance(value, (dict, list)) else ():
                with contextlib.suppress(FormatError):
                    FORMATS[name].moves(
                        output[:place] + json.dumps(odd) + output[end:], fuzz_formats.FRAME, TREE
                    )
            place = end


@pytest.mark.parametrize("name", FORMATS)
def test_long_answers_take_no_longer_than_their_length(name: str) -> None:
    output = fuzz_formats.outputs(name)[0]
    begin = time.process_time()
    for part in ("'", "(", "<function=", "Action: ", '"', "\\", "[", "{", "do(", "<point>", "\t", " ", "a=("):
        with contextlib.suppress(FormatError):
            FORMATS[name].read(output + part * (60_000 // len(part)), Frame((1080, 2400), (1080, 2400)))
    assert time.process_time() - begin < 2
