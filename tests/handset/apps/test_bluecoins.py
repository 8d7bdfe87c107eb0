"""Bluecoins: new, changed and deleted transactions reach its database; lists, sums, calendar and filter show them."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.bluecoins import APP, drafts
from bmoca_gym.handset.apps.bluecoins.records import Filter, span
from bmoca_gym.handset.apps.bluecoins.tables import DATABASE
from bmoca_gym.handset.resources import number, string
from bmoca_gym.handset.system.sqlite_bytes import read_database

COLUMNS = (
    "itemName, amount, date, transactionTypeID, childCategoryName, accountName, notes, deletedTransaction"
)
JOINED = (
    "TRANSACTIONSTABLE LEFT JOIN ITEMTABLE ON itemID = itemTableID LEFT JOIN CHILDCATEGORYTABLE ON categoryID = "
    "categoryTableID LEFT JOIN ACCOUNTSTABLE ON accountID = accountsTableID"
)


def rows(hand: Hand, columns: str = COLUMNS) -> list[tuple]:
    connection = read_database(hand.device.read_file(DATABASE))
    found = connection.execute(f"SELECT {columns} FROM {JOINED} ORDER BY transactionsTableID").fetchall()
    connection.close()
    return found


@pytest.fixture
def hand() -> Hand:
    """A phone on Friday, May 10, 2024, with four transactions, one of them in advance."""
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    written = (
        ("Cake", -388.88, "2024-05-03", 3),
        ("Taxi", -25.12, "2024-05-06", 3),
        ("Taxi", -35, "2024-05-06", 3),
        ("Payment", 18000, "2024-05-12", 4),
    )
    lines = ["INSERT INTO ITEMTABLE VALUES (1, 'Cake', 0), (2, 'Taxi', 0), (3, 'Payment', 0)"]
    items = {"Cake": 1, "Taxi": 2, "Payment": 3}
    lines += [
        "INSERT INTO TRANSACTIONSTABLE (itemID, amount, transactionCurrency, date, transactionTypeID, categoryID, "
        f"accountID, notes, deletedTransaction) VALUES ({items[name]}, {round(amount * 1e6)}, 'CNY', '{day} 12:00:00', "
        f"{kind}, 3, 1, '', 6)"
        for name, amount, day, kind in written
    ]
    hand.shell(f'sqlite3 {DATABASE} "{"; ".join(lines)}"')
    hand.shell(f"am start -n {APP.component}")
    return hand


def test_an_expense_is_written_down_with_the_keys_of_the_calculator(hand: Hand) -> None:
    hand.tap("fab")
    assert hand.sees(text="New Expense")
    assert hand.sees(text="Others > Others")
    assert hand.sees(text="Cash > Wallet")
    hand.tap("fab")  # without an amount nothing is saved
    assert len(rows(hand)) == 4
    hand.tap("amount_tv")
    assert hand.keys() == {}  # the app's own keys take the keyboard's place
    for key in ("1", "2", "Plus", "3", "Decimal point", "5", "5", "Backspace", "Equals"):
        hand.tap(description=key)
    assert hand.text("amount_tv") == "15.50"
    hand.tap(description="Done")
    hand.tap("item_autocomplete_textview")
    hand.type("ta")
    hand.tap("android:id/text1", text="Taxi")
    hand.tap("category_layout")
    hand.tap(text="Fuel")
    hand.tap("notes_edittext")
    hand.type("To the airport")
    hand.tap("fab")
    wanted = ("Taxi", -15_500_000, "2024-05-10 12:00:00", 3, "Fuel", "Wallet", "To the airport", 6)
    assert rows(hand)[-1] == wanted


def test_an_income_of_another_day_is_written_down(hand: Hand) -> None:
    hand.tap("fab")
    hand.tap(text="INCOME")
    assert (hand.text("amount_sign_textview"), hand.node("item_autocomplete_textview").hint) == (
        "+",
        "Name of income",
    )
    hand.tap("amount_tv")
    hand.type("3.14\n")  # a text is taken over too, and Enter closes the calculator
    hand.tap("date_edittext")
    hand.tap(description="Previous month")
    hand.tap(description="April 8, 2024")
    hand.tap("android:id/button1")
    assert hand.text("date_edittext") == "April 8, 2024"
    hand.tap("time_edittext")
    hand.tap("android:id/pm_label")
    hand.tap("android:id/button1")
    hand.tap("fab")
    assert rows(hand, "amount, date, transactionTypeID")[-1] == (3_140_000, "2024-04-08 12:00:00", 4)


def test_a_transfer_is_two_rows_that_are_changed_and_deleted_together(hand: Hand) -> None:
    columns = "amount, accountID, accountPairID, accountReference, uidPairID, deletedTransaction"
    hand.tap("fab")
    hand.tap(text="TRANSFER")
    assert not hand.sees("amount_sign_textview")
    hand.tap("amount_tv")
    hand.type("100")
    hand.tap("fab")
    assert rows(hand, columns)[4:] == [(-100_000_000, 1, 2, 1, 6, 6), (100_000_000, 2, 1, 2, 5, 6)]
    hand.tap(description="Accounts")
    assert [hand.text("amount_tv", n) for n in (0, 1)] == ["17,451.00 CNY", "100.00 CNY"]
    hand.tap(text="Savings Account")
    hand.tap("item_row")  # the second half opens the first
    assert hand.text("amount_tv") == "100.00"
    hand.tap("to_layout")
    hand.tap("android:id/text1", text="Credit Card")
    hand.tap("fab")
    assert rows(hand, columns)[4:] == [(-100_000_000, 1, 3, 1, 6, 6), (100_000_000, 3, 1, 2, 5, 6)]
    hand.tap("menu_filter")
    hand.tap("android:id/button3")
    hand.tap("item_row", index=1)
    hand.tap(text="EXPENSE")
    hand.tap("fab")
    assert rows(hand, columns)[4:] == [(-100_000_000, 1, 1, 3, 5, 6)]


def test_a_record_is_changed_deleted_and_brought_back(hand: Hand) -> None:
    hand.tap(description="Transactions")
    hand.tap(text="Payment")
    assert hand.sees(text="Edit Income")
    assert hand.text("amount_tv") == "18000.00"
    hand.tap("amount_tv")
    hand.tap("amount_tv")  # the cursor stays behind what is typed
    hand.type("1")
    assert hand.text("amount_tv") == "18000.001"
    hand.tap(description="Clear")
    hand.type("18250")
    hand.tap("amount_sign_textview")
    hand.tap(text="CNY", class_name="android.widget.Button")
    hand.tap(text="USD")
    hand.press("BACK")
    assert hand.sees(text="Leave without saving the changes?")
    hand.press("BACK")
    hand.tap("fab")
    amount, currency = rows(hand, "amount, transactionCurrency")[3]
    assert (amount, currency) == (round(-18250 / 0.1384 * 1e6), "USD")
    hand.tap(text="Payment")
    assert hand.text("amount_tv") == "18250.00"  # in its currency again
    hand.tap("menu_delete")
    hand.tap("android:id/button1")
    assert rows(hand, "deletedTransaction")[3] == (5,)
    assert not hand.sees(text="Payment")
    hand.tap(description="Open navigation drawer")
    hand.tap(text="Trash")
    hand.tap("restore")
    assert rows(hand, "deletedTransaction")[3] == (6,)
    assert hand.sees(text="The trash is empty")


def test_days_sums_search_and_filter(hand: Hand) -> None:
    hand.tap(description="Calendar")
    assert hand.text("empty_tab") == "No transactions"
    hand.tap(description="May 6, 2024")
    assert [hand.text("amount_tv", n) for n in range(3)] == ["0.00 CNY", "60.12 CNY", "-60.12 CNY"]
    assert hand.text("count_tv") == "2 transactions"
    hand.tap("next_month")
    assert hand.text("month_name") == "June 2024"
    hand.tap(description="Transactions")
    assert hand.texts("item_tv") == ["Payment", "Taxi", "Taxi", "Cake"]
    hand.tap("menu_filter")
    hand.tap("filter_period")
    hand.tap(text="This week")
    hand.tap("android:id/button1")
    assert (hand.texts("item_tv"), hand.text("total_tv")) == (["Taxi", "Taxi"], "-60.12 CNY")
    hand.tap("menu_filter")
    hand.tap("filter_period")
    hand.tap(text="Custom")
    hand.tap("filter_from_day")
    hand.tap(description="May 11, 2024")
    hand.tap("android:id/button1")
    hand.tap("android:id/button1")
    assert hand.texts("item_tv") == ["Payment"]
    hand.tap("menu_search")
    hand.type("cake")
    assert hand.sees("empty_tab")


@pytest.mark.parametrize(
    ("text", "worth"),
    [("12+3*2", "18.00"), ("1/3", "0.33"), ("5-7", "-2.00"), ("", None), ("1/0", None), ("9" * 40, None), ("1,000.5¥", "1000.50")],
)  # fmt: skip
def test_what_is_typed_is_worked_out(text: str, worth: str | None) -> None:
    found = drafts.worth(drafts.typed(text))
    assert (None if found is None else str(found)) == worth


@pytest.mark.parametrize(
    ("locale", "shown"), [("en-US", "-388.88 CNY"), ("ar-EG", "-٣٨٨٫٨٨ CNY"), ("de-DE", "-388,88 CNY")]
)
def test_amounts_are_written_as_the_language_does(hand: Hand, locale: str, shown: str) -> None:
    hand.shell(f"settings put system system_locales {locale}")
    hand.shell(f"am start -n {APP.component}")
    assert shown in hand.texts("amount_tv")


@pytest.mark.parametrize(
    ("locale", "keys", "shown"), [("ar-EG", ("١", "٢", "٣"), "١٢٫٣"), ("de-DE", ("1", "2", "3"), "12,3")]
)
def test_the_calculator_has_the_digits_of_the_language(
    hand: Hand, locale: str, keys: tuple[str, ...], shown: str
) -> None:
    hand.shell(f"settings put system system_locales {locale}")
    hand.shell(f"am start -n {APP.component}")
    hand.tap("fab")
    hand.tap("amount_tv")
    hand.tap(description=keys[0])
    hand.tap(description=keys[1])
    hand.tap(description=string(locale, "bluecoins.point"))
    hand.tap(description=keys[2])
    assert hand.text("amount_tv") == shown
    hand.type("4")
    assert hand.text("amount_tv") == number(locale, "12.34")
    hand.tap("fab")
    assert rows(hand, "amount")[-1] == (-12_340_000,)


def test_weeks_begin_on_sunday_and_a_custom_period_may_be_open() -> None:
    friday, sunday = 739016, 739011  # May 10 and May 5, 2024
    assert span(Filter("this_week"), friday) == (sunday, sunday + 6)
    assert span(Filter("this_week"), sunday) == (sunday, sunday + 6)
    assert span(Filter("last_month"), friday) == (738977, 739006)
    assert span(Filter("custom", first=friday), friday)[0] == friday


def test_a_budget_is_kept_with_its_category_and_compared_with_the_month(hand: Hand) -> None:
    hand.tap(description="Open navigation drawer")
    hand.tap(text="Budget")
    hand.tap("category_tv")
    hand.type("abc")
    hand.tap("button1")
    assert hand.sees("budget_amount")
    assert hand.phone.toast == "Enter an amount greater than zero"
    for _ in "abc":
        hand.press("DEL")
    hand.type("400")
    hand.tap("button1")
    assert hand.sees(text="449.00 CNY of 400.00 CNY")
    connection = read_database(hand.device.read_file(DATABASE))
    query = "SELECT budgetAmount FROM CHILDCATEGORYTABLE WHERE budgetEnabledCategoryChild = 1"
    assert connection.execute(query).fetchall() == [(400_000_000,)]
    connection.close()


def test_a_new_account_can_be_paid_from(hand: Hand) -> None:
    hand.tap(description="Accounts")
    hand.tap("menu_new_account")
    hand.tap("button1")
    assert hand.sees("account_name")
    assert hand.phone.toast == "Enter a name"
    hand.type("Piggy Bank")
    hand.tap(text="Credit Card")
    hand.tap("button1")
    hand.tap("fab")
    hand.tap("account_layout")
    hand.tap(text="Piggy Bank")
    assert hand.sees(text="Credit Card > Piggy Bank")
