"""Interruptions set by a configuration: in files, from the sampler, in environments and evaluations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import ArgumentError, ConfigurationError
from bmoca_gym.evaluation import evaluate, settings_for
from bmoca_gym.evaluation.verification import verify
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import DeviceConfiguration, Sampler, dump, get, load

CALM = get("100")
JPEG = replace(CALM, id="jpeg", split="custom", interruptions="jpeg")
BLUR = replace(CALM, id="blur", split="custom", interruptions="blur,noise")


def begun(env: PhoneEnv, configuration: DeviceConfiguration) -> tuple[str, ...]:
    return env.reset(seed=0, options={"environment": configuration})[1]["interruptions"]


def test_a_file_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    dump([CALM, JPEG, BLUR], path)
    assert load(path) == (CALM, JPEG, BLUR)
    assert path.read_text().count("interruptions") == 2


def test_a_list_of_kinds_is_one_text() -> None:
    assert replace(JPEG, interruptions=["blur", "noise"]).interruptions == "blur,noise"
    with pytest.raises(ConfigurationError, match="interruptions is 3"):
        replace(JPEG, interruptions=3)


def test_only_a_configuration_with_them_has_another_digest() -> None:
    assert len({CALM.digest, JPEG.digest, BLUR.digest}) == 3
    assert replace(JPEG, interruptions="").digest == CALM.digest


def test_each_episode_has_those_of_its_configuration() -> None:
    env = PhoneEnv("create_alarm_at_10_30_am", [CALM, JPEG, BLUR])
    assert begun(env, JPEG) == ("jpeg",)
    assert begun(env, CALM) == ()
    assert not env.interrupted
    assert begun(env, BLUR) == ("blur", "noise")


def test_a_saved_episode_keeps_those_of_its_configuration() -> None:
    env = PhoneEnv("create_alarm_at_10_30_am", [CALM, JPEG])
    begun(env, JPEG)
    saved = env.save_state()
    begun(env, CALM)
    assert env.restore_state(saved)[1]["interruptions"] == ("jpeg",)
    assert env.fork().interrupted


@pytest.mark.parametrize("given", ["calm", "nameless_images"])
def test_an_argument_overrides_them(given: str) -> None:
    env = PhoneEnv("create_alarm_at_10_30_am", [JPEG], interruptions=given)
    assert begun(env, JPEG) == (() if given == "calm" else (given,))


def test_one_that_does_not_exist_is_named() -> None:
    wrong = replace(CALM, id="wrong", split="custom", interruptions="jpg")
    with pytest.raises(ArgumentError, match="jpeg"):
        PhoneEnv("create_alarm_at_10_30_am", [wrong]).reset(seed=0)
    with pytest.raises(ArgumentError, match="jpeg"):
        settings_for("random", "Alarm", [wrong])


def test_the_sampler_fixes_and_lists_them() -> None:
    plain, fixed = Sampler(7).configurations(20), Sampler(7, interruptions="daily").configurations(20)
    assert [replace(one, interruptions="") for one in fixed] == plain
    assert {one.interruptions for one in fixed} == {"daily"}
    listed = Sampler(7, interruptions=["calm", "call,crash"]).configurations(20)
    assert {one.interruptions for one in listed} == {"calm", "call,crash"}
    assert [replace(one, interruptions="") for one in listed] == plain
    assert Sampler(7, base=JPEG).configuration(0).interruptions == "jpeg"


def test_an_evaluation_plays_records_and_verifies_them(tmp_path: Path) -> None:
    settings: Any = settings_for("random", "Alarm", [CALM, JPEG], films="none")
    assert settings.level == "calm+jpeg"
    episodes = evaluate(settings, tmp_path)
    came = {one.environment: one.interruptions for one in episodes}
    assert came == {"100": (), "jpeg": ("jpeg",)}
    assert json.loads((tmp_path / "run.json").read_text())["identity"]["interruptions"] == "calm+jpeg"
    assert verify(tmp_path).differences == ()
    assert settings_for("random", "Alarm", [JPEG], interruptions="calm").level == "calm"
