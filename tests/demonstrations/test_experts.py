"""Every task on every look: the expert succeeds within the limit, controls and near misses do not."""

from __future__ import annotations

import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.experts import EXPERTS, expert_for
from bmoca_gym.demonstrations.experts.alarms import AlarmExpert
from bmoca_gym.demonstrations.experts.calculations import FormulaExpert
from bmoca_gym.demonstrations.experts.calls import CallExpert
from bmoca_gym.demonstrations.experts.encyclopedia import FeedTopicsExpert
from bmoca_gym.demonstrations.experts.languages import AddLanguageExpert
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import UnknownExpertError
from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.gestures import PressKey

ALL = randomization.select("all")
SIX = tasks.select("representative")
#: Looks that differ the most: plain, 330 dpi, dark and French, Korean at 550 dpi, Urdu at 700 dpi, Arabic tablet.
FEW = [randomization.get(id) for id in ("100", "101", "104", "105", "108", "109")]
PATIENCE = 25


@pytest.fixture(scope="module")
def prepared():
    """Phones set up for a look and a task, on their home screen: a phone is a value, so one serves all tests."""
    phones = {}

    def make(look, task):
        device = EmbeddedDevice(Configuration(**look.screen_configuration()))
        key = look.id, task.id
        if key not in phones:
            look.apply(device)
            task.set_up(device)
            device.perform(PressKey("HOME"))
            device.wait(3)
            phones[key] = device.phone
        device.phone = phones[key]
        detector = task.detector()
        detector.reset(device)
        return device, detector

    return make


def play(device, detector, expert, steps):
    """The number of steps to success, or None; stops where the expert has nothing left to do."""
    for step in range(1, steps + 1):
        gesture = expert.next_gesture(device.ui_tree(), device.info.locale)
        if gesture is None:
            return None
        device.perform(gesture)
        device.wait(3)
        if detector.check(device).satisfied:
            return step
    return None


@pytest.mark.parametrize("task", SIX, ids=lambda task: task.gym_name)
@pytest.mark.parametrize("look", ALL, ids=lambda look: look.id)
def test_the_expert_succeeds_within_the_step_limit(prepared, look, task):
    device, detector = prepared(look, task)
    assert not detector.check(device).satisfied
    steps = play(device, detector, expert_for(task.id), PATIENCE)
    assert steps is not None, f"not done after {PATIENCE} steps"
    assert steps <= task.step_limit


@pytest.mark.parametrize("task", SIX, ids=lambda task: task.gym_name)
@pytest.mark.parametrize("look", ALL, ids=lambda look: look.id)
def test_doing_nothing_is_no_success(prepared, look, task):
    device, detector = prepared(look, task)
    for _ in range(task.step_limit):
        device.perform(PressKey("HOME"))
        device.wait(3)
        assert not detector.check(device).satisfied


class Stopping:
    """An expert that stops on a screen on which an element is shown."""

    def __init__(self, expert, resource_id):
        self.expert = expert
        self.resource_id = resource_id

    def next_gesture(self, tree, locale):
        return None if tree.find(resource_id=self.resource_id) else self.expert.next_gesture(tree, locale)


CALCULATOR = "com.google.android.calculator:id/"
NEAR_MISSES = {
    "Alarm": {
        "10:30 pm": AlarmExpert(22, 30),
        "10:31 am": AlarmExpert(10, 31),
        "10:35 am": AlarmExpert(10, 35),
        "9:30 am": AlarmExpert(9, 30),
        "the picker left open": Stopping(AlarmExpert(10, 30), "android:id/time_header"),
    },
    "AlarmComplex": {
        "weekend": AlarmExpert(10, 30, 96),
        "every day": AlarmExpert(10, 30, 127),
        # Not Monday to Thursday: where the week begins on Saturday, the way there leads through the right days.
        "Monday to Saturday": AlarmExpert(10, 30, 63),
        "once": AlarmExpert(10, 30),
        "10:30 pm on weekdays": AlarmExpert(22, 30, 31),
    },
    "Calculator": {
        "cos(18": FormulaExpert(("fun_cos", "digit_1", "digit_8"), ("c", "c1", "c18")),
        "sin(180": FormulaExpert(("fun_sin", "digit_1", "digit_8", "digit_0"), ("s", "s1", "s18", "s180")),
        "cos(108": FormulaExpert(("fun_cos", "digit_1", "digit_0", "digit_8"), ("c", "c1", "c10", "c108")),
        "180": FormulaExpert(("digit_1", "digit_8", "digit_0"), ("1", "18", "180")),
    },
    "Call": {
        "one digit off": CallExpert("2024561112"),
        "a digit short": CallExpert("202456111"),
        "with the country code": CallExpert("12024561111"),
        "the emergency number": CallExpert("911"),
    },
    "Language": {
        "the list of languages": Stopping(AddLanguageExpert(), "com.android.settings:id/add_language"),
    },
    "Wikipedia": {
        "top two only": FeedTopicsExpert(("featured_article", "top_read")),
        "top three and randomizer": FeedTopicsExpert(
            ("featured_article", "top_read", "picture_of_the_day", "randomizer")
        ),
        "top one and randomizer": FeedTopicsExpert(("featured_article", "randomizer")),
    },
}
CASES = [(name, miss) for name, misses in NEAR_MISSES.items() for miss in misses]


@pytest.mark.parametrize(("name", "miss"), CASES, ids=lambda part: part.replace(" ", "_"))
@pytest.mark.parametrize("look", FEW, ids=lambda look: look.id)
def test_near_misses_acted_out_are_no_success(prepared, look, name, miss):
    task = next(task for task in SIX if task.gym_name == name)
    device, detector = prepared(look, task)
    before = device.phone
    assert play(device, detector, NEAR_MISSES[name][miss], PATIENCE) is None
    assert device.phone != before, "the near miss did nothing at all"


def test_an_alarm_switched_off_again_is_no_success(prepared):
    task = tasks.get("create_alarm_at_10_30_am")
    device, detector = prepared(FEW[0], task)
    assert play(device, detector, expert_for(task.id), PATIENCE)
    tree = device.ui_tree()
    switch = [node for node in tree.find_all(resource_id="com.google.android.deskclock:id/onoff") if node.checked]
    assert len(switch) == 1
    from bmoca_gym.demonstrations.experts.reading import Screen

    device.perform(Screen(tree, "en-US").tap(switch[0]))
    assert not detector.check(device).satisfied


@pytest.mark.parametrize("task", SIX, ids=lambda task: task.gym_name)
def test_experts_go_on_from_anywhere(prepared, task):
    """They have no memory: lost in another app, or with a menu open, they still arrive."""
    for start in SIX:
        device, detector = prepared(FEW[0], task)
        other = expert_for(start.id)
        for _ in range(4):
            gesture = other.next_gesture(device.ui_tree(), "en-US")
            if gesture is None:
                break
            device.perform(gesture)
            device.wait(3)
        if not detector.check(device).satisfied:
            assert play(device, detector, expert_for(task.id), PATIENCE + 5)


def test_every_representative_task_has_an_expert():
    assert {task.id for task in SIX} <= set(EXPERTS)


def test_an_unknown_task_names_the_nearest():
    with pytest.raises(UnknownExpertError, match="create_alarm_at_10_30_am"):
        expert_for("create_alarm_at_10_30")
