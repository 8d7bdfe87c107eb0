"""The environment: episodes, rewards, options, determinism, rendering, and errors for wrong arguments."""

from __future__ import annotations

import base64
import copy
import dataclasses
import html
import importlib.util
import pickle
from pathlib import Path
from typing import Any

import cv2
import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled, ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym import randomization, tasks
from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import pictures
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import (
    ActionError,
    DeviceLostError,
    UnknownEnvironmentError,
)
from bmoca_gym.handset.gestures import PressKey, Swipe
from bmoca_gym.randomization import DeviceConfiguration, Sampler
from bmoca_gym.success_detectors.setting import SettingRule
from bmoca_gym.tasks import Task

ALARM = tasks.get("create_alarm_at_10_30_am")
CALL = tasks.get("call_the_white_house_202_456_1111")

#: A task that a test can do from outside, and that no agent does by chance.
PROBE = dataclasses.replace(
    ALARM, id="probe", gym_name="", corrected=SettingRule("settings get system probe", "(.*)", equals=1)
)
HOME = 383


def probe_env(**kwargs: Any) -> PhoneEnv:
    return PhoneEnv(tasks=PROBE, environments="100", **kwargs)


def solve(env: PhoneEnv) -> None:
    assert env.device.shell("settings put system probe 1").exit_code == 0


class TestEpisode:
    def test_reset_tells_the_task_and_the_environment(self) -> None:
        env = PhoneEnv(tasks="Alarm", environments="105")
        observation, info = env.reset(seed=0)
        assert observation in env.observation_space
        assert info == {
            "task": ALARM.id,
            "task_seed": 0,
            "params": {},
            "environment": "105",
            "instruction": ALARM.instruction,
            "date": "2015-12-31",
            "apps": info["apps"],
            "app": None,
            "success": False,
            "score": 0.0,
            "evidence": [],
            "sub_goals": {},
            "answer": None,
            "gesture": None,
            "wrong_format": None,
            "off_screen": False,
            "asked": None,
            "reply": None,
            "finished": None,
            "status": None,
            "device_lost": None,
            "interruptions": (),
            "toasts": (),
            "side_effects": None,
            "harmful_acts": None,
            "known": True,
            "steps": 0,
            "step_limit": ALARM.step_limit,
        }
        assert (env.task, env.environment) == (ALARM, randomization.get("105"))

    def test_a_step_tells_what_was_sent_and_seen(self) -> None:
        env = probe_env()
        env.reset(seed=0)
        observation, reward, terminated, truncated, info = env.step(378)
        assert observation in env.observation_space
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert (info["steps"], info["gesture"], info["wrong_format"]) == (1, Swipe(0.5, 0.8, 0.5, 0.2), None)
        assert info["evidence"]
        assert all(isinstance(line, str) for line in info["evidence"])

    def test_success_is_rewarded_once_and_ends_the_episode(self) -> None:
        env = probe_env()
        env.reset(seed=0)
        solve(env)
        _, reward, terminated, truncated, info = env.step(HOME)
        assert (reward, terminated, truncated) == (1.0, True, False)
        assert info["success"] is True
        with pytest.raises(ResetNeeded):
            env.step(HOME)

    def test_the_step_limit_truncates(self) -> None:
        env = probe_env()
        env.reset(seed=0)
        for step in range(1, PROBE.step_limit + 1):
            _, _, terminated, truncated, info = env.step(HOME)
            assert (terminated, truncated, info["steps"]) == (False, step == PROBE.step_limit, step)
        with pytest.raises(ResetNeeded):
            env.step(HOME)

    def test_success_at_the_last_step_terminates(self) -> None:
        env = probe_env(step_limit=1)
        env.reset(seed=0)
        solve(env)
        assert env.step(HOME)[2:4] == (True, False)

    @pytest.mark.parametrize(
        ("limits", "expected"),
        [
            ({}, PROBE.step_limit),
            ({"step_limit": 40}, 40),
            ({"max_episode_steps": 3}, 3),
            ({"max_episode_steps": 40}, PROBE.step_limit),
            ({"step_limit": 40, "max_episode_steps": 30}, 30),
        ],
    )
    def test_limits(self, limits: dict[str, int], expected: int) -> None:
        env = probe_env(**limits)
        assert env.reset()[1]["step_limit"] == expected == env.step_limit

    def test_gym_make_cuts_episodes_short(self) -> None:
        env = gym.make("BMoCA-Alarm-v0", max_episode_steps=2)
        assert env.reset(seed=0)[1]["step_limit"] == 2
        assert env.step(HOME)[3] is False
        assert env.step(HOME)[3] is True

    def test_the_least_limit_around_it_is_in_force(self) -> None:
        inner = probe_env()
        env = TimeLimit(RecordEpisodeStatistics(TimeLimit(inner, 2)), 3)
        assert env.reset(seed=0)[1]["step_limit"] == inner.step_limit == 2
        assert inner.reset(seed=0)[1]["step_limit"] == PROBE.step_limit
        vector = gym.vector.SyncVectorEnv([lambda: TimeLimit(probe_env(), 2)])
        assert vector.reset(seed=0)[1]["step_limit"].tolist() == [2]
        vector.close()

    def test_there_is_no_step_before_the_first_reset(self) -> None:
        with pytest.raises(ResetNeeded):
            probe_env().step(HOME)

    def test_time_passes_on_the_phone(self) -> None:
        env = probe_env(step_seconds=7)
        env.reset(seed=0)
        assert isinstance(env.device, EmbeddedDevice)
        before = env.device.phone.clock.uptime
        env.step(HOME)
        assert env.device.phone.clock.uptime == before + 7000

    def test_the_paper_judges_by_its_own_rules(self) -> None:
        env = probe_env(judge="paper")
        env.reset()
        solve(env)
        assert env.step(HOME)[2] is False

    def test_every_info_is_of_its_own_step(self) -> None:
        """What one step has told, or the agent has changed in its info, is in no other one."""
        env = probe_env(action="text")
        _, info = env.reset(seed=0)
        info["params"]["x"] = info["sub_goals"]["x"] = True
        info["evidence"].append("x")
        after = env.step("what?")[4]
        assert after["wrong_format"] is not None
        assert after["gesture"] is None
        assert (after["params"], after["sub_goals"]) == ({}, {})
        assert "x" not in after["evidence"]
        after = env.step('press("HOME")')[4]
        assert (after["wrong_format"], after["off_screen"]) == (None, False)
        assert after["gesture"] == PressKey("HOME")
        after = env.step('finish("done")')[4]
        assert (after["finished"], after["status"], after["gesture"]) == ("done", "", None)
        assert list(after) == list(info)
        _, after = env.reset()
        assert (after["finished"], after["status"]) == (None, None)


