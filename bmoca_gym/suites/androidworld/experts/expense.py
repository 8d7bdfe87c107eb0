"""Experts for Pro Expense: they add and delete expenses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, WritingExpert, ascii_digits
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, TypeText
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.arduia.expense:id/"
#: The categories' keys in the string catalogue, by their numbers from 1 on.
_CATEGORIES = (
    "others", "income", "food", "housing", "social", "entertainment", "transportation", "clothes", "health_care",
    "education", "donation",
)  # fmt: skip


class AddExpert(WritingExpert):
    """Adds expenses."""

    package = "com.arduia.expense"
    label = "pro_expense.app_name"
    editor = _ID + "sv_entry"
    add = _ID + "fb_main_add"

    def in_editor(self, screen: Screen, row: Mapping[str, Any]) -> Gesture | None:
        """See `WritingExpert.in_editor`."""
        texts = {"name": row["name"], "amount": f"{row['amount']:.2f}", "note": row["note"] or ""}
        for key, text in texts.items():
            field = screen.id(_ID + f"edt_{key}")
            if field is None:
                return PressKey("BACK")  # the keyboard leaves no room for it
            if field.text != text and (text or field.text != field.hint):
                # Enter moves on to the next field.
                return (
                    TypeText(text + ("" if key == "note" else "\n")) if field.focused else screen.tap(field)
                )
        wanted = screen.string(f"pro_expense.{_CATEGORIES[row['category'] - 1]}")
        chip = _chip(screen, wanted)
        if chip is None:
            return _towards_the_end(screen, _ID + "rv_category")
        if not chip.checked:
            return screen.tap(chip)
        return self.save(screen, _ID + "btn_save")


def _chip(screen: Screen, label: str) -> UiNode | None:
    """The chip of a category, if its whole name is visible."""
    name = screen.id(_ID + "tv_name", label)
    if name is None:
        return None
    x, y = name.center
    for chip in screen.ids(_ID + "cd_category"):
        left, top, right, bottom = chip.bounds
        if left <= x < right and top <= y < bottom:
            return chip
    return None


def _towards_the_end(screen: Screen, id: str) -> Gesture | None:
    """A swipe over a row of chips to show the next ones."""
    row = screen.id(id)
    if row is None:
        return PressKey("BACK")
    left, top, right, bottom = row.bounds
    y = (top + bottom) / 2 / screen.tree.height
    near, far = (left + (right - left) * share for share in (0.15, 0.85))
    if locale_named(screen.locale).rtl:
        near, far = far, near
    return Swipe(far / screen.tree.width, y, near / screen.tree.width, y)


class DeleteExpert(AppExpert):
    """Goes through the list from top to bottom, selects expenses, and deletes the selection.

    It remembers that it has deleted them, since another with the same name and amount may be left.
    """

    package = "com.arduia.expense"
    label = "pro_expense.app_name"
    unsaved = ("_marked",)

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._wanted = [(str(row["name"]), _plain(f"{row['amount']:.2f}")) for row in rows]
        self._marked = 0
        self._deleted = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        confirm = screen.id(_ID + "btn_confirm")
        if confirm is not None:
            self._deleted = True
            return screen.tap(confirm)
        if self._deleted:
            return None
        rows = screen.id(_ID + "rv_expense")
        if rows is None:
            return self._to_the_list(screen)
        delete = screen.id(_ID + "delete")
        if delete is not None and self._marked == len(self._wanted):
            return screen.tap(delete)
        for row, name, amount in _rows(screen):
            if (name, amount) in self._wanted and not row.selected and self._fits(screen, name, amount):
                self._marked += 1
                x, y = row.center
                # The first mark takes a swipe; then a touch marks.
                across = (x * 1.6 / screen.tree.width, x * 0.4 / screen.tree.width)
                height = y / screen.tree.height
                return screen.tap(row) if delete is not None else Swipe(across[0], height, across[1], height)
        return screen.swipe(rows, "up", reach=0.4)

    def _fits(self, screen: Screen, name: str, amount: str) -> bool:
        """Whether one more of them must be selected."""
        marked = [found for row, *found in _rows(screen) if row.selected]
        return marked.count([name, amount]) < self._wanted.count((name, amount))

    def _to_the_list(self, screen: Screen) -> Gesture:
        more = screen.id(_ID + "btn_more_logs")
        if more is not None:
            return screen.tap(more)
        logs = screen.id(_ID + "design_menu_item_text", screen.string("pro_expense.expense_logs"))
        if logs is not None:
            return screen.tap(logs)
        menu = screen.tree.find(content_description=screen.string("pro_expense.open_drawer"))
        return screen.tap(menu) if menu is not None else PressKey("BACK")


def _rows(screen: Screen) -> list[tuple[UiNode, str, str]]:
    """The rows of the list that can be read, each with its name and its amount."""
    found = []
    parts = {key: screen.ids(_ID + key) for key in ("tv_name", "tv_amount")}
    for row in screen.ids(_ID + "cd_expense"):
        _, top, _, bottom = row.bounds
        texts = [
            next((n.text for n in parts[key] if top <= n.center[1] < bottom), "")
            for key in ("tv_name", "tv_amount")
        ]
        if all(texts):
            found.append((row, texts[0], _plain(texts[1])))
    return found


def _plain(amount: str) -> str:
    """Parse an amount into cents, ignoring the locale's formatting, with digits of any script."""
    text = ascii_digits(amount)
    whole, mark, cents = text, "", ""
    for at in (
        len(text) - 2,
        len(text) - 3,
    ):  # what is before the last one or two digits, if not a digit, is the mark
        if at > 0 and not text[at].isdigit():
            whole, mark, cents = text[:at], text[at], text[at + 1 :]
    digits = "".join(letter for letter in whole if letter.isdigit())
    return digits + (cents if mark else "").ljust(2, "0")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"add": AddExpert, "delete": DeleteExpert}
