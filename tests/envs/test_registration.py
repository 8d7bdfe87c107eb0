"""Every id, with every observation and action mode: Gymnasium's checker has no warnings."""

from __future__ import annotations

import subprocess
import sys
import warnings

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

import bmoca_gym
from bmoca_gym import tasks
from bmoca_gym.envs import IDS, registration

OBSERVATIONS = ("pixels", "text", "both")
ACTIONS = ("discrete", "dual_gesture", "text")


#: The ids that the checkers try in every way to see and act: of B-MoCA's others, only the task differs.
REPRESENTATIVE = [
    "BMoCA-v0", *(f"BMoCA-{task.gym_name}-v0" for task in tasks.select("representative")), "AndroidWorld-v0",
]  # fmt: skip
ANDROIDWORLD = [gym_id for gym_id in IDS if gym_id.startswith("AndroidWorld-")]


def test_there_is_an_id_for_each_task() -> None:
    wanted = {"BMoCA-v0": "representative", "Chains-v0": "bmoca/chain_4"}
    wanted |= {f"BMoCA-{task.gym_name}-v0": task.gym_name for task in tasks.suite()}
    for prefix, name in {
        "AndroidWorld": "androidworld",
        "AndroidLab": "androidlab",
        "MobileMiniWoB": "miniwob",
        "MiniWoB": "miniwob_plus",
    }.items():
        wanted[f"{prefix}-v0"] = f"{name}/all"
        wanted |= {f"{prefix}-{task.gym_name}-v0": f"{name}/{task.gym_name}" for task in tasks.suite(name)}
    assert wanted == IDS
    assert set(IDS) <= set(gym.registry)


def test_an_id_makes_the_environment_of_its_task() -> None:
    env = gym.make("BMoCA-OpenCalculator-v0", environments="100", observation="text")
    _, info = env.reset(seed=0)
    assert info["task"] == "open_calculator"
    env.close()


def test_registering_again_changes_nothing() -> None:
    before = dict(gym.registry)
    registration.register_all()
    assert gym.registry == before


def test_the_import_is_light() -> None:
    code = (
        "import sys, bmoca_gym\n"
        "heavy = {'skia', 'cv2', 'torch', 'lxml', 'yaml', 'uharfbuzz', 'bmoca_gym.handset', 'bmoca_gym.tasks'}\n"
        "print(bmoca_gym.__version__, *sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [bmoca_gym.__version__]


def test_what_does_not_exist_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="BMoCAEnvironment"):
        bmoca_gym.envs.BMoCAEnvironment  # noqa: B018


@pytest.mark.exhaustive(unless=lambda gym_id: gym_id == REPRESENTATIVE[0])
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("gym_id", REPRESENTATIVE)
def test_gymnasium_finds_nothing_wrong(
    gym_id: str, observation: str, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(gym_id, observation=observation, action=action)
        check_env(env.unwrapped, skip_render_check=(observation, action) != ("pixels", "discrete"))
        env.reset(seed=0)
        for _ in range(3):
            env.step(env.action_space.sample())
        env.close()


@pytest.mark.exhaustive(unless=lambda every: every > 1)
@pytest.mark.parametrize("every", [1, 8])
def test_android_world_begins_in_its_space(every: int) -> None:
    for gym_id in ANDROIDWORLD[::every]:
        env = gym.make(gym_id, observation="text", action="text", disable_env_checker=True)
        observation, info = env.reset(seed=0)
        assert observation in env.observation_space, gym_id
        assert not info["success"], gym_id
        env.close()


@pytest.mark.parametrize("gym_id", ANDROIDWORLD[::12])
def test_gymnasium_finds_nothing_wrong_with_android_world(gym_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(gym_id, observation="text", action="text")
        check_env(env.unwrapped, skip_render_check=True)
        env.close()


def test_the_specification_can_be_written_out() -> None:
    env = gym.make("BMoCA-Alarm-v0", environments="test", observation="text")
    assert env.spec is not None
    again = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.spec == env.spec


def test_an_unknown_id_gets_the_nearest() -> None:
    with pytest.raises(gym.error.NameNotFound, match="BMoCA-Alarm"):
        gym.make("BMoCA-Alarms-v0")
    with pytest.raises(gym.error.NameNotFound, match="BMoCA-OpenCalculator"):
        gym.make("BMoCA-OpenCalculater-v0")