class TestActions:
    @pytest.mark.parametrize("action", [385, -1, "tap(1)", None, 1.5])
    def test_an_invalid_action_raises_and_nothing_happens(self, action: object) -> None:
        env = probe_env()
        env.reset(seed=0)
        assert isinstance(env.device, EmbeddedDevice)
        phone = env.device.phone
        with pytest.raises(ActionError):
            env.step(action)
        assert env.device.phone is phone
        assert env.step(HOME)[4]["steps"] == 1

    def test_nan_is_refused(self) -> None:
        env = probe_env(action="dual_gesture")
        env.reset(seed=0)
        with pytest.raises(ActionError, match="finite"):
            env.step(np.array([0, np.nan, 0, 0], np.float32))

    @pytest.mark.parametrize("action", ["", "tap(9999)", "tap one", "press('POWER')", "x" * 10_000, 5, None])
    def test_a_text_in_a_wrong_format_costs_a_step_and_sends_nothing(self, action: object) -> None:
        env = probe_env(action="text", observation="text")
        first, _ = env.reset(seed=0)
        assert isinstance(env.device, EmbeddedDevice)
        phone = env.device.phone
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.device.phone is phone
        assert (observation, reward, terminated, truncated) == (first, 0.0, False, False)
        assert (info["steps"], info["gesture"]) == (1, None)
        assert isinstance(info["wrong_format"], str)
        assert env.step('press("HOME")')[4]["wrong_format"] is None

    def test_wrong_formats_run_into_the_step_limit(self) -> None:
        env = probe_env(action="text", step_limit=2)
        env.reset(seed=0)
        assert env.step("?")[3] is False
        assert env.step("?")[3] is True

    def test_a_tag_is_one_of_the_observed_screen(self) -> None:
        env = probe_env(action="text", observation="text")
        text, _ = env.reset(seed=0)
        elements = [line for line in text.split("}, {") if "'numeric_tag'" in line]
        info = env.step(f"tap({len(elements) - 1})")[4]
        assert info["wrong_format"] is None
        env.reset(seed=0)
        assert "numeric tag" in env.step(f"tap({len(elements)})")[4]["wrong_format"]


