"""Call actions: parsing of a model's answer, its meaning on a screen, and how gestures are written."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Answer, Finish, Gestures, Move, OpenApp, Wait
from bmoca_gym.envs.set_of_mark import draw_numbers
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, ArgumentError
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidlab.call_actions import CallActions, NumberedCallActions
from bmoca_gym.suites.androidlab.calls import DO, FUNCTIONS, read
from bmoca_gym.suites.androidlab.elements import labelled


def node(
    kind: str, bounds: tuple[int, int, int, int], depth: int, text: str = "", **others: object
) -> UiNode:
    return UiNode(f"android.widget.{kind}", "", text, "", bounds, "a", depth, **others)  # type: ignore[arg-type]


#: Numbers: 1 a button, 2 a field with the focus, 3 a title, 4 a list. The second button has its middle 5 px from the first;
#: the row takes the focus 10 px from the button.
SCREEN = UiTree(
    (
        node("FrameLayout", (0, 0, 1000, 2000), 0),
        node("Button", (100, 300, 300, 500), 1, "Go", clickable=True),
        node("Button", (106, 308, 300, 500), 1, clickable=True),
        node("EditText", (0, 1200, 1000, 1400), 1, "abc", clickable=True, editable=True, focused=True),
        node("TextView", (0, 0, 1000, 100), 1, "Title"),
        node("ListView", (0, 1400, 1000, 2000), 1, scrollable=True, focusable=True),
        node("View", (120, 300, 300, 500), 1, focusable=True),
        node("View", (0, 100, 10, 110), 1, " "),
    ),
    1000,
    2000,
)
XML, SOM = CallActions(), NumberedCallActions()
GO = Tap(0.2005, 0.20025)
CLEARED = (PressKey("DEL"),) * 3


def test_what_has_a_number() -> None:
    assert [one.bounds for one in labelled(SCREEN)] == [
        (100, 300, 300, 500), (0, 1200, 1000, 1400), (0, 0, 1000, 100), (0, 1400, 1000, 2000),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ('do(action="Tap", element=[100, 300, 300, 500])', GO),
        ("do('Tap', [200, 400])", GO),
        ('It is Go.\n```python\n# its box\ndo(action="Tap", element=[100,300][300,500])\n```\nDone.', GO),
        ('Obs: a\nThought: Tap (it) now.\nAction: do(action="Long Press", element=(200.5, 400))', LongPress(GO.x, GO.y)),
        ('```\ndo(action="Back")\n```\nRound 2\n```\ndo(action="Home")\n```', PressKey("BACK")),
        ('do(action="Home")</think>\n do ( action = "Enter" ) ;', PressKey("ENTER")),
        ('do(action="Tap")\nFinal Answer: do(action="Wait")', Wait(5.0)),
        ('do(action="Type", text="007:00 \\"x\\"")', Gestures((*CLEARED, TypeText('007:00 "x"'), PressKey("ENTER")))),
        ('do(action="Swipe", element=[500, 1000], direction="up", dist="medium")', Swipe(0.5005, 0.50025, 0.5005, 0.30025, 0.4)),
        ('do(action="Swipe", direction="left", dist="short")', Swipe(0.5005, 0.50025, 0.4005, 0.50025, 0.4)),
        ('do(action="Swipe", element=None, direction="down", dist="long")', Swipe(0.5005, 0.50025, 0.5005, 0.99975, 0.4)),
        ('do(action="Swipe", direction="right", dist=50)', Swipe(0.5005, 0.50025, 0.5505, 0.50025, 0.4)),
        ('do(action="Launch", app="Clock")', OpenApp("Clock")),
        ('finish(message="1,024")', Finish("1,024")),
        ("finish()", Finish("")),
    ],
)  # fmt: skip
def test_what_an_answer_means_in_xml_mode(answer: str, move: Move) -> None:
    assert XML.to_gesture(answer, SCREEN) == move


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("Action: tap(1)", GO),
        ("tap(index=01)", GO),
        ("long_press(1)", LongPress(GO.x, GO.y)),
        ("text('0042')", Gestures((*CLEARED, TypeText("0042")))),
        ('type("a\\tb\\d")', Gestures((*CLEARED, TypeText("a\tb\\d")))),
        ('swipe(4, "up", "short")', Swipe(0.5005, 0.85025, 0.5005, 0.75025, 0.4)),
        ("back()", PressKey("BACK")),
        ("home()", PressKey("HOME")),
        ("enter()", PressKey("ENTER")),
        ("wait()", Wait(5.0)),
        ("wait(2.5)", Wait(2.5)),
        ("wait(11)", Wait(5.0)),
        ('launch("com.android.settings")', OpenApp("com.android.settings")),
        ('Thought: it is done.\nAction:\n```\nfinish("yes")\n```', Finish("yes")),
    ],
)
def test_what_an_answer_means_in_som_mode(answer: str, move: Move) -> None:
    assert SOM.to_gesture(answer, SCREEN) == move


@pytest.mark.parametrize(
    ("mode", "answer", "reason"),
    [
        (XML, "", "is empty"),
        (XML, "I would tap it.", "no line of it is a call"),
        (XML, "tap(1)", "no line of it is a call"),
        (XML, "```\ntap(1)\n```", r"no action 'tap'\. Use one of do"),
        (XML, "do(action='Back')\ndo(action='Home')", "several actions"),
        (XML, "do(action='Fly')", "no action 'Fly'"),
        (XML, "do(action='finish')", "no action 'finish'"),
        (XML, "do()", "do names no action"),
        (XML, "do(action='Tap')", "Tap: element is missing"),
        (XML, "do(action='Tap', element=[1, 2, 3])", r"it must be \[x1, y1, x2, y2\]"),
        (XML, "do(action='Tap', element=[0, 0, 5000, 10])", "not on the screen, which has 1000 × 2000"),
        (XML, "do(action='Tap', element=[1, 2], speed=3)", "'speed' is not one of its arguments"),
        (XML, "do(action='Type', text=0987)", "must be a text in quotes"),
        (XML, "do(action='Type', text='a' + 'b')", r"can't be read from "),
        (XML, "do(action='Type', text=open('x').read())", "can't be read"),
        (XML, "do(action='Back', action='Home')", "no action None"),
        (XML, "do(action='Swipe', direction='north')", "one of up, down"),
        (XML, "do(action='Swipe', direction='up', dist='far')", "one of long, medium"),
        (XML, "finish('a', 'b')", "2 arguments are too many"),
        (XML, "do(action='Type', text='a'", "can't be read"),
        (SOM, "tap(0)", "whole numbers from 1 to 4"),
        (SOM, "tap(5)", "whole numbers from 1 to 4"),
        (SOM, "tap('1')", "whole numbers from 1 to 4"),
        (SOM, "tap(True)", "whole numbers from 1 to 4"),
        (SOM, "Action: click(1)", "no action 'click'"),
        (SOM, "wait('long')", "number of seconds"),
        (SOM, "swipe(1)", "direction is missing"),
        (SOM, "tap(index=1, 2)", "can't be read"),
    ],
)  # fmt: skip
def test_what_is_no_action_is_told(mode: CallActions | NumberedCallActions, answer: str, reason: str) -> None:
    with pytest.raises(ActionError, match=reason):
        mode.to_gesture(answer, SCREEN)


@given(st.text(alphabet="do(finshtap)=[]\"'1,2 \n`#Action:\\x", max_size=60) | st.text(max_size=40))
def test_no_answer_does_more_than_be_refused(text: str) -> None:
    told: list[str] = []
    for mode in (XML, SOM):
        try:
            mode.to_gesture(text, SCREEN)
        except ActionError as error:
            told.append(str(error))
    assert all(told)


def test_long_answers_are_read_in_time_that_grows_with_their_length() -> None:
    started = time.process_time()
    for piece in (
        "tap(“\n",
        'tap("',
        "tap([1,",
        "```",
        "Action: ",
        "do(do(",
        '"""',
        "\n",
        "Final Answer:",
        " ",
    ):
        with pytest.raises(ActionError):
            read(piece * (MAX_ANSWER // len(piece)), FUNCTIONS)
    assert time.process_time() - started < 30


def test_every_kind_has_an_example_that_is_one() -> None:
    for mode, table in ((XML, DO), (SOM, FUNCTIONS)):
        for name, action in table.items():
            example = action.example.replace("[x1, y1, x2, y2]", "[0, 0, 90, 90]").replace("(5", "(4")
            assert mode.to_gesture(example, SCREEN) is not None, name


@pytest.mark.parametrize("mode", [XML, SOM])
def test_what_is_written_is_read_again(mode: CallActions | NumberedCallActions) -> None:
    up = Swipe(0.5005, 0.85025, 0.5005, 0.75025, 0.4)
    for gesture in (up, PressKey("HOME"), Finish('say "0"')):
        assert mode.to_gesture(mode.encode(gesture, SCREEN), SCREEN) == gesture
    for touch in (Tap(0.5, 0.65), LongPress(0.1, 0.65)):
        middle = mode.to_gesture(mode.encode(touch, SCREEN), SCREEN)
        assert middle == type(touch)(0.5005, 0.65025), "of the field"
    typed = mode.to_gesture(mode.encode(TypeText("\\0é\n"), SCREEN), SCREEN)
    assert isinstance(typed, Gestures)
    assert TypeText("\\0é\n") in typed.gestures
    for refused in (
        PressKey("OVERVIEW"),
        Swipe(0.1, 0.1, 0.5, 0.5),
        Swipe(0.5, 0.5, 0.5, 0.1, held=1.0),
        Answer(""),
    ):
        with pytest.raises(ActionError):
            mode.encode(refused, SCREEN)


def test_a_touch_without_an_element_has_a_point_and_no_number() -> None:
    assert XML.encode(Tap(0.9, 0.3), SCREEN) == 'do(action="Tap", element=[900, 600])'
    with pytest.raises(ActionError, match="is on no numbered element"):
        SOM.encode(Tap(0.9, 0.3), SCREEN)


def test_samples_are_actions() -> None:
    wide = UiTree(SCREEN.nodes, 1080, 2160)
    moves: list[Move] = []
    refused: list[str] = []
    for mode in (XML, SOM):
        mode.space.seed(3)
        for _ in range(60):
            sample = mode.space.sample()
            try:
                moves.append(mode.to_gesture(sample, wide))
            except ActionError as error:
                refused.append(str(error))
    assert len(moves) > 60
    assert not any(isinstance(move, (Finish, Wait)) for move in moves)
    assert all("whole numbers from 1 to 4" in reason for reason in refused)


def test_numbers_stand_in_pictures_right_below_the_middle() -> None:
    white = np.full((600, 300, 3), 255, np.uint8)
    drawn = draw_numbers(white, [(12, (100, 300, 300, 500)), (3, (0, 1990, 1000, 2000))], (1000, 2000))
    changed = np.argwhere((drawn != white).any(axis=2))
    first = changed[changed[:, 0] < 300]
    assert first.min(axis=0).tolist() == [123, 63]  # 400 · 600 / 2000 + 3, 200 · 300 / 1000 + 3
    assert first.max(axis=0).tolist() == [131, 75]  # nine rows, thirteen columns
    assert drawn[124, 64].tolist() == [73, 73, 73], "the plate"
    assert changed[:, 0].max() == 599, "what reaches beyond the picture is moved into it"


def test_on_the_phone() -> None:
    env = PhoneEnv(
        "androidworld/contacts_add_contact", action="calls", observation="text", elements="androidlab"
    )
    try:
        observation, _ = env.reset(seed=0, options={"task_seed": 1})
        assert "[n0003] TextView ;click long-click ; ;;Phone Phone : \n" in observation
        for action in (
            'do(action="Launch", app="Contacts")',
            'do(action="Tap", element=[891, 1875, 1038, 2022])',
        ):
            observation, _, _, _, info = env.step(action)
            assert info["wrong_format"] is None
        assert "EditText ;click long-click " in observation
        before = observation
        observation, _, _, _, info = env.step("do(action='Type', text='0420')")
        assert info["wrong_format"] is None
        assert "0420" in observation
        assert "0420" not in before
        assert env.step("do it")[4]["wrong_format"].startswith("The answer has no action")
    finally:
        env.close()
    with pytest.raises(ArgumentError, match="elements is 'androidlap'; it must be one of"):
        PhoneEnv(elements="androidlap")
