"""The text actions: what the parser accepts, what it refuses and why, and how gestures are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.envs import targets
from bmoca_gym.envs.action_table import OFFERS
from bmoca_gym.envs.text_actions import MAX_LENGTH, SWIPES, Call, TextActions, parse
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, PressKey, Swipe, Tap, TypeText, pinch
from bmoca_gym.handset.ui.tree import UiTree

MODE = TextActions()
EMPTY = UiTree((), 1080, 2160)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("tap(5)", Call("tap", ("5",))),
        ("  tap ( 5 ) \n", Call("tap", ("5",))),
        ("TAP(5)", Call("tap", ("5",))),
        ('tap("5")', Call("tap", ("5",))),
        ("swipe('up')", Call("swipe", ("up",))),
        ("swipe(“up”)", Call("swipe", ("up",))),
        ("swipe(up)", Call("swipe", ("up",))),
        ("dual-gesture(0.1,0.2, 0.3 ,0.4)", Call("dual_gesture", ("0.1", "0.2", "0.3", "0.4"))),
        ("dual_gesture(1, 0, .5, 1.)", Call("dual_gesture", ("1", "0", ".5", "1."))),
        ('type("a, b (c)")', Call("type", ("a, b (c)",))),
        (r'type("say \"hi\"\n\\ A")', Call("type", ('say "hi"\n\\ A',))),
        ("type('it\\'s')", Call("type", ("it's",))),
        ("type(it's fine)", Call("type", ("it's fine",))),
        ('type("")', Call("type", ("",))),
        ('type("알람 🔔")', Call("type", ("알람 🔔",))),
        ("f()", Call("f", ())),
        ("f(1, 2,)", Call("f", ("1", "2"))),
    ],
)
def test_parser_reads(text: str, call: Call) -> None:
    assert parse(text) == call


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "tap", "tap 5", "tap(5", "tap5)", "tap(5)tap(6)", "tap(5) tap(6)", "Action: tap(5)",
        "tap(5).", 'type("a)', 'type("a"b)', "(5)", "5", "tap((5))", "__import__('os').system('x')", "tap(,5)",
        'type("a\\")', "\x00", "tap(5)\x00", "tap\ufeff(5)", "𝐭𝐚𝐩(5)",
    ],
)  # fmt: skip
def test_parser_refuses(text: str) -> None:
    with pytest.raises(ActionError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000, "tap(" + " " * 4000 + "x", 'type("' + "\\" * 4000, "f(" + "a," * 2000 + ")", ")" * 4090,
        "a" * 4000, "a-" * 2000, "f(" + "'" * 4000 + ")", "f(" + " ," * 2000 + ")", "tap(" + "9" * 4000 + ")",
        "dual-gesture(" + "0" * 4000 + ", 0, 0, 0)", 'f("' + '" ' * 2000,
    ],
)  # fmt: skip
def test_long_texts_are_refused_at_once(text: str, screen: UiTree) -> None:
    with pytest.raises(ActionError):  # in a millisecond; a parser that goes back and forth would hang here
        MODE.to_gesture(text, screen)


@pytest.mark.parametrize(
    ("text", "gesture"),
    [
        ('swipe("up")', Swipe(0.5, 0.8, 0.5, 0.2)),
        ('swipe("down")', Swipe(0.5, 0.2, 0.5, 0.8)),
        ('swipe("left")', Swipe(0.2, 0.5, 0.8, 0.5)),
        ('swipe("right")', Swipe(0.8, 0.5, 0.2, 0.5)),
        ('swipe("UP")', Swipe(0.5, 0.8, 0.5, 0.2)),
        ('press("BACK")', PressKey("BACK")),
        ('press("HOME")', PressKey("HOME")),
        ("press(overview)", PressKey("OVERVIEW")),
        ("dual-gesture(0.8, 0.5, 0.2, 0.5)", Swipe(0.5, 0.8, 0.5, 0.2)),
        ("dual-gesture(0.5, 0.25, 0.5, 0.25)", Tap(0.25, 0.5)),
        ("dual-gesture(0.95, 0.22, 0.95, 0.22)", PressKey("BACK")),
        ('type("Wake up")', TypeText("Wake up")),
    ],
)
def test_actions_do_what_they_say(screen: UiTree, text: str, gesture: Gesture) -> None:
    assert MODE.to_gesture(text, screen) == gesture


def test_tags_count_children_before_their_parents(screen: UiTree) -> None:
    names = ["title", "switch", "row_one", "row_two", "list", "slider", "tiny", "floating", "root"]
    for tag, name in enumerate(names):
        node = screen.find(text=name)
        assert node is not None
        x, y = node.center
        assert MODE.to_gesture(f"tap({tag})", screen) == Tap(x / 1080, y / 2160)
        assert MODE.to_gesture(f"long_press({tag})", screen) == LongPress(x / 1080, y / 2160)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tap(9)", "from 0 to 8"),
        ("tap(-1)", "numeric tag"),
        ("tap(1.5)", "numeric tag"),
        ("tap(one)", "numeric tag"),
        ("tap(٣)", "numeric tag"),
        ("tap()", r"1 argument\(s\), not 0"),
        ("tap(1, 2)", r"1 argument\(s\), not 2"),
        ("tapp(1)", "Did you mean 'tap'"),
        ("click(1)", "There is no action 'click'"),
        ('swipe("north")', "up, down, left, right"),
        ('press("MENU")', "ENTER"),
        ("dual-gesture(0.1, 0.2, 0.3)", "4 argument"),
        ("dual-gesture(0.1, 0.2, 0.3, 1.1)", "'1.1'"),
        ("dual-gesture(0.1, -0.2, 0.3, 1)", "'-0.2'"),
        ("dual-gesture(nan, 0, 0, 0)", "'nan'"),
        ("dual-gesture(0, inf, 0, 0)", "'inf'"),
        ("dual-gesture(0, 1e99, 0, 0)", "'1e99'"),
        ("dual-gesture(0, 0x1, 0, 0)", "'0x1'"),
        ("eval(1)", "There is no action 'eval'"),
    ],
)
def test_says_what_is_wrong(screen: UiTree, text: str, why: str) -> None:
    with pytest.raises(ActionError, match=why):
        MODE.to_gesture(text, screen)


@pytest.mark.parametrize("action", [5, None, b"tap(5)", ["tap(5)"], {"tap": 5}])
def test_refuses_what_is_no_text(screen: UiTree, action: object) -> None:
    with pytest.raises(ActionError, match="is a str"):
        MODE.to_gesture(action, screen)


def test_an_empty_screen_has_no_tags() -> None:
    with pytest.raises(ActionError, match="numeric tag"):
        MODE.to_gesture("tap(0)", EMPTY)


@given(
    st.text(st.characters(), max_size=60) | st.text("tapswieuldrghonmkcyb_-(\"'),.0123456789 \\", max_size=40)
)
def test_any_text_is_a_gesture_or_an_action_error(text: str) -> None:
    try:
        MODE.to_gesture(text, EMPTY)
    except ActionError as error:
        message = str(error)
        assert len(message) < 500


@given(st.text(st.characters(), max_size=200))
def test_typed_text_comes_back_as_it_was(text: str) -> None:
    assert MODE.to_gesture(MODE.encode(TypeText(text), EMPTY), EMPTY) == TypeText(text)


fractions = st.floats(0, 1)


@given(fractions, fractions)
def test_a_tap_on_nothing_comes_back_as_it_was(x: float, y: float) -> None:
    read = MODE.to_gesture(MODE.encode(Tap(x, y), EMPTY), EMPTY)
    assert read == Tap(x, y) or (y == pytest.approx(0.95, abs=1e-4) and read == Tap(x + 4e-5, y))


@given(fractions, fractions, fractions, fractions)
def test_a_swipe_comes_back_as_it_was_or_is_an_error(x0: float, y0: float, x1: float, y1: float) -> None:
    swipe = Swipe(x0, y0, x1, y1)
    try:
        text = MODE.encode(swipe, EMPTY)
    except ActionError:
        assert abs(x1 - x0) < 0.15
        assert abs(y1 - y0) < 0.075
    else:
        assert MODE.to_gesture(text, EMPTY) == swipe


@pytest.mark.parametrize("name", ["row_one", "switch", "floating", "tiny", "title"])
def test_a_tap_is_written_with_a_tag_that_hits_the_same_element(screen: UiTree, name: str) -> None:
    node = screen.find(text=name)
    assert node is not None
    tap = Tap(node.center[0] / 1080, node.center[1] / 2160)
    text = MODE.encode(tap, screen)
    assert text.startswith("tap(")
    read = MODE.to_gesture(text, screen)
    assert isinstance(read, Tap)
    assert targets.tap_target(screen, read.x, read.y) is targets.tap_target(screen, tap.x, tap.y)


def test_a_tap_whose_element_is_covered_at_its_centre_is_written_with_coordinates(screen: UiTree) -> None:
    tap = Tap(0.1, 500 / 2160)  # row two: the floating button lies on its centre
    assert MODE.to_gesture(MODE.encode(tap, screen), screen) == tap


def test_a_tap_on_a_slider_keeps_its_place(screen: UiTree) -> None:
    tap = Tap(0.7, 1900 / 2160)
    assert MODE.encode(tap, screen).startswith("dual-gesture(0.8")
    assert MODE.to_gesture(MODE.encode(tap, screen), screen) == tap


@pytest.mark.parametrize("word", SWIPES)
def test_the_four_swipes_are_written_as_words(screen: UiTree, word: str) -> None:
    text = f'swipe("{word}")'
    assert MODE.encode(MODE.to_gesture(text, screen), screen) == text


@pytest.mark.parametrize("key", ["BACK", "HOME", "OVERVIEW"])
def test_keys_are_written_as_presses(screen: UiTree, key: str) -> None:
    assert MODE.encode(PressKey(key), screen) == f'press("{key}")'


def test_a_pinch_is_read_and_written_with_a_tag(screen: UiTree) -> None:
    for tag, node in enumerate(screen.numbered()):
        x, y = node.center
        made = MODE.to_gesture(f"pinch({tag}, 2.5)", screen)
        assert made == pinch(x / screen.width, y / screen.height, 2.5)
        read = MODE.to_gesture(MODE.encode(made, screen), screen)
        assert isinstance(read, Pinch)
        assert read.middle == pytest.approx(made.middle, abs=0.06)
        assert read.scale(1080, 2160) == pytest.approx(2.5, rel=1e-3)
    for text in ("pinch(0, 0)", "pinch(0, 11)", "pinch(0, much)", "pinch(0)", "pinch(9999, 2)"):
        with pytest.raises(ActionError):
            MODE.to_gesture(text, screen)
    side_by_side = Pinch(0.4, 0.8, 0.4, 0.2, 0.6, 0.8, 0.6, 0.2)
    with pytest.raises(ActionError, match="can't be written as a text action"):
        MODE.encode(side_by_side, screen)


def test_prompts_offer_a_pinch_only_on_demand() -> None:
    assert [name for name in OFFERS if "pinch" in OFFERS[name]] == ["pinch"]
    assert set(OFFERS["pinch"]) == {*OFFERS["all"], "pinch"}


def test_a_long_press_is_written_with_a_tag(screen: UiTree) -> None:
    assert MODE.encode(LongPress(0.1, 300 / 2160, 0.8), screen) == "long_press(2)"


@pytest.mark.parametrize("gesture", [PressKey("DEL"), LongPress(0.5, 0.99), Swipe(0.5, 0.5, 0.51, 0.5)])
def test_what_no_text_says_is_an_error(screen: UiTree, gesture: Gesture) -> None:
    with pytest.raises(ActionError):
        MODE.encode(gesture, screen)


def test_samples_of_the_space_are_well_formed() -> None:
    screen = UiTree(tuple(_nodes(40)), 1080, 2160)
    MODE.space.seed(0)
    kinds = {type(MODE.to_gesture(MODE.space.sample(), screen)) for _ in range(300)}
    assert kinds == {Tap, LongPress, Swipe, PressKey, TypeText}


def _nodes(count: int):  # type: ignore[no-untyped-def]
    from bmoca_gym.handset.ui.tree import UiNode

    return (UiNode("android.view.View", "", str(i), "", (i, i, i + 9, i + 9), "", i) for i in range(count))


def test_the_longest_text_is_read() -> None:
    text = f"type({'x' * (MAX_LENGTH - 6)})"
    assert MODE.to_gesture(text, EMPTY) == TypeText("x" * (MAX_LENGTH - 6))
    with pytest.raises(ActionError, match="4097 characters"):
        parse(text + " ")