class TestDrawing:
    def test_environments_and_tasks_are_drawn_at_each_reset(self) -> None:
        env = PhoneEnv(tasks=[ALARM, CALL], environments=["100", "101", "105"])
        env.reset(seed=0)
        drawn = {(info["environment"], info["task"]) for info in (env.reset()[1] for _ in range(60))}
        assert len(drawn) == 6

    def test_a_seed_draws_the_same_again(self) -> None:
        env = PhoneEnv(environments="all")
        draws = []
        for _ in range(2):
            env.reset(seed=5)
            draws.append([env.reset()[1] for _ in range(5)])
        assert draws[0] == draws[1]

    def test_options_choose(self) -> None:
        env = probe_env()
        info = env.reset(options={"environment": "105", "task": CALL.id})[1]
        assert (info["environment"], info["task"]) == ("105", CALL.id)
        info = env.reset(options={"environment": randomization.get("003"), "task": ALARM})[1]
        assert (info["environment"], info["task"]) == ("003", ALARM.id)
        info = env.reset()[1]
        assert (info["environment"], info["task"]) == ("100", "probe")

    def test_a_sampler_makes_a_new_environment_each_time(self) -> None:
        env = PhoneEnv(tasks=PROBE, environments=Sampler(seed=0))
        names = [env.reset(seed=0)[1]["environment"], *(env.reset()[1]["environment"] for _ in range(3))]
        assert len(set(names)) == 4
        assert env.reset(seed=0)[1]["environment"] == names[0]

    def test_a_function_draws_the_environment(self) -> None:
        given: list[int] = []

        def draw(generator: np.random.Generator) -> Any:
            given.append(int(generator.integers(2)))
            return ["101", randomization.get("102")][given[-1]]

        env = PhoneEnv(tasks=PROBE, environments=draw)
        names = [env.reset(seed=seed)[1]["environment"] for seed in range(6)]
        assert names == [("101", "102")[number] for number in given]
        assert len(set(names)) == 2
        with pytest.raises(UnknownEnvironmentError):
            PhoneEnv(tasks=PROBE, environments=lambda _: "nowhere").reset()

    @pytest.mark.parametrize(
        "environments", ["train", "test", "all", "105", ["100", "101"], [randomization.get("100"), "test"]]
    )
    def test_environments_may_be_named_in_many_ways(self, environments: Any) -> None:
        env = PhoneEnv(tasks=PROBE, environments=environments)
        assert env.reset(seed=0)[1]["environment"] in [
            environment.id for environment in randomization.select(environments)
        ]

    @pytest.mark.parametrize(
        ("choice", "count"),
        [
            ("representative", 6), ("Alarm", 1), ("BMoCA-Alarm-v0", 1), (ALARM.id, 1), (ALARM, 1),
            (["Alarm", "Call", PROBE], 3),
        ],
    )  # fmt: skip
    def test_tasks_may_be_named_in_many_ways(self, choice: Any, count: int) -> None:
        env = PhoneEnv(tasks=choice, environments="100")
        env.reset(seed=0)
        assert len({env.reset()[1]["task"] for _ in range(12 * count)}) == count


class TestDeterminism:
    def rollout(self, env: PhoneEnv, seed: int, steps: int = 30) -> list[Any]:
        env.action_space.seed(seed)
        results: list[Any] = [env.reset(seed=seed)]
        for _ in range(steps):
            results.append(env.step(env.action_space.sample()))
            if results[-1][2] or results[-1][3]:
                results.append(env.reset())
        return results

    @pytest.mark.parametrize("observation", ["pixels", "text", "both"])
    @pytest.mark.parametrize("action", ["discrete", "dual_gesture", "text"])
    def test_equal_seeds_give_equal_episodes(self, observation: str, action: str) -> None:
        env = PhoneEnv(observation=observation, action=action)
        other = PhoneEnv(observation=observation, action=action)
        self.rollout(other, seed=99)  # what was done before leaves no trace
        assert data_equivalence(self.rollout(env, seed=1), self.rollout(other, seed=1), exact=True)

    def test_nothing_leaks_from_one_episode_into_the_next(self) -> None:
        env = probe_env()
        first, _ = env.reset(seed=0)
        assert isinstance(env.device, EmbeddedDevice)
        start = env.device.phone
        env.device.shell("settings put system font_scale 1.3; input keyevent 26")
        env.device.write_file("/sdcard/left-over.txt", b"x")
        for _ in range(5):
            env.step(env.action_space.sample())
        again, _ = env.reset()
        assert env.device.phone == start
        assert np.array_equal(first, again)

    def test_equal_environments_share_the_phone_they_start_with(self) -> None:
        one, other = probe_env(), probe_env()
        one.reset()
        other.reset()
        assert isinstance(one.device, EmbeddedDevice)
        assert isinstance(other.device, EmbeddedDevice)
        assert one.device.phone is other.device.phone
        assert one.device is not other.device


