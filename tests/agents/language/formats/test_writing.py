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
    "agentcpm-gui": {"Answer", "OpenApp"},
    "os-atlas": {"Answer"},
    "cogagent": {"Answer", "LongPress", "Wait"},
    "gemini-computer-use": {"Answer", "Finish"},
    "claude-computer-use": {"Answer", "Finish"},
    "openai-computer-use": {"Answer", "Finish"},
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
        (found,) = _read(name, move, (1080, 2400))
        if what == "Answer" and isinstance(found, Finish):  # it ends the task with the answer
            assert found.message == "7:30"
        elif isinstance(move, PressKey):
            assert found == move
        else:
            assert type(found) is type(move), (what, found)
