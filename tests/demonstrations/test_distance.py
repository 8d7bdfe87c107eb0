"""Experts find their way from where random actions have led: they were lost on these walks of `benchmarks.lost`."""

from __future__ import annotations

import pytest

from benchmarks import invariance, lost
from bmoca_gym.agents import ExpertAgent
from bmoca_gym.demonstrations.distance import ExpertDistance
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.demonstrations.recorder import CLASSES
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree


@pytest.mark.parametrize(
    ("task", "number", "actions", "where"),
    [
        ("bluecoins_2", 1, 5, "an editor with changes, in which Back asks whether to drop them"),
        ("bluecoins_7", 0, 1, "the editor of another record"),
        ("calendar_5", 0, 1, "the home screen, from which another app of the same name can be opened"),
        ("calendar_11", 0, 1, "another day of the month"),
        ("calendar_12", 0, 1, "another month"),
        ("clock_20", 0, 10, "another list, without what is looked for"),
        ("contacts_3", 1, 5, "the editor of another contact, in a field with a text"),
        ("setting_18", 0, 1, "a list that was scrolled past the row"),
    ],
)
def test_an_expert_finds_its_way(task: str, number: int, actions: int, where: str) -> None:
    env, _, rng = lost.begun("androidlab", task, number)
    for _ in range(actions):
        env.step(int(rng.integers(CLASSES)))
    assert ExpertDistance(60).played(env).lost == "", where
    env.close()


@pytest.mark.parametrize(
    ("suite", "task"),
    [
        ("androidworld", "recipe_delete_single_recipe"),
        ("androidworld", "recipe_delete_duplicate_recipes"),
        ("androidlab", "clock_19"),
    ],
)
def test_an_expert_goes_on_from_every_screen_of_its_own_way(suite: str, task: str) -> None:
    """Menus and dialogs don't say for which recipe or time they are: an expert that begins there goes back."""
    played = invariance.play(suite, task)
    assert played.success > 0
    assert played.error("expert_distance") < 1e-9


@pytest.mark.parametrize(
    "task",
    [
        "simple_sms_send", "markor_create_folder", "simple_sms_send_helpful", "simple_sms_send_unsure",
        "simple_sms_send_fickle",
    ],
)  # fmt: skip
def test_each_step_of_the_expert_is_one_fewer_up_to_the_end(task: str) -> None:
    """Also after a question, when the user has changed their mind, and when only the end is left."""
    env = PhoneEnv(f"androidworld/{task}", action="text", observation="text", step_limit=40)
    observation, info = env.reset(seed=3)
    agent, distance, left = ExpertAgent(), ExpertDistance(), []
    agent.reset(env, info, 0)
    over = False
    while not over:
        left.append(distance.steps(env))
        observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
        over = terminated or truncated
    assert info["success"]
    assert left == [*range(len(left), 0, -1)]


class Types(AppExpert):
    """Types a name into the first field."""

    package, label = "com.example", "contacts.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        return TypeText("Xu") if screen.tree.nodes[0].text != "Xu" else None


def test_a_field_in_which_something_stood_before_is_emptied() -> None:
    expert, text = Types(), "A"
    done: list[object] = []
    while len(done) < 20:
        field = UiNode(
            "android.widget.EditText", "", text or "Name", "", (0, 0, 9, 9), "com.example", 0, focused=True, hint="Name",
            editable=True,
        )  # fmt: skip
        gesture = expert.next_gesture(UiTree((field,), 10, 10), "en-US")
        if gesture is None:
            break
        done.append(gesture)
        text = text[:-1] if isinstance(gesture, PressKey) else text + "Xu"
    assert done == [TypeText("Xu"), *[PressKey("DEL")] * 3, TypeText("Xu")]


def test_the_table_counts_the_lost_by_number_of_actions() -> None:
    walks = [
        lost.Walk(
            "androidlab/clock_1", "Clock", ["", "unknown screen: of x", "", ""], ["a"] * 4, [0.001] * 4
        ),
        lost.Walk("androidlab/clock_2", "Clock", ["", "too many steps"], ["a"] * 2, [0.003] * 2),
    ]
    found = lost.table(walks)
    assert found["apps"] == {"androidlab/Clock": [[0, 2], [2, 2], [0, 1], [0, 1]]}
    assert found["reasons"] == {"unknown screen": 1, "too many steps": 1}
    assert found["milliseconds"]["median"] == 1.0
