"""The page on the environment: its example runs, and it describes every task, argument, action and info key."""

from __future__ import annotations

import inspect
import math
import re
from pathlib import Path

import gymnasium as gym
import pytest

from bmoca_gym import tasks
from bmoca_gym.envs import PhoneEnv, UnicodeText
from bmoca_gym.envs.actions import DISCRETE_GESTURES, GRID_COLUMNS, TAP_THRESHOLD, DiscreteActions
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import PressKey, Swipe, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidlab.call_actions import CallActions

PAGE = (Path(__file__).parents[2] / "docs" / "environment.md").read_text(encoding="utf-8")
TREE = UiTree(tuple(UiNode("a.B", "", "", "", (0, 0, 9, 9), "", depth) for depth in range(9)), 1440, 3120)


def test_the_example_runs() -> None:
    example, *_ = re.findall(r"```python\n(import gymnasium.*?)```", PAGE, re.DOTALL)
    for line in (
        'env = gym.make("BMoCA-Call-v0", observation="text", action="text")',
        'observation, info = env.reset(seed=0, options={"environment": "105"})',
        "observation, reward, terminated, truncated, info = env.step('press(\"HOME\")')",
    ):
        assert line in example
    env = gym.make("BMoCA-Call-v0", observation="text", action="text")
    _, info = env.reset(seed=0, options={"environment": "105"})
    assert [key for key in info if not re.search(rf"`{key}`[^|]*\|", PAGE)] == []
    assert env.step('press("HOME")')[4]["gesture"] == PressKey("HOME")
    env.close()


def test_every_representative_task_is_there_with_its_instruction() -> None:
    for task in tasks.select("representative"):
        assert f"| `BMoCA-{task.gym_name}-v0` | {task.instruction} |" in PAGE
    assert "| `BMoCA-v0` |" in PAGE


def test_every_argument_is_there() -> None:
    parameters = list(inspect.signature(PhoneEnv.__init__).parameters.values())[1:]
    for name in [one.name for one in parameters if one.kind is not one.VAR_KEYWORD]:
        assert f"| `{name}` |" in PAGE, name
    assert f"> {TAP_THRESHOLD}" in PAGE
    assert f"`{UnicodeText(131072)!r}`" in PAGE


def test_the_classes_are_as_the_page_says() -> None:
    modes = DiscreteActions()
    for index in (0, 13, 14, 377):
        row, column = divmod(index, GRID_COLUMNS)
        tap = modes.to_gesture(index)
        assert isinstance(tap, Tap)
        assert math.isclose(tap.x, 0.025 + 0.075 * column)
        assert math.isclose(tap.y, 0.025 + 0.0375 * row)
    assert DISCRETE_GESTURES[378:] == (
        Swipe(0.5, 0.8, 0.5, 0.2),
        Swipe(0.5, 0.2, 0.5, 0.8),
        Swipe(0.2, 0.5, 0.8, 0.5),
        Swipe(0.8, 0.5, 0.2, 0.5),
        PressKey("BACK"),
        PressKey("HOME"),
        PressKey("OVERVIEW"),
    )


FORMS = re.findall(r"^\| `([a-z_-]+\(.*?\))`[^|]* \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("form", FORMS)
def test_the_text_actions_and_the_calls_are_understood(form: str) -> None:
    mode = CallActions() if "=" in form else TextActions()
    form = form.replace("[…]", "[0, 0, 9, 9]")
    mode.to_gesture(form, TREE)
    with pytest.raises(ActionError):
        mode.to_gesture(form + form, TREE)
    assert sum("=" in form for form in FORMS) == 7


def test_left_in_words_is_the_class_that_the_page_names() -> None:
    assert TextActions().to_gesture('swipe("left")', TREE) == DiscreteActions().to_gesture(380)
