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
    hand.tap(description="5 hours")
    hand.tap("material_timepicker_ok_button")
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


# Lists, tags, filters


def sql(hand: Hand, query: str) -> list[str]:
    return hand.shell(f'sqlite3 /data/data/org.tasks/databases/database "{query}"').split()


def make(hand: Hand, kind: str, name: str) -> None:
    hand.tap(description="Menu")
    hand.tap(description=f"Create new {kind}")
    hand.type(name)
    hand.press("BACK")


def go(hand: Hand, name: str) -> None:
    hand.tap(description="Menu")
    hand.tap("text", text=name)


def test_a_list_has_the_tasks_that_are_made_in_it(hand: Hand) -> None:
    make(hand, "list", "Garden")
    hand.tap(description="Color 6")
    hand.tap(description="Save")
    assert hand.sees("empty_view")
    hand.tap("fab")
    hand.type("Buy seeds")
    hand.press("BACK")
    hand.tap(text="Add subtask")
    hand.type("Ask Mila")
    hand.press("BACK")
    hand.tap(description="Save")
    assert hand.texts("title") == ["Buy seeds", "Ask Mila"]
    names = sql(hand, "select cdl_name from caldav_tasks join caldav_lists on cd_calendar = cdl_uuid")
    assert names == ["Garden"] * 2
    assert sql(hand, "select cda_account_type, cda_uuid from caldav_accounts") == ["2|local"]
    go(hand, "My Tasks")
    assert hand.sees(description="Garden")
    go(hand, "Default list")
    assert hand.sees("empty_view")


def test_the_first_list_is_there_before_it_has_anything(hand: Hand) -> None:
    go(hand, "Default list")
    assert hand.sees("empty_view")
    assert hand.sees(text="Default list")
    hand.tap("fab")
    hand.type("Buy seeds")
    hand.press("BACK")
    hand.tap(description="Save")
    go(hand, "Default list")
    assert hand.texts("title") == ["Buy seeds"]


def test_a_task_moves_to_another_list(hand: Hand) -> None:
    make(hand, "list", "Garden")
    hand.tap(description="Save")
    go(hand, "My Tasks")
    hand.tap(text="Call Anna")
    assert hand.sees(text="Default list")
    hand.tap(text="Default list")
    hand.tap(text="Garden")
    hand.tap(description="Save")
    hand.tap(description="Garden")  # the chip of the task
    assert hand.texts("title") == ["Call Anna"]
    hand.tap(description="More options")
    hand.tap(text="List settings")
    hand.tap("delete")
    hand.tap("button1")
    assert "Call Anna" not in hand.texts("title")
    assert not sql(hand, "select * from caldav_tasks")


def test_a_list_needs_a_name_and_is_not_lost_unasked(hand: Hand) -> None:
    make(hand, "list", "")
    hand.tap(description="Save")
    hand.tap("name")
    hand.type("Garden")
    hand.press("BACK", "BACK")
    hand.tap("button2")
    assert hand.text("name") == "Garden"
    hand.press("BACK")
    hand.tap("button1")
    assert "Garden" not in "".join(sql(hand, "select cdl_name from caldav_lists"))


def test_tags_are_made_in_the_editor_given_and_renamed(hand: Hand) -> None:
    hand.tap(text="Call Anna")
    hand.swipe("up")
    hand.tap(text="Add tags")
    hand.tap("search_input")
    hand.type("Family")
    hand.tap(text='Create "Family"')
    hand.press("BACK")
    if hand.sees("search_input"):
        hand.press("BACK")
    hand.tap(description="Save")
    assert hand.sees(description="Family")
    go(hand, "Family")
    assert hand.texts("title") == ["Call Anna"]
    hand.tap("fab")
    hand.type("Write to Ben")
    hand.press("BACK")
    hand.tap(description="Save")
    assert hand.texts("title") == ["Call Anna", "Write to Ben"]
    hand.tap(description="More options")
    hand.tap(text="Tag settings")
    hand.tap("name")
    hand.type(" and friends")
    hand.press("BACK")
    hand.tap(description="Save")
    named = sql(
        hand, "select replace(tags.name, ' ', '_') from tags join tagdata on tag_uid = tagdata.remoteId"
    )
    assert named == ["Family_and_friends"] * 2
    hand.tap(text="Write to Ben")
    hand.swipe("up")
    hand.tap(description="Family and friends")
    hand.tap(text="Family and friends")
    hand.press("BACK")
    hand.tap(description="Save")
    assert hand.texts("title") == ["Call Anna"]