#: The embedded handset under another class: the environment has to treat it as it would a phone behind adb.
OtherDevice = type(
    "OtherDevice",
    (),
    {name: what for name, what in vars(EmbeddedDevice).items() if name not in ("__dict__", "__weakref__")},
)


class TestDevices:
    def test_any_device_will_do(self) -> None:
        device = OtherDevice()
        assert isinstance(device, Device)
        env, other = probe_env(device=device), probe_env(device="embedded")
        assert np.array_equal(env.reset(seed=0)[0], other.reset(seed=0)[0])
        name = randomization.get("100").snapshot_name
        assert device.snapshots() == tuple(sorted(("init", name)))
        solve(env)
        env.step(378)
        other.step(378)
        assert np.array_equal(env.reset()[0], other.reset()[0])
        assert device.shell("settings get system probe").output.strip() == "null"
        info = env.reset(options={"environment": "105"})[1]
        assert info["environment"] == "105"
        assert len(device.snapshots()) == 3

    def test_a_removed_app_is_back_before_the_next_tasks_needs_are_checked(self) -> None:
        device = OtherDevice(image="androidlab")
        env = PhoneEnv("androidlab/setting_20", device=device, action="text", observation="text")
        env.reset(seed=0)
        assert "Success" in device.shell("pm uninstall com.booking").output
        env.reset(seed=0)
        assert "com.booking" in device.shell("pm list packages").output

    def test_a_device_can_be_made_by_a_function(self) -> None:
        env = probe_env(device=EmbeddedDevice)
        env.reset()
        assert isinstance(env.device, EmbeddedDevice)

    def test_a_given_handset_keeps_what_was_prepared_on_it(self) -> None:
        device = EmbeddedDevice()
        device.write_file("/sdcard/prepared.txt", b"x")
        env = probe_env(device=device)
        env.reset()
        assert env.device is device
        assert device.read_file("/sdcard/prepared.txt") == b"x"

    def test_a_given_device_is_left_open(self) -> None:
        class Closable(EmbeddedDevice):
            closed = 0

            def close(self) -> None:
                self.closed += 1

        given, made = Closable(), probe_env(device=Closable)
        env = probe_env(device=given)
        env.close()
        made.close()
        made.close()
        assert given.closed == 0
        assert isinstance(made.device, Closable)
        assert made.device.closed >= 1

    def test_a_phone_that_is_lost_truncates_the_episode(self) -> None:
        """For any device: the loss in the middle of a step is reported, and the next reset tries again."""

        class Losing(EmbeddedDevice):
            lost = ""

            def wait(self, seconds: float) -> None:
                if self.lost:
                    raise DeviceLostError(self.lost)
                super().wait(seconds)

            def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
                if self.lost:
                    raise DeviceLostError(self.lost)
                return super().screenshot(size)

        device = Losing()
        env = probe_env(device=device, render_mode="rgb_array")
        first, info = env.reset(seed=0)
        assert info["device_lost"] is None
        shown = env.render()
        device.lost = "the cable was pulled"
        observation, reward, terminated, truncated, info = env.step(378)
        assert np.array_equal(observation, first)
        assert observation is not first
        assert (reward, terminated, truncated) == (0.0, False, True)
        assert (info["device_lost"], info["steps"], info["success"]) == ("the cable was pulled", 1, False)
        assert np.array_equal(env.render(), shown), "a recording of the episode goes on to its end"
        with pytest.raises(ResetNeeded):
            env.step(378)
        device.lost = ""
        _, info = env.reset()
        assert info["device_lost"] is None
        assert env.step(378)[3] is False


