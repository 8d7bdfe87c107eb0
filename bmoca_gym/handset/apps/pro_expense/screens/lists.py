"""Pro Expense's home page, list of expenses, details, and the confirmation of deletions."""

from __future__ import annotations

from datetime import date, timedelta

from bmoca_gym.handset.apps.pro_expense import handlers
from bmoca_gym.handset.apps.pro_expense.state import (
    CATEGORIES,
    EXPENSES,
    ID,
    INCOME,
    LOGS_SCROLL,
    amount_text,
    number,
)
from bmoca_gym.handset.kits.navigation import CLOSE, go_to, mark, open_overlay, unmark
from bmoca_gym.handset.kits.tables import Cell, Rows, moment
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources, weekdays
from bmoca_gym.handset.ui.components import (
    empty_message,
    filled_button,
    floating_button,
    icon_button,
    page,
    scrolling,
    sheet,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

RECENT = 4
_CARD = "androidx.cardview.widget.CardView"
_LIST = "androidx.recyclerview.widget.RecyclerView"
_BAR_HEIGHT = 72


def day_of(row: Record, zone: str, column: str = "modified_date") -> date:
    """The local day of an expense."""
    at = moment(EXPENSES.column(column), EXPENSES.get(row, column), zone)
    return date(1970, 1, 1) if at is None else at.date()


def _when(res: Resources, day: date, today: int) -> str:
    ago = today - day.toordinal()
    if ago in (0, 1):
        return res.string(("pro_expense.today", "pro_expense.yesterday")[ago])
    return res.date(day)


@component(512)
def _row(res: Resources, row: Record, money: str, when: str, marked: bool) -> Element:
    c, id = res.colors, number(row[0])
    _, name, amount, category, *_ = row
    ink = c.on_accent if marked else c.text
    badge = Stack(
        Icon("check" if marked else _category(category)[1], 24, c.text, id=ID + "imv_category",
             class_name="android.widget.ImageView"),
        width=44, height=44, radius=22, background=c.raised, align="center", justify="center", id=ID + "cv_category",
        class_name=_CARD,
    )  # fmt: skip
    words = Column(
        Text(str(name or ""), 16, ink, id=ID + "tv_name"),
        Text(when, 12, c.on_accent if marked else c.secondary, id=ID + "tv_date"),
        grow=1, gap=4, class_name="",
    )  # fmt: skip
    return Row(
        badge, words, *_amount(res, amount, money, ink),
        width=FILL, pad=(16, 8), gap=16, align="center", id=ID + "cd_expense", tap=do(handlers.show, id),
        long_press=do(mark, id), swipe=do(handlers.swipe, id), selected=marked,
        background=c.error if marked else None, class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def _amount(
    res: Resources, cents: Cell, money: str, ink: int, size: float = 16, entry: str = "tv_amount"
) -> tuple[Element, Element]:
    """An amount and its currency."""
    return (
        Text(amount_text(res, cents), size, ink, 500, id=ID + entry),
        Text(money, 12, ink, id=ID + "tv_currency_symbol"),
    )


def _category(cell: Cell) -> tuple[str, str]:
    return CATEGORIES.get(number(cell), CATEGORIES[1])


# Home


def home(res: Resources, rows: Rows, money: str, zone: str, today: int) -> Element:
    """The week's totals, with a bar for each day, and the latest changes."""
    c = res.colors
    monday = date.fromordinal(today - date.fromordinal(today).weekday())
    days = [(day_of(row, zone), row) for row in rows]
    week = [(day, row) for day, row in days if monday <= day < monday + timedelta(7)]
    bar = toolbar(
        res, res.string("pro_expense.home"), up=None, id=ID + "toolbar",
    )  # fmt: skip
    head = Row(_menu(res), bar, width=FILL, align="center", class_name="")
    recent = [_row(res, row, money, _when(res, day, today), False) for day, row in days[:RECENT]]
    if not recent:
        recent = [Text(res.string("pro_expense.home_empty_hint"), 14, c.secondary, lines=3, pad=16, width=FILL,
                       align="center", id=ID + "tv_no_data")]  # fmt: skip
    cards = (
        _sums(res, money, week, monday),
        _graph(res, week, monday),
        Column(
            Text(res.string("pro_expense.recents"), 13, c.secondary, pad=(16, 12, 16, 4), id=ID + "tv_recent_lists"),
            Column(*recent, width=FILL, id=ID + "rv_recent_lists", class_name=_LIST),
            Text(res.string("pro_expense.more"), 14, c.accent, 500, width=FILL, pad=(12, 14), align="center",
                 tap=do(go_to, "logs"), id=ID + "btn_more_logs", class_name="android.widget.Button"),
            width=FILL, radius=8, background=c.surface, border=c.divider, class_name=_CARD,
        ),
        Spacer(width=FILL, height=72),
    )  # fmt: skip
    body = scrolling(
        *cards, key="home", grow=0, height=FILL, pad=12, gap=12, id=ID + "rv_home", class_name=_LIST
    )
    add = floating_button(
        res, "add", res.string("pro_expense.expense_entry"), do(handlers.write, 0), ID + "fb_main_add"
    )
    stack = Stack(body, Column(add, pad=16, class_name=""), width=FILL, grow=1, align="end", justify="end",
                  class_name="")  # fmt: skip
    return page(res, head, stack)


def _menu(res: Resources) -> Element:
    return icon_button("menu", res.string("pro_expense.open_drawer"), do(open_overlay, "drawer"),
                       res.colors.text)  # fmt: skip


def _sums(res: Resources, money: str, week: list[tuple[date, Record]], monday: date) -> Element:
    c = res.colors
    sums = [0, 0]
    for _, row in week:
        sums[EXPENSES.get(row, "category") == INCOME] += number(EXPENSES.get(row, "amount"))
    days = f"{res.date(monday, 'MMMd')} – {res.date(monday + timedelta(6), 'MMMd')}"
    lines = [Text(days, 16, c.text, lines=2, id=ID + "tv_date_range")]
    for name, cents in (("income", sums[1]), ("outcome", sums[0])):
        lines.append(
            Text(res.string(f"pro_expense.{name}"), 12, c.secondary, pad=(0, 8, 0, 0), id=ID + f"tv_{name}")
        )
        value = Row(
            Text(amount_text(res, cents), 24, c.text, id=ID + f"tv_{name}_value"), Text(money, 12, c.secondary),
            gap=4, align="end", class_name="",
        )  # fmt: skip
        lines.append(value)  # type: ignore[arg-type]
    return Column(
        *lines, width=FILL, pad=16, radius=8, background=c.surface, border=c.divider, class_name=_CARD
    )


def _graph(res: Resources, week: list[tuple[date, Record]], monday: date) -> Element:
    """Expenses of each day of the week, as bars."""
    c = res.colors
    spent = [0] * 7
    for day, row in week:
        if EXPENSES.get(row, "category") != INCOME:
            spent[(day - monday).days] += number(EXPENSES.get(row, "amount"))
    most = max(*spent, 1)
    bars = [
        Column(
            Spacer(width=14, height=max(2, round(_BAR_HEIGHT * cents / most)), radius=2, background=c.accent),
            Text(name, 11, c.secondary, align="center"),
            grow=1, height=_BAR_HEIGHT + 24, gap=4, align="center", justify="end", class_name="",
        )
        for name, cents in zip(weekdays(res.locale, "short"), spent, strict=True)
    ]  # fmt: skip
    return Column(
        Text(res.string("pro_expense.expenses_in_this_week"), 13, c.secondary, lines=2),
        Row(*bars, width=FILL, id=ID + "expense_graph", class_name="android.view.View"),
        width=FILL, pad=16, gap=12, radius=8, background=c.surface, border=c.divider, class_name=_CARD,
    )  # fmt: skip


# The list


def logs(res: Resources, rows: Rows, money: str, marked: tuple[int, ...], zone: str, today: int) -> Element:
    """All expenses, newest first, under the days on which they were changed."""
    c = res.colors
    if marked:
        delete = icon_button("delete", res.string("pro_expense.delete"), do(handlers.ask_to_delete), c.text,
                             id=ID + "delete", class_name="android.widget.TextView")  # fmt: skip
        close = icon_button("close", res.string("pro_expense.close"), do(unmark), c.text)
        title = res.digits(res.string("pro_expense.items", count=len(marked)))
        bar = Row(close, toolbar(res, title, delete, id=ID + "tb_expense"), width=FILL, align="center",
                  background=c.raised, class_name="")  # fmt: skip
    else:
        bar = Row(_menu(res), toolbar(res, res.string("pro_expense.expense_logs"), id=ID + "tb_expense"),
                  width=FILL, align="center", class_name="")  # fmt: skip
    lines: list[Element] = []
    last = None
    for row in rows:
        day = day_of(row, zone)
        when = _when(res, day, today)
        if day != last:
            lines.append(Text(when, 13, c.secondary, 500, pad=(16, 12, 16, 4), width=FILL, id=ID + "tv_date"))
        last = day
        lines.append(_row(res, row, money, when, row[0] in marked))
    if not lines:
        body = empty_message(res, "receipt_long", res.string("pro_expense.no_data"), id=ID + "tv_no_data")
    else:
        body = scrolling(*lines, Spacer(width=FILL, height=80), key=LOGS_SCROLL, id=ID + "rv_expense",
                         class_name=_LIST)  # fmt: skip
    return page(res, bar, body)


# Sheets


def detail_sheet(res: Resources, row: Record, money: str, zone: str) -> Element:
    """The details of an expense, with its edit and delete actions."""
    c = res.colors
    _, name, amount, category, note, *_ = row
    label, glyph = _category(category)
    head = Row(
        Text(res.string("pro_expense.expense_detail"), 20, c.text, 500, grow=1, id=ID + "tv_expense_detail"),
        icon_button("expand_more", res.string("pro_expense.close"), CLOSE, c.secondary, id=ID + "btn_close"),
        width=FILL, align="center", class_name="",
    )  # fmt: skip
    title = Row(
        Stack(Icon(glyph, 26, c.text, id=ID + "imv_category", description=res.string(f"pro_expense.{label}"),
                   class_name="android.widget.ImageView"),
              width=52, height=52, radius=26, background=c.raised, align="center", justify="center",
              id=ID + "cv_category", class_name=_CARD),
        Text(str(name or ""), 20, c.text, 500, lines=2, grow=1, id=ID + "tv_name_value"),
        icon_button("delete", res.string("pro_expense.delete"), do(handlers.ask_to_delete), c.secondary,
                    id=ID + "btn_delete", class_name="android.widget.ImageView"),
        width=FILL, gap=16, align="center", class_name="",
    )  # fmt: skip
    facts = [title, _fact(res, "amount", *_amount(res, amount, money, c.text, entry="tv_amount_value"))]
    day = day_of(row, zone, "created_date")
    facts.append(_fact(res, "date", Text(res.date(day), 16, c.text, id=ID + "tv_date_value")))
    if note:
        facts.append(_fact(res, "note", Text(str(note), 16, c.text, lines=6, id=ID + "tv_note_value")))
    card = Column(
        *facts, width=FILL, pad=16, gap=12, radius=8, border=c.divider, id=ID + "cd_info", class_name=_CARD
    )
    edit = filled_button(res, res.string("pro_expense.edit"), do(handlers.write, number(row[0])), id=ID + "btn_edit",
                         width=FILL, height=48)  # fmt: skip
    return sheet(res, Column(head, card, edit, width=FILL, pad=(16, 0, 16, 16), gap=12, class_name=""), dismiss=CLOSE,
                 id=ID + "design_bottom_sheet")  # fmt: skip


def _fact(res: Resources, name: str, *value: Element) -> Row:
    label = Text(res.string(f"pro_expense.{name}"), 14, res.colors.secondary, width=84, id=ID + f"tv_{name}")
    return Row(label, Row(*value, grow=1, gap=4, class_name=""), width=FILL, gap=8, class_name="")


def delete_sheet(res: Resources, count: int) -> Element:
    """The question before expenses are deleted."""
    c = res.colors
    head = Row(
        Text(res.string("pro_expense.delete_items"), 20, c.text, 500, grow=1, id=ID + "tv_delete_item"),
        icon_button("expand_more", res.string("pro_expense.close"), CLOSE, c.secondary, id=ID + "imv_drop_close"),
        width=FILL, align="center", class_name="",
    )  # fmt: skip
    said = res.digits(res.string("pro_expense.will_be_deleted", count=count))
    card = Column(Text(said, 16, c.text, lines=3, id=ID + "tv_delete_description"), width=FILL, pad=24, radius=8,
                  align="center", border=c.divider, id=ID + "cv_description_bg", class_name=_CARD)  # fmt: skip
    yes = filled_button(res, res.string("pro_expense.confirm"), do(handlers.delete), id=ID + "btn_confirm", width=FILL,
                        height=48)  # fmt: skip
    return sheet(res, Column(head, card, yes, width=FILL, pad=(16, 0, 16, 16), gap=12, class_name=""), dismiss=CLOSE,
                 id=ID + "design_bottom_sheet")  # fmt: skip
