"""Common parts of Bluecoins' pages: the bar with its tabs, the drawer, list rows, sums."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.bluecoins.handlers import editing, listing
from bmoca_gym.handset.apps.bluecoins.records import Record, amount_text, earned_and_spent, total
from bmoca_gym.handset.apps.bluecoins.state import ID, PAGES, TABS
from bmoca_gym.handset.apps.bluecoins.tables import INCOME, TRANSFER
from bmoca_gym.handset.kits import drawers, questions
from bmoca_gym.handset.kits.navigation import close_search, open_overlay, type_query
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    floating_button,
    icon_button,
    page,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

LIST = "androidx.recyclerview.widget.RecyclerView"
_GLYPHS = {INCOME: "south_west", TRANSFER: "swap_horiz"}
#: Space in dp at the end of a list, so that the floating button covers no row.
UNDER_BUTTON = 88


def framed(res: Resources, chosen: str, body: Element, *actions: Element, day: int = 0) -> Element:
    """A page with the app's bar; for a tab, also with the tabs and the button for a new transaction.

    ``day``: the day of the new transaction, 0 for today.
    """
    c = res.colors
    title = "app_name" if chosen in TABS else chosen
    bar = Row(
        icon_button("menu", res.string("bluecoins.open_drawer"), do(open_overlay, "drawer"), c.text),
        Text(res.string(f"bluecoins.{title}"), 20, c.text, 500, grow=1, pad=(12, 0)), *actions,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar_top", class_name="android.view.ViewGroup",
    )  # fmt: skip
    if chosen not in TABS:
        return page(res, bar, body)
    return _with_tabs(res, bar, chosen, body, day)


def search_action(res: Resources) -> Element:
    """The button that opens the search."""
    return icon_button("search", res.string("bluecoins.search"), do(listing.open_search), res.colors.text,
                       id=ID + "menu_search", class_name="android.widget.Button")  # fmt: skip


def searched(res: Resources, query: str, focused: bool, body: Element) -> Element:
    """The list of transactions under the search field."""
    c = res.colors
    field = TextField(
        query, "search", do(type_query), focused=focused, hint=res.string("bluecoins.search"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=18, grow=1, pad=(8, 12), on_submit=do(listing.submit_search),
        id=ID + "search_src_text", class_name="android.widget.AutoCompleteTextView",
    )  # fmt: skip
    clear = icon_button("close", res.string("bluecoins.close_search"), do(type_query, ""), c.text,
                        id=ID + "search_close_btn", class_name="android.widget.ImageView")  # fmt: skip
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(close_search), c.text), field,
        *((clear,) if query else ()),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar_top", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return _with_tabs(res, bar, "transactions", body)


def _with_tabs(res: Resources, bar: Element, chosen: str, body: Element, day: int = 0) -> Element:
    c = res.colors
    tabs = [
        Column(
            Icon(glyph, 24, c.accent if name == chosen else c.secondary, class_name=""),
            Spacer(width=FILL, height=2, background=c.accent if name == chosen else c.background),
            grow=1, height=48, pad=(0, 12, 0, 0), gap=10, align="center", tap=do(listing.show_page, name),
            description=res.string(f"bluecoins.{name}"), selected=name == chosen,
            class_name="android.widget.LinearLayout",
        )
        for name, glyph in TABS.items()
    ]  # fmt: skip
    add = floating_button(res, "add", res.string("bluecoins.add"), do(editing.write, 0, day), ID + "fab")
    over = Stack(
        Column(body, width=FILL, height=FILL, class_name=""), Column(add, pad=16, class_name=""),
        width=FILL, grow=1, align="end", justify="end", id=ID + "viewpager",
        class_name="androidx.viewpager.widget.ViewPager",
    )  # fmt: skip
    return page(res, bar, Row(*tabs, width=FILL, id=ID + "tab_layout", class_name=""), over)


def drawer(res: Resources, current: str) -> Element:
    """The drawer: the app's name and its pages."""
    return drawers.drawer(
        res, "bluecoins", "account_balance_wallet", (TABS | PAGES).items(), current, listing.show_page, ID,
        "navigation_view", row_class="android.widget.LinearLayout",
    )  # fmt: skip


