"""Calculator's menu, its history, and the question before that is cleared."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calculator import handlers
from bmoca_gym.handset.apps.calculator.screens.pad import shown
from bmoca_gym.handset.apps.calculator.state import ID
from bmoca_gym.handset.kits.arithmetic import engine
from bmoca_gym.handset.kits.arithmetic.engine import Formula
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight
from bmoca_gym.handset.ui.widgets import FittedText, Text
from bmoca_gym.handset.value import do


def history_dialog(res: Resources, history: tuple[tuple[Formula, str], ...]) -> Element:
    """The history, the latest first."""
    c = res.colors
    mark, digits = resources.decimal_separator(res.locale), res.digits("0123456789")
    rows: list[Element] = []
    for formula, result in reversed(history):
        typed = Text(
            engine.display(formula, mark, digits), 20, c.text, lines=3, align="end", width=FILL,
            id=ID + "history_formula", tap=do(handlers.recall, formula), spoken=engine.spoken(formula, mark, digits),
        )  # fmt: skip
        value = FittedText(
            shown(res, result), 20, c.secondary, align="end", width=FILL, id=ID + "history_result"
        )
        rows.append(
            Column(LeftToRight(typed, width=FILL), LeftToRight(value, width=FILL), width=FILL, pad=(0, 8))
        )
    if not rows:
        rows = [Text(res.string("calculator.no_history"), 16, c.secondary, lines=2, pad=(0, 24))]
    buttons = [text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")]
    if history:
        clear = text_button(
            res, res.string("calculator.clear"), do(open_overlay, "clear"), id=ID + "menu_clear_history"
        )
        buttons.insert(0, clear)
    body = scrolling(*rows, key="history", grow=0, most=300, id=ID + "history_recycler_view")
    return dialog_card(
        res, body, title=res.string("calculator.history"), dismiss=CLOSE, buttons=tuple(buttons)
    )


def clear_dialog(res: Resources) -> Element:
    """Ask before the history is cleared."""
    text = res.string("calculator.clear_question")
    return question(res, text, "calculator.clear", do(handlers.clear_history), lines=3)


def overflow(res: Resources) -> Element:
    """The menu."""
    items = (
        (res.string("calculator.history"), do(open_overlay, "history")),
        (res.string("calculator.clear_history"), do(open_overlay, "clear")),
    )
    return menu(res, items, CLOSE)
