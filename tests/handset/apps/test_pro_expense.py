"""Pro Expense: new, changed and deleted expenses reach its database; list, sums and statistics show them."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.pro_expense.state import DATABASE
from bmoca_gym.handset.system.sqlite_bytes import read_database

NOW = 1697384040000
DAY = 24 * 60 * 60 * 1000


def rows(hand: Hand) -> list[tuple]:
    connection = read_database(hand.device.read_file(DATABASE))
    found = connection.execute(
        "SELECT name, amount, category, note FROM expense ORDER BY expense_id"
    ).fetchall()
    connection.close()
    return found


@pytest.fixture
def hand() -> Hand:
    """A phone with three expenses: of today, yesterday and a month ago."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    for name, cents, category, ago in (
        ("Fuel", 5000, 7, 0),
        ("Cinema", 1250, 6, 1),
        ("Salary", 90000, 2, 30),
    ):
        at = NOW - ago * DAY
        hand.shell(
            f'sqlite3 {DATABASE} "INSERT INTO expense(name, amount, category, note, created_date, modified_date) '
            f"VALUES('{name}', {cents}, {category}, NULL, {at}, {at})\""
        )
    hand.shell("am start -n com.arduia.expense/.ui.MainActivity")
    return hand


def test_an_expense_is_written_down(hand: Hand) -> None:
    hand.tap("fb_main_add")
    hand.type("Noodles\n")  # Enter goes on to the next field
    hand.type("12.5\n")
    hand.type("With Ann")
    hand.tap("cd_category", index=2)
    hand.tap("btn_save")
    assert rows(hand)[-1] == ("Noodles", 1250, 3, "With Ann")
    assert hand.texts("tv_name")[0] == "Noodles"


@pytest.mark.parametrize("amount", ["", "0", "-3", "1.234", "12a", "9" * 40])
def test_an_amount_that_is_none_is_not_saved(hand: Hand, amount: str) -> None:
    hand.tap("fb_main_add")
    hand.tap("edt_amount")
    hand.type(amount)
    hand.tap("btn_save")
    assert hand.sees("textinput_error")
    assert len(rows(hand)) == 3


def test_an_expense_is_changed(hand: Hand) -> None:
    hand.tap("cd_expense", index=1)
    assert hand.text("tv_name_value") == "Cinema"
    assert hand.text("tv_amount_value") == "12.5"
    hand.tap("btn_edit")
    hand.type(" with Ann")
    hand.tap("btn_save")
    assert rows(hand)[1] == ("Cinema with Ann", 1250, 6, None)
    assert hand.texts("tv_name")[0] == "Cinema with Ann"  # what was changed last comes first


def test_marked_expenses_are_deleted_once_that_is_confirmed(hand: Hand) -> None:
    hand.tap("btn_more_logs")
    hand.hold("cd_expense")
    hand.tap("cd_expense", index=2)
    hand.tap("delete")
    hand.press("BACK")
    assert len(rows(hand)) == 3
    hand.tap("delete")
    assert hand.text("tv_delete_description") == "2 items will be deleted!"
    hand.tap("btn_confirm")
    assert [row[0] for row in rows(hand)] == ["Cinema"]


def test_sums_are_those_of_the_week_and_statistics_leave_out_incomes(hand: Hand) -> None:
    assert (hand.text("tv_income_value"), hand.text("tv_outcome_value")) == ("0", "62.5")
    hand.tap(description="Open navigation drawer")
    hand.tap(text="Statistics")
    assert hand.texts("tv_category_name") == ["Transportation", "Entertainment"]
    assert hand.texts("tv_progress") == ["80.0%", "20.0%"]


def test_the_currency_is_kept_and_back_leads_home(hand: Hand) -> None:
    hand.tap(description="Open navigation drawer")
    hand.tap(text="Settings", class_name="android.widget.TextView")
    hand.tap("fl_currency")
    hand.tap(text="€")
    hand.press("BACK")
    assert hand.texts("tv_currency_symbol")[0] == "€"
    hand.press("BACK")
    assert hand.phone.home