def criterion(hand: Hand, kind: str, chosen: str) -> None:
    hand.tap("fab")
    hand.tap(text=kind)
    if chosen.istitle():
        hand.tap(text=chosen)
    else:
        hand.type(chosen)
        hand.tap("button1")


def test_a_filter_shows_what_has_all_its_criteria(hand: Hand) -> None:
    make(hand, "filter", "Urgent")
    criterion(hand, "Priority at least …", "Medium")
    criterion(hand, "Due by: …", "Today")
    hand.tap(description="Save")
    assert hand.texts("title") == ["Call Anna", "Pay rent"]
    hand.tap(description="More options")
    hand.tap(text="Filter settings")
    criterion(hand, "Title contains: …", "rent")
    hand.tap(description="Save")
    assert hand.texts("title") == ["Pay rent"]
    lines = hand.shell(
        "sqlite3 /data/data/org.tasks/databases/database 'select criterion from filters'"
    ).split("\n")
    assert lines[0] == "active||Active tasks|3|"
    assert [line.split("|")[:2] for line in lines[1:4]] == [
        ["importance", "1"],
        ["dueDate", "EOD()"],
        ["title", "rent"],
    ]
    hand.tap(description="More options")
    hand.tap(text="Filter settings")
    hand.tap("clear", 0)
    hand.tap("clear", 0)
    hand.tap(description="Save")
    assert hand.texts("title") == ["Pay rent"]


@pytest.mark.parametrize(
    ("due", "titles"),
    [
        ("No due date", ["Find sources", "Read a novel"]), ("Yesterday", ["Call Anna"]),
        ("Now", ["Call Anna", "Pay rent"]), ("Next week", ["Call Anna", "Pay rent", "Write report"]),
    ],
)  # fmt: skip
def test_due_dates_of_a_filter(hand: Hand, due: str, titles: list[str]) -> None:
    make(hand, "filter", "Soon")
    hand.tap("fab")
    hand.tap(text="Due by: …")
    hand.tap(text=due)
    hand.tap(description="Save")
    assert sorted(hand.texts("title")) == titles


# Reminders of one's own


def test_a_reminder_at_a_time_and_one_before_a_task_is_due(hand: Hand) -> None:
    hand.tap("fab")
    hand.type("Buy skis")
    hand.press("BACK")
    hand.tap("due_date")
    hand.tap("today_button")
    hand.tap("evening_button")
    hand.tap("ok_button")
    hand.swipe("up")
    assert {"When due", "When overdue"} < set(hand.texts())
    hand.tap(text="Add reminder")
    hand.tap(text="Before due")
    hand.tap(text="30 minutes before")
    hand.tap(text="Add reminder")
    hand.tap(text="Pick a date and time")
    hand.tap("today_button")
    hand.tap("night_button")
    hand.tap("ok_button")
    assert hand.sees(text="Today 20:00")
    hand.tap(description="Remove")  # when due
    hand.tap(description="Save")
    hand.wait(55 * 60)
    assert not reminders(hand)
    hand.wait(60)
    assert reminders(hand) == ["Buy skis"]  # half past four
    kinds = sql(hand, "select type, time / 60000 from alarms where type < 2 or time < 1440 * 60000")
    assert [kind.split("|")[0] for kind in kinds] == ["2", "0"]
    assert kinds[0] == "2|-30"


def test_a_task_without_a_due_date_reminds_at_its_own_time(hand: Hand) -> None:
    hand.tap(text="Read a novel")
    hand.swipe("up")
    hand.tap(text="Add reminder")
    assert not hand.sees(text="When due")
    hand.tap(text="Pick a date and time")
    hand.tap("night_button")
    hand.tap("ok_button")
    hand.tap(description="Save")
    hand.wait(4 * 3600 + 24 * 60)
    assert not reminders(hand)
    hand.wait(180)
    assert reminders(hand) == ["Read a novel"]
