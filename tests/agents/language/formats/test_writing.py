"""What experts say in each grammar is read as the gesture that they made."""

import math

import pytest

from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.formats.writing import WRITERS, write
from bmoca_gym.envs.actions import Answer, Finish, Gestures, Move, OpenApp, Wait
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiTree

SCREENS = ((1080, 2160), (1080, 2400), (1440, 3120), (600, 1024), (2560, 1600))
_POINTS = ((0.0, 0.0), (0.5, 0.5), (0.123, 0.987), (1.0, 1.0), (0.999, 0.001), (0.3333, 0.6667))

#: Texts that a grammar can't say: a line break in fields of one line, or at the end, where it submits.
TEXTS = (
    "milk",
    "it's late",
    'she said "go"',
    "a, b (c) [d]",
    "007",
    "café 你好 مرحبا",
    "a\\b",
    "x='y'",
    "Action: go",
)


def _read(name: str, move: Move, screen: tuple[int, int]) -> tuple[Move, ...]:
    frame = Frame(screen, FORMATS[name].sent(screen))
    return FORMATS[name].moves(write(name, move, frame), frame, UiTree((), *screen))[1]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", WRITERS)
def test_taps_come_back_within_what_the_scale_can_say(name: str, screen: tuple[int, int]) -> None:
    frame = Frame(screen, FORMATS[name].sent(screen))
    steps = [max(side / 999, side / sent, 1) for side, sent in zip(screen, frame.picture, strict=True)]
    for x, y in _POINTS:
        (tap,) = _read(name, Tap(x, y), screen)
        assert isinstance(tap, Tap)
        assert math.isclose(tap.x, x, abs_tol=(steps[0] + 1) / screen[0]), (tap, x, y)
        assert math.isclose(tap.y, y, abs_tol=(steps[1] + 1) / screen[1]), (tap, x, y)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", WRITERS)
def test_texts_come_back_as_they_were(name: str, text: str) -> None:
    (typed,) = _read(name, TypeText(text), (1080, 2400))
    if isinstance(typed, Gestures):
        typed = next(one for one in typed.gestures if isinstance(one, TypeText))
    assert typed == TypeText(text)


#: What each grammar lacks: moves that its makers' programs can't make.
_LACKS = {
    "autoglm-phone": {"ENTER", "OVERVIEW"},
    "step-gui": {"ENTER", "OVERVIEW"},
    "seed-1.8": {"OVERVIEW"},
    "agentcpm-gui": {"OpenApp"},
    "cogagent": {"Wait"},
}

_MOVES: dict[str, Move] = {
    "BACK": PressKey("BACK"), "HOME": PressKey("HOME"), "ENTER": PressKey("ENTER"), "OVERVIEW": PressKey("OVERVIEW"),
    "LongPress": LongPress(0.5, 0.5), "Swipe": Swipe(0.5, 0.5, 0.5, 0.1), "OpenApp": OpenApp("Clock"), "Wait": Wait(1.0),
    "Answer": Answer("7:30"), "Finish": Finish(""),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITERS)
def test_every_other_move_comes_back_or_is_known_to_be_missing(name: str) -> None:
    for what, move in _MOVES.items():
        if what in _LACKS.get(name, ()):
            with pytest.raises(FormatError):
                write(name, move, Frame((1080, 2400), (1080, 2400)))
            continue
        if name.endswith("computer-use") and what in (
            "Answer",
            "Finish",
        ):  # any words without a call end the task
            frame = Frame((1080, 2400), (1080, 2400))
            reading = FORMATS[name].read(write(name, move, frame, "Done."), frame)
            assert reading == ((), "", {"text": "7:30" if what == "Answer" else "Done."})
            continue
        (found,) = _read(name, move, (1080, 2400))
        if what == "Answer" and isinstance(found, Finish):  # it ends the task with the answer
            assert found.message == "7:30"
        elif isinstance(move, PressKey):
            assert found == move
        else:
            assert type(found) is type(move), (what, found)


_SWIPES = (
    Swipe(0.5, 0.75, 0.5, 0.25), Swipe(0.3, 0.9, 0.3, 0.7), Swipe(0.5, 0.1, 0.5, 0.9), Swipe(0.9, 0.2, 0.1, 0.2),
    Swipe(0.0, 0.5, 0.6, 0.5),
)  # fmt: skip


@pytest.mark.parametrize("name", WRITERS)
def test_swipes_come_back_in_their_direction_and_length(name: str) -> None:
    for swipe in _SWIPES:
        (found,) = _read(name, swipe, (1080, 2400))
        assert isinstance(found, Swipe)
        assert math.isclose(found.x1 - found.x0, swipe.x1 - swipe.x0, abs_tol=0.03), (swipe, found)
        assert math.isclose(found.y1 - found.y0, swipe.y1 - swipe.y0, abs_tol=0.03), (swipe, found)


def _done(name: str, answer: str) -> tuple[Move, ...]:
    frame = Frame((1080, 2400), FORMATS[name].sent((1080, 2400)))
    return FORMATS[name].moves(answer, frame, UiTree((), 1080, 2400))[1]


def test_what_stands_beside_a_status_is_done_before_it() -> None:
    tap, end = _done("agentcpm-gui", '{"thought":"Save.","POINT":[500,500],"STATUS":"finish"}')
    assert isinstance(tap, Tap)
    assert end == Finish("Save.", "complete")
    assert _done("agentcpm-gui", '{"thought":"No such note.","STATUS":"impossible"}') == (
        Finish("No such note.", "infeasible"),
    )


def test_custom_actions_of_os_atlas() -> None:
    assert _done("os-atlas", "actions:\nANSWER [7:30 [a.m.]]") == (Finish("7:30 [a.m.]", "complete"),)
    for points in ("<point>[[100, 200]]</point> <point>[[100, 800]]</point>", "[[100,200]], [[100,800]]"):
        (swipe,) = _done("os-atlas", f"actions:\nSWIPE {points}")
        assert isinstance(swipe, Swipe)
        assert math.isclose(swipe.y1 - swipe.y0, 0.6, abs_tol=0.01)
    with pytest.raises(FormatError, match="needs a point"):
        _done("os-atlas", "actions:\nSWIPE <point>[[100, 200]]</point>")


@pytest.mark.parametrize(("steps", "length"), [("", 0.5), (", step_count=5", 0.25), (", step_count=99", 1.0)])
def test_steps_of_cogagent(steps: str, length: float) -> None:
    (swipe,) = _done("cogagent", f"Grounded Operation: SCROLL_UP(box=[[500,000,500,000]]{steps})")
    assert isinstance(swipe, Swipe)
    assert math.isclose(swipe.y1 - swipe.y0, length, abs_tol=0.01)
    with pytest.raises(FormatError, match="step_count"):
        _done("cogagent", "Grounded Operation: SCROLL_UP(box=[[500,000,500,000]], step_count=few)")


def test_a_result_of_cogagent_is_its_answer() -> None:
    assert _done("cogagent", "Grounded Operation: LLM(prompt='p', output='o', result='7:30')") == (
        Answer("7:30"),
    )
    (nothing,) = _done("cogagent", "Grounded Operation: LLM(prompt='p', output='o')")
    assert isinstance(nothing, Wait)