def question(res: Resources, name: str, yes: Callback) -> Element:
    """A question before something is lost."""
    return questions.question(
        res, res.string(f"bluecoins.{name}_question"), f"bluecoins.{name}", yes, lines=3
    )


# Rows


def ink_of(res: Resources, amount: int) -> int:
    """The colour of an amount."""
    return res.colors.error if amount < 0 else res.colors.positive


@component(512)
def record_row(res: Resources, record: Record, dated: bool, end: Element | None = None) -> Element:
    """A transaction. ``dated``: with its date; ``end``: an element at the end. Without one, a tap opens it."""
    c = res.colors
    badge = Stack(
        Icon(_GLYPHS.get(record.kind, "north_east"), 20, ink_of(res, record.amount), class_name=""),
        width=40, height=40, radius=20, background=c.raised, align="center", justify="center", class_name="",
    )  # fmt: skip
    below = [Text(record.category, 13, c.secondary, lines=2, id=ID + "category_tv")]
    if dated:
        below.append(Text(day_text(res, record.day), 13, c.secondary, lines=2, id=ID + "date_tv"))
    if record.notes:
        below.append(Text(record.notes, 13, c.secondary, lines=2, id=ID + "notes_tv"))
    words = Column(
        Text(record.title, 16, c.text, lines=2, id=ID + "item_tv"), *below, grow=1, gap=2, class_name="",
    )  # fmt: skip
    sums = Column(
        Text(amount_text(res, record.amount), 15, ink_of(res, record.amount), 500, id=ID + "amount_tv"),
        Text(record.account, 13, c.secondary, id=ID + "account_tv"), gap=2, align="end", class_name="",
    )  # fmt: skip
    return Row(
        badge, words, sums, *((end,) if end is not None else ()), width=FILL, pad=(16, 8), gap=12, align="center",
        tap=do(editing.write, record.id) if end is None else None, id=ID + "item_row",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def day_text(res: Resources, day: int) -> str:
    """A day as lists write it: ``Mon, May 6, 2024``."""
    return res.date(date.fromordinal(day), "yMMMEd")


@component(256)
def day_heading(res: Resources, day: int, amount: int) -> Element:
    """The day above its transactions, with their total."""
    c = res.colors
    return Row(
        Text(day_text(res, day), 14, c.secondary, 500, grow=1, id=ID + "header_date_tv"),
        Text(amount_text(res, amount), 14, c.secondary, 500, id=ID + "header_amount_tv"),
        width=FILL, pad=(16, 10, 16, 6), background=c.raised, align="center", class_name="",
    )  # fmt: skip


def by_days(res: Resources, found: tuple[Record, ...]) -> list[Element]:
    """Transactions under their days."""
    rows: list[Element] = []
    at = 0
    while at < len(found):
        end = at
        while end < len(found) and found[end].day == found[at].day:
            end += 1
        rows.append(day_heading(res, found[at].day, total(found[at:end])))
        rows += [record_row(res, record, False) for record in found[at:end]]
        at = end
    return rows


def sums(res: Resources, found: tuple[Record, ...]) -> Element:
    """Income, expenses, and the difference."""
    c = res.colors
    income, expense, left = earned_and_spent(found)
    lines = [
        Row(
            Text(res.string(f"bluecoins.{label}"), 13, c.secondary, 500, grow=1, id=ID + "label_tv"),
            Text(amount_text(res, amount), 15, ink, 500, id=ID + "amount_tv"),
            width=FILL, align="center", class_name="",
        )
        for label, amount, ink in (
            ("sum_income", income, c.positive), ("sum_expense", expense, c.error),
            ("net_earnings", left, ink_of(res, left)),
        )
    ]  # fmt: skip
    return Column(*lines, width=FILL, pad=(16, 12), gap=8, class_name="")
