"""Recipes: descriptions of a screen, stages of a prompt, memory, custom prompts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import pytest

from bmoca_gym import agents
from bmoca_gym.agents.language import grounding
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.agents.language.recipe import RECIPES, RecipeAgent
from bmoca_gym.agents.language.screen import LabScreen, Screen, letters, named
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, PromptError, SettingsError
from bmoca_gym.suites.androidlab.calls import DO, FUNCTIONS
from bmoca_gym.suites.androidworld.json_actions import ACTIONS

SAVE = {
    "index": 1,
    "class": "android.widget.Button",
    "text": 'Save "it"',
    "bounds": [0, 0, 50, 50],
    "clickable": True,
}
ELEMENTS: list[dict[str, Any]] = [
    {"index": 0, "class": "a.ListView", "bounds": [0, 0, 100, 200], "scrollable": True},
    SAVE,
    {
        "index": 2,
        "class": "a.EditText",
        "text": "Name",
        "hint": "Name",
        "bounds": [0, 50, 100, 90],
        "editable": True,
    },
    {
        "index": 3,
        "class": "a.Switch",
        "content_description": "Wi-Fi",
        "bounds": [0, 90, 9, 99],
        "checked": True,
    },
    {"index": 4, "class": "a.View", "resource_id": "a:id/more", "bounds": [0, 300, 9, 310]},
    {"index": 5, "class": "a.View", "resource_id": "a:id/menu", "bounds": [9, 90, 19, 99], "package": "a"},
]


def observation(sees: bool = True) -> Any:
    text = json.dumps({"width": 100, "height": 200, "elements": ELEMENTS})
    return {"text": text, "pixels": np.full((400, 200, 3), 200, np.uint8)} if sees else text


class Model:
    """Answers by the words of the last message, and keeps the requests."""

    def __init__(self, answer: Callable[[str], str], reason: str = "stop") -> None:
        self.answer, self.reason, self.requests = answer, reason, list[Any]()

    def ask(self, request: Mapping[str, Any], *place: int) -> Answer:
        self.requests.append((request, place))
        return Answer(self.answer(words(request["messages"][-1])), (), None, None, self.reason, 0.5)

    def close(self) -> None:
        pass


def words(message: Mapping[str, Any]) -> str:
    content = message["content"]
    return str(content if isinstance(content, str) else content[0]["text"])


def pictures(message: Mapping[str, Any]) -> int:
    return 0 if isinstance(message["content"], str) else len(message["content"]) - 1


def make(name: str, model: Model, **given: Any) -> RecipeAgent:
    options = agents.options(name, {"model": "none", **given})
    agent = RecipeAgent(name, client=model, **options)  # type: ignore[arg-type]
    agent.reset(None, {"instruction": "Save it for $5."}, 7)  # type: ignore[arg-type]
    return agent


def test_a_screen_is_told_in_three_ways() -> None:
    screen = Screen(observation())
    assert [one["index"] for one in screen.elements] == [0, 1, 2, 3, 5], "one is not on the screen"
    assert screen.brief().splitlines()[1] == (
        'UI element 1: {"index": 1, "text": "Save \\"it\\"", "is_clickable": True, "is_long_clickable": False, '
        '"is_editable": False, "is_selected": False, "is_checked": False}'
    )
    full = screen.full().splitlines()[4]
    for part in (
        "UI element 5: UIElement(text=None,",
        "bbox_pixels=BoundingBox(x_min=9, x_max=19, y_min=90, y_max=99)",
    ):
        assert part in full
    assert [(mark, named(one)) for mark, one in screen.choices()] == [
        ("A", 'button "Save \\"it\\""'), ("B", 'text box "Name", empty'), ("C", 'switch "Wi-Fi", checked'), ("D", 'icon "menu"'),
    ]  # fmt: skip
    assert screen.plain() != screen.marked() != screen.marked("before")


def test_a_choice_becomes_an_action() -> None:
    choices = Screen(observation()).choices()
    assert grounding.options(choices).endswith(f"{letters(len(choices))}. None of these elements")
    for answer, action, told in (
        (
            "ELEMENT: A\nACTION: CLICK\nVALUE: None",
            {"action_type": "click", "index": 1},
            'button "Save \\"it\\"" -> CLICK',
        ),
        (
            "I choose.\n**ELEMENT:** (b)\n**ACTION**: input_text.\n**VALUE:** 12:30\nand more",
            {"action_type": "input_text", "index": 2, "text": "12:30\nand more"},
            'text box "Name", empty -> INPUT TEXT: 12:30\nand more',
        ),
        ("ACTION: SWIPE\nVALUE: Up.", {"action_type": "scroll", "direction": "down"}, "SWIPE: Up"),
        (
            "ELEMENT: D\nACTION: SWIPE\nVALUE: left",
            {"action_type": "scroll", "index": 5, "direction": "right"},
            None,
        ),
        ("ACTION: ANSWER\nVALUE: a: b.", {"action_type": "answer", "text": "a: b."}, "ANSWER: a: b."),
        ("ACTION: TERMINATE\nVALUE: None", {"action_type": "status", "goal_status": "complete"}, "TERMINATE"),
        ("ACTION: CLICK\nELEMENT: Z\nVALUE: x\nACTION: WAIT", {"action_type": "wait"}, "WAIT"),
    ):
        found = grounding.read(answer, choices)
        assert json.loads(found.action) == action
        assert told in (None, found.words)
    for answer, reason in (
        ("", "no line 'ACTION"),
        ("ACTION: FLY", "Actions are CLICK"),
        ("ELEMENT: E\nACTION: CLICK", "letters from A to D"),
        ("ELEMENT: B\nACTION: INPUT TEXT\nVALUE: None", "INPUT TEXT needs a VALUE"),
        ("ACTION: SWIPE\nVALUE: north", "up, down, left or right"),
    ):
        with pytest.raises(ActionError, match=reason):
            grounding.read(answer, choices)


def test_long_choices_are_read_in_time_that_grows_with_their_length() -> None:
    for piece in ("\n", " ", "*", "ACTION", "ACTION:", "ELEMENT: \n", "VALUE:", "-"):
        with pytest.raises(ActionError):
            grounding.read(piece * (MAX_ANSWER // len(piece)), [])


def test_m3a_acts_and_sums_up() -> None:
    model = Model(
        lambda text: (
            "Saved.\n Next: quit. "
            if "Summary:" in text
            else 'Reason: why not.\nAction: {"action_type": "click", "index": 1}'
        )
    )
    agent = make("m3a", model)
    assert "Action:" in agent.act(observation(), {})
    assert agent.act(observation(), {"wrong_format": None})
    agent.act(observation(), {"wrong_format": "it was too late."})
    messages = [request["messages"][-1] for request, _ in model.requests]
    assert [pictures(one) for one in messages] == [2, 2, 2, 2]
    first, summed, second, third = map(words, messages)
    assert "What you are asked: Save it for $5." in first
    assert "this is the first step" in first
    assert all(
        part in summed
        for part in ('Your action: {"action_type": "click", "index": 1}', "Your reason: why not.")
    )
    assert '\nStep 1: {"action_type": "click", "index": 1}. Saved. Next: quit.\n' in second
    # Nothing was done, so that there is nothing to sum up.
    assert "\nStep 2: Nothing was done. it was too late.\n" in third
    assert [place for _, place in model.requests] == [(7, turn) for turn in range(4)]
    turns = agent.notes.turns
    assert [(turn["stage"], turn["step"], turn["decides"]) for turn in turns] == [
        ("act", 0, True), ("summarise", 0, False), ("act", 1, True), ("act", 2, True),
    ]  # fmt: skip
    assert turns[0]["action"] == '{"action_type": "click", "index": 1}'
    assert turns[0]["tokens_are_estimated"]
    assert agent.notes.further[0] != ()
    assert agent.notes.usage.calls == 4


def test_t3a_reads_alone() -> None:
    model = Model(lambda text: 'Action: {"action_type": "wait"}')
    agent = make("t3a", model)
    agent.act(observation(sees=False), {})
    ((request, _),) = model.requests
    assert pictures(request["messages"][-1]) == 0
    assert "BoundingBox(" in words(request["messages"][-1])
    assert (request["temperature"], request["max_tokens"]) == (0.0, 1000)


def test_seeact_says_first_and_chooses_then() -> None:
    answers = iter(
        [
            "I would save.",
            "ELEMENT: A\nACTION: CLICK\nVALUE: None",
            "And now?",
            "ELEMENT: Q\nACTION: CLICK",
            "?",
            "ACTION: WAIT",
        ]
    )
    model = Model(lambda text: next(answers))
    agent = make("seeact", model)
    assert json.loads(agent.act(observation(), {})) == {"action_type": "click", "index": 1}
    refused = agent.act(observation(), {})
    assert json.loads(refused)["action_type"] == "unknown"
    assert json.loads(agent.act(observation(), {"wrong_format": "Q is no letter."})) == {
        "action_type": "wait"
    }
    described, grounded = (request["messages"] for request, _ in model.requests[:2])
    assert [(one["role"], pictures(one)) for one in grounded] == [
        ("system", 0),
        ("user", 1),
        ("assistant", 0),
        ("user", 0),
    ]
    assert grounded[:2] == described
    assert words(grounded[2]) == "I would save."
    assert 'A. button "Save' in words(grounded[3])
    last = words(model.requests[4][0]["messages"][1])
    assert '1. button "Save \\"it\\"" -> CLICK\n2. Nothing was done: Q is no letter.\n' in last


def test_an_endpoint_that_refuses_to_go_on_ends_the_task() -> None:
    agent = make("m3a", Model(lambda text: "", reason="content_filter"))
    assert json.loads(agent.act(observation(), {})) == {"action_type": "status", "goal_status": "infeasible"}


def test_prompts_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "act.txt").write_text("Do $goal with $actions, seeing $screen.", encoding="utf-8")
    (tmp_path / "no_steps.txt").write_text("", encoding="utf-8")
    given = {"prompt": str(tmp_path)}
    agent = make("t3a", Model(lambda text: ""), **given)
    agent.act(observation(sees=False), {})
    assert agent.notes.turns[0]["prompt"]["act"].startswith("Do Save it for $5. with - Ends the task.")
    own = agents.identity("t3a", agents.options("t3a", {"model": "none", **given}))
    assert own["prompt"] != agents.identity("t3a", agents.options("t3a", {"model": "none"}))["prompt"]
    (tmp_path / "act.txt").write_text("$choices", encoding="utf-8")
    with pytest.raises(PromptError, match=r"act\.txt has \$choices; it may have \$goal"):
        make("t3a", Model(str), **given)
    with pytest.raises(SettingsError, match="WIDTHxHEIGHT"):
        agents.options("m3a", {"model": "none", "picture_size": "large"})
    with pytest.raises(SettingsError, match="no option 'picture_size'"):
        agents.options("t3a", {"model": "none", "picture_size": "540x1200"})


def test_every_template_is_used_and_every_action_is_known() -> None:
    folder = Path(grounding.__file__).with_name("templates")
    for recipe in RECIPES.values():
        templates = recipe.templates({"prompt": ""})
        assert set(recipe.actions) <= {*ACTIONS, *DO, *FUNCTIONS}
        for path in (path for kind in recipe.folders for path in (folder / kind).glob("*.txt")):
            if path.stem == "answer" and not recipe.teaches:
                continue
            asked = {match["named"] for match in Template.pattern.finditer(path.read_text(encoding="utf-8"))}
            told = dict.fromkeys(asked - {None}, "x")
            assert templates.fill(path.stem, **told), path


LAYOUT = """\
The current screenshot's description is shown: 
    [n0001] ListView ;scroll ; ;; : 
        bounds: [0,0][100,200]
        [n0002] Button ;click ; ;;Save : 
            bounds: [0,0][50,50]
