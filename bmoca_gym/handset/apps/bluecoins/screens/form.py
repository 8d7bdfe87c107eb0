"""Bluecoins' form of a transaction (expense, income or transfer), with a calculator for the amount."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.bluecoins.drafts import Draft
from bmoca_gym.handset.apps.bluecoins.handlers import editing
from bmoca_gym.handset.apps.bluecoins.records import RATES, Books, account_names, category_names
from bmoca_gym.handset.apps.bluecoins.screens import filters
from bmoca_gym.handset.apps.bluecoins.state import FORM_SCROLL, ID
from bmoca_gym.handset.apps.bluecoins.tables import EXPENSE, EXPENSES, INCOME, INCOMES, ITEMS, TRANSFER
from bmoca_gym.handset.kits.arithmetic import engine as arithmetic
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources, decimal_separator
from bmoca_gym.handset.ui.components import floating_button, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, LeftToRight, Row, Spacer
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

_KINDS = {EXPENSE: "expense", INCOME: "income", TRANSFER: "transfer"}
_SUGGESTED = 3
#: The keys of the calculator, row by row: what is written on each, its description's key, and what it does.
_PAD: tuple[tuple[str, str, Callback], ...] = (
    *[(str(n), "", do(editing.press, f"digit_{n}")) for n in (7, 8, 9)], ("÷", "divided", do(editing.press, "op_div")),
    *[(str(n), "", do(editing.press, f"digit_{n}")) for n in (4, 5, 6)], ("×", "times", do(editing.press, "op_mul")),
    *[(str(n), "", do(editing.press, f"digit_{n}")) for n in (1, 2, 3)], ("−", "minus", do(editing.press, "op_sub")),
    (".", "point", do(editing.press, "dec_point")), ("0", "", do(editing.press, "digit_0")),
    ("=", "equals", do(editing.work_out)), ("+", "plus", do(editing.press, "op_add")),
)  # fmt: skip


def screen(res: Resources, books: Books, draft: Draft, focus: str) -> Element:
    """The form of a new transaction, or of an existing one."""
    c = res.colors
    kind = _KINDS[draft.kind]
    title = res.string(f"bluecoins.{'edit' if draft.id else 'new'}_{kind}")
    actions = []
    if draft.id:
        actions.append(icon_button("delete", res.string("bluecoins.delete"), do(open_overlay, "delete"), c.text,
                                   id=ID + "menu_delete", class_name="android.widget.Button"))  # fmt: skip
    bar = Row(
        icon_button("close", res.string("common.navigate_up"), do(editing.leave), c.text),
        Text(title, 20, c.text, 500, grow=1, pad=(8, 0)), *actions,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar_top", class_name="android.view.ViewGroup",
    )  # fmt: skip
    rows: list[Element] = [
        _item(res, kind, draft.item, focus == "item"),
        *_suggestions(res, books, draft.item, focus == "item"),
        _amount(res, draft, focus == "amount"),
        _dates(res, draft),
        *_places(res, books, draft),
        _notes(res, draft.notes, focus == "notes"),
    ]
    body = scrolling(*rows, key=FORM_SCROLL, pad=(0, 8, 0, 16), id=ID + "scroll_view",
                     class_name="android.widget.ScrollView")  # fmt: skip
    save = Row(
        Spacer(grow=1, height=1),
        floating_button(res, "check", res.string("bluecoins.save"), do(editing.save), ID + "fab"),
        width=FILL, pad=(16, 8), class_name="",
    )  # fmt: skip
    foot = (_calculator(res),) if focus == "amount" else ()
    return page(res, bar, _tabs(res, draft.kind), body, save, *foot)


def _tabs(res: Resources, chosen: int) -> Element:
    c = res.colors
    tabs = [
        Column(
            Text(res.string(f"bluecoins.tab_{name}"), 14, c.accent if kind == chosen else c.secondary, 500),
            Spacer(width=FILL, height=2, background=c.accent if kind == chosen else c.background),
            grow=1, height=48, pad=(0, 14, 0, 0), gap=10, align="center", tap=do(editing.choose_kind, kind),
            selected=kind == chosen, class_name="android.widget.LinearLayout",
        )
        for kind, name in _KINDS.items()
    ]  # fmt: skip
    return Row(*tabs, width=FILL, id=ID + "tab_layout", class_name="")


def _line(glyph: str, ink: int, *content: Element, tap: Callback | None = None, id: str = "") -> Element:
    """A row of the form: an icon, and its content."""
    return Row(
        Icon(glyph, 24, ink, class_name=""), *content, width=FILL, pad=(16, 4), gap=16, align="center", tap=tap, id=id,
        class_name="android.widget.LinearLayout" if tap is not None else "",
    )  # fmt: skip


def _item(res: Resources, kind: str, text: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        text, "item", do(editing.type_item), focused=focused, hint=res.string(f"bluecoins.hint_{kind}"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, pad=(0, 12),
        on_submit=do(editing.go_on, ""), id=ID + "item_autocomplete_textview",
        class_name="android.widget.AutoCompleteTextView",
    )  # fmt: skip
    return _line("edit", c.secondary, field)


def _suggestions(res: Resources, books: Books, text: str, focused: bool) -> list[Element]:
    """Earlier names that start with what has been typed."""
    wanted = text.strip().casefold()
    if not focused or not wanted:
        return []
    names = [str(ITEMS.get(row, "itemName") or "") for row in books.items]
    found = [name for name in dict.fromkeys(names) if name.casefold().startswith(wanted) and name != text]
    return [
        Text(name, 16, res.colors.text, width=FILL, pad=(56, 10, 16, 10), background=res.colors.raised,
             tap=do(editing.suggest, name), id="android:id/text1")
        for name in found[:_SUGGESTED]
    ]  # fmt: skip


def _amount(res: Resources, draft: Draft, focused: bool) -> Element:
    c = res.colors
    ink = c.error if draft.negative else c.positive
    sign = [] if draft.kind == TRANSFER else [
        Text("-" if draft.negative else "+", 24, ink, 500, width=32, height=48, align="center",
             tap=do(editing.toggle_sign), id=ID + "amount_sign_textview")
    ]  # fmt: skip
    field = TextField(
        arithmetic.display(draft.amount, decimal_separator(res.locale), res.digits("0123456789")), "amount",
        do(editing.type_amount), focused=focused, hint=res.number("0.00"), kind="none", cursor=False,
        hint_color=c.disabled, accent=c.accent, color=ink, size=24, grow=1, pad=(0, 8), align="end",
        on_submit=do(editing.amount_done), id=ID + "amount_tv",
    )  # fmt: skip
    currency = Text(draft.currency, 16, c.accent, 500, pad=(12, 14), tap=do(open_overlay, "currency"),
                    id=ID + "currency_button", class_name="android.widget.Button")  # fmt: skip
    return Row(
        Icon("payments", 24, c.secondary, class_name=""), *sign, field, currency,
        width=FILL, pad=(16, 4), gap=8, align="center", tap=do(editing.go_on, "amount"), id=ID + "amount_layout",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _dates(res: Resources, draft: Draft) -> Element:
    c = res.colors

    def part(text: str, entry: str, tap: Callback, description: str, grow: float) -> Element:
        return Row(
            Text(text, 16, c.text, lines=2, id=ID + entry), grow=grow, pad=(0, 14), tap=tap, description=description,
            class_name="android.widget.LinearLayout",
        )  # fmt: skip

    day = res.long_date(date.fromordinal(draft.day))
    return _line(
        "event", c.secondary,
        part(day, "date_edittext", do(editing.pick_day), res.string("bluecoins.date"), 3),
        part(res.time(draft.minute // 60, draft.minute % 60), "time_edittext", do(editing.pick_time),
             res.string("bluecoins.time"), 2),
    )  # fmt: skip


def _places(res: Resources, books: Books, draft: Draft) -> list[Element]:
    """The category and the account, or the two accounts of a transfer."""

    def row(glyph: str, name: str, names: tuple[str, str], overlay: str) -> Element:
        c = res.colors
        words = Column(
            Text(res.string(f"bluecoins.{name}"), 12, c.secondary, id=ID + f"{overlay}_label_tv"),
            Text(res.string("bluecoins.pair", group=names[0], name=names[1]), 16, c.text, lines=2,
                 id=ID + f"{overlay}_tv"),
            grow=1, gap=2, pad=(0, 8), class_name="",
        )  # fmt: skip
        tap = do(open_overlay, overlay)
        return _line(glyph, c.secondary, words, tap=tap, id=ID + f"{overlay}_layout")

    here = account_names(books, draft.account)
    if draft.kind == TRANSFER:
        there = account_names(books, draft.to)
        return [row("logout", "from_account", here, "account"), row("login", "to_account", there, "to")]
    category = category_names(books, draft.category)
    return [
        row("category", "category", category, "category"), row("account_balance", "account", here, "account"),
    ]  # fmt: skip


def _notes(res: Resources, text: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        text, "notes", do(editing.type_notes), focused=focused, hint=res.string("bluecoins.notes"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, pad=(0, 12), lines=4,
        on_submit=do(editing.go_on, ""), id=ID + "notes_edittext",
    )  # fmt: skip
    return _line("notes", c.secondary, field)


def _calculator(res: Resources) -> Element:
    c = res.colors
    height = 40.0 if res.height < 700 else 52.0

    def key(face: Element, tap: Callback, description: str, long_press: Callback | None = None) -> Element:
        return Column(
            face, width=FILL, height=height, align="center", justify="center", tap=tap, description=description,
            background=c.raised, radius=4, class_name="android.widget.Button", long_press=long_press,
        )  # fmt: skip

    keys = [
        key(Text(face, 20, c.text, class_name=""), tap, res.string(f"bluecoins.{name}") if name else face)
        for face, name, tap in [(res.number(written), name, tap) for written, name, tap in _PAD]
    ]
    edit = [
        key(FittedText("C", 20, c.text, class_name=""), do(editing.clear), res.string("bluecoins.clear")),
        key(Icon("backspace", 22, c.text, class_name=""), do(editing.erase), res.string("bluecoins.backspace"),
            long_press=do(editing.clear)),
        key(Icon("check", 22, c.accent, class_name=""), do(editing.amount_done), res.string("bluecoins.done")),
    ]  # fmt: skip
    pad = Column(
        Grid(*edit, columns=3, width=FILL, gap=4, class_name=""),
        Grid(*keys, columns=4, width=FILL, gap=4, class_name=""),
        width=FILL, gap=4, pad=4, background=c.surface, id=ID + "calculator_layout",
    )  # fmt: skip
    return LeftToRight(pad, width=FILL)


# What is chosen in dialogs


def currency_choices(res: Resources, chosen: str) -> Element:
    """The currencies to choose from."""
    return filters.plain_choices(
        res, "currency", [(code, code) for code in RATES], chosen, editing.choose_currency
    )


def category_choices(res: Resources, books: Books, draft: Draft) -> Element:
    """The categories to choose from."""
    group = INCOMES if draft.kind == INCOME else EXPENSES
    rows = filters.categories(res, books, group, draft.category, editing.choose, "category")
    return filters.choices(res, "category", rows)


def account_choices(res: Resources, books: Books, name: str, title: str, chosen: int) -> Element:
    """The accounts to choose from. ``name``: the draft's field."""
    return filters.choices(res, title, filters.accounts(res, books, chosen, editing.choose, name))
