"""Agents of models described by a YAML file: recipes, answers in three families, and whole episodes."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from bmoca_gym import agents
from bmoca_gym.agents.language.formats import plugin
from bmoca_gym.agents.language.formats.action_mode import FormatActions
from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.formats.writing import LackingError
from bmoca_gym.agents.language.generic import reading
from bmoca_gym.agents.language.generic.agent import RECIPES, action_mode, listing, tools
from bmoca_gym.agents.language.generic.recipe import FOLDER, Recipe, load
from bmoca_gym.agents.language.generic.writing import written_by
from bmoca_gym.envs.actions import Answer, Ask, Finish, Gestures, Move, OpenApp, Wait
from bmoca_gym.errors import ModelError, SettingsError
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap, TypeText, pinch
from bmoca_gym.handset.ui.tree import UiTree

from chat_server import Calls  # isort: skip

SCREEN = (1080, 2400)

ACTIONS = """
actions:
  tap: {verb: click, at: point}
  twice: {verb: double_tap, at: point}
  hold: {verb: long_press, at: point, seconds: ms, unit: 0.001}
  drag: {verb: swipe, at: point, to: end}
  zoom: {verb: pinch, at: point, zoom: times}
  scroll: {verb: scroll, direction: way}
  flick: {verb: flick, direction: way, at: point}
  type: {verb: input_text, text: text}
  key: {verb: press_key, key: name}
  back: {verb: press_key, fixed: {key: BACK}}
  open: {verb: open_app, app_name: app}
  wait: {verb: wait, seconds: time}
  say: {verb: answer, text: text}
  ask: {verb: ask_user, text: text}
  done: {verb: finish, text: text}
  fail: {verb: finish, fixed: {status: infeasible}}
  note: {verb: note, text: text}