"""


def seen(name: str) -> Any:
    """The environment's observation for the agent of that name."""
    pixels = np.full((400, 200, 3), 200, np.uint8)
    kind = agents.entry(name).observation
    return {"text": LAYOUT, "pixels": pixels} if kind == "both" else LAYOUT if kind == "text" else pixels


def test_a_layout_has_its_elements_as_options_too() -> None:
    assert LabScreen(LAYOUT).choices().splitlines() == [
        "[n0001] ListView ;scroll ; ;; | [0,0][100,200]", "[n0002] Button ;click ; ;;Save | [0,0][50,50]",
    ]  # fmt: skip
    assert LabScreen(np.zeros((4, 2, 3), np.uint8)).choices() == ""


@pytest.mark.parametrize("name", ["al-xml", "al-xml-react", "al-som", "al-som-react"])
def test_a_dialogue_is_remembered_without_its_screens(name: str) -> None:
    som = "som" in name
    call = "tap(2)" if som else 'do(action="Tap", element=[0, 0, 50, 50])'
    answers = iter([f"Obs: a\nAction:\n```\n{call}\n```", "I don't know.", "finish()"])
    model = Model(lambda text: next(answers))
    agent = make(name, model)
    assert call in agent.act(seen(name), {})
    agent.act(seen(name), {"wrong_format": None})
    assert agent.act(seen(name), {"wrong_format": "no line of it is a call."}) == "finish()"
    first, second, third = (request["messages"] for request, _ in model.requests)
    assert [one["role"] for one in third] == ["system", *["user", "assistant"] * 2, "user"]
    for part in ("Task: Save it for $5.", "- `tap(5)`" if som else "- `do("):
        assert part in words(first[0])
    assert [words(one) for one in third[1:5]] == [
        "** XML **", f"Obs: a\nAction:\n```\n{call}\n```", "** XML **", "I don't know.",
    ]  # fmt: skip
    assert second[:1] == first[:1] == third[:1]
    assert [pictures(one) for one in third] == [0, 0, 0, 0, 0, int(som)]
    assert words(second[-1]) == ("** XML **" if som else f"** XML **\n{LAYOUT.strip()}")
    told = "(Nothing was done by your last answer. no line of it is a call.)\n** XML **"
    assert words(third[-1]).startswith(told)
    turns = agent.notes.turns
    assert [(turn["stage"], turn["step"], turn["decides"]) for turn in turns] == [
        ("act", step, True) for step in range(3)
    ]
    assert [turn["action"] for turn in turns] == [call, None, "finish()"]
    assert turns[1]["prompt"]["turns before"].startswith("** XML **\n\nObs: a")


