"""Experts of Bluecoins."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.resources import long_date
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.rammigsoftware.bluecoins:id/"
_MONTH = "android:id/month_view"
_KINDS = ("expense", "income", "transfer")


class BluecoinsExpert(AppExpert):
    """Base of the experts of the app."""

    package = "com.rammigsoftware.bluecoins"
    label = "bluecoins.app_name"

    def to_tab(self, screen: Screen, name: str) -> Gesture | None:
        """Return the next gesture on the way to a tab; None if it is shown."""
        tab = screen.tree.find(content_description=screen.string(f"bluecoins.{name}"))
        if tab is None:
            return PressKey("BACK")
        return None if tab.selected else screen.tap(tab)

    def to_day(self, screen: Screen, day: date) -> Gesture | None:
        """Return the next gesture on the way to a day in the calendar; None if it is shown."""
        gesture = self.to_tab(screen, "calendar")
        if gesture is not None:
            return gesture
        if screen.id(_ID + "selected_date_tv", screen.date(day, "yMMMEd")) is not None:
            return None
        return _towards(screen, day, _ID + "calendar_view", _ID + "previous_month", _ID + "next_month")


def _towards(screen: Screen, day: date, grid: str, back: str, on: str) -> Gesture:
    """A tap on a day of the shown month, or on the arrow towards its month."""
    month = screen.id(grid)
    if month is None:
        content = screen.id(_ID + "recyclerview")
        return screen.swipe(content, "down") if content is not None else PressKey("BACK")
    cell = screen.tree.find(content_description=long_date(screen.locale, day))
    if cell is not None:
        return screen.tap(cell)
    months = {
        screen.date(date(year, m, 1), "yMMMM"): (year, m) for year in range(2000, 2100) for m in range(1, 13)
    }
    shown = months.get(month.content_description, (day.year, day.month))
    arrow = screen.id(back if shown > (day.year, day.month) else on)
    return screen.tap(arrow) if arrow is not None else PressKey("BACK")


class FormExpert(BluecoinsExpert):
    """Base of the experts that fill the form. ``changes``: the ``kind``, ``amount``, ``date`` and ``note`` to write."""

    def __init__(self, changes: Mapping[str, Any], save: bool = True) -> None:
        self._changes = changes
        self._save = save
        self._saving = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_MONTH) is not None:
            return self._in_date_picker(screen)
        if screen.id(_ID + "scroll_view") is not None:
            return self._in_form(screen)
        return None if self._saving else self.to_form(screen)

    def to_form(self, screen: Screen) -> Gesture:
        """Return the gesture that opens the form."""
        raise NotImplementedError

    def belongs(self, screen: Screen) -> bool:
        """Whether the form belongs to the transaction to write, as far as the screen shows."""
        raise NotImplementedError

    def _in_date_picker(self, screen: Screen) -> Gesture:
        day = self._changes["date"]
        if screen.id("android:id/date_picker_header_date", screen.date(day, "MMMEd")) is not None:
            done = screen.id("android:id/button1")
            return screen.tap(done) if done is not None else PressKey("BACK")
        return _towards(screen, day, _MONTH, "android:id/prev", "android:id/next")

    def _in_form(self, screen: Screen) -> Gesture | None:
        if not self.belongs(screen):
            return PressKey("BACK")
        kind = self._changes.get("kind")
        titles = [screen.string(f"bluecoins.{form}_{kind}") for form in ("new", "edit")] if kind else []
        if kind and not any(node.text in titles for node in screen.tree):
            tab = screen.tree.find(text=screen.string(f"bluecoins.tab_{kind}"))
            return screen.tap(tab) if tab is not None else PressKey("BACK")
        amount, day, note = (self._changes.get(name) for name in ("amount", "date", "note"))
        notes = screen.id(_ID + "notes_edittext")
        if note is not None and notes is not None and notes.focused and notes.text != note:
            return TypeText(note)  # the keyboard may lie over all other fields
        if amount is not None:
            field = screen.id(_ID + "amount_tv")
            if field is None:
                return _look_for(screen, "down")
            if screen.plain_numbers(field.text) != amount:
                return self._write_amount(screen, field, amount)
        if day is not None:
            shown = screen.id(_ID + "date_edittext")
            if shown is None:
                return _look_for(screen, "down")
            if shown.text != long_date(screen.locale, day):
                return screen.tap(shown)
        if note is not None and (notes is None or notes.text != note):
            return _look_for(screen, "up") if notes is None else screen.tap(notes)
        if screen.id(_ID + "amount_tv") is None:
            return _look_for(screen, "down")  # looks the whole over
        if not self._save:
            return None
        button = screen.id(_ID + "fab")
        if button is None:
            return PressKey("BACK")
        self._saving = True
        return screen.tap(button)

    def _write_amount(self, screen: Screen, field: UiNode, amount: str) -> Gesture:
        if not field.focused:
            return screen.tap(field)
        clear = screen.tree.find(content_description=screen.string("bluecoins.clear"))
        if field.text and field.text != field.hint and clear is not None:
            return screen.tap(clear)
        return TypeText(amount)


def _look_for(screen: Screen, direction: str) -> Gesture:
    """A swipe towards the missing part of the form, after closing a keyboard or calculator that covers it."""
    if any(node.focused for node in screen.tree):
        return PressKey("BACK")
    content = screen.id(_ID + "scroll_view")
    return screen.swipe(content, direction) if content is not None else PressKey("BACK")


class RecordExpert(FormExpert):
    """Records an expense or an income: its typed ``amount``, its ``kind``, ``date`` and ``note``."""

    def __init__(
        self, amount: str, kind: str = "expense", date: date | None = None, note: str | None = None, save: bool = True
    ) -> None:  # fmt: skip
        super().__init__({"amount": amount, "kind": kind, "date": date, "note": note}, save)

    def to_form(self, screen: Screen) -> Gesture:
        """See `FormExpert.to_form`."""
        add = screen.id(_ID + "fab")
        return screen.tap(add) if add is not None else PressKey("BACK")

    def belongs(self, screen: Screen) -> bool:
        """See `FormExpert.belongs`."""
        return not _titled(screen, "edit")


class EditExpert(FormExpert):
    """Changes the transaction on a ``day`` with that ``amount``, as lists show it, to the values in ``to``."""

    def __init__(self, day: date, amount: str, to: Mapping[str, Any], save: bool = True) -> None:
        super().__init__(to, save)
        self._day, self._amount = day, amount

    def to_form(self, screen: Screen) -> Gesture:
        """See `FormExpert.to_form`."""
        gesture = self.to_day(screen, self._day)
        if gesture is not None:
            return gesture
        row = _row(screen, self._amount)
        return screen.tap(row) if row is not None else _further(screen)

    def belongs(self, screen: Screen) -> bool:
        """See `FormExpert.belongs`."""
        shown = screen.id(_ID + "date_edittext")
        days = {long_date(screen.locale, day) for day in (self._day, self._changes.get("date", self._day))}
        return not _titled(screen, "new") and (shown is None or shown.text in days)


def _titled(screen: Screen, form: str) -> bool:
    """Whether the form is for a new transaction (``new``) or an existing one (``edit``)."""
    titles = [screen.string(f"bluecoins.{form}_{kind}") for kind in _KINDS]
    return any(node.text in titles for node in screen.tree)


def _row(screen: Screen, amount: str) -> UiNode | None:
    """The visible transaction with that amount."""
    for row in screen.ids(_ID + "item_row"):
        if any(
            _inside(node, row) and node.text == screen.number(amount)
            for node in screen.ids(_ID + "amount_tv")
        ):
            return row
    return None


def _inside(node: UiNode, row: UiNode) -> bool:
    return row.bounds[1] <= node.center[1] < row.bounds[3]


def _further(screen: Screen) -> Gesture:
    content = screen.id(_ID + "recyclerview")
    return screen.swipe(content, "up", reach=0.5) if content is not None else PressKey("BACK")


class DayExpert(BluecoinsExpert):
    """Answers with what the calendar shows for a ``day``: the ``sum`` with that English label, or the number of
    transactions.
    """

    def __init__(self, day: date, sum: str = "") -> None:
        self._day, self._sum = day, sum

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        gesture = self.to_day(screen, self._day)
        if gesture is not None:
            return gesture
        if not self._sum:
            count = screen.id(_ID + "count_tv")
            return Answer(screen.plain_numbers(count.text)) if count is not None else _further(screen)
        names = screen.shown(self._sum, "bluecoins")
        label = next((node for node in screen.ids(_ID + "label_tv") if node.text in names), None)
        if label is None:
            return _further(screen)
        amount = next((n for n in screen.ids(_ID + "amount_tv") if _inside(n, label)), None)
        return Answer(screen.plain_numbers(amount.text)) if amount is not None else _further(screen)


class PurposeExpert(BluecoinsExpert):
    """Answers with the item of the transaction on a ``day`` with that ``amount``."""

    def __init__(self, day: date, amount: str) -> None:
        self._day, self._amount = day, amount

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        gesture = self.to_day(screen, self._day)
        if gesture is not None:
            return gesture
        row = _row(screen, self._amount)
        title = (
            None if row is None else next((n for n in screen.ids(_ID + "item_tv") if _inside(n, row)), None)
        )
        return Answer(title.text) if title is not None else _further(screen)


class TotalExpert(BluecoinsExpert):
    """Answers with the total of the transactions that match ``query`` in a ``period``, using the filter and the
    search."""

    def __init__(self, query: str, period: str) -> None:
        self._query, self._period = query, period

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        period = screen.string(f"bluecoins.{self._period}")
        part = screen.id(_ID + "filter_period")
        if part is not None:
            chosen = screen.tree.find(resource_id="android:id/summary", text=period)
            done = screen.id("android:id/button1")
            return screen.tap(part if chosen is None or done is None else done)
        choice = screen.id("android:id/text1", period)
        if choice is not None:
            return screen.tap(choice)
        gesture = self.to_tab(screen, "transactions")
        if gesture is not None:
            return gesture
        if screen.id(_ID + "date_range_tv", period) is None:
            filter = screen.id(_ID + "menu_filter")
            return screen.tap(filter) if filter is not None else PressKey("BACK")
        field = screen.id(_ID + "search_src_text")
        if field is None:
            search = screen.id(_ID + "menu_search")
            return screen.tap(search) if search is not None else PressKey("BACK")
        if field.text != self._query:
            return TypeText(self._query) if field.focused else screen.tap(field)
        total = screen.id(_ID + "total_tv")
        return (
            Answer(screen.plain_numbers(total.text).removeprefix("-"))
            if total is not None
            else PressKey("BACK")
        )


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "record": RecordExpert,
    "edit": EditExpert,
    "day": DayExpert,
    "purpose": PurposeExpert,
    "total": TotalExpert,
}
