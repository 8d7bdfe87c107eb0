"""Tasks: to-dos are written, sorted, found, repeated, ticked off and deleted; its database has them."""

from __future__ import annotations

from datetime import datetime

import pytest
from handset_hand import Hand

from bmoca_gym import stores
from bmoca_gym.handset.gestures import Swipe

ROWS = (
    {"title": "Call Anna", "priority": 0, "due": datetime(2023, 10, 10, 12), "notes": "About the keys"},
    {
        "title": "Pay rent",
        "priority": 1,
        "due": datetime(2023, 10, 15, 8, 0, 1),
        "recurrence": "RRULE:FREQ=MONTHLY",
    },
    {"title": "Write report", "priority": 0, "due": datetime(2023, 10, 18, 12)},
    {"title": "Find sources", "parent": 3},
    {"title": "Read a novel"},
    {"title": "Water plants", "due": datetime(2023, 10, 12, 12), "completed": datetime(2023, 10, 13)},
)


def rows(hand: Hand) -> dict[str, dict]:
    return {str(row["title"]): row for row in stores.read(hand.device, "tasks")}


@pytest.fixture
def hand() -> Hand:
    """A phone with six tasks."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    stores.add(hand.device, "tasks", ROWS)
    hand.shell("am start -n org.tasks/com.todoroo.astrid.activity.MainActivity")
    return hand


def test_the_list_is_grouped_by_due_date_or_otherwise_and_shows_what_is_asked_for(hand: Hand) -> None:
    assert hand.texts("header") == ["Overdue", "Today", "Wed, Oct 18", "No due date"]
    assert hand.texts("title") == ["Call Anna", "Pay rent", "Write report", "Find sources", "Read a novel"]
    assert hand.texts("due_date") == ["Oct 10", "08:00"]
    hand.tap(text="Overdue")
    assert "Call Anna" not in hand.texts("title")
    hand.tap("chip_group")
    assert "Find sources" not in hand.texts("title")
    hand.tap(description="More options")
    hand.tap(text="Show completed")
    assert hand.texts("title")[-1] == "Water plants"
    hand.tap("menu_sort")
    hand.tap(text="Group")
    hand.tap(text="By priority")
    hand.press("BACK")
    assert hand.texts("header") == ["High priority", "Medium priority", "No priority", "Completed"]
    assert hand.texts("title")[:3] == ["Call Anna", "Write report", "Pay rent"]
    hand.tap(description="Menu")
    hand.tap(text="Today")
    assert hand.texts("title") == ["Call Anna", "Pay rent", "Water plants"]
    hand.press("BACK")
    hand.tap("menu_search")
    hand.type("KEYS")
    assert hand.texts("title") == ["Call Anna"]


def test_a_task_is_written_with_its_dates_priority_repetition_and_subtasks(hand: Hand) -> None:
    hand.tap("fab")
    hand.type("Buy skis")
    hand.press("BACK")
    hand.tap("due_date")
    hand.tap(description="October 20, 2023")
    hand.tap("evening_button")
    hand.tap("ok_button")
    hand.tap(text="No start date")
    hand.tap("tomorrow_button")
    hand.tap("ok_button")
    hand.tap(description="Medium")
    hand.tap(text="Does not repeat")
    hand.tap(text="Every year")
    hand.tap(text="Add subtask")
    hand.type("Ask about wax")
    hand.press("BACK")
    hand.tap(description="Save")
    found = rows(hand)
    made = found["Buy skis"]
    assert (made["due"], made["start"]) == (datetime(2023, 10, 20, 17, 0, 1), datetime(2023, 10, 16, 12))
    assert (made["priority"], made["recurrence"]) == (1, "RRULE:FREQ=YEARLY")
    assert found["Ask about wax"]["parent"] == 7
    hand.tap(text="Buy skis")
    assert hand.sees(text="Fri 17:00")
    hand.tap("due_date")
    hand.tap("pick_time_button")
    hand.tap(class_name="android.widget.RadialTimePickerView$RadialPickerTouchHelper", description="5")
    hand.tap("button1")
    hand.tap("ok_button")
    hand.tap("clear")
    hand.press("BACK")
    hand.tap("button2")
    hand.tap(description="Save")
    assert rows(hand)["Buy skis"]["due"] == datetime(2023, 10, 20, 5, 0, 1)
    assert "Ask about wax" not in rows(hand)


def test_changes_are_not_lost_unasked_and_a_task_goes_once_that_is_confirmed(hand: Hand) -> None:
    hand.tap(text="Call Anna")
    hand.tap("notes")
    hand.type(" and the bill")
    hand.press("BACK", "BACK")
    hand.tap("button1")
    assert rows(hand)["Call Anna"]["notes"] == "About the keys"
    hand.tap(text="Call Anna")
    for answer in ("button2", "button1"):
        assert "Call Anna" in rows(hand)
        hand.tap("menu_delete")
        hand.tap(answer)
    assert "Call Anna" not in rows(hand)


def test_a_task_is_ticked_off_and_one_that_repeats_is_due_again(hand: Hand) -> None:
    hand.tap("completeBox", 0)
    hand.tap("completeBox", 0)
    found = rows(hand)
    assert found["Call Anna"]["completed"] is not None
    assert (found["Pay rent"]["completed"], found["Pay rent"]["due"]) == (
        None,
        datetime(2023, 11, 15, 8, 0, 1),
    )
    hand.tap(description="More options")
    hand.tap(text="Clear completed")
    hand.tap("button1")
    assert sorted(rows(hand)) == ["Find sources", "Pay rent", "Read a novel", "Write report"]


def test_several_are_marked_copied_and_deleted(hand: Hand) -> None:
    hand.hold(text="Read a novel")
    hand.tap(text="Call Anna")
    hand.tap(description="Copy")
    assert hand.texts("title").count("Read a novel") == 2
    hand.hold(text="Call Anna")
    hand.tap(description="More options")
    hand.tap(text="Select all")
    hand.tap(description="Delete")
    hand.tap("button1")
    assert [*rows(hand)] == ["Water plants"]
    assert hand.sees("empty_view")


def test_new_tasks_are_as_the_settings_say(hand: Hand) -> None:
    hand.tap(description="Menu")
    hand.tap(text="Settings")
    for name, chosen in (("Default priority", "High"), ("Default due date", "Tomorrow")):
        hand.tap(text=name)
        hand.tap(text=chosen)
    hand.tap(text="Show description")
    hand.press("BACK")
    assert not hand.sees("description")
    hand.tap("fab")
    hand.tap(description="Save")
    made = rows(hand)["(No title)"]
    assert (made["priority"], made["due"]) == (0, datetime(2023, 10, 16, 12))


def new_task(hand: Hand, title: str, day: str, time: str) -> None:
    hand.tap("fab")
    hand.type(title)
    hand.press("BACK")
    hand.tap("due_date")
    hand.tap(description=day)
    if time:
        hand.tap(f"{time}_button")
    hand.tap("ok_button")
    hand.tap(description="Save")


def shade(hand: Hand) -> None:
    hand.device.perform(Swipe(0.5, 0.0, 0.5, 0.8, 0.3))


def reminders(hand: Hand) -> list[str]:
    return [one.title for one in hand.phone.notifications if one.package == "org.tasks"]


def test_a_task_reminds_when_it_is_due_and_on_the_days_after(hand: Hand) -> None:
    new_task(hand, "Buy skis", "October 15, 2023", "evening")
    hand.wait(80 * 60)
    assert not reminders(hand)  # it is 16:54
    hand.wait(7 * 60)
    assert reminders(hand) == ["Buy skis"]
    shade(hand)
    hand.tap(text="Buy skis")
    assert hand.text("title") == "Buy skis"
    assert hand.sees("due_date")
    assert not reminders(hand)
    hand.press("BACK")
    hand.wait(24 * 3600)
    assert reminders(hand) == ["Buy skis"]
    shade(hand)
    hand.tap(text="Complete")
    assert rows(hand)["Buy skis"]["completed"]
    assert not reminders(hand)
    hand.wait(24 * 3600)
    assert not reminders(hand)


def test_a_task_without_a_time_reminds_in_the_evening_and_one_from_elsewhere_never(hand: Hand) -> None:
    new_task(hand, "Buy skis", "October 16, 2023", "")
    hand.wait(26 * 3600)  # 17:34 of the next day
    assert not reminders(hand)
    hand.wait(1800)
    assert reminders(hand) == ["Buy skis"]


def test_completing_can_be_undone_for_four_seconds(hand: Hand) -> None:
    hand.tap("completeBox", 0)
    done = next(title for title, row in rows(hand).items() if row["completed"] and title != "Water plants")
    assert hand.text("snackbar_text") == "Task completed"
    hand.wait(3)
    hand.tap("snackbar_action", text="UNDO")
    assert not rows(hand)[done]["completed"]
    assert not hand.sees("snackbar_action")
    hand.tap("completeBox", 0)
    hand.wait(4.1)
    assert not hand.sees("snackbar_action")
    assert rows(hand)[done]["completed"]


def test_a_repetition_can_be_undone(hand: Hand) -> None:
    due = rows(hand)["Pay rent"]["due"]
    places = [place for place, node in enumerate(hand.all("title")) if node.text == "Pay rent"]
    hand.tap("completeBox", places[0])
    assert rows(hand)["Pay rent"]["due"] != due
    hand.tap("snackbar_action")
    assert rows(hand)["Pay rent"]["due"] == due
