"""Tasks with parameters, answers, sub-goals and both ways an episode ends, in the environment."""

from __future__ import annotations

from typing import Any

import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import BMoCAVectorEnv, PhoneEnv
from bmoca_gym.envs.starts import snapshot_name
from bmoca_gym.errors import ArgumentError, DeviceError
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.value import clear_caches, replace
from bmoca_gym.success_detectors import Detection
from bmoca_gym.success_detectors.detector import Detector, satisfied, unsatisfied
from bmoca_gym.tasks.suite import loads
from bmoca_gym.tasks.task import Task

TEXT = """
version: 1.0.0
prefix: Demo
ends: finish
defaults:
  clock: {time: 2024-05-01 10:00:00, frozen: false}
  step_limit: {per_complexity: 2}
  complexity: 1.5
tasks:
  - id: type_a_number
    goal: type {number} in Calculator
    params: {number: {integer: [10, 99]}}
    expert: {calculator.type: {formula: '${number:text}'}}
    sub_goals:
      open: {ui: {resource_id: 'com.google.android.calculator:id/formula'}}
      typed: {ui: {resource_id: 'com.google.android.calculator:id/formula', attribute: text, equals: '${number:text}'}}
    corrected: {all: sub_goals}
  - id: home
    goal: be at home
    corrected: {ui: {package: com.google.android.apps.nexuslauncher}}
"""
SUITE = loads(TEXT, "demo")


class SaidSo:
    """A rule that an answer fulfils."""

    def start(self, reading):
        return self

    def check(self, reading) -> Detection:
        return satisfied("said") if reading.answer == "42" else unsatisfied(f"said {reading.answer}")


QUESTION: Task = replace(SUITE.get("home"), id="question", corrected=SaidSo())


def env_of(task, **given) -> PhoneEnv:
    return PhoneEnv(tasks=task, environments="100", action="text", observation="text", **given)


def test_instances_are_drawn_and_chosen():
    template = SUITE.template("type_a_number")
    env = env_of(template)
    _, info = env.reset(seed=3)
    assert info["task_seed"] >= 1000
    assert env.task == template.task(info["task_seed"])
    assert info["instruction"] == f"type {info['params']['number']} in Calculator"
    assert env.reset(seed=3)[1] == info
    assert env.reset()[1]["task_seed"] != info["task_seed"]
    assert env.reset(options={"task_seed": 7})[1]["params"] == {"number": template.task(7).params["number"]}
    _, info = env.reset(options={"params": {"number": 50}})
    assert (info["params"], info["task_seed"], info["step_limit"]) == ({"number": 50}, 0, 3)
    assert info["sub_goals"] == {"open": False, "typed": False}
    info["params"]["number"] = 7
    assert env.step('press("HOME")')[-1]["params"] == {"number": 50}, "an info is a copy"
    for options in ({"task_seed": -1}, {"params": {"nubmer": 1}}, {"params": [1]}):
        with pytest.raises(ArgumentError):
            env.reset(options=options)


@pytest.mark.parametrize(
    ("actions", "answer", "reward"),
    [
        (['answer("41")', 'answer("42")', "finish()"], "42", 1.0),
        (['answer("41")', 'finish("42")'], "41", 0.0),
        (['finish("42")'], "42", 1.0),
        (["finish()"], None, 0.0),
    ],
)
def test_answers(actions, answer, reward):
    env = env_of(QUESTION)
    env.reset(seed=0)
    for action in actions:
        _, got, terminated, truncated, info = env.step(action)
        assert (terminated, truncated) == (action is actions[-1], False)
        assert got == (reward if terminated else 0.0)
    assert (info["answer"], info["success"]) == (answer, reward == 1.0)
    assert env.reset()[1]["answer"] is None


def test_how_episodes_end():
    env = env_of(QUESTION, ends="success")
    env.reset(seed=0)
    assert env.step('answer("42")')[1:4] == (1.0, True, False)
    for unfinished, score in (("fails", 0.0), ("judged", 1.0)):
        env = env_of(replace(SUITE.get("home"), unfinished=unfinished))
        env.reset(seed=0)
        steps = [env.step('press("HOME")') for _ in range(3)]
        assert [step[1:4] for step in steps] == [(0.0, False, False)] * 2 + [(score, False, True)]
        assert (steps[-1][4]["score"], steps[-1][4]["success"]) == (score, score == 1.0)
    with pytest.raises(ArgumentError, match="ends is 'never'"):
        env_of(QUESTION, ends="never")


