"""Activities and tasks: the front activity, the overview, the processes, and the log."""

from __future__ import annotations

from collections.abc import Callable

import cv2
from handset_hand import APPS, Hand

from bmoca_gym.handset import images, screen
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities

CLOCK, DIALER, CALCULATOR = (APPS[name].component for name in ("clock", "dialer", "calculator"))


def tasks(phone: Phone) -> list[str]:
    return [task.package for task in phone.tasks]


def front(phone: Phone) -> str:
    return phone.top.component


def test_names_are_written_as_android_writes_them() -> None:
    own = Activity("com.android.dialer/com.android.dialer.main.impl.MainActivity")
    assert own.short_component == "com.android.dialer/.main.impl.MainActivity"
    assert own.package == "com.android.dialer"
    other = Activity("com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert other.short_component == other.component
    assert other.name == "com.android.deskclock.DeskClock"


def test_an_app_comes_to_the_front_as_it_was_left() -> None:
    phone = images.boot()
    assert phone.home
    phone = activities.start(phone, CLOCK)
    phone = activities.scroll_to(phone, "list", 30)
    phone = activities.start(phone, DIALER)
    assert tasks(phone) == [c.partition("/")[0] for c in (CLOCK, DIALER)]
    again = activities.start(phone, CLOCK)
    assert tasks(again) == [c.partition("/")[0] for c in (DIALER, CLOCK)]
    assert again.top.offsets == (("list", 30),)
    assert len(again.tasks[-1].activities) == 1


def test_the_log_has_the_lines_that_detectors_look_for(hand: Hand) -> None:
    hand.open("clock")
    messages = [message for _, message in hand.new_log()]
    start, process, displayed = messages[:3]
    assert start == (
        "START u0 {act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 "
        "cmp=com.google.android.deskclock/com.android.deskclock.DeskClock} from uid 10050"
    )
    assert process.startswith("Start proc 2011:com.google.android.deskclock/u0a71 for activity {")
    assert displayed.startswith("Displayed com.google.android.deskclock/com.android.deskclock.DeskClock: +")
    hand.press("HOME")
    hand.open("clock")
    again = [message for _, message in hand.new_log()]
    assert not any("Start proc" in m or "Displayed" in m for m in again), "it runs, and was only brought back"


def test_an_app_that_is_not_there_starts_nothing() -> None:
    phone = images.boot()
    after = activities.start(phone, "org.example/.Main")
    assert after.home
    assert after.tasks == ()
    assert after.log.since(0)[-1].level == "W"


def test_finishing_the_last_activity_leaves_an_empty_task_in_the_overview() -> None:
    phone = activities.finish(activities.start(images.boot(), CALCULATOR))
    assert phone.home
    assert phone.tasks[-1].activities == ()
    again = activities.show_task(phone, phone.tasks[-1].package)
    assert front(again) == CALCULATOR
    assert activities.finish(images.boot()) == images.boot()


def test_finish_takes_as_many_as_it_is_told() -> None:
    phone = activities.start(images.boot(), CLOCK)
    for name in "abc":
        phone = activities.start(phone, f"com.google.android.deskclock/.{name}")
    assert activities.finish(phone, 2).top.name == ".a"
    assert activities.finish(phone, 99).home


def test_removing_a_task_ends_its_process() -> None:
    phone = activities.start(activities.start(images.boot(), DIALER), CLOCK)
    other = activities.remove_task(phone, "com.android.dialer")
    assert front(other) == CLOCK
    assert "com.android.dialer" not in other.processes
    front_gone = activities.remove_task(phone, "com.google.android.deskclock")
    assert front_gone.home
    assert activities.remove_task(phone, "org.example") == phone
    empty = activities.remove_all_tasks(phone)
    assert (empty.tasks, empty.home, dict(empty.processes)) == ((), True, {})


def test_a_new_process_has_a_new_number() -> None:
    phone = activities.start(images.boot(), CLOCK)
    first = phone.processes["com.google.android.deskclock"]
    phone = activities.start(activities.remove_task(phone, "com.google.android.deskclock"), CLOCK)
    assert phone.processes["com.google.android.deskclock"] > first


def test_focus_and_scrolls_belong_to_their_activity() -> None:
    phone = activities.focus(activities.start(images.boot(), CLOCK), "field")
    phone = activities.scroll_to(phone, "list", 50)
    over = activities.start(phone, "com.google.android.deskclock/.Second")
    assert (over.top.focus, over.top.offsets) == ("", ())
    assert activities.finish(over).top.offsets == (("list", 50),)
    assert activities.scroll_to(phone, "list", 0).tasks[-1].activities[-1].offsets == ()
    assert activities.scroll_to(phone, "list", 50) is phone
    assert activities.focus(phone, "field") is phone


# The overview, by hand


def test_the_overview_lists_tasks_the_newest_first(hand: Hand) -> None:
    for app in ("dialer", "calculator", "clock"):
        hand.open(app)
    hand.press("OVERVIEW")
    shown = [n.content_description for n in hand.all("snapshot")]
    assert shown[:2] == ["Clock", "Calculator"]
    newest, before = (n.bounds for n in hand.all("snapshot")[:2])
    assert before[2] < newest[0], "the newest is at the right end, as in Launcher3"
    hand.swipe("right")
    assert "Phone" in [n.content_description for n in hand.all("snapshot")]
    hand.tap("snapshot", description="Phone")
    assert hand.activity == "MainActivity"


def test_where_one_reads_from_the_right_the_newest_task_is_at_the_left_end() -> None:
    hand = Hand(locale="ar-EG")
    for app in ("dialer", "clock"):
        hand.open(app)
    hand.press("OVERVIEW")
    newest, before = (n.bounds for n in hand.all("snapshot"))
    assert newest[2] < before[0]
    hand.swipe("left")
    assert hand.all("snapshot")[-1].bounds[0] < before[0]


def test_the_overview_opens_anew_at_its_start(hand: Hand) -> None:
    for app in ("dialer", "calculator", "clock", "settings"):
        hand.open(app)
    hand.press("OVERVIEW")
    first = [n.content_description for n in hand.all("snapshot")]
    hand.swipe("right")
    hand.swipe("right")
    assert [n.content_description for n in hand.all("snapshot")] != first
    hand.press("OVERVIEW", "OVERVIEW")
    assert [n.content_description for n in hand.all("snapshot")] == first


def test_a_card_that_is_swiped_up_is_gone(hand: Hand) -> None:
    for app in ("dialer", "clock"):
        hand.open(app)
    hand.press("OVERVIEW")
    hand.swipe("down")
    assert len(hand.phone.tasks) == 2, "down does nothing"
    hand.swipe("up")
    assert tasks(hand.phone) == ["com.android.dialer"]
    assert hand.sees("snapshot", description="Phone")


def test_clear_all_empties_the_overview(hand: Hand) -> None:
    for app in ("dialer", "clock"):
        hand.open(app)
    hand.press("OVERVIEW")
    hand.tap("clear_all")
    assert hand.phone.tasks == ()
    assert hand.phone.home
    hand.press("OVERVIEW")
    assert hand.texts() == ["No recent items"]
    hand.press("BACK")
    assert not hand.phone.overview


def test_the_overview_key_comes_and_goes(hand: Hand) -> None:
    hand.open("clock")
    hand.press("OVERVIEW")
    assert hand.phone.overview
    hand.press("OVERVIEW")
    assert not hand.phone.overview
    assert hand.activity == "DeskClock"
    hand.press("OVERVIEW", "HOME")
    assert hand.phone.home
    assert not hand.phone.overview


def test_the_overview_shows_what_each_app_showed_last(make_hand: Callable[..., Hand]) -> None:
    for look in ({}, {"width": 2160, "height": 1080}, {"locale": "ar-EG", "dark": True}):
        hand = make_hand(**look)
        frames = []
        for app in ("wikipedia", "settings"):
            hand.open(app)
            beside_the_bar = screen.surfaces(hand.phone)[0].box.width
            frames.append(hand.device.screenshot()[:, :beside_the_bar])
        hand.press("HOME", "OVERVIEW")
        left, top, right, bottom = hand.node("snapshot").bounds
        card = hand.device.screenshot()[top + 60 : bottom - 80, left + 40 : right - 40].astype(float)
        size = right - left, round((right - left) * frames[0].shape[0] / frames[0].shape[1])
        near = [
            abs(cv2.resize(frame, size, interpolation=cv2.INTER_AREA)[60 : bottom - top - 80, 40:-40] - card).mean()
            for frame in frames
        ]  # fmt: skip
        assert near[1] < 8 < near[0], "settings is in front"
