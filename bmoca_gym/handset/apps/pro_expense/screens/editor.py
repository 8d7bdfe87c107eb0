"""Pro Expense's editor: name, amount, category and note of an expense."""

from __future__ import annotations

from bmoca_gym.handset.apps.pro_expense import handlers
from bmoca_gym.handset.apps.pro_expense.state import CATEGORIES, CATEGORY_SCROLL, ID, Draft
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import filled_button, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do


def screen(res: Resources, draft: Draft, focus: str) -> Element:
    """The editor of a new expense, or of an existing one."""
    c = res.colors
    title = res.string("pro_expense.update_data" if draft.id else "pro_expense.expense_entry")
    bar = Row(
        icon_button("close", res.string("pro_expense.close"), do(handlers.leave_editor), c.secondary),
        Text(title, 20, c.text, 500, grow=1, pad=(8, 0)),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    fields: list[Element] = [
        _field(res, draft.name, "name", do(handlers.type_name), focus, "edt_name",
               do(handlers.next_field, "amount")),
        _field(res, draft.amount, "amount", do(handlers.type_amount), focus, "edt_amount",
               do(handlers.next_field, "note"), kind="number", wrong=draft.wrong),
        _categories(res, draft.category),
        _field(res, draft.note, "note", do(handlers.type_note), focus, "edt_note", do(handlers.next_field, ""),
               lines=3),
        filled_button(res, res.string("pro_expense.update" if draft.id else "pro_expense.save"), do(handlers.save),
                      id=ID + "btn_save", width=FILL, height=48),
    ]  # fmt: skip
    if draft.wrong:
        fields.insert(2, Text(res.string("pro_expense.empty_amount"), 12, c.error, id=ID + "textinput_error"))
    body = scrolling(*fields, key="entry", pad=16, gap=16, id=ID + "sv_entry",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, bar, body)


def _field(
    res: Resources, text: str, key: str, on_text: Callback, focus: str, id: str, enter: Callback,
    kind: str = "text", wrong: bool = False, lines: int = 1,
) -> Element:  # fmt: skip
    c = res.colors
    focused = focus == key
    return TextField(
        text, key, on_text, focused=focused, hint=res.string(f"pro_expense.{key}"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, width=FILL, pad=(14, 16), radius=4, lines=lines, kind=kind,
        border=c.error if wrong else c.accent if focused else c.disabled, on_submit=enter, id=ID + id,
    )  # fmt: skip


def _categories(res: Resources, chosen: int) -> Element:
    """All categories side by side, with the chosen one coloured."""
    c = res.colors
    chips = []
    for number, (name, glyph) in CATEGORIES.items():
        marked = number == chosen
        ink = c.on_accent if marked else c.text
        chips.append(
            Row(
                Text(res.string(f"pro_expense.{name}"), 15, ink, id=ID + "tv_name"),
                Icon(glyph, 20, ink, id=ID + "imv_category", class_name="android.widget.ImageView"),
                pad=(12, 10),
                gap=8,
                align="center",
                radius=8,
                background=c.accent if marked else c.raised,
                tap=do(handlers.choose, number),
                checked=marked,
                selected=marked,
                id=ID + "cd_category",
                class_name="androidx.cardview.widget.CardView",
            )
        )
    line = Row(*chips, gap=8, class_name="")
    return Column(
        Scroll(line, key=CATEGORY_SCROLL, axis="x", width=FILL, id=ID + "rv_category",
               class_name="androidx.recyclerview.widget.RecyclerView"),
        width=FILL, class_name="",
    )  # fmt: skip