class TestCopies:
    @pytest.mark.parametrize("observation", ["pixels", "both"])
    @pytest.mark.parametrize("action", ["discrete", "dual_gesture", "text"])
    def test_pickles_and_copies_play_the_same_episodes(self, observation: str, action: str) -> None:
        env = PhoneEnv(tasks=PROBE, environments="test", observation=observation, action=action)
        first = env.reset(seed=3)
        for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
            assert other.action_space == env.action_space
            assert other.observation_space == env.observation_space
            assert data_equivalence(other.reset(seed=3), first, exact=True)

    def test_one_does_not_touch_the_other(self) -> None:
        env = probe_env()
        other = copy.deepcopy(env)
        first, _ = env.reset(seed=0)
        other.reset(seed=0)
        other.step(378)
        assert np.array_equal(env.reset(seed=0)[0], first)


class TestRendering:
    def test_rgb_array_is_the_native_screen(self) -> None:
        env = probe_env(render_mode="rgb_array")
        env.reset()
        frame = env.render()
        assert frame is not None
        configuration = randomization.get("100")
        assert frame.shape == (configuration.profile.height, configuration.profile.width, 3)
        assert frame.dtype == np.uint8

    def test_ansi_is_the_text_of_the_screen(self) -> None:
        env = probe_env(render_mode="ansi")
        env.reset()
        text = env.render()
        assert isinstance(text, str)
        assert "Chrome" in text

    def test_a_notebook_shows_the_screen_and_the_task(self) -> None:
        env = probe_env()
        assert env._repr_png_() is None
        assert env._repr_html_() is None
        env.reset()
        env.step(HOME)
        picture = env._repr_png_()
        assert picture is not None
        assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape[0] == pictures.HEIGHT
        page = env._repr_html_()
        assert page is not None
        assert base64.b64encode(picture).decode() in page
        assert html.escape(env.task.instruction) in page
        assert f"1 of {env.step_limit}" in page

    def test_without_a_mode_render_warns(self) -> None:
        env = probe_env()
        env.reset()
        with pytest.warns(UserWarning, match="render_mode"):
            assert env.render() is None

    def test_human_shows_the_screen_in_a_window_that_closes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pygame = pytest.importorskip("pygame")
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        env = probe_env(render_mode="human")
        env.reset()
        env.step(HOME)
        assert env.render() is None
        assert pygame.display.get_caption()[0] == env.task.instruction
        surface = pygame.display.get_surface()
        shown = pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(int)
        expected = env.device.screenshot((surface.get_width(), surface.get_height()))
        assert shown.shape == expected.shape
        assert np.abs(shown - expected).mean() < 3  # scaled by another
        pygame.event.post(pygame.event.Event(pygame.QUIT))  # who looks closes it, and the episode goes on
        env.step(HOME)
        assert not pygame.display.get_init()
        env.step(HOME)
        assert not pygame.display.get_init()
        env.close()
        other = probe_env(render_mode="human")
        other.reset()
        assert pygame.display.get_init()
        other.close()
        other.close()
        assert not pygame.display.get_init()

    def test_human_without_pygame_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(DependencyNotInstalled, match=r"pip install pygame-ce"):
            probe_env(render_mode="human")

    def test_videos_can_be_recorded(self, tmp_path: Path) -> None:
        pytest.importorskip("moviepy")
        env = gym.make("BMoCA-Alarm-v0", render_mode="rgb_array", environments="100", step_limit=2)
        env = gym.wrappers.RecordVideo(env, str(tmp_path / "videos"), disable_logger=True)
        env.reset(seed=0)
        env.step(HOME)
        env.step(HOME)
        env.close()
        (video,) = tmp_path.glob("videos/*.mp4")
        assert video.stat().st_size > 1000


def test_a_home_key_is_what_an_episode_starts_with() -> None:
    env = probe_env()
    first, _ = env.reset()
    env.device.perform(PressKey("HOME"))
    assert np.array_equal(env.device.screenshot((128, 256)), first)


def test_types_are_what_the_contract_says() -> None:
    env = probe_env()
    env.reset()
    assert isinstance(env.task, Task)
    assert isinstance(env.environment, DeviceConfiguration)
    assert isinstance(env.device, Device)
