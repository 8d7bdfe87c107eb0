"""JSON actions: parsing of a model's answer, its meaning on a screen, and how gestures are written."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Answer, Finish, Gestures, Move, OpenApp, Wait
from bmoca_gym.envs.app_names import packages_named
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap, TypeText, pinch
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidworld.elements import elements, listing
from bmoca_gym.suites.androidworld.json_actions import ACTIONS, SETTLE, JsonActions, read


def node(
    kind: str, bounds: tuple[int, int, int, int], depth: int, text: str = "", **others: object
) -> UiNode:
    return UiNode(
        f"android.widget.{kind}", "", text, str(others.pop("said", "")), bounds, "a", depth, **others
    )  # type: ignore[arg-type]


#: Indices: 0 a list, 1 a button, 2 a field with a text, 3 a button beyond the screen; the others are not in the list.
SCREEN = UiTree(
    (
        node("FrameLayout", (0, 0, 1000, 2000), 0),
        node("ListView", (0, 200, 1000, 1000), 1, scrollable=True),
        node("Button", (100, 300, 300, 500), 2, "Go", clickable=True),
        node("EditText", (0, 1200, 1000, 1400), 1, "abc", clickable=True, editable=True),
        node("TextView", (0, 0, 10, 10), 1, "unseen", visible=False),
        node("Button", (0, 2100, 1000, 2200), 1, "Below", clickable=True),
    ),
    1000,
    2000,
)
GO, FIELD = Tap(0.2, 0.2), Tap(0.5, 0.65)
CLEARED = (*[PressKey("DEL")] * 3, *[PressKey("FORWARD_DEL")] * 3)


def test_the_list_has_what_is_seen_and_holds_nothing_or_says_something() -> None:
    assert [one.text for one in elements(SCREEN)] == ["", "Go", "abc", "Below"]
    told = json.loads(listing(SCREEN, 10_000))
    assert (told["width"], told["height"]) == (1000, 2000)
    assert told["elements"][1] == {
        "index": 1, "text": "Go", "class": "android.widget.Button", "package": "a", "bounds": [100, 300, 300, 500],
        "clickable": True, "enabled": True,
    }  # fmt: skip
    shorter = listing(SCREEN, 400)
    assert len(shorter) <= 400
    assert [one["index"] for one in json.loads(shorter)["elements"]] == [0, 1]


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ('{"action_type": "click", "index": 1}', GO),
        ('Reason: {"action_type": "wait"} is too slow. Action: {"action_type": "click", "index": 1}', GO),
        ("**Action:** ```json\n{'action_type': 'click', 'index': '1', 'x': None}\n```", GO),
        ('<think>{"action_type": "wait"}</think>{action_type: "CLICK", "index": 1,}', GO),
        ('{"action_type": "click", "x": 0, "y": 1999}', Tap(0.0005, 0.99975)),
        ('{"action_type": "double_tap", "index": 1}', Gestures((GO, GO))),
        ('{"action_type": "long_press", "index": 1}', LongPress(0.2, 0.2)),
        ('{"action_type": "pinch", "index": 1, "scale": 2}', pinch(0.2, 0.2, 2.0)),
        ('{"action_type": "pinch", "x": 500, "y": 1000, "scale": "0.5"}', pinch(0.5005, 0.50025, 0.5)),
        (
            '{"action_type": "input_text", "text": "a \\"}\\" \\u00e9", "index": 2}',
            Gestures((FIELD, TypeText('a "}" é'), PressKey("ENTER")), SETTLE),
        ),
        (
            '{"action_type": "input_text", "text": 007, "index": 2, "clear_text": true}',
            Gestures((FIELD, *CLEARED, TypeText("007"), PressKey("ENTER")), SETTLE),
        ),
        ('{"action_type": "input_text", "text": "x"}', TypeText("x")),
        ('{"action_type": "keyboard_enter"}', PressKey("ENTER")),
        ('{"action_type": "navigate_home"}', PressKey("HOME")),
        ('{"action_type": "navigate_back"}', PressKey("BACK")),
        ('{"action_type": "press_keyboard", "keycode": "KEYCODE_DEL"}', PressKey("DEL")),
        ('{"action_type": "scroll", "direction": "down"}', Swipe(0.5, 0.5, 0.5, 0.0)),
        # AndroidWorld takes an index of 0 for none.
        ('{"action_type": "scroll", "direction": "UP", "index": 0}', Swipe(0.5, 0.3, 0.5, 0.5)),
        ('{"action_type": "scroll", "direction": "left"}', Swipe(0.5, 0.5, 1.0, 0.5)),
        ('{"action_type": "swipe", "direction": "left"}', Swipe(0.0, 0.5, 1.0, 0.5, 0.5)),
        ('{"action_type": "swipe", "direction": "down"}', Swipe(0.5, 0.0, 0.5, 1.0, 0.5)),
        ('{"action_type": "open_app", "app_name": "Clock"}', OpenApp("Clock")),
        ('{"action_type": "wait"}', Wait()),
        ('{"action_type": "answer", "text": "12:30"}', Answer("12:30")),
        ('{"action_type": "status", "goal_status": "task_complete"}', Finish("", "complete")),
        ('{"action_type": "status", "goal_status": "infeasible"}', Finish("", "infeasible")),
    ],
)
def test_what_an_answer_means(answer: str, move: Move) -> None:
    assert JsonActions().to_gesture(answer, SCREEN) == move


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "is empty"),
        ("I give up.", "no JSON object with an action_type"),
        ("x" * (MAX_ANSWER + 1), "at most 131072"),
        ('{"action_type": "wait"} {"action_type": "navigate_back"}', "several actions"),
        ('Action: {"action_type": "click", "index": }', r"can't be read as JSON from '\"index\": }' on"),
        ('Action: {"action_type": {"a": 1}}', "can't be read as JSON"),
        ('{"action_type": "clik", "index": 1}', "Did you mean 'click'"),
        ('{"action_type": "click"}', "needs the index of an element, or x and y"),
        ('{"action_type": "click", "index": 4}', "from 0 to 3"),
        ('{"action_type": "click", "index": -1}', "from 0 to 3"),
        ('{"action_type": "click", "index": 1, "x": 5, "y": 5}', "one or the other"),
        ('{"action_type": "click", "x": 5}', r"y is None; it must be a number of px from 0 to 2000"),
        ('{"action_type": "click", "x": 5, "y": 2001}', "from 0 to 2000"),
        ('{"action_type": "scroll", "direction": "north"}', "one of up, down, left, right"),
        ('{"action_type": "scroll", "direction": "up", "index": 3}', "not on the screen"),
        ('{"action_type": "swipe", "x": 5, "y": 5}', "all of x, y, to_x and to_y"),
        ('{"action_type": "input_text", "index": 2}', "input_text needs text"),
        ('{"action_type": "answer", "text": null}', "answer needs text"),
        ('{"action_type": "press_keyboard", "keycode": "KEYCODE_SELF_DESTRUCT"}', "Keys are"),
        ('{"action_type": "unknown", "text": "no such letter"}', "^no such letter$"),
        (5, "a JSON action is a str"),
    ],
)
def test_what_is_no_action_is_told(answer: str, reason: str) -> None:
    with pytest.raises(ActionError, match=reason):
        JsonActions().to_gesture(answer, SCREEN)


@given(st.text(alphabet="{}\":,'\\ action_type=click index 0123 \n“”é", max_size=200) | st.text(max_size=100))
def test_no_answer_does_more_than_be_refused(text: str) -> None:
    try:
        move = JsonActions().to_gesture(f'{{"action_type": "click", {text}', SCREEN)
    except ActionError:
        return
    assert isinstance(move, Tap)


def test_long_answers_are_read_in_time_that_grows_with_their_length() -> None:
    pieces = (
        "{",
        '{"',
        '{"a"',
        "{ ",
        " ",
        "\n",
        '{"a":',
        "action: {",
        '{"a": 1, ',
        "a",
        "\\",
        "{a ",
        "reason:",
        "action:",
    )
    for piece in pieces:
        for first in ("", "Action: {"):
            with pytest.raises(ActionError):
                read((first + piece * MAX_ANSWER)[: MAX_ANSWER // 4])


def test_every_kind_has_an_example_that_is_one() -> None:
    for kind, action in ACTIONS.items():
        example = action.example.replace("<index>", "1").replace("<index, may be left out>", "1")
        example = example.replace("<up, down, left or right>", "up")
        assert read(example)["action_type"] == kind
        assert JsonActions().to_gesture(example, SCREEN) is not None


@pytest.mark.parametrize(
    "gesture",
    [
        GO,
        LongPress(0.2, 0.2),
        Tap(0.5005, 0.0005),
        Swipe(0.1, 0.2, 0.3, 0.4),
        TypeText("é\n"),
        *map(PressKey, ("HOME", "BACK", "ENTER", "OVERVIEW", "DEL")),
        Answer("42"),
        Finish("done", "complete"),
        Finish("", "infeasible"),
    ],
)
def test_what_is_written_is_read_again(gesture: Move) -> None:
    actions = JsonActions()
    text = actions.encode(gesture, SCREEN)  # type: ignore[arg-type]
    move = actions.to_gesture(text, SCREEN)
    if isinstance(gesture, (Tap, LongPress, Swipe)):
        places = [name for name in gesture.__slots__ if name[0] in "xy"]
        assert type(move) is type(gesture)
        assert np.allclose(
            [getattr(move, name) for name in places], [getattr(gesture, name) for name in places], atol=1e-3
        )
    else:
        assert move == gesture
    assert ("index" in text) == (gesture in (GO, LongPress(0.2, 0.2)))


def test_a_pinch_is_written_and_a_swipe_of_two_fingers_is_not() -> None:
    actions = JsonActions()
    move = actions.to_gesture(actions.encode(pinch(0.3, 0.4, 0.25), SCREEN), SCREEN)
    assert isinstance(move, Pinch)
    assert move.middle == pytest.approx((0.3, 0.4), abs=2e-3)
    assert move.scale(1000, 2000) == pytest.approx(0.25, rel=1e-2)
    with pytest.raises(ActionError, match="can't be written as a json action"):
        actions.encode(Pinch(0.4, 0.8, 0.4, 0.2, 0.6, 0.8, 0.6, 0.2), SCREEN)
    with pytest.raises(ActionError, match="scale is 'huge'"):
        actions.to_gesture('{"action_type": "pinch", "index": 1, "scale": "huge"}', SCREEN)


def test_samples_are_actions() -> None:
    actions = JsonActions()
    actions.space.seed(3)
    samples = [actions.space.sample() for _ in range(200)]
    assert all(sample in actions.space for sample in samples)
    assert {json.loads(sample)["action_type"] for sample in samples} == set(ACTIONS) - {
        "status", "answer", "open_app", "wait", "press_keyboard", "pinch", "ask_user",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Clock", "com.google.android.deskclock"),
        ("the  Chrome app", "com.android.chrome"),
        ("Simple Calendar Pro", "com.simplemobiletools.calendar.pro"),
        ("simple calendar", "com.simplemobiletools.calendar.pro"),
        ("My Own", "org.own"),
        ("org.any.package", "org.any.package"),
    ],
)
def test_an_app_is_known_by_its_names(name: str, package: str) -> None:
    assert packages_named(name, [("My own", "org.own")])[0] == package
    assert packages_named("; rm -rf /", []) == packages_named("", []) == ()
    assert packages_named("clock " * 1_000_000)  # at once: only as many words are read as a name has


def test_on_the_phone() -> None:
    env = PhoneEnv(
        tasks="androidworld/contacts_add_contact", action="json", observation="text", elements=True
    )
    env.reset(seed=0)

    def step(**fields: object) -> dict[str, object]:
        text, _, over, _, info = env.step(json.dumps(fields))
        return {**info, "elements": json.loads(text)["elements"], "over": over}

    def index(info: dict[str, object], **wanted: str) -> int:
        (found,) = (one for one in info["elements"] if wanted.items() <= one.items())  # type: ignore[attr-defined]
        return int(found["index"])

    try:
        info = step(action_type="open_app", app_name="Kontacts")
        assert info["gesture"] is None
        assert str(info["wrong_format"]).startswith(
            "There is no app 'Kontacts' on this phone. Did you mean 'contacts'"
        )
        info = step(action_type="open_app", app_name="Contacts")
        assert (info["gesture"], info["wrong_format"], info["steps"]) == (OpenApp("Contacts"), None, 2)
        info = step(action_type="click", index=index(info, content_description="Create new contact"))
        first = {"hint": "First name"}
        info = step(action_type="input_text", text="Ada", index=index(info, **first))
        assert index(info, text="Ada", **first) >= 0
        info = step(action_type="input_text", text="Éva", index=index(info, **first), clear_text=True)
        assert index(info, text="Éva", **first) >= 0
        info = step(action_type="answer", text="none")
        assert (info["answer"], info["over"]) == ("none", False)
        info = step(action_type="status", goal_status="infeasible")
        assert (info["finished"], info["answer"], info["over"]) == ("infeasible", "none", True)
    finally:
        env.close()


def test_pictures_are_marked_with_the_indices() -> None:
    env = PhoneEnv(
        tasks="androidworld/contacts_add_contact",
        action="json",
        observation="both",
        elements=True,
        resolution=(270, 600),
    )
    marked = PhoneEnv(
        tasks="androidworld/contacts_add_contact", observation="pixels", elements=True, set_of_mark=True,
        resolution=(270, 600),
    )  # fmt: skip
    try:
        plain, _ = env.reset(seed=0)
        boxes, _ = marked.reset(seed=0)
        assert plain["pixels"].shape == boxes.shape == (600, 270, 3)
        # The box around the clock, whose bounds the text has.
        (clock,) = (one for one in json.loads(plain["text"])["elements"] if one.get("text") == "Sun, Oct 15")
        left, top, right, _ = (side // 4 for side in clock["bounds"])
        assert (boxes[top, left + 20 : right] != plain["pixels"][top, left + 20 : right]).any(axis=1).all()
    finally:
        env.close()
        marked.close()
