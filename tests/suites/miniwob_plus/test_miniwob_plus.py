"""MiniWoB++ with the actions, observations and rewards of its package, compared with that package's own classes."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import yaml

import bmoca_gym  # noqa: F401  registers the ids
from bmoca_gym import randomization, suite_names, suites, tasks
from bmoca_gym.envs.actions import Command, Wait
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, ArgumentError
from bmoca_gym.evaluation import suite_check
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.miniwob_plus.actions import MiniWobActions
from tests.playing import play

pytest.importorskip("_quickjs")
miniwob = pytest.importorskip("miniwob")

SUITE = tasks.suite("miniwob_plus")


def made(name: str, **options: Any) -> PhoneEnv:
    given = {"interface": "miniwob", "reward": "miniwob", "step_seconds": 0.1, **options}
    env = gym.make(f"MiniWoB-{name}-v0", **given).unwrapped
    assert isinstance(env, PhoneEnv)
    return env


def begun(name: str, seed: int = 1, **options: Any) -> tuple[PhoneEnv, dict[str, Any]]:
    env = made(name, **options)
    observation, _ = env.reset(seed=0, options={"params": {"seed": seed}})
    return env, observation


def element(observation: dict[str, Any], **wanted: str) -> dict[str, Any]:
    return next(
        one for one in observation["dom_elements"] if all(one[key] == text for key, text in wanted.items())
    )


def middle(one: dict[str, Any]) -> tuple[float, float]:
    return float(one["left"][0] + one["width"][0] / 2), float(one["top"][0] + one["height"][0] / 2)


def test_there_is_an_id_for_each_page_of_the_package() -> None:
    pages = {
        name.removeprefix("miniwob/").removesuffix("-v1") for name in gym.registry if name[:8] == "miniwob/"
    }
    assert {task.id.replace("_", "-") for task in SUITE} == {
        page for page in pages if not page.startswith("flight.")
    }
    ids = [one for one in suite_names.gym_ids() if one.startswith("MiniWoB-")]
    assert len(ids) == 1 + len(SUITE) == 126


@pytest.mark.parametrize("preset", ["all_supported", "shi17", "liu18", "humphreys22"])
def test_actions_are_those_of_the_package(preset: str) -> None:
    from miniwob.action import ActionSpaceConfig, ActionTypes

    config = ActionSpaceConfig.get_preset(preset)
    config.screen_width, config.screen_height = 160, 210
    mode = MiniWobActions(preset)
    assert mode.space == config.get_action_space()
    mode.space.seed(0)
    kinds = set()
    for _ in range(300):
        action = mode.space.sample()
        kind = config.action_types[action["action_type"]]
        move = mode.to_gesture(action)
        if kind is ActionTypes.NONE:
            assert move == Wait()
            continue
        assert isinstance(move, Command)
        kinds.add(kind)
        sent = json.loads(move.line.partition("--es action ")[2].strip("'").replace("'\"'\"'", "'"))
        assert sent["type"] == kind.value
        if "x" in sent:
            assert (sent["x"], sent["y"]) == pytest.approx(config.compute_raw_coords(action))
        if "key" in sent:
            assert sent["key"] == config.allowed_keys[action["key"]]
        # What the package's own `create_action` takes may be given by name too, with nothing else.
        values = {key: action[key] for key in ("coords", "ref", "key", "text", "field") if key in action}
        assert mode.to_gesture({"action_type": kind, **values}) == move
        assert mode.to_gesture({"action_type": kind.value, **values}) == move
    assert kinds == set(config.action_types) - {ActionTypes.NONE}


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (3, "must be a dict with 'action_type'"),
        ({"action_type": 99}, "whole number from 0 to 13"),
        ({"action_type": "CLICK"}, "action_type is 'CLICK'"),
        ({"action_type": "CLICK_ELEMENT"}, "CLICK_ELEMENT: .* lacks a value"),
        ({"action_type": "PRESS_KEY", "key": "<F13>"}, "key is '<F13>'"),
        ({"action_type": "CLICK_COORDS", "coords": [1]}, "CLICK_COORDS: .* lacks a value"),
    ],
)
def test_what_is_no_action_is_refused(action: Any, message: str) -> None:
    with pytest.raises(ActionError, match=message):
        MiniWobActions("all_supported").to_gesture(action)


def test_an_agent_that_does_nothing_says_none() -> None:
    mode = MiniWobActions("all_supported")
    action = mode.encode(PressKey("HOME"), UiTree((), 1080, 2400))
    assert mode.to_gesture(action) == Wait()


def test_an_action_is_made_by_name() -> None:
    mode = MiniWobActions("all_supported")
    action = mode.action("TYPE_TEXT", text="it's")
    assert isinstance(move := mode.to_gesture(action), Command)
    assert move.words == "TYPE_TEXT it's"
    with pytest.raises(ActionError, match="has no 'txt'"):
        mode.action("TYPE_TEXT", txt="a")


@pytest.mark.parametrize(
    "name", ["ClickTest2", "EmailInboxForwardNl", "ChooseList", "ClickPie", "UseSpinner"]
)
def test_observations_are_in_the_space_of_the_package(name: str) -> None:
    from miniwob.observation import get_observation_space

    env, observation = begun(name)
    assert env.observation_space == get_observation_space(160, 210)
    assert observation in env.observation_space
    assert observation["utterance"]
    assert {int(one["parent"]) for one in observation["dom_elements"]} <= {
        0, *(int(one["ref"]) for one in observation["dom_elements"])
    }  # fmt: skip
    assert observation["screenshot"].std() > 10
    env.close()


def test_an_episode_by_elements_and_its_empty_end() -> None:
    env, observation = begun("ClickTest2")
    assert observation["utterance"] == "Click button ONE."
    assert observation["fields"] == (("target", "ONE"),)
    ref = element(observation, text="ONE")["ref"]
    observation, reward, terminated, _, info = env.step({"action_type": "CLICK_ELEMENT", "ref": ref})
    assert (reward, terminated, info["success"]) == (1.0, True, True)
    assert observation["dom_elements"] == ()
    assert not observation["screenshot"].any()
    assert observation in env.observation_space
    env.close()


def test_a_wrong_answer_earns_minus_one() -> None:
    env, observation = begun("ClickTest2")
    action = {"action_type": "CLICK_COORDS", "coords": middle(element(observation, text="TWO"))}
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["success"], info["score"]) == (-1.0, True, False, 0.0)
    env.close()


def test_other_tasks_have_no_reward_of_a_page() -> None:
    env = gym.make("BMoCA-Alarm-v0", reward="miniwob")
    with pytest.raises(ArgumentError, match="reward 'miniwob' is what a page of MiniWoB"):
        env.reset(seed=0)


def test_with_a_timer_rewards_fall_and_time_runs_out() -> None:
    env, observation = begun("ClickTest2", params={"timer": True}, step_seconds=2.0)
    ref = element(observation, text="ONE")["ref"]
    env.step({"action_type": "NONE"})
    _, reward, *_ = env.step({"action_type": "CLICK_ELEMENT", "ref": ref})
    assert reward == pytest.approx(0.8)  # two of ten seconds
    env.reset(options={"params": {"seed": 1}})
    for _ in range(5):
        _, reward, terminated, _, info = env.step({"action_type": "NONE"})
    assert (reward, terminated, info["success"]) == (-1.0, True, False)
    env.close()


@pytest.mark.parametrize(
    ("kind", "earned"),
    [("original", 0.8), ("raw", 1.0), ("binary", 1.0), ({"kind": "thresholded", "threshold": 0.5}, 1.0)],
)
def test_rewards_are_those_of_the_package(kind: Any, earned: float) -> None:
    options = kind if isinstance(kind, dict) else {"kind": kind}
    reward = {"name": "miniwob", **options}
    env, observation = begun("ClickTest2", params={"timer": True}, step_seconds=2.0, reward=reward)
    _, nothing, *_ = env.step({"action_type": "NONE"})
    ref = element(observation, text="ONE")["ref"]
    _, reward, *_ = env.step({"action_type": "CLICK_ELEMENT", "ref": ref})
    assert (nothing, reward) == (0.0, pytest.approx(earned))
    env.close()


def test_an_unknown_kind_of_reward_is_refused() -> None:
    with pytest.raises(ArgumentError, match="kind is 'best'"):
        made("ClickTest2", reward={"name": "miniwob", "kind": "best"})


def dragged(observation: dict[str, Any]) -> list[dict[str, Any]]:
    small, large = (middle(element(observation, id=f"draggable{size}")) for size in ("Small", "Large"))
    return [
        {"action_type": "MOUSEDOWN_COORDS", "coords": small},
        {"action_type": "MOVE_COORDS", "coords": large},
        {"action_type": "MOUSEUP_COORDS", "coords": large},
    ]


def resized(observation: dict[str, Any]) -> list[dict[str, Any]]:
    assert "the width is smaller" in observation["utterance"]
    corner = next(one for one in observation["dom_elements"] if "ui-icon-gripsmall" in one["classes"])
    x, y = middle(corner)
    return [
        {"action_type": "MOUSEDOWN_COORDS", "coords": (x, y)},
        {"action_type": "MOUSEUP_COORDS", "coords": (x - 15, y)},
    ]


def highlighted(observation: dict[str, Any]) -> list[dict[str, Any]]:
    text = element(observation, id="randomText")
    left, top = float(text["left"][0]), float(text["top"][0])
    right, bottom = left + float(text["width"][0]), top + float(text["height"][0])
    return [
        {"action_type": "MOUSEDOWN_COORDS", "coords": (left + 1, top + 3)},
        {"action_type": "MOUSEUP_COORDS", "coords": (right - 1, bottom - 2)},
    ]


def pasted(observation: dict[str, Any]) -> list[dict[str, Any]]:
    area, field = (element(observation, tag=tag)["ref"] for tag in ("textarea", "input_text"))
    return [
        {"action_type": "CLICK_ELEMENT", "ref": area},
        {"action_type": "PRESS_KEY", "key": "C-a"},
        {"action_type": "PRESS_KEY", "key": "C-c"},
        {"action_type": "CLICK_ELEMENT", "ref": field},
        {"action_type": "PRESS_KEY", "key": "C-v"},
    ]


def chosen(observation: dict[str, Any]) -> list[dict[str, Any]]:
    ref = element(observation, tag="select")["ref"]
    return [{"action_type": "FOCUS_ELEMENT_AND_TYPE_FIELD", "ref": ref, "field": 0}]


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("DragBox", dragged),
        ("ResizeTextarea", resized),
        ("HighlightText", highlighted),
        ("CopyPaste", pasted),
        ("ChooseList", chosen),
    ],
)
def test_mouse_and_keys_do_what_a_finger_can_t(
    name: str, moves: Callable[[dict[str, Any]], list[dict[str, Any]]]
) -> None:
    env, observation = begun(name, seed=2)
    for action in moves(observation):
        _, reward, terminated, *_ = env.step(action)
        assert not terminated
    submit = next(one for one in observation["dom_elements"] if one["text"] in ("Submit", "submit"))
    _, reward, terminated, _, info = env.step({"action_type": "CLICK_ELEMENT", "ref": submit["ref"]})
    assert (reward, terminated, info["success"]) == (1.0, True, True)
    env.close()


def test_a_wheel_scrolls_what_is_under_it() -> None:
    env, observation = begun("ScrollText")
    area = middle(element(observation, tag="textarea"))
    before = observation["screenshot"]
    observation, *_ = env.step({"action_type": "SCROLL_DOWN_COORDS", "coords": area})
    assert not np.array_equal(before, observation["screenshot"])
    observation, *_ = env.step({"action_type": "SCROLL_UP_COORDS", "coords": area})
    assert np.array_equal(before, observation["screenshot"])
    env.close()


def test_a_restored_episode_sees_the_same() -> None:
    env, observation = begun("ClickLink")
    observation, *_ = env.step({"action_type": "CLICK_COORDS", "coords": (80, 200)})
    state = pickle.loads(pickle.dumps(env.save_state()))
    env.step({"action_type": "CLICK_COORDS", "coords": (80, 120)})
    restored, _ = env.restore_state(state)
    assert repr(restored["dom_elements"]) == repr(observation["dom_elements"])
    assert np.array_equal(restored["screenshot"], observation["screenshot"])
    env.close()


def test_where_the_app_is_left_there_is_nothing() -> None:
    env, _ = begun("ClickTest2")
    env.device.perform(PressKey("HOME"))
    observation, reward, terminated, *_ = env.step({"action_type": "CLICK_COORDS", "coords": (5, 5)})
    assert (observation["utterance"], reward, terminated) == ("", 0.0, False)
    env.close()


@pytest.mark.parametrize(
    ("task", "seed"),
    [
        ("click_shape", 3), ("drag_circle", 3), ("use_autocomplete_nodelay", 3), ("read_table_2", 1),
        ("social_media", 18), ("social_media_all", 2),
        ("ascending_numbers", 1), ("hot_cold", 1), ("number_checkboxes", 1), ("draw_line", 8), ("drag_single_shape", 1),
        ("drag_shapes", 1), ("drag_shapes_2", 2), ("odd_or_even", 1), ("generate_number", 1), ("find_greatest", 1),
        ("form_sequence", 1), ("use_slider_2", 1), ("use_spinner", 2), ("stock_market", 1), ("buy_ticket", 1),
        ("order_food", 1), ("phone_book", 1), ("phone_book", 20), ("sign_agreement", 1), ("form_sequence_2", 1),
        ("form_sequence_3", 1), ("tic_tac_toe", 1), ("tic_tac_toe", 3),
        ("click_menu", 1), ("daily_calendar", 1), ("draw_circle", 2), ("drag_cube", 1), ("text_editor", 1),
        ("text_editor", 7), ("drag_sort_numbers", 1), ("find_midpoint", 3), ("right_angle", 1),
    ],
)  # fmt: skip
def test_experts_solve_the_pages_by_touch(task: str, seed: int) -> None:
    from bmoca_gym.envs.actions import GestureActions

    env = PhoneEnv(tasks=SUITE.template(task).task(0, {"seed": seed}), action="text", observation="text")
    env.action_mode = GestureActions()
    assert play(env).info["success"]
    env.close()


def test_a_check_plays_experts_by_gestures() -> None:
    """The slider needs exact points, which actions on elements lack."""
    assert SUITE.checked_by == "gestures"
    (configuration,) = randomization.select(SUITE.environments)
    job = suite_check.Job(SUITE.name, "form_sequence", configuration, range(1))
    found = suite_check.outcomes(job)
    assert {one.check for one in found} == set(suite_check.CHECKS)
    assert [one.reason for one in found if not one.passed] == []
    by_elements = suite_check.outcomes(job._replace(action="text"))
    assert {one.check for one in by_elements if not one.passed} == {"expert"}


@pytest.mark.parametrize(
    "task",
    [
        # One for each way to miss; all of them: bmoca check-suite miniwob_plus.
        "ascending_numbers", "draw_line", "drag_single_shape", "drag_shapes_2", "draw_circle", "text_editor", "odd_or_even",
        "generate_number", "find_greatest", "form_sequence", "use_spinner", "stock_market", "order_food", "sign_agreement",
        "form_sequence_2", "click_menu", "daily_calendar",
    ],
)  # fmt: skip
def test_a_near_miss_that_is_played_is_no_success(task: str) -> None:
    from bmoca_gym.envs.actions import GestureActions

    one = SUITE.template(task).task(0, {"seed": 1})
    miss = one.near_misses[-1]
    assert miss.how.expert
    env = PhoneEnv(
        tasks=replace(one, expert=miss.how.expert, ends="finish"), action="text", observation="text"
    )
    env.action_mode = GestureActions()
    info = play(env).info
    assert not info["success"]
    assert info["steps"] < 60
    lines = env.device.phone.apps["com.google.androidenv.miniwob"].web.page.lines
    # The page has judged an answer, but for a dead button, and text without any style, on which its script fails.
    assert any(line.text.startswith("reward: ") for line in lines) or task in (
        "sign_agreement",
        "text_editor",
    )
    env.close()


def test_what_touch_can_t_solve_is_listed() -> None:
    listed = yaml.safe_load(Path(suites.__path__[0], "miniwob_plus", "touch.yaml").read_text("utf-8"))
    without = {task.id.replace("_", "-") for task in SUITE if not task.expert}
    assert without == {"drag-items", "drag-items-grid"}
    assert without <= set(listed)
    assert {page.replace("-", "_") for page in listed} <= {task.id for task in SUITE}
    assert {one["reason"] for one in listed.values()} == {
        "a drag of a mouse", "an exact point", "a price that passes within a step",
        "a number between two px",
    }  # fmt: skip
    assert all(page in listed for page in ("drag-box", "resize-textarea", "circle-center"))


def test_parameters_of_the_environment_stand_in_every_episode() -> None:
    env = made("ClickTest2", params={"seed": 7})
    first, info = env.reset(seed=0)
    assert info["params"]["seed"] == 7
    second, info = env.reset(options={"params": {"seed": 8}})
    assert info["params"]["seed"] == 8
    assert repr(first["dom_elements"]) != repr(second["dom_elements"])
    with pytest.raises(ArgumentError, match="params is 3"):
        made("ClickTest2", params=3)
    env.close()
