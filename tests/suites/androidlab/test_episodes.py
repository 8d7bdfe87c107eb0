"""Episodes of AndroidLab: how they begin and end, and the error for a corrupt first state."""

from __future__ import annotations

from pathlib import Path

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

from bmoca_gym import stores, suite_names
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import CatalogueError
from bmoca_gym.tasks.suite import load

ENV = PhoneEnv("androidlab/all", "androidlab/pixel_7_pro", action="text")


def begin(task: str) -> EmbeddedDevice:
    ENV.reset(options={"task": f"androidlab/{task}"})
    device = ENV.device
    assert isinstance(device, EmbeddedDevice)
    return device


def test_an_episode_begins_in_the_app_of_its_task_on_the_phone_of_the_suite() -> None:
    device = begin("contacts_1")
    assert {node.package for node in device.ui_tree()} == {"com.google.android.contacts"}
    assert device.shell("date '+%F %H:%M %z'").output == "2024-05-10 12:00 +0800\n"
    assert (device.info.width, device.info.height, device.info.density, device.info.api_level) == (
        1440,
        3120,
        560,
        33,
    )
    assert [row["name"] for row in stores.read(device, "people")] == ["AAA", "ABC", "Li"]


def test_an_id_makes_an_environment_that_gymnasium_finds_right() -> None:
    env = gym.make("AndroidLab-Contacts12-v0", action="text", observation="text")
    check_env(env.unwrapped, skip_render_check=True)
    assert gym.make("AndroidLab-v0").reset(seed=3)[1]["environment"] == "pixel_7_pro"


def test_what_tasks_share_is_prepared_once() -> None:
    first, second = begin("contacts_1").phone, begin("contacts_2").phone
    assert first.apps["com.android.providers.contacts"] is second.apps["com.android.providers.contacts"]
    assert begin("contacts_1").phone == first


def test_five_equal_actions_in_a_row_end_an_episode_but_not_before_the_sixth() -> None:
    begin("contacts_1")
    for i, act in enumerate(
        ['press("BACK")', *['press("HOME")'] * 4, 'press("BACK")', *['press("HOME")'] * 5], 1
    ):
        _, reward, terminated, truncated, info = ENV.step(act)
        assert terminated is (i == 11), i
    assert (reward, truncated, info["finished"]) == (0.0, False, None)
    assert info["evidence"][-1] == "stopped after 5 equal actions"
    begin("contacts_1")
    for i in range(1, 7):
        assert ENV.step('press("HOME")')[2] is (i == 6)


def test_an_episode_that_is_stopped_is_judged_as_it_stands() -> None:
    begin("contacts_12")
    ENV.step('answer("22331144")')
    for _ in range(5):
        _, reward, terminated, _, info = ENV.step('press("HOME")')
    assert (reward, terminated, info["success"], info["sub_goals"]) == (1.0, True, True, {"number": True})
    # A saved episode goes on counting where it was.
    begin("contacts_12")
    for _ in range(5):
        ENV.step('press("HOME")')
    state = ENV.save_state()
    assert ENV.step('press("HOME")')[2]
    ENV.restore_state(state)
    assert ENV.step('press("HOME")')[2]


def test_without_a_model_upstreams_judge_of_an_answer_says_nothing() -> None:
    begin("contacts_12")
    detector = ENV.further_detector("upstream")
    detector.answer, detector.finished = "22331144", True
    found = detector.check(ENV.device)
    assert (found.satisfied, found.known) == (False, False)
    detector = ENV.further_detector("upstream")
    detector.answer, detector.means = "22331144", lambda expected, answer: answer in expected
    assert detector.check(ENV.device).satisfied


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("people: [{nome: AAA}]", r"fixtures\.yaml: people\[0\]: store people has no column 'nome'"),
        ("people: [{name: AAA}, {name: 7}]", r"fixtures\.yaml: people\[1\]: name is 7; it must be text"),
        ("people: AAA", r"fixtures\.yaml: people: is 'AAA'; it must be a list"),
        ("peeple: []", r"fixtures\.yaml: there is no store 'peeple'\. Did you mean 'people'"),
        ("people: [", r"fixtures\.yaml, line 2: not valid YAML"),
        ("contact_details: [{contact: AAA}]", r"fixtures\.yaml: contact_details\[0\]: .* lacks 'kind'"),
    ],
)
def test_a_corrupt_first_state_names_file_and_entry(tmp_path: Path, text: str, says: str) -> None:
    head = (suite_names.folder("androidlab") / "catalogue.yaml").read_text().partition("\nfiles:")[0]
    (tmp_path / "catalogue.yaml").write_text(f"{head}\ntasks: []\n")
    (tmp_path / "fixtures.yaml").write_text(text)
    with pytest.raises(CatalogueError, match=says):
        load(tmp_path / "catalogue.yaml")
