"""Bluecoins' state: its tables, the page, what is open over it, the listed transactions, the draft."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.apps.bluecoins.drafts import Draft
from bmoca_gym.handset.apps.bluecoins.records import Books, Filter
from bmoca_gym.handset.apps.bluecoins.tables import FIRST_ACCOUNTS, FIRST_CATEGORIES, FIRST_PARENTS, PACKAGE
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.value import Value, value

ID = PACKAGE + ":id/"
ACTIVITY = f"{PACKAGE}.ui.activities.main.MainActivity"
PageName = Literal["dashboard", "transactions", "calendar", "accounts", "budget", "trash", "about"]
#: The tabs, with their glyphs, and the other pages that the drawer leads to.
TABS: dict[PageName, str] = {
    "dashboard": "dashboard",
    "transactions": "list",
    "calendar": "calendar_month",
    "accounts": "account_balance",
}
PAGES: dict[PageName, str] = {"budget": "savings", "trash": "delete", "about": "info"}
LIST_SCROLL, FORM_SCROLL, DAY_SCROLL = "transactions", "form", "day"
QUERY_LIMIT = 100

OverlayName = Literal[
    "", "drawer", "empty_trash", "filter", "filter_period", "filter_kind", "filter_category", "filter_account",
    "filter_date", "date", "time", "category", "account", "to", "currency", "discard", "delete",
    "budget", "new_account",
]  # fmt: skip


@value
class Bluecoins(Value):
    """The app's state.

    Attributes:
        day, month: the chosen day of the calendar (an ordinal, 0 for today) and the shown month (0 for today's).
        picking: what the open date picker picks: "first" or "last" of the filter, "" for the draft's day.
        subject: the category whose budget is changed, or the type of the new account.
        text: the text in that dialog.
    """

    transactions: Rows = ()
    items: Rows = ()
    categories: Rows = FIRST_CATEGORIES
    parents: Rows = FIRST_PARENTS
    accounts: Rows = FIRST_ACCOUNTS
    page: PageName = "dashboard"
    overlay: OverlayName = ""
    searching: bool = False
    query: str = ""
    filter: Filter = Filter()
    day: int = 0
    month: int = 0
    draft: Draft | None = None
    before: Draft | None = None
    picker: DatePicker | None = None
    picking: str = ""
    clock: TimePicker | None = None
    subject: int = 0
    text: str = ""

    @property
    def books(self) -> Books:
        """The rows of the tables."""
        return Books(self.transactions, self.items, self.categories, self.parents, self.accounts)