@pytest.mark.parametrize("name", ["al-xml-seeact", "al-som-seeact"])
def test_seeact_in_calls_says_first_and_chooses_then(name: str) -> None:
    tap = 'do(action="Tap", element=[0, 0, 50, 50])'
    answers = iter(["I would save.", f"Save.\nFinal Answer: {tap}", "And?", "No.", "Now?", "finish()"])
    model = Model(lambda text: next(answers))
    agent = make(name, model)
    assert agent.act(seen(name), {}).endswith("[0, 0, 50, 50])")
    agent.act(seen(name), {"wrong_format": None})
    agent.act(seen(name), {"wrong_format": "no call."})
    described, chosen = (request["messages"] for request, _ in model.requests[:2])
    assert [(one["role"], pictures(one)) for one in chosen] == [
        ("system", 0), ("user", int("som" in name)), ("assistant", 0), ("user", 0),
    ]  # fmt: skip
    assert chosen[:2] == described
    assert "Tap, Type, Swipe" in words(described[0])
    assert "at the steps before:\nNone\n" in words(described[1])
    assert (LAYOUT.strip() in words(described[1])) == ("xml" in name)
    assert "[n0002] Button ;click ; ;;Save | [0,0][50,50]" in words(chosen[3])
    last = words(model.requests[4][0]["messages"][1])
    assert "at the steps before:\nI would save.\n\nAnd?\n(Nothing was done by that step: no call.)\n" in last
    assert agent.notes.turns[1]["action"] == tap


