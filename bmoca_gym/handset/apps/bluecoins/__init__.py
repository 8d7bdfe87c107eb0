"""Bluecoins: income and expenses by day, category and account, as com.rammigsoftware.bluecoins."""

from __future__ import annotations

from bmoca_gym.handset.apps.bluecoins import editing, filters, form, frame, pages
from bmoca_gym.handset.apps.bluecoins import state as handlers
from bmoca_gym.handset.apps.bluecoins.editing import back, closed
from bmoca_gym.handset.apps.bluecoins.state import ACTIVITY, Bluecoins
from bmoca_gym.handset.apps.bluecoins.tables import (
    ACCOUNTS,
    CATEGORIES,
    DATABASE,
    ITEMS,
    PACKAGE,
    PARENTS,
    SCRIPT,
    TRANSACTIONS,
)
from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.manifest import App, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import do


def _layers(phone: Phone, state: Bluecoins, activity: Activity) -> tuple[Layer, ...]:
    shown = _page(phone, state, activity)
    over = _overlay(phone, state, activity)
    return (shown,) if over is None else (shown, over)


def _page(phone: Phone, state: Bluecoins, activity: Activity) -> Layer:
    if state.draft is not None:
        return layer(form.screen, state.books, state.draft, activity.focus)
    today = clock.local_minute(phone).toordinal()
    if state.page == "transactions":
        focused = activity.focus == "search"
        return layer(
            pages.transactions, state.books, state.filter, state.query, state.searching, focused, today
        )
    if state.page == "calendar":
        return layer(pages.calendar, state.books, state.day, state.month, today)
    if state.page == "accounts":
        return layer(pages.accounts, state.books)
    if state.page == "trash":
        return layer(pages.trash_page, state.books)
    if state.page == "about":
        return layer(pages.about)
    return layer(pages.dashboard, state.books, today)


_QUESTIONS = {
    "discard": ("bluecoins.discard_question", "bluecoins.discard", do(editing.discard)),
    "delete": ("bluecoins.delete_question", "bluecoins.delete", do(editing.delete)),
    "empty_trash": ("bluecoins.empty_trash_question", "bluecoins.empty_trash", do(handlers.empty_trash)),
}


def _overlay(phone: Phone, state: Bluecoins, activity: Activity) -> Layer | None:
    name, draft = state.overlay, state.draft
    if name == "drawer":
        return dialog(frame.drawer, state.page)
    if name in _QUESTIONS:
        return dialog(frame.question, *_QUESTIONS[name])
    if name == "filter":
        return dialog(filters.dialog, state.books, state.filter)
    if name.startswith("filter_"):
        return dialog(filters.choices, state.books, name.removeprefix("filter_"), state.filter)
    if name == "date" and state.picker is not None:
        return dialog(date_picker.picker_dialog, state.picker, clock.local_minute(phone).date(), editing.day_changed,
                      do(editing.day_picked), do(editing.day_cancelled))  # fmt: skip
    if name == "time" and state.clock is not None:
        return dialog(time_picker.picker_dialog, state.clock, activity.focus, editing.time_changed,
                      do(editing.time_picked), do(editing.time_cancelled))  # fmt: skip
    if name in ("category", "account", "to", "currency") and draft is not None:
        return dialog(form.choices, state.books, draft, name)
    return None


APP = App(
    name="bluecoins",
    package=PACKAGE,
    activity=ACTIVITY,
    icon=AppIcon("savings", 0xFF1976D2),
    state=Bluecoins,
    layers=_layers,
    uid=10185,
    back=back,
    closed=closed,
    files=(
        tables.database(
            DATABASE,
            (
                ("transactions", TRANSACTIONS), ("items", ITEMS), ("categories", CATEGORIES), ("parents", PARENTS),
                ("accounts", ACCOUNTS),
            ),
            script=SCRIPT,
        ),
    ),
)  # fmt: skip
