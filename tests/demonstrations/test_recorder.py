"""The recorder: experts' actions are kept without loss, in both action modes, and noise is corrected."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.recorder import CLASSES, NO_CLASS, Job, Plan, record, record_all
from bmoca_gym.envs import targets
from bmoca_gym.envs.actions import DISCRETE_GESTURES, DiscreteActions, DualGestureActions, equal_classes
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, UnknownExpertError
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.value import replace

REPRESENTATIVE = tasks.select("representative")

#: Those of the tests and six of training; BMOCA_EVERYTHING=1: all 45.
CONFIGURATIONS = (
    ["all"] if os.environ.get("BMOCA_EVERYTHING") else ["004", "007", "013", "021", "026", "030", "test"]
)

#: Elements on the tablet that lie between the points of the grid; see docs/environment.md.
OFF_THE_GRID = {
    ("create_alarm_at_10_30_am", "109"),
    ("create_alarm_at_10_30_am_on_every_weekday", "109"),
    ("disable_the_top_2_and_randomizer_topics_in_the_feed_customization_settings_on_wikipedia_and_go_back_to_the_feed",
     "109"),
}  # fmt: skip


@pytest.fixture
def gestures() -> Iterator[PhoneEnv]:
    env = PhoneEnv(action="dual_gesture")
    yield env
    env.close()


def jobs(environments: list[str], chosen: tuple[tasks.Task, ...] = REPRESENTATIVE) -> list[Job]:
    return [
        Job(task, configuration) for configuration in randomization.select(environments) for task in chosen
    ]


@pytest.mark.exhaustive
def test_every_gesture_of_every_expert_becomes_a_class_and_back() -> None:
    """Except for elements that are known to be between the points of the grid."""
    without_class = set()
    for recording in record_all(jobs(CONFIGURATIONS), Plan()):
        assert recording.success, (recording.task, recording.environment)
        if (recording.labels[:-1] == NO_CLASS).any():
            without_class.add((recording.task, recording.environment))
        assert np.isfinite(recording.label_duals[:-1]).all()
        assert np.array_equal(recording.discrete, recording.labels[:-1])
        for label, mask, dual in zip(recording.discrete, recording.masks, recording.dual, strict=False):
            bits = np.unpackbits(mask)[:CLASSES]
            assert bits.sum() == 0 if label == NO_CLASS else bits[label] == 1
            done = DualGestureActions().to_gesture(dual)
            if label != NO_CLASS:
                assert type(done) is type(DISCRETE_GESTURES[label])
    assert without_class == OFF_THE_GRID


@pytest.mark.parametrize("environment", ["100", "105", "108", "109"])
def test_equal_classes_hit_the_element_that_is_meant_and_encode_to_themselves(environment: str) -> None:
    env = PhoneEnv(action="dual_gesture", environments=environment)
    for task in REPRESENTATIVE:
        expert = expert_for(task.id)
        env.reset(seed=0, options={"task": task})
        over = False
        while not over:
            tree = env.device.ui_tree()
            gesture = expert.next_gesture(tree, env.environment.locale)
            assert gesture is not None
            try:
                classes = equal_classes(gesture, tree)
            except ActionError:
                classes = ()
            for number in classes:
                other = DISCRETE_GESTURES[number]
                if isinstance(other, Tap) and isinstance(gesture, Tap):
                    meant = targets.tap_target(tree, gesture.x, gesture.y)
                    assert targets.tap_target(tree, other.x, other.y) is meant
                    assert DiscreteActions().encode(other, tree) == number
            _, _, terminated, truncated, _ = env.step(env.action_mode.encode(gesture, tree))
            over = terminated or truncated
        assert terminated
    env.close()


@pytest.mark.exhaustive
def test_any_of_the_equal_classes_does_the_task() -> None:
    """They are labels for a policy: each must be right, not just close."""
    rng = np.random.default_rng(0)
    env = PhoneEnv(action="discrete")
    for job in jobs(CONFIGURATIONS):
        if job.key in OFF_THE_GRID:
            continue
        expert = expert_for(job.task.id)
        _, info = env.reset(seed=0, options={"task": job.task, "environment": job.environment})
        over = False
        while not over:
            tree = env.device.ui_tree()
            gesture = expert.next_gesture(tree, job.environment.locale)
            assert gesture is not None
            _, _, terminated, over, info = env.step(int(rng.choice(equal_classes(gesture, tree))))
            over = over or terminated
        assert info["success"], (job.key, info["evidence"])
    env.close()


def test_an_expert_recovers_from_noise_and_the_labels_stay_its_own() -> None:
    chosen = jobs(["000", "105"])
    clean = list(record_all(chosen, Plan()))
    noisy = list(record_all(chosen, Plan(noise=0.3, seed=5)))
    assert all(recording.success for recording in noisy)
    assert sum(recording.noise.sum() for recording in noisy) > 10
    assert sum(map(len, noisy)) > sum(map(len, clean))
    for recording in noisy:
        followed = ~recording.noise
        assert np.array_equal(recording.discrete[followed], recording.labels[:-1][followed])
    again = list(record_all(chosen, Plan(noise=0.3, seed=5)))
    assert all(np.array_equal(one.pixels, two.pixels) for one, two in zip(noisy, again, strict=True))
    other = list(record_all(chosen, Plan(noise=0.3, seed=6)))
    assert [len(one) for one in other] != [len(one) for one in noisy]


def test_an_interrupted_expert_closes_what_comes_and_ends_the_same_again() -> None:
    chosen = jobs(["000", "105"], tasks.select(["Alarm", "Calculator"]))
    calm = list(record_all(chosen, Plan()))
    plan = Plan(interruptions="rate_app,message")
    interrupted = list(record_all(chosen, plan))
    for before, recording in zip(calm, interrupted, strict=True):
        assert recording.success
        assert set(recording.interruptions) == {"rate_app", "message"}
        assert len(recording) > len(before)
        assert before.interruptions == ()
    again = list(record_all(chosen, plan))
    assert all(np.array_equal(one.pixels, two.pixels) for one, two in zip(interrupted, again, strict=True))
    other = list(record_all(chosen, Plan(interruptions="rate_app,message", seed=1)))
    assert any(len(one) != len(two) for one, two in zip(interrupted, other, strict=True))


def test_a_notification_is_swiped_away_and_no_class_says_so() -> None:
    (job,) = jobs(["000"], tasks.select(["Calculator"]))
    (recording,) = record_all([job], Plan(interruptions="mail"))
    without = np.flatnonzero(recording.discrete == NO_CLASS)
    assert recording.success
    assert without.size
    for step in without:
        gesture = DualGestureActions().to_gesture(recording.dual[step])
        assert isinstance(gesture, Swipe)
        assert not recording.masks[step].any()


def test_a_configuration_may_say_what_comes_and_a_plan_overrides_it() -> None:
    (job,) = jobs(["000"], tasks.select(["Alarm"]))
    told = job._replace(environment=replace(job.environment, interruptions="rate_app"))
    (recording,) = record_all([told], Plan())
    assert recording.success
    assert recording.interruptions == ("rate_app",)
    (calm,) = record_all([told], Plan(interruptions="calm"))
    assert calm.interruptions == ()


def test_what_is_recorded_is_what_the_environment_shows_when_it_is_played_again() -> None:
    (job,) = jobs(["003"], tasks.select(["Language"]))
    (recording,) = record_all([job], Plan(ui_trees=True))
    env = PhoneEnv(action="discrete")
    pixels, _ = env.reset(seed=1, options={"task": job.task, "environment": job.environment})
    assert np.array_equal(pixels, recording.pixels[0])
    for action, after, reward in zip(
        recording.discrete, recording.pixels[1:], recording.rewards, strict=True
    ):
        pixels, got, *_ = env.step(int(action))
        assert np.array_equal(pixels, after)
        assert got == reward
    assert recording.terminations.tolist() == [False] * (len(recording) - 1) + [True]
    assert len(recording.trees) == len(recording) + 1
    assert recording.trees[0].startswith("<?xml")
    env.close()


def test_a_task_without_an_expert_is_refused(gestures: PhoneEnv) -> None:
    task = replace(tasks.get("call_911"), id="no_such_task", expert=())
    (configuration,) = randomization.select("000")
    with pytest.raises(UnknownExpertError, match="no_such_task"):
        record(gestures, Job(task, configuration), Plan())
    with pytest.raises(UnknownExpertError):
        list(record_all([Job(task, configuration)], Plan()))
