"""Text around agents' text actions: accepted and refused spellings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.envs.actions import Answer, Finish, Wait
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.envs.wrappers import unwrapped
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.androidlab.call_actions import CallActions, NumberedCallActions
from bmoca_gym.suites.androidworld.json_actions import JsonActions

TEXT = TextActions()

#: Spellings by the move that they mean. {q} is a quote of either kind.
HELLO, YES = TypeText("hello"), Answer("42")
READ = [
    ("type({q}hello{q})", HELLO), ("type(content={q}hello{q})", HELLO), ("type(text={q}hello{q})", HELLO), ("type(message={q}hello{q})", HELLO),
    ("type(value = {q}hello{q})", HELLO), ("type(CONTENT={q}hello{q})", HELLO), ("type(input_text={q}hello{q},)", HELLO), ("type(text=hello)", HELLO),
    ("type({q}content='hello'{q})", None), ("type({q}a=b{q})", TypeText("a=b")), ("type({q}text=42{q})", TypeText("text=42")), ("type({q}</s>{q})", TypeText("</s>")),
    ("type({q}<answer>x</answer>{q})", TypeText("<answer>x</answer>")), ("type(2 + 2 = 4)", TypeText("2 + 2 = 4")), ("type(a == b)", TypeText("a == b")),
    ("answer({q}42{q})", YES), ("answer(text={q}42{q})", YES), ("answer(answer={q}42{q})", YES), ("answer(content=42)", YES), ("answer(message={q}42{q})", YES),
    ("finish({q}done{q})", Finish("done")), ("finish(message={q}done{q})", Finish("done")), ("finish(content={q}done{q})", Finish("done")), ("finish()", Finish("")),
    ("swipe({q}up{q})", Swipe(0.5, 0.8, 0.5, 0.2)), ("swipe(direction={q}up{q})", Swipe(0.5, 0.8, 0.5, 0.2)), ("swipe(direction=up)", Swipe(0.5, 0.8, 0.5, 0.2)),
    ("press({q}HOME{q})", PressKey("HOME")), ("press(key={q}home{q})", PressKey("HOME")), ("press(button={q}BACK{q})", PressKey("BACK")), ("press({q}ENTER{q})", PressKey("ENTER")), ("press(key=enter)", PressKey("ENTER")),
    ("wait()", Wait()), ("wait(5)", Wait(5.0)), ("wait(seconds=2)", Wait(2.0)), ("wait(duration={q}0.5{q})", Wait(0.5)),
    ("dual-gesture(touch_y=0.25, touch_x=0.5, lift_y=0.25, lift_x=0.5)", Tap(0.5, 0.25)), ("dual-gesture(0.25, 0.5, lift_x=0.5, lift_y=0.25)", Tap(0.5, 0.25)),
]  # fmt: skip
REFUSED = [
    "type(colour={q}hello{q})", "type(conten={q}hello{q})", "type(x = 5)", "type(direction={q}up{q})", "type(text={q}a{q}, content={q}b{q})", "type({q}a{q}, text={q}b{q})",
    "type(text={q}a{q}, {q}b{q})", "type(text=)", "type(text=text={q}a{q})", "answer(index=5)", "answer(text={q}42{q}, sure={q}yes{q})", "finish(status={q}done{q})",
    "tap(content=5)", "tap(index=5, tag=5)", "tap(5, index=5)", "tap(x=5)", "tap(index={q}five{q})", "tap(index=)", "swipe(up=1)", "swipe(dir={q}up{q})", "swipe(direction={q}north{q})",
    "press(key={q}MENU{q})", "press(text={q}HOME{q})", "wait(-1)", "wait(11)", "wait(1, 2)", "wait({q}long{q})", "wait(tag=5)", "wait(seconds=1, duration=1)", "dual-gesture(y=0.1, x=0.1, lift_y=0.1, lift_x=0.1)",
    "tap(index=5)<|im_end|>tap(index=6)", "<answer>tap(1)</answer><answer>tap(2)</answer>", "<answer></answer>", "<action>hello</action>", "<|im_end|>", "</s>",
]  # fmt: skip
#: What models write around an action.
AROUND = (
    "{}", " {} ", "\n{}\n", "<answer>{}</answer>", "<answer>\n{}\n</answer>", "<action>{}</action>", "<ANSWER>{}</ANSWER>", "<action> {} </action>", "<answer>{}",
    "<answer><action>{}</action></answer>", "<think>It is the fifth.</think>{}", "<think>tap(1)?</think>\n<answer>{}</answer>", "I see it.\n<action>{}</action>", "```\n{}\n```",
    "<answer>```\n{}\n```</answer>", "{}<|im_end|>", "{}</s>", "{}<|eot_id|>", "{}<|endoftext|>", "{}<end_of_turn>", "{}<eos>", "{} <|im_end|>\n<|endoftext|>", "{}<｜end▁of▁sentence｜>",
    "<s>{}</s>", "<answer>{}</answer><|im_end|>", "<answer>{}<|im_end|>", "<|im_start|>{}<|im_end|>", "{}<|eom_id|>", "{}[EOS]",
)  # fmt: skip


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize(("text", "move"), READ)
def test_spellings_that_are_read(screen: UiTree, text: str, move: object, quote: str) -> None:
    if move is None:  # what looks like a keyword is typed if it stands in quotes
        text, move = (
            text.replace("'", quote).format(q="'" if quote == '"' else '"'),
            TypeText(f"content={quote}hello{quote}"),
        )
    assert TEXT.to_gesture(text.format(q=quote), screen) == move


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize("text", REFUSED)
def test_spellings_that_are_refused(screen: UiTree, text: str, quote: str) -> None:
    with pytest.raises(ActionError):
        TEXT.to_gesture(text.format(q=quote), screen)


def test_an_unknown_keyword_is_named(screen: UiTree) -> None:
    with pytest.raises(ActionError, match=r"type has no argument 'colour'; e.g. type.* must be in quotes"):
        TEXT.to_gesture("type(colour='red')", screen)


@pytest.mark.parametrize("name", ["numeric_tag", "index", "element", "tag", "id", "number"])
def test_names_of_a_tag(screen: UiTree, name: str) -> None:
    assert TEXT.to_gesture(f"tap({name}=5)", screen) == TEXT.to_gesture("tap(5)", screen)
    assert isinstance(TEXT.to_gesture(f"long_press({name}='5')", screen), LongPress)
    assert NumberedCallActions().to_gesture(f"tap({name}=1)", screen) == NumberedCallActions().to_gesture(
        "tap(1)", screen
    )


@pytest.mark.parametrize("around", AROUND)
def test_wrappers_are_taken_off_in_every_mode(screen: UiTree, around: str) -> None:
    for mode, action in (
        (TEXT, "tap(5)"), (TEXT, 'answer("a (b), c")'), (NumberedCallActions(), "tap(1)"), (NumberedCallActions(), 'text("hello")'),
        (CallActions(), 'do(action="Tap", element=[499, 300])'), (CallActions(), 'finish(message="done")'),
        (JsonActions(), '{"action_type": "click", "x": 5, "y": 6}'), (JsonActions(), '{"action_type": "answer", "text": "42"}'),
    ):  # fmt: skip
        assert mode.to_gesture(around.format(action), screen) == mode.to_gesture(action, screen), (
            mode,
            action,
        )


WRITTEN = st.text(min_size=1, max_size=40)


@given(WRITTEN, st.sampled_from(["text", "content", "message", "answer", "value"]))
def test_any_text_can_be_typed_by_keyword(text: str, name: str) -> None:
    wanted = TEXT.encode(TypeText(text), UiTree((), 1080, 2160))
    assert TEXT.to_gesture(wanted.replace("type(", f"type({name}=", 1), None) == TypeText(text)


@given(WRITTEN)
def test_a_keyword_in_quotes_is_text(text: str) -> None:
    typed = TypeText(f"content='{text}'")
    assert TEXT.to_gesture(TEXT.encode(typed, UiTree((), 1080, 2160)), None) == typed


@given(st.text("<>/|answerction \n`_ims=()'\"tap5,") | st.text())
def test_unwrapping_never_raises(text: str) -> None:
    assert len(unwrapped(text)) <= len(text)


@pytest.mark.parametrize(
    "part",
    [
        "<answer>",
        "</answer>",
        "<|im_end|>",
        "</s>",
        " ",
        "<answer></answer> ",
        "<s",
        "<|",
        "```\n",
        "<|im_end|>a",
    ],
)
def test_long_answers_are_unwrapped_at_once(part: str) -> None:
    assert len(unwrapped(part * (100_000 // len(part)))) <= 100_000


#: Scales: an element, the fraction of the screen that it means, and elements beyond the scale.
SCALED = [
    ("calls_0_999", [499, 299], (0.4995, 0.2995), ([1000, 5], [5, 1000], [-1, 5], [499, 1500])),
    ("calls_0_999", [400, 200, 600, 400], (0.5005, 0.3005), ([0, 0, 1000, 999],)),
    ("calls_0_1000", [500, 300], (0.5, 0.3), ([1001, 5], [5, 2000], [-1, 5])),
    ("calls_0_1", [0.5, 0.3], (0.5, 0.3), ([1.1, 0.5], [0.5, 5], [499, 300])),
    ("calls", [540, 648], (0.5, 0.3), ([1080, 5], [5, 2160], [-1, 5])),
]


@pytest.mark.parametrize(("mode", "element", "place", "beyond"), SCALED)
def test_the_scale_is_stated(
    mode: str, element: list[float], place: tuple[float, float], beyond: tuple[list[float], ...]
) -> None:
    calls, screen = CallActions(mode), UiTree((), 1080, 2160)
    move = calls.to_gesture(f'do(action="Tap", element={element})', screen)
    assert isinstance(move, Tap)
    assert (abs(move.x - place[0]) < 0.001, abs(move.y - place[1]) < 0.001) == (True, True)
    for other in beyond:
        with pytest.raises(ActionError, match="element is"):
            calls.to_gesture(f'do(action="Tap", element={other})', screen)


@given(
    st.sampled_from(["calls_0_999", "calls_0_1000", "calls_0_1"]), st.integers(2, 1077), st.integers(2, 2157)
)
def test_a_point_comes_back_in_every_scale(mode: str, x: int, y: int) -> None:
    calls, screen = CallActions(mode), UiTree((), 1080, 2160)
    tap = Tap((x + 0.5) / 1080, (y + 0.5) / 2160)
    assert calls.to_gesture(calls.encode(tap, screen), screen) == tap


@pytest.mark.parametrize("mode", ["calls", "calls_0_999", "calls_0_1000", "calls_0_1"])
def test_samples_keep_to_the_scale(mode: str) -> None:
    calls = CallActions(mode)
    calls.space.seed(0)
    for _ in range(50):
        assert calls.to_gesture(calls.space.sample(), UiTree((), 1080, 2160)) is not None
