"""B-MoCA's tasks: the published list, and both judges on right and nearly right states."""

from __future__ import annotations

import pickle
from collections import Counter
from datetime import datetime
from itertools import product

import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.randomization import HOME_APPS
from bmoca_gym.success_detectors.from_data import made
from bmoca_gym.tasks import staged
from bmoca_gym.tasks.near_miss import LogState, NodeState, PhoneState, PreferenceState, TableState

from .conftest import ALARMS, WIKIPEDIA

ALL = tasks.suite("bmoca").tasks
# Gym name: instruction, step limit, category (paper, tables 8 to 15).
PUBLISHED = {
    "Alarm": ("create alarm at 10:30 am", 11, "Event"),
    "AlarmComplex": ("create alarm at 10:30 am on every weekday", 14, "Event"),
    "Calculator": ("input 'cos(180)' in Calculator", 10, "Utility"),
    "Call": ("call the white house (202-456-1111)", 17, "Communication"),
    "Language": ("go to 'add a language' page in setting", 7, "System"),
    "Wikipedia": (
        "disable the top 2 and 'randomizer' topics in the feed customization settings on Wikipedia and go back to "
        "the feed",
        11,
        "Web/Shopping",
    ),
}
FEED = NodeState((("resource_id", "org.wikipedia:id/nav_tab_explore"), ("selected", True)))


def alarm(**row):
    return PhoneState(tables=(TableState(ALARMS, "alarm_templates", (tuple(row.items()),)),))


def nodes(*attributes):
    return PhoneState(nodes=tuple(NodeState(tuple(given.items())) for given in attributes))


def line(level, tag, message):
    return LogState(tag, level, message)


FORMULA = "com.google.android.calculator:id/formula"
CALLED = {"resource_id": "com.android.dialer:id/incall_end_call"}
NAME = "com.android.dialer:id/contactgrid_contact_name"
TABS = "com.android.chrome:id/tab_switcher_button"
GMAIL = "START u0 {cmp=com.google.android.gm/.ConversationListActivityGmail} from uid 10050"
PICKER = "START u0 {cmp=com.android.settings/.localepicker.LocalePickerWithRegionActivity} from uid 1000"
CARDS = "[false,false,true,true,true,true,false,true,true,true]"
# States in which a task is done, and whether the paper's judge sees it.
DONE = [
    ("Alarm", alarm(hour=10, minutes=30, daysofweek=0, enabled=1), False),
    ("Alarm", alarm(hour=10, minutes=30, daysofweek=31, enabled=1), False),
    ("AlarmComplex", alarm(hour=10, minutes=30, daysofweek=31, enabled=1), True),
    ("Calculator", nodes({"resource_id": FORMULA, "text": "c180"}), True),
    ("Calculator", nodes({"resource_id": FORMULA, "text": "c١٨٠"}), False),
    ("Calculator", nodes({"resource_id": FORMULA, "text": "\u200ec180\u200e"}), False),
    ("Call", nodes(CALLED, {"resource_id": NAME, "text": "(202) 456-1111"}), True),
    ("Call", nodes(CALLED, {"resource_id": NAME, "text": "\u202a202-456-1111\u202c"}), False),
    ("Call", nodes(CALLED, {"resource_id": NAME, "text": "٢٠٢٤٥٦١١١١"}), False),
    ("OpenNewTabInChrome", nodes({"resource_id": TABS, "content_description": "2 open tabs"}), True),
    ("OpenNewTabInChrome", nodes({"resource_id": TABS, "content_description": "٢ علامة تبويب"}), False),
    ("OpenGmail", PhoneState(log=(line("I", "ActivityTaskManager", GMAIL),)), False),
    (
        "OpenGmail",
        PhoneState(
            log=(line("I", "ActivityTaskManager", GMAIL.replace("cmp", "pkg=com.google.android.gm cmp")),)
        ),
        True,
    ),
    ("Language", PhoneState(log=(line("I", "ActivityTaskManager", PICKER),)), True),
    (
        "Wikipedia",
        PhoneState(
            preferences=(PreferenceState(WIKIPEDIA, "feedCardsEnabled", "string", CARDS),), nodes=(FEED,)
        ),
        True,
    ),
    (
        "Wikipedia",
        PhoneState(
            preferences=(
                PreferenceState(
                    WIKIPEDIA, "feedCardsEnabled", "string", CARDS.replace("true,true]", "false,false]")
                ),
            ),
            nodes=(FEED,),
        ),
        False,
    ),
]


