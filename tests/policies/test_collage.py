"""Collages: a first screen only gets parts whose action is right there, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.recorder import Job, Plan, record_all
from bmoca_gym.envs.actions import DISCRETE_GESTURES, TAP_CLASSES, dual_gesture
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.policies.collage import Collages
from bmoca_gym.policies.steps import StepStore

SWIPE_UP = TAP_CLASSES.stop
TAPS = [gesture for gesture in DISCRETE_GESTURES if isinstance(gesture, Tap)]


@pytest.fixture(scope="module")
def store() -> StepStore:
    jobs = [
        Job(task, configuration)
        for configuration in randomization.select(["000", "002", "007", "012"])
        for task in tasks.select(["Alarm", "AlarmComplex", "Call", "Language"])
    ]
    found = StepStore(400)
    for recording in record_all(jobs, Plan()):
        found.append(recording)
    return found


def test_first_screens_and_what_they_seek(store: StepStore) -> None:
    found = store.beginnings()
    assert len(found) == 16
    batch = store.batch(np.array([each.row for each in found]))
    elements = store.batch(np.array([each.element for each in found]))
    for each, label, tapped in zip(found, batch.labels, elements.labels, strict=True):
        assert (label in TAP_CLASSES) == (each.row == each.element)
        tap = DISCRETE_GESTURES[tapped]
        left, top, right, bottom = each.bounds
        assert left <= tap.x <= right  # type: ignore[union-attr]
        assert top <= tap.y <= bottom  # type: ignore[union-attr]
    assert {each.row == each.element for each in found} == {True, False}


def test_noise_and_elements_that_gave_way_are_no_beginnings() -> None:
    job = Job(tasks.select(["Language"])[0], randomization.select(["000"])[0])
    noisy, clean = StepStore(100), StepStore(100)
    for recording in record_all([job], Plan()):
        clean.append(recording)
        recording.noise[0] = True
        noisy.append(recording)
    assert (len(clean.beginnings()), len(noisy.beginnings())) == (1, 0)
    small = StepStore(3)
    for recording in record_all([job], Plan()):
        small.append(recording)
    assert small.beginnings() == []


def test_other_screens_and_the_store_are_left_alone(store: StepStore) -> None:
    first = np.array([each.row for each in store.beginnings()])
    rows = np.union1d(first, np.arange(0, len(store), 5))
    collages = Collages(store, np.arange(len(store)))
    before = store.pixels.copy()
    batch = store.batch(rows)
    assert collages.changed(batch, rows, 0.0, np.random.default_rng(0)) is batch
    changed = collages.changed(batch, rows, 1.0, np.random.default_rng(0))
    differ = rows[(changed.pixels != batch.pixels).any(axis=(1, 2, 3))]
    assert set(differ) <= set(first)
    assert len(differ) > len(first) / 2
    assert np.array_equal(store.pixels, before)
    again = collages.changed(batch, rows, 1.0, np.random.default_rng(0))
    assert all(np.array_equal(one, other) for one, other in zip(changed, again, strict=True))


def test_what_is_right_on_a_collage(store: StepStore) -> None:
    beginnings = {each.row: each for each in store.beginnings()}
    rows = np.array(list(beginnings) * 8)
    batch = store.batch(rows)
    changed = Collages(store, np.arange(len(store))).changed(batch, rows, 1.0, np.random.default_rng(1))
    kinds = {"put": 0, "covered": 0, "as it was": 0}
    for number, row in enumerate(rows):
        was, now = int(batch.labels[number]), int(changed.labels[number])
        assert changed.allowed[number, now]
        if was == now:
            kinds["as it was"] += 1
            left, top, right, bottom = beginnings[row].bounds
            if row == beginnings[row].element:  # nothing lies over what is sought
                box = np.s_[
                    number, int(top * 256) : int(bottom * 256) + 1, int(left * 128) : int(right * 128) + 1
                ]
                assert np.array_equal(batch.pixels[box], changed.pixels[box])
        elif now == SWIPE_UP:
            kinds["covered"] += 1
            tap = DISCRETE_GESTURES[was]
            place = np.s_[number, int(tap.y * 256), int(tap.x * 128)]  # type: ignore[union-attr]
            assert not np.array_equal(batch.pixels[place], changed.pixels[place])
        else:
            kinds["put"] += 1
            assert was == SWIPE_UP
            for label in np.flatnonzero(changed.allowed[number]):
                tap = DISCRETE_GESTURES[label]
                y, x = int(tap.y * 256), int(tap.x * 128)  # type: ignore[union-attr]
                near = np.s_[number, y - 4 : y + 5, x - 4 : x + 5]
                assert not np.array_equal(batch.pixels[near], changed.pixels[near])
            gesture = dual_gesture(*((changed.duals[number] + 1) / 2).tolist())
            assert isinstance(gesture, Tap)
            allowed = [TAPS[label] for label in np.flatnonzero(changed.allowed[number])]
            assert abs(np.mean([tap.x for tap in allowed]) - gesture.x) < 0.0751
            assert abs(np.mean([tap.y for tap in allowed]) - gesture.y) < 0.0376
    assert min(kinds.values()) > 5


def test_no_instruction_is_disturbed_by_one_that_seeks_the_same(store: StepStore) -> None:
    collages = Collages(store, np.arange(len(store)))
    numbers = {text: number for number, text in enumerate(store.instructions)}
    alarms = {number for text, number in numbers.items() if "alarm" in text}
    assert len(alarms) == 2
    for number in alarms:
        assert set(collages._others[number]) == set(numbers.values()) - alarms


def test_configurations_that_are_kept_for_validation_give_nothing(store: StepStore) -> None:
    kept = store.rows_of(store.environments[:1])
    others = np.setdiff1d(np.arange(len(store)), kept)
    collages = Collages(store, others)
    assert not set(collages._first) & set(kept.tolist())
    assert len(collages._first) == 12