def test_an_exact_copy_of_prompts_in_calls(tmp_path: Path) -> None:
    (tmp_path / "role.txt").write_text("Act. $$1\n\nTask Instruction: $goal", encoding="utf-8")
    (tmp_path / "act.txt").write_text("** XML **\n$screen", encoding="utf-8")
    agent = make("al-xml", Model(lambda text: "finish()"), prompt=str(tmp_path))
    agent.act(seen("al-xml"), {})
    told = agent.notes.turns[0]["prompt"]
    assert told == {
        "role": "Act. $1\n\nTask Instruction: Save it for $5.",
        "act": f"** XML **\n{LAYOUT.strip()}",
    }
    (tmp_path / "past.txt").write_text("$screen", encoding="utf-8")
    with pytest.raises(PromptError, match=r"past\.txt has \$screen; it may have \$number"):
        make("al-xml", Model(str), prompt=str(tmp_path))


def test_only_recipes_without_thoughts_teach() -> None:
    assert make("al-xml", Model(str)).answer("do()") == "```\ndo()\n```"
    assert make("al-som", Model(str)).answer("tap(1)") == "Action: tap(1)"
    with pytest.raises(PromptError, match="asks for thoughts"):
        make("al-som-react", Model(str)).answer("tap(1)")
    assert [name for name, recipe in RECIPES.items() if recipe.teaches] == ["al-xml", "al-som"]
    for name, recipe in RECIPES.items():
        entry = agents.entry(name)
        assert (entry.action, entry.observation) == (recipe.action_mode, recipe.observation)