def test_sub_goals_are_told():
    env = env_of(SUITE.get("type_a_number"), step_limit=9)
    env.reset(seed=0, options={"environment": "100"})
    label = next(node for node in env.device.ui_tree() if node.text == "Calculator")
    tree = env.device.ui_tree()
    x, y = label.center
    info = env.step(env.action_mode.encode(Tap(x / tree.width, y / tree.height), tree))[4]
    assert info["sub_goals"] == {"open": True, "typed": False}
    assert info["score"] == 0.5


def test_a_score_never_falls():
    env = PhoneEnv(tasks="Wikipedia", environments="100", action="text")
    env.reset(seed=0)
    now = Detector(env.task.corrected)
    now.reset(env.device)
    expert = expert_for(env.task)
    scores, fell, over = [0.0], False, False
    while not over:
        tree = env.device.ui_tree()
        gesture = expert.next_gesture(tree, env.device.info.locale)
        _, reward, over, _, info = env.step(env.action_mode.encode(gesture, tree))
        fell = fell or now.check(env.device).score < scores[-1]
        scores.append(info["score"])
    assert fell, "the task no longer shows what this test is about"
    assert scores == sorted(scores)
    assert (scores[-1], reward) == (1.0, 1.0)
    assert env.reset(seed=0)[1]["score"] == 0.0


def test_parameters_of_many_phones_stay_whole():
    env = BMoCAVectorEnv(4, tasks=list(SUITE.templates), environments="100")
    _, info = env.reset(seed=0)
    drawn = [instance.task.id for instance in env.envs]
    assert set(drawn) == {"type_a_number", "home"}
    assert [set(params) for params in info["params"]] == [
        {"number"} if one == "type_a_number" else set() for one in drawn
    ]
    assert info["_params"].all()
    env.close()


def test_an_environment_has_one_phone():
    other = replace(QUESTION, id="other", image="android99")
    with pytest.raises(ArgumentError, match=r"several images: android10 \(.*\); android99 \("):
        env_of([QUESTION, other])
    with pytest.raises(DeviceError, match="no image 'android99'"):
        env_of(other)
    with pytest.raises(ArgumentError, match="image 'android99'"):
        env_of(QUESTION).reset(options={"task": other})


def test_a_phone_that_was_made_here_becomes_one_of_a_task_s_image():
    env = env_of(QUESTION)
    wifi = tasks.get("androidworld/system_wifi_turn_off")
    for task, level in ((wifi, 33), (QUESTION, 29), (wifi, 33)):
        env.reset(options={"task": task, "environment": "androidworld/pixel_6"})
        assert (env.device.info.api_level, env.device.info.width) == (level, 1080)
    given = EmbeddedDevice()
    with pytest.raises(
        ArgumentError, match="is for a phone of the image 'android13'; this environment has one of"
    ):
        env_of(wifi, device=given)
    given = EmbeddedDevice(image="android13")
    env_of(wifi, device=given).reset(seed=0)
    assert given.shell("settings get global wifi_on").output == "1\n"
    look = randomization.get("003")
    assert snapshot_name(look, "android10") == "train_env_003"
    assert snapshot_name(look, "android13") == "android13_train_env_003"


def test_what_instances_share_is_set_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []
    shell = EmbeddedDevice.shell

    def noted(device: EmbeddedDevice, command: str) -> Any:
        commands.append(command)
        return shell(device, command)

    clear_caches()
    monkeypatch.setattr(EmbeddedDevice, "shell", noted)
    env = PhoneEnv(tasks=SUITE.templates[0], environments="100", action="text", observation="text")
    try:
        env.reset(seed=1)
        clock = env.device.phone.clock
        assert any("toybox date" in command for command in commands)
        commands.clear()
        env.reset(seed=2)
        assert not any("toybox date" in command for command in commands)
        assert env.device.phone.clock == clock
    finally:
        env.close()