def task(gym_name):
    return tasks.select(gym_name)[0]


def judged(task, judge, device, state, go_to):
    detector = task.detector(judge)
    detector.reset(device)
    assert not detector.check(device).satisfied, "solved by doing nothing"
    go_to(device, state)
    return detector.check(device)


@pytest.mark.parametrize("gym_name", PUBLISHED)
def test_as_published(gym_name):
    instruction, limit, category = PUBLISHED[gym_name]
    one = task(gym_name)
    assert (one.gym_name, one.instruction, one.category) == (gym_name, instruction, category)
    assert (one.step_limit, one.paper_step_limit, one.step_limit_reason) == (limit, limit, "")
    assert one.representative


def test_no_published_task_of_any_app_is_missing():
    """A count that only grows: a new task needs no change here."""
    published = Counter({
        "Clock": 25, "Calculator": 19, "Phone": 15, "Settings": 13, "Wikipedia": 16, "Contacts": 2, "Files": 5,
        "Calendar": 1, "Camera": 1, "Maps": 1, "Photos": 1, "Messages": 2, "Chrome": 3, "Instagram": 4, "Gmail": 1,
        "Snapseed": 13, "Walmart": 8, "YouTube": 1,
    })  # fmt: skip
    assert published.total() == 131
    assert published - Counter(one.app for one in ALL if not one.extra) == Counter()
    in_its_code = Counter({"Clock": 2, "Contacts": 1, "Settings": 2})
    assert in_its_code - Counter(one.app for one in ALL if one.extra) == Counter()


def test_apps_have_the_names_that_home_screens_know():
    """Results are grouped by whether the task's app is among the home screen's."""
    assert {one.app for one in ALL} <= set(HOME_APPS)


def test_step_limits_differ_from_the_papers_for_a_reason():
    other = {one.gym_name: (one.paper_step_limit, one.step_limit) for one in ALL if one.step_limit_reason}
    assert all(paper < ours <= paper + 2 for paper, ours in other.values())
    assert {one.app for one in ALL if one.step_limit_reason} == {"Clock", "Settings"}
    assert [name for name in other if name.startswith("Create")] == [
        "CreateAlarmAt1330PmOnEveryWeekendAndIncreaseAlarmVolumeInSetting"
    ]


@pytest.mark.parametrize(
    ("time", "clock"),
    [
        ("06:30", datetime(2015, 12, 31, 6, 27)), ("10:30", datetime(2015, 12, 31, 13, 30)),
        ("13:30", datetime(2015, 12, 31, 10, 30)), ("17:30", datetime(2015, 12, 31, 17, 33)),
        ("20:30", datetime(2016, 12, 31, 22, 29)), ("23:30", datetime(2016, 1, 1, 3, 30)),
    ],
)  # fmt: skip
def test_clocks_stand_still_where_the_instruction_names_a_time(time, clock):
    named = [one.clock for one in ALL if time in one.instruction]
    assert named
    assert all((shown.time, shown.frozen) == (clock, True) for shown in named)
    times = ("06:30", "10:30", "13:30", "17:30", "20:30", "23:30")
    others = {
        (one.clock.time, one.clock.frozen) for one in ALL if not any(t in one.instruction for t in times)
    }
    assert others == {(datetime(2024, 5, 1, 10), False)}


@pytest.mark.parametrize("gym_name", PUBLISHED)
def test_the_clock(gym_name):
    clock = task(gym_name).clock
    if "10:30" in PUBLISHED[gym_name][0]:
        assert (clock.time, clock.frozen) == (datetime(2015, 12, 31, 13, 30), True)
        assert clock.command == "su 0 toybox date 123113302015.00"
    else:
        assert (clock.time, clock.frozen) == (datetime(2024, 5, 1, 10), False)


def test_the_version_is_what_the_changelog_speaks_of():
    assert tasks.suite("bmoca").version == "1.2.1"