"""


def recipe(text: str, actions: str = ACTIONS) -> Recipe:
    return Recipe.model_validate(yaml.safe_load(text + actions))


def moves(made: Recipe, text: str, calls: Any = ()) -> tuple[Move, ...]:
    """What an answer does on the phone."""
    sent = reading.written(made, reading.find(made, text, calls))
    frame = Frame(SCREEN, made.picture.sent())
    return FORMATS[action_mode(made)].moves(sent, frame, UiTree((), *SCREEN))[1]


def centre_of(x: int, y: int) -> tuple[float, float]:
    """The middle of a pixel of the screen."""
    return (x + 0.5) / SCREEN[0], (y + 0.5) / SCREEN[1]


JSON = "answers: json\nscale: 1000"
CALLS = "answers: calls\nscale: 999\nmarks: ['Action:']"
PX = "answers: json\nscale: px\npicture: {longest: 1200}"


@pytest.mark.parametrize(
    ("made", "answer", "move"),
    [
        (JSON, 'I tap. {"action": "tap", "point": [500, 250]}', Tap(*centre_of(540, 600))),
        (JSON, '```json\n{"action": "tap", "point": [480, 230, 520, 270]}\n```', Tap(*centre_of(540, 600))),
        (JSON, "{'action': 'tap', 'point': '(500, 250)'}", Tap(*centre_of(540, 600))),
        (JSON, '<think>{"a": 1}</think>{"action": "tap", "point": {"x": 500, "y": 250}}', Tap(*centre_of(540, 600))),
        (JSON, '{"state": 1} {"action": "key", "name": "Enter"}', PressKey("ENTER")),
        (JSON, '{"action": "hold", "point": [0, 1000], "ms": 1500}', LongPress(*centre_of(0, 2399), 1.5)),
        (JSON, '{"action": "zoom", "point": [500, 250], "times": 2}', pinch(*centre_of(540, 600), 2.0)),
        (JSON, '{"action": "zoom", "point": [500, 250], "times": "0.5"}', pinch(*centre_of(540, 600), 0.5)),
        (JSON, '{"action": "wait", "time": "3 seconds"}', Wait(3.0)),
        (JSON, '{"action": "type", "text": 7}', TypeText("7")),
        (JSON, '{"action": "fail"}', Finish("", "infeasible")),
        (JSON, '{"action": "done", "text": "7:30"}', Finish("7:30", "complete")),
        (JSON, '{"action": "note", "text": "remember"}', Wait(0.0)),
        (JSON + "\narguments_key: with\naction_key: name", '{"name": "open", "with": {"app": "Clock"}}', OpenApp("Clock")),
        (JSON + "\norder: yx", '{"action": "tap", "point": [250, 500]}', Tap(*centre_of(540, 600))),
        (JSON + "\ntakes: first", '{"action": "back"} {"action": "fail"}', PressKey("BACK")),
        (JSON + "\ntakes: last", '{"action": "back"} {"action": "fail"}', Finish("", "infeasible")),
        (JSON.replace("1000", "1"), '{"action": "tap", "point": [0.5, 0.25]}', Tap(*centre_of(540, 600))),
        (CALLS, "I tap.\nAction: tap(point=(999, 0))", Tap(*centre_of(1079, 0))),
        (CALLS, "Action: type(text='it\\'s (a) test')", TypeText("it's (a) test")),
        (CALLS, "Action: scroll(way='down')", Swipe(*centre_of(540, 1200), *centre_of(540, 0), 0.3)),
        (CALLS, "Action: flick(way='right', point='0 0')", Swipe(*centre_of(0, 0), *centre_of(540, 0), 0.3)),
        (PX, '{"action": "tap", "point": [270, 300]}', Tap(*centre_of(540, 600))),
        (PX, '{"action": "drag", "point": [0, 0], "end": [540, 1200]}',
         Swipe(*centre_of(0, 0), *centre_of(1079, 2399), 0.3)),
    ],
)  # fmt: skip
def test_an_answer_does_what_the_recipe_says(made: str, answer: str, move: Move) -> None:
    assert moves(recipe(made), answer) == (move,)


def test_the_other_verbs() -> None:
    made = recipe(JSON)
    (twice,) = moves(made, '{"action": "twice", "point": [500, 250]}')
    assert isinstance(twice, Gestures)
    assert moves(made, '{"action": "say", "text": "7"}') == (Answer("7"),)
    assert moves(made, '{"action": "ask", "text": "Which?"}') == (Ask("Which?"),)


FUNCTIONS = "answers: functions\nscale: px"
OWN = "\nactions:\n  tap: {verb: click, at: [x, y]}\n  back: {verb: press_key, fixed: {key: BACK}}"


@pytest.mark.parametrize(
    ("made", "answer", "calls", "says"),
    [
        (JSON, "", (), "no action"),
        (JSON, "tap it", (), "no action"),
        (JSON, '{"action": "tap"}', (), "lacks point"),
        (JSON, '{"action": "taps", "point": [1, 1]}', (), "no action 'taps'.*tap"),
        (JSON, '{"point": [1, 1]}', (), "has no action"),
        (JSON, '{"action": "tap", "point": [1001, 1]}', (), "outside 0 to 1000"),
        (JSON, '{"action": "tap", "point": [1, 1, 1]}', (), "not a point"),
        (JSON, '{"action": "scroll", "way": "north"}', (), "must be down"),
        (JSON, '{"action": "zoom", "point": [1, 1], "times": 20}', (), "from 0.1"),
        (JSON, '{"action": "zoom", "point": [1, 1]}', (), "lacks times"),
        (JSON, '{"action": "key", "name": "any key"}', (), "There is no key"),
        (JSON, '{"action": "back"}{"action": "back"}', (), "2 actions"),
        (JSON, '{"action": "tap", "point": [1, 1', (), "is missing"),
        (CALLS, "tap(point='1 1')", (), "has no"),
        (PX, '{"action": "tap", "point": [541, 1]}', (), "outside 0 to 540"),
        (FUNCTIONS, "I tap.", (), "no action"),
        (FUNCTIONS, "", [("tap", '{"x": "a", "y": 1}')], "x must be a number"),
        (FUNCTIONS, "", [("tap", '{"x": 1}')], "lacks x, y"),
        (FUNCTIONS, "", [("tap", "[1, 1]")], "must be an object"),
        (FUNCTIONS, "", [("tap", "{")], "JSON"),
        (FUNCTIONS, "", [("back", ""), ("back", "")], "2 actions"),
    ],
)  # fmt: skip
def test_a_wrong_format_says_why(made: str, answer: str, calls: Any, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        moves(recipe(made, OWN if made == FUNCTIONS else ACTIONS), answer, calls)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("answers: jsn\nscale: 1000", "line 1: answers"),
        ("answers: json\nscale: 100", "line 2: scale"),
        ("answers: json\nscale: px\nscales: 1", "line 3: scales: unknown field. Did you mean.*scale"),
        ("answers: json\nscale: px\npicture: {size: big}", "line 3: picture.size"),
        ("answers: json\nscale: px\nprompts:\n  task: $gaol", "prompts.task has .gaol.*goal"),
        ("answers: functions\nscale: px\nmarks: ['<']", "no marks"),
        ("answers: json\nscale: px\nactions:\n  a: {verb: click}", "line 4: actions.a: click needs at"),
        ("answers: json\nscale: px\nactions:\n  a: {verb: back}", "line 4: actions.a.verb"),
        ("answers: json\nscale: px\nactions:\n  a: {verb: wait, key: k}", "line 4: actions.a: wait has no key"),
        ("answers: json\nscale: px\nactions:\n  a: {verb: click, at: [x, y, z]}", "names 3 arguments"),
        ("answers: json\nscale: px\nactions:\n  a:\n    verb: click\n    att: p", "line 6: actions.a.att: unknown field"),
        ("answers: json\nscale: px\nactions: {}", "line 3: actions"),
        ("answers: json\nanswers: json", "line 2.*appears twice"),
        ("- 1", "a recipe has fields"),
        ("answers: [", "not valid YAML"),
    ],
)  # fmt: skip
def test_mistakes_in_a_recipe_are_found_by_line_and_field(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text if "actions" in text or "- 1" in text or "twice" in says else text + ACTIONS)
    with pytest.raises(SettingsError, match=says):
        load(str(path))


def test_recipes_of_the_package_can_be_read_by_name() -> None:
    shipped = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    assert shipped == ["example", "tool-call-1000", "tool-call-px"]
    for name in shipped:
        assert load(name).digest == load(name).digest
    with pytest.raises(SettingsError, match="Did you mean 'example'"):
        load("exampel")
    with pytest.raises(SettingsError, match="give --recipe"):
        agents.options("generic", {"model": "m"})
    assert set(plugin.GENERIC) == set(RECIPES)


def test_the_recipe_of_the_documentation(tmp_path: Path) -> None:
    page = Path(__file__).parents[4] / "docs" / "models" / "generic.md"
    text = page.read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    answer = 'I open the clock. {"action": "tap", "point": [500, 250]}'
    assert moves(load(str(path)), answer) == (Tap(*centre_of(540, 600)),)
    path.write_text(text.replace("click, at: point", "click"))
    with pytest.raises(
        SettingsError, match=r"mine\.yaml, line 4: actions\.tap: click needs at: name the model's argument\."
    ):
        load(str(path))


def test_every_action_of_a_recipe_can_be_read_as_it_is_listed() -> None:
    example = {
        "[x, y]": "[10, 20]",
        "number": "3",
        "up, down, left or right": "down",
        "name of a key": "ENTER",
    }
    for made in (recipe(JSON), recipe(CALLS)):
        for line in listing(made).splitlines():
            for word, value in example.items():
                line = line.replace(word, value)
            assert moves(made, f"Action: {line.partition('  #')[0]}")


@pytest.mark.parametrize("made", [JSON, CALLS, PX])
def test_any_answer_gives_an_action_or_a_reason(made: str) -> None:
    draw, found, parsed = random.Random(made), 0, recipe(made)
    junk = (
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\\",
        "\n",
        ",",
        "Action:",
        "NaN",
        "1e9",
        "null",
        "\ud800",
        "</think>",
    )
    answers = [
        'I. {"action": "drag", "point": [1, 2], "end": [3, 4]}',
        "Action: drag(point=(1, 2), end='(3, 4)')",
    ]
    for _ in range(1500):
        text = draw.choice(answers)
        for _ in range(draw.randint(0, 5)):
            at = draw.randrange(len(text) + 1)
            text = text[:at] + draw.choice(junk) + text[at + draw.randint(0, 3) :]
        with contextlib.suppress(FormatError):
            found += bool(moves(parsed, text))
    assert found
    with pytest.raises(FormatError):
        moves(parsed, "Action: {" * 20_000)


@pytest.fixture
def screen() -> Any:
    """A small screen."""
    return np.zeros((240, 108, 3), np.uint8)


class _Env:
    """As much of an environment as the agent reads."""

    task = None


def _info(**others: Any) -> dict[str, Any]:
    return {"instruction": "Set an alarm.", "wrong_format": None, "reply": None, **others}


def _agent(
    serve: Any, tmp_path: Path, answers: list[Any], name: str = "generic", **options: Any
) -> tuple[Any, Any]:
    left = iter(answers)
    server = serve(lambda request: next(left))
    given = {"model": "m", "base_url": server.url, "cache": str(tmp_path / "responses"), **options}
    agent = agents.create(name, given)
    agent.reset(_Env(), _info(), 7)  # type: ignore[arg-type]
    return agent, server


def test_an_episode_with_lines(serve: Any, tmp_path: Path, screen: Any) -> None:
    answers = [
        'I tap. {"action": "tap", "point": [500, 250]}',
        "Nothing.",
        '{"action": "done", "answer": "ok"}',
    ]
    agent, server = _agent(serve, tmp_path, answers, recipe="example")
    first = json.loads(agent.act(screen, _info()))
    assert first == {"name": "click", "arguments": {"x": 500.0, "y": 250.0}}
    assert "problem" in json.loads(agent.act(screen, _info()))
    agent.act(screen, _info(wrong_format="The answer has no action.", reply="Yes."))
    system, user = server.requests[2]["messages"]
    assert '{"action": "hold", "point": [x, y]}' in system["content"]
    words, picture = user["content"]
    assert 'Step 1: tap {"action": "tap", "point": [500, 250]}\nStep 2: Nothing.' in words["text"]
    assert "not valid: The answer has no action. The user says: Yes." in words["text"]
    assert picture["type"] == "image_url"
    assert [turn["action"] is None for turn in agent.notes.turns] == [False, True, False]
    assert server.requests[0]["max_tokens"] == 2048
    agent.close()


_WRITTEN = (
    "{answers: json, scale: 1, order: yx, marks: [<act>, </act>], arguments_key: args, ",
    "{answers: calls, scale: 999, marks: ['Action:'], ",
    "{answers: functions, scale: 1000, ",
)
_ITS_ACTIONS = """actions: {
  tap: {verb: click, at: point}, hold: {verb: long_press, at: [x, y], seconds: ms, unit: 0.001},
  scroll: {verb: scroll, direction: way}, type: {verb: input_text, text: text},
  zoom: {verb: pinch, at: point, zoom: times},
  back: {verb: press_key, fixed: {key: BACK}}, impossible: {verb: finish, fixed: {status: infeasible}},
  done: {verb: finish, text: answer}}}"""


@pytest.mark.parametrize("recipe", _WRITTEN)
def test_what_experts_say_is_read_as_it_was(recipe: str) -> None:
    made = Recipe.model_validate(yaml.safe_load(recipe + _ITS_ACTIONS))
    tree = UiTree((), 1080, 2400)
    mode = FormatActions("tool-call/1000", made.picture.sent())

    def told(move: Any) -> Move:
        text, calls = written_by(made, mode.encode(move, tree), "I go on.")
        found = reading.find(made, text, calls)
        assert found.thought in ("I go on.", "")
        return mode.to_gesture(reading.written(made, found), tree)

    for move in (TypeText('it\'s "7:30"\n(a\\b)'), PressKey("BACK"), Finish("", "infeasible")):
        assert told(move) == move
    assert told(Finish("7:30")).message == "7:30"  # type: ignore[union-attr]
    tap, held = told(Tap(0.25, 0.75)), told(LongPress(0.25, 0.75, 1.5))
    assert isinstance(tap, Tap)
    assert isinstance(held, LongPress)
    assert held.seconds == 1.5
    for one in (tap, held):
        assert (one.x, one.y) == (pytest.approx(0.25, abs=0.002), pytest.approx(0.75, abs=0.002))
    zoom = told(pinch(0.25, 0.75, 3.0))
    assert isinstance(zoom, Pinch)
    assert zoom.middle == pytest.approx((0.25, 0.75), abs=0.002)
    assert zoom.scale(1080, 2400) == pytest.approx(3.0, rel=1e-3)
    swipe = told(Swipe(0.5, 0.8, 0.5, 0.3))
    assert isinstance(swipe, Swipe)
    assert (swipe.x0, swipe.y1 - swipe.y0) == (pytest.approx(0.5, abs=0.002), pytest.approx(-0.5, abs=0.002))
    for lacking in (
        Swipe(0.1, 0.1, 0.9, 0.9),
        PressKey("HOME"),
        OpenApp("Clock"),
        Swipe(0.5, 0.8, 0.5, 0.3, held=0.5),
    ):
        with pytest.raises(LackingError):
            told(lacking)


def test_the_test_call_asks_for_a_tap_on_the_button(serve: Any, tmp_path: Path) -> None:
    answers = [
        'I tap. {"action": "tap", "point": [720, 300]}',
        '{"action": "tap", "point": [100, 900]}',
        "I see a blue button.",
        "Thought: t\nAction: click(point='<point>720 300</point>')",
    ]
    agent, server = _agent(serve, tmp_path, answers, recipe="example")
    assert agent.test_call() == ""
    assert "Tap the blue button." in json.dumps(server.requests[0])
    assert "missed the button" in agent.test_call()
    assert "is not in the grammar of generic" in agent.test_call()
    with pytest.raises(ModelError, match="Agents that read it: ui-tars"):
        agent.test_call()
    agent.close()
    called = Calls((("click", '{"x": 720, "y": 300}'),))
    agent, server = _agent(serve, tmp_path, [called], "tool-call/1000")
    assert agent.test_call() == ""
    assert server.requests[0]["tools"][0]["function"]["name"] == "click"
    agent.close()


@pytest.mark.parametrize("scale", ["1000", "px"])
def test_an_episode_with_function_calls(scale: str, serve: Any, tmp_path: Path, screen: Any) -> None:
    click = Calls((("click", '{"x": 500, "y": 250}'),))
    answers = [click, Calls((("click", '{"x": 5000, "y": 1}'), ("go", "{}"))), click, click, click]
    agent, server = _agent(serve, tmp_path, answers, f"tool-call/{scale}", answer_tokens=99)
    for wrong in (None, None, "The answer has 2 actions; it must have one.", None, None):
        agent.act(screen, _info(wrong_format=wrong))
    last = server.requests[4]
    assert last["max_tokens"] == 99
    assert last["tool_choice"] == "required"
    assert [tool["function"]["name"] for tool in last["tools"]] == [*load(f"tool-call-{scale}").actions]
    roles = [one["role"] for one in last["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "tool", "tool", "user", "assistant", "tool",
                     "user", "assistant", "tool", "user"]  # fmt: skip
    asked = [call["id"] for one in last["messages"] for call in one.get("tool_calls", ())]
    answered = [one["tool_call_id"] for one in last["messages"] if one["role"] == "tool"]
    assert asked == answered
    assert len(set(asked)) == 5
    assert "2 actions" in last["messages"][5]["content"]
    agent.close()


def test_functions_state_their_scale() -> None:
    (click, *_) = tools(load("tool-call-px"))
    assert click["function"]["parameters"]["properties"]["x"]["description"].startswith(
        "px of the picture, which has 706x1568"
    )
    (click, *_) = tools(load("tool-call-1000"))
    assert "from 0 to 1000" in click["function"]["parameters"]["properties"]["y"]["description"]


def test_the_environment_and_the_identity_follow_the_recipe(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(PX + "\ntemperature: 0.5" + ACTIONS)
    chosen = agents.options("generic", {"model": "m", "recipe": str(path)})
    assert chosen["temperature"] == 0.5
    assert chosen["top_p"] is None
    assert agents.options("generic", {**chosen, "temperature": 0.25})["temperature"] == 0.25
    made = agents.environment_arguments("generic", chosen)
    assert made == {"action": "tool-call/px", "observation": "pixels", "resolution": (540, 1200)}
    before = agents.identity("generic", chosen)["recipe"]
    path.write_text(PX + "\ntemperature: 0.6" + ACTIONS)
    assert agents.identity("generic", chosen)["recipe"] != before