@pytest.mark.parametrize(("gym_name", "state", "paper"), DONE)
def test_done(gym_name, state, paper, begin, go_to):
    detection = judged(task(gym_name), "corrected", begin(task(gym_name)), state, go_to)
    assert (detection.satisfied, detection.score) == (True, 1.0), detection.evidence
    assert judged(task(gym_name), "paper", begin(task(gym_name)), state, go_to).satisfied is paper


def test_the_papers_alarm_rule_reads_the_log(begin, go_to):
    message = "nextUserAlarmTime=Fri Jan 01 10:30:00 GMT 2016"
    state = PhoneState(log=(line("D", "ConditionProviders.SCP", message),))
    assert judged(task("Alarm"), "paper", begin(task("Alarm")), state, go_to).satisfied


def test_near_misses_are_no_success(begin, go_to):
    found = {
        f"{one.gym_name}-{miss.name}": judged(one, "corrected", begin(one), miss.how, go_to)
        for one in ALL
        for miss in one.near_misses
    }
    assert len(found) > 400
    assert {name: end for name, end in found.items() if end.satisfied or end.score >= 1} == {}


# What the paper's rules take for success though it is none, the reason why there are corrected ones.
FOOLED = {
    "Alarm-deleted_again",
    "AlarmComplex-turned_off",
    "Call911-another_emergency_number",
    "Language-page_is_left",
    "StartStopwatchInClock-a_timer",
}
FOOLED_BY = {
    "a_timer", "another_alarm", "another_emergency_number", "changed_and_back", "deleted_again",
    "in_another_app", "increased", "its_app_info", "on_and_off_again", "one_turned_off", "only_the_dialog_seen",
    "page_is_left", "turned_off", "twelve_tabs",
}  # fmt: skip


def test_where_the_papers_judge_is_fooled(begin, go_to):
    fooled = {
        f"{one.gym_name}-{miss.name}"
        for one in ALL
        for miss in one.near_misses
        if judged(one, "paper", begin(one), miss.how, go_to).satisfied
    }
    assert fooled >= FOOLED
    assert {entry.partition("-")[2] for entry in fooled} == FOOLED_BY


def test_every_task(begin, fake_device):
    for one in ALL:
        assert len(one.near_misses) >= 2, one.id
        assert len({miss.name for miss in one.near_misses}) == len(one.near_misses), one.id
        assert pickle.loads(pickle.dumps(one)) == one, one.id
        assert hash(one) == hash(pickle.loads(pickle.dumps(one))), one.id
        for judge in ("corrected", "paper"):
            detector = one.detector(judge)
            device = fake_device()  # no file, no element: nothing raises
            detector.reset(device)
            assert not detector.check(device).satisfied, (one.id, judge)
            device = begin(one)
            detector.reset(device)
            assert not detector.check(device).satisfied, (one.id, judge)
            assert device.written == [], (one.id, judge)


def test_other_tasks_solutions_are_no_success(begin, go_to):
    taken = []
    for one, judge, (gym_name, state, _) in product(ALL, ("corrected", "paper"), DONE):
        # A weekday alarm is an alarm; who goes back to the feed has opened the app.
        implied = {one.gym_name, gym_name} in ({"Alarm", "AlarmComplex"}, {"OpenWikipedia", "Wikipedia"})
        if (
            gym_name != one.gym_name
            and not implied
            and judged(one, judge, begin(one), state, go_to).satisfied
        ):
            taken.append((one.id, judge, gym_name, state))
    assert taken == []


def test_near_misses_are_none_in_a_dark_configuration_either():
    configuration = randomization.get("104")
    device = EmbeddedDevice(Configuration(**configuration.screen_configuration()))
    configuration.apply(device)
    base = device.phone
    for one in ALL:
        device.phone = base
        one.set_up(device)
        start = device.phone
        for miss in one.near_misses:
            device.phone = start
            detection = staged.judged(one, "corrected", device, miss.how)
            assert not detection.satisfied, (one.id, miss.name, detection.evidence)


def test_a_near_miss_can_be_read_from_data():
    assert made(LogState, {"tag": "T", "level": "I", "message": "m"}, "here") == LogState("T", "I", "m")
